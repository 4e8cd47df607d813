// Where a file of jest's does not load, and the stack does not say it: ES modules, transformers.
#include "tests/languages/node/e2e/node_fixture.hpp"
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>

using namespace covey::testing;

namespace {

struct jest29 {
  static constexpr const char* set = "jest29";
};
struct jest30 {
  static constexpr const char* set = "jest30";
};
using versions = boost::mpl::list<jest29, jest30>;

// As ts-jest throws what TypeScript says, and says it twice.
constexpr const char* transformer =
    R"(const say = (line, text) => '\u001b[96msrc/broken.js\u001b[0m:\u001b[93m' + line +
  '\u001b[0m:\u001b[93m28\u001b[0m - \u001b[91merror\u001b[0m\u001b[90m TS1005: \u001b[0m' + text + '\n\n\u001b[7m7\u001b[0m const\n';
module.exports = {
  process(code, file) {
    if (!file.endsWith('broken.js')) return { code };
    const text = say(7, "';' expected.") + say(9, "')' expected.");
    throw Object.assign(new Error('\u2a2f Unable to compile TypeScript:\n' + text), { diagnosticText: text });
  },
};
)";

class jest_load_fixture : public node_fixture {
 public:
  bool start(const std::string& set, const std::string& package) {
    if (!has(set)) return false;
    write_file(workspace() + "/package.json", package);
    use_packages(set);
    return true;
  }

  json::object only_failure() {
    const auto run = run_tests();
    const auto& failures = run.at("failures").as_array();
    BOOST_TEST_REQUIRE(failures.size() == 1u);
    return failures.front().as_object();
  }

  static std::string place(const json::object& failure) {
    const auto* line = failure.if_contains("line");
    return std::string{failure.at("file").as_string()} + ":" + (line ? serialize(*line) : "");
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(jest_load_e2e, jest_load_fixture)

BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_missing_module_is_placed_where_it_is_imported, version, versions,
                                 jest_load_fixture) {
  if (!start(version::set,
             R"({"type": "module", "scripts": {"test": "NODE_OPTIONS=--experimental-vm-modules jest"}})"))
    return;
  write_file(workspace() + "/src/main.js", "// 'nodep'\nimport { x } from 'nodep';\nexport const y = x;\n");
  write_file(workspace() + "/test/main.test.js",
             "import { y } from '../src/main.js';\ntest('y', () => expect(y).toBe(1));\n");
  const auto failure = only_failure();
  BOOST_TEST(failure.at("message").as_string() == "Cannot find module 'nodep' from 'src/main.js'");
  BOOST_TEST(place(failure) == "src/main.js:2");
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(what_typescript_says_has_its_place, version, versions, jest_load_fixture) {
  if (!start(version::set, R"({"scripts": {"test": "jest"}, "jest": {"transform": {"js$": "./ts.cjs"}}})"))
    return;
  write_file(workspace() + "/ts.cjs", transformer);
  write_file(workspace() + "/src/broken.js", "x\n");
  write_file(workspace() + "/test/broken.test.js", "require('../src/broken.js');\ntest('y', () => {});\n");
  const auto failure = only_failure();
  BOOST_TEST(failure.at("message").as_string() ==
             "src/broken.js:7:28 - error TS1005: ';' expected.\n"
             "src/broken.js:9:28 - error TS1005: ')' expected.");
  BOOST_TEST(place(failure) == "src/broken.js:7");
  BOOST_TEST(!failure.contains("raised_at"));
}

BOOST_AUTO_TEST_SUITE_END()
