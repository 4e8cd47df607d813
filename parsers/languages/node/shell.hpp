// See parsers/languages/shell_run.hpp.
#pragma once

#include "parsers/languages/shell_run.hpp"

namespace covey::parsers::languages::node {

// `npm test -- -t coupons`, `npx vitest run test/cart.test.ts`: of a package script and of each runner that covey reads.
std::optional<shell_run> read_command(const std::vector<std::string>& words);

// `package`: the text of package.json. Its script names files or flags that `npx jest` lacks, and is more than the one command that
// `npm test -- cart` gives its words to.
bool includes(std::string_view package, const shell_run& typed);

}  // namespace covey::parsers::languages::node
