// Selected files and blocks of jest and Vitest, with the real runners.
#include "tests/languages/node/e2e/selection.hpp"
#include "tests/support/test_data.hpp"
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <filesystem>
#include <tuple>

using namespace covey::testing;

namespace {

using strings = std::vector<std::string>;

const basket_layout jest_basket{"tests/basket.test.js", 10, 18, 23, 31, 38, 45, 52, 56, 60, "holds %s"};
const basket_layout vitest_basket{"tests/basket.test.ts", 16, 24, 29, 37, 44, 51, 58, 62, 66, "holds %s"};

const std::vector<selected_block> beside_only{
    {"is beside", {"is beside:3 passed"}, {"is beside"}},
    {"focused", {"focused > alone:6 passed", "focused > not alone:8 passed"}, {"alone", "not alone"}},
    {"focused > not alone", {"focused > not alone:8 passed"}, {"not alone"}}};

strings listed(const json::object& run, std::string_view member) {
  strings out;
  for (const auto& one : run.at(member).as_array()) out.emplace_back(std::string_view{one.as_string()});
  std::sort(out.begin(), out.end());
  return out;
}

// In TypeScript one line further down.
std::vector<selected_block> moved(std::vector<selected_block> blocks) {
  for (auto& block : blocks)
    for (auto& test : block.tests) {
      const auto colon = test.find(':');
      test.replace(colon + 1, 1, std::to_string(test[colon + 1] - '0' + 1));
    }
  return blocks;
}

template <int Version>
struct set_of {
  static std::string jest() { return "jest" + std::to_string(Version); }
  static std::string vitest() { return "vitest" + std::to_string(Version); }
};
using jests = boost::mpl::list<set_of<29>, set_of<30>>;
using vitests = boost::mpl::list<set_of<2>, set_of<3>, set_of<4>, set_of<5>>;

}  // namespace

BOOST_FIXTURE_TEST_SUITE(node_selection_e2e, selection_fixture)

BOOST_AUTO_TEST_CASE(each_block_of_jest_runs_alone, *boost::unit_test::label("sample")) {
  if (!has("jest30")) return;
  start("jest/selection", "jest30");
  expect_alone(jest_basket.file, basket_blocks(jest_basket));
  expect_workspace_unchanged();
}

// A transformer moves the lines; `only` stands elsewhere; the configuration leaves a file out.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(what_is_hard_for_jest, version, jests, selection_fixture) {
  if (!has(version::jest())) return;
  start("jest/selection", version::jest());
  expect_alone("tests/mapped.test.js", hard_basket_blocks(jest_basket));
  expect_alone("tests/focus.test.js", beside_only);
  expect_refused("other/left.test.js", "is left out", "jest does not take this file for a test");
}

BOOST_AUTO_TEST_CASE(each_block_of_vitest_runs_alone) {
  if (!has("vitest5")) return;
  start("vitest/selection", "vitest5");
  expect_alone(vitest_basket.file, basket_blocks(vitest_basket));
  expect_workspace_unchanged();
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(what_is_hard_for_vitest, version, vitests, selection_fixture) {
  if (!has(version::vitest())) return;
  start("vitest/selection", version::vitest());
  expect_alone(vitest_basket.file, hard_basket_blocks(vitest_basket));
  expect_alone("tests/focus.test.ts", moved(beside_only));
  expect_refused("other/left.test.ts", "is left out", "vitest does not take this file for a test");
}

// Of the file with `only` what its runner runs of it: it was not selected by its blocks.
BOOST_AUTO_TEST_CASE(a_selected_file_runs_as_it_is) {
  if (!has("jest30")) return;
  start("jest/selection", "jest30");
  const auto run = answer_of("run_testfiles", {{"query", "focus | mapped"}});
  const strings both{"tests/focus.test.js", "tests/mapped.test.js"};
  BOOST_TEST(listed(run, "files_run") == both, boost::test_tools::per_element());
  BOOST_TEST(run.at("passed").to_number<int>() == 10);
  BOOST_TEST(run.at("failures").to_number<int>() == 1);
  BOOST_TEST(run.at("skipped").to_number<int>() == 3);
  BOOST_TEST(run.at("errors").to_number<int>() == 0);
}

BOOST_AUTO_TEST_CASE(blocks_of_several_files_run_together) {
  if (!has("vitest5")) return;
  start("vitest/selection", "vitest5");
  const auto run = answer_of("run_testblocks", {{"testset_query", "'empty | 'beside"}, {"detail", true}});
  const strings tests{"basket > is empty:16 passed", "is beside:4 passed"};
  BOOST_TEST(tests_run(run) == tests, boost::test_tools::per_element());
  const strings labels{"before all", "is beside", "is empty"};
  BOOST_TEST(ran() == labels, boost::test_tools::per_element());
}

// jest in one package, mocha in another: each file goes to its own runner, and no other is started.
BOOST_AUTO_TEST_CASE(files_of_a_workspace_go_to_their_own_runner) {
  namespace fs = std::filesystem;
  if (!has("jest30") || !has("mocha12")) return;
  set_environment("RAN", outside("ran"));
  const fs::path root{workspace()};
  const std::string tools{COVEY_TOOLS_DIR};
  for (const auto& [package, project, set] :
       {std::tuple{"a", "jest", "jest30"}, std::tuple{"b", "mocha", "mocha12"}}) {
    const auto folder = root / "packages" / package;
    fs::create_directories(folder.parent_path());
    fs::copy(covey::testing::test_data() / "languages/node/projects" / project / "selection", folder,
             fs::copy_options::recursive);
    fs::create_directory_symlink(tools + "/node/" + set + "/node_modules", folder / "node_modules");
  }
  write_file(workspace() + "/package.json", R"({"private": true, "workspaces": ["packages/*"]})");
  write_file(workspace() + "/tools/odd.test.js", "test('is nowhere', () => {});\n");
  const auto of_b = run_block("packages/b/test/basket.test.js", "basket > is empty");
  const strings in_b{"basket > is empty:11 passed"};
  BOOST_TEST(tests_run(of_b) == in_b, boost::test_tools::per_element());
  const auto both = answer_of("run_testblocks", {{"testset_query", "'nothing\\ more"}, {"detail", true}});
  const strings tests{"basket > adds nothing more:45 passed", "basket > adds nothing more:45 passed",
                      "basket > adds nothing more:45 passed"};
  BOOST_TEST(tests_run(both) == tests, boost::test_tools::per_element());
  const auto none = error_of("run_testblocks", {{"testset_query", "nowhere"}});
  BOOST_TEST(none.find("nothing in this workspace runs tools/odd.test.js") != std::string::npos, none);
}

BOOST_AUTO_TEST_SUITE_END()
