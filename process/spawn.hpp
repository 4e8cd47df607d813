// Starts a process with clean descriptors, signal mask and dispositions, in its own process group.
//
// Boost.Process 1.81 has launchers, but on a failed exec they run our atexit handlers in the child or leave a
// zombie, and their closing of descriptors skips gaps. posix_spawn returns exec errors directly and does not
// slow down with the size of the server; so this is a launcher for boost::process::v2 on top of it.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/process/v2/process.hpp>
#include <boost/system/error_code.hpp>
#include <string>
#include <vector>

namespace covey::process {

struct spawn_request {
  std::vector<std::string> argv;  // argv[0] is an absolute path
  std::vector<std::string> env;   // KEY=VALUE, the complete environment
  std::string cwd;
  std::vector<int> fds;  // become 0, 1, 2, … in the child; all others are closed there
};

boost::process::v2::process spawn(const boost::asio::any_io_executor& executor, const spawn_request& request,
                                  boost::system::error_code& ec);

}  // namespace covey::process
