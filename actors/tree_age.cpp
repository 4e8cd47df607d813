#include "actors/tree_age.hpp"
#include "parsers/languages/catalogue.hpp"

namespace covey::actors {

protocol::tree_age_ptr tree_age_of(const dated_run& run, std::chrono::steady_clock::time_point when,
                                   tree_contents_ptr now) {
  const auto* language = parsers::find_language(run.language);
  const auto is_source = [language](std::string_view path) {
    return language != nullptr &&
           std::any_of(language->source_endings.begin(), language->source_endings.end(),
                       [path](std::string_view ending) { return path.ends_with(ending); });
  };
  auto out = std::make_shared<protocol::tree_age>();
  out->run_id = run.id;
  out->age = std::chrono::duration_cast<std::chrono::milliseconds>(when - run.ended);
  out->is = parsers::freshness_of(run.trees, now, is_source);
  out->saw = run.trees.before;
  out->now = std::move(now);
  return out;
}

}  // namespace covey::actors
