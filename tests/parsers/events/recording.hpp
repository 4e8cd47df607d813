// What real runners and tools wrote, in tests/languages/*/recordings and tests/fixtures, and ways to feed it to their parsers.
#pragma once

#include "parsers/model/test.hpp"
#include "parsers/events/output_parser.hpp"
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::testing {

// A file of tests/languages/*/recordings or tests/fixtures, by its path below tests/.
std::string recorded(const std::string& path);

run_ending exited(int code);

// In pieces of at most `piece` bytes; 0: as a whole.
void feed(output_parser& parser, stream from, std::string_view bytes, std::size_t piece = 0);

using make_parser = std::function<std::unique_ptr<output_parser>()>;

// The reader of a runner's own reporter, for a workspace /w.
make_parser event_parser(const std::string& runner, const std::string& separator = " > ");

// A run with a reporter: tests/FOLDER/{stdout,stderr,events,exit}.
run_results read_run(const make_parser& parser, const std::string& folder, std::size_t piece = 0);

// "kind full name file:line message's first line".
std::string summary(const failure& value);

// "PASSED FAILED SKIPPED ERRORS".
std::string counted(const run_results& results);

// Everything that a result says, for comparing two of them.
std::string everything(const run_results& results);

const failure& named(const run_results& results, std::string_view name);

enum class order { as_found, any };  // any: files run side by side

// The run has these totals, and failures whose summaries begin so (versions word the ends differently); in
// any split it reads the same.
void check_run(const make_parser& parser, const std::string& folder, const std::string& totals,
               std::vector<std::string> wanted, order in = order::any);

}  // namespace covey::parsers::testing
