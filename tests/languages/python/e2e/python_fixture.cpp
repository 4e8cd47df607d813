#include "tests/languages/python/e2e/python_fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <utility>

namespace covey::testing {

std::string tools(std::string_view set) {
  return std::string{COVEY_TOOLS_DIR} + "/python/" + std::string{set};
}

precondition needs_python(const std::string& set) {
  return needs(
      std::filesystem::exists(tools(set) + "/bin/python"),
      "the packages of tests/languages/python/tools/" + set + ".txt are not installed: run scripts/setup");
}

void python_fixture::use_own_python(std::string_view set) const {
  std::filesystem::remove(workspace() + "/.venv");
  std::filesystem::create_directory_symlink(tools(set), workspace() + "/.venv");
}

void python_fixture::add_options(const std::string& options) {
  const auto file = workspace() + "/pyproject.toml";
  auto text = read_file(file);
  const std::string section = "[tool.pytest.ini_options]\n";
  const auto at = text.find(section);
  BOOST_REQUIRE(at != std::string::npos);
  text.insert(at + section.size(), "addopts = \"" + options + "\"\n");
  write_file(file, text);
}

program_result python_fixture::python(std::string_view set, strings arguments,
                                      const std::string& folder) const {
  process_options options;
  options.arguments = std::move(arguments);
  options.directory = folder;
  // Its sys.monitoring core counts some lines otherwise.
  options.environment = {{"COVERAGE_CORE", "ctrace"}, {"PYTHONDONTWRITEBYTECODE", "1"}};
  return run_program(tools(set) + "/bin/python", options);
}

line_states python_fixture::lines_of_coverage_py(strings arguments) const {
  const auto copy = outside("copy");
  std::filesystem::copy(workspace(), copy, std::filesystem::copy_options::recursive);
  arguments.insert(arguments.begin(), {"-m", "coverage", "run", "-m"});
  python("pytest8", arguments, copy);
  const auto made = python("pytest8", {"-m", "coverage", "lcov", "-q", "-o", outside("own.info")}, copy);
  BOOST_REQUIRE_MESSAGE(made.exit_code == 0, made.out << made.err);
  return lines_of_lcov(read_file(outside("own.info")), copy);
}

void python_fixture::expect_crash(const strings& passed, const std::string& crashed) {
  std::vector<present_case> cases{{"crashes", crashed}};
  for (const auto& name : passed) cases.push_back({"passes", name});
  expect_table(run_tests(), workspace(), "crash", cases);
}

std::string python_fixture::decision_of(const json::object& run, std::string_view part) {
  for (const auto& one : run.at("choices").as_array())
    if (one.at("part").as_string() == part) return std::string{one.at("chosen").as_string()};
  return "";
}

}  // namespace covey::testing
