#include "parsers/languages/node/runner.hpp"
#include <array>

namespace covey::parsers {

std::span<const node_runner* const> node_runners() {
  static constexpr std::array<const node_runner*, 8> all{
      &vitest_runner, &jest_runner,      &mocha_runner, &ava_runner,
      &borp_runner,   &node_test_runner, &bun_runner,   &deno_runner,
  };
  return all;
}

}  // namespace covey::parsers
