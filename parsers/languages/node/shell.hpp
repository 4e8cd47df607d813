// See parsers/languages/shell_run.hpp.
#pragma once

#include "parsers/languages/shell_run.hpp"

namespace covey::parsers::languages::node {

// `npm test -- -t coupons`, `npx vitest run test/cart.test.ts`: of a package script and of each runner that covey reads.
std::optional<shell_run> read_command(const std::vector<std::string>& words);

}  // namespace covey::parsers::languages::node
