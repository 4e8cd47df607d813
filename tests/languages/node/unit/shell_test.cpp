// What commands typed into a shell would run.
#include "parsers/languages/node/language.hpp"
#include "tests/languages/common/unit/shell_runs.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers::testing {

BOOST_AUTO_TEST_SUITE(node_shell)

BOOST_AUTO_TEST_CASE(a_command_is_read_if_covey_can_do_all_it_asks) {
  const typed_case cases[] = {
      {"npm test", "all"},
      {"npm t --silent", "all"},
      {"npm run test -- --verbose", "all"},
      {"npm run test:unit", "-"},
      {"npm --silent test", "all"},
      {"npm test -- test/cart.test.js -t 'adds up'", "~test/cart.test.js; ?'adds 'up"},
      {"yarn test cart", "~cart"},
      {"pnpm run test", "all"},
      {"npx jest -t '^a cart$'", "-"},
      {"npx --yes vitest@3 run src/a.test.ts", "~src/a.test.ts"},
      {"yarn jest src", "~src"},
      {"pnpm vitest run --reporter=verbose", "all"},
      {"npx mocha --grep Coupons", "?'coupons"},
      {"npx jest -t 'Cart adds|removes'", "-"},
      {"npx jest -v", "-"},
      {"node --test", "all"},
      {"node --test test/cart.test.js", "~test/cart.test.js"},
      {"node_modules/.bin/jest", "all"},
      {"bun test", "all"},
      {"bun run test", "all"},
      {"deno task test", "all"},
      {"npx vitest --watch", "-"},
      {"npx vitest bench", "-"},
      {"npx vitest list", "-"},
      {"npx jest --watchAll=false", "all"},
      {"npx jest -u", "-"},
      {"npm test --workspace a", "-"},
      {"npx jest --shard=1/2", "-"},
      {"npx cross-env TZ=UTC jest", "-"},
      {"npx playwright test", "-"},
      {"npm run build", "-"},
      {"npm install", "-"},
      {"node server.js", "-"},
      {"npm", "-"},
  };
  for (const auto& [line, runs] : cases)
    BOOST_TEST_CONTEXT(line) BOOST_TEST(typed(languages::node::language_definition, line) == runs);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace covey::parsers::testing
