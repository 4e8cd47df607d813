// Kinds of failure in each language (scalars, texts, structures, exceptions in product code and in helpers,
// stacks, time-outs, crashes, builds, imports, snapshots, eighty of one cause): what covey answers to them is
// recorded in tests/answers, so that a change of an answer is a change of a file that people read.
#include "tests/e2e/languages/node_fixture.hpp"
#include "tests/e2e/languages/python_fixture.hpp"
#include "tests/e2e/languages/rust_crates.hpp"
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <regex>

using namespace covey::testing;
namespace utf = boost::unit_test;

namespace {

bool is_update() {
  const char* value = std::getenv("UPDATE");
  return value != nullptr && std::string_view{value} == "1";
}

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

// Without what differs from run to run and from machine to machine.
std::string lasting(std::string text, const std::string& workspace) {
  replace_all(text, workspace, "WORKSPACE");
  const std::pair<std::regex, const char*> parts[] = {
      {std::regex{R"(in [0-9.]+s\b)"}, "in Ns"},
      {std::regex{R"(\b[0-9]+s ago)"}, "just now"},
      {std::regex{R"(after [0-9]+\.[0-9]+s)"}, "after Ns"},
      {std::regex{R"(0x[0-9a-f]{6,})"}, "0xN"},
      {std::regex{R"(\([0-9]+ times\))"}, "(N times)"},
      {std::regex{R"(… [0-9]+ frames outside)"}, "… N frames outside"},
      {std::regex{R"(\([0-9]+ frames outside)"}, "(N frames outside"},
      {std::regex{R"(the runner printed [0-9]+ bytes)"}, "the runner printed N bytes"}};
  for (const auto& [what, with] : parts) text = std::regex_replace(text, what, with);
  return text;
}

// "go1.26" of a run of go1.26.8: what a toolchain says changes with it.
std::string toolchain_of(session& server) {
  const auto run = server.call("run_status", {{"detail", true}});
  const std::string chosen{at_path(run, "structuredContent.choices").at(0).at("chosen").as_string()};
  const auto version = chosen.substr(chosen.rfind(' ') + 1);
  return version.substr(0, version.find('.', version.find('.') + 1));
}

struct recorded_fixture : node_fixture {
  // The answers of a run of the project and, where there are many failures, all but the eighty of one cause.
  void expect(const std::string& name, const std::string& many = {}, int timeout = 120) {
    use_project("answers/" + name);
    auto& s = server();
    const auto run =
        s.result(s.start_call("run_tests", {{"output", "summary"}, {"timeout", timeout}}), run_deadline);
    const auto ours = toolchain_of(s);
    auto text = ours + "\n\n" + text_of(run) + "\n";
    check_halves(run);
    check_halves(s.call("last_test_failures"));
    if (!many.empty()) {
      const auto each = s.call("last_test_failures", {{"filter", "!" + many}});
      check_halves(each);
      text += "\n=== each\n" + text_of(each);
    }
    text = lasting(std::move(text), workspace());
    auto file = std::string{COVEY_SOURCE_DIR} + "/tests/answers/" + name + ".txt";
    if (is_update()) write_file(file, text);
    const auto recorded = read_file(file);
    const auto toolchain = recorded.substr(0, recorded.find('\n'));
    if (!recorded.empty() && toolchain != ours) {
      std::cout << "SKIPPED: the answers were recorded with " << toolchain << ", this is " << ours << "\n";
      return;
    }
    BOOST_CHECK_MESSAGE(text == recorded, name
                                              << " has changed, look at it and run this test with UPDATE=1:\n"
                                              << text);
  }

  recorded_fixture() {
    // In their order, one after the other.
    set_environment("RUST_TEST_THREADS", "1");
    set_environment("GOFLAGS", "-p=1");
  }

  void use_vitest() { use_packages("vitest4"); }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(answers_recorded, recorded_fixture)

BOOST_AUTO_TEST_CASE(go_kinds, *utf::precondition(has_go)) {
  expect("go/kinds", "many/TestHalf/");
}

BOOST_AUTO_TEST_CASE(go_slow, *utf::precondition(has_go)) {
  expect("go/slow", {}, 25);
}

BOOST_AUTO_TEST_CASE(python_kinds, *utf::precondition(needs_python("pytest8"))) {
  set_environment("VIRTUAL_ENV", tools("pytest8"));
  expect("python/kinds", "::test_half");
}

BOOST_AUTO_TEST_CASE(python_slow, *utf::precondition(needs_python("pytest8"))) {
  set_environment("VIRTUAL_ENV", tools("pytest8"));
  expect("python/slow", {}, 15);
}

BOOST_AUTO_TEST_CASE(python_crash, *utf::precondition(needs_python("pytest8"))) {
  set_environment("VIRTUAL_ENV", tools("pytest8"));
  expect("python/crash");
}

BOOST_AUTO_TEST_CASE(python_snapshot, *utf::precondition(needs_python("snapshots"))) {
  set_environment("VIRTUAL_ENV", tools("snapshots"));
  expect("python/snapshot");
}

BOOST_AUTO_TEST_CASE(node_kinds, *utf::precondition(needs_node_modules("vitest4"))) {
  use_vitest();
  expect("node/kinds", "half");
}

BOOST_AUTO_TEST_CASE(node_slow, *utf::precondition(needs_node_modules("vitest4"))) {
  use_vitest();
  expect("node/slow", {}, 20);
  // What Vitest keeps there stays if it is killed.
  for (const auto& left : std::filesystem::directory_iterator{temp()})
    if (!left.path().filename().string().starts_with("covey")) std::filesystem::remove_all(left.path());
}

BOOST_AUTO_TEST_CASE(node_crash, *utf::precondition(needs_node_modules("vitest4"))) {
  use_vitest();
  expect("node/crash");
}

BOOST_AUTO_TEST_CASE(rust_kinds, *utf::precondition(needs_program("cargo"))) {
  set_environment("CARGO_TARGET_DIR", outside("target"));
  expect("rust/kinds", "many::of_");
}

BOOST_AUTO_TEST_CASE(rust_broken, *utf::precondition(needs_program("cargo"))) {
  set_environment("CARGO_TARGET_DIR", outside("target"));
  expect("rust/broken");
}

BOOST_AUTO_TEST_CASE(rust_slow, *utf::precondition(needs_program("cargo"))) {
  set_environment("CARGO_TARGET_DIR", outside("target"));
  expect("rust/slow", {}, 45);
}

BOOST_AUTO_TEST_CASE(rust_snapshot, *utf::precondition(needs_crates("answers/rust/snapshot"))) {
  set_environment("CARGO_TARGET_DIR", outside("target"));
  expect("rust/snapshot");
}

BOOST_AUTO_TEST_CASE(julia_kinds, *utf::precondition(needs_program("julia"))) {
  expect("julia/kinds", "half");
}

BOOST_AUTO_TEST_CASE(julia_slow, *utf::precondition(needs_program("julia"))) {
  expect("julia/slow", {}, 45);
}

BOOST_AUTO_TEST_CASE(julia_crash, *utf::precondition(needs_program("julia"))) {
  expect("julia/crash");
}

BOOST_AUTO_TEST_CASE(julia_broken, *utf::precondition(needs_program("julia"))) {
  expect("julia/broken");
}

BOOST_AUTO_TEST_SUITE_END()
