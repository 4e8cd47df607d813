// What a project's AGENTS.md or CLAUDE.md may say of covey.
#pragma once

#include <string>

namespace covey::cli {

std::string words_for_agents();

}  // namespace covey::cli
