// Resolves which project of the workspace a call means: asks every detector, then applies `language`.
#pragma once

#include "actors/limits.hpp"
#include "actors/services.hpp"
#include "protocol/render/package.hpp"
#include <functional>
#include <string>
#include <variant>

namespace covey::actors {

// The language, or the sentence that says why there is none.
using project_resolution = std::variant<const parsers::language*, std::string>;

// "no supported project detected in workspace root (looked for …)"
// If a detector did not answer, the sentence names that detector instead.
std::string no_project(const std::vector<detected_project>& looked_at);

project_resolution choose_project(const std::vector<detected_project>& looked_at, std::string_view wanted);

// Asks the detectors of all languages. Calls `then` once, within a turn of `self`.
template <class Self>
void look_at_projects(Self self, const std::vector<language_service>& languages, const std::string& root,
                      std::function<void(const std::vector<detected_project>&)> then) {
  struct poll {
    std::vector<detected_project> answers;
    std::size_t open = 0;
    std::function<void(const std::vector<detected_project>&)> then;
    void close_one() {
      if (--open == 0) then(answers);
    }
  };
  auto asked = std::make_shared<poll>();
  asked->answers.resize(languages.size());
  asked->open = languages.size();
  asked->then = std::move(then);
  for (std::size_t i = 0; i < languages.size(); ++i) {
    asked->answers[i].language = languages[i].language;
    self->request(languages[i].detector, within(limits::question), detect_project{root})
        .then(
            [asked, i](const detected_project& found) {
              asked->answers[i] = found;
              asked->close_one();
            },
            [asked, i](const caf::error& error) {
              asked->answers[i].problem = why_silent(error);
              asked->close_one();
            });
  }
}

// The one that a call means.
template <class Self>
void find_project(Self self, const std::vector<language_service>& languages, const std::string& root,
                  std::string wanted, std::function<void(project_resolution)> then) {
  look_at_projects(self, languages, root,
                   [wanted = std::move(wanted), then = std::move(then)](const auto& looked_at) {
                     then(choose_project(looked_at, wanted));
                   });
}

// The projects that were found, as answers about packages list them.
std::vector<protocol::package> packages_of(const std::vector<detected_project>& looked_at,
                                           const std::string& root);

}  // namespace covey::actors
