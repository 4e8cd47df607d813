// What covey.toml says of the packages and of the steps of a workspace, applied to what a survey has found.
#pragma once

#include "parsers/languages/node/workspace/survey.hpp"
#include <string>

namespace covey::parsers::languages::node {

// Takes from the schedule what the settings leave out, with a note of the steps. Returns why that cannot be done, as a
// sentence: a name that no package and no step has.
std::string apply_settings(project_survey& survey);

// Why some runner of the schedule must not get what the user adds, as a sentence; empty: all may.
std::string why_flags_refused(const project_survey& survey);

}  // namespace covey::parsers::languages::node
