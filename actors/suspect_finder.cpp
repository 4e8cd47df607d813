#include "actors/suspect_finder.hpp"
#include "actors/failure_sources.hpp"
#include "parsers/languages/catalogue.hpp"

namespace covey::actors {
namespace {

suspects_ptr find(const get_suspects& question) {
  const auto& run = *question.run;
  const auto* language = parsers::find_language(run.language);
  if (language == nullptr) return nullptr;
  failure_sources sources{run, *language};
  std::vector<const parsers::failure*> failures;
  for (const auto one : question.failures) failures.push_back(&run.results.failures.at(one));
  const parsers::role_finder roles{*question.data, run.results};
  return std::make_shared<const parsers::suspect_list>(
      suspects_of(failures, *question.data, roles, sources, parsers::kept_suspects));
}

}  // namespace

suspect_finder_actor::behavior_type suspect_finder(suspect_finder_actor::pointer self) {
  return {
      [self](const get_suspects& question) {
        self->quit();
        return find(question);
      },
  };
}

}  // namespace covey::actors
