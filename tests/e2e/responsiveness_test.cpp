// Short questions during a long run, and the first answer: none waits for a runner. How long they take is measured by
// bench/server.
#include "tests/support/fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <functional>

using namespace covey::testing;

BOOST_FIXTURE_TEST_SUITE(responsiveness, covey_fixture)

// The run ends after the last answer only: one that waited for it would never come.
BOOST_AUTO_TEST_CASE(short_questions_are_answered_while_a_run_streams) {
  use_fake_go("pass:50,fail:3,coverage");
  auto& server = start_open();
  server.call("run_tests");
  const auto asked = outside("asked");
  use_fake_go("steady-until:" + asked);
  const std::vector<std::function<std::int64_t(session&)>> questions = {
      [](session& s) { return s.start_call("tests_covering", {{"file", "fake.go"}, {"line", 3}}); },
      [](session& s) { return s.start_call("last_test_failures"); },
      [](session& s) { return s.request("tools/list"); }};
  const auto run = server.start_call("run_tests", {}, "run");
  const auto lines = [&] { return server.progress_of("run").size(); };
  // They are spread over the run by its lines of progress, of which there are ten a second at most.
  for (std::size_t seen = 0; seen < 5; ++seen) {
    BOOST_REQUIRE(server.until([&] { return lines() > seen; }));
    for (int i = 0; i < 20; ++i)
      for (const auto& ask : questions) server.result(ask(server));
  }
  BOOST_TEST(!server.has_answer(run));
  write_file(asked, "");
  BOOST_TEST(server.result(run).at("structuredContent").at("status").as_string() == "passed");
}

BOOST_AUTO_TEST_CASE(the_first_answer_waits_for_no_toolchain) {
  for (const auto* name : {"go", "python3", "node", "cargo", "julia"}) {
    const auto program = programs() + "/" + name;
    write_file(program, "#!/bin/sh\nexec sleep 1000\n");
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  }
  set_environment("PATH", programs() + ":/usr/bin:/bin");
  write_files(workspace(),
              {{"go.mod", "module example.com/m\n"}, {"pyproject.toml", ""}, {"package.json", "{}"}});
  for (const bool modern : {false, true}) {
    auto& server = start();
    if (modern) server.open(modern_revision);
    server.result(
        server.request(modern ? "server/discover" : "initialize", {{"protocolVersion", "2025-11-25"}}));
  }
}

BOOST_AUTO_TEST_SUITE_END()
