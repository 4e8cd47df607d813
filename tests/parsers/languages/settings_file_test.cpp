#include "parsers/languages/settings_file.hpp"
#include <boost/test/unit_test.hpp>
#include <array>

namespace covey::parsers {
namespace {

using namespace std::chrono_literals;
using words = std::vector<std::string>;

// Two languages of no wing: one has packages, the other has steps to leave out.
const language alpha{
    .name = "alpha", .display_name = "Alpha", .project_files = {}, .settings = {"packages", "features"}};
const language beta{.name = "beta", .display_name = "Beta", .project_files = {}, .settings = {"leave_out"}};
constexpr std::array both{&alpha, &beta};

std::variant<settings, std::string> read(std::string_view text) {
  return read_settings(text, "covey.toml", both, 1800s);
}

settings good(std::string_view text) {
  auto out = read(text);
  const auto* problem = std::get_if<std::string>(&out);
  BOOST_REQUIRE_MESSAGE(problem == nullptr, *problem);
  return std::get<settings>(out);
}

void expect(std::string_view text, const std::string& problem) {
  const auto out = read(text);
  BOOST_REQUIRE(std::holds_alternative<std::string>(out));
  BOOST_TEST(std::get<std::string>(out) == problem);
}

BOOST_AUTO_TEST_SUITE(settings_files)

BOOST_AUTO_TEST_CASE(an_empty_file_says_nothing) {
  BOOST_TEST((good("") == settings{.file = "covey.toml"}));
  BOOST_TEST((good("# later\n") == settings{.file = "covey.toml"}));
}

BOOST_AUTO_TEST_CASE(a_language_has_its_own_on_top_of_what_all_have) {
  const auto all = good(
      "language = \"beta\"\nargs = [\"-a\"]\ntimeout = 60\n[env]\nA = \"1\"\nB = \"1\"\n"
      "[alpha]\nargs = [\n  \"-b\",\n]\ntimeout = 0.5\ncoverage = false\nenv = { B = \"2\" }\n");
  BOOST_TEST(all.language == "beta");
  const auto own = all.of("alpha");
  BOOST_TEST((own.args == std::vector<added_word>{{"-a", "covey.toml:2"}, {"-b", "covey.toml:9"}}));
  BOOST_TEST((own.env == variables{{"A", "1"}, {"B", "2"}}));
  BOOST_TEST(own.timeout->count() == 500);
  BOOST_TEST(!own.coverage.value());
  BOOST_TEST(all.of("beta").timeout->count() == 60'000);
  BOOST_TEST(to_string(own) == "args `-a` `-b`, env A, env B, timeout 0.5 s, without coverage");
}

BOOST_AUTO_TEST_CASE(what_is_wrong_is_told_with_its_line) {
  expect("args = [\n  \"-a\"",
         "covey.toml:2: it is no TOML: Error while parsing array: encountered end-of-file");
  expect("arg = []",
         "covey.toml:1: unknown key `arg`: there are language, args, env, timeout, coverage, affects, and a table per "
         "language: alpha, beta");
  expect("\n[alpha]\nleave_out = []",
         "covey.toml:3: unknown key `leave_out` of [alpha]: only these have it: [beta]");
  expect("packages = [\"a\"]", "covey.toml:1: unknown key `packages`: it belongs into [alpha]");
  expect("args = \"-a -b\"", "covey.toml:1: `args` must be an array of strings: [\"…\"], got \"-a -b\"");
  expect("args = [\n\"-a\",\n3]", "covey.toml:3: `args` must be an array of strings, got 3");
  expect("[env]\nPORT = 80", "covey.toml:2: `env.PORT` must be a string: PORT = \"…\", got a number");
  expect("[env]\nAPI_TOKEN = [\"s3cr3t\"]",
         "covey.toml:2: `env.API_TOKEN` must be a string: API_TOKEN = \"…\", got a list");
  expect("[env]\nCOVEY_RUN = \"1\"",
         "covey.toml:2: env COVEY_RUN has a name that begins with COVEY_, as covey's own do: it "
         "would be taken for one of them");
  expect("[alpha]\npackages = [\"-run=x\"]",
         "covey.toml:2: `packages` must hold names, and flags stand in `args`, got \"-run=x\"");
  expect("timeout = \"60\"", "covey.toml:1: `timeout` must be a number of seconds, got \"60\"");
  expect("timeout = 3600", "covey.toml:1: `timeout` must be above 0 and at most 1800 seconds, got 3600");
  expect("timeout = nan", "covey.toml:1: `timeout` must be above 0 and at most 1800 seconds, got NaN");
  expect("coverage = 2026-11-26", "covey.toml:1: `coverage` must be true or false, got a date or time");
  expect("language = \"gamma\"", "covey.toml:1: `language` must be one of alpha, beta, got \"gamma\"");
  expect("alpha = 1", "covey.toml:1: `alpha` must be a table: [alpha], got 1");
  expect("args = [\"a\\u0000b\"]",
         "covey.toml:1: a word of `args` holds a NUL byte, which ends a word for a program");
  expect("\xff = 1", "covey.toml: it is no TOML: it is not UTF-8");
  expect(std::string(settings_bytes + 1, '#'),
         "covey.toml is larger than 64 KiB, the limit: write less into it");
}

BOOST_AUTO_TEST_CASE(of_several_mistakes_the_first_is_told) {
  expect("coverage = 1\nargs = 1", "covey.toml:1: `coverage` must be true or false, got 1");
}

BOOST_AUTO_TEST_CASE(lines_are_right_behind_letters_beyond_ascii) {
  const auto all = good("# \u00fcber\nargs = [\"\u00e4\"]");
  BOOST_TEST((all.common.args == std::vector<added_word>{{"\u00e4", "covey.toml:2"}}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
