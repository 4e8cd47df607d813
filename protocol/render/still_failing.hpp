// What earlier runs found red and the latest one did not judge: said before anything else, for an answer that
// shows only what passed would read as green.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "protocol/json.hpp"
#include <string>

namespace covey::protocol {

// "50 of 198 rerun, 148 not rerun and still failing"; empty where the run judged all that was known to fail.
std::string still_failing_line(const parsers::finished_run& run);

// The same as the members `still_failing` and `not_rerun`, where there is something to say.
void add_still_failing(json::object& out, const parsers::finished_run& run);

// "run 1, of all tests, timed out: 5 test(s) never began; run_tests runs all"; empty where the last run of
// all tests reached them. Of several languages one after the other.
std::string unreached_line(const parsers::finished_run& run);

}  // namespace covey::protocol
