// The processes that a misbehaving test run starts, and what they do to it.
#pragma once

#include <cstdint>
#include <string>

namespace covey::testing {

void spawn(std::uint64_t count);          // children that ignore nothing and wait
void leak_stdout(double seconds);         // a child that only holds stdout
void stop_guard();                       // covey's process that watches the run, whatever stands between
void keep_stopping_parent();              // a child that stops this process's parent again and again
void daemonise(const std::string& name);  // a grandchild, an orphan in a session of its own, deaf to SIGTERM
void daemonise_reporting();               // such a one that reports each SIGTERM

}  // namespace covey::testing
