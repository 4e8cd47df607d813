// Recorded sessions with the real server in an empty workspace, one file each.
#include "tests/sessions/transcript.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::testing;

namespace {

const std::string folder = COVEY_SOURCE_DIR "/tests/sessions";

struct session_fixture : covey_fixture {
  void play(const std::string& name) {
    redactor hide;
    hide.replace(workspace(), "<workspace>");
    transcript{folder + "/" + name + ".session"}.play(start(), hide);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(sessions, session_fixture)

BOOST_AUTO_TEST_CASE(lines_that_are_no_messages_get_an_error_and_the_next_one_works) {
  play("malformed");
}
BOOST_AUTO_TEST_CASE(a_line_over_the_limit_gets_one_error_and_the_next_one_works) {
  play("oversized");
}
BOOST_AUTO_TEST_CASE(blank_lines_and_carriage_returns_do_not_matter) {
  play("line_ends");
}
BOOST_AUTO_TEST_CASE(initialize_is_negotiated_and_never_refused) {
  play("initialize");
}
BOOST_AUTO_TEST_CASE(before_initialize_only_ping_is_served_to_a_legacy_client) {
  play("before_initialize");
}
BOOST_AUTO_TEST_CASE(the_modern_envelope_is_checked_on_every_request) {
  play("modern_envelope");
}
BOOST_AUTO_TEST_CASE(discover_tells_who_the_server_is) {
  play("discover");
}
BOOST_AUTO_TEST_CASE(a_modern_call_may_be_the_very_first_line) {
  play("modern_first");
}
BOOST_AUTO_TEST_CASE(a_client_may_discover_and_then_initialize_on_one_pipe) {
  play("both_eras");
}
BOOST_AUTO_TEST_CASE(a_listen_request_is_acknowledged_and_held) {
  play("listen");
}
BOOST_AUTO_TEST_CASE(a_cancel_of_what_is_not_open_is_ignored) {
  play("cancel");
}
BOOST_AUTO_TEST_CASE(the_habits_of_real_clients_are_borne_and_each_gets_the_half_it_shows) {
  play("clients");
}
BOOST_AUTO_TEST_CASE(a_call_that_cannot_be_made_says_why) {
  play("bad_calls");
}
BOOST_AUTO_TEST_CASE(questions_before_any_run_say_that_there_was_none) {
  play("before_any_run");
}
BOOST_AUTO_TEST_CASE(without_coverage_the_index_says_that_it_is_off) {
  redactor hide;
  hide.replace(workspace(), "<workspace>");
  transcript{folder + "/no_coverage.session"}.play(start({"--no-coverage"}), hide);
}

BOOST_AUTO_TEST_CASE(every_session_file_is_played) {
  const auto source = read_file(folder + "/sessions_test.cpp");
  for (const auto& name : entries_of(folder)) {
    const auto end = name.rfind(".session");
    if (end == std::string::npos) continue;
    const auto stem = name.substr(0, end);
    const bool is_played = source.find("\"" + stem + "\"") != std::string::npos ||
                           source.find("/" + stem + ".session\"") != std::string::npos;
    BOOST_CHECK_MESSAGE(is_played, name);
  }
}

BOOST_AUTO_TEST_SUITE_END()
