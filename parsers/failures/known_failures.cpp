#include "parsers/failures/known_failures.hpp"
#include "parsers/failures/ended_run.hpp"
#include "parsers/text/likeness.hpp"
#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace covey::parsers {
namespace {

// What runners say of a flag stands at the beginning.
constexpr std::size_t max_read = 400;

bool is_word(char c) {
  return c == '-' || c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool has_word(std::string_view text, std::string_view word) {
  for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const auto end = at + word.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) return true;
  }
  return false;
}

// One that names a flag of the call's, in a run that came to no test: "unrecognized arguments: --wrong". It is of that
// call alone, and no test, build or set-up.
bool refuses_options(const finished_run& run, const failure& why) {
  const bool may_be =
      run.options && run.results.totals.tests() == 0 && why.id.name.empty() && why.where.line == 0;
  if (!may_be) return false;
  const auto said = std::string_view{why.message}.substr(0, max_read);
  const auto& args = run.options->args;
  return std::ranges::any_of(args, [&](const std::string& word) {
    return word.size() > 1 && word.front() == '-' && has_word(said, word.substr(0, word.find('=')));
  });
}

// All that was wrong is of that sort.
bool has_refused_options(const finished_run& run) {
  const auto& all = run.results.failures;
  return !all.empty() && std::ranges::all_of(all, [&](const auto& one) { return refuses_options(run, one); });
}

using group_names = std::map<std::string_view, std::unordered_set<std::string_view>>;

// The names of the tests that ended, of the groups that `names` has.
void read_names(group_names& names, const run_results& from) {
  for (const auto& test : from.tests)
    if (const auto found = names.find(test.id.group); found != names.end())
      found->second.insert(test.id.name);
}

// The run was not stopped, and of all tests that never began the group is known.
bool has_known_gaps(const finished_run& run) {
  const auto& ending = run.ending;
  const auto& results = run.results;
  std::uint64_t known = 0;
  for (const auto& left : results.unrun) known += left.count;
  return ending.kind == run_ending::kind_type::exited && !ending.timed_out && !ending.cancelled &&
         !results.uncounted && known == results.not_run;
}

// Empty if the run left out more than is known by group.
std::vector<unreached_group> groups_of(const finished_run& run) {
  const auto& results = run.results;
  if (!has_known_gaps(run)) return {};
  std::map<std::string_view, unreached_group> groups;
  const auto of = [&](const shared_text& group) -> unreached_group& {
    auto& one = groups[group];
    one.group = group;
    return one;
  };
  for (const auto& left : results.unrun) of(left.group).never_began += left.count;
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

// Those that are open after `run`, the one before it (`before`) among them. Only runs of its kind (language,
// `args`, `env`) take away what a run has left open: one of all tests takes all away, another one that was not cut
// takes a group away if as many of its tests have ended as were to run.
std::vector<cut_run> unreached_after(const finished_run& before, const finished_run& run) {
  auto open = before.unreached;
  const auto drop = [&](const finished_run& of) {
    std::erase_if(open, [&](const auto& cut) {
      return is_of_kind(of, cut) && same_settings(cut.settings, of.settings);
    });
  };
  auto no_pass = is_cut(before) ? "" : why_no_pass(before);
  if (before.scope == run_scope::whole && (is_cut(before) || !no_pass.empty()) &&
      !has_refused_options(before)) {
    drop(before);
    open.push_back({before.id, before.language, before.options, before.settings, before.ending,
                    before.results.not_run, before.results.unfinished.size(), groups_of(before),
                    std::move(no_pass)});
  }
  if (run.scope == run_scope::whole) drop(run);
  std::erase_if(open, [&](auto& cut) { return reach(cut, run); });
  return open;
}

// Without the command: a plan of one command does not name it.
using identity = std::tuple<std::string_view, std::string_view, std::string_view>;

identity identity_of(const failure& one) {
  return {one.id.group, one.id.name, one.key};
}

// An error that kept a rerun from its tests stands for these, which are known themselves.
bool is_of_rerun(const known_failure& one) {
  return one.asked && one.asked->empty();
}

std::size_t own_failures(const finished_run& run) {
  return run.results.failures.size() - run.unmet_requests;
}

// Whether something has changed between the runs that found failures and a later one, so that it may have mended them. Where that
// is not known, it may.
class changes_until {
 public:
  changes_until(const finished_run& run, const path_test& is_source)
      : run_(run), is_source_(is_source), written_(written_during(run.fingerprints)) {}

  bool may_have_mended(const known_failure& known) const {
    const auto [found, is_new] = by_run_.try_emplace(known.run_id, true);
    if (is_new) found->second = is_changed_since(known.fingerprints);
    return found->second;
  }

 private:
  bool is_changed_since(run_fingerprints found) const {
    if (!is_source_) return true;
    // What one of them has written itself is what runs do.
    found.written_before.clear();
    std::ranges::set_union(written_during(found), written_, std::back_inserter(found.written_before));
    const auto may_be_rewritten = [this](std::string_view path) { return !is_source_(path); };
    const auto since = freshness_of(found, run_.fingerprints.before, is_source_, may_be_rewritten);
    return since.verdict != freshness::verdict_type::fresh;
  }

  const finished_run& run_;
  const path_test& is_source_;
  std::vector<shared_text> written_;
  mutable std::map<std::uint64_t, bool> by_run_;  // by the run that found them
};

// What a run says of the tests and groups that were known to fail.
class verdicts {
 public:
  verdicts(const std::vector<known_failure>& before, const finished_run& run, const path_test& is_source)
      : run_(run), changes_(run, is_source) {
    for (const auto& known : before) {
      tests_.look_up(known.what->id);
      for (const auto& outer : outers_.emplace_back(outer_tests(known.what->id))) tests_.look_up(outer);
      groups_.insert(known.what->id.group);
      for (const auto& group : known.what->also_failed) groups_.insert(group);
    }
    tests_.read(run.results, own_failures(run));
    for (const auto& test : run.results.tests) {
      if (!groups_.contains(test.id.group)) continue;
      ended_groups_.insert(test.id.group);
      if (test.result == outcome::passed) passed_groups_.insert(test.id.group);
      if (test.result == outcome::skipped) left_out_.insert(name_of(test.id));
    }
    for (const auto& one : run.results.left_out) left_out_.insert(name_of(one));
    for (const auto& group : run.results.testless) {
      ended_groups_.insert(group);
      passed_groups_.insert(group);
    }
    if (run.rerun)
      for (const auto& one : *run.rerun) rerun_.emplace(one.id.group, one.id.name, one.key);
    for (std::size_t i = 0; i < own_failures(run); ++i) add(run.results.failures[i]);
  }

  bool is_of(const known_failure& known) const { return is_of_kind(run_, known); }

  // Its test ran again, and did not fail.
  bool fixes(const known_failure& known) const {
    return holds(known) && !is_unexplained(known) && !misses(known);
  }
  bool passes_alone(const known_failure& known) const { return holds(known) && is_unexplained(known); }

  // It is no more: a run of all tests, or of its whole file, no longer had its test, or its file is not there any more.
  bool misses(const known_failure& known) const {
    const auto& what = *known.what;
    if (leaves_out(known)) return true;
    if (!is_of(known) || fails(what) || tests_.of(what).ended > 0) return false;
    if (run_.scope != run_scope::whole) return is_lost(known);
    return settles(known) && (!what.id.name.empty() || has_no_file(known));
  }

  // All of the tests that it may be have been left out.
  bool skips(const failure& what) const {
    const auto now = tests_.of(what);
    return !what.id.name.empty() && now.failed == 0 && now.passed == 0 && now.ended > 0;
  }

  bool fails(const failure& what) const { return failures_of(what) > 0; }
  std::uint32_t failures_of(const failure& what) const { return tests_.of(what).failed; }

  // It is among the run's own failures, or the run says that nothing is left of it.
  bool settles(const known_failure& known) const {
    if (leaves_out(known) || (run_.scope != run_scope::whole && is_lost(known))) return true;
    return is_settled(known) && (fails_again(*known.what) || !is_unexplained(known));
  }

 private:
  // The settings leave its command out: nobody runs it any more.
  bool leaves_out(const known_failure& known) const {
    return is_of(known) && std::ranges::any_of(run_.decisions, [&](const auto& one) {
             return one.part == left_out_part && one.chosen == known.what->runner;
           });
  }

  // Its test did not fail this time, whatever the reason.
  bool holds(const known_failure& known) const {
    if (!is_of(known) || fails(*known.what)) return false;
    return is_no_verdict(*known.what) ? is_settled(known) : passes(*known.what);
  }

  // The run left tests out, and nothing has changed that could have mended it: it depends on those, or is flaky.
  bool is_unexplained(const known_failure& known) const {
    return run_.scope != run_scope::whole && !changes_.may_have_mended(known);
  }

  bool is_settled(const known_failure& known) const {
    if (!is_of(known)) return false;
    const auto& what = *known.what;
    if (passes(what) || fails_again(what)) return true;
    // With other settings it may have left any test out.
    const bool of_some =
        run_.scope == run_scope::whole && (!same_settings(run_.settings, known.settings) || what.elsewhere);
    switch (of_some ? run_scope::selected : run_.scope) {
      case run_scope::whole:
        // A failed build or load kept tests from running, and an empty run judges nothing.
        if (came_to_its_end() && broken_.empty() && has_run()) return is_no_more(known);
        // Another one is broken: what the runner found in order itself is not.
        return what.id.name.empty() && what.kind == failure_kind::error && has_known_gaps(run_) &&
               run_.results.unfinished.empty() && groups_hold(what, &verdicts::has_passed);
      case run_scope::failing:
        return is_no_verdict(what) && (was_to_run(what) || is_of_rerun(known)) && came_to_its_end() &&
               groups_hold(what, &verdicts::is_sound);
      case run_scope::selected:
        return what.kind == failure_kind::error && !what.has_result && !is_partial(run_) &&
               groups_hold(what, &verdicts::has_passed) && has_all_beside(what);
    }
    return false;
  }

  // A rerun did not find its test, in the files that it is now known by.
  static bool was_missed(const failure& what) { return what.kind == failure_kind::error && what.has_result; }

  // The file that is its group was there, and is not.
  bool has_no_file(const known_failure& known) const {
    return removes(known.what->id.group, known.fingerprints.before, run_.fingerprints.before) &&
           !ended_groups_.contains(known.what->id.group);
  }

  // A run of some tests that has no result of it: its file was edited and ran as a whole, or is no more.
  bool is_lost(const known_failure& known) const {
    const auto& what = *known.what;
    if (!is_of(known) || is_partial(run_) || fails(what) || tests_.of(what).ended > 0) return false;
    if (has_no_file(known)) return true;
    const std::string_view file = what.where.file.empty() ? what.id.group : what.where.file;
    return !is_no_verdict(what) && std::ranges::find(run_.whole_files, file) != run_.whole_files.end() &&
           (was_missed(what) || differs_in(file, known.fingerprints.before, run_.fingerprints.before)) &&
           is_sound(what.id.group) && ended_groups_.contains(what.id.group) && was_reached(what);
  }

  bool is_left_out(const test_id& id) const {
    return left_out_.contains(name_of(id)) || left_out_.contains({id.group, ""});
  }

  // Nothing that is known kept its test from running: the runner's options, or a test around it.
  bool was_reached(const failure& what) const {
    if (run_.results.deselected > run_.results.left_out.size()) return false;  // it may be one without a name
    return !is_left_out(what.id) && std::ranges::none_of(outer_tests(what.id), [this](const test_id& outer) {
      failure of;
      of.id = outer;
      return is_left_out(outer) || fails(of);
    });
  }

  // A whole run has no result of it: its test was renamed or removed, or what it stood for did not come again. What was skipped,
  // deselected or left out with its whole file is still there.
  bool is_no_more(const known_failure& known) const {
    const auto& what = *known.what;
    const auto now = tests_.of(what);
    if (now.ended > now.passed + now.failed || is_left_out(what.id)) return false;
    if (!is_no_verdict(what) && !was_reached(what)) return false;
    if (!known.fingerprints.before) return true;
    const auto is_kept = [&](std::string_view file) {
      return keeps(file, known.fingerprints.before, run_.fingerprints.before);
    };
    if (is_no_verdict(what)) return ended_groups_.contains(what.id.group) || !is_kept(what.id.group);
    return !is_kept(what.where.file.empty() ? what.id.group : what.where.file) ||
           (ended_groups_.contains(what.id.group) && (was_missed(what) || changes_.may_have_mended(known)));
  }

  // All of the tests that it may be have passed.
  bool passes(const failure& what) const {
    const auto now = tests_.of(what);
    return !what.id.name.empty() && now.failed == 0 && now.passed > 0 && now.passed == now.ended &&
           now.ended >= what.results;
  }

  // One of those tests has failed, and none was left out: then which of them it is does not matter.
  bool fails_again(const failure& what) const {
    const auto now = tests_.of(what);
    return now.failed > 0 && std::max(now.ended, now.failed) >= what.results;
  }

  void add(const failure& one) {
    if (!one.id.name.empty()) return;
    broken_.insert(one.id.group);
    broken_.insert(one.also_failed.begin(), one.also_failed.end());
  }

  // A build, a set-up, or a group as a whole.
  static bool is_no_verdict(const failure& what) {
    return what.id.name.empty() || (what.kind == failure_kind::error && !what.has_result);
  }

  bool came_to_its_end() const {
    return !is_partial(run_) && (run_.results.structured || run_.ending.value == 0);
  }
  bool was_to_run(const failure& what) const { return !run_.rerun || rerun_.contains(identity_of(what)); }
  // What is wrong behind some tests (a hook, the end of the process) shows again only where all of them run.
  bool has_all_beside(const failure& what) const {
    if (what.beside == 0 || what.beside == failure::any_number) return what.beside == 0;
    std::unordered_set<std::string_view> ended;
    for (const auto& test : run_.results.tests)
      if (test.id.group == what.id.group) ended.insert(test.id.name);
    return count_outermost(ended, what.id.separator) >= what.beside;
  }
  bool has_run() const { return !run_.results.structured || run_.results.totals.tests() > 0; }
  bool is_broken(std::string_view group) const { return broken_.contains(group); }
  bool is_sound(std::string_view group) const { return !is_broken(group); }
  bool has_passed(std::string_view group) const {
    return passed_groups_.contains(group) && !is_broken(group);
  }
  bool groups_hold(const failure& what, bool (verdicts::*holds)(std::string_view) const) const {
    return (this->*holds)(what.id.group) &&
           std::ranges::all_of(what.also_failed, [&](const auto& group) { return (this->*holds)(group); });
  }

  const finished_run& run_;
  changes_until changes_;
  std::deque<std::vector<test_id>> outers_;  // of the tests that were known to fail; the next refers to them
  named_results tests_;                      // known to fail, and those
  std::set<std::string_view> groups_;        // the groups of these
  std::set<std::string_view> ended_groups_, passed_groups_, broken_;
  std::set<test_name> left_out_;
  std::set<identity> rerun_;
};

// No test, and none that was to run again. Beside tests that ran it is of its own file or package alone.
bool kept_from_tests(const failure& one, const finished_run& run) {
  if (!run.asked || run.results.totals.passed > 0 || !one.id.name.empty() ||
      one.kind != failure_kind::error || one.has_result || one.beside != 0)
    return false;
  return !run.asked->empty() || !run.rerun || std::ranges::none_of(*run.rerun, [&](const auto& asked) {
    return asked.id == one.id && asked.key == one.key;
  });
}

// Those of the tests that failed now that passed in the run before.
std::set<test_name> passed_in(const finished_run& last, const run_results& results) {
  std::set<test_name> wanted, out;
  for (const auto& one : results.failures) wanted.insert(name_of(one.id));
  for (const auto& test : last.results.tests)
    if (test.result == outcome::passed && wanted.contains(name_of(test.id))) out.insert(name_of(test.id));
  return out;
}

// As a reader compares what they say.
bool say_the_same(const failure& a, const failure& b) {
  if (a.message == b.message && a.expected == b.expected && a.actual == b.actual) return true;
  const auto says = [](const failure& one) {
    return without_volatile(
        without_temporary(one.message + "\n" + one.expected.value_or("") + "\n" + one.actual.value_or("")));
  };
  return says(a) == says(b);
}

constexpr std::size_t max_compared_failures = 1000;  // whose earlier ones are kept

run_changes changes_of(const std::vector<known_failure>& before, const verdicts& said,
                       const finished_run& last, const finished_run& run) {
  run_changes out;
  // A test may have several failures, of a hook for instance; and several tests may be alike.
  std::map<std::pair<identity, std::string_view>, std::uint32_t> counted;
  std::set<test_name> failed_before;
  std::map<identity, std::vector<std::shared_ptr<const failure>>> failed;
  for (const auto& known : before) {
    if (!is_of_kind(run, known)) continue;
    if (counted[{identity_of(*known.what), known.what->runner}]++ >= known.what->results) continue;
    failed_before.insert(name_of(known.what->id));
    if (said.fails(*known.what)) ++out.still;
    if (said.fixes(known)) out.fixed.push_back(known.what->id);
    if (said.misses(known)) {
      if (out.gone.empty()) out.gone_since = known.run_id;
      out.gone.push_back(known.what->id);
    }
    if (said.passes_alone(known)) {
      if (out.alone.empty()) out.alone_since = known.run_id;
      out.alone.push_back(known.what->id);
    }
    if (said.skips(*known.what)) out.skipped.push_back(known.what->id);
    failed[identity_of(*known.what)].push_back(known.what);
  }
  const bool all_ran = !run.options && whole_before(run) != nullptr;
  const auto passed = all_ran ? std::set<test_name>{} : passed_in(last, run.results);
  for (std::size_t i = 0; i < own_failures(run); ++i) {
    const auto name = name_of(run.results.failures[i].id);
    if (!failed_before.contains(name) && (all_ran || passed.contains(name))) out.newly.push_back(i);
    const auto& one = run.results.failures[i];
    const auto then = failed.find(identity_of(one));
    if (then == failed.end()) continue;
    if (std::ranges::any_of(then->second, [&](const auto& known) { return say_the_same(*known, one); }))
      out.same.push_back(i);
    else if (then->second.size() == 1 && out.otherwise.size() < max_compared_failures)
      out.otherwise.emplace(i, then->second.front());
  }
  out.compared = all_ran || out.still + out.fixed.size() + out.alone.size() + out.newly.size() > 0;
  return out;
}

// How many files have changed since the last run of all.
std::optional<std::size_t> edited_since(const whole_run* whole, const finished_run& run,
                                        const path_test& is_source) {
  if (run.scope != run_scope::failing || whole == nullptr || !is_source) return std::nullopt;
  const auto may_be_rewritten = [&](std::string_view path) { return !is_source(path); };
  const auto now = freshness_of(whole->fingerprints, run.fingerprints.before, is_source, may_be_rewritten);
  if (now.verdict == freshness::verdict_type::unknown) return std::nullopt;
  return now.since.changed.size() + now.since.created.size() + now.since.removed.size();
}

// Those of them that the run did not judge. A run that fails one of several that may be the same test, and does
// not reach the others, has judged one.
std::vector<known_failure> unjudged(const std::vector<known_failure>& before, const verdicts& said) {
  std::vector<known_failure> out;
  std::map<identity, std::uint32_t> judged;
  for (const auto& known : before) {
    if (said.settles(known)) continue;
    auto& count = judged[identity_of(*known.what)];
    if (said.is_of(known) && count < said.failures_of(*known.what))
      ++count;
    else
      out.push_back(known);
  }
  return out;
}

// A test that failed again is as ambiguous as it was. One that only did not run is known to have failed as before.
void keep_counts(const std::vector<known_failure>& before, finished_run& run) {
  struct counts {
    std::uint32_t results = 0, beside = 0;
    bool elsewhere = false, of_more = false;
    const failure* test = nullptr;  // of the test itself
  };
  std::map<identity, counts> most;
  for (const auto& known : before) {
    auto& of = most[identity_of(*known.what)];
    of.results = std::max(of.results, known.what->results);
    of.beside = std::max(of.beside, known.what->beside);
    of.elsewhere = of.elsewhere || known.what->elsewhere || !same_settings(known.settings, run.settings);
    if (known.what->has_result || known.what->kind != failure_kind::error) of.test = known.what.get();
    of.of_more = of.of_more || !known.asked;  // a run of more tests than these has met it
  }
  for (auto& one : run.results.failures)
    if (const auto found = most.find(identity_of(one)); found != most.end()) {
      if (found->second.of_more) run.asked = nullptr;
      one.results = std::max(one.results, found->second.results);
      one.beside = std::max(one.beside, found->second.beside);
      one.elsewhere = run.scope != run_scope::whole && found->second.elsewhere;
      const auto* test = found->second.test;
      if (test == nullptr || one.id.name.empty() || one.has_result || one.kind != failure_kind::error)
        continue;
      one.has_result = true;
      constexpr std::string_view mark = "\nIt failed before: ";
      const auto at = test->message.find(mark);
      one.message += std::string{mark} +
                     (at == std::string::npos ? test->message : test->message.substr(at + mark.size()));
      if (one.where.file.empty()) one.where = test->where;
    }
}

std::vector<whole_run> whole_after(const finished_run& last, const finished_run& run) {
  auto out = last.whole_before;
  const bool whole = last.scope == run_scope::whole && !last.options && !is_cut(last) &&
                     last.results.structured && last.results.totals.tests() > 0;
  const auto* before = whole_before(last);
  if (whole && (before == nullptr || !is_partial(last))) {
    auto now = whole_run_of(last, before);
    std::erase_if(out, [&](const auto& one) { return one.language == last.language; });
    out.push_back(std::move(now));
  }
  if (last.language == run.language && !same_settings(last.settings, run.settings))
    std::erase_if(out, [&](const auto& one) { return one.language == run.language; });
  return out;
}

// Without those of flags that the runner of that call does not take.
std::vector<known_failure> failures_before(const finished_run& last) {
  auto out = known_failures(last);
  std::erase_if(
      out, [&](const auto& known) { return known.run_id == last.id && refuses_options(last, *known.what); });
  return out;
}

// In a rerun made in another way than what failed, tests that are not there were asked for in vain: nothing has failed.
void set_apart_unmet(const std::vector<known_failure>& before, finished_run& run) {
  if (run.scope != run_scope::failing || !run.rerun) return;
  std::set<identity> asked, of_kind;
  for (const auto& one : *run.rerun) asked.emplace(one.id.group, one.id.name, one.key);
  for (const auto& known : before)
    if (is_of_kind(run, known)) of_kind.insert(identity_of(*known.what));
  const auto is_met = [&](const failure& one) {
    const bool has_run = one.id.name.empty() || one.has_result || one.kind != failure_kind::error;
    return has_run || !asked.contains(identity_of(one)) || of_kind.contains(identity_of(one));
  };
  auto& all = run.results.failures;
  const auto end = all.end() - static_cast<std::ptrdiff_t>(run.unmet_requests);
  const auto unmet = static_cast<std::size_t>(end - std::stable_partition(all.begin(), end, is_met));
  if (unmet > 0) run.causes.clear();  // they name failures by their places
  run.unmet_requests += unmet;
}

}  // namespace

std::vector<known_failure> known_failures(const finished_run& run) {
  std::vector<known_failure> out;
  out.reserve(own_failures(run) + run.still_failing.size());
  for (std::size_t i = 0; i < own_failures(run); ++i)
    out.push_back({std::make_shared<const failure>(run.results.failures[i]),
                   run.language,
                   run.id,
                   run.began,
                   {run.fingerprints.before, run.fingerprints.after},
                   run.options,
                   run.settings,
                   kept_from_tests(run.results.failures[i], run) ? run.asked : nullptr});
  out.insert(out.end(), run.still_failing.begin(), run.still_failing.end());
  return out;
}

std::vector<known_failure> those_with(const std::vector<known_failure>& known,
                                      const run_options_ptr& options) {
  std::vector<known_failure> out;
  std::copy_if(known.begin(), known.end(), std::back_inserter(out),
               [&](const auto& one) { return same_options(one.options, options); });
  return out;
}

std::vector<rerun_test> rerun_set(const std::vector<known_failure>& known, std::string_view language,
                                  std::size_t limit) {
  const bool others = std::ranges::any_of(
      known, [&](const auto& one) { return one.language == language && !is_of_rerun(one); });
  std::vector<rerun_test> out;
  std::map<identity, const run_options*> first;  // a test may have failed in runs of several kinds
  for (const auto& one : known) {
    if (out.size() >= limit) break;
    if (one.language != language || (others && is_of_rerun(one))) continue;
    const auto known_as = first.emplace(identity_of(*one.what), one.options.get()).first->second;
    if (known_as == one.options.get()) out.emplace_back(*one.what);
  }
  return out;
}

std::vector<file_selection> selections_asked(const std::vector<known_failure>& known,
                                             std::string_view language) {
  std::vector<file_selection> out;
  std::set<const void*> seen;
  for (const auto& one : known) {
    if (one.language != language) continue;
    if (!one.asked) return {};
    if (seen.insert(one.asked.get()).second) out.insert(out.end(), one.asked->begin(), one.asked->end());
  }
  return out;
}

bool are_most(const std::vector<rerun_test>& tests, const finished_run& latest) {
  constexpr std::size_t few = 100;
  const auto& all = latest.results.tests;
  if (latest.scope != run_scope::whole || is_cut(latest) || tests.size() < few ||
      tests.size() <= all.size() / 2)
    return false;
  std::chrono::milliseconds red{0}, others{0};
  for (const auto& test : all) (test.result == outcome::failed ? red : others) += test.duration;
  return others <= red;
}

void carry_over(const finished_run& last, finished_run& run, const path_test& is_source) {
  const auto before = failures_before(last);
  set_apart_unmet(before, run);
  run.unreached = unreached_after(last, run);
  run.whole_before = whole_after(last, run);
  run.known_before = before.size();
  const verdicts said{before, run, is_source};
  run.changes = changes_of(before, said, last, run);
  run.changes.edited = edited_since(whole_before(run), run, is_source);
  run.still_failing = unjudged(before, said);
  compare_lists(run);
  keep_counts(before, run);
}

}  // namespace covey::parsers
