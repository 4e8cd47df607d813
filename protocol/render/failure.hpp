// One failure, as a block of lines and as JSON, within a number of bytes however much it has to say.
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
  bool is_new = false;  // its test did not fail when it last ran
};

// How a failure is shown.
struct failure_style {
  const source_lines& sources;
  std::uint64_t latest = 0;      // the run; one that another run found says so
  std::string_view prefix = {};  // that a text says once, and leaves out of names
};

// The lines below a name, each behind three spaces:
//      test pkg/baz_test.go:87: assert.Equal(t, 3, size)
//      raised at pkg/baz.go:12: panic("size")
//      mismatch
//      --- diff ---
//      got: 5
//      want: 3
// What a panic, a crash or a build printed follows as "--- output ---", since their message says little
// alone. `bytes` is shared by these; a difference never loses its first differing line.
std::string failure_lines(const parsers::failure& from, const failure_style& style, std::size_t bytes);

// What differs from an example of the same cause: its place, the first line of its message, short values.
std::string failure_lines_beside(const parsers::failure& from, const parsers::failure& example,
                                 const failure_style& style);

// Its name in one line, and what is to be known of it besides: " (new)", " (go, run 2, not rerun since)".
std::string name_line(const found_failure& from, const failure_style& style);

// {name, group, test, kind, file, line, role, source, raised_at, raised_source, message, expected, actual
// (left, right where the library calls them so), diff, legend, output, also_failed, found_in_run, new}; what
// is not known is left out. Values that are not short are in `diff` alone.
json::object failure_object(const found_failure& from, const failure_style& style, std::size_t bytes);

// The same of one that is like an example: without what both have.
json::object failure_object_beside(const found_failure& from, const parsers::failure& example,
                                   const failure_style& style);

// "file:line", or the file alone.
std::string place_text(const parsers::location& where);

// As many texts as fit, then how many do not.
json::array bounded_list(const std::vector<std::string>& texts, text_budget& budget);

}  // namespace covey::protocol
