// The id of a JSON-RPC message: a string or an integer; and how it is found in a message that cannot be parsed.
#pragma once

#include "protocol/json.hpp"
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace covey::protocol {

// An integer id that the client writes as "1.0", because it has no integer type. It is returned in that form.
struct decimal_id {
  std::int64_t value = 0;
  std::string text;

  friend bool operator==(const decimal_id& a, const decimal_id& b) { return a.value == b.value; }
  friend auto operator<=>(const decimal_id& a, const decimal_id& b) { return a.value <=> b.value; }
};

using request_id = std::variant<std::int64_t, decimal_id, std::string>;

std::string to_json(const request_id& id);

// An id, or a progress token in JSON; nothing if it is neither a string nor an integer of 64 bits.
std::optional<request_id> read_id(const json::value& value);
std::optional<request_id> read_id_text(std::string_view text);

// --- the id of a line that is invalid JSON or too long to be kept: its sender still waits for an answer

// Takes the line in pieces of any size; keeps only the id's text.
class id_scanner {
 public:
  void feed(std::string_view bytes);

  // The member "id" of the line's object, if it is valid for a request. Nothing if there are two, or if the
  // line breaks off within a string: then the supposed id may be a part of that string.
  std::optional<request_id> id() const;

 private:
  enum class place { before, key, colon, value, capture, after, lost };

  void take(char c);
  void take_in_string(char c);
  void take_outside(char c);
  void open(char c);
  void close();
  void begin_string(char c);
  void keep(char c);

  place at_ = place::before;
  int depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
  std::string key_;    // of the current member of the outermost object
  std::string value_;  // of the member "id"
  bool kept_whole_ = true;
  int found_ = 0;  // number of members "id" in the outermost object
};

}  // namespace covey::protocol
