// Julia: every *.jl below test/ is a test file or a helper of one (TestPicker's rule); testsets are its
// blocks.
#pragma once

#include "parsers/languages/finder.hpp"
#include <memory>

namespace covey::parsers::languages::julia {

std::unique_ptr<const test_finder> make_finder(const config_texts& config);

}  // namespace covey::parsers::languages::julia
