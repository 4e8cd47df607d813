// Reads a large JSON document one entry at a time, so that memory grows with the biggest entry and not with
// the document.
#pragma once

#include "parsers/coverage/diagnostics.hpp"
#include <boost/json/value.hpp>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// A step down: to the member of an object with this name, to any member, or to any element of an array.
struct json_step {
  enum kind_of { name, member, element };
  kind_of kind = name;
  std::string_view key;  // has static lifetime

  constexpr json_step(const char* of_this_name) : key(of_this_name) {}
  constexpr json_step(kind_of any) : kind(any) {}
};
constexpr json_step any_member{json_step::member};
constexpr json_step any_element{json_step::element};

// From the root of the document: {"files", any_member}. At least one step.
using json_path = std::vector<json_step>;

struct json_entry {
  std::size_t path = 0;  // which of the paths it was found at
  std::span<const std::string>
      keys;                  // of the objects on the way, from the outermost; raw, maybe invalid UTF-8
  boost::json::value value;  // of members with the same name the last one
};

// RFC 8259 with extensions: invalid UTF-8 is passed on, lone surrogate escapes become U+FFFD, numbers too
// large for a double become infinity. At most 16 paths in all.
class json_entries {
 public:
  using sink = std::function<void(json_entry&&)>;

  struct limits {
    std::size_t entry = 256u << 20;  // bytes that the value of one entry takes in memory, about
    std::size_t key = 64u << 10;     // bytes; what a longer one names is left out
  };
  static constexpr std::size_t max_depth = 64;  // nested arrays and objects; reading ends at deeper ones

  // Values at `paths` go to the sink, without their parts at `left_out`; all else is skipped without being
  // built.
  json_entries(std::vector<json_path> paths, std::vector<json_path> left_out, sink on_entry, limits max);
  json_entries(std::vector<json_path> paths, std::vector<json_path> left_out, sink on_entry);
  ~json_entries();

  void feed(std::string_view bytes);
  void finish();

  // The sink adds its own diagnostics here, so that all of them stand in order.
  diagnostics& wrong();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

// Something stands at one of the paths, as far as this beginning of a document shows.
bool json_begins_with(std::string_view head, std::vector<json_path> paths);

}  // namespace covey::parsers
