// The command line.
#pragma once

#include "actors/system.hpp"
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace covey::cli {

enum class command {
  serve,
  call,
  report,
  diff,
  doctor,
  setup,
  hook,
  history,
  describe_tools,
  describe_config
};

// For `setup` and `hook`.
struct setup_request {
  std::string client;  // as it was typed; empty: none
  bool write = false;
  bool remove = false;
  bool hook = false;
  bool of_user = false;  // of_project: neither is the client's usual scope
  bool of_project = false;
};

struct options {
  command what = command::serve;
  std::string workspace;  // absolute, without symbolic links, an existing folder
  bool workspace_given = false;
  bool history = true;  // what runs say of their tests is kept on disk
  bool inputs = true;   // runs record what their tests read beside the code
  bool coverage = true;
  bool show_secrets = false;
  std::string config;                    // absolute; empty: covey.toml in the workspace
  std::size_t answer_tokens = 0;         // of each half of an answer
  std::chrono::seconds reply_within{0};  // of tools that run tests; 0: as long as the client waits
  std::optional<protocol::halves> sent;  // of every answer; empty: the client decides
  std::string run_output;                // of tools that run tests; empty: their defaults
  std::vector<std::string> tools;        // offered to the client; empty: all
  std::vector<std::pair<std::string, std::string>> calls;  // tool, arguments as JSON text
  // for `report`
  std::vector<std::string> reports;  // files to read; none: run the tests
  std::string output;                // the file to write; empty: stdout
  std::string language;              // of the run; empty: the only one there is
  std::chrono::seconds timeout{0};   // likewise
  // for `diff`, beside `reports` (one at most), `language` and `timeout`
  std::string base;                // empty: HEAD
  std::vector<std::string> files;  // and folders that count; none: all
  double fail_under = 0;           // percent
  setup_request setup;
  bool json = false;                // of `doctor` and `diff`
  bool clear = false, all = false;  // of `history`
};

// The server's configuration for these options, with its two descriptors.
actors::server_options server_of(const options& given, int in, int out);

// The options, or the exit code if the process is to exit now (0 after --help, 2 after a usage error, which
// has been reported on stderr).
std::variant<options, int> parse_options(int argc, char** argv, int out);

}  // namespace covey::cli
