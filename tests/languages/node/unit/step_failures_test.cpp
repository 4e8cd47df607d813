#include "parsers/languages/node/output/step_failures.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::parsers;
using namespace covey::parsers::languages::node;

namespace {

const run_ending exit_two{run_ending::kind_type::exited, 2, false, false};

}  // namespace

BOOST_AUTO_TEST_SUITE(failures_of_steps)

BOOST_AUTO_TEST_CASE(a_compilers_errors_have_their_places) {
  for (const auto* out :
       {"src/a.ts(3,5): error TS2322: Type 'x' is wrong.\n  more\n../b.ts(1,1): error TS1005: ';'\n",
        "\x1b[96msrc/a.ts\x1b[0m:\x1b[93m3\x1b[0m:5 - \x1b[91merror\x1b[0m TS2322: Type 'x' is "
        "wrong.\r\n\r\n../b.ts:1:1 - error TS1005: ';'\n"}) {
    const auto found = step_failures("tsc -b", out, "", exit_two, "/w/p", "/w");
    BOOST_TEST_REQUIRE(found.size() == 2u);
    BOOST_TEST(found[0].where.file == "p/src/a.ts");
    BOOST_TEST(found[0].where.line == 3u);
    BOOST_TEST(found[0].message == "error TS2322: Type 'x' is wrong.");
    BOOST_TEST(found[0].id.group == "tsc -b");
    BOOST_TEST(found[0].runner == "tsc -b");
    BOOST_TEST((found[0].kind == failure_kind::error));
    BOOST_TEST(found[1].where.file == "b.ts");
  }
}

BOOST_AUTO_TEST_CASE(another_command_is_one_failure_with_what_it_said) {
  const auto found =
      step_failures("node build.js", "out", "Error: x\n    at f (/w/build.js:4:1)\n", exit_two, "/w", "/w");
  BOOST_TEST_REQUIRE(found.size() == 1u);
  BOOST_TEST(found[0].message.starts_with("node build.js ended with exit code 2:\nError: x"));
  BOOST_TEST(found[0].where.file == "build.js");
  BOOST_TEST(found[0].where.line == 4u);
  BOOST_TEST(step_failures("x", "", "", exit_two, "/w", "/w").front().message == "x ended with exit code 2");
}

BOOST_AUTO_TEST_CASE(any_text_gives_a_failure) {
  for (const auto* odd :
       {"error TS", " - error TS", "): error TS1", "(: error TS", ":::: - error TS1: x\n\n", "\x80\xff"})
    BOOST_TEST(step_failures("x", odd, odd, exit_two, "/w", "/w").size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
