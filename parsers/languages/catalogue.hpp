// Every language covey knows, in the order in which they are named to the user.
#pragma once

#include "parsers/languages/language.hpp"
#include <span>
#include <string_view>

namespace covey::parsers {

std::span<const language* const> all_languages();

// Whether a file is a source of the language, or of any, by its ending.
bool is_source_of(const language& one, std::string_view path);
bool is_source(std::string_view path);

const language* find_language(std::string_view name);  // nullptr: no such language

}  // namespace covey::parsers
