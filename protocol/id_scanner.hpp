// Finds the id of a message that cannot be read as a whole: its line is no JSON, or too long to be kept. Its
// sender waits for an answer all the same.
#pragma once

#include "protocol/rpc.hpp"
#include <optional>
#include <string>
#include <string_view>

namespace covey::protocol {

// Fed with the line in any split; keeps nothing but the id's text.
class id_scanner {
 public:
  void feed(std::string_view bytes);

  // The member "id" of the line's object, if it is one that a request can have. Nothing if there are two, or
  // if the line breaks off within a string: then what was taken for the id may be a part of one.
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
  std::string key_;    // of the member of the outermost object that is read
  std::string value_;  // of the member "id"
  bool kept_whole_ = true;
  int found_ = 0;  // members "id" of the outermost object
};

}  // namespace covey::protocol
