// Finds Node's tests: files by the names that any of its runners takes, or that the configuration it can read gives
// (config.hpp); tests by the calls that make them.
#pragma once

#include "parsers/languages/finder.hpp"
#include "parsers/syntax/tree.hpp"
#include <memory>
#include <string_view>

namespace covey::parsers::languages::node {

// Which grammar reads a source. A file with Flow's types is closer to TypeScript than to JavaScript.
grammar grammar_of(std::string_view path, std::string_view text);

std::unique_ptr<const test_finder> make_finder(const config_texts& config);

}  // namespace covey::parsers::languages::node
