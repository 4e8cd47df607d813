// The hidden commands that stand between cargo and its test binaries, with scripts for binaries.
#include "parsers/languages/rust/job.hpp"
#include "tests/support/piped_process.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <filesystem>

using namespace covey::testing;
namespace fs = std::filesystem;

namespace {

// Lists the tests a and b; `run` is what it does when it is to run them.
std::string libtest(const std::string& run) {
  return "#!/bin/sh\ncase \"$*\" in\n*--list*json*) exit 1 ;;\n*--list*) echo 'a: test'; echo 'b: test'; "
         "exit 0 ;;\n"
         "esac\nstarted() { printf '{ \"type\": \"test\", \"event\": \"started\", \"name\": \"%s\" }\\n' "
         "\"$1\"; }\n"
         "ok() { printf '{ \"type\": \"test\", \"name\": \"%s\", \"event\": \"ok\", \"exec_time\": 0.01 "
         "}\\n' \"$1\"; }\n"
         "suite() { echo '{ \"type\": \"suite\", \"event\": \"ok\", \"passed\": 2 }'; }\n" +
         run + "\n";
}

struct cargo_exec_fixture {
  cargo_exec_fixture() {
    session.events = area / "events";
    session.root = area.path();
    session.binaries[binary] = {"pkg::api", "api", area / "tests/api.rs", true, {true, {}}, {}};
  }

  program_result run(const std::string& script, std::vector<std::string> command = {}) {
    write_file(binary, script);
    fs::permissions(binary, fs::perms::owner_all);
    write_file(area / "session/session.json", covey::parsers::languages::rust::write_session(session));
    if (command.empty()) command = {binary};
    command.insert(command.begin(), "__cargo-exec");
    return run_program(COVEY_BINARY, {command, area.path(), {{"COVEY_CARGO", area / "session"}}});
  }

  std::string events() const { return read_file(area / "events"); }
  bool told(std::string_view what) const { return events().find(what) != std::string::npos; }

  temp_dir area;
  std::string binary = area / "api-1234";
  covey::parsers::languages::rust::cargo_session session;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(cargo_exec, cargo_exec_fixture)

BOOST_AUTO_TEST_CASE(the_report_goes_to_the_channel_and_text_to_stdout) {
  const auto result = run(libtest("started a; echo hello; ok a; started b; ok b; suite; echo to-err >&2"));
  BOOST_TEST(result.exit_code == 0);
  BOOST_TEST(result.out.find("test a ... ok\n") != std::string::npos, result.out);
  BOOST_TEST(result.out.find("hello\n") != std::string::npos, result.out);
  BOOST_TEST(result.err == "to-err\n");
  BOOST_TEST(told("{\"e\":\"total\",\"count\":2}"));
  BOOST_TEST(told("\"group\":\"pkg::api\",\"name\":\"b\",\"outcome\":\"passed\""));
}

BOOST_AUTO_TEST_CASE(each_binary_adds_to_the_total) {
  write_file(area / "session/total", "40");
  run(libtest("suite"));
  BOOST_TEST(told("{\"e\":\"total\",\"count\":42}"));
}

BOOST_AUTO_TEST_CASE(a_binary_that_leaves_with_0_within_a_test_is_no_success) {
  const auto result = run(libtest("started a; ok a; started b; exit 0"));
  BOOST_TEST(result.exit_code == 101);
  BOOST_TEST(told("\"name\":\"b\",\"outcome\":\"failed\",\"failures\":[{\"kind\":\"crash\""));
}

BOOST_AUTO_TEST_CASE(a_pass_counts_if_libtests_own_journal_has_it) {
  const std::string keeps = "while [ $# -gt 0 ]; do [ \"$1\" = --logfile ] && journal=$2; shift; done\n";
  const auto script = [&](const std::string& run) {
    auto all = libtest(run);
    return all.replace(0, std::string{"#!/bin/sh\n"}.size(), "#!/bin/sh\nall=$*\n" + keeps + ": >\"$journal\"\nset -- $all\n");
  };
  const auto honest = run(script("started a; ok a; started b; ok b; suite; printf 'ok a <0.01s>\nok b\n' >\"$journal\""));
  BOOST_TEST(honest.exit_code == 0);
  BOOST_TEST(!told("problem"));
  const auto forged = run(script("started a; started b; ok b; ok a; suite"));
  BOOST_TEST(forged.exit_code == 101);
  BOOST_TEST(told("\"name\":\"b\",\"outcome\":\"failed\",\"replaces\":\"passed\""));
}

BOOST_AUTO_TEST_CASE(a_signal_is_told_by_its_name) {
  const auto result = run(libtest("started a; echo 'last words' >&2; kill -SEGV $$"));
  BOOST_TEST(result.exit_code == 139);
  BOOST_TEST(told("signal 11 (SIGSEGV)"));
  BOOST_TEST(told("last words"));
}

BOOST_AUTO_TEST_CASE(what_a_crash_has_kept_from_running_runs_in_another_process) {
  const auto result = run(libtest(
      "case \"$*\" in *'--exact -- b') started b; ok b; suite ;; *) started a; kill -ABRT $$ ;; esac"));
  BOOST_TEST(result.exit_code == 134);
  BOOST_TEST(told("\"name\":\"a\",\"outcome\":\"failed\",\"failures\":[{\"kind\":\"crash\""));
  BOOST_TEST(told("\"name\":\"b\",\"outcome\":\"passed\""));
  BOOST_TEST(told("ran in further processes"));
  BOOST_TEST(told("{\"e\":\"done\",\"group\":\"pkg::api\"}"));
}

BOOST_AUTO_TEST_CASE(of_tests_that_ran_side_by_side_the_one_is_found_that_crashes) {
  run(
      libtest("case \"$*\" in *'--exact -- a') started a; ok a; suite ;; *'--exact -- b') started b; kill "
              "-ABRT $$ ;; "
              "*) started a; started b; kill -ABRT $$ ;; esac"));
  BOOST_TEST(told("\"name\":\"a\",\"outcome\":\"passed\""));
  BOOST_TEST(told("\"name\":\"b\",\"outcome\":\"failed\""));
  BOOST_TEST(!told("problem"));
}

BOOST_AUTO_TEST_CASE(a_crash_that_no_test_repeats_alone_is_not_lost) {
  const auto result =
      run(libtest("case \"$*\" in *'--exact -- '[ab]) name=${*##* }; started $name; ok $name; suite ;; "
                  "*) started a; started b; echo 'heap is gone' >&2; kill -ABRT $$ ;; esac"));
  BOOST_TEST(result.exit_code == 134);
  BOOST_TEST(told("\"name\":\"a\",\"outcome\":\"passed\""));
  BOOST_TEST(told("{\"e\":\"problem\",\"group\":\"pkg::api\",\"failure\":{\"kind\":\"crash\""));
  BOOST_TEST(told("each of them ends properly alone"));
  BOOST_TEST(told("heap is gone"));
}

BOOST_AUTO_TEST_CASE(a_binary_that_never_begins_is_started_once) {
  run(libtest("echo again >>'" + (area / "starts") + "'; exit 3"));
  BOOST_TEST(read_file(area / "starts") == "again\n");
  BOOST_TEST(told("2 tests of pkg::api have not run"));
  BOOST_TEST(told("{\"e\":\"done\",\"group\":\"pkg::api\",\"count\":2}"));
}

BOOST_AUTO_TEST_CASE(a_harness_that_lists_more_than_it_runs_leaves_nothing_out) {
  const std::string one =
      "echo '{ \"type\": \"suite\", \"event\": \"started\", \"test_count\": 1 }'; started a; ";
  run(libtest(one + "ok a; suite"));
  BOOST_TEST(told("{\"e\":\"known\",\"group\":\"pkg::api\",\"count\":1}"));
  BOOST_TEST(told("{\"e\":\"done\",\"group\":\"pkg::api\"}"));
  fs::remove(area / "events");
  run(libtest(one + "kill -TERM $$"));  // who asks for the end gets it
  BOOST_TEST(told("{\"e\":\"done\",\"group\":\"pkg::api\"}"));
  BOOST_TEST(!told("have not run"));
}

BOOST_AUTO_TEST_CASE(a_process_that_stays_behind_holds_nobody_up) {
  const auto begin = std::chrono::steady_clock::now();
  const auto result = run(libtest("sleep 20 & started a; ok a; suite; echo $! >'" + (area / "pid") + "'"));
  const auto took = std::chrono::steady_clock::now() - begin;
  run_program("/bin/kill", {{read_file(area / "pid")}, area.path(), {}});
  BOOST_TEST(result.exit_code == 0);
  BOOST_CHECK(took < std::chrono::seconds{10});
  BOOST_TEST(told("\"name\":\"a\",\"outcome\":\"passed\""));
}

BOOST_AUTO_TEST_CASE(only_the_chosen_tests_are_asked_for) {
  session.binaries[binary].chosen = {false, {"b"}};
  run(libtest("echo \"asked: $*\"; started b; ok b; suite"));
  const auto result = run(libtest("echo \"asked: $*\"; suite"));
  BOOST_TEST(result.out.find("--exact -- b\n") != std::string::npos, result.out);
  session.binaries[binary].chosen = {};
  const auto nothing = run(libtest("echo ran"));
  BOOST_TEST(nothing.out.empty());
  BOOST_TEST(nothing.exit_code == 0);
}

BOOST_AUTO_TEST_CASE(libtests_json_is_unlocked_for_the_binary_and_our_own_variables_are_gone) {
  const std::string show = "echo \"$RUSTC_BOOTSTRAP,${COVEY_CARGO-unset},$RUST_BACKTRACE\"; suite";
  BOOST_TEST(run(libtest(show)).out.starts_with("covey-reads-libtest,unset,"));  // no crate has such a name
  session.bootstrap = false;
  BOOST_TEST(run(libtest(show)).out.starts_with(",unset,"));
}

BOOST_AUTO_TEST_CASE(a_binary_of_nobody_is_run_and_told) {
  session.binaries.clear();
  const auto result = run("#!/bin/sh\necho \"ran $1 ${COVEY_CARGO-unset}\"; exit 7\n", {binary, "x"});
  BOOST_TEST(result.out == "ran x unset\n");
  BOOST_TEST(result.exit_code == 7);
  BOOST_TEST(told("that its build had not named; what its tests did is not known: " + binary));
}

BOOST_AUTO_TEST_CASE(the_users_runner_stays_in_front) {
  session.runner = {"/usr/bin/env", "WRAPPED=yes"};
  BOOST_TEST(run(libtest("echo \"wrapped: $WRAPPED\"; suite")).out.find("wrapped: yes") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_main_function_is_a_test_by_its_exit_code) {
  session.binaries[binary].harness = false;
  BOOST_TEST(run("#!/bin/sh\nexit 0\n").exit_code == 0);
  BOOST_TEST(told("\"group\":\"pkg::api\",\"name\":\"api\",\"outcome\":\"passed\""));
  BOOST_TEST(
      run("#!/bin/sh\necho \"thread 'main' panicked at tests/api.rs:2:5:\" >&2; echo broken >&2; exit 101\n")
          .exit_code == 101);
  BOOST_TEST(told("\"message\":\"broken\",\"file\":\"" + (area / "tests/api.rs") + "\",\"line\":2"));
  run("#!/bin/sh\nexit 3\n");
  BOOST_TEST(told("\"kind\":\"assertion\",\"message\":\"ended with exit code 3\""));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_started_is_said) {
  session.binaries.clear();
  const auto result = run("", {area / "absent"});
  BOOST_TEST(result.exit_code == 127);
  BOOST_TEST(result.err.find("No such file") != std::string::npos);
  const auto broken = run("#!/nowhere/at/all\n", {binary});
  BOOST_TEST(broken.exit_code == 127);
}

BOOST_AUTO_TEST_CASE(bad_arguments_are_refused) {
  const auto call = [this](std::vector<std::string> arguments) {
    return run_program(COVEY_BINARY, {std::move(arguments), area.path(), {}});
  };
  BOOST_TEST(call({"__cargo-exec"}).exit_code == 2);
  BOOST_TEST(call({"__cargo-test"}).exit_code == 2);
  BOOST_TEST(call({"__cargo-test", area / "absent"}).exit_code == 2);
  BOOST_TEST(call({"__llvm-coverage", "x"}).exit_code == 2);
  BOOST_TEST(call({"__llvm-coverage", area.path(), area.path(), "", "p", "c"}).exit_code == 1);
}

BOOST_AUTO_TEST_SUITE_END()
