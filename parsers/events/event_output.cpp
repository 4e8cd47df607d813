#include "parsers/events/event_output.hpp"
#include "parsers/events/event_output_state.hpp"
#include "parsers/events/joined_failure.hpp"
#include "parsers/model/run.hpp"
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

namespace covey::parsers {
namespace {

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

// False if it has no failure to take.
bool take_failure(std::vector<failure>& failures, const test_id& id, std::string_view key,
                  std::size_t first) {
  for (auto i = failures.size(); i-- > first;) {
    if (!(failures[i].id == id) || failures[i].key != key) continue;
    failures.erase(failures.begin() + static_cast<std::ptrdiff_t>(i));
    return true;
  }
  return false;
}

// Removes the latest test of that identity with this outcome, and its failure, which must not be before index
// `first_failure`. A test at this place goes before one at another.
std::optional<test_record> retract(run_results& results, const test_id& id, std::string_view key,
                                   outcome reported, const location& place, std::size_t first_failure) {
  const auto found = find_reported(results.tests, id, reported, place);
  if (found == results.tests.rend()) return std::nullopt;
  if (reported == outcome::failed && !take_failure(results.failures, id, key, first_failure))
    return std::nullopt;
  if (reported == outcome::passed) --results.totals.passed;
  if (reported == outcome::skipped) --results.totals.skipped;
  auto out = std::move(*found);
  results.tests.erase(std::next(found).base());
  return out;
}

}  // namespace

void event_output::note(std::string text) {
  if (results_.notes.size() < max_notes) results_.notes.push_back(std::move(text));
}

// "a, b, c and 7 more: TEXT", in one note.
void event_output::note_on(std::string_view group, const std::string& text) {
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

void event_output::on_line(std::string_view line, bool cut) {
  judged_ = false;
  const bool read = !cut && reader_.read(line, event_);
  if (read) on_event(event_);
  if (!read && !line.empty()) ++strange_lines_;
}

// The test of a worker that was stopped stays open, whatever the runner reports of it; what the runner counts
// from then on is without it.
bool event_output::is_of_the_stop(const reporter_event& event) {
  if (event.failures.empty() || event.failures.front().kind != failure_kind::crash) return false;
  const auto* test = open_.stopped(event);
  if (test != nullptr && !std::exchange(test->told, true)) census_.test_ended(event.group, true);
  return test != nullptr;
}

void event_output::on_note(reporter_event& event) {
  if (event.type == event_type::deselected) return on_deselected(event);
  if (event.type == event_type::threshold) return on_threshold(event);
  if (event.type == event_type::warnings) return void(results_.warnings += event.count);
  if (event.type == event_type::affected) return void(results_.affected.insert(event.group));
  if (event.type == event_type::cut) results_.uncounted = true;
  if (event.group.empty())
    note(std::move(event.text));
  else
    note_on(event.group, event.text);
  results_.testless_selections.insert(results_.testless_selections.end(), event.selections.begin(),
                                      event.selections.end());
}

void event_output::on_deselected(const reporter_event& event) {
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

void event_output::on_threshold(reporter_event& event) {
  if (results_.thresholds.size() < max_notes)
    results_.thresholds.push_back(
        {static_cast<double>(event.count) / 100, std::move(event.text), event.result == outcome::failed});
}

void event_output::on_event(reporter_event& event) {
  switch (event.type) {
    case event_type::start:
      complete_ = false;  // the next command of a plan
      break;
    case event_type::total:
      event.groups > 0 ? census_.expect_groups(event.groups) : void(total_ = event.count);
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
      if (event.group != options_.runner) set_current(event);  // the runner itself is at work, and no test yet
      census_.test_began(event.group);
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
      if (!is_of_the_stop(event)) on_report(event);
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
    case event_type::warnings:
    case event_type::deselected:
    case event_type::threshold:
    case event_type::affected:
    case event_type::note:
    case event_type::cut:
      on_note(event);
      break;
    case event_type::end:
      complete_ = true;
      census_.all_groups_came();
      break;
  }
}

failures_so_far event_output::failures_since(std::size_t from, std::size_t max) const {
  auto at = std::min(from - std::min(from, corrected_failures_), results_.failures.size());
  failures_so_far out{{}, {}, at + corrected_failures_};
  for (; at < results_.failures.size() && out.list.size() < max; ++at)
    out.add(results_.failures[at], ++out.next);
  return out;
}

void event_output::set_current(const reporter_event& event) {
  current_.group = event.group;
  current_.name = event.name;
}

// A test counts once, by the last outcome that its runner reports. Sets where the test is defined.
bool event_output::is_correction(const reporter_event& event, location& defined) {
  if (!event.replaces) return false;
  auto taken = retract(results_, id_of(event), event.key, *event.replaces, event.place, failures_before_);
  if (!taken) return false;
  if (*event.replaces == outcome::failed) --failed_, ++corrected_failures_;
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
  results_.tests.push_back({std::move(id),
                            event.result,
                            event.duration,
                            std::move(defined),
                            std::move(event.selections),
                            {occurrence::of(event.key), 0}});
}

void event_output::add_failure(test_id id, std::string key, failure why, std::string output) {
  why.id = std::move(id);
  why.key = std::move(key);
  why.output = std::move(output);
  if (why.message.empty()) why.message = "failed without a message";
  budget_.charge(why);
  results_.failures.push_back(std::move(why));
}

std::unique_ptr<output_parser> make_event_output(event_output_options options) {
  return std::make_unique<event_output>(std::move(options));
}

}  // namespace covey::parsers
