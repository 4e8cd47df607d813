// The command line.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace covey::cli {

enum class command { serve, call, report, doctor, describe_tools };

struct options {
  command what = command::serve;
  std::string workspace;  // absolute, without symbolic links, an existing folder
  bool coverage = true;
  bool show_secrets = false;
  std::vector<std::pair<std::string, std::string>> calls;  // tool, arguments as JSON text
  // of `report`
  std::vector<std::string> reports;  // files to read; none: run the tests
  std::string output;                // the file to write; empty: stdout
  std::string language;              // of the run; empty: the only one there is
  std::chrono::seconds timeout{0};   // likewise
};

// The options, or the exit code of a process that has nothing more to do (0 after --help, 2 after a mistake,
// which has been said on stderr).
std::variant<options, int> parse_options(int argc, char** argv, int out);

}  // namespace covey::cli
