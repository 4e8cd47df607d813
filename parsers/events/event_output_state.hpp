// One run as its reporters tell it: the events as they come (event_output.cpp), and what the end of a command
// and of the run adds to them (event_output_end.cpp).
#pragma once

#include "parsers/events/event_output.hpp"
#include "parsers/events/event_reader.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/events/open_tests.hpp"
#include "parsers/events/expected_tests.hpp"
#include "parsers/text/head_tail.hpp"
#include "parsers/text/lines.hpp"
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace covey::parsers {

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

  // A place counts those that a correction took away: then a later one may be told twice, but none is lost.
  failures_so_far failures_since(std::size_t from, std::size_t max) const override;
  void stopping() override { open_.stopping(); }
  void end_command(std::string_view runner, const run_ending& ending) override;
  run_results finish(const run_ending& ending) override;

 private:
  void on_line(std::string_view line, bool cut);
  void on_event(reporter_event& event);
  bool is_of_the_stop(const reporter_event& event);
  void on_note(reporter_event& event);
  void on_deselected(const reporter_event& event);
  void on_threshold(reporter_event& event);
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
  void note_on(std::string_view group, const std::string& text);
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

}  // namespace covey::parsers
