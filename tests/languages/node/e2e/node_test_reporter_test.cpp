// The reporter of node:test, fed with what node would tell it, and with journals of a test file's process. So what comes first is
// the test's choice.
#include "tests/languages/node/e2e/node_fixture.hpp"
#include "tests/support/skip.hpp"
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <sstream>

using namespace covey::testing;

namespace {

using strings = std::vector<std::string>;

// Its globals: `journal(record…)` writes what the process of /w/a.test.js says, `told(text)` waits until the reporter has said
// it, `report(type, name, line)` is an event of node's.
constexpr const char* driver = R"(const fs = require('node:fs');
const [reporter, events, scenario] = process.argv.slice(2);
process.env.COVEY_EVENTS = events;
process.env.COVEY_ROOT = '/w';
const file = '/w/a.test.js';
const write = (journal, ...records) => {
  const lines = records.map((one) => JSON.stringify({ group: 'a.test.js', ...one }) + '\n');
  fs.appendFileSync(require('node:path').dirname(events) + '/' + journal, lines.join(''));
};
const journal = (...records) => write(`journal-${process.pid}-1`, ...records);
const begin = (name, line) => ({ what: 'begin', name, place: { file, line, column: 1 } });
const ended = (name) => ({ what: 'ended', name, passed: true });
const told = async (text) => {
  while (!fs.readFileSync(events, 'utf8').includes(text)) await new Promise((again) => setTimeout(again, 1));
};
const report = (type, name, line, more) => ({ type, data: { name, file, line, column: 1, nesting: 0, details: {}, ...more } });
const run = new (async function* () {}).constructor('write', 'journal', 'begin', 'ended', 'told', 'report', scenario);
(async () => {
  for await (const _ of require(reporter)(run(write, journal, begin, ended, told, report)));
})();
)";

class reporter_fixture : public node_fixture {
 public:
  // "begin NAME:LINE", "report NAME:LINE OUTCOME", in the order in which the reporter says them.
  strings said(const std::string& scenario) {
    write_file(outside("driver.cjs"), driver);
    run_node({outside("driver.cjs"), std::string{COVEY_SOURCE_DIR} + "/reporters/node/node-test-reporter.cjs",
              outside("events"), scenario});
    strings out;
    std::istringstream lines{read_file(outside("events"))};
    for (std::string line; std::getline(lines, line);) {
      const auto event = boost::json::parse(line).as_object();
      const auto type = text(event, "e");
      if (type != "begin" && type != "report") continue;
      const auto* at = event.if_contains("line");
      out.push_back(type + " " + text(event, "name") + ":" + (at ? serialize(*at) : "") +
                    (type == "report" ? " " + text(event, "outcome") : ""));
    }
    return out;
  }

 private:
  static std::string text(const boost::json::object& event, std::string_view member) {
    const auto* found = event.if_contains(member);
    return found != nullptr ? std::string{std::string_view{found->as_string()}} : "";
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(node_test_reporter_e2e, reporter_fixture)

// Else the report of the first would be taken for the second's, and its line for that one's.
BOOST_AUTO_TEST_CASE(a_test_is_told_to_have_begun_after_the_report_of_its_namesake) {
  if (!is_on_path("node")) return skip("no node on PATH");
  const auto events = said(R"(
    journal(begin('is another', 53), ended('is another'), begin('is another', 57), begin('waits', 61));
    await told('"waits"');
    yield report('test:pass', 'is another', 53);
    await told('"line":57');
    journal(ended('is another'), ended('waits'));
    yield report('test:pass', 'is another', 57);
    yield report('test:pass', 'waits', 61);
  )");
  const strings expected{"begin waits:61", "report is another:53 passed", "begin is another:57",
                         "report is another:57 passed", "report waits:61 passed"};
  BOOST_TEST(events == expected, boost::test_tools::per_element());
}

// Its namesake, which never begins, is in no journal.
BOOST_AUTO_TEST_CASE(a_skipped_namesake_is_not_the_test_that_ran_when_the_process_ended) {
  if (!is_on_path("node")) return skip("no node on PATH");
  const auto events = said(R"(
    yield report('test:pass', 'ends', 3, { skip: true });
    journal(begin('ends', 4));
  )");
  const strings expected{"report ends:3 skipped", "report ends:4 failed"};
  BOOST_TEST(events == expected, boost::test_tools::per_element());
}

// Each of two files runs it, for one imports the other.
BOOST_AUTO_TEST_CASE(a_test_that_two_files_run_is_reported_by_both_and_counted_twice) {
  if (!is_on_path("node")) return skip("no node on PATH");
  const auto events = said(R"(
    const failed = { ...ended('a'), passed: false };
    const importer = { group: 'z.test.js' };
    journal(begin('a', 3), failed);
    yield report('test:fail', 'a', 3);
    write(`journal-${process.pid}-2`, { ...begin('a', 3), ...importer }, { ...failed, ...importer });
    yield report('test:fail', 'a', 3);
  )");
  const strings expected{"report a:3 failed", "report a:3 failed"};
  BOOST_TEST(events == expected, boost::test_tools::per_element());
}

// Node 20 with --test-force-exit: of its summary it keeps the last line to itself.
BOOST_AUTO_TEST_CASE(a_report_is_complete_where_node_ends_within_its_summary) {
  if (!is_on_path("node")) return skip("no node on PATH");
  const auto is_complete = [&](const std::string& of) {
    std::filesystem::remove(outside("events"));
    said("journal(begin('a', 3), ended('a'));\nyield report('test:pass', 'a', 3);\n"
         "yield { type: 'test:diagnostic', data: { nesting: 0, message: 'todo 0'" + of + " } };\n"
         "setImmediate(() => process.exit());\nawait new Promise(() => {});");
    return read_file(outside("events")).find(R"("e":"end")") != std::string::npos;
  };
  BOOST_TEST(is_complete(""));
  BOOST_TEST(!is_complete(", file"));  // a test says so
}

// The frames over which node's processes report are no secret: a test may write some, and end its process.
BOOST_AUTO_TEST_CASE(a_pass_of_a_test_that_has_not_ended_is_none) {
  if (!is_on_path("node")) return skip("no node on PATH");
  const auto events = said(R"(
    journal(begin('a', 3), ended('a'));
    yield report('test:pass', 'a', 3);
    yield report('test:pass', 'a', 3);
    journal(begin('b', 4));
    yield report('test:pass', 'b', 4);
    yield report('test:pass', 'nowhere', 5);
  )");
  const strings expected{"report a:3 passed", "report b:4 failed"};
  BOOST_TEST(events == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_skip_hides_no_test_that_has_not_ended_or_failed) {
  if (!is_on_path("node")) return skip("no node on PATH");
  const auto events = said(R"(
    journal({ ...begin('fails', 3), known: true }, { ...ended('fails'), passed: false, excused: false });
    yield report('test:pass', 'fails', 3, { todo: true });
    journal({ ...begin('runs', 4), known: true });
    yield report('test:pass', 'runs', 4, { skip: true });
  )");
  const strings expected{"report fails:3 skipped", "report runs:4 skipped", "report fails:3 failed",
                         "report runs:4 failed"};
  BOOST_TEST(events == expected, boost::test_tools::per_element());
}

// A script may have several commands, whose journals are in one folder.
BOOST_AUTO_TEST_CASE(the_journals_of_another_command_are_not_told_again) {
  if (!is_on_path("node")) return skip("no node on PATH");
  const auto events = said(R"(
    write(`journal-${process.ppid}-1`, begin('a', 3), ended('a'), begin('b', 4));
    journal(begin('a', 3), ended('a'));
    yield report('test:pass', 'a', 3);
  )");
  const strings expected{"report a:3 passed"};
  BOOST_TEST(events == expected, boost::test_tools::per_element());
}

// Before 20.16 the journals have no whole names; and where the files share a process there are none.
BOOST_AUTO_TEST_CASE(without_journals_a_pass_is_one) {
  if (!is_on_path("node")) return skip("no node on PATH");
  const strings expected{"report a:3 passed"};
  BOOST_TEST(said("yield report('test:pass', 'a', 3);") == expected, boost::test_tools::per_element());
}

// Else a test could cover up that another file did not load.
BOOST_AUTO_TEST_CASE(a_file_that_ended_badly_stays_so) {
  if (!is_on_path("node")) return skip("no node on PATH");
  said(R"(
    const how = { error: { failureType: 'testCodeFailure', exitCode: 1 } };
    yield { type: 'test:fail', data: { name: '/w/a.test.js', file: '/w/a.test.js', nesting: 0, details: how } };
    yield { type: 'test:pass', data: { name: '/w/a.test.js', file: '/w/a.test.js', nesting: 0, details: {} } };
  )");
  BOOST_TEST(read_file(outside("events")).find("the process of this file ended with exit code 1") !=
             std::string::npos);
}

// The reporters of all runners write through the same.
BOOST_AUTO_TEST_CASE(what_a_reporter_says_stays_out_of_files_that_took_its_descriptor) {
  if (!is_on_path("node")) return skip("no node on PATH");
  write_file(outside("closer.cjs"), R"(const fs = require('node:fs');
const [events, channel] = process.argv.slice(2);
const write = require(events).appender(channel);
write('before');
const own = fs.readdirSync('/proc/self/fd').find((fd) => {
  try { return fs.readlinkSync('/proc/self/fd/' + fd) === fs.realpathSync(channel); } catch { return false; }
});
fs.closeSync(Number(own));
if (fs.openSync('victim', 'w') !== Number(own)) throw new Error('not in its place');
write('after');
)");
  const auto ended =
      run_node({outside("closer.cjs"), std::string{COVEY_SOURCE_DIR} + "/reporters/node/events.cjs",
                outside("channel")});
  BOOST_TEST(ended.err == "");
  BOOST_TEST(read_file(workspace() + "/victim") == "");
  BOOST_TEST(read_file(outside("channel")) == "\"before\"\n\"after\"\n");
}

BOOST_AUTO_TEST_SUITE_END()
