#include "parsers/languages/node/runners/runner.hpp"
#include <algorithm>
#include <array>

namespace covey::parsers::languages::node {

std::span<const runner_description* const> all_runners() {
  static constexpr std::array<const runner_description*, 7> all{
      &vitest_runner,    &jest_runner, &mocha_runner, &ava_runner,
      &node_test_runner, &bun_runner,  &deno_runner,
  };
  return all;
}

const runner_description& runner_of(const test_program& program) {
  const auto all = all_runners();
  return **std::find_if(all.begin(), all.end(), [&](const auto* one) { return &one->program == &program; });
}

}  // namespace covey::parsers::languages::node
