#include "actors/freshness.hpp"
#include "parsers/coverage/lookup.hpp"
#include "parsers/languages/catalogue.hpp"

namespace covey::actors {

std::optional<dated_run> dated_run_of(const protocol::reply& found, const std::string& workspace,
                                      bool of_coverage) {
  const auto* refused = std::get_if<protocol::refused_run>(&found.run);
  if (const auto* run = refused != nullptr ? refused->latest.get() : ended_of(found))
    return dated_run{run->id, run->root, run->language, run->ended, run->fingerprints};
  if (const auto* run = partial_of(found)) {
    if (!run->fingerprint) return std::nullopt;
    return dated_run{.id = run->id,
                     .root = run->root,
                     .language = run->language,
                     .fingerprints = {run->fingerprint, {}},
                     .goes_on = true};
  }
  const auto& latest = found.latest;
  if (!of_coverage || !latest.data || found.coverage) return std::nullopt;
  if (found.file) {  // who is not among the tests that cover it is as old as that
    const auto& oldest = parsers::oldest_of(*found.file);
    return dated_run{oldest.id, workspace, oldest.language, oldest.ended, oldest.fingerprints};
  }
  return dated_run{latest.run_id, workspace, latest.language, latest.ended, latest.fingerprints};
}

protocol::run_freshness_ptr run_freshness_of(dated_run run, std::chrono::steady_clock::time_point when,
                                             fingerprint_ptr now) {
  if (run.goes_on) {  // since it began, but for what it may have made itself
    run.ended = when;
    run.fingerprints.after = now;
  }
  const auto* language = parsers::find_language(run.language);
  const auto is_source = [language](std::string_view path) {
    return language != nullptr && parsers::is_source_of(*language, path);
  };
  // Whatever else the workspace holds: a source is never taken for what tests write.
  const auto may_be_rewritten = [](std::string_view path) { return !parsers::is_source(path); };
  auto out = std::make_shared<protocol::run_freshness>();
  out->run_id = run.id;
  out->age = std::chrono::duration_cast<std::chrono::milliseconds>(when - run.ended);
  out->files = parsers::freshness_of(run.fingerprints, now, is_source, may_be_rewritten);
  out->saw = run.fingerprints.before;
  out->now = std::move(now);
  return out;
}

}  // namespace covey::actors
