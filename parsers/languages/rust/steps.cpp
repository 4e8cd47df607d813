#include "parsers/languages/rust/steps.hpp"
#include "parsers/languages/rust/selection.hpp"
#include "parsers/languages/rust/workspace.hpp"
#include "parsers/languages/rust/output/place.hpp"
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

bool is_built(const rust_job_target& target, const rust_build_result& by) {
  return std::any_of(by.tests.begin(), by.tests.end(), [&](const auto& t) { return t.target == &target; }) ||
         std::find(by.doc_tests.begin(), by.doc_tests.end(), &target) != by.doc_tests.end();
}

// What was not built although nothing of its own is wrong waits for the library of its package, else for the
// first problem there is.
void attach_blocked(const targets& expected, rust_build_result& out) {
  for (const auto* target : expected) {
    const auto has = [&](const std::string& group) {
      return std::find_if(out.problems.begin(), out.problems.end(), [&](const auto& p) {
        const auto& also = p.why.also_failed;
        return p.group == group || std::find(also.begin(), also.end(), group) != also.end();
      });
    };
    if (is_built(*target, out) || has(target->group) != out.problems.end()) continue;
    const auto library = has(target->package_name);
    const auto by = library != out.problems.end() ? library : out.problems.begin();
    by->why.also_failed.push_back(target->group);
  }
}

// Of what the run asks for; cargo says nothing of them.
void leave_out(const rust_job& job, rust_build_result& out) {
  if (!job.everything) return;
  for (const auto& target : job.targets)
    if (target.kind != "doc" && !target.needs.empty() && !target.choice.empty() && !is_built(target, out))
      out.left_out.push_back(&target);
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
  for (const auto& group : order) {
    auto why = rust_build_failure(by_group[group]);
    // A source that several targets have in common is wrong once.
    const auto same = std::find_if(out.problems.begin(), out.problems.end(), [&](const auto& known) {
      return !why.where.file.empty() && known.why.where == why.where && known.why.message == why.message;
    });
    if (same == out.problems.end())
      out.problems.push_back({group, std::move(why)});
    else
      same->why.also_failed.push_back(group);
  }
  for (auto& script : rust_script_failures(said)) {
    const auto own = std::any_of(job.targets.begin(), job.targets.end(),
                                 [&](const auto& target) { return target.package_name == script.package; });
    const auto group = own ? script.package : std::string{cargo_group};  // else that of a dependency
    auto& where = script.why.where;
    if (!own)
      where = {};
    else if (!where.file.empty())
      where.file = absolute_source(job.root, where.file);
    out.problems.push_back({group, std::move(script.why)});
  }
  if (out.problems.empty()) out.problems.push_back({std::string{cargo_group}, cargo_failure(said, job.root)});
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
  leave_out(job, out);
  if (succeeded) return out;
  add_problems(job, errors, said, out);
  auto expected = chosen(job, false);
  std::erase_if(expected, [&](const auto* target) {
    return std::find(out.left_out.begin(), out.left_out.end(), target) != out.left_out.end();
  });
  expected.insert(expected.end(), docs.begin(), docs.end());
  attach_blocked(expected, out);
  return out;
}

rust_job_target* rust_unavailable_in(rust_job& job, const rust_unavailable& one) {
  for (auto& target : job.targets)
    if (target.kind != "doc" && !target.choice.empty() && target.name == one.target &&
        target.package_name == one.package)
      return &target;
  return nullptr;
}

std::string rust_left_out_note(const std::vector<const rust_job_target*>& left_out) {
  constexpr std::size_t most = 10;
  std::string out;
  for (std::size_t i = 0; i < std::min(most, left_out.size()); ++i) {
    const auto& target = *left_out[i];
    std::string features;
    for (const auto& feature : target.needs) features += (features.empty() ? "" : ",") + feature;
    out += (i == 0 ? "" : "; ") + target.group + " needs the features " + features;
  }
  if (left_out.size() > most) out += "; and " + std::to_string(left_out.size() - most) + " more";
  return out.empty() ? out : "Left out, as by cargo itself: " + out + ".";
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
