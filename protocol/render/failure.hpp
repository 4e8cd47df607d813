// One failure, as a block of lines and as JSON, always within a given number of bytes.
#pragma once

#include "parsers/model/difference.hpp"
#include "parsers/model/finished_run.hpp"
#include "protocol/json.hpp"
#include "protocol/render/view.hpp"
#include "protocol/text.hpp"
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace covey::protocol {

// A failure and the run that found it.
struct found_failure {
  const parsers::failure* what = nullptr;
  std::string_view language;
  std::uint64_t run_id = 0;
  bool is_new = false;    // its test did not fail in its previous run
  bool is_stale = false;  // a file that it names has changed since
};

// How a failure is displayed.
struct failure_style {
  const source_lines& sources;
  std::uint64_t latest = 0;      // the run's id; failures of other runs name theirs
  std::string_view prefix = {};  // common prefix, displayed once and omitted from names
  bool detail = false;           // of objects: also the parts of the name, and names always in full
};

// The lines below a name, each indented by three spaces:
//      test pkg/baz_test.go:87: assert.Equal(t, 3, size)
//      raised at pkg/baz.go:12: panic("size")
//      mismatch
//      --- diff ---
//      got: 5
//      want: 3
// The output of a panic, a crash or a build follows as "--- output ---", since their message alone says
// little. All parts share `bytes`; a difference always keeps its first differing line.
std::string failure_lines(const parsers::failure& from, const failure_style& style, std::size_t bytes);

// Only what differs from an example of the same cause: location, first line of the message, short values.
std::string failure_lines_beside(const parsers::failure& from, const parsers::failure& example,
                                 const failure_style& style);

// Its name in one line, with remarks: " (new)", " (go, run 2, not rerun since)",
// " (its file has changed since)".
std::string name_line(const found_failure& from, const failure_style& style);

// {name (without the style's prefix), kind (but for assertions), file, line, role, source, raised_at, raised_source, message, expected, actual (left, right where the
// library calls them so), diff, legend, output, also_failed, found_in_run, new, stale}, in detail also {group, test};
// unknown members are left out. Long values appear only in `diff`.
json::object failure_object(const found_failure& found, const failure_style& style, std::size_t bytes);

// The same for a failure like an example: its name, and what differs of place, first line of the message that differs and short
// values; "" is what the example has and it has not.
json::object failure_object_beside(const found_failure& found, const parsers::failure& example,
                                   const failure_style& style);

// "file:line", or the file alone.
std::string place_text(const parsers::location& where);

// As many texts as fit, then the number of the others.
json::array bounded_list(const std::vector<std::string>& texts, text_budget& budget);

}  // namespace covey::protocol
