// A recorded session: a text file of notes, what the client sends and what the server answers.
//
//   # a note
//   > {"jsonrpc":"2.0","id":1,"method":"ping"}        sent as a line
//   >raw "{}\r\n\n"                                   sent as these bytes (a JSON string)
//   >repeat 5000000 "x"                               sent that often, without a line end
//   < {"jsonrpc":"2.0","id":1,"result":{}}            expected, as the redactor leaves it
//
// What stands between two groups of client lines is all the server says to the first. Compared are values:
// the order of an object's members does not count.
#pragma once

#include "tests/support/fixture.hpp"
#include "tests/support/redactor.hpp"
#include <string>
#include <vector>

namespace covey::testing {

class transcript {
 public:
  explicit transcript(std::string path);

  // Plays it against a server that has just been started. With UPDATE=1 in the environment the file is
  // rewritten with what was answered instead of being compared.
  void play(session& server, const redactor& hide);

 private:
  struct exchange {
    std::vector<std::string> client;  // notes and client lines, as they stand
    std::vector<std::string> server;  // without the "< "
  };
  void send(session& server, const std::string& line);
  std::vector<std::string> answers(session& server, std::size_t expected);
  void write() const;

  std::string path_;
  std::vector<exchange> exchanges_;
  int probes_ = 0;
};

}  // namespace covey::testing
