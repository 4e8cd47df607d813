#include "actors/tree_age.hpp"
#include "parsers/languages/catalogue.hpp"

namespace covey::actors {
namespace {

bool is_source_of(const parsers::language& language, std::string_view path) {
  const auto& endings = language.source_endings;
  return std::any_of(endings.begin(), endings.end(),
                     [path](std::string_view ending) { return path.ends_with(ending); });
}

}  // namespace

protocol::tree_age_ptr tree_age_of(const dated_run& run, std::chrono::steady_clock::time_point when,
                                   tree_contents_ptr now) {
  const auto* language = parsers::find_language(run.language);
  const auto is_source = [language](std::string_view path) {
    return language != nullptr && is_source_of(*language, path);
  };
  // Whatever else the workspace holds: a source is never taken for what tests write.
  const auto may_be_rewritten = [](std::string_view path) {
    const auto all = parsers::all_languages();
    return std::none_of(all.begin(), all.end(), [path](const auto* one) { return is_source_of(*one, path); });
  };
  auto out = std::make_shared<protocol::tree_age>();
  out->run_id = run.id;
  out->age = std::chrono::duration_cast<std::chrono::milliseconds>(when - run.ended);
  out->is = parsers::freshness_of(run.trees, now, is_source, may_be_rewritten);
  out->saw = run.trees.before;
  out->now = std::move(now);
  return out;
}

}  // namespace covey::actors
