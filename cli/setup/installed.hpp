// The clients whose files have an entry of covey's, for `covey doctor`.
#pragma once

#include "cli/setup/client.hpp"
#include <string>
#include <vector>

namespace covey::cli {

struct installed_client {
  const client_setup* client = nullptr;
  std::string file;       // that has the entry
  std::string program;    // that the entry names
  std::string problem;    // why that cannot be started; empty: it can
  std::string mends;      // the command that mends it
  std::string hook_file;  // that has the hook; empty: none has
  std::string untrusted;  // what stands in the way of the hook; empty: nothing that can be seen
};

// Of the user and of the project, each file once.
std::vector<installed_client> installed_clients(const std::string& project);

}  // namespace covey::cli
