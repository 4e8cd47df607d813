#include "tests/languages/node/e2e/selection.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <filesystem>
#include <sstream>

namespace covey::testing {
namespace {

using strings = std::vector<std::string>;

std::string told(const std::string& name, int line, const std::string& outcome = "passed") {
  return name + ":" + std::to_string(line) + " " + outcome;
}

bool is_red(const selected_block& block) {
  return std::any_of(block.tests.begin(), block.tests.end(),
                     [](const auto& test) { return test.ends_with(" failed"); });
}

}  // namespace

std::vector<selected_block> hard_basket_blocks(const basket_layout& at) {
  return {
      {"basket > with goods > has a size",
       {told("basket > with goods > has a size", at.has_a_size)},
       {"before all", "has a size"}},
      {"basket > with goods > " + at.holds_label,
       {told("basket > with goods > holds milk", at.holds),
        told("basket > with goods > holds tea", at.holds)},
       {"before all", "holds milk", "holds tea"}},
      // The test after it would fit the name.
      {"basket > adds ${count} more",
       {told("basket > adds 1 more", at.adds), told("basket > adds 2 more", at.adds)},
       {"adds 1 more", "adds 2 more", "before all"}},
      // Two blocks have this label.
      {"basket with goods > is another",
       {told("basket with goods > is another", at.another), told("basket with goods > is another", at.again)},
       {"is another", "is another again"}}};
}

std::vector<selected_block> basket_blocks(const basket_layout& at) {
  auto out = hard_basket_blocks(at);
  const std::vector<selected_block> more{
      {"basket > is empty", {told("basket > is empty", at.is_empty)}, {"before all", "is empty"}},
      {"basket > with goods",
       {told("basket > with goods > has a size", at.has_a_size),
        told("basket > with goods > holds milk", at.holds), told("basket > with goods > holds tea", at.holds),
        told("basket > with goods > loses count", at.loses_count, "failed")},
       {"before all", "has a size", "holds milk", "holds tea", "loses count"}},
      {"basket > with goods > loses count",
       {told("basket > with goods > loses count", at.loses_count, "failed")},
       {"before all", "loses count"}},
      {"basket > adds nothing more",
       {told("basket > adds nothing more", at.adds_nothing)},
       {"adds nothing more", "before all"}},
      {"basket with goods",
       {told("basket with goods > is another", at.another), told("basket with goods > is another", at.again),
        told("basket with goods > is skipped", at.skipped, "skipped")},
       {"is another", "is another again"}}};
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

std::string word_at(const json::object& from, std::string_view member) {
  return std::string{std::string_view{from.at(member).as_string()}};
}

void selection_fixture::start(const std::string& project, const std::string& set) {
  set_environment("RAN", outside("ran"));
  use(project, set);
}

strings selection_fixture::ran() {
  strings out;
  if (!std::filesystem::exists(outside("ran"))) return out;
  std::istringstream lines{read_file(outside("ran"))};
  for (std::string line; std::getline(lines, line);) out.push_back(line);
  std::filesystem::remove(outside("ran"));
  std::sort(out.begin(), out.end());
  return out;
}

void selection_fixture::expect_alone(const std::string& file, const std::vector<selected_block>& blocks) {
  for (const auto& block : blocks) {
    BOOST_TEST_CONTEXT(file << ": " << block.label) {
      const auto run = run_block(file, block.label);
      BOOST_TEST(tests_run(run) == block.tests, boost::test_tools::per_element());
      BOOST_TEST(ran() == block.ran, boost::test_tools::per_element());
      BOOST_TEST(own_status(run) == (is_red(block) ? "failed" : "completed"));
      std::size_t reported = 0;
      for (const auto* count : {"passed", "skipped", "failures", "errors"})
        reported += run.at(count).to_number<std::size_t>();
      BOOST_TEST(reported == block.tests.size());
      for (const auto& entry : run.at("blocks_run").as_array())
        BOOST_TEST(entry.at("success").as_bool() != is_red(block));
    }
  }
}

void selection_fixture::expect_refused(const std::string& file, const std::string& label,
                                       const std::string& reason) {
  const auto run = run_block(file, label);
  BOOST_TEST(ran().empty());
  BOOST_TEST(word_at(run, "status") == "failed");
  BOOST_TEST(run.at("errors").to_number<int>() == 1);
  const auto results = answer_of("get_testresults");
  const auto& errors = results.at("errors").as_array();
  BOOST_TEST_REQUIRE(errors.size() == 1u);
  const auto text = word_at(errors.front().as_object(), "error");
  BOOST_TEST(text.find(reason) != std::string::npos, text);
}

}  // namespace covey::testing
