#include "parsers/model/finished_run.hpp"
#include <algorithm>

namespace covey::parsers {

run_status own_status_of(const finished_run& run) {
  const auto& ending = run.ending;
  if (ending.cancelled) return run_status::cancelled;
  if (ending.timed_out) return run_status::timed_out;
  if (ending.kind != run_ending::kind_type::exited) return run_status::crashed;
  const auto& totals = run.results.totals;
  if (totals.failed > 0 || totals.errors > 0 || !run.results.failures.empty()) return run_status::failed;
  if (ending.value != 0 || run.results.not_run > 0 || !run.unmet.empty()) return run_status::failed;
  if (!run.results.structured) return run_status::passed;  // all that is known is the exit code
  // Nothing failed, but nothing ran either: tests that were all skipped must not read as a pass.
  if (totals.passed == 0) return run_status::no_tests;
  return run_status::passed;
}

run_status status_of(const finished_run& run) {
  const auto own = own_status_of(run);
  const auto is_own = [&](const auto& known) { return is_of_kind(run, known); };
  const bool open = std::ranges::any_of(run.still_failing, is_own) ||
                    std::ranges::any_of(run.unreached,
                                        [&](const auto& cut) { return !cut.no_pass.empty() && is_own(cut); });
  return own == run_status::passed && open ? run_status::failed : own;
}

bool is_cut(const finished_run& run) {
  const auto& ending = run.ending;
  return ending.cancelled || ending.timed_out || ending.kind != run_ending::kind_type::exited ||
         run.results.not_run > 0 || run.results.uncounted || !run.results.unfinished.empty();
}

bool failed_in(const finished_run& run, const test_id& id) {
  return std::ranges::any_of(run.results.failures, [&](const auto& one) {
    return one.id == id || (id.name.empty() && one.id.group == id.group);
  });
}

bool passed_in(const finished_run& run, const test_id& id) {
  const auto passed = [&](const auto& one) { return one.id == id && one.result == outcome::passed; };
  return !failed_in(run, id) && std::ranges::any_of(run.results.tests, passed);
}

bool is_partial(const finished_run& run) {
  const auto& failures = run.results.failures;
  return is_cut(run) ||
         std::ranges::any_of(failures, [](const auto& one) { return one.kind == failure_kind::crash; });
}

int exit_code_of(const finished_run& run) {
  if (run.ending.timed_out) return 124;
  switch (run.ending.kind) {
    case run_ending::kind_type::exited:
      return run.ending.value;
    case run_ending::kind_type::signalled:
      return 128 + run.ending.value;
    case run_ending::kind_type::not_started:
      return 127;
    case run_ending::kind_type::lost:
      return 137;
  }
  return 1;
}

std::string_view to_string(run_status value) {
  constexpr std::string_view names[] = {"passed", "failed", "no_tests", "timed_out", "cancelled", "crashed"};
  return names[static_cast<std::size_t>(value)];
}

}  // namespace covey::parsers
