// The user's own words, for a run of some tests: what such a run takes from a script's words are flags with their values.
#pragma once

#include "parsers/languages/added_flags.hpp"
#include <span>
#include <string>
#include <vector>

namespace covey::parsers::languages::node {

// Joins each long flag with the word behind it that may be its value ("--retry" "2" -> "--retry=2"), which is then no
// operand, whatever runner and plugin it is for.
std::vector<std::string> with_joined_values(std::span<const added_word> words);

}  // namespace covey::parsers::languages::node
