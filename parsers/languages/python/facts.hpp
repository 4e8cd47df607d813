// What an interpreter reports about itself: its version, and which of the relevant packages it can import.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::python {

struct interpreter_facts {
  int major = 0;
  int minor = 0;
  std::string version;                // "3.12.1"
  std::optional<std::string> pytest;  // versions; nullopt: not installed
  std::optional<std::string> coverage;
  std::optional<std::string> xdist;
  std::optional<std::string> django;

  // It has sys.monitoring, with which the reporter records coverage.
  bool monitors() const { return major > 3 || (major == 3 && minor >= 12); }
  // The reporters run on Python 3.6 and later.
  bool supported() const { return major > 3 || (major == 3 && minor >= 6); }

  // The arguments after the interpreter.
  static const std::vector<std::string>& arguments();
  // Nullopt: `printed` has no answer of covey's script.
  static std::optional<interpreter_facts> parse(std::string_view printed);
};

}  // namespace covey::parsers::languages::python
