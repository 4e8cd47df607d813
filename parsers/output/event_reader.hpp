// One line of the private channel -> one event (reporters/README.md has the format).
#pragma once

#include "parsers/model/test.hpp"
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

enum class event_type : std::uint8_t {
  start,
  total,
  group,
  begin,
  pause,
  failing,
  report,
  problem,
  missing,
  note,
  end
};

struct reporter_event {
  event_type type = event_type::note;
  std::string group;
  std::string name;
  std::string key;
  location place;  // of `begin`: where the test is defined
  outcome result = outcome::failed;
  std::chrono::milliseconds duration{0};
  std::vector<failure> failures;  // without ids; of `failing` and `problem`: one
  std::string output;
  std::uint64_t count = 0;
  std::vector<std::uint32_t> picks = {};
  std::string text;  // of `note`; of `start`: runner and version
};

// Nothing for a line that is no event. Texts are plain and bounded; files are relative to the root where they
// lie below it.
std::optional<reporter_event> read_event(std::string_view line, std::string_view root);

}  // namespace covey::parsers
