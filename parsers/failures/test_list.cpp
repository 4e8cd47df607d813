#include "parsers/failures/test_list.hpp"
#include "parsers/failures/named_results.hpp"
#include "parsers/text/masks.hpp"
#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>

namespace covey::parsers {
namespace {

constexpr std::size_t max_tests = 100'000;  // they take 10 MB; longer lists are not compared

using listed_test = std::pair<test_id, shared_text>;

test_name name_of_listed(const listed_test& one) {
  return name_of(one.first);
}

bool lists(const whole_run& run, const test_id& id) {
  return std::ranges::binary_search(*run.tests, name_of(id), {}, name_of_listed);
}

// What a run says of tests that it has no result of.
class unreported {
 public:
  explicit unreported(const finished_run& run)
      : run_(run), has_unnamed_(run.results.deselected > run.results.left_out.size()) {
    for (const auto& test : run.results.tests) {
      names_.insert(name_of(test.id));
      ended_groups_.insert(test.id.group);
      if (test.result == outcome::skipped) closed_.insert(name_of(test.id));
    }
    for (const auto& group : run.results.testless) ended_groups_.insert(group);
    for (const auto& id : run.results.left_out) closed_.insert(name_of(id));
    for (const auto& one : run.results.failures) {
      closed_.insert(name_of(one.id));
      for (const auto& group : one.also_failed) closed_.insert({group, ""});
    }
  }

  bool has(const test_id& id) const { return names_.contains(name_of(id)); }

  // Nothing that is known kept it from running, and its file was not left out.
  bool is_gone(const listed_test& one, const whole_run& before) const {
    const auto& [id, file] = one;
    if (id.name.empty() || has(id) || has_unnamed_ || is_closed(id) || closed_.contains({id.group, ""})) return false;
    if (std::ranges::any_of(outer_tests(id), [this](const auto& outer) { return is_closed(outer); })) return false;
    return ended_groups_.contains(id.group) || !keeps(file, before.fingerprints.before, run_.fingerprints.before);
  }

 private:
  bool is_closed(const test_id& id) const { return closed_.contains(name_of(id)); }

  const finished_run& run_;
  bool has_unnamed_;  // among what was deselected
  std::set<test_name> names_, closed_;
  std::set<std::string_view> ended_groups_;
};

// Each once, without those that are parts of another one.
void drop_parts(std::vector<test_id>& from) {
  std::ranges::sort(from);
  from.erase(std::unique(from.begin(), from.end()), from.end());
  std::set<test_name> all;
  for (const auto& id : from) all.insert(name_of(id));
  std::vector<test_id> out;
  for (const auto& id : from)
    if (std::ranges::none_of(outer_tests(id), [&](const auto& outer) { return all.contains(name_of(outer)); }))
      out.push_back(id);
  from = std::move(out);
}

// Takes out of both lists those that are one by their keys; an empty key is none.
std::vector<std::pair<test_id, test_id>> take_pairs(std::vector<test_id>& gone, std::vector<test_id>& added,
                                                    const std::function<std::string(const test_id&)>& key_of) {
  std::map<std::string, std::vector<const test_id*>> by_key;
  for (const auto& id : added) by_key[key_of(id)].push_back(&id);
  by_key.erase("");
  std::vector<std::pair<test_id, test_id>> out;
  std::set<test_id> taken;
  for (const auto& id : gone) {
    const auto found = by_key.find(key_of(id));
    if (found == by_key.end() || found->second.empty()) continue;
    out.emplace_back(id, *found->second.back());
    taken.insert({id, *found->second.back()});
    found->second.pop_back();
  }
  for (auto* list : {&gone, &added}) std::erase_if(*list, [&](const auto& id) { return taken.contains(id); });
  return out;
}

// The test that this one is a part of, or its name without what is of one run; empty: it is no part.
std::string case_of(const test_id& id, const unreported& now) {
  if (auto name = without_volatile(id.name); name != id.name) return id.group + "\n" + name;
  const auto at = id.name.ends_with(']') ? id.name.find('[') : std::string::npos;
  if (at > 0 && at != std::string::npos) return id.group + "\n" + id.name.substr(0, at);
  const auto outer = outer_tests(id);
  return outer.empty() || !now.has(outer.back()) ? "" : id.group + "\n" + outer.back().name;
}

}  // namespace

std::vector<test_id> outer_tests(const test_id& id) {
  std::vector<test_id> out;
  const std::string_view separator = id.separator;
  for (auto at = id.name.find(separator); at != std::string::npos && at > 0; at = id.name.find(separator, at + 1))
    out.push_back({id.group, id.name.substr(0, at), id.separator});
  return out;
}

const whole_run* whole_before(const finished_run& run) {
  const auto found = std::ranges::find(run.whole_before, run.language, &whole_run::language);
  return found == run.whole_before.end() ? nullptr : &*found;
}

whole_run whole_run_of(const finished_run& run, const whole_run* before) {
  whole_run out{run.id, run.language, {run.fingerprints.before, run.fingerprints.after}};
  const auto& all = run.results.tests;
  const auto& totals = run.results.totals;
  if (all.size() > max_tests || all.size() < totals.passed + totals.skipped) return out;
  std::vector<listed_test> tests;
  for (const auto& test : all) tests.emplace_back(test.id, test.defined.file.empty() ? test.id.group : test.defined.file);
  if (before != nullptr && before->tests) {
    const unreported now{run};
    for (const auto& one : *before->tests)
      if (tests.size() < max_tests && !now.has(one.first) && !now.is_gone(one, *before)) tests.push_back(one);
  }
  std::ranges::sort(tests, {}, name_of_listed);
  out.tests = std::make_shared<const std::vector<listed_test>>(std::move(tests));
  return out;
}

void compare_lists(finished_run& run) {
  if (run.scope != run_scope::whole && !run.changes.gone.empty())
    for (auto& one : run.whole_before) {
      if (one.language != run.language || !one.tests) continue;
      auto left = *one.tests;
      std::erase_if(left, [&](const auto& test) { return std::ranges::count(run.changes.gone, test.first) > 0; });
      one.tests = std::make_shared<const std::vector<listed_test>>(std::move(left));
    }
  const auto* before = whole_before(run);
  if (before == nullptr || !before->tests || run.scope != run_scope::whole || run.options || is_partial(run) ||
      !run.results.structured || run.results.totals.tests() == 0)
    return;
  const unreported now{run};
  std::vector<test_id> gone, added;
  for (const auto& one : *before->tests)
    if (now.is_gone(one, *before)) gone.push_back(one.first);
  for (const auto& test : run.results.tests)
    if (!test.id.name.empty() && !lists(*before, test.id)) added.push_back(test.id);
  drop_parts(gone);
  drop_parts(added);
  auto& out = run.changes.list;
  out.since = before->id;
  for (const auto& [from, to] : take_pairs(gone, added, [](const test_id& id) { return id.name; })) {
    auto& moved = out.moved[{from.group, to.group}];
    ++moved.count;
    moved.failed += std::erase(run.changes.gone, from);
  }
  const auto is_case = [&](const test_id& id) { return !case_of(id, now).empty(); };
  const auto &then = before->fingerprints.before, &files = run.fingerprints.before;
  if (then && files && changes_between(*then, *files).empty())
    for (auto* list : {&gone, &added}) std::erase_if(*list, is_case);
  out.renamed = take_pairs(gone, added, [&](const test_id& id) { return case_of(id, now); }).size();
  std::set<test_name> told;
  for (const auto& id : run.changes.gone) told.insert(name_of(id));
  for (const auto& known : run.still_failing) told.insert(name_of(known.what->id));
  std::erase_if(gone, [&](const test_id& id) { return told.contains(name_of(id)); });
  out.gone = std::move(gone);
  out.added = std::move(added);
}

}  // namespace covey::parsers
