// Finds Node's tests: files by the names that any of its runners takes (naming.cpp), or that the
// configuration it can read gives (config.hpp); tests by the calls that make them (blocks.cpp).
#pragma once

#include "parsers/languages/finder.hpp"
#include <memory>

namespace covey::parsers::languages::node {

std::unique_ptr<const test_finder> make_finder(const config_texts& config);

}  // namespace covey::parsers::languages::node
