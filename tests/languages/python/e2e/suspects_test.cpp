// The suspects of a real run: by the lines of single tests, by edits, and after a mend.
#include "tests/languages/python/e2e/python_fixture.hpp"
#include "tests/support/piped_process.hpp"
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <utility>

using namespace covey::testing;
namespace utf = boost::unit_test;
namespace fs = std::filesystem;

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
  BOOST_TEST(first_of(answer_of("suspects")) == "shop.py:8 shipping 1/0 edited");
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
    fs::remove(workspace() + "/.venv");
    fs::create_directory_symlink(tools(set), workspace() + "/.venv");
    BOOST_TEST(run_tests().at("counts").at("failed").to_number<int>() == failed);
    BOOST_TEST(covering("prices.py", 9) == strings{}, boost::test_tools::per_element());
    BOOST_TEST(covering("prices.py", 13).size() == static_cast<std::size_t>(failed));
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

BOOST_AUTO_TEST_SUITE_END()
