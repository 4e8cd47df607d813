#include "parsers/languages/rust/steps.hpp"
#include "parsers/languages/rust/workspace.hpp"
#include "parsers/languages/rust/output/failure.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <set>

namespace covey::parsers::languages::rust {
namespace {

job_target* find(std::vector<job_target>& targets, std::string_view group) {
  const auto it = std::ranges::find_if(targets, [&](const auto& t) { return t.group == group; });
  return it == targets.end() ? nullptr : &*it;
}

// True if the group's package still exists: then the target was removed, and no test of it can run again.
// False for groups of examples and build scripts: they have no tests and can only fail to compile.
bool is_removed_target(const std::vector<job_target>& targets, std::string_view group) {
  const auto package = group.substr(0, std::min(group.find("::"), group.find(" (doc)")));
  const auto rest = group.substr(package.size());
  const bool tested =
      !rest.empty() && (rest.find('/') == std::string_view::npos || rest.starts_with("::bin/"));
  return tested && std::ranges::any_of(targets, [&](const auto& t) { return t.package_name == package; });
}

bool holds(std::string_view name, const strings& any) {
  return std::ranges::any_of(any,
                             [&](const auto& piece) { return name.find(piece) != std::string_view::npos; });
}

}  // namespace

bool select_rerun(const std::vector<rerun_test>& wanted, std::vector<job_target>& targets) {
  for (const auto& one : wanted) {
    for (const auto& blocked : one.also_failed)
      if (auto* target = find(targets, blocked)) target->chosen.whole = true;
    auto* target = find(targets, one.id.group);
    if (target == nullptr) {
      if (is_removed_target(targets, one.id.group)) continue;
      return true;
    }
    if (one.id.name.empty())
      target->chosen.whole = true;
    else
      target->chosen.names.insert(one.id.name);
  }
  return false;
}

std::vector<rerun_test> awaited(const std::vector<rerun_test>& wanted,
                                const std::vector<job_target>& targets) {
  std::vector<rerun_test> out;
  std::ranges::copy_if(wanted, std::back_inserter(out), [&](const rerun_test& one) {
    const auto has_group = [&](const auto& target) { return target.group == one.id.group; };
    return !one.id.name.empty() || is_removed_target(targets, one.id.group) ||
           std::ranges::any_of(targets, has_group);
  });
  return out;
}

strings target_arguments(const std::vector<const job_target*>& targets) {
  auto out = package_arguments(targets);
  std::set<strings> chosen;
  for (const auto* target : targets)
    chosen.insert(target->kind == "lib" ? strings{"--lib"} : strings{"--" + target->kind, target->name});
  for (const auto& one : chosen) out.insert(out.end(), one.begin(), one.end());
  return out;
}

strings doc_filters(const std::set<std::string>& wanted, const strings& all) {
  const strings kept{wanted.begin(), wanted.end()};
  // A part of this name that no selected test contains, for --skip; "" if every part is in one.
  const auto skip_for = [&](const std::string& name) {
    for (auto& piece : words_of(name))
      if (std::ranges::none_of(kept, [&](const auto& w) { return holds(w, {piece}); })) return piece;
    return std::string{};
  };
  // The unwanted tests that run with this literal: first those that --skip cannot leave out, then all.
  const auto cost = [&](const std::string& piece) {
    std::pair<int, int> out;
    for (const auto& name : all) {
      if (wanted.count(name) > 0 || !holds(name, {piece})) continue;
      ++out.second;
      if (skip_for(name).empty()) ++out.first;
    }
    return out;
  };
  strings filters;
  for (const auto& name : kept) {
    if (holds(name, filters)) continue;
    const auto own = words_of(name);
    const auto best =
        std::ranges::min_element(own, [&](const auto& a, const auto& b) { return cost(a) < cost(b); });
    if (best != own.end()) filters.push_back(*best);
  }
  strings skips;
  for (const auto& name : all) {
    if (wanted.count(name) > 0 || !holds(name, filters) || holds(name, skips)) continue;
    if (auto piece = skip_for(name); !piece.empty()) skips.push_back(std::move(piece));
  }
  auto out = std::move(filters);
  for (auto& piece : skips) out.insert(out.end(), {"--skip", std::move(piece)});
  return out;
}

std::size_t count_doc_others(const strings& filters, const std::set<std::string>& wanted,
                             const strings& all) {
  strings run, skip;
  for (std::size_t i = 0; i < filters.size(); ++i)
    filters[i] == "--skip" && i + 1 < filters.size() ? skip.push_back(filters[++i])
                                                     : run.push_back(filters[i]);
  return static_cast<std::size_t>(std::ranges::count_if(all, [&](const auto& name) {
    return wanted.count(name) == 0 && (run.empty() || holds(name, run)) && !holds(name, skip);
  }));
}

namespace {

using targets = std::vector<const job_target*>;

constexpr std::string_view cargo_group = "cargo";

targets chosen_targets(const cargo_job& job, bool doc_tests) {
  targets out;
  for (const auto& target : job.targets)
    if (!target.chosen.empty() && (target.kind == "doc") == doc_tests) out.push_back(&target);
  return out;
}

const job_target* target_of(const cargo_job& job, const std::string& manifest, const std::string& kind,
                            const std::string& name) {
  const auto folder = folder_name(manifest);
  for (const auto& target : job.targets)
    if (target.folder == folder && target.kind == kind && (target.name == name || kind == "lib"))
      return &target;
  return nullptr;
}

const job_target* any_of_package(const cargo_job& job, const std::string& manifest) {
  const auto folder = folder_name(manifest);
  for (const auto& target : job.targets)
    if (target.folder == folder) return &target;
  return nullptr;
}

// Targets without tests fail to compile too: a library without tests, an example, a build script.
std::string group_of(const cargo_job& job, const build_error& error) {
  if (const auto* target = target_of(job, error.manifest, error.kind, error.name)) return target->group;
  if (const auto* package = any_of_package(job, error.manifest))
    return group_name(package->package_name, error.kind, error.name);
  return std::string{cargo_group};
}

bool is_built(const job_target& target, const build_result& by) {
  return std::ranges::any_of(by.tests, [&](const auto& t) { return t.target == &target; }) ||
         std::ranges::find(by.doc_tests, &target) != by.doc_tests.end();
}

// A target that was not built and has no error of its own was blocked by its package's library, or else by
// the first problem.
void attach_blocked(const targets& expected, build_result& out) {
  for (const auto* target : expected) {
    const auto has = [&](const std::string& group) {
      return std::ranges::find_if(out.problems, [&](const auto& p) {
        const auto& also = p.why.also_failed;
        return p.group == group || std::ranges::find(also, group) != also.end();
      });
    };
    if (is_built(*target, out) || has(target->group) != out.problems.end()) continue;
    const auto library = has(target->package_name);
    const auto by = library != out.problems.end() ? library : out.problems.begin();
    by->why.also_failed.push_back(target->group);
  }
}

// Lists the requested targets that cargo skips without a message, because they need certain features.
void leave_out(const cargo_job& job, build_result& out) {
  if (!job.everything) return;
  for (const auto& target : job.targets)
    if (target.kind != "doc" && !target.needs.empty() && !target.chosen.empty() && !is_built(target, out))
      out.left_out.push_back(&target);
}

void add_problems(const cargo_job& job, const std::vector<build_error>& errors, std::string_view said,
                  build_result& out) {
  std::map<std::string, std::vector<const build_error*>> by_group;
  strings order;
  for (const auto& error : errors) {
    auto& group = by_group[group_of(job, error)];
    if (group.empty()) order.push_back(group_of(job, error));
    group.push_back(&error);
  }
  for (const auto& group : order) {
    auto why = build_failure(by_group[group]);
    // Report an error in a source that several targets share only once.
    const auto same = std::ranges::find_if(out.problems, [&](const auto& known) {
      return !why.where.file.empty() && known.why.where == why.where && known.why.message == why.message;
    });
    if (same == out.problems.end())
      out.problems.push_back({group, std::move(why)});
    else
      same->why.also_failed.push_back(group);
  }
  for (auto& script : script_failures(said)) {
    const auto own = std::ranges::any_of(
        job.targets, [&](const auto& target) { return target.package_name == script.package; });
    const auto group = own ? script.package : std::string{cargo_group};  // else a dependency's
    auto& where = script.why.where;
    if (!own)
      where = {};
    else if (!where.file.empty())
      where.file = absolute_source(job.root, where.file);
    out.problems.push_back({group, std::move(script.why)});
  }
  if (out.problems.empty()) out.problems.push_back({std::string{cargo_group}, cargo_failure(said, job.root)});
}

// A rescue builds a library that nothing else needs only as a test. The library itself counts as built unless
// it has an error.
bool has_broken_library(const std::vector<build_error>& errors, const std::string& manifest) {
  return std::ranges::any_of(
      errors, [&](const auto& error) { return error.kind == "lib" && error.manifest == manifest; });
}

std::map<std::string, targets> by_package(const targets& all) {
  std::map<std::string, targets> out;
  for (const auto* target : all) out[target->package].push_back(target);
  return out;
}

strings with(strings head, const strings& tail) {
  head.insert(head.end(), tail.begin(), tail.end());
  return head;
}

// The same with the user's own words.
strings with_added(const cargo_job& job, strings head, const strings& tail) {
  return with(with(std::move(head), tail), job.build);
}

strings for_binaries(const cargo_job& job, strings command) {
  return job.binaries.empty() ? command : with(with(std::move(command), {"--"}), job.binaries);
}

}  // namespace

strings package_arguments(const targets& of) {
  strings out;
  std::set<std::string> packages;
  for (const auto* target : of)
    if (packages.insert(target->package).second) out.insert(out.end(), {"-p", target->package});
  return out;
}

strings build_arguments(const cargo_job& job) {
  if (job.everything)
    return with_added(job, {"test", "--no-run", "--message-format=json"}, with(job.packages, job.kinds));
  if (const auto tests = chosen_targets(job, false); !tests.empty())
    return with_added(job, {"test", "--no-run", "--message-format=json"}, target_arguments(tests));
  if (const auto docs = chosen_targets(job, true); !docs.empty())
    return with_added(job, {"build", "--lib", "--message-format=json"}, package_arguments(docs));
  return {};
}

strings tests_build_arguments(const cargo_job& job, const std::vector<built_artifact>& artifacts) {
  const auto is_script = [&](const auto& one) {
    return one.kind == "custom-build" && one.manifest.starts_with(job.root + "/");
  };
  if (!job.everything || !job.kinds.empty() || std::ranges::none_of(artifacts, is_script)) return {};
  return with_added(job, {"test", "--no-run", "--message-format=json"}, with(job.packages, {"--tests"}));
}

int cargo_minor(std::string_view version) {
  constexpr int newest = 1'000'000;
  if (!version.starts_with("1.")) return newest;
  int out = newest;
  std::from_chars(version.data() + 2, version.data() + version.size(), out);
  return out;
}

std::vector<strings> rescue_commands(const cargo_job& job) {
  constexpr int first_that_keeps_going = 74;
  const auto docs = chosen_targets(job, true);
  auto all = chosen_targets(job, false);
  std::vector<strings> out;
  // `cargo build` builds an example as a program, not as a test.
  if (cargo_minor(job.version) < first_that_keeps_going || !job.kinds.empty()) {
    for (const auto* target : all)
      out.push_back(
          with_added(job, {"test", "--no-run", "--message-format=json"}, target_arguments({target})));
    return out;
  }
  all.insert(all.end(), docs.begin(), docs.end());
  for (const auto& [package, of] : by_package(all))
    out.push_back(
        with_added(job, {"build", "--tests", "--keep-going", "--message-format=json"}, {"-p", package}));
  return out;
}

build_result build_outcome(const cargo_job& job, bool succeeded, const std::vector<built_artifact>& artifacts,
                           const std::vector<build_error>& errors, std::string_view said) {
  build_result out;
  std::set<std::string> libraries;  // folders of the packages whose library was built
  std::set<std::string> seen;       // a later build names again what an earlier one built
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
  const auto docs = chosen_targets(job, true);
  for (const auto* target : docs)
    if (succeeded || libraries.count(target->folder) > 0) out.doc_tests.push_back(target);
  leave_out(job, out);
  if (succeeded) return out;
  add_problems(job, errors, said, out);
  auto expected = chosen_targets(job, false);
  std::erase_if(expected, [&](const auto* target) {
    return std::ranges::find(out.left_out, target) != out.left_out.end();
  });
  expected.insert(expected.end(), docs.begin(), docs.end());
  attach_blocked(expected, out);
  return out;
}

job_target* find_unavailable(cargo_job& job, const unavailable_target& one) {
  for (auto& target : job.targets)
    if (target.kind != "doc" && !target.chosen.empty() && target.name == one.target &&
        target.package_name == one.package)
      return &target;
  return nullptr;
}

std::string left_out_note(const std::vector<const job_target*>& left_out) {
  constexpr std::size_t max = 10;
  std::string out;
  for (std::size_t i = 0; i < std::min(max, left_out.size()); ++i) {
    const auto& target = *left_out[i];
    std::string features;
    for (const auto& feature : target.needs) features += (features.empty() ? "" : ",") + feature;
    out += (i == 0 ? "" : "; ") + target.group + " needs the features " + features;
  }
  if (left_out.size() > max) out += "; and " + std::to_string(left_out.size() - max) + " more";
  return out.empty() ? out : "Left out, as by cargo itself: " + out + ".";
}

std::vector<strings> test_commands(const cargo_job& job, bool succeeded, const build_result& built) {
  targets runnable;
  for (const auto& one : built.tests)
    if (!one.target->chosen.empty()) runnable.push_back(one.target);
  if (runnable.empty()) return {};
  const strings head{"test", "--no-fail-fast"};
  const auto tests = [&](const strings& what) { return for_binaries(job, with_added(job, head, what)); };
  // As it was built, for with other packages cargo would unite other features, and build anew. A target's name or kind holds for
  // each of the packages: what nobody chose is started, too, and is left out then.
  if (succeeded && !job.everything) return {tests(target_arguments(chosen_targets(job, false)))};
  if (succeeded) return {tests(with(job.packages, job.kinds.empty() ? strings{"--tests"} : job.kinds))};
  std::vector<strings> out;
  for (const auto& [package, of] : by_package(runnable)) out.push_back(tests(target_arguments(of)));
  return out;
}

}  // namespace covey::parsers::languages::rust
