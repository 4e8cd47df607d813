// A machine made up by a test, for the plans of whole Node projects.
#pragma once

#include "parsers/languages/node/language.hpp"
#include "tests/support/run_targets.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::testing {

using namespace languages::node;

using strings = std::vector<std::string>;

// A workspace /w on a machine with Node: its files, and what its programs print.
struct machine {
  std::map<std::string, path_state> paths;
  std::map<std::string, probe_answer>
      programs;  // by the last word but the arguments of the inspection: "node", "yarn"
  plan_request request;
  std::vector<command> probes;

  machine() {
    request.root = "/w";
    request.scratch = "/s";
  }

  machine& package(const std::string& folder, std::string text, strings beside = {}) {
    beside.emplace_back("package.json");
    paths[folder] = {path_state::kind_type::folder, "", beside};
    paths[folder + "/package.json"] = {path_state::kind_type::file, std::move(text), {}};
    return *this;
  }

  machine& says(const std::string& program, std::string out, int code = 0) {
    probe_answer said;
    said.exit_code = code;
    said.out = std::move(out);
    if (code != 0) said.err = "it is broken\nat length";
    programs[program] = std::move(said);
    return *this;
  }

  machine& rerun(const std::string& group, const std::string& key) {
    failure wanted;
    wanted.id = {group, "x", " > "};
    wanted.key = key;
    rerun_set_in(request.target).push_back(wanted);
    return *this;
  }

  // A file, or the block of it that has this name.
  machine& selection(const std::string& file, const std::string& name = {}) {
    file_selection out{file, name.empty(), {}};
    if (!name.empty()) {
      test_block block;
      block.label = name;
      block.path = {block_name{name}};
      block.line_start = 3;
      block.line_end = 9;
      out.blocks = {block};
    }
    selections_in(request.target).push_back(std::move(out));
    return *this;
  }

  static probe_answer missing() {
    probe_answer out;
    out.found = false;
    return out;
  }

  plan_step plan() {
    const auto planner = language_definition.plan(request);
    for (;;) {
      auto step = planner->next();
      if (const auto* question = std::get_if<path_request>(&step)) {
        path_states seen;
        for (const auto& path : question->paths)
          seen.push_back(paths.count(path) ? paths[path] : path_state{});
        planner->answer(seen);
      } else if (const auto* probe = std::get_if<command>(&step)) {
        probes.push_back(*probe);
        const auto last =
            std::find(probe->argv.begin(), probe->argv.end(), "--showConfig") != probe->argv.end()
                ? std::string{"--showConfig"}
                : probe->argv.front();
        const auto found = programs.find(last);
        planner->answer(found == programs.end() ? missing() : found->second);
      } else {
        return step;
      }
    }
  }

  run_plan planned() {
    auto step = plan();
    if (const auto* refusal = std::get_if<plan_refusal>(&step)) BOOST_FAIL(refusal->reason);
    return std::get<run_plan>(std::move(step));
  }

  std::string refused() {
    auto step = plan();
    BOOST_REQUIRE(std::holds_alternative<plan_refusal>(step));
    return std::get<plan_refusal>(step).reason;
  }
};

inline const std::string jest_here =
    R"({"node":"20.20.2","folders":{"/w":{"runners":{"jest":{"entry":"/w/node_modules/jest/bin/jest.js","version":"30.5.2"}},"extras":{},"imports":{}}}})";

inline machine with_jest(const std::string& script = "jest") {
  machine out;
  out.package("/w", R"({"scripts": {"test": ")" + script + R"("}})");
  out.says("node", jest_here);
  return out;
}

inline bool has(const strings& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

inline std::string variable(const command& of, std::string_view name) {
  std::string out = "(not set)";
  for (const auto& [known, value] : of.set_env)
    if (known == name) out = value;
  return out;
}

inline std::string file_text(const run_plan& plan, std::string_view path) {
  for (const auto& file : plan.files)
    if (file.path == path) return file.text;
  return "(not written)";
}

}  // namespace covey::parsers::testing
