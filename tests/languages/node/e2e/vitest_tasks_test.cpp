// What becomes of the plain tasks of Vitest 1 and 2, fed with what Vitest would tell.
#include "tests/languages/node/e2e/node_fixture.hpp"
#include "tests/support/skip.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::testing;

namespace {

// Arguments: the module, the file to write the reporter's calls into, and what Vitest does with it.
constexpr const char* driver = R"(import fs from 'node:fs';
const [module, said, scenario] = process.argv.slice(2);
const { tellTasks } = await import(module);
const put = (line) => fs.appendFileSync(said, line + '\n');
const reporter = {
  onTestModuleCollected: (one) => put('collected ' + one.moduleId),
  onTestCaseReady: (one) => put('ready ' + one.name),
  onTestCaseResult: (one) => put(one.result().state + ' ' + one.name),
  onTestSuiteResult: () => {},
  onTestModuleEnd: (one) => put('end ' + one.moduleId),
  onTestRunEnd: (modules) => put('modules ' + modules.length),
};
tellTasks(reporter, { config: {}, projects: [] });
const test = (id, name, state) => ({ id, name, type: 'test', mode: 'run', result: state && { state, duration: 1 } });
const file = (id, ...tasks) => ({ id, name: id, type: 'suite', filepath: '/w/' + id, tasks, result: { state: 'pass', duration: 1 } });
new Function('reporter', 'test', 'file', scenario)(reporter, test, file);
)";

class tasks_fixture : public node_fixture {
 public:
  std::string said(const std::string& scenario) {
    write_file(outside("driver.mjs"), driver);
    run_node({outside("driver.mjs"), std::string{COVEY_SOURCE_DIR} + "/reporters/node/vitest-tasks.mjs",
              outside("said"), scenario});
    return read_file(outside("said"));
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(vitest_tasks_e2e, tasks_fixture)

// With --typecheck; its pool calls onCollected without the files, and tells of tasks that nobody knows.
BOOST_AUTO_TEST_CASE(tests_of_types_which_only_the_end_names_are_told) {
  if (!is_on_path("node")) return skip("no node on PATH");
  const auto calls = said(R"(
    reporter.onCollected([file('a.test.ts', test('1', 'runs', 'pass'))]);
    reporter.onCollected();
    reporter.onTaskUpdate([['2', {}]]);
    reporter.onFinished([file('a.test.ts', test('1', 'runs', 'pass')),
                         file('b.test-d.ts', test('2', 'good', 'pass'), test('3', 'bad', 'fail'))]);
  )");
  BOOST_TEST(calls ==
             "collected /w/a.test.ts\ncollected /w/b.test-d.ts\npassed runs\nend /w/a.test.ts\n"
             "passed good\nfailed bad\nend /w/b.test-d.ts\nmodules 2\n");
}

BOOST_AUTO_TEST_SUITE_END()
