// What takes another value because a source says something else outside of functions: by the names that its pieces give, instead of
// all that loads it. Names are told by their words, so that more is found than does.
// Design: docs/design/25-affected-tests.md
#pragma once

#include "parsers/affected/load_graph.hpp"
#include "parsers/affected/recorded_run.hpp"
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace covey::parsers {

// A source whose frame is another only in pieces. What is new or gone, as an empty one.
struct pieced_file {
  const recorded_file* file;
  file_outline_ptr was, now;
};

// Whether what differs outside of functions are pieces, none of which does more than to give names to values.
// `in_order`: one that has moved is another.
bool differ_in_pieces(const file_outline& was, const file_outline& now, bool in_order);

struct taken_values {
  // By number, bodies that say such a name, or have another head; and the file whose frame is another.
  std::map<std::uint32_t, std::string> bodies = {};
  // Bodies that are another and ran while something was loaded: what took their values there is among the others.
  std::set<std::uint32_t> called = {};
  std::set<std::string> sources = {};  // pieces of theirs are another, or take another value
  std::set<std::string> frames =
      {};  // sources of which all counts as another: they do something with such a value, or cannot be loaded
  std::vector<std::string> listed = {};  // sources in which names came or went, and which others load
};

// Whether it may be that what says names of the source is not compiled any more: one is gone, or is another.
bool may_break_others(const pieced_file& file);

// By number: bodies that ran, but in no test that ran one which is another: what they keep was made without it. So was what never ran.
std::vector<bool> never_with_gone(const recorded_run& run, const language& of, const std::vector<bool>& gone);

// `gone`: by number, the bodies that are another. `graph`: of the sources as they are now; asked for only where it takes it. `lists`: also
// what lists names, whichever: only who may load a source of `listed` can list those.
taken_values values_taken(const recorded_run& run, const language& of, const std::vector<pieced_file>& pieced,
                          std::vector<bool> gone, const std::function<const load_graph&()>& graph,
                          bool lists);

}  // namespace covey::parsers
