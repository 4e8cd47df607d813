// Every sentence with which covey refuses a call, in a file that people read: a change of one shows
// beside the others, and a new one is compared with them. A good one names the value, the limit and the remedy.
#include "tests/e2e/error_groups.hpp"
#include "tests/support/fixture.hpp"
#include "tests/support/redactor.hpp"
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string_view>
#include <utility>

using namespace covey::testing;

namespace {

namespace fs = std::filesystem;

using answer = error_call::answer;

const std::string recorded_file = std::string{COVEY_SOURCE_DIR} + "/tests/errors.txt";

const std::string head =
    "# What covey says to calls that it refuses, as tests/e2e/error_groups_of_*.cpp make them.\n"
    "# `UPDATE=1 ctest --test-dir build -R e2e_test/errors` writes this file.\n";

constexpr std::int64_t first_id = 1000;  // above those that the session gives

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

// The folder around the workspace.
std::string area_of(const covey_fixture& project) {
  return fs::path{project.workspace()}.parent_path().string();
}

std::string with_places(std::string text, const covey_fixture& project) {
  replace_all(text, "WORKSPACE", project.workspace());
  replace_all(text, "OUTSIDE", area_of(project));
  return text;
}

// Without what differs from machine to machine.
std::string lasting(std::string text, const covey_fixture& project) {
  replace_all(text, project.workspace(), "WORKSPACE");
  replace_all(text, project.temp(), "TEMP");
  replace_all(text, area_of(project), "OUTSIDE");
  text = std::regex_replace(text, std::regex{"covey-snapshots-[0-9]+"}, "covey-snapshots-UID");
  return without_catalogues(text);
}

// Some arguments are as long as the limit that they exceed.
std::string shortened(const std::string& arguments) {
  constexpr std::size_t max_length = 200;
  constexpr std::size_t shown = 80;
  if (arguments.size() <= max_length) return arguments;
  return arguments.substr(0, shown) + "… (" + std::to_string(arguments.size()) + " bytes)";
}

std::string name_of(const error_call& asked) {
  return (asked.tool.empty() ? "tools/call" : asked.tool) + " " + shortened(asked.arguments);
}

std::string indented(const std::string& text) {
  std::string out;
  std::istringstream lines{text};
  for (std::string line; std::getline(lines, line);) out += (line.empty() ? "" : "  " + line) + "\n";
  return out;
}

bool is_error(const json::object& said) {
  return said.contains("error") || at_path(said, "result.isError") == true;
}

std::string text_of_error(const json::object& said) {
  if (!said.contains("error")) return text_of(said.at("result").as_object());
  return "JSON-RPC error " + json::serialize(at_path(said, "error.code")) + ": " +
         std::string{at_path(said, "error.message").as_string()};
}

void add_programs(covey_fixture& project, const file_map& programs) {
  write_files(project.programs(), programs);
  for (const auto& [name, text] : programs)
    fs::permissions(project.programs() + "/" + name, fs::perms::owner_all);
}

// No runner of this machine may decide what is refused.
void set_up(covey_fixture& project, const error_group& group) {
  if (!group.fake_go.empty()) project.use_fake_go(group.fake_go);
  project.set_environment("PATH", project.programs());
  for (const auto* variable : {"VIRTUAL_ENV", "CONDA_PREFIX"}) project.set_environment(variable, "");
  for (const auto& [name, value] : group.environment)
    project.set_environment(name, with_places(value, project));
  write_files(project.workspace(), group.files);
  add_programs(project, group.programs);
  if (group.prepare) group.prepare(project);
}

std::string call_line(std::int64_t id, const error_call& asked, const covey_fixture& project) {
  const auto arguments = with_places(asked.arguments, project);
  const auto params =
      asked.tool.empty() ? arguments : R"({"name":")" + asked.tool + R"(","arguments":)" + arguments + "}";
  return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":"tools/call","params":)" + params +
         "}";
}

class group_recorder {
 public:
  explicit group_recorder(const error_group& group) : group_(group) {}

  // The group's part of the file.
  std::string record() {
    set_up(project_, group_);
    auto& server =
        group_.opened ? project_.start_open("2025-11-25", group_.options) : project_.start(group_.options);
    auto id = first_id;
    for (const auto& asked : group_.calls) {
      write_files(project_.workspace(), asked.files);
      if (!asked.repeats_id) ++id;
      server.send_line(call_line(id, asked, project_));
      if (asked.expected == answer::error_later) later_.emplace_back(id, &asked);
      if (asked.expected == answer::error || asked.expected == answer::result) take(server.answer(id), asked);
    }
    for (const auto& [number, asked] : later_) take(server.answer(number), *asked);
    project_.teardown();
    return text_;
  }

 private:
  void take(const json::object& said, const error_call& asked) {
    const bool wanted = asked.expected != answer::result;
    BOOST_CHECK_MESSAGE(is_error(said) == wanted,
                        group_.title << ": " << name_of(asked) << " was " << (wanted ? "not " : "")
                                     << "refused: " << json::serialize(said).substr(0, 2000));
    if (wanted && is_error(said))
      text_ += name_of(asked) + "\n" + indented(lasting(text_of_error(said), project_));
  }

  const error_group& group_;
  covey_fixture project_;
  std::vector<std::pair<std::int64_t, const error_call*>> later_;
  std::string text_ = "\n# " + group_.title + "\n";
};

bool is_update() {
  const char* value = std::getenv("UPDATE");
  return value != nullptr && std::string_view{value} == "1";
}

// Of two texts that differ, the first line that does.
std::string first_difference(const std::string& recorded, const std::string& now) {
  std::istringstream before{recorded}, after{now};
  std::string line, other;
  for (int number = 1;; ++number) {
    const bool has_line = static_cast<bool>(std::getline(before, line));
    const bool has_other = static_cast<bool>(std::getline(after, other));
    if (has_line && has_other && line == other) continue;
    if (!has_line && !has_other) return "the end of the last line";
    return "line " + std::to_string(number) + "\n  was: " + (has_line ? line : "(none)") +
           "\n  now: " + (has_other ? other : "(none)");
  }
}

BOOST_AUTO_TEST_SUITE(errors, *boost::unit_test::label("languages"))

BOOST_AUTO_TEST_CASE(every_refusal_in_its_own_words) {
  auto text = head;
  for (auto* some : {groups_of_calls, groups_of_reports, groups_of_runs, groups_of_planners})
    for (const auto& group : some()) text += group_recorder{group}.record();
  if (is_update()) write_file(recorded_file, text);
  const auto recorded = read_file(recorded_file);
  BOOST_CHECK_MESSAGE(text == recorded,
                      "tests/errors.txt has changed, look at it and run this test with UPDATE=1: "
                          << first_difference(recorded, text));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
