// A machine that a planner of Python asks, and how a plan is looked at.
#pragma once

#include "parsers/languages/python/language.hpp"
#include "parsers/languages/python/interpreter.hpp"
#include "parsers/languages/python/plan.hpp"
#include "tests/support/run_targets.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace covey::parsers::languages::python::python_plans {

using strings = std::vector<std::string>;

constexpr const char* with_pytest =
    R"({"covey": 1, "version": [3, 12, 1], "pytest": "8.3.4", "coverage": "7.6.1", "xdist": null})";
constexpr const char* without_pytest =
    R"({"covey": 1, "version": [3, 8, 18], "pytest": null, "coverage": null, "xdist": null})";

constexpr const char* with_django =
    R"({"covey": 1, "version": [3, 12, 1], "pytest": "8.3.4", "django": "5.2.1"})";

constexpr const char* pytest_script = "/s/reporters/covey_run_pytest.py";

inline plan_request request() {
  plan_request out;
  out.root = "/w";
  out.scratch = "/s";
  out.environment = {{"PATH", "/usr/bin"}};
  return out;
}

inline plan_request rerun(std::initializer_list<std::string> keys) {
  auto out = request();
  auto& tests = testing::rerun_set_in(out.target);
  for (const auto& key : keys) {
    tests.emplace_back().key = key;
  }
  return out;
}

// A planner and a machine: its files, and what its programs print.
struct machine {
  explicit machine(plan_request about) : asked(std::move(about)) {}

  machine& file(const std::string& path, std::string text = "") {
    paths[path] = {path_state::kind_type::file, std::move(text), {}};
    return *this;
  }
  machine& folder(const std::string& path, strings entries = {}) {
    paths[path] = {path_state::kind_type::folder, "", std::move(entries)};
    return *this;
  }
  machine& program(const std::string& name, probe_answer said) {
    programs[name] = std::move(said);
    return *this;
  }

  plan_step ask() {
    const auto planner = language_definition.plan(asked);
    for (;;) {
      auto step = planner->next();
      if (const auto* question = std::get_if<path_request>(&step)) {
        path_states seen;
        for (const auto& path : question->paths)
          seen.push_back(paths.count(path) ? paths[path] : path_state{});
        planner->answer(seen);
      } else if (const auto* probe = std::get_if<command>(&step)) {
        probed.push_back(probe->argv.front());
        BOOST_TEST(probe->cwd == asked.root);
        const auto it = programs.find(probe->argv.front());
        planner->answer(it == programs.end() ? probe_answer{127, "", "", false} : it->second);
      } else {
        return step;
      }
    }
  }

  run_plan plan() {
    auto step = ask();
    BOOST_REQUIRE(std::holds_alternative<run_plan>(step));
    return std::get<run_plan>(std::move(step));
  }

  plan_request asked;
  std::map<std::string, path_state> paths;
  std::map<std::string, probe_answer> programs;
  strings probed;
};

inline probe_answer prints(std::string text) {
  return {0, std::move(text), ""};
}

inline std::string variable(const command& of, std::string_view name) {
  const auto it =
      std::find_if(of.set_env.begin(), of.set_env.end(), [&](const auto& one) { return one.first == name; });
  return it == of.set_env.end() ? "(unset)" : it->second;
}

inline std::string decision_of(const run_plan& plan, std::string_view part) {
  for (const auto& one : plan.decisions)
    if (one.part == part) return one.chosen + " - " + one.why;
  return "(none)";
}

}  // namespace covey::parsers::languages::python::python_plans
