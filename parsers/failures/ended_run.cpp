#include "parsers/failures/ended_run.hpp"
#include "parsers/text/likeness.hpp"
#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <unordered_set>

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
    if (id.name.empty() || has(id) || has_unnamed_ || is_closed(id) || closed_.contains({id.group, ""}))
      return false;
    if (std::ranges::any_of(outer_tests(id), [this](const auto& outer) { return is_closed(outer); }))
      return false;
    return ended_groups_.contains(id.group) ||
           !keeps(file, before.fingerprints.before, run_.fingerprints.before);
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
  const std::set<test_id> all{from.begin(), from.end()};
  from.assign(all.begin(), all.end());
  std::erase_if(from, [&](const test_id& id) {
    return std::ranges::any_of(outer_tests(id), [&](const auto& outer) { return all.contains(outer); });
  });
}

// Takes out of both lists those that are one by their keys; an empty key is none.
std::vector<std::pair<test_id, test_id>> take_pairs(
    std::vector<test_id>& gone, std::vector<test_id>& added,
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

bool is_beside_tests(const failure& one) {
  return one.kind == failure_kind::error && !one.has_result;
}

// Named errors come from hooks, and the tests that a hook prevented are counted with it. Unnamed ones come from loading, building
// or the process: if no test of the group has ended, the error prevented all of them.
void count_beside(finished_run& run) {
  std::map<std::string_view, std::unordered_set<std::string_view>> ended;
  std::map<std::string_view, std::uint64_t> never_began;
  for (const auto& one : run.results.failures)
    if (is_beside_tests(one)) ended[one.id.group];
  if (ended.empty()) return;
  for (const auto& test : run.results.tests)
    if (const auto found = ended.find(test.id.group); found != ended.end())
      found->second.insert(test.id.name);
  for (const auto& left : run.results.unrun) never_began[left.group] += left.count;
  for (auto& one : run.results.failures) {
    if (!is_beside_tests(one)) continue;
    auto tests = count_outermost(ended[one.id.group], one.id.separator);
    if (!one.id.name.empty()) tests += never_began[one.id.group];
    if (tests > 0 && run.scope != run_scope::whole) tests = failure::any_number;
    one.beside = static_cast<std::uint32_t>(std::min<std::uint64_t>(tests, failure::any_number));
  }
}

// "80", "87.5"
std::string percent_text(double value) {
  const auto tenths = std::llround(value * 10);
  const auto whole = std::to_string(tenths / 10);
  return tenths % 10 == 0 ? whole : whole + "." + std::to_string(tenths % 10);
}

std::string figure(std::uint32_t permille) {
  return std::to_string(permille / 10) + "." + std::to_string(permille % 10);
}

using last_pass_ptr = std::shared_ptr<const last_pass>;

last_pass_ptr pass_of(const finished_run& run) {
  return std::make_shared<const last_pass>(last_pass{run.id, run.fingerprints.before, run.lines});
}

// `before` is null, or what it was when the test was first seen failing.
last_pass_ptr commit_of(const last_pass_ptr& before, bool is_new, const edited_files_ptr& edits) {
  last_pass out{0, nullptr, nullptr, edits};
  if (before && !is_new) {
    auto same = *edits;
    std::erase_if(same, [&](const auto& one) { return !before->edits->contains(one.first); });
    out.edits = std::make_shared<const edited_files>(std::move(same));
  }
  return std::make_shared<const last_pass>(std::move(out));
}

constexpr std::size_t max_named = 3;
constexpr std::size_t max_failures = 1'000;  // of more, no one looks for such a cause

bool fails(const run_results& run, const test_id& id) {
  return std::ranges::any_of(run.failures, [&](const auto& one) { return one.id == id; });
}

bool has(const run_results& run, const test_id& id) {
  return std::ranges::any_of(run.tests, [&](const auto& one) { return one.id == id; });
}

bool passes(const run_results& run, const test_id& id) {
  return !fails(run, id) && std::ranges::any_of(run.tests, [&](const auto& one) {
    return one.result == outcome::passed && one.id == id;
  });
}

bool is_in(const failure& one, const shared_text& group) {
  return one.id.group == group || std::ranges::find(one.also_failed, group.string()) != one.also_failed.end();
}

// A test has to pass; of a hook, a build or a file that did not load, all groups have to have tests that ran, or none at all.
bool is_gone(const run_results& plain, const failure& one, bool is_test) {
  if (is_test) return passes(plain, one.id);
  const auto ran = [&](const std::string& group) {
    return std::ranges::any_of(
               plain.tests,
               [&](const auto& test) { return test.result != outcome::skipped && test.id.group == group; }) ||
           std::ranges::any_of(plain.testless, [&](const auto& testless) { return testless == group; });
  };
  return !fails(plain, one.id) && ran(one.id.group) && std::ranges::all_of(one.also_failed, ran);
}

// Of no test, or of one that ended its process before others.
bool kept_others_from_running(const run_results& told, const failure& one) {
  return !has(told, one.id) ||
         std::ranges::any_of(told.unrun, [&](const auto& left) { return is_in(one, left.group); });
}

// The tests of its groups as they are without coverage.
void replace_tests(run_results& told, const run_results& plain, const failure& taken) {
  for (const auto& one : plain.failures) {
    if (!is_in(taken, one.id.group) || has(told, one.id) || fails(told, one.id)) continue;
    ++(is_of_a_test(one) ? told.totals.failed : told.totals.errors);
    told.failures.push_back(one);
  }
  for (const auto& one : plain.tests) {
    if (!is_in(taken, one.id.group) || has(told, one.id)) continue;
    if (one.result != outcome::failed)
      ++(one.result == outcome::passed ? told.totals.passed : told.totals.skipped);
    told.tests.push_back(one);
  }
  std::erase_if(told.unfinished, [&](const auto& id) { return is_in(taken, id.group) && has(told, id); });
  std::erase_if(told.unrun, [&](const auto& left) {
    if (is_in(taken, left.group)) told.not_run -= std::min(told.not_run, left.count);
    return is_in(taken, left.group);
  });
}

}  // namespace

std::vector<test_id> outer_tests(const test_id& id) {
  std::vector<test_id> out;
  const std::string_view separator = id.separator;
  for (auto at = id.name.find(separator); at != std::string::npos && at > 0;
       at = id.name.find(separator, at + 1))
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
  for (const auto& test : all)
    tests.emplace_back(test.id, test.defined.file.empty() ? test.id.group : test.defined.file);
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
      std::erase_if(left,
                    [&](const auto& test) { return std::ranges::count(run.changes.gone, test.first) > 0; });
      one.tests = std::make_shared<const std::vector<listed_test>>(std::move(left));
    }
  const auto* before = whole_before(run);
  if (before == nullptr || !before->tests || run.scope != run_scope::whole || run.options ||
      is_partial(run) || !run.results.structured || run.results.totals.tests() == 0)
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

void judge_thresholds(finished_run& run) {
  if (run.scope != run_scope::whole || run.coverage_follows) return;
  run.unmet.clear();
  const bool is_known = run.covered && run.covered->lines.found > 0 && !is_partial(run);
  for (const auto& one : run.results.thresholds) {
    const auto name = "coverage threshold " + percent_text(one.percent) + " (" + one.origin + ")";
    if (!is_known) {
      if (one.is_enforced)
        run.notes.push_back(name + " was not checked: the lines of all tests were not measured");
      continue;
    }
    const auto& lines = run.covered->lines;
    if (100.0 * static_cast<double>(lines.hit) >= one.percent * static_cast<double>(lines.found)) continue;
    auto text = name + " not met: " + figure(permille(lines));
    if (one.is_enforced)
      run.unmet.push_back(std::move(text));
    else
      run.notes.push_back(text + "; the project's test command does not measure, and so does not check it");
  }
}

void count_results(finished_run& run) {
  named_results tests;
  for (const auto& one : run.results.failures) tests.look_up(one.id);
  tests.read(run.results, 0);
  for (auto& one : run.results.failures) {
    const auto ended = tests.of(one).ended;
    one.results = std::max(ended, 1u);
    one.has_result = ended > 0;
  }
  count_beside(run);
}

void remember_passes(const finished_run& last, finished_run& run) {
  if (!is_of_kind(run, last)) return;
  run.whole_pass = last.whole_pass;
  auto now = pass_of(last);
  if (last.scope == run_scope::whole && !is_partial(last)) {
    last_pass whole = *now;
    for (const auto& one : last.results.failures) whole.failing.push_back(one.id);
    std::ranges::sort(whole.failing);
    now = run.whole_pass = std::make_shared<const last_pass>(std::move(whole));
  }
  const auto nothing =
      std::make_shared<const last_pass>(last_pass{0, nullptr, nullptr, std::make_shared<edited_files>()});
  std::map<test_id, last_pass_ptr> failing;
  for (const auto& one : last.results.failures) failing.emplace(one.id, one.passed);
  for (const auto& one : last.still_failing) failing.emplace(one.what->id, one.what->passed);
  std::set<test_id> wanted, passed;
  for (const auto& one : run.results.failures) wanted.insert(one.id);
  for (const auto& test : last.results.tests)
    if (test.result == outcome::passed && wanted.contains(test.id)) passed.insert(test.id);
  for (auto& one : run.results.failures) {
    const auto before = failing.find(one.id);
    if (before != failing.end())
      one.passed = before->second ? before->second : nothing;
    else if (passed.contains(one.id))
      one.passed = now;
    else if (run.whole_pass &&
             !std::binary_search(run.whole_pass->failing.begin(), run.whole_pass->failing.end(), one.id))
      one.passed = run.whole_pass;
  }
}

bool wants_commit(const finished_run* last, const finished_run& run) {
  if (last != nullptr && !is_of_kind(run, *last)) return false;
  const auto& all = run.results.failures;
  return std::ranges::any_of(
      all, [](const auto& one) { return !one.passed || (one.passed->edits && !one.passed->edits->empty()); });
}

void remember_commit(finished_run& run, const edited_files_ptr& edits) {
  std::map<std::pair<last_pass_ptr, bool>, last_pass_ptr> now;
  for (auto& one : run.results.failures) {
    if (one.passed && !one.passed->edits) continue;
    // A test that was not committed was red before what it tests was written.
    const bool is_new = one.passed && (one.passed->edits->contains(std::string_view{one.where.file}) ||
                                       one.passed->edits->contains(std::string_view{one.id.group}));
    auto& commit = now[{one.passed, is_new}];
    if (!commit) commit = commit_of(one.passed, is_new, edits);
    one.passed = commit;
  }
}

std::vector<rerun_test> affected_groups(run_results& told, std::string_view own_folder) {
  std::vector<rerun_test> out;
  if (told.failures.size() > max_failures) return out;
  std::set<std::pair<shared_text, std::string>> known;  // a file may be of several commands
  for (const auto& one : told.failures) {
    for (const auto& text :
         {one.message, one.diff, one.output, one.expected.value_or(""), one.actual.value_or("")})
      if (text.find(own_folder) != std::string::npos) told.affected.insert(one.id.group);
    if (!told.affected.contains(one.id.group) || !known.emplace(one.id.group, one.runner).second) continue;
    auto& group = out.emplace_back(one);
    group.kind = failure_kind::error;
    group.id.name = group.key = {};
  }
  return out;
}

std::string take_back(run_results& told, const run_results& plain, const run_results& measured) {
  std::vector<failure> taken;
  std::erase_if(told.failures, [&](const failure& one) {
    if (!told.affected.contains(one.id.group) || !is_gone(plain, one, has(told, one.id)) ||
        !fails(measured, one.id))
      return false;
    --(is_of_a_test(one) ? told.totals.failed : told.totals.errors);
    taken.push_back(one);
    return true;
  });
  for (auto& one : told.tests) {  // a parent failed with its parts, and has no failure of its own
    if (taken.empty() || one.result != outcome::failed || fails(told, one.id) || !passes(plain, one.id))
      continue;
    one.result = outcome::passed;
    ++told.totals.passed;
  }
  std::string names;
  for (const auto& one : taken) {
    if (kept_others_from_running(told, one)) replace_tests(told, plain, one);
    if (&one - taken.data() < static_cast<std::ptrdiff_t>(max_named))
      names += (names.empty() ? "" : ", ") + full_name(one.id);
  }
  if (taken.size() > max_named) names += " and " + std::to_string(taken.size() - max_named) + " more";
  if (taken.empty()) return {};
  return std::to_string(taken.size()) +
         " failure(s) come of measuring coverage and do not count: without it they are gone, with it they are back: " +
         names;
}

}  // namespace covey::parsers
