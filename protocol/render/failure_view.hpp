// What an answer says of one failure, cut to its bytes once: a block of lines and an object are written from it, so
// that neither half of an answer can say what the other does not.
#pragma once

#include "parsers/model/difference.hpp"
#include "parsers/model/finished_run.hpp"
#include "protocol/json.hpp"
#include "protocol/render/suspects.hpp"
#include "protocol/render/view.hpp"
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::protocol {

// A failure and the run that found it.
struct found_failure {
  const parsers::failure* what = nullptr;
  std::string_view language;
  std::uint64_t run_id = 0;
  bool is_new = false;                              // its test did not fail in its previous run
  bool is_stale = false;                            // a file that it names has changed since
  const parsers::suspect_list* suspects = nullptr;  // of its cause, if it is the first failure of it
  const parsers::failure* before = nullptr;         // what its test said when it last failed, if that was something else
};

// How failures are displayed.
struct failure_style {
  const source_lines& sources;
  std::uint64_t latest = 0;      // the run's id; failures of other runs name theirs
  std::string_view prefix = {};  // common prefix of the names, displayed once and omitted from them
  bool detail = false;           // of objects: also the parts of the name, and names always in full
  std::size_t frames = 8;        // of a stack; the others are counted
};

struct failure_view {
  found_failure of;
  bool is_from_earlier = false;  // than the latest run
  std::string name;              // in full
  std::string short_name;        // without the style's prefix
  std::string source;            // line of `where`; empty: not known
  std::string raised_source;     // of `raised_at`
  bool repeats_place = false;    // the failure just above has the same places
  std::string message;
  parsers::difference differs;  // always with its first differing line
  std::string output;           // of a panic, a crash or a build, whose message alone says little
  std::string before;           // what its test said when it last failed, in a line; empty: the same
  std::vector<std::string> also_failed;
  std::vector<std::string> stack;  // the project's frames, if they say more than the places
  suspects_view suspects = {};
  // Of one that is like another of its list: only what differs from that is said, and message is the first line
  // that the other has not.
  std::optional<std::size_t> like = {};  // its place in the list
  const parsers::failure* example = nullptr;
  bool shares_source = false;         // with the example
  bool shares_raised_source = false;  // likewise
};

// Its name and source lines alone.
failure_view named_view(const found_failure& found, const failure_style& style);

// `bytes` are those of all its texts together.
failure_view view_of(const found_failure& found, const failure_style& style, std::size_t bytes);

// The same, of one that is like `example`, at that place of the list.
failure_view view_beside(const found_failure& found, const failure_view& example, std::size_t place,
                         const failure_style& style);

// Its name in one line, with remarks: " (new)", " (go, run 2, not rerun since)", " (its file has changed since)".
std::string name_line(const failure_view& from);

// The lines below a name, each indented by three spaces:
//      test pkg/baz_test.go:87: assert.Equal(t, 3, size)
//      raised at pkg/baz.go:12: panic("size")
//      mismatch
//      --- diff ---
//      got: 5
//      want: 3
//      --- output ---
std::string lines_of(const failure_view& from);

// {name, kind (but for assertions), file, line, role, source, raised_at, raised_source, message, expected, actual (left, right where the
// library calls them so), diff, legend, stack, output, before, also_failed, found_in_run, new, stale}, in detail also {group, test};
// unknown members are left out. Long values appear only in `diff`. Of one that is like another: what differs, and "" is what
// the other has and it has not.
json::object object_of(const failure_view& from, bool short_names, bool detail);

// "file:line", or the file alone.
std::string place_text(const parsers::location& where);

}  // namespace covey::protocol
