// The launcher of the real server: every command gets a guard of its own.
#pragma once

#include "process/guarded_child.hpp"
#include <memory>
#include <string>

namespace covey::process {

// The io_context must outlive the launcher and all its children.
std::unique_ptr<launcher> make_guard_launcher(boost::asio::io_context& context, std::string self,
                                              child_limits limits = {});

}  // namespace covey::process
