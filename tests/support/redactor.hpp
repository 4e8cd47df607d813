// Takes out of an answer what differs from machine to machine and from run to run, so that it can be compared
// with a recorded one.
#pragma once

#include <boost/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace covey::testing {

// The text without the names of all tools and project files, so that a new one changes no recording.
std::string without_catalogues(const std::string& text);

class redactor {
 public:
  // Every occurrence of `text` in a string becomes `name`.
  void replace(std::string text, std::string name) {
    replacements_.emplace_back(std::move(text), std::move(name));
  }

  // Durations, ages, ids of runs, the version, the long texts of the server and lists of tools, which have snapshots
  // of their own, become "<name of the member>".
  boost::json::value redact(const boost::json::value& value) const;

  // A line of JSON as a line of redacted JSON.
  std::string redact_line(const std::string& line) const;

 private:
  std::vector<std::pair<std::string, std::string>> replacements_;
};

}  // namespace covey::testing
