// Scripts of any shape: planning ends soon, within its bounds, and says which of them it has reached.
#include "parsers/languages/node/package/limits.hpp"
#include "tests/languages/node/unit/machine.hpp"
#include "tests/languages/node/unit/parts.hpp"
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <random>

using namespace covey::parsers;
using namespace covey::parsers::languages::node;
using namespace covey::parsers::testing;

namespace {

namespace json = boost::json;
using scripts = std::vector<std::pair<std::string, std::string>>;
using std::chrono::steady_clock;

// As fast as any planning has to be, on a machine that does other things as well and with sanitizers.
constexpr std::chrono::seconds soon{5};

std::vector<parsed_command> read_soon(const scripts& all) {
  const auto begin = steady_clock::now();
  auto out = read_script(with_scripts(all), "test").commands;
  BOOST_TEST((steady_clock::now() - begin < soon));
  return out;
}

// It was not followed to its end, so nothing of it is run, and the reason has the number.
void expect_left_out(const scripts& all, std::size_t limit) {
  const auto parts = read_soon(all);
  BOOST_TEST_REQUIRE(parts.size() == 1u);
  BOOST_TEST(shown(parts.front()) == "left out npm run test");
  BOOST_TEST(parts.front().why.find("more than " + std::to_string(limit)) != std::string::npos,
             parts.front().why);
}

std::string times(std::size_t count, const std::string& text) {
  std::string out;
  while (count-- > 0) out += text;
  return out;
}

// Characters and words that mean something to a shell, a package manager or the reader.
std::string random_script(std::mt19937& random, std::size_t length) {
  static const strings words{"npm run ",
                             "yarn ",
                             "pnpm -r ",
                             "run-s ",
                             "sh -c '",
                             "\"",
                             "'",
                             "$(",
                             "`",
                             "(",
                             ")",
                             "&& ",
                             "|| ",
                             "; ",
                             "| ",
                             "& ",
                             "A=b ",
                             "npx ",
                             "c8 ",
                             "node ",
                             "-- ",
                             "test ",
                             "a ",
                             "b:* ",
                             "if ",
                             "then ",
                             "fi ",
                             "> x ",
                             "2>&1 ",
                             "cd .. ",
                             "export ",
                             "\\",
                             "${",
                             "}",
                             "jest ",
                             "\n",
                             "# ",
                             "prettier ",
                             "-w ",
                             "xargs ",
                             "*",
                             "<< ",
                             "concurrently ",
                             "cross-env ",
                             "dotenv -- ",
                             ". ./x ",
                             "{ ",
                             "glob -c "};
  std::string out;
  while (length-- > 0) out += words[random() % words.size()];
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(node_limits_of_scripts)

// 2 to the power of 26 commands.
BOOST_AUTO_TEST_CASE(scripts_that_each_call_two_others) {
  scripts all{{"test", "npm run s0"}};
  for (int i = 0; i < 25; ++i) {
    const auto next = "npm run s" + std::to_string(i + 1);
    all.emplace_back("s" + std::to_string(i), next + " && " + next);
  }
  all.emplace_back("s25", "jest");
  expect_left_out(all, limits::commands);
}

BOOST_AUTO_TEST_CASE(a_long_chain_of_scripts) {
  scripts all{{"test", "npm run s0"}};
  for (int i = 0; i < 1'900; ++i)
    all.emplace_back("s" + std::to_string(i), "npm run s" + std::to_string(i + 1));
  expect_left_out(all, limits::depth);
}

BOOST_AUTO_TEST_CASE(many_words_before_a_command) {
  for (const auto* word :
       {"A=1 ", "npx ", "env ", "c8 ", "cross-env A=b ", "pnpm exec ", "dotenv -- ", "time "})
    BOOST_TEST_CONTEXT(word) expect_left_out({{"test", times(5'000, word) + "jest"}}, limits::layers);
}

BOOST_AUTO_TEST_CASE(many_package_managers_before_a_command) {
  expect_left_out({{"test", times(20'000, "yarn ") + "jest"}}, limits::managers);
  expect_left_out({{"test", times(10'000, "pnpm run ") + "jest"}}, limits::managers);
}

BOOST_AUTO_TEST_CASE(a_line_that_no_shell_can_be_given) {
  expect_left_out({{"test", "jest " + times(limits::script_line, "x")}}, limits::script_line);
}

BOOST_AUTO_TEST_CASE(many_variables_before_many_commands) {
  expect_left_out({{"test", times(900, "export A=b && ") + "jest"}}, limits::layers);
  expect_left_out({{"test", "export A=" + times(4'000, "x") + " && " + times(900, "x && ") + "jest"}},
                  limits::script_bytes);
}

BOOST_AUTO_TEST_CASE(nested_parentheses_and_shells) {
  expect_left_out({{"test", times(10'000, "(") + "jest" + times(10'000, ")")}}, limits::depth);
  BOOST_TEST(read_soon({{"test", times(60'000, "$(")}}).size() <= 1u);
  BOOST_TEST(read_soon({{"test", times(60'000, "`")}}).size() <= 1u);
  BOOST_TEST(read_soon({{"test", times(60'000, "\"'")}}).size() <= 1u);
}

BOOST_AUTO_TEST_CASE(patterns_that_fit_many_scripts) {
  scripts all{{"test", "run-s " + times(150, "* ")}};
  for (std::size_t i = 1; i < limits::scripts; ++i) all.emplace_back("s" + std::to_string(i), "jest");
  expect_left_out(all, limits::commands);
  expect_left_out({{"test", "run-s " + times(5'000, "a ")}, {"a", "jest"}}, limits::commands);
}

BOOST_AUTO_TEST_CASE(a_package_json_beyond_its_bounds_is_refused_with_them) {
  json::object named;
  for (std::size_t i = 0; i <= limits::scripts; ++i) named["s" + std::to_string(i)] = "jest";
  BOOST_TEST(
      read_package_facts(json::serialize(json::object{{"scripts", named}}), {"package.json"}).problem ==
      "package.json has 2001 scripts; covey reads at most 2000");
  const auto cut = "{\"a\": \"" + times(limits::package_file, "x");
  BOOST_TEST(read_package_facts(cut.substr(0, limits::package_file), {"package.json"})
                 .problem.starts_with("package.json is larger than"));
}

// A green run of some of them would read as one of all.
BOOST_AUTO_TEST_CASE(packages_beyond_the_limit_are_a_failure) {
  machine several;
  several.package("/w", R"({"workspaces": ["p/*"], "scripts": {"test": "npm test --workspaces"}})");
  strings names;
  for (std::size_t i = 0; i < limits::packages + 5; ++i) {
    names.push_back("p" + std::to_string(1'000 + i));
    several.package("/w/p/" + names.back(), R"({"scripts": {"test": "node --test"}})");
  }
  several.paths["/w/p"] = {path_state::kind_type::folder, "", names};
  several.says("node", R"({"node":"22.1.0","folders":{}})");
  const auto plan = several.planned();
  const auto runs_tests = [](const command& one) { return one.role == command_role::tests; };
  BOOST_TEST(std::count_if(plan.commands.begin(), plan.commands.end(), runs_tests) == limits::packages);
  BOOST_TEST_REQUIRE(plan.failures.size() == 1u);
  BOOST_TEST(plan.failures.front().message.find("more packages than covey reads (400") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_is_beyond_a_bound_is_refused_by_name) {
  scripts all{{"test", "npm run s0"}};
  std::string text = R"({"scripts": {"test": "npm run s0")";
  for (int i = 0; i < 40; ++i)
    text += ",\"s" + std::to_string(i) + "\": \"npm run s" + std::to_string(i + 1) + "\"";
  machine project;
  project.package("/w", text + "}}").says("node", R"({"node":"22.1.0","folders":{}})");
  BOOST_TEST(
      project.refused() ==
      "nothing of the test script of package.json can be run: let it start the runner itself. Not "
      "run of scripts.test: `npm run test` (it has more than 32 levels of scripts that call scripts, "
      "which is as many as covey reads)");
}

// Tests may be in those that were not read.
BOOST_AUTO_TEST_CASE(packages_beyond_the_limit_are_named_where_no_other_has_tests) {
  machine several;
  several.package("/w", R"({"workspaces": ["p/*"]})");
  strings names;
  for (std::size_t i = 0; i < limits::packages + 5; ++i) {
    names.push_back("p" + std::to_string(1'000 + i));
    several.package("/w/p/" + names.back(), R"({"name": "x"})");
  }
  several.paths["/w/p"] = {path_state::kind_type::folder, "", names};
  several.says("node", R"({"node":"22.1.0","folders":{}})");
  const auto why = several.refused();
  BOOST_TEST(why.starts_with("no test runner was found"));
  BOOST_TEST(why.find("the tests of /w/p/p1400 and of those after it were not run") != std::string::npos,
             why);
}

// Any scripts: it ends, soon, and the tests that are found are ones that stand there.
BOOST_AUTO_TEST_CASE(random_scripts_are_read_soon) {
  std::mt19937 random{20'26};
  const auto begin = steady_clock::now();
  for (int round = 0; round < 400; ++round) {
    scripts all;
    for (const auto* name : {"test", "a", "b:x", "b:y", "pretest", "prea"})
      all.emplace_back(name, random_script(random, random() % (round % 50 == 0 ? 3'000 : 60)));
    for (const auto& part : read_script(with_scripts(all), "test").commands)
      if (part.kind == parsed_command::kind_type::tests) BOOST_TEST(!part.script.words.empty());
    const auto again = shown(read_script(with_scripts(all), "test").commands);
    BOOST_TEST((shown(read_script(with_scripts(all), "test").commands) == again));
  }
  BOOST_TEST((steady_clock::now() - begin < 4 * soon));
}

// The words count, not their pairs: of those there would be a thousand million.
BOOST_AUTO_TEST_CASE(long_lines_take_time_in_proportion) {
  for (const auto* piece : {"x ", "'a' ", "$(a) ", "A=1;", "x&&", "(x)", "x|y;", "\\ ", "yarn;", "-- "})
    BOOST_TEST_CONTEXT(piece) {
      const auto line = times(limits::script_line / std::string{piece}.size(), piece);
      const auto begin = steady_clock::now();
      BOOST_TEST(shell_commands(line).size() <= line.size());
      BOOST_TEST((steady_clock::now() - begin < std::chrono::seconds{2}));
    }
}

BOOST_AUTO_TEST_SUITE_END()
