// Takes out of an answer what differs from machine to machine and from run to run, so that it can be compared
// with a recorded one.
#pragma once

#include <boost/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace covey::testing {

class redactor {
 public:
  // Every occurrence of `text` in a string becomes `name`.
  void replace(std::string text, std::string name) {
    replacements_.emplace_back(std::move(text), std::move(name));
  }

  // Durations, ages, ids of runs, the version and the long texts of the server become "<name of the member>";
  // a list of tools becomes that of their names (the tools have snapshots of their own).
  boost::json::value redact(const boost::json::value& value) const;

  // A line of JSON as a line of redacted JSON.
  std::string redact_line(const std::string& line) const;

 private:
  std::vector<std::pair<std::string, std::string>> replacements_;
};

}  // namespace covey::testing
