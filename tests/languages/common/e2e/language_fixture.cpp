#include "tests/languages/common/e2e/language_fixture.hpp"
#include "tests/support/skip.hpp"
#include "tests/support/test_data.hpp"
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <unistd.h>

namespace covey::testing {
namespace {

namespace fs = std::filesystem;

std::string node_modules(std::string_view set) {
  return std::string{COVEY_TOOLS_DIR} + "/node/" + std::string{set} + "/node_modules";
}

// An answer of a run has one failure of each cause. A filter lists each with all that is known of it, and
// this one matches them all.
json::array all_failures(session& server) {
  json::array out;
  for (std::int64_t total = 1; static_cast<std::int64_t>(out.size()) < total;) {
    const auto page = server.call("last_test_failures", {{"filter", "!no-test-is-called-so"},
                                                         {"offset", out.size()},
                                                         {"limit", 500},
                                                         {"detail", true},
                                                         {"budget", 250'000}});
    const auto& found = page.at("structuredContent").as_object();
    total = found.at("total").as_int64();
    BOOST_REQUIRE_MESSAGE(!found.at("failures").as_array().empty(), text_of(page));
    for (const auto& one : found.at("failures").as_array()) out.push_back(one);
  }
  return out;
}

}  // namespace

void language_fixture::use_project(std::string_view name) {
  const auto slash = name.find('/');
  const fs::path from =
      covey::testing::test_data() / "languages" / name.substr(0, slash) / "projects" / name.substr(slash + 1);
  BOOST_REQUIRE_MESSAGE(fs::is_directory(from), from);
  fs::copy(from, workspace(), fs::copy_options::recursive);
}

void language_fixture::use_node_modules(std::string_view set) {
  fs::create_directory_symlink(node_modules(set), workspace() + "/node_modules");
}

session& language_fixture::server() {
  if (server_ == nullptr) server_ = &start_open("2025-11-25", {"--workspace", workspace()});
  return *server_;
}

json::object language_fixture::run(std::string_view tool, json::object arguments) {
  auto& s = server();
  if (tool.starts_with("run_"))
    for (const auto& [name, value] : run_arguments_) arguments.emplace(name, value);
  if (tool == "run_tests" || tool == "run_failing_tests") arguments.emplace("detail", true);
  auto answer = s.result(s.start_call(tool, std::move(arguments)), run_deadline);
  BOOST_REQUIRE_MESSAGE(answer.if_contains("structuredContent") != nullptr, text_of(answer));
  auto out = answer.at("structuredContent").as_object();
  if (out.contains("causes")) out["failures"] = all_failures(s);
  return out;
}

json::object language_fixture::answer_of(std::string_view tool, json::object arguments) {
  return run(tool, std::move(arguments));
}

json::object language_fixture::run_block(const std::string& file, const std::string& label,
                                         json::object arguments) {
  arguments["file_query"] = exact_query(file);
  arguments["testset_query"] = exact_query(label);
  arguments["detail"] = true;
  return run("run_testblocks", std::move(arguments));
}

json::object language_fixture::run_tests(json::object arguments) {
  return run("run_tests", std::move(arguments));
}

json::object language_fixture::run_failing_tests(json::object arguments) {
  return run("run_failing_tests", std::move(arguments));
}

std::string language_fixture::error_of(std::string_view tool, json::object arguments) {
  auto& s = server();
  const auto answer = s.result(s.start_call(tool, std::move(arguments)), run_deadline);
  const auto* error = answer.if_contains("isError");
  BOOST_REQUIRE_MESSAGE(error != nullptr && error->as_bool(), text_of(answer));
  return text_of(answer);
}

std::vector<std::string> language_fixture::covering(std::string_view file, std::uint32_t line) {
  json::object question{{"file", file}, {"limit", 200}};  // all there may be
  if (line > 0) question["line"] = line;
  const auto answer = server().call("tests_covering", question);
  std::vector<std::string> out;
  const auto groups = at_path(answer, "structuredContent.groups");
  if (!groups.is_array()) return out;
  for (const auto& group : groups.get_array())
    for (const auto& test : group.at("tests").as_array()) {
      // What stands for several is told as often as there are tests.
      const auto count = at_path(group, "of." + std::string{test.as_string()});
      out.insert(out.end(), count.is_null() ? 1u : count.to_number<std::size_t>(),
                 std::string{group.at("unit").as_string()} + ": " + std::string{test.as_string()});
    }
  std::sort(out.begin(), out.end());
  return out;
}

bool language_fixture::ran(const std::string& file, std::uint32_t line) {
  const auto answer = server().call("tests_covering", {{"file", file}, {"line", line}});
  return at_path(answer, "structuredContent.status") == "covered" ||
         at_path(answer, "structuredContent.at_load") == true;
}

void language_fixture::expect_lines(const json::object& run, const line_states& files) {
  BOOST_REQUIRE(!files.empty());
  std::int64_t found = 0;
  std::int64_t hit = 0;
  for (const auto& [file, lines] : files)
    for (const auto& [line, hits] : lines) {
      // Files of the tests count in no total, unless the project configures what does.
      const bool counts = run.at("language") != "python" || !file.starts_with("tests/");
      found += counts ? 1 : 0;
      hit += counts && hits ? 1 : 0;
      BOOST_CHECK_MESSAGE(ran(file, line) == hits, file << ":" << line << (hits ? " ran" : " did not run"));
    }
  const auto& coverage = run.at("coverage").as_object();
  BOOST_TEST(coverage.at("lines_found").as_int64() == found);
  BOOST_TEST(coverage.at("lines_hit").as_int64() == hit);
}

void language_fixture::expect_each_selectable(std::vector<named_test> names) {
  const auto failing = outside("failing");
  set_environment("FAILING", failing);
  // What passes is believed only where the workspace has changed.
  const auto edited = workspace() + "/edited.txt";
  const auto let_fail = [&] {
    std::string labels;
    for (const auto& one : names) labels += one.label + "\n";
    write_file(failing, labels);
    write_file(edited, labels);
  };
  let_fail();
  const auto whole = run_tests();
  BOOST_TEST_INFO_SCOPE("the run: " << json::serialize(whole));
  BOOST_TEST(whole.at("failures").as_array().size() == names.size());
  for (const auto& failure : whole.at("failures").as_array()) {
    const std::string name{failure.at("name").as_string()};
    const auto is_next = [&](const named_test& one) { return one.full_name == name; };
    BOOST_TEST_CONTEXT(name) {
      const auto next = std::find_if(names.begin(), names.end(), is_next);
      BOOST_TEST_REQUIRE((next != names.end()));
      names.erase(next);
      let_fail();
      const auto again = run_failing_tests({{"limit", 1}});
      BOOST_TEST_INFO_SCOPE("its rerun: " << json::serialize(again));
      BOOST_TEST(counted(again) == "passed 1, failed 0, skipped 0, errors 0");
      BOOST_TEST(at_path(again, "changes.fixed_names") == json::array{name});
    }
  }
  std::filesystem::remove(edited);
}

void language_fixture::remember_workspace() {
  remembered_ = snapshot_of(workspace());
}

void language_fixture::expect_workspace_unchanged(const std::vector<std::string>& but_for) const {
  const auto now = snapshot_of(workspace());
  const auto excused = [&](const std::string& path) {
    return std::any_of(but_for.begin(), but_for.end(), [&](const std::string& name) {
      return path == name || path.starts_with(name + "/") ||
             path.find("/" + name + "/") != std::string::npos || path.ends_with("/" + name);
    });
  };
  const auto is_folder_above = [&](const std::string& path) {
    return fs::is_directory(workspace() + "/" + path);
  };
  for (const auto& [path, what] : now) {
    const auto before = remembered_.find(path);
    if (excused(path) || (is_folder_above(path) && before != remembered_.end())) continue;
    BOOST_CHECK_MESSAGE(before != remembered_.end() && before->second == what, path << " is new or changed");
  }
  for (const auto& [path, what] : remembered_)
    BOOST_CHECK_MESSAGE(excused(path) || now.count(path) > 0, path << " is gone");
}

std::string path_of(std::string_view program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders{path == nullptr ? "" : path};
  for (std::string folder; std::getline(folders, folder, ':');)
    if (auto found = folder + "/" + std::string{program}; ::access(found.c_str(), X_OK) == 0) return found;
  return {};
}

bool is_on_path(std::string_view program) {
  return !path_of(program).empty();
}

precondition needs(bool there, std::string reason) {
  return [there, reason = std::move(reason)](boost::unit_test::test_unit_id) {
    if (!there) skip(reason);
    return boost::test_tools::assertion_result{there};
  };
}

precondition needs_program(const std::string& name) {
  return needs(is_on_path(name), "no " + name + " on PATH");
}

precondition needs_node_modules(const std::string& set) {
  if (!is_on_path("node")) return needs_program("node");
  return needs(fs::is_directory(node_modules(set)),
               "the packages of tests/languages/node/tools/" + set + " are not installed: run scripts/setup");
}

namespace {

std::string said(const json::object& of, const char* member) {
  return std::string{of.at(member).as_string()};
}

}  // namespace

std::vector<std::string> blocks_in(const json::object& listing) {
  std::vector<std::string> out;
  for (const auto& entry : listing.at("testblocks").as_array()) {
    const auto& block = entry.as_object();
    const auto line = [&](const char* name) { return std::to_string(block.at(name).to_number<int>()); };
    out.push_back(said(block, "label") + " (" + said(block, "file") + ":" + line("line_start") + "-" +
                  line("line_end") + ")" + (block.contains("dynamic") ? " dynamic" : ""));
  }
  return out;
}

std::vector<std::string> tests_run(const json::object& selected) {
  std::vector<std::string> out;
  for (const auto& entry : selected.at("blocks_run").as_array())
    for (const auto& value : entry.as_object().at("tests").as_array()) {
      const auto& test = value.as_object();
      const auto* line = test.if_contains("line");
      out.push_back(said(test, "name") +
                    (line == nullptr ? "" : ":" + std::to_string(line->to_number<int>())) + " " +
                    said(test, "outcome"));
    }
  std::sort(out.begin(), out.end());
  return out;
}

std::string own_status(const json::object& run) {
  const bool is_green = run.at("failures") == 0 && run.at("errors") == 0 && run.contains("still_failing");
  const auto status = said(run, "status");
  return is_green && status == "failed" ? "completed" : status;
}

std::string exact_query(std::string_view text) {
  std::string out = "^";
  for (const char c : text) {
    if (c == ' ') out += '\\';
    out += c;
  }
  return out + "$";
}

std::string counted(const json::object& run) {
  return counts_of({{"structuredContent", run}});
}

std::vector<std::string> failure_places(const json::object& run) {
  const auto text = [](const json::object& from, std::string_view name) {
    const auto* value = from.if_contains(name);
    return value != nullptr && value->is_string() ? std::string{value->get_string()} : std::string{};
  };
  std::vector<std::string> out;
  for (const auto& value : run.at("failures").as_array()) {
    const auto& failure = value.as_object();
    auto& place = out.emplace_back(text(failure, "test") + ": " + text(failure, "file"));
    if (const auto* line = failure.if_contains("line")) place += ":" + std::to_string(line->to_number<int>());
    if (failure.contains("raised_at")) place += " raised at " + text(failure, "raised_at");
  }
  return out;
}

std::vector<std::string> failed_names(const json::object& run) {
  std::vector<std::string> out;
  for (const auto& failure : run.at("failures").as_array())
    out.emplace_back(failure.as_object().at("name").as_string());
  std::sort(out.begin(), out.end());
  return out;
}

line_states lines_of_lcov(std::string_view text, const std::string& root) {
  line_states out;
  std::map<std::uint32_t, bool>* file = nullptr;
  std::istringstream lines{std::string{text}};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("SF:")) {
      auto path = line.substr(3);
      if (path.starts_with(root + "/")) path = path.substr(root.size() + 1);
      file = &out[path];
    } else if (line.starts_with("DA:") && file != nullptr) {
      std::uint32_t number = 0;
      const auto comma = line.find(',');
      std::from_chars(line.data() + 3, line.data() + comma, number);
      (*file)[number] |= line.at(comma + 1) != '0';
    }
  }
  return out;
}

}  // namespace covey::testing
