// The suspects of a real run: by the lines of single tests, by edits, and after a mend.
#include "tests/languages/python/e2e/python_fixture.hpp"
#include "tests/support/piped_process.hpp"
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <filesystem>
#include <utility>
#include <vector>

using namespace covey::testing;
namespace utf = boost::unit_test;

namespace {

std::string shop(std::string_view percent, std::string_view plus) {
  return "def discount(price):\n    if price > 100:\n        return price * " + std::string{percent} +
         "\n    return price\n\n\ndef shipping(weight):\n    if weight > 10:\n        return 9 " +
         std::string{plus} + " weight\n    return 4\n";
}

constexpr std::string_view tests = R"~(from shop import discount, shipping

def test_cheap(): assert discount(50) == 50
def test_dear(): assert discount(200) == 180
def test_dearer(): assert discount(400) == 360
def test_light(): assert shipping(1) == 4
def test_heavy(): assert shipping(20) == 29
)~";

// "shop.py:1 discount 2/3 edited; shop.py:7 …" of the first suspects of each list.
std::string first_of(const json::object& answer) {
  std::string out;
  for (const auto& list : answer.at("lists").as_array()) {
    if (!out.empty()) out += "; ";
    const auto& suspects = list.at("suspects").as_array();
    if (suspects.empty()) continue;
    const auto& one = suspects[0].as_object();
    out += std::string{one.at("file").as_string()} + ":" + std::to_string(one.at("line").to_number<int>()) +
           " " + std::string{one.at("function").as_string()} + " " +
           std::to_string(one.at("failing").to_number<int>()) + "/" +
           std::to_string(one.at("passing").to_number<int>()) + (one.contains("edited") ? " edited" : "");
  }
  return out;
}

struct suspects_fixture : python_fixture {
  void git(strings words) const {
    for (const char* given : {"user.name=covey", "user.email=covey@example.org"})
      words.insert(words.begin(), {"-c", given});
    words.insert(words.begin(), "git");
    BOOST_REQUIRE_EQUAL(run_program("/usr/bin/env", {words, workspace(), {}}).exit_code, 0);
  }
  void commit() const {
    git({"init", "--quiet"});
    git({"add", "."});
    git({"commit", "--quiet", "-m", "all"});
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(python_suspects, suspects_fixture)

BOOST_AUTO_TEST_CASE(two_faults_are_found_and_one_that_stays, *utf::precondition(needs_python("pytest8"))) {
  write_file(workspace() + "/pytest.ini", "[pytest]\n");
  write_file(workspace() + "/test_shop.py", tests);
  write_file(workspace() + "/shop.py", shop("0.9", "+"));
  use_python("pytest8");
  run_tests();
  write_file(workspace() + "/shop.py", shop("0.8", "-"));
  BOOST_TEST(run_tests().at("counts").at("failed").to_number<int>() == 3);
  BOOST_TEST(first_of(answer_of("suspects")) ==
             "shop.py:7 shipping 1/1 edited; shop.py:1 discount 2/1 edited");
  BOOST_TEST(first_of(answer_of("suspects", {{"tests", json::array{"test_heavy"}}})) ==
             "shop.py:7 shipping 1/1 edited");
  write_file(workspace() + "/shop.py", "# a line more\n" + shop("0.9", "-"));
  run_failing_tests();
  BOOST_TEST(first_of(answer_of("suspects")) == "shop.py:8 shipping 1/1 edited");
}

// The way agents work: the test before the function.
BOOST_AUTO_TEST_CASE(a_rerun_names_the_function_that_was_just_written, *utf::precondition(needs_python("pytest8"))) {
  const std::string cart = "def subtotal(prices):\n    return sum(prices)\n";
  const std::string known = "import cart\n\ndef test_one(): assert cart.subtotal([1]) == 1\n"
                            "def test_two(): assert cart.subtotal([1, 2]) == 3\n";
  const std::string red = known + "def test_discount(): assert cart.discount(cart.subtotal([10])) == 9\n";
  write_file(workspace() + "/pytest.ini", "[pytest]\n");
  use_python("pytest8");
  for (const auto* tool : {"run_testfiles", "run_testblocks"}) {
    write_file(workspace() + "/cart.py", cart);
    write_file(workspace() + "/test_cart.py", known);
    BOOST_TEST(counted(run_tests()) == "passed 2, failed 0, skipped 0, errors 0");
    write_file(workspace() + "/test_cart.py", red);
    const bool by_file = std::string_view{tool} == "run_testfiles";
    answer_of(tool, {{by_file ? "files" : "labels", json::array{by_file ? "test_cart.py" : "test_discount"}}});
    write_file(workspace() + "/cart.py", cart + "\ndef discount(price):\n    \"\"\"A tenth less.\"\"\"\n    return price * 1.1\n");
    const auto answer = json::serialize(run_failing_tests());
    BOOST_TEST(answer.find("cart.py:4 discount — run by 1 of 1 failing, 0 of 2 passing; edited since run") != answer.npos, answer);
    BOOST_TEST(answer.find("\\n4 def discount(price):\\n6 return price * 1.1\"") != answer.npos, answer);
    const auto id = answer_of("suspects").at("lists").as_array()[0].at("cause").as_string();
    for (const auto& asked : {json::object{{"group", id}}, json::object{{"tests", json::array{"test_discount"}}}})
      BOOST_TEST(first_of(answer_of("suspects", asked)) == "cart.py:4 discount 1/0 edited");
  }
}

// A failing assert shows its values: their __repr__ is run by failing tests alone.
BOOST_AUTO_TEST_CASE(what_explains_a_failure_is_no_suspect,
                     *utf::precondition(needs_python("pytest8")) * utf::precondition(needs_python("bare"))) {
  constexpr std::string_view price =
      "class Price:\n    def __init__(self, cents):\n        self.cents = cents\n\n"
      "    def __eq__(self, other):\n        return self.cents == other.cents\n\n"
      "    def __repr__(self):\n        return 'Price(%d)' % self.cents\n\n\n"
      "def net(price):\n    return Price(price.cents + 1)\n";
  constexpr std::string_view asserts =
      "def test_compared(): assert net(Price(1)) == Price(1)\n\n"
      "def test_shown(): assert not net(Price(1))\n\n"
      "def test_made(): assert Price(1) == Price(1)\n\n"
      "class TestNet(unittest.TestCase):\n    def test_equal(self): self.assertEqual(net(Price(1)), Price(1))\n";
  write_file(workspace() + "/prices.py", price);
  write_file(workspace() + "/test_prices.py",
             "import unittest\nfrom prices import Price, net\n\n" + std::string{asserts});
  write_file(workspace() + "/pyproject.toml", "[project]\nname = \"prices\"\nversion = \"1\"\n");
  for (const auto& [set, failed] : {std::pair{"pytest8", 3}, {"bare", 1}}) {
    use_own_python(set);
    BOOST_TEST(run_tests().at("counts").at("failed").to_number<int>() == failed);
    BOOST_TEST(covering("prices.py", 9) == strings{}, boost::test_tools::per_element());
    BOOST_TEST(covering("prices.py", 13).size() == static_cast<std::size_t>(failed));
  }
}

// A file of the product that holds a doctest is grouped by as a test file is; one that holds a test as well is one.
BOOST_AUTO_TEST_CASE(a_file_with_doctests_may_hold_the_fault, *utf::precondition(needs_python("pytest8"))) {
  write_file(workspace() + "/pytest.ini", "[pytest]\naddopts = --doctest-modules\n");
  write_file(
      workspace() + "/prices.py",
      "def total(prices):\n    \"\"\"\n    >>> total([1, 2])\n    3\n    \"\"\"\n    return sum(prices)\n\n\n"
      "def shout(text):\n    return text.lower() + \"!\"\n");
  write_file(
      workspace() + "/test_prices.py",
      "from prices import shout, total\n\n\ndef helper(text):\n    \"\"\"\n    >>> 1\n    1\n    \"\"\"\n"
      "    return shout(text)\n\n\ndef test_shout(): assert helper(\"a\") == \"A!\"\n"
      "def test_total(): assert total([1]) == 1\n");
  use_python("pytest8");
  BOOST_TEST(counted(run_tests()) == "passed 3, failed 1, skipped 0, errors 0");
  BOOST_TEST(first_of(answer_of("suspects")) == "prices.py:9 shout 1/0");
  const auto files = answer_of("list_testfiles").at("files");
  BOOST_TEST(files == (json::array{"prices.py", "test_prices.py"}), json::serialize(files));
  BOOST_TEST(answer_of("run_testfiles", {{"files", json::array{"prices.py"}}}).at("passed") == 1);
  for (const auto* label : {"prices.total", "test_prices.helper"})
    BOOST_TEST(answer_of("run_testblocks", {{"labels", json::array{label}}}).at("passed") == 1, label);
}

// Lines of store.py: those of the set-up and of the end of each fixture.
BOOST_AUTO_TEST_CASE(what_a_shared_fixture_runs_is_of_each_test_that_uses_it,
                     *utf::precondition(needs_python("pytest7")) *
                         utf::precondition(needs_python("pytest9"))) {
  const std::vector<std::pair<std::vector<std::uint32_t>, strings>> expected{
      {{5, 9}, {"test_a.py: test_module", "test_a.py: test_through"}},
      {{13, 17}, {"test_a.py: test_base", "test_b.py: test_base_of_the_session"}},
      {{21, 25}, {"test_a.py: test_asked"}},
      {{30, 36}, {"test_a.py: test_each[1]", "test_a.py: test_each_too[1]"}},
      {{31, 37}, {"test_a.py: test_each[2]", "test_a.py: test_each_too[2]"}},
      {{41, 45}, {"test_a.py: TestOld::test_1", "test_a.py: TestOld::test_2"}},
      {{49, 53}, {"test_a.py: TestUnit::test_1", "test_a.py: TestUnit::test_2"}},
      {{57}, {"test_a.py: test_broken", "test_a.py: test_broken_too"}}};
  use_project("python/pytest/fixtures");
  for (const std::string set : {"pytest7", "pytest9"}) {  // with coverage.py and without
    use_own_python(set);
    BOOST_TEST(counted(run_tests()) == "passed 15, failed 0, skipped 0, errors 2");
    for (const auto& [lines, tests] : expected) {
      for (const auto line : lines) {
        auto found = covering("store.py", line);
        std::sort(found.begin(), found.end());
        BOOST_TEST(found == tests, boost::test_tools::per_element());
      }
    }
  }
}

// An agent edits first, and then asks for the first run of its session.
BOOST_AUTO_TEST_CASE(without_a_run_before_what_was_edited_since_the_last_commit_counts,
                     *utf::precondition(needs_python("pytest8"))) {
  write_file(workspace() + "/pytest.ini", "[pytest]\n");
  write_file(workspace() + "/test_shop.py", tests);
  write_file(workspace() + "/shop.py", shop("0.9", "-"));
  commit();
  const auto index = read_file(workspace() + "/.git/index");
  write_file(workspace() + "/shop.py", shop("0.8", "-"));
  use_python("pytest8");
  run_tests();
  BOOST_TEST(first_of(answer_of("suspects")) == "shop.py:7 shipping 1/1; shop.py:1 discount 2/1 edited");
  BOOST_TEST(read_file(workspace() + "/.git/index") == index);
}

// The settings of a repository name programs. Where git is asked is seen above.
BOOST_AUTO_TEST_CASE(git_runs_no_filter_for_it, *utf::precondition(needs_python("pytest8"))) {
  write_file(workspace() + "/.gitattributes", "*.py filter=x\n");
  write_file(workspace() + "/pytest.ini", "[pytest]\n");
  write_file(workspace() + "/test_shop.py", tests);
  write_file(workspace() + "/shop.py", shop("0.9", "-"));
  commit();
  const auto ran = workspace() + "/.git/ran";
  git({"config", "filter.x.clean", "touch '" + ran + "'; cat"});
  write_file(workspace() + "/shop.py", shop("0.8", "-"));
  use_python("pytest8");
  run_tests();
  BOOST_TEST(!std::filesystem::exists(ran));
}

// As of a partial clone, which lacks what was committed.
BOOST_AUTO_TEST_CASE(git_fetches_nothing_for_it, *utf::precondition(needs_python("pytest8"))) {
  write_file(workspace() + "/pytest.ini", "[pytest]\n");
  write_file(workspace() + "/test_shop.py", tests);
  write_file(workspace() + "/shop.py", shop("0.9", "-"));
  commit();
  const auto ran = workspace() + "/.git/ran";
  for (const auto& [name, value] : {std::pair<std::string, std::string>{"extensions.partialClone", "origin"},
                                    {"remote.origin.promisor", "true"},
                                    {"remote.origin.url", "file://" + workspace()},
                                    {"remote.origin.uploadpack", "touch '" + ran + "'; git-upload-pack"},
                                    {"core.repositoryformatversion", "1"},
                                    {"protocol.allow", "always"}})
    git({"config", name, value});
  const auto objects = workspace() + "/.git/objects/";
  auto blob = run_program("/usr/bin/env", {{"git", "rev-parse", "HEAD:shop.py"}, workspace(), {}}).out;
  BOOST_REQUIRE(std::filesystem::remove(objects + blob.substr(0, 2) + "/" + blob.substr(2, 38)));
  write_file(workspace() + "/shop.py", shop("0.8", "-"));
  use_python("pytest8");
  run_tests();
  BOOST_TEST(!std::filesystem::exists(ran));
}

BOOST_AUTO_TEST_SUITE_END()
