// covey.toml -> what it says. Whatever it has beyond what is known is an error with its line: a misspelt key would be a
// run that differs from what its author meant.
// Format: docs/settings.md
#pragma once

#include "parsers/languages/language.hpp"
#include "parsers/model/settings.hpp"
#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace covey::parsers {

inline constexpr std::string_view settings_file = "covey.toml";
inline constexpr std::size_t settings_bytes = std::size_t{64} << 10;

using known_languages = std::span<const language* const>;

// `file` names it: "covey.toml". The other alternative is what is wrong, as a sentence that begins with the place:
// "covey.toml:3: unknown key `arg`: …".
std::variant<settings, std::string> read_settings(std::string_view text, std::string_view file,
                                                  known_languages languages,
                                                  std::chrono::seconds max_timeout);

// Its JSON Schema (draft 2020-12), for editors.
std::string settings_schema(known_languages languages, std::chrono::seconds max_timeout);

// The table of docs/settings.md, a line per key.
std::string settings_markdown(known_languages languages);

}  // namespace covey::parsers
