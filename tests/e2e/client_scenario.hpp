// What an official client does with a server, as one scenario.
#pragma once

#include "tests/support/fixture.hpp"

namespace covey::testing {

// Lists twice, calls quickly, calls an unknown tool, watches a run's progress, has a short call answered
// during a long one, cancels, pings. The server is open already; run_tests must take a second at least and
// report several tests.
void play_client_scenario(session& server);

}  // namespace covey::testing
