#include "parsers/events/event_output.hpp"
#include "parsers/events/ending_text.hpp"
#include "parsers/events/event_reader.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/events/joined_failure.hpp"
#include "parsers/events/open_tests.hpp"
#include "parsers/events/retract.hpp"
#include "parsers/events/test_census.hpp"
#include "parsers/text/head_tail.hpp"
#include "parsers/text/lines.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace covey::parsers {
namespace {

constexpr std::size_t max_line = std::size_t{4} * 1024 * 1024;
constexpr std::size_t max_said = 64 * 1024;
constexpr std::size_t max_notes = 20;

class event_output final : public output_parser {
 public:
  explicit event_output(event_output_options options)
      : options_(std::move(options)), separator_(options_.separator), reader_(options_.root) {
    for (const auto& wanted : options_.wanted) {
      awaited_.insert(identity_of(wanted.id.group, wanted.id.name, wanted.key));
      awaited_groups_.insert(wanted.id.group);
    }
  }

  void feed(stream from, std::string_view bytes) override {
    if (from == stream::events)
      lines_.feed(bytes, [this](auto line, bool cut) { on_line(line, cut); });
    else
      (from == stream::out ? out_ : err_).append(bytes);
  }

  // An unknown total is not reported: one that follows the count would always say "5 of 5".
  progress now() const override {
    return {done_, failed_, total_ > 0 ? std::max(total_, done_) : 0, full_name(current_)};
  }

  void stopping() override { open_.stopping(); }
  void end_command(std::string_view runner, const run_ending& ending) override;
  run_results finish(const run_ending& ending) override;

 private:
  void on_line(std::string_view line, bool cut);
  void on_event(reporter_event& event);
  bool is_of_the_stop(const reporter_event& event) const;
  void on_report(reporter_event& event);
  bool is_correction(const reporter_event& event, location& defined);
  void set_current(const reporter_event& event);
  void add_failure(test_id id, std::string key, failure why, std::string output);
  void close_open_tests(const run_ending& ending);
  void add_end(open_test& test, const run_ending& ending, const std::string& err, bool only);
  void fail_open(open_test& test);
  void diagnose_silence(const std::string& runner, const run_ending& ending);
  void add_diagnosed(const run_ending& ending);
  void add_untaken(const rerun_test& wanted);
  void add_missing(const run_ending& ending);
  bool came_to_an_end(const rerun_test& wanted) const;
  void know_group(std::string_view group) { awaited_groups_.erase(group); }
  bool knows_group(const rerun_test& wanted) const { return awaited_groups_.count(wanted.id.group) == 0; }
  void note(std::string text);
  test_id id_of(const reporter_event& event) const {
    return {event.group, std::string{event.name}, separator_};
  }

  event_output_options options_;
  shared_text separator_;
  failure_budget budget_;
  line_splitter lines_{max_line};
  event_reader reader_;
  reporter_event event_;
  head_tail out_{max_said};
  head_tail err_{max_said};
  run_results results_;
  test_census census_;
  open_tests open_;
  // Only the rerun set is awaited, so nothing here grows with the tests that run. Views point into options_.
  std::set<identity> awaited_;                            // its tests that have not ended
  std::set<std::string_view> awaited_groups_;             // its groups of which nothing was reported
  std::map<std::string, std::string, std::less<>> gone_;  // keys that name no test any more, and maybe why
  std::uint64_t done_ = 0;
  std::uint64_t failed_ = 0;
  std::uint64_t total_ = 0;
  std::uint64_t done_before_ = 0;    // when the present command began
  std::size_t failures_before_ = 0;  // likewise
  std::uint64_t strange_lines_ = 0;
  test_id current_{{}, {}, separator_};
  bool complete_ = false;  // the runner has said `end`
  bool judged_ = false;    // nothing has been reported since the last end_command()
};

void event_output::note(std::string text) {
  if (results_.notes.size() < max_notes) results_.notes.push_back(std::move(text));
}

void event_output::on_line(std::string_view line, bool cut) {
  judged_ = false;
  const bool read = !cut && reader_.read(line, event_);
  if (read && !is_of_the_stop(event_)) on_event(event_);
  if (!read && !line.empty()) ++strange_lines_;
}

// The test of a worker that was stopped stays open, whatever the runner reports of it.
bool event_output::is_of_the_stop(const reporter_event& event) const {
  return event.type == event_type::report && !event.failures.empty() &&
         event.failures.front().kind == failure_kind::crash && open_.is_stopped(event);
}

void event_output::on_event(reporter_event& event) {
  switch (event.type) {
    case event_type::start:
      complete_ = false;  // the next command of a plan
      break;
    case event_type::total:
      if (event.groups > 0)
        census_.expect_groups(event.groups);
      else
        total_ = event.count;
      break;
    case event_type::group:
      know_group(event.group);
      break;
    case event_type::known:
      census_.know(event.group, event.to_run > 0 ? event.to_run : event.count, event.to_run == 0);
      break;
    case event_type::done:
      census_.done(event.group, event.count);
      break;
    case event_type::begin:
      set_current(event);
      open_.begin(id_of(event), event);
      break;
    case event_type::pause:
      open_.pause(event);
      break;
    case event_type::wait:
      open_.wait(event);
      break;
    case event_type::failing:
      open_.fail(id_of(event), event);
      break;
    case event_type::report:
      on_report(event);
      break;
    case event_type::problem:
      know_group(event.group);
      if (event.failures.empty()) break;
      event.failures.front().selections = std::move(event.selections);
      add_failure(id_of(event), std::string{event.key}, std::move(event.failures.front()),
                  std::move(event.output));
      break;
    case event_type::missing:
      gone_.insert_or_assign(std::string{event.key}, std::move(event.text));
      break;
    case event_type::note:
      note(std::move(event.text));
      results_.testless_selections.insert(results_.testless_selections.end(), event.selections.begin(),
                                          event.selections.end());
      break;
    case event_type::end:
      complete_ = true;
      census_.all_groups_came();
      break;
  }
}

void event_output::set_current(const reporter_event& event) {
  current_.group = event.group;
  current_.name = event.name;
}

// A test counts once, by the last outcome that its runner reports. Sets where the test is defined.
bool event_output::is_correction(const reporter_event& event, location& defined) {
  if (!event.told) return false;
  auto taken = retract(results_, id_of(event), event.key, *event.told, event.place, failures_before_);
  if (!taken) return false;
  if (*event.told == outcome::failed) --failed_;
  defined = std::move(taken->defined);
  return true;
}

void event_output::on_report(reporter_event& event) {
  auto begun = open_.take(event);
  location defined;
  const bool corrected = is_correction(event, defined);
  const bool began = begun.has_value();
  if (began) defined = std::move(begun->defined);
  if (defined.line == 0 && event.place.line > 0) defined = std::move(event.place);
  awaited_.erase(identity_of(event));
  know_group(event.group);
  if (!corrected) census_.test_ended(event.group, began || event.result != outcome::skipped);
  if (!corrected) ++done_;
  set_current(event);
  if (event.result == outcome::passed) ++results_.totals.passed;
  if (event.result == outcome::skipped) ++results_.totals.skipped;
  if (event.result == outcome::failed) {
    ++failed_;
    auto why = joined(event.failures);
    why.selections = event.selections;
    add_failure(id_of(event), std::string{event.key}, std::move(why), std::move(event.output));
  }
  results_.tests.push_back(
      {id_of(event), event.result, event.duration, std::move(defined), std::move(event.selections)});
}

void event_output::add_failure(test_id id, std::string key, failure why, std::string output) {
  why.id = std::move(id);
  why.key = std::move(key);
  why.output = std::move(output);
  if (why.message.empty()) why.message = "failed without a message";
  budget_.charge(why);
  results_.failures.push_back(std::move(why));
}

// Each command is judged by what it reported and printed itself.
void event_output::end_command(std::string_view runner, const run_ending& ending) {
  lines_.finish([this](auto line, bool cut) { on_line(line, cut); });
  close_open_tests(ending);
  diagnose_silence(std::string{runner}, ending);
  for (auto i = failures_before_; i < results_.failures.size(); ++i) results_.failures[i].runner = runner;
  judged_ = true;
  complete_ = false;
  done_before_ = done_;
  failures_before_ = results_.failures.size();
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
  if (auto unknown = census_.never_began(); !unknown.empty()) note(std::move(unknown));
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
    census_.test_ended(test.id.group, true);
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
  results_.tests.push_back(
      {test.id, outcome::failed, {}, std::move(test.defined), std::move(test.selections)});
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

}  // namespace

std::unique_ptr<output_parser> make_event_output(event_output_options options) {
  return std::make_unique<event_output>(std::move(options));
}

}  // namespace covey::parsers
