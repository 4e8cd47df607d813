#include "parsers/languages/node/runners/runner.hpp"
#include <array>

namespace covey::parsers::languages::node {

std::span<const runner_description* const> all_runners() {
  static constexpr std::array<const runner_description*, 8> all{
      &vitest_runner, &jest_runner,      &mocha_runner, &ava_runner,
      &borp_runner,   &node_test_runner, &bun_runner,   &deno_runner,
  };
  return all;
}

}  // namespace covey::parsers::languages::node
