#include "tests/languages/common/e2e/recorded_answers.hpp"
#include "tests/support/answers.hpp"
#include "tests/support/skip.hpp"
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <iostream>
#include <regex>
#include <string_view>
#include <utility>

namespace covey::testing {
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
      {std::regex{R"(\n[0-9]+ s: (?:build|start|tests) [^\n]*)"}, ""},  // only of a slow machine
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

}  // namespace

void expect_recorded_answers(language_fixture& project, const std::string& language, const std::string& name,
                             const std::string& many, int timeout) {
  project.use_project(language + "/answers/" + name);
  auto& s = project.server();
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
  text = lasting(std::move(text), project.workspace());
  const auto file =
      std::string{COVEY_SOURCE_DIR} + "/tests/languages/" + language + "/answers/" + name + ".txt";
  if (is_update()) write_file(file, text);
  const auto recorded = read_file(file);
  const auto toolchain = recorded.substr(0, recorded.find('\n'));
  if (!recorded.empty() && toolchain != ours) {
    skip("the answers were recorded with " + toolchain + ", this is " + ours);
    return;
  }
  BOOST_CHECK_MESSAGE(text == recorded,
                      language << "/" << name << " has changed, look at it and run this test with UPDATE=1:\n"
                               << text);
}

}  // namespace covey::testing
