#include "parsers/languages/catalogue.hpp"
#include "parsers/languages/node/discovery/config.hpp"
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

namespace covey::testing {
namespace {

using namespace covey::parsers;
using namespace covey::parsers::languages::node;
using enum file_role;

struct expected_role {
  const char* path;
  file_role role;
};

void expect_roles(const config_texts& settings, const std::vector<expected_role>& cases) {
  const auto finder = find_language("node")->make_finder(settings);
  for (const auto& [path, role] : cases)
    BOOST_TEST((finder->role(path) == role), path << " " << static_cast<int>(finder->role(path)));
}

BOOST_AUTO_TEST_SUITE(node_test_names)

// Each of them takes what the others leave out.
BOOST_AUTO_TEST_CASE(what_one_of_several_configurations_leaves_out_may_be_a_test) {
  const auto project = [](const std::string& script) {
    return config_texts{{"package.json", R"({"jest": {"testPathIgnorePatterns": ["test/native", "lib"]},
      "scripts": {"test": ")" + script + R"(", "e2e": "jest --config e2e.json"}})"}};
  };
  const std::vector<expected_role> hidden{{"test/web.spec.js", test}, {"test/native/a.spec.js", none}};
  const std::vector<expected_role> shown{
      {"test/web.spec.js", test}, {"test/native/a.spec.js", perhaps}, {"lib/a.js", none}};
  for (const auto* script : {"jest", "jest --config package.json", "jest -c ./jest.config.json"})
    BOOST_TEST_CONTEXT(script) expect_roles(project(script), hidden);
  for (const auto* script :
       {"jest && jest --config .jest.native.json", "jest && npm run e2e", "jest --projects a b",
        "jest && npm test --workspaces", "jest && cd test && jest"})
    BOOST_TEST_CONTEXT(script) expect_roles(project(script), shown);
}

BOOST_AUTO_TEST_CASE(usual_names) {
  expect_roles({}, {{"a.test.js", test},
                    {"src/a.spec.tsx", test},
                    {"a.test.mts", test},
                    {"a.spec.cjs", test},
                    {"a_test.ts", test},
                    {"a_spec.js", test},
                    {"lib/a-test.mjs", test},
                    {"test.js", test},
                    {"x/test.ts", test},
                    {"spec.jsx", test},
                    {"src/__tests__/a.js", test},
                    {"src/__tests__/deep/a.tsx", test},
                    {"src/__tests__/fixtures/a.js", perhaps},
                    {"src/__tests__/fixtures/a.test.js", test},
                    {"test-a.js", perhaps},
                    {"src/test-utils.ts", perhaps},
                    {"test/a.js", perhaps},
                    {"a/tests/b/c.ts", perhaps},
                    {"e2e/a.ts", perhaps},
                    {"spec/MathSpec.js", perhaps},
                    {"MathSpec.js", perhaps},
                    {"app.e2e-spec.ts", perhaps},
                    {"login.cy.ts", perhaps},
                    {"browser-tests/a.js", perhaps},
                    {"src/a.js", none},
                    {"a.test.json", none},
                    {"a.test.d.ts", none},
                    {"test/a.d.mts", none},
                    {"test/a.css", none},
                    {"a.test.js.snap", none},
                    {"latest.js", none},
                    {"contest/a.js", none},
                    {"node_modules/a/a.test.js", none},
                    {"x/node_modules/a/test/a.js", none},
                    {".test.js", test},
                    {"", none},
                    {"test/", none},
                    {"/", none}});
}

BOOST_AUTO_TEST_CASE(jest_says_what_its_tests_are) {
  const auto of = [](const std::string& jest) {
    return config_texts{{"package.json", R"j({"jest": )j" + jest + "}"}};
  };
  expect_roles(of(R"j({"testMatch": ["**/*.check.[jt]s?(x)", "!**/skipped/**"]})j"),
               {{"a/b.check.ts", test},
                {"b.check.jsx", test},
                {"skipped/b.check.ts", none},
                {"a.test.js", perhaps},
                {"test/a.js", none}});
  expect_roles(of(R"j({"testMatch": "<rootDir>/src/**/?(*.)+(spec|test).ts"})j"),
               {{"src/a.test.ts", test}, {"src/x/spec.ts", test}, {"a.test.ts", perhaps}});
  expect_roles(of(R"j({"rootDir": "src", "testRegex": ".*\\.case\\.ts$"})j"),
               {{"src/a.case.ts", test}, {"a.case.ts", none}, {"src/a.case.tsx", none}});
  expect_roles(
      of(R"j({"roots": ["<rootDir>/lib", "./more/"], "testRegex": ["(/checks/.*|\\.check)\\.js$"]})j"),
      {{"lib/checks/a.js", test}, {"more/a.check.js", test}, {"src/a.check.js", none}});
  expect_roles(of(R"j({"testPathIgnorePatterns": ["<rootDir>/old/", "/fixtures/"]})j"),
               {{"old/a.test.js", none},
                {"src/old/a.test.js", test},
                {"x/fixtures/a.test.js", none},
                {"a.test.js", test}});
  expect_roles(of(R"j({"projects": [{"testMatch": ["**/*.one.js"]}, {"testMatch": ["**/*.two.js"]}]})j"),
               {{"a.one.js", test}, {"a.two.js", test}, {"test/a.js", none}});
  expect_roles(of(R"j({"projects": ["packages/*", {"testMatch": ["**/*.one.js"]}]})j"),
               {{"a.one.js", test}, {"a.test.js", test}, {"test/a.js", perhaps}});
  expect_roles(of(R"j({"testRegex": ["(", ""], "testMatch": ["{", 5], "rootDir": "../x"})j"),
               {{"a.test.js", test}});
  expect_roles(of(R"j({"testRegex": ["(", ""], "testMatch": ["{", 5, "+(a"]})j"), {{"a.test.js", test}});
  expect_roles({{"jest.config.json", R"j({"testMatch": ["**/*.check.js"]})j"}}, {{"a.check.js", test}});
}

BOOST_AUTO_TEST_CASE(jest_does_not_decide_for_other_runners) {
  for (const auto* more :
       {R"j("scripts": {"test": "mocha"})j", R"j("scripts": {"b": "c8 borp -p \"t/*.js\""})j",
        R"j("scripts": {"test": "vitest run"})j", R"j("workspaces": ["packages/*"])j",
        R"j("scripts": {"test": "jest", "unit": "node --test"})j"})
    expect_roles(
        {{"package.json", R"j({"jest": {"testMatch": ["**/*.check.js"]}, )j" + std::string{more} + "}"}},
        {{"a.check.js", test}, {"a.test.js", test}, {"test/a.js", perhaps}});
}

BOOST_AUTO_TEST_CASE(mocha_says_what_its_tests_are) {
  const std::vector<expected_role> cases{
      {"lib/a.js", test}, {"lib/b/c.check.ts", test}, {"lib/b/c.js", none}, {"lib/no.js", none}};
  for (const auto& [name, text] : config_texts{
           {"package.json",
            R"j({"mocha": {"spec": ["./lib/*.js", "lib/**/*.check.{js,ts}"], "ignore": "lib/no.js"}})j"},
           {".mocharc.json", R"j({"spec": ["lib/", "lib/**/*.check.{js,ts}"], "exclude": ["lib/no.js"]})j"},
           {".mocharc.jsonc",
            "{// words\n\"spec\": [\"lib/\",\"lib/b/c.check.ts\",], \"ignore\": \"lib/no.js\"}"},
           {".mocharc.yml",
            "spec: [ 'lib/*.js', \"lib/**/*.check.{js,ts}\" ]\r\nignore: lib/no.js # old\r\n"},
           {".mocharc.yaml",
            "a: b\n# c\n'spec':\n- lib/*.js\n- \"lib/**/*.check.{js,ts}\"\nignore:\n  - lib/no.js\n"}})
    expect_roles({{name, text}}, cases);
  expect_roles({{".mocharc.yml", "spec: lib\nrecursive: true\n"}},
               {{"lib/a/b.js", test}, {"src/a.js", none}});
}

BOOST_AUTO_TEST_CASE(scripts_name_test_files) {
  const auto with = [](const std::string& script) {
    return config_texts{{"package.json", R"j({"scripts": {"x": ")j" + script + R"j("}})j"}};
  };
  const std::vector<expected_role> found{{"lib/a.check.js", test}, {"lib/a.js", none}};
  for (const auto* script :
       {R"j(node --test \"lib/**/*.check.js\")j", "node --test lib/*.check.js", "mocha lib/a.check.js",
        "tsc && c8 node --import tsx --test 'lib/*.check.js' | tee log", "tsx --test ./lib/*.check.js",
        "NODE_ENV=test npx mocha -r lib/a.js --exit 'lib/**/*.check.*'", "ava 'lib/*.check.js'",
        "cross-env A=1 ./node_modules/.bin/mocha --spec lib/a.check.js", "mocha --timeout 5 lib/*.check.js"})
    expect_roles(with(script), found);
  for (const auto* script : {"node lib/a.check.js", "eslint lib/*.check.js", "mocha $FILES",
                             "cd lib && mocha *.check.js", "mocha --require lib/a.check.js"})
    expect_roles(with(script), {{"lib/a.check.js", none}});
  expect_roles({{"package.json", R"j({"ava": {"files": ["checks/**", "!checks/no/**"]}})j"}},
               {{"checks/a/b.js", test}, {"checks/no/b.js", none}});
}

BOOST_AUTO_TEST_CASE(deno_says_what_its_tests_are) {
  expect_roles({{"deno.jsonc",
                 "{\"test\": {\"include\": [\"checks/*.ts\", \"src/\"], \"exclude\": [\"old/\"]}, // x\n"
                 "\"exclude\": [\"dist\", \"a_test.ts\"]}"}},
               {{"checks/a.ts", test},
                {"src/a.ts", none},
                {"old/a_test.ts", none},
                {"dist/b/a_test.ts", none},
                {"a_test.ts", none},
                {"b_test.ts", test}});
}

BOOST_AUTO_TEST_CASE(settings_that_cannot_be_read_say_nothing) {
  for (const auto* text :
       {"", "{", "[]", "null", "\xEF\xBB\xBF{}", "{\"jest\": 5, \"scripts\": [1], \"mocha\": null}",
        "{\"jest\": {\"testMatch\": {\"a\": 1}, \"projects\": 7}}", "\xFF\xFE"}) {
    expect_roles({{"package.json", text},
                  {"jest.config.json", text},
                  {".mocharc.json", text},
                  {".mocharc.yml", text},
                  {"deno.json", text}},
                 {{"a.test.js", test}, {"test/a.js", perhaps}, {"a.js", none}});
  }
}

BOOST_AUTO_TEST_CASE(globs) {
  const struct {
    const char* glob;
    const char* path;
    bool matches;
  } cases[] = {
      {"*.js", "a.js", true},
      {"*.js", "a/b.js", false},
      {"**/*.js", "a.js", true},
      {"**/*.js", "a/b/c.js", true},
      {"a/**/b.js", "a/b.js", true},
      {"a/**/b.js", "a/x/y/b.js", true},
      {"a/**/b.js", "ab.js", false},
      {"a/**", "a/b/c", true},
      {"a**/b", "ax/b", true},
      {"a**/b", "a/x/b", false},
      {"a?c", "abc", true},
      {"a?c", "a/c", false},
      {"[ab].js", "b.js", true},
      {"[!ab].js", "b.js", false},
      {"[^a-c].js", "d.js", true},
      {"[a", "[a", true},
      {"{a,b/c}.js", "b/c.js", true},
      {"{a,{b,c}}.js", "c.js", true},
      {"a.b", "axb", false},
      {"a+(b|c)", "abcb", true},
      {"a+(b|c)", "a", false},
      {"?(*.)+(spec|test).[jt]s?(x)", "x.spec.tsx", true},
      {"?(*.)+(spec|test).[jt]s?(x)", "test.js", true},
      {"?(*.)+(spec|test).[jt]s?(x)", "latest.mjs", false},
      {"*(a|b)c", "c", true},
      {"@(a|b)c", "bc", true},
      {"!(a|b)", "c", true},
      {"!(a|b)", "b", false},
      {"!(a|b)", "bc", true},
      {"./x/*.js", "x/a.js", true},
      {"a\\*", "a*", true},
      {"a\\*", "ab", false},
      {"(a).js", "(a).js", true},
      {"größe/*.js", "größe/ü.js", true},
  };
  for (const auto& one : cases) {
    const auto glob = path_pattern::glob(one.glob);
    BOOST_TEST_REQUIRE(glob.has_value(), one.glob);
    BOOST_TEST(glob->matches(one.path) == one.matches, one.glob << " " << one.path);
  }
  for (const auto* broken : {"", "{a", "+(a", "./"}) BOOST_TEST(!path_pattern::glob(broken), broken);
}

BOOST_AUTO_TEST_CASE(expressions_that_take_for_ever_match_nothing) {
  const auto slow = path_pattern::expression("^(/a+)+(a+)+$");
  BOOST_TEST_REQUIRE(slow.has_value());
  BOOST_TEST(slow->matches("aaa"));
  BOOST_TEST(!slow->matches(std::string(4000, 'a') + "b"));
  BOOST_TEST(!path_pattern::expression(std::string(10'000, '(')));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::testing
