// The projects of a workspace: one actor per language recognises its own and describes the toolchain; and which of them a call means,
// from what every detector found and the argument `language`.
#pragma once

#include "actors/messages.hpp"
#include "protocol/render/workspace/workspace.hpp"
#include <string>
#include <variant>
#include <vector>

namespace covey::actors {

detector_actor::behavior_type detector(detector_actor::pointer self, const parsers::language* language,
                                       process::launcher* launcher);

// The language, or the sentence that says why there is none.
using project_resolution = std::variant<const parsers::language*, std::string>;

// "it is not known which projects the workspace root holds: the detector of …"; empty: all detectors answered.
std::string unknown_projects(const std::vector<detected_project>& looked_at);

// "no supported project detected in workspace root (looked for …)"
// If a detector did not answer, the sentence names that detector instead.
std::string no_project(const std::vector<detected_project>& looked_at);

project_resolution choose_project(const std::vector<detected_project>& looked_at, std::string_view wanted);

// The projects that were found, as answers about packages list them.
std::vector<protocol::package> packages_of(const std::vector<detected_project>& looked_at,
                                           const std::string& root);

}  // namespace covey::actors
