// What an interpreter says of itself: its version, and which of the packages that matter here it can import.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct python_facts {
  int major = 0;
  int minor = 0;
  std::string version;                // "3.12.1"
  std::optional<std::string> pytest;  // versions; nothing: not installed
  std::optional<std::string> coverage;
  std::optional<std::string> xdist;
  std::optional<std::string> django;

  // sys.monitoring, which the reporter measures with.
  bool monitors() const { return major > 3 || (major == 3 && minor >= 12); }
  // The oldest that the reporters run on.
  bool supported() const { return major > 3 || (major == 3 && minor >= 6); }

  // The arguments after the interpreter.
  static const std::vector<std::string>& arguments();
  // Nothing: that was no answer of ours.
  static std::optional<python_facts> parse(std::string_view printed);
};

}  // namespace covey::parsers
