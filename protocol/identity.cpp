#include "protocol/identity.hpp"

namespace covey::protocol {

server_info identity() {
  return {
      "covey", COVEY_VERSION,
      "Runs the tests of the project in the workspace and says what they cover. After an edit: run_tests "
      "with output \"summary\": failures by their cause, with places, source lines and what differs; "
      "last_test_failures pages through them. While fixing: run_failing_tests reruns just what failed, and "
      "says what is fixed. A long run is answered with its id before clients give up on the call: "
      "run_status follows it, cancel_run stops it. tests_covering lists the tests that run a file or a line of it. get_file_coverage "
      "tells how much of a file ran and which lines did not, get_overall_coverage the same of the project, "
      "from "
      "the latest run or a coverage report; start_coverage_snapshot before an edit and end_coverage_snapshot "
      "after it tell what changed. list_testfiles and list_testblocks find tests without running anything, "
      "and "
      "run_testfiles and run_testblocks run just what a query picks. Questions are answered at once, also "
      "while a run goes on."};
}

}  // namespace covey::protocol
