#include "actors/coverage_index.hpp"
#include "actors/limits.hpp"
#include "parsers/coverage/lookup.hpp"
#include <algorithm>
#include <utility>

namespace covey::actors {
namespace {

using parsers::run_scope;

// A package that did not build, a file that did not load: its tests are not among those that did not run.
bool judged_all(const parsers::finished_run& run) {
  const auto& failures = run.results.failures;
  return run.scope == run_scope::whole &&
         std::none_of(failures.begin(), failures.end(), [](const auto& one) { return one.id.name.empty(); });
}

using measured_run_ptr = std::shared_ptr<const parsers::measured_run>;

// `before`: that of the runs that are known.
measured_run_ptr whole_before(const parsers::finished_run& run, const latest_coverage& known) {
  if (!known.runs || !judged_all(run)) return known.before;
  const auto& then = run.fingerprints.before;
  for (const auto& one : known.runs->runs) {
    if (!one.is_whole || one.language != run.language || !parsers::same_options(one.options, run.options))
      continue;
    const auto& files = one.fingerprints.before;
    if (then && files && parsers::changes_between(*files, *then).empty()) return known.before;
    return std::make_shared<const parsers::measured_run>(parsers::without_units(one));
  }
  return known.before;
}

latest_coverage with(const record_coverage& added, const latest_coverage& before) {
  const auto& run = *added.run;
  const auto& known = before.runs;
  const auto index = [&](parsers::indexed_files which) {
    return std::make_shared<const parsers::file_index>(*added.data, run.root, "", which);
  };
  auto measured = added_of(run, added.data, added.partial);
  measured.run.name = added.name;
  measured.run.files = index(parsers::indexed_files::all);
  auto runs = parsers::with_run(known ? *known : parsers::measured_runs{}, std::move(measured));
  return {.run_id = run.id,
          .ended = run.ended,
          .data = added.data,
          .files = index(parsers::indexed_files::reported),
          .name = added.name,
          .partial = added.partial,
          .unmeasured_run = 0,
          .unmeasured_why = {},
          .fingerprints = run.fingerprints,
          .language = run.language,
          .runs = std::make_shared<const parsers::measured_runs>(std::move(runs)),
          .before = whole_before(run, before)};
}

}  // namespace

latest_coverage known_coverage(latest_coverage latest, std::uint64_t run, const std::string& root) {
  if (!latest.data) return latest;
  if (run > 0) latest.unmeasured_run = 0;
  if (run == latest.run_id) return latest;
  const auto& runs = latest.runs->runs;
  auto of = parsers::known_of(*latest.runs, latest.language);
  if (run == 0 && !of) return latest;
  if (run > 0) {
    const auto found = std::ranges::find(runs, run, &parsers::measured_run::id);
    of = found == runs.end() ? parsers::measured_run{} : *found;
  }
  latest.run_id = of->id;
  latest.ended = of->ended;
  latest.data = of->data;
  latest.files = of->data ? std::make_shared<const parsers::file_index>(*of->data, root) : nullptr;
  latest.name = of->name;
  latest.partial = of->partial;
  latest.fingerprints = of->fingerprints;
  latest.language = of->language;
  return latest;
}

parsers::added_run added_of(const parsers::finished_run& run, const coverage_ptr& data,
                            const std::string& partial) {
  return {.run = {.id = run.id,
                  .ended = run.ended,
                  .language = run.language,
                  .options = run.options,
                  .fingerprints = run.fingerprints,
                  .partial = partial,
                  .data = data},
          .root = run.root,
          .results = run.results,
          .is_complete = partial.empty() && !parsers::is_partial(run),
          .is_whole = judged_all(run)};
}

latest_coverage* coverage_index_state::find(const std::string& workspace) {
  const auto found = std::ranges::find(known, workspace, [](const auto& one) { return one.first; });
  return found == known.end() ? nullptr : &found->second;
}

latest_coverage& coverage_index_state::use(const std::string& workspace) {
  const auto found = std::ranges::find(known, workspace, [](const auto& one) { return one.first; });
  if (found == known.end())
    known.emplace_back(workspace, latest_coverage{});
  else
    std::rotate(found, found + 1, known.end());
  if (known.size() > limits::known_roots) known.erase(known.begin() + (known.front().first == root ? 1 : 0));
  return known.back().second;
}

coverage_index_actor::behavior_type coverage_index(
    coverage_index_actor::stateful_pointer<coverage_index_state> self) {
  return {
      [self](const record_coverage& message) {
        auto& latest = state_of(self).use(message.run->root);
        if (!message.data) {  // keep the previous coverage; answers say that it is older
          latest.unmeasured_run = message.run->id;
          latest.unmeasured_why = message.partial;
          return;
        }
        auto next = with(message, latest);
        if (parsers::has_reported_files(*message.data)) {
          latest = std::move(next);
          return;
        }
        latest.runs = std::move(next.runs);
        latest.before = std::move(next.before);
        latest.unmeasured_run = message.run->id;
        latest.unmeasured_why = "nothing that reports count ran";
      },
      [self](const move_stores& message) { state_of(self).root = message.root; },
      [self](const get_latest_coverage& question) {
        auto& state = state_of(self);
        const auto& root = question.root.empty() ? state.root : question.root;
        const auto* found =
            root.empty() && !state.known.empty() ? &state.known.back().second : state.find(root);
        return found != nullptr ? *found : latest_coverage{};
      },
  };
}

}  // namespace covey::actors
