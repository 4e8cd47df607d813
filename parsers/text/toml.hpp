// TOML (toml.io, version 1.0), as JSON values: Cargo.toml, pyproject.toml, Project.toml.
#pragma once

#include <boost/json/object.hpp>
#include <string_view>

namespace covey::parsers {

// Empty for what is no TOML: the tool that it is meant for will complain about it, with the place. Dates and
// times are null; no setting that is looked at is one.
boost::json::object read_toml(std::string_view text);

}  // namespace covey::parsers
