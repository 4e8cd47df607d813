#include "protocol/render/run_view.hpp"
#include "protocol/render/age.hpp"
#include "protocol/render/ending.hpp"
#include "protocol/render/still_failing.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <functional>

namespace covey::protocol {
namespace {

constexpr std::size_t list_bytes = 4 * 1024;  // of names, notes, commands

std::vector<std::string> names(const std::vector<parsers::test_id>& tests) {
  std::vector<std::string> out;
  for (const auto& test : tests) out.push_back(parsers::full_name(test));
  return out;
}

std::vector<std::string> slowest_tests(const parsers::finished_run& run) {
  constexpr std::size_t max_slowest = 10;
  std::vector<const parsers::test_record*> tests;
  for (const auto& test : run.results.tests)
    if (test.duration.count() > 0) tests.push_back(&test);
  const auto shown = std::min(max_slowest, tests.size());
  std::ranges::partial_sort(tests, tests.begin() + static_cast<std::ptrdiff_t>(shown), std::greater{},
                            [](const auto* one) { return one->duration; });
  std::vector<std::string> out;
  for (std::size_t i = 0; i < shown; ++i)
    out.push_back(seconds(tests[i]->duration) + " " + parsers::full_name(tests[i]->id));
  return out;
}

}  // namespace

run_view run_view_of(const parsers::finished_run& run, const answer_view& with) {
  run_view out{.run = run,
               .with = with,
               .still_failing = still_failing_line(run),
               .ended_early = early_end(run),
               .unreached = {},
               .unfinished = {},
               .notes = {},
               .decisions = {},
               .commands = {}};
  // A caller that selects tests knows that they are a part, and is told of the rest where that makes the verdict; a run of all may
  // leave out what one with other settings did not reach.
  if (run.scope != parsers::run_scope::selected || parsers::status_of(run) != parsers::own_status_of(run))
    out.unreached = unreached_line(run, run.scope != parsers::run_scope::failing);
  text_budget names_left{list_bytes}, decisions_left{list_bytes}, commands_left{list_bytes};
  out.unfinished = bounded_list(names(run.results.unfinished), names_left);
  // A budget each: what a command printed must not cost the notes on results.
  for (const auto* some : {&run.notes, &run.results.notes}) {
    text_budget left{list_bytes};
    for (auto& note : bounded_list(*some, left))  // each process of a run may say the same
      if (std::find(out.notes.begin(), out.notes.end(), note) == out.notes.end())
        out.notes.push_back(std::move(note));
  }
  if (!with.detail) return out;
  text_budget slowest_left{list_bytes};
  out.slowest = bounded_list(slowest_tests(run), slowest_left);
  const auto cut = [&](const std::string& text) { return decisions_left.take(text); };
  for (const auto& one : run.decisions)
    out.decisions.push_back({cut(one.part), cut(one.chosen), cut(one.why)});
  for (const auto& argv : run.commands)
    if (commands_left.left() > 0) out.commands.push_back(bounded_list(argv, commands_left));
  return out;
}

}  // namespace covey::protocol
