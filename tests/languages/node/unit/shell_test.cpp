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
      {"npm test -- test/cart.test.js -t 'adds up'", "-"},
      {"yarn test cart", "-"},
      {"pnpm run test", "all"},
      {"npx jest -t '^a cart$'", "-"},
      {"npx --yes vitest@3 run src/a.test.ts", "~src/a.test.ts"},
      {"yarn jest src", "~src"},
      {"pnpm vitest run --reporter=verbose", "all"},
      {"npx mocha --grep Coupons", "?'Coupons"},
      {"npx jest -t 'Cart adds|removes'", "-"},
      {"npx jest -v", "-"},
      {"node --test", "all"},
      {"node --test test/cart.test.js", "test/cart.test.js"},
      {"node --test test", "-"},
      {"npm test -- cart", "-"},
      {"node_modules/.bin/jest", "all"},
      {"bun test", "all"},
      {"bun run test", "all"},
      {"deno task test", "all"},
      {"npx vitest --watch", "-"},
      {"npx mocha -t 5000 test/a.js", "-"},  // a time
      {"npx jest -t 5000", "?'5000"},
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

// Tests that the script leaves out, or gives to another command.
BOOST_AUTO_TEST_CASE(a_run_of_covey_is_made_as_the_script_has_it) {
  const auto included = [](const std::string& script, std::string_view line) {
    const auto& node = languages::node::language_definition;
    const auto run = node.read_command(shell_commands(line).front().words);
    return run && node.includes(R"({"scripts": {"test": ")" + script + R"("}})", *run);
  };
  const std::string part = "mocha test/fqdn.js", chain = "xo && ava && tsd";
  for (const auto& [script, line] : {std::pair{std::string{"mocha"}, "npx mocha"},
                                     {"vitest run --coverage", "npx vitest run"},
                                     {"cross-env CI=1 jest", "npm test -- cart.js"},
                                     {part, "npm test"},
                                     {part, "npx mocha test/app.js"},
                                     {chain, "npx ava test.js"}})
    BOOST_TEST_CONTEXT(script << ": " << line) BOOST_TEST(included(script, line));
  for (const auto& [script, line] : {std::pair{part, "npx mocha"},
                                     {chain, "npm test"},  // a linter that covey leaves out
                                     {"tsc --noEmit && mocha", "npm test"},
                                     {"cross-env CI=1 mocha", "npx mocha"},
                                     {"", "npm test"},
                                     {part, "npx mocha -g mount"},
                                     {part, "npm test -- test/app.js"},
                                     {chain, "npx ava"},
                                     {chain, "npm test -- --match=map"},
                                     {"vitest run --config b.mjs", "npx vitest run"},
                                     {"jest", "npx mocha"}})
    BOOST_TEST_CONTEXT(script << ": " << line) BOOST_TEST(!included(script, line));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace covey::parsers::testing
