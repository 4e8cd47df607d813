// Finds the id of a message that cannot be parsed, because its line is invalid JSON or too long to be kept:
// its sender still waits for an answer.
#pragma once

#include "protocol/request_id.hpp"
#include <optional>
#include <string>
#include <string_view>

namespace covey::protocol {

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
  bool reparented_ = false;
  std::string key_;    // of the current member of the outermost object
  std::string value_;  // of the member "id"
  bool kept_whole_ = true;
  int found_ = 0;  // number of members "id" in the outermost object
};

}  // namespace covey::protocol
