#include "parsers/failures/unreached.hpp"
#include "parsers/model/outermost.hpp"
#include "parsers/failures/refused_options.hpp"
#include <map>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace covey::parsers {
namespace {

using group_names = std::map<std::string_view, std::unordered_set<std::string_view>>;

// The names of the tests that ended, of the groups that `names` has.
void read_names(group_names& names, const run_results& from) {
  for (const auto& test : from.tests)
    if (const auto found = names.find(test.id.group); found != names.end())
      found->second.insert(test.id.name);
}

// Empty if the run left out more than is known by group.
std::vector<unreached_group> groups_of(const finished_run& run) {
  const auto& results = run.results;
  if (run.ending.kind != run_ending::kind_type::exited || run.ending.timed_out || run.ending.cancelled ||
      results.uncounted)
    return {};
  std::map<std::string_view, unreached_group> groups;
  const auto of = [&](const shared_text& group) -> unreached_group& {
    auto& one = groups[group];
    one.group = group;
    return one;
  };
  std::uint64_t known = 0;
  for (const auto& left : results.unrun) {
    of(left.group).never_began += left.count;
    known += left.count;
  }
  if (known != results.not_run) return {};
  for (const auto& id : results.unfinished) ++of(id.group).open;
  group_names ended;
  for (const auto& [name, group] : groups) ended[name];
  read_names(ended, results);
  std::vector<unreached_group> out;
  for (auto& [name, group] : groups) {
    group.tests = group.never_began + group.open + count_outermost(ended[name], separator_of(results));
    out.push_back(std::move(group));
  }
  return out;
}

// Takes away the groups that the run has reached; true: it was the last one. A run that was cut itself may have
// subtests without the test around them.
bool reach(cut_run& cut, const finished_run& run) {
  if (cut.groups.empty() || !is_of_kind(run, cut) || is_partial(run)) return false;
  group_names ended;
  for (const auto& group : cut.groups) ended[group.group];
  read_names(ended, run.results);
  std::erase_if(cut.groups, [&](const auto& group) {
    if (count_outermost(ended[group.group], separator_of(run.results)) < group.tests) return false;
    cut.not_run -= group.never_began;
    cut.open -= group.open;
    return true;
  });
  return cut.groups.empty();
}

// Why a run was no pass, where no failure says it. Empty: it was one, or its failures are known.
std::string why_no_pass(const finished_run& run) {
  if (!run.unmet.empty()) return run.unmet.front();
  const bool unnamed = run.results.failures.empty() && own_status_of(run) == run_status::failed;
  return unnamed ? "ended with exit code " + std::to_string(run.ending.value) + " though no test failed" : "";
}

}  // namespace

std::vector<cut_run> unreached_after(const finished_run& before, const finished_run& run) {
  auto open = before.unreached;
  const auto drop = [&](const finished_run& of) {
    std::erase_if(open, [&](const auto& cut) {
      return is_of_kind(of, cut) && same_settings(cut.settings, of.settings);
    });
  };
  auto no_pass = is_cut(before) ? "" : why_no_pass(before);
  if (before.scope == run_scope::whole && (is_cut(before) || !no_pass.empty()) && !has_refused_options(before)) {
    drop(before);
    open.push_back({before.id, before.language, before.options, before.settings, before.ending, before.results.not_run,
                    before.results.unfinished.size(), groups_of(before), std::move(no_pass)});
  }
  if (run.scope == run_scope::whole) drop(run);
  std::erase_if(open, [&](auto& cut) { return reach(cut, run); });
  return open;
}

}  // namespace covey::parsers
