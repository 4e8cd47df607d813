// What `go env` tells of a Go toolchain and its settings, as far as the plan of a run depends on it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct go_environment {
  std::string version;         // "go1.26.8"
  int minor = 0;               // 26 of it; 0: not known
  std::string workspace;       // the go.work in use, "" for none
  bool starts_tests = false;   // the user's -exec, or a foreign architecture, starts the test binaries
  bool selects_tests = false;  // GOFLAGS has a -run or -skip: not all tests are run

  bool own_temp = false;  // the user's GOTMPDIR is where go commands work

  // The arguments after `go`; one value a line, in this order.
  static const std::vector<std::string>& arguments();
  static go_environment parse(std::string_view printed);
};

// One word of a flag that Go splits into words itself (-exec). It knows '…' and "…", and no escapes: nothing
// if the text holds both quotes.
std::optional<std::string> go_quoted(std::string_view text);

}  // namespace covey::parsers
