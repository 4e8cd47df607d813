#include "parsers/languages/rust/steps.hpp"
#include "parsers/languages/rust/selection.hpp"
#include "parsers/languages/rust/workspace.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace covey::parsers {
namespace {

using strings = std::vector<std::string>;
using targets = std::vector<const rust_job_target*>;

constexpr std::string_view cargo_group = "cargo";

targets chosen(const rust_job& job, bool doc_tests) {
  targets out;
  for (const auto& target : job.targets)
    if (!target.choice.empty() && (target.kind == "doc") == doc_tests) out.push_back(&target);
  return out;
}

const rust_job_target* target_of(const rust_job& job, const std::string& manifest, const std::string& kind,
                                 const std::string& name) {
  const auto folder = folder_name(manifest);
  for (const auto& target : job.targets)
    if (target.folder == folder && target.kind == kind && (target.name == name || kind == "lib"))
      return &target;
  return nullptr;
}

const rust_job_target* any_of_package(const rust_job& job, const std::string& manifest) {
  const auto folder = folder_name(manifest);
  for (const auto& target : job.targets)
    if (target.folder == folder) return &target;
  return nullptr;
}

// A library that has no tests of its own, an example and a build script can fail to compile just as well.
std::string group_of(const rust_job& job, const rust_build_error& error) {
  if (const auto* target = target_of(job, error.manifest, error.kind, error.name)) return target->group;
  if (const auto* package = any_of_package(job, error.manifest))
    return rust_group(package->package_name, error.kind, error.name);
  return std::string{cargo_group};
}

std::string joined(const strings& texts) {
  std::string out;
  for (const auto& text : texts) out += (out.empty() ? "" : ", ") + text;
  return out;
}

// What was not built although nothing of its own is wrong waits for the library of its package, else for the
// first problem there is.
void attach_blocked(const targets& expected, rust_build_result& out) {
  std::map<std::size_t, strings> blocked;
  for (const auto* target : expected) {
    const auto has = [&](const std::string& group) {
      return std::find_if(out.problems.begin(), out.problems.end(),
                          [&](const auto& p) { return p.group == group; });
    };
    const bool built =
        std::any_of(out.tests.begin(), out.tests.end(), [&](const auto& t) { return t.target == target; }) ||
        std::find(out.doc_tests.begin(), out.doc_tests.end(), target) != out.doc_tests.end();
    if (built || has(target->group) != out.problems.end()) continue;
    const auto library = has(target->package_name);
    const auto by = library != out.problems.end() ? library : out.problems.begin();
    blocked[static_cast<std::size_t>(by - out.problems.begin())].push_back(target->group);
  }
  for (auto& [index, groups] : blocked) {
    auto& problem = out.problems[index];
    problem.key = rust_blocked_key(groups);
    problem.why.output += "Not built because of this: " + joined(groups) + "\n";
  }
}

void add_problems(const rust_job& job, const std::vector<rust_build_error>& errors, std::string_view said,
                  rust_build_result& out) {
  std::map<std::string, std::vector<const rust_build_error*>> by_group;
  strings order;
  for (const auto& error : errors) {
    auto& group = by_group[group_of(job, error)];
    if (group.empty()) order.push_back(group_of(job, error));
    group.push_back(&error);
  }
  for (const auto& group : order) out.problems.push_back({group, rust_build_failure(by_group[group]), {}});
  for (auto& script : rust_script_failures(said)) {
    const auto own = std::any_of(job.targets.begin(), job.targets.end(),
                                 [&](const auto& target) { return target.package_name == script.package; });
    const auto group = own ? script.package : std::string{cargo_group};  // else that of a dependency
    out.problems.push_back({group, std::move(script.why), {}});
  }
  if (out.problems.empty())
    out.problems.push_back({std::string{cargo_group}, cargo_failure(said, job.root), {}});
}

// A rescue makes a library only as a test where nothing else needs it; it compiles, unless it is told not to.
bool has_broken_library(const std::vector<rust_build_error>& errors, const std::string& manifest) {
  return std::any_of(errors.begin(), errors.end(),
                     [&](const auto& error) { return error.kind == "lib" && error.manifest == manifest; });
}

strings with(strings head, const strings& tail) {
  head.insert(head.end(), tail.begin(), tail.end());
  return head;
}

}  // namespace

strings rust_package_arguments(const targets& of) {
  strings out;
  std::set<std::string> packages;
  for (const auto* target : of)
    if (packages.insert(target->package).second) out.insert(out.end(), {"-p", target->package});
  return out;
}

strings rust_build_arguments(const rust_job& job) {
  if (job.everything) return with({"test", "--no-run", "--message-format=json"}, job.packages);
  if (const auto tests = chosen(job, false); !tests.empty())
    return with({"test", "--no-run", "--message-format=json"}, rust_target_arguments(tests));
  if (const auto docs = chosen(job, true); !docs.empty())
    return with({"build", "--lib", "--message-format=json"}, rust_package_arguments(docs));
  return {};
}

int cargo_minor(std::string_view version) {
  constexpr int newest = 1'000'000;
  if (!version.starts_with("1.")) return newest;
  int out = newest;
  std::from_chars(version.data() + 2, version.data() + version.size(), out);
  return out;
}

std::vector<strings> rust_rescue_commands(const rust_job& job) {
  constexpr int first_that_keeps_going = 74;
  const auto docs = chosen(job, true);
  auto all = chosen(job, false);
  if (cargo_minor(job.version) < first_that_keeps_going) {
    std::vector<strings> out;
    for (const auto* target : all)
      out.push_back(with({"test", "--no-run", "--message-format=json"}, rust_target_arguments({target})));
    return out;
  }
  const strings head{"build", "--tests", "--keep-going", "--message-format=json"};
  if (job.everything) return {with(head, job.packages)};
  all.insert(all.end(), docs.begin(), docs.end());
  return {with(head, rust_package_arguments(all))};
}

rust_build_result rust_build_outcome(const rust_job& job, bool succeeded,
                                     const std::vector<rust_artifact>& artifacts,
                                     const std::vector<rust_build_error>& errors, std::string_view said) {
  rust_build_result out;
  std::set<std::string> libraries;  // folders of the packages whose library was built
  std::set<std::string> seen;       // a build that goes on names again what the one before it had built
  for (const auto& artifact : artifacts) {
    if (artifact.kind == "lib" && !(artifact.test && has_broken_library(errors, artifact.manifest)))
      libraries.emplace(folder_name(artifact.manifest));
    if (artifact.executable.empty() || !seen.insert(artifact.executable).second) continue;
    const auto* target = target_of(job, artifact.manifest, artifact.kind, artifact.name);
    if (artifact.test && target != nullptr)
      out.tests.push_back({target, artifact.executable});
    else if (!artifact.test && artifact.kind == "bin")
      out.programs.push_back(artifact.executable);
  }
  const auto docs = chosen(job, true);
  for (const auto* target : docs)
    if (succeeded || libraries.count(target->folder) > 0) out.doc_tests.push_back(target);
  if (succeeded) return out;
  add_problems(job, errors, said, out);
  auto expected = chosen(job, false);
  expected.insert(expected.end(), docs.begin(), docs.end());
  attach_blocked(expected, out);
  return out;
}

std::vector<strings> rust_test_commands(const rust_job& job, bool succeeded, const rust_build_result& built) {
  targets runnable;
  for (const auto& one : built.tests)
    if (!one.target->choice.empty()) runnable.push_back(one.target);
  if (runnable.empty()) return {};
  const strings head{"test", "--no-fail-fast"};
  if (succeeded && job.everything) return {with(with(head, job.packages), {"--tests"})};
  if (succeeded) return {with(head, rust_target_arguments(runnable))};
  std::map<std::string, targets> by_package;
  for (const auto* target : runnable) by_package[target->package].push_back(target);
  std::vector<strings> out;
  for (const auto& [package, of] : by_package) out.push_back(with(head, rust_target_arguments(of)));
  return out;
}

}  // namespace covey::parsers
