// One line of the private channel -> one event (reporters/README.md has the format).
#pragma once

#include "parsers/model/test.hpp"
#include "parsers/text/json_scanner.hpp"
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers {

// A name as answers have it: plain, bounded, with its spaces. `made` is written only if it has to be; anything but a string is empty.
std::string_view event_name(const json_value& value, std::string& made);

// The most frequent ones first: they are looked for in this order.
enum class event_type : std::uint8_t {
  begin,
  report,
  pause,
  wait,
  start,
  total,
  group,
  known,
  done,
  failing,
  problem,
  missing,
  deselected,
  threshold,
  affected,
  warnings,
  note,
  cut,
  end
};

// Its views point into the line, or into the reader, where the next line overwrites them.
struct reporter_event {
  event_type type = event_type::note;
  shared_text group;
  std::string_view name;
  std::string_view key;
  location place;  // of `begin`: where the test is defined
  outcome result = outcome::failed;
  std::optional<outcome> replaces = {};  // of `report`: the earlier outcome of this test, which it replaces
  std::chrono::milliseconds duration{0};
  std::vector<failure> failures;  // without ids; of `failing` and `problem`: one
  std::string output;
  std::uint64_t count = 0;
  std::uint64_t to_run = 0;  // likewise, without what will be skipped
  std::uint64_t groups = 0;
  std::vector<std::uint32_t> selections = {};
  std::string text;  // of `note` and `cut`; of `start`: runner and version
};

class event_reader {
 public:
  // Files below the root come out relative to it.
  explicit event_reader(std::string root) : root_(std::move(root)) {}

  // False for a line that is no event; `into` is then unspecified. Texts are plain and bounded.
  bool read(std::string_view line, reporter_event& into);

 private:
  shared_text group_of(const json_value& value);
  location place_of(const json_value& file, const json_value& line);
  failure failure_of(const json_value& object);
  failure_stack stack_of(const json_value& frames, const json_value& others);
  void read_failures(const json_value& one, const json_value& several, std::vector<failure>& into);

  std::string root_;
  std::string repaired_;  // a line that was no UTF-8
  std::string name_;
  std::string key_;
  made_texts groups_;  // of the many events of one file
  made_texts files_;
};

}  // namespace covey::parsers
