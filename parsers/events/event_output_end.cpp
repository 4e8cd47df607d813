// The end of a command and of a run: what was running then, what was never reported, and why.
#include "parsers/events/ending_text.hpp"
#include "parsers/events/event_output_state.hpp"
#include "parsers/events/joined_failure.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <utility>

namespace covey::parsers {

// Each command is judged by what it reported and printed itself.
void event_output::end_command(std::string_view runner, const run_ending& ending) {
  lines_.finish([this](auto line, bool cut) { on_line(line, cut); });
  close_open_tests(ending);
  diagnose_silence(std::string{runner}, ending);
  for (auto i = failures_before_; i < results_.failures.size(); ++i) results_.failures[i].runner = runner;
  const auto command = occurrence::of(runner);
  for (auto i = tests_before_; i < results_.tests.size(); ++i) results_.tests[i].which.command = command;
  judged_ = true;
  complete_ = false;
  done_before_ = done_;
  failures_before_ = results_.failures.size();
  tests_before_ = results_.tests.size();
  out_ = head_tail{max_said};
  err_ = head_tail{max_said};
}

run_results event_output::finish(const run_ending& ending) {
  lines_.finish([this](auto line, bool cut) { on_line(line, cut); });
  close_open_tests(ending);
  if (!judged_) diagnose_silence(options_.runner, ending);
  const auto begun = results_.tests.size() + results_.unfinished.size();
  results_.unrun = census_.not_run();
  for (const auto& group : results_.unrun) results_.not_run += group.count;
  if (options_.total_is_exact && total_ > begun) results_.not_run = total_ - begun;
  if (auto unknown = census_.never_began(); !unknown.empty()) {
    results_.uncounted = true;
    note(std::move(unknown));
  }
  add_missing(ending);
  for (const auto& failure : results_.failures)
    ++(is_of_a_test(failure) ? results_.totals.failed : results_.totals.errors);
  if (strange_lines_ > 0)
    note(std::to_string(strange_lines_) + " line(s) of the report could not be read and were skipped");
  return std::move(results_);
}

// A test that began and was never reported was running when the process went away.
void event_output::close_open_tests(const run_ending& ending) {
  auto open = open_.take_all();
  const auto err = plain_text(err_.text());
  std::vector<failure*> reported;  // workers' crashes that the runner reported
  for (auto i = failures_before_; i < results_.failures.size(); ++i)
    if (results_.failures[i].kind == failure_kind::crash) reported.push_back(&results_.failures[i]);
  const auto ran = std::count_if(open.begin(), open.end(), [](const auto& test) { return !test.waits; });
  const bool only = reported.size() + static_cast<std::size_t>(ran) == 1;
  for (auto* crash : reported) options_.diagnose_end(*crash, err, only);
  const bool ours = ending.cancelled || ending.kind == run_ending::kind_type::lost;
  for (auto& test : open) {
    if (complete_ && test.waits) continue;  // the runner has reported all of its tests: this is not one
    if (!test.told) census_.test_ended(test.id.group, true);
    const bool stopped = !test.waits && ours && !ending.timed_out;
    if (!test.waits && !stopped) add_end(test, ending, err, only);
    if (stopped || test.failures.empty())
      results_.unfinished.push_back(std::move(test.id));
    else
      fail_open(test);
  }
}

// Adds what ended the run as the last failure of a test that was running.
void event_output::add_end(open_test& test, const run_ending& ending, const std::string& err, bool only) {
  failure end;
  end.id = test.id;
  end.where = test.defined;
  end.kind = ending.timed_out ? failure_kind::timeout : failure_kind::crash;
  end.message = ending.timed_out
                    ? "still running when the time was over"
                    : "the process ended while this test was running (" + how_it_ended(ending) + ")";
  options_.diagnose_end(end, err, only);
  if (end.output.empty() && !ending.timed_out)
    end.output = bounded_text(err_.total() > 0 ? err_.text() : out_.text(), max_explanation);
  test.failures.push_back(std::move(end));
}

void event_output::fail_open(open_test& test) {
  const auto kind = test.failures.back().kind;
  auto output = std::move(test.failures.back().output);
  auto why = joined(test.failures);
  why.kind = kind;
  why.selections = test.selections;
  know_group(test.id.group);
  results_.tests.push_back({test.id,
                            outcome::failed,
                            {},
                            std::move(test.defined),
                            std::move(test.selections),
                            {occurrence::of(test.key), 0}});
  add_failure(std::move(test.id), std::move(test.key), std::move(why), std::move(output));
}

// Adds an error if the runner ended and its report does not say why.
void event_output::diagnose_silence(const std::string& runner, const run_ending& ending) {
  const bool by_itself = !ending.timed_out && !ending.cancelled && ending.kind != run_ending::kind_type::lost;
  const bool clean = ending.kind == run_ending::kind_type::exited && ending.value == 0;
  const bool diagnosed = results_.failures.size() > failures_before_;
  const bool ran = done_ > done_before_;
  if (!by_itself || diagnosed || (complete_ && clean)) {
    if (by_itself && !complete_ && ran && total_ > done_)
      note("the run was cut short: " + std::to_string(done_) + " of " + std::to_string(total_) +
           " tests were reported");
    return;
  }
  add_diagnosed(ending);
  if (results_.failures.size() > failures_before_) return;
  if (complete_ && ran)
    return note(runner + " ended with " + how_it_ended(ending) + " although no test failed");
  const auto kind = complete_ || !ran ? failure_kind::error : failure_kind::crash;
  auto why = runner_failure(runner, ending, complete_, (err_.total() > 0 ? err_ : out_).text());
  why.kind = kind;
  add_failure({runner, {}, separator_}, {}, std::move(why), {});
}

void event_output::add_diagnosed(const run_ending& ending) {
  if (!options_.diagnose) return;
  const auto out = plain_text(out_.text());
  const auto err = plain_text(err_.text());
  for (auto& why : options_.diagnose({out, err}, ending)) {
    auto output = std::move(why.output);
    auto key = std::move(why.key);
    auto id = std::move(why.id);
    id.separator = separator_;
    if (auto below = path_below(options_.root, why.where.file)) why.where.file = std::move(*below);
    know_group(id.group);
    add_failure(std::move(id), std::move(key), std::move(why), std::move(output));
  }
}

bool event_output::came_to_an_end(const rerun_test& wanted) const {
  const auto& id = wanted.id;
  if (id.name.empty()) return knows_group(wanted);
  if (awaited_.count(identity_of(id.group, id.name, wanted.key)) == 0) return true;
  // A hook has no outcome of its own; it ran again if its group did.
  return wanted.kind == failure_kind::error && gone_.count(wanted.key) == 0 && knows_group(wanted);
}

// A file that its runner did not accept as a test: one error for all selections of it.
void event_output::add_untaken(const rerun_test& wanted) {
  const auto gone = gone_.find(wanted.key);
  if (gone == gone_.end() || gone->second.empty() || knows_group(wanted)) return;
  failure why;
  why.kind = failure_kind::error;
  why.where.file = wanted.id.group;
  why.message = gone->second;
  why.runner = wanted.runner;
  know_group(wanted.id.group);
  add_failure({wanted.id.group, {}, separator_}, {}, std::move(why), {});
}

void event_output::add_missing(const run_ending& ending) {
  std::set<test_id> failed;
  std::set<shared_text> broken;  // groups that failed, or the runner itself
  std::size_t known = 0;
  for (const auto& wanted : options_.wanted) {
    const auto& id = wanted.id;
    if (wanted.selected) {
      add_untaken(wanted);
      continue;
    }
    for (; known < results_.failures.size(); ++known) {
      const auto& one = results_.failures[known].id;
      failed.insert(one);
      if (one.name.empty()) broken.insert(one.group);
    }
    if (failed.count(id) > 0 || id.group == options_.runner || came_to_an_end(wanted)) continue;
    if (ending.cancelled) {
      if (!id.name.empty()) results_.unfinished.push_back(id);
      continue;
    }
    // A file or a runner that failed gives one error, not one for each of its tests.
    if (broken.count(id.group) > 0 || broken.count(options_.runner) > 0) continue;
    failure why;
    why.kind = failure_kind::error;
    why.runner = wanted.runner;
    why.message = ending.timed_out ? "did not run again: the run was stopped after its timeout"
                                   : "the test did not run again: was it renamed, removed or deselected?";
    add_failure(id, wanted.key, std::move(why), {});
  }
}

}  // namespace covey::parsers
