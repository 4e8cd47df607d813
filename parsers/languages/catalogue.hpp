// Every language covey knows, in the order in which they are named to the user.
#pragma once

#include "parsers/languages/language.hpp"
#include <span>
#include <string_view>

namespace covey::parsers {

std::span<const language* const> all_languages();

const language* find_language(std::string_view name);  // nullptr: no such language

}  // namespace covey::parsers
