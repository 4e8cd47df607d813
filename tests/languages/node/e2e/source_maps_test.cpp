// Failures in builds are placed in the sources that these were made of.
#include "tests/languages/node/e2e/runners.hpp"
#include "tests/support/skip.hpp"
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>
#include <sstream>
#include <utility>

using namespace covey::testing;

namespace {

using strings = std::vector<std::string>;
using runners = boost::mpl::list<jest30, mocha11, node>;

// {sources, mappings}: "AAUA" is from the first line to the 11th, "AACA" from each next one to the next.
std::string map_of(const std::string& source, const std::string& mappings, const std::string& more = {}) {
  return R"({"version":3,"sources":[")" + source + R"("],"mappings":")" + mappings + "\"" + more + "}";
}

class source_maps_fixture : public node_fixture {
 public:
  // A build whose second line is the last comment.
  void build(const std::string& name, const std::string& url, const std::string& map = {}) {
    write("build/" + name, "called();\n//# sourceMappingURL=" + url + "\n");
    if (!map.empty()) write("build/" + name + ".map", map);
    built_.push_back("build/" + name);
  }

  void write(const std::string& name, const std::string& text) {
    write_file(workspace() + "/" + name, text);
  }

  // What the script prints, a line each; `places` and `failures` are the reporters' modules.
  strings printed(const std::string& script) {
    const auto reporters = std::string{COVEY_SOURCE_DIR} + "/reporters/node/";
    write_file(outside("driver.cjs"), "process.env.COVEY_ROOT = process.cwd();\n"
                                      "const places = require('" + reporters + "places.cjs');\n"
                                      "const failures = require('" + reporters + "failures.cjs');\n" + script);
    std::istringstream lines{run_node({outside("driver.cjs")}).out};
    strings out;
    for (std::string line; std::getline(lines, line);) out.push_back(line);
    return out;
  }

  // Where each build's first line is said to be.
  strings places() {
    std::string script = "const at = (file) => {\n"
                         "  const [one] = places.sourceFrames(`    at f (${process.cwd()}/${file}:1:1)`);\n"
                         "  console.log(`${file}: ${one.file.slice(process.cwd().length + 1)}:${one.line}`);\n};\n";
    for (const auto& file : built_) script += "at('" + file + "');\n";
    return printed(script);
  }

 private:
  strings built_;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(source_maps_e2e, source_maps_fixture)

BOOST_AUTO_TEST_CASE(a_place_in_a_build_is_told_in_its_source) {
  if (!is_on_path("node")) return skip("no node on PATH");
  write("src/a.ts", "\n\nthrows();\n");
  const auto map = map_of("../src/a.ts", "AAEA");
  build("beside.js", "beside.js.map", map);
  build("with space.js", "with%20space.js.map", map);
  build("base64.js", "data:application/json;charset=utf-8;base64,"
                     "eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbIi4uL3NyYy9hLnRzIl0sIm1hcHBpbmdzIjoiQUFFQSJ9");
  build("encoded.js", "data:application/json,%7B%22version%22%3A3%2C%22sources%22%3A%5B%22..%2Fsrc%2Fa.ts%22%5D%2C"
                      "%22mappings%22%3A%22AAEA%22%7D");
  build("rooted.js", "rooted.js.map", map_of("a.ts", "AAEA", R"(,"sourceRoot":"../src")"));
  build("url.js", "url.js.map", map_of("file://" + workspace() + "/src/a.ts", "AAEA"));
  build("bundle.js", "bundle.js.map", map_of("webpack://name/./src/a.ts", "AAEA"));
  build("nested.js", "nested.js.map", map_of("beside.js", "AAAA"));
  build("sections.js", "sections.js.map",
        R"({"version":3,"sections":[{"offset":{"line":0,"column":0},"map":)" + map + "}]}");
  const strings expected{"build/beside.js: src/a.ts:3", "build/with space.js: src/a.ts:3",
                         "build/base64.js: src/a.ts:3", "build/encoded.js: src/a.ts:3",
                         "build/rooted.js: src/a.ts:3", "build/url.js: src/a.ts:3",
                         "build/bundle.js: src/a.ts:3", "build/nested.js: src/a.ts:3",
                         "build/sections.js: src/a.ts:3"};
  BOOST_TEST(places() == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(without_a_map_that_fits_a_place_stays_in_the_build) {
  if (!is_on_path("node")) return skip("no node on PATH");
  write("src/a.ts", "\n\nthrows();\n");
  write("src/b.ts", "\n\nthrows();\n");
  write("build/src/b.ts", "\n\nthrows();\n");
  write_file(outside("a.ts"), "\n\nthrows();\n");
  build("alone.js", "alone.js.map");
  build("stale.js", "stale.js.map", map_of("../src/a.ts", "AAoGA"));
  build("edited.js", "edited.js.map", map_of("../src/a.ts", "AAEA", R"(,"sourcesContent":["\n\nother();\n"])"));
  build("gone.js", "gone.js.map", map_of("../src/gone.ts", "AAEA"));
  build("foreign.js", "foreign.js.map", map_of("file://" + outside("a.ts"), "AAEA"));
  build("ambiguous.js", "ambiguous.js.map", map_of("webpack://name/./src/b.ts", "AAEA"));
  build("folder.js", "folder.js.map", map_of("../src", "AAAA"));
  build("broken.js", "broken.js.map", "{");
  build("text.js", "gone.js.map\n`;");
  const strings expected{"build/alone.js: build/alone.js:1",         "build/stale.js: build/stale.js:1",
                         "build/edited.js: build/edited.js:1",       "build/gone.js: build/gone.js:1",
                         "build/foreign.js: build/foreign.js:1",     "build/ambiguous.js: build/ambiguous.js:1",
                         "build/folder.js: build/folder.js:1",       "build/broken.js: build/broken.js:1",
                         "build/text.js: build/text.js:1"};
  BOOST_TEST(places() == expected, boost::test_tools::per_element());
}

// What compilers add (`__awaiter`) is in no source.
BOOST_AUTO_TEST_CASE(a_failure_is_told_in_sources_alone) {
  if (!is_on_path("node")) return skip("no node on PATH");
  write("src/a.ts", "\n\nthrows();\n");
  write("test/a.ts", "\n\ntest();\n");
  write("build/a.js", "called();\nhelper();\n//# sourceMappingURL=a.js.map\n");
  write("build/a.js.map", map_of("../src/a.ts", "AAEA"));
  write("build/all.test.js", "called();\ntest();\n//# sourceMappingURL=all.test.js.map\n");
  write("build/all.test.js.map", R"({"version":3,"sections":[{"offset":{"line":1,"column":0},"map":)" +
                                     map_of("../test/a.ts", "AAEA") + "}]}");
  const auto told = printed(R"(const at = (...places) => places.map((one) => `\n    at f (${process.cwd()}/build/${one})`).join('');
const error = (message, more) => Object.assign(new Error(message), more);
const cause = error('inner', { stack: `Error: inner${at('a.js:1:1')}` });
const thrown = error('outer', { cause, stack: `Error: outer${at('a.js:1:1', 'a.js:2:1', 'a.js:1:1', 'all.test.js:2:1')}` });
const out = failures.failureOf(thrown, { file: process.cwd() + '/build/all.test.js' });
const short = (file) => file.slice(process.cwd().length + 1);
console.log(out.message.replace('\n', '; '));
console.log(`${out.file}:${out.line} raised at ${short(out.raised_file)}:${out.raised_line}`);
console.log(out.stack.map((one) => `${short(one.file)}:${one.line}`).join(' ') + ` and ${out.others}`);
)");
  const strings expected{"outer; caused by: inner (src/a.ts:3)", "test/a.ts:3 raised at src/a.ts:3",
                         "src/a.ts:3 src/a.ts:3 test/a.ts:3 and 1"};
  BOOST_TEST(told == expected, boost::test_tools::per_element());
}

// A value that is no error has no stack: its place is where the test is defined.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(built_tests_of_a_build_fail_in_their_sources, runner, runners, project_of<runner>) {
  if (!this->begin()) return;
  const auto write = [this](const std::string& name, const std::string& text) {
    write_file(this->workspace() + "/" + name, text);
  };
  const std::string lines(20, '\n');
  write("src/a.ts", lines);
  write("src/own.ts", lines);
  write("test/a.js", "exports.fails = () => {\n  throw new Error('no');\n};\n//# sourceMappingURL=a.js.map\n");
  write("test/a.js.map", map_of("../src/a.ts", "AAUA;AACA;AACA"));
  this->write_test("built", {{"{ fails }", "./a.js"}}, "it('raises', () => {\n  fails();\n});\n"
                                                       "it('throws', () => { throw 'a text'; });\n"
                                                       "//# sourceMappingURL=built.test.js.map\n");
  write("test/built.test.js.map", map_of("../src/own.ts", "AAUA;AACA;AACA;AACA;AACA"));
  auto told = failure_places(this->run_tests());
  std::sort(told.begin(), told.end());
  const strings expected{"raises: src/own.ts:13 raised at src/a.ts:12", "throws: src/own.ts:15"};
  BOOST_TEST(told == expected, boost::test_tools::per_element());
}

// Else its run ended before the first test.
BOOST_FIXTURE_TEST_CASE(a_build_without_its_source_is_measured_itself, project_of<mocha11>) {
  if (!begin()) return;
  write_file(workspace() + "/src/a.js", "exports.one = () => 1;\n//# sourceMappingURL=a.js.map\n");
  write_file(workspace() + "/src/a.js.map", map_of("../gone/a.ts", "AAAA"));
  write_test("uses", {{"{ one }", "../src/a.js"}}, "it('passes', () => one());\n");
  const auto run = run_tests({{"coverage", true}});
  BOOST_TEST(counted(run) == "passed 1, failed 0, skipped 0, errors 0");
  BOOST_TEST(ran("src/a.js", 1));
}

BOOST_AUTO_TEST_SUITE_END()
