#include "parsers/languages/node/script/runner_resolution.hpp"
#include "parsers/languages/node/script/script_command.hpp"
#include <boost/algorithm/string/join.hpp>
#include <algorithm>
#include <optional>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

std::string as_code(const std::string& text) {
  return "`" + text + "`";
}

std::string_view why_not_run(const parsed_command& part) {
  if (part.kind == command_kind::report) return "it decides nothing about a test";
  if (part.kind == command_kind::check && part.optional) return "its script passes whatever it says";
  if (part.kind == command_kind::writes)
    return "it changes the project: where tests need what it makes, run it yourself before them";
  return part.kind == command_kind::left_out ? part.why : std::string_view{};
}

// What `npm test` runs, in its order, with the steps that build the code or start something for the tests:
// without them the tests would run against something else, and the checks that can fail it. Left out are commands that decide
// nothing or write into the sources: mainly formatters.
runner_resolution chosen_by_script(std::vector<parsed_command> parts, const std::string& script) {
  runner_resolution out;
  std::vector<std::pair<std::string, std::string>> left;  // why, and what
  strings thresholds;                                     // `c8 check-coverage`
  for (auto& part : parts) {
    const auto& words = part.script.words;
    if (part.kind == command_kind::report && std::ranges::find(words, "check-coverage") != words.end())
      thresholds = words;
    if (const std::string why{why_not_run(part)}; !why.empty()) {
      const auto known = std::ranges::find(left, why, &std::pair<std::string, std::string>::first);
      if (known == left.end())
        left.emplace_back(why, as_code(part.script.text));
      else
        known->second += ", " + as_code(part.script.text);
      continue;
    }
    if (part.kind == command_kind::unread)
      out.notes.push_back(script + " also runs " + part.unread +
                          ", which covey does not read: of it only the output and the exit code are known.");
    part.why = "named by " + script + " in package.json";
    out.commands.push_back(std::move(part));
  }
  for (auto& one : out.commands) {
    if (thresholds.empty()) break;
    auto& by = one.script.measured_by;
    // nyc chooses its files while the tests run, c8 when it checks.
    if (!by.empty()) by.erase(by.begin(), by.front() == "nyc" ? by.begin() + 1 : by.end());
    by.insert(by.begin(), thresholds.begin(), thresholds.end());
  }
  strings said;
  for (const auto& [why, what] : left) said.push_back(what + " (" + why + ")");
  if (!said.empty())
    out.notes.push_back("Not run of " + script + ": " + boost::algorithm::join(said, "; ") + ".");
  return out;
}

using module_imports = std::map<std::string, std::string>;  // module -> the file that imports it

std::optional<std::string> configured(const test_program& runner, const package_facts& project,
                                      const module_imports&) {
  for (const auto start : runner.configs)
    for (const auto& file : project.files)
      if (file.starts_with(start)) return file + " is there";
  const auto& keys = project.keys;
  const auto key = runner.config_key;
  if (!key.empty() && std::ranges::find(keys, key) != keys.end())
    return "\"" + std::string{key} + "\" in package.json";
  return std::nullopt;
}

std::optional<std::string> depended_on(const test_program& runner, const package_facts& project,
                                       const module_imports&) {
  if (runner.package.empty() || !depends_on(project, runner.package)) return std::nullopt;
  return "a dependency in package.json";
}

std::optional<std::string> imported(const test_program& runner, const package_facts&,
                                    const module_imports& imports) {
  const auto found = imports.find(std::string{runner.import_name});
  if (runner.import_name.empty() || found == imports.end()) return std::nullopt;
  return "imported by " + found->second;
}

// The first runner with `evidence`; a note names the others.
runner_resolution chosen_by(decltype(&imported) evidence, const package_facts& project,
                            const module_imports& imports) {
  runner_resolution out;
  strings others;
  for (const auto& runner : read_programs()) {
    auto why = evidence(runner, project, imports);
    if (!why) continue;
    if (out.commands.empty()) {
      out.commands.emplace_back();
      out.commands.back().kind = command_kind::tests;
      out.commands.back().runner = &runner;
      out.commands.back().why = std::move(*why);
    } else {
      others.push_back(std::string{runner.name} + " (" + *why + ")");
    }
  }
  if (!others.empty())
    out.notes.push_back(std::string{out.commands.front().runner->name} + " was chosen because of this: " +
                        out.commands.front().why + ". There would also be " +
                        boost::algorithm::join(others, ", ") + "; name one in scripts.test to choose it.");
  return out;
}

struct chosen_script {
  std::string name;
  std::vector<parsed_command> parts;
  std::string doubt;         // see parsed_script
  runner_resolution before;  // the checks of those before it, which hold no test
};

bool is_nothing_of_tests(const parsed_command& part) {
  return part.kind == command_kind::check || part.kind == command_kind::report ||
         part.kind == command_kind::writes;
}

// The first script that may be one of tests, and what it does.
// npm writes `echo "Error: no test specified" && exit 1` into a new package.json.
chosen_script test_script(const package_facts& project, std::string_view wanted) {
  chosen_script out;
  for (auto& name : names_of_test_scripts(wanted)) {
    const auto text = script_of(project, name);
    if (text.empty() || text.find("no test specified") != npos) continue;
    auto [parts, doubt] = read_script(project, name);
    const bool is_nothing = std::ranges::all_of(parts, is_nothing_of_tests);
    if (is_nothing) {
      auto passed_over = chosen_by_script(parts, "scripts." + name);
      out.before.notes.insert(out.before.notes.end(), passed_over.notes.begin(), passed_over.notes.end());
      if (name == names_of_test_scripts(wanted).front())
        out.before.commands = std::move(passed_over.commands);
      if (doubt.empty() || !out.name.empty()) continue;  // `exit 1` counts where there is no other script
      out.before.commands.clear();
    }
    out.name = std::move(name);
    out.parts = std::move(parts);
    out.doubt = std::move(doubt);
    if (!is_nothing) return out;
  }
  return out;
}

bool may_run_whole(const std::vector<parsed_command>& parts) {
  return std::ranges::none_of(parts, [](const auto& part) { return part.kind == command_kind::writes; });
}

// Where what was chosen does not tell how the script ends, the script decides. If it must not run, there is no pass.
void confirm(runner_resolution& resolution, const package_facts& project, const chosen_script& script,
             const std::string& why) {
  auto whole = whole_script(project, script.name, why);
  const auto without = "; `leave_out = [\"" + whole.script.text + "\"]` in covey.toml does without";
  const auto name = "scripts." + script.name;
  whole.confirms = true;
  if (may_run_whole(script.parts)) {
    resolution.notes.push_back("Once all else has passed, " + name +
                               " runs as it is written, and its exit code counts: " + why + without + ".");
  } else {
    whole.kind = command_kind::left_out;
    whole.why = "how " + name + " ends is not known: " + why +
                ", and it is not run, because it changes the project" + without;
  }
  resolution.commands.push_back(std::move(whole));
}

// For a script without a runner: runs it as a whole through the package manager or, if a part of it must not
// run, runs the other parts step by step.
runner_resolution chosen_to_run_as_it_is(const chosen_script& script, const package_facts& project,
                                         const std::string& unread) {
  runner_resolution out;
  const bool whole = !script.doubt.empty() && may_run_whole(script.parts);
  const bool mixed = !whole && std::ranges::any_of(script.parts, [](const auto& part) {
    return is_nothing_of_tests(part) || part.kind == command_kind::left_out;
  });
  const auto name = "scripts." + script.name;
  if (!mixed) {
    out.script_name = script.name;
  } else {
    out = chosen_by_script(script.parts, name);
    for (auto& parsed : out.commands)
      if (parsed.kind == command_kind::unread) parsed.kind = command_kind::step;
    out.refused = out.commands.empty();
    if (!out.commands.empty())
      out.notes.push_back(name +
                          (unread.empty() ? std::string{" names no test runner that covey reads"}
                                          : " runs " + unread + ", which covey does not read") +
                          ": of the rest of it only the output and the exit codes are known.");
    if (!script.doubt.empty()) confirm(out, project, script, script.doubt);
  }
  out.unread = unread;
  return out;
}

runner_resolution chosen_without_script(const package_facts& project, const module_imports& imports) {
  runner_resolution out;
  for (const auto evidence : {configured, depended_on, imported})
    if (out.commands.empty()) out = chosen_by(evidence, project, imports);
  return out;
}

}  // namespace

parsed_command whole_script(const package_facts& project, const std::string& name, std::string why) {
  parsed_command out;
  out.kind = command_kind::unread;
  out.script.text = project.manager + " run " + name;
  out.why = std::move(why);
  return out;
}

strings names_of_test_scripts(std::string_view script) {
  if (!script.empty()) return {std::string{script}};
  return {"test", "test:unit", "unit", "tests"};
}

runner_resolution choose_runner(const package_facts& project,
                                const std::map<std::string, std::string>& imports,
                                std::string_view script_name) {
  auto script = test_script(project, script_name);
  const auto name = "scripts." + script.name;
  const auto with_notes = [&](runner_resolution resolution) {
    const auto& [commands, name_of_script, unread, notes, refused] = script.before;
    resolution.notes.insert(resolution.notes.begin(), notes.begin(), notes.end());
    if (resolution.script_name.empty())
      resolution.commands.insert(resolution.commands.end(), commands.begin(), commands.end());
    return resolution;
  };
  if (has_tests(script.parts)) {
    auto out = chosen_by_script(script.parts, name);
    if (!script.doubt.empty()) confirm(out, project, script, script.doubt);
    return with_notes(std::move(out));
  }
  std::string unread;
  for (const auto& part : script.parts)
    if (part.kind == command_kind::unread && unread.empty()) unread = part.unread;
  const bool is_bounded = !script.parts.empty() && std::ranges::all_of(script.parts, [](const auto& part) {
    return part.kind == command_kind::left_out;
  });
  if (unread.empty() && !is_bounded) {
    auto out = chosen_without_script(project, imports);
    if (!out.commands.empty()) {
      const auto& parsed = out.commands.front();
      if (!script.name.empty())
        out.notes.push_back(name + " (" + as_code(std::string{script_of(project, script.name)}) +
                            ") names no test runner that covey reads: " + std::string{parsed.runner->name} +
                            " was run instead, because of this: " + parsed.why + ".");
      if (!script.name.empty()) confirm(out, project, script, "its own tests are not read");
      return with_notes(std::move(out));
    }
    unread = unread_runner_of(project);
  }
  if (script.name.empty()) {
    runner_resolution out;
    out.unread = unread;
    return with_notes(std::move(out));
  }
  return with_notes(chosen_to_run_as_it_is(script, project, unread));
}

}  // namespace covey::parsers::languages::node
