// What readers of JSON reports have in common. A large document is read one entry at a time, so that memory grows with the
// biggest entry and not with the document.
#pragma once

#include "parsers/coverage/formats/format.hpp"
#include "parsers/coverage/merge.hpp"
#include <boost/json/value.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
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

struct json_limits {
  std::size_t entry = 256u << 20;  // bytes that the value of one entry takes in memory, about
  std::size_t key = 64u << 10;     // bytes; what a longer one names is left out
};

// RFC 8259 with extensions: invalid UTF-8 is passed on, lone surrogate escapes become U+FFFD, numbers too
// large for a double become infinity. At most 16 paths in all.
class json_entries {
 public:
  using sink = std::function<void(json_entry&&)>;

  static constexpr std::size_t max_depth = 64;  // nested arrays and objects; reading ends at deeper ones

  // Values at `paths` go to the sink, without their parts at `left_out`; all else is skipped without being
  // built.
  json_entries(std::vector<json_path> paths, std::vector<json_path> left_out, sink on_entry,
               json_limits max = {});
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

constexpr std::string_view no_line = "a line that is no number from 1 to 16777215, left out";

// A whole number from 1 to max_line_number.
std::optional<std::uint32_t> line_in(const boost::json::value& from);

// The same, 0 if there is none: for entries whose line is optional.
std::uint32_t line_or_none(const boost::json::value* from);

// At most max_hits; a fraction is rounded up, because that code did run. Gives a diagnostic for anything but
// a count, for a larger count, and for one below zero, which torn counters cause.
std::optional<std::uint64_t> count_in(const boost::json::value& from, diagnostics& wrong,
                                      std::string_view at);

// Appends the ways of a branch, by their counts. If none of them was taken, the branch was not reached.
template <class Counts>
void add_ways(std::vector<branch_hits>& to, std::uint32_t line, std::uint32_t block, const Counts& counts,
              diagnostics& wrong, std::string_view file) {
  const auto first = to.size();
  std::uint32_t way = 0;
  bool reached = false;
  for (const boost::json::value& one : counts) {
    const auto count = count_in(one, wrong, file);
    if (count) to.emplace_back(line, block, way, *count);
    reached = reached || count.value_or(0) > 0;
    ++way;
  }
  for (auto i = first; i < to.size(); ++i) to[i].evaluated = reached;
}

// Names for the functions of one file, each once, as the model requires.
class function_names {
 public:
  // The name as valid UTF-8; for a second function of this name "name@line", for a third on that line
  // "name@line:column", and then "name@line:column#2", "…#3". At most 4096 bytes of the name are kept.
  std::string unique(std::string_view name, std::uint32_t line, std::uint64_t column);

 private:
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, std::uint64_t>
      last_of_;  // the last number given, so that many of one name stay cheap
};

// Reads one entry; says in `wrong` what is left out of it. Nothing: the entry is no file, and `wrong` has it.
using file_entry_reader = std::optional<file_coverage> (*)(const boost::json::value& entry,
                                                           diagnostics& wrong, std::string_view file);

using file_entry_joiner = void (*)(file_coverage& sum, file_coverage&& more);

// The parser of a report that has one entry for each file, named by the entry's key. An entry that stands twice is joined.
// `files`: where the entries stand; `left_out`: what of them is not read.
std::unique_ptr<report_parser> make_file_entries_parser(json_path files, std::vector<json_path> left_out,
                                                        file_entry_reader read,
                                                        file_entry_joiner join = merge_into);

}  // namespace covey::parsers
