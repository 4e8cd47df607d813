#include "actors/suspect_finder.hpp"
#include "actors/failure_sources.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/localization/earlier_units.hpp"

namespace covey::actors {
namespace {

suspects_ptr find(const get_suspects& question) {
  const auto& run = *question.run;
  const auto* language = parsers::find_language(run.language);
  if (language == nullptr) return nullptr;
  failure_sources sources{run, *language};
  std::vector<const parsers::failure*> failures;
  for (const auto one : question.failures) failures.push_back(&run.results.failures.at(one));
  auto known = parsers::with_earlier(question.data, question.known->runs, run, sources);
  parsers::add_known_failures(known.earlier, run);
  const parsers::role_finder roles{*known.data, run.results, known.earlier};
  return std::make_shared<const parsers::suspect_list>(
      suspects_of(failures, *known.data, roles, sources, parsers::kept_suspects));
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
