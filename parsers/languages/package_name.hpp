// What a project calls itself, by the file that makes one of it (language::markers).
#pragma once

#include <string>
#include <string_view>

namespace covey::parsers {

// go.mod, Cargo.toml, package.json, pyproject.toml, setup.cfg, Project.toml and the like. "": it does not
// say.
std::string package_name(std::string_view file, std::string_view text);

}  // namespace covey::parsers
