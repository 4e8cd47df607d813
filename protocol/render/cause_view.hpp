// A cause of several failures, as answers show it: one of them, and what the others say beside it.
#pragma once

#include "parsers/model/causes.hpp"
#include "protocol/render/failure_list.hpp"
#include "protocol/render/suspects.hpp"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::protocol {

struct cause_view {
  std::string id;  // empty: of a run that goes on, whose causes may still change
  std::size_t count = 0;
  std::optional<failure_view> example = {};  // that describes it most briefly; of the first few causes
  std::string line = {};                // without an example in full: its name, and what it says if that fits
  std::string others = {};              // names of other failures that say the same, as many as fit
  std::vector<std::string> parts = {};  // what its further failures say, a line for each message
  suspects_view suspects = {};          // with source lines only beside an example
};

// `all`: the failures that its members are indices of. Without bytes for an example it has a line.
cause_view view_of(const parsers::cause& cause, found_span all, const failure_style& style,
                   std::size_t example_bytes);

// The same where there is no room: the name of its example.
cause_view name_of(const parsers::cause& cause, found_span all, const failure_style& style);

// "[r7c1] 12 like TestX …", or "- 12 like …" without an id.
std::string text_of(const cause_view& from);

// {id, count, like, also, and, suspects}; a cause without a count has one failure.
json::object object_of(const cause_view& from, bool detail);

// A complete failure object of the example that it has.
json::object example_object(const cause_view& from, bool detail);

// Of the longer of the two.
std::size_t bytes_of(const cause_view& from, bool detail);

// In one line and bounded.
std::string name_without(std::string_view prefix, std::string_view name);

}  // namespace covey::protocol
