// TOML (toml.io, version 1.0), as JSON values: Cargo.toml and .cargo/config.toml.
#pragma once

#include <boost/json/object.hpp>
#include <string_view>

namespace covey::parsers {

// Empty for what is no TOML: cargo itself will complain about it, with its place. Dates and times are left
// out; no setting of cargo is one.
boost::json::object read_toml(std::string_view text);

}  // namespace covey::parsers
