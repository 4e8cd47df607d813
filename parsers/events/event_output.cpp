#include "parsers/events/event_output.hpp"
#include "parsers/events/event_reader.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/text/streams.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace covey::parsers {
namespace {

// Counts the known tests that never began, from what the groups report: `known` and `done` of the private
// channel (reporters/README.md). A group that is done has run all that it intended to run, whatever its list
// had said.
class expected_tests {
 public:
  // `count` groups will come, besides those that are known.
  void expect_groups(std::uint64_t count) { expected_groups_ = groups_.size() + count; }
  void all_groups_came() { expected_groups_ = 0; }

  // `count` more tests of the group will end; 0: it will run, but its tests are not counted yet.
  // `with_skipped`: the count includes tests that will be reported as skipped without having begun.
  void know(const shared_text& group, std::uint64_t count, bool with_skipped) {
    auto& state = groups_[group];
    state.is_done = false;
    if (count == 0) return;
    state.counted = true;
    state.with_skipped = with_skipped;
    state.expected = state.ended + count;
  }

  // Of the groups that will come, this one is there, whether it is known or not.
  void test_began(const shared_text& group) {
    if (expected_groups_ > 0) groups_[group].began = true;
  }

  void test_ended(const shared_text& group, bool began_or_ran) {
    if (groups_.empty()) return;
    const auto it = groups_.find(group);
    if (it != groups_.end() && (began_or_ran || it->second.with_skipped)) ++it->second.ended;
  }

  void done(const shared_text& group, std::uint64_t not_run) {
    auto& state = groups_[group];
    state.is_done = true;
    state.not_run = not_run;
  }

  // For each group that left tests out: how many.
  std::vector<unrun_tests> not_run() const {
    std::vector<unrun_tests> out;
    for (const auto& [group, state] : groups_) {
      const auto count =
          state.is_done ? state.not_run : state.expected - std::min(state.expected, state.ended);
      if (count > 0) out.push_back({group, count});
    }
    return out;
  }

  // One sentence about the groups that never began and were not counted; empty: there are none.
  std::string never_began() const {
    if (expected_groups_ > groups_.size())
      return std::to_string(expected_groups_ - groups_.size()) + " of " + std::to_string(expected_groups_) +
             " test files never began: how many tests they hold is not known";
    constexpr std::size_t max = 10;
    std::string names;
    std::size_t count = 0;
    for (const auto& [group, state] : groups_)
      if (!state.is_done && !state.counted && !state.began && state.ended == 0 && ++count <= max)
        names += (names.empty() ? "" : ", ") + group.string();
    if (count == 0) return {};
    if (count > max) names += " and " + std::to_string(count - max) + " more";
    return "never began, and how many tests they hold is not known: " + names;
  }

 private:
  struct group_state {
    std::uint64_t expected = 0;
    std::uint64_t ended = 0;
    bool counted = false;
    bool with_skipped = true;
    bool is_done = false;
    bool began = false;         // a test of it, before it was counted
    std::uint64_t not_run = 0;  // once it is done
  };

  std::map<shared_text, group_state> groups_;
  std::size_t expected_groups_ = 0;
};

// Two tests of one group may share a name; the key, where there is one, tells them apart.
using identity = std::pair<std::string_view, std::string_view>;

identity identity_of(std::string_view group, std::string_view name, std::string_view key) {
  return {group, key.empty() ? name : key};
}

identity identity_of(const reporter_event& event) {
  return identity_of(event.group, event.name, event.key);
}

struct open_test {
  test_id id;
  std::string key;
  location defined;
  std::uint64_t order = 0;
  std::vector<std::uint32_t> selections = {};
  mutable std::vector<failure> failures = {};  // that came before its report
  mutable bool waits = false;                  // another one within it runs, or it has not begun
  mutable bool told = false;                   // its runner told its end, after the stop
};

constexpr std::size_t max_failures = 50;

// The tests that have begun and not ended; the reader of the private channel looks them up here.
class open_tests {
 public:
  // Resumes a test that waits. Moves the event's place and selections.
  void begin(test_id id, reporter_event& event) {
    const auto [first, last] = tests_.equal_range(identity_of(event));
    const auto waiting = std::find_if(first, last, [](const auto& test) { return test.waits; });
    std::vector<failure> failures;
    if (waiting != last) failures = std::move(tests_.extract(waiting).value().failures);
    tests_.insert({std::move(id), std::string{event.key}, std::move(event.place), ++begun_,
                   std::move(event.selections), std::move(failures)});
  }

  // Forgets it, with its failures.
  void pause(const reporter_event& event) {
    const auto test = tests_.find(identity_of(event));
    if (test != tests_.end()) tests_.erase(test);
  }

  // It stays only if it has failures.
  void wait(const reporter_event& event) {
    const auto test = tests_.find(identity_of(event));
    if (test == tests_.end()) return;
    test->waits = true;
    if (test->failures.empty()) tests_.erase(test);
  }

  // Moves the event's failures; beyond 50 per test they are dropped. A test that has not begun waits.
  void fail(test_id id, reporter_event& event) {
    auto test = tests_.find(identity_of(event));
    if (test == tests_.end()) {
      test = tests_.insert({std::move(id), std::string{event.key}, {}, ++begun_, event.selections});
      test->waits = true;
    }
    if (test->failures.size() < max_failures)
      std::move(event.failures.begin(), event.failures.end(), std::back_inserter(test->failures));
  }

  // Of several tests of one identity the one that began at the event's place, else the first that began.
  std::optional<open_test> take(const reporter_event& event) {
    const auto [first, last] = tests_.equal_range(identity_of(event));
    auto test = std::find_if(first, last, [&](const auto& twin) {
      return event.place.line > 0 && twin.defined.line == event.place.line &&
             twin.defined.file == event.place.file;
    });
    if (test == last) test = first == last ? tests_.end() : first;
    if (test == tests_.end())
      test = tests_.find(identity{event.group, event.name});  // its key was not known yet
    if (test == tests_.end()) return {};
    return std::move(tests_.extract(test).value());
  }

  // The runner is being stopped, which ends the tests that are open now.
  void stopping() { begun_before_stop_ = begun_; }

  // The test that was open then and is now said to have ended; null: there is none. It stays open.
  const open_test* stopped(const reporter_event& event) const {
    auto test = tests_.find(identity_of(event));
    if (test == tests_.end()) test = tests_.find(identity{event.group, event.name});
    return test != tests_.end() && test->order <= begun_before_stop_ ? &*test : nullptr;
  }

  // The first that began of those that do not wait; null: none.
  const open_test* oldest() const {
    const open_test* out = nullptr;
    for (const auto& test : tests_)
      if (!test.waits && (out == nullptr || test.order < out->order)) out = &test;
    return out;
  }

  // In the order in which they began; the set is empty afterwards.
  std::vector<open_test> take_all() {
    std::vector<open_test> out;
    while (!tests_.empty()) out.push_back(std::move(tests_.extract(tests_.begin()).value()));
    std::ranges::sort(out, [](const auto& a, const auto& b) { return a.order < b.order; });
    return out;
  }

 private:
  struct by_identity {
    using is_transparent = void;
    static identity of(const open_test& test) { return identity_of(test.id.group, test.id.name, test.key); }
    static const identity& of(const identity& who) { return who; }
    bool operator()(const auto& a, const auto& b) const { return of(a) < of(b); }
  };

  std::multiset<open_test, by_identity> tests_;  // equal identities in the order in which they began
  std::uint64_t begun_ = 0;
  std::uint64_t begun_before_stop_ = 0;
};

// --- Takes back an outcome that the runner corrects later ---

auto find_reported(std::vector<test_record>& tests, const test_id& id, outcome reported,
                   const location& place) {
  auto found = tests.rend();
  for (auto it = tests.rbegin(); it != tests.rend(); ++it) {
    if (it->result != reported || !(it->id == id)) continue;
    if (it->defined == place) return it;
    if (found == tests.rend()) found = it;
  }
  return found;
}

// Removes the latest test of that identity with this outcome, and its failure, which must not be before index
// `first_failure`. A test at this place goes before one at another.
std::optional<test_record> retract(run_results& results, const test_id& id, std::string_view key,
                                   outcome reported, const location& place, std::size_t first_failure) {
  const auto found = find_reported(results.tests, id, reported, place);
  if (found == results.tests.rend()) return std::nullopt;
  if (reported == outcome::failed) {
    auto& failures = results.failures;
    const auto first = failures.rend() - static_cast<std::ptrdiff_t>(first_failure);
    const auto why = std::find_if(failures.rbegin(), first,
                                  [&](const auto& one) { return one.id == id && one.key == key; });
    if (why == first) return std::nullopt;
    failures.erase(std::next(why).base());
  }
  if (reported == outcome::passed) --results.totals.passed;
  if (reported == outcome::skipped) --results.totals.skipped;
  auto out = std::move(*found);
  results.tests.erase(std::next(found).base());
  return out;
}

// One run as its reporters tell it: the events as they come, and what the end of a command and of the run adds to them.
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
    const auto* running = open_.oldest();
    return {done_,
            failed_,
            total_ > 0 ? std::max(total_, done_) : 0,
            full_name(current_),
            results_.failures.size(),
            running != nullptr ? full_name(running->id) : std::string{}};
  }

  // Places count retracted failures, too: a failure may be reported twice, but none is skipped.
  failures_so_far failures_since(std::size_t from, std::size_t max) const override {
    auto at = std::min(from - std::min(from, corrected_failures_), results_.failures.size());
    failures_so_far out{{}, {}, at + corrected_failures_};
    for (; at < results_.failures.size() && out.list.size() < max; ++at)
      out.add(results_.failures[at], ++out.next);
    return out;
  }

  void stopping() override { open_.stopping(); }

  // Each command is judged by what it reported and printed itself.
  void end_command(std::string_view runner, const run_ending& ending) override {
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

  run_results finish(const run_ending& ending) override {
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

 private:
  void on_line(std::string_view line, bool cut) {
    judged_ = false;
    const bool read = !cut && reader_.read(line, event_);
    if (read) on_event(event_);
    if (!read && !line.empty()) ++strange_lines_;
  }

  void on_event(reporter_event& event) {
    using enum event_type;
    switch (event.type) {
      case start:
        complete_ = false;  // the next command of a plan
        return;
      case total:
        return event.groups > 0 ? census_.expect_groups(event.groups) : void(total_ = event.count);
      case group:
        return know_group(event.group);
      case known:
        return census_.know(event.group, event.to_run > 0 ? event.to_run : event.count, event.to_run == 0);
      case done:
        return census_.done(event.group, event.count);
      case begin:
        if (event.group != options_.runner)
          set_current(event);  // the runner itself is at work, and no test yet
        census_.test_began(event.group);
        return open_.begin(id_of(event), event);
      case pause:
        return open_.pause(event);
      case wait:
        return open_.wait(event);
      case failing:
        return open_.fail(id_of(event), event);
      case report:
        if (!is_of_the_stop(event)) on_report(event);
        return;
      case problem:
        know_group(event.group);
        if (event.failures.empty()) return;
        event.failures.front().selections = std::move(event.selections);
        return add_failure(id_of(event), std::string{event.key}, std::move(event.failures.front()),
                           std::move(event.output));
      case missing:
        gone_.insert_or_assign(std::string{event.key}, std::move(event.text));
        return;
      case deselected:
        return on_deselected(event);
      case threshold:
        return on_threshold(event);
      case warnings:
        results_.warnings += event.count;
        return;
      case affected:
        results_.affected.insert(event.group);
        return;
      case cut:
        results_.uncounted = true;
        return on_note(event);
      case note:
        return on_note(event);
      case end:
        complete_ = true;
        return census_.all_groups_came();
    }
  }

  // The test of a worker that was stopped stays open, whatever the runner reports of it; what the runner counts
  // from then on is without it.
  bool is_of_the_stop(const reporter_event& event) {
    if (event.failures.empty() || event.failures.front().kind != failure_kind::crash) return false;
    const auto* test = open_.stopped(event);
    if (test != nullptr && !std::exchange(test->told, true)) census_.test_ended(event.group, true);
    return test != nullptr;
  }

  void on_note(reporter_event& event) {
    if (event.group.empty())
      note(std::move(event.text));
    else
      note_on(event.group, event.text);
    results_.testless_selections.insert(results_.testless_selections.end(), event.selections.begin(),
                                        event.selections.end());
  }

  void on_deselected(const reporter_event& event) {
    constexpr std::size_t max_named = 10'000;
    if (!event.name.empty() || !event.group.empty()) {
      if (results_.left_out.size() < max_named) results_.left_out.push_back(id_of(event));
      return;
    }
    results_.deselected += event.count;
    const auto [found, is_new] = group_notes_.try_emplace("deselected " + event.text);
    auto& known = found->second;
    if (is_new) {
      known.at = results_.notes.size();
      note({});
    }
    known.count += event.count;
    if (known.at < results_.notes.size())
      results_.notes[known.at] = std::to_string(known.count) + " test(s) deselected " + event.text;
  }

  void on_threshold(reporter_event& event) {
    if (results_.thresholds.size() < max_notes)
      results_.thresholds.push_back(
          {static_cast<double>(event.count) / 100, std::move(event.text), event.result == outcome::failed});
  }

  void on_report(reporter_event& event) {
    auto begun = open_.take(event);
    location defined;
    const bool corrected = is_correction(event, defined);
    const bool began = begun.has_value();
    if (began) defined = std::move(begun->defined);
    if (defined.line == 0 && event.place.line > 0) defined = std::move(event.place);
    auto id = began && begun->id.name == event.name ? std::move(begun->id) : id_of(event);
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
      add_failure(id, std::string{event.key}, std::move(why), std::move(event.output));
    }
    add_test({std::move(id), event.result, event.duration, std::move(defined), std::move(event.selections)},
             event.key);
  }

  // A test counts once, by the last outcome that its runner reports. Sets where the test is defined.
  bool is_correction(const reporter_event& event, location& defined) {
    if (!event.replaces) return false;
    auto taken = retract(results_, id_of(event), event.key, *event.replaces, event.place, failures_before_);
    if (!taken) return false;
    if (*event.replaces == outcome::failed) --failed_, ++corrected_failures_;
    defined = std::move(taken->defined);
    return true;
  }

  void set_current(const reporter_event& event) {
    current_.group = event.group;
    current_.name = event.name;
  }

  void add_test(test_record one, std::string_view key) {
    one.which.key = occurrence::of(key);
    results_.tests.push_back(std::move(one));
  }

  void add_failure(test_id id, std::string key, failure why, std::string output) {
    why.id = std::move(id);
    why.key = std::move(key);
    why.output = std::move(output);
    if (why.message.empty()) why.message = "failed without a message";
    budget_.charge(why);
    results_.failures.push_back(std::move(why));
  }

  // A test that began and was never reported was running when the process went away.
  void close_open_tests(const run_ending& ending) {
    auto open = open_.take_all();
    const auto err = plain_text(err_.text());
    std::vector<failure*> reported;  // workers' crashes that the runner reported
    for (auto i = failures_before_; i < results_.failures.size(); ++i)
      if (results_.failures[i].kind == failure_kind::crash) reported.push_back(&results_.failures[i]);
    const auto ran = std::ranges::count_if(open, [](const auto& test) { return !test.waits; });
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
  void add_end(open_test& test, const run_ending& ending, const std::string& err, bool only) {
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

  void fail_open(open_test& test) {
    const auto kind = test.failures.back().kind;
    auto output = std::move(test.failures.back().output);
    auto why = joined(test.failures);
    why.kind = kind;
    why.selections = test.selections;
    know_group(test.id.group);
    add_test({test.id, outcome::failed, {}, std::move(test.defined), std::move(test.selections)}, test.key);
    add_failure(std::move(test.id), std::move(test.key), std::move(why), std::move(output));
  }

  // Adds an error if the runner ended and its report does not say why.
  void diagnose_silence(const std::string& runner, const run_ending& ending) {
    const bool by_itself =
        !ending.timed_out && !ending.cancelled && ending.kind != run_ending::kind_type::lost;
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

  void add_diagnosed(const run_ending& ending) {
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

  // A file that its runner did not accept as a test: one error for all selections of it.
  void add_untaken(const rerun_test& wanted) {
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

  void add_missing(const run_ending& ending) {
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

  bool came_to_an_end(const rerun_test& wanted) const {
    const auto& id = wanted.id;
    if (id.name.empty()) return knows_group(wanted);
    if (awaited_.count(identity_of(id.group, id.name, wanted.key)) == 0) return true;
    // A hook has no outcome of its own; it ran again if its group did.
    return wanted.kind == failure_kind::error && gone_.count(wanted.key) == 0 && knows_group(wanted);
  }

  void know_group(std::string_view group) { awaited_groups_.erase(group); }
  bool knows_group(const rerun_test& wanted) const { return awaited_groups_.count(wanted.id.group) == 0; }

  void note(std::string text) {
    if (results_.notes.size() < max_notes) results_.notes.push_back(std::move(text));
  }

  // "a, b, c and 7 more: TEXT", in one note.
  void note_on(std::string_view group, const std::string& text) {
    constexpr std::size_t max_named = 3;
    const auto [found, is_new] = group_notes_.try_emplace(text);
    auto& known = found->second;
    if (is_new) {
      known.at = results_.notes.size();
      note(text);
    }
    if (++known.count <= max_named) known.groups.append(known.count == 1 ? "" : ", ").append(group);
    if (known.at >= results_.notes.size()) return;  // there were too many notes before it
    const auto more =
        known.count <= max_named ? "" : " and " + std::to_string(known.count - max_named) + " more";
    results_.notes[known.at] = known.groups + more + ": " + text;
  }

  test_id id_of(const reporter_event& event) const {
    return {event.group, std::string{event.name}, separator_};
  }

  static constexpr std::size_t max_line = std::size_t{4} * 1024 * 1024;
  static constexpr std::size_t max_said = 64 * 1024;
  static constexpr std::size_t max_notes = 20;

  event_output_options options_;
  shared_text separator_;
  failure_budget budget_;
  line_splitter lines_{max_line};
  event_reader reader_;
  reporter_event event_;
  head_tail out_{max_said};
  head_tail err_{max_said};
  run_results results_;
  expected_tests census_;
  open_tests open_;
  // Only the rerun set is awaited, so nothing here grows with the tests that run. Views point into options_.
  std::set<identity> awaited_;                            // its tests that have not ended
  std::set<std::string_view> awaited_groups_;             // its groups of which nothing was reported
  std::map<std::string, std::string, std::less<>> gone_;  // keys that name no test any more, and maybe why
  struct group_note {
    std::size_t at = 0;  // in results_.notes
    std::string groups;  // the first of them
    std::size_t count = 0;
  };
  std::map<std::string, group_note, std::less<>> group_notes_;  // by their text
  std::uint64_t done_ = 0;
  std::uint64_t failed_ = 0;
  std::size_t corrected_failures_ = 0;  // reported, and taken away again
  std::uint64_t total_ = 0;
  std::uint64_t done_before_ = 0;    // when the present command began
  std::size_t failures_before_ = 0;  // likewise
  std::size_t tests_before_ = 0;     // likewise
  std::uint64_t strange_lines_ = 0;
  test_id current_{{}, {}, separator_};
  bool complete_ = false;  // the runner has said `end`
  bool judged_ = false;    // nothing has been reported since the last end_command()
};

}  // namespace

std::unique_ptr<output_parser> make_event_output(event_output_options options) {
  return std::make_unique<event_output>(std::move(options));
}

}  // namespace covey::parsers
