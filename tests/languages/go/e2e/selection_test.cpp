// Selected files and blocks of Go: each runs alone, whatever it is called. Every test of the project writes its
// name down when it runs, so nothing here relies on what covey says that ran.
#include "tests/support/test_data.hpp"
#include "tests/languages/common/e2e/language_fixture.hpp"
#include <algorithm>
#include <filesystem>
#include <set>

using namespace covey::testing;
namespace utf = boost::unit_test;
namespace fs = std::filesystem;

namespace {

using names = std::set<std::string>;

bool is_below(const std::string& name, const std::string& above) {
  return name.size() > above.size() && name.starts_with(above) && name[above.size()] == '/';
}

struct selection_fixture : covey_fixture {
  selection_fixture() {
    fs::copy(covey::testing::test_data() / "languages/go/projects/selection", workspace(),
             fs::copy_options::recursive);
    set_environment("RAN", outside("ran"));
  }

  json::object call(std::string_view tool, json::object arguments = {}) {
    if (server_ == nullptr)
      server_ = &start_open("2025-11-25", {"--workspace", workspace(), "--no-coverage"});
    auto answer = server_->result(server_->start_call(tool, std::move(arguments)), run_deadline);
    BOOST_REQUIRE_MESSAGE(answer.if_contains("structuredContent") != nullptr, text_of(answer));
    return answer.at("structuredContent").as_object();
  }

  json::object run_block(const std::string& file, const std::string& label) {
    return call("run_testblocks",
                {{"file_query", exact_query(file)}, {"testset_query", exact_query(label)}, {"detail", true}});
  }

  // What ran in the folder since the last time.
  names ran(const std::string& folder) const {
    names out;
    for (const auto& line : lines_of(outside("ran"))) {
      const auto space = line.find(' ');
      BOOST_TEST(line.substr(0, space) == folder, line);
      out.insert(line.substr(space + 1));
    }
    write_file(outside("ran"), "");
    return out;
  }

  // All tests of the cart package, by a run of all of it.
  names all_of_cart() {
    const auto run = call("run_testfiles", {{"query", "^cart/"}});
    // Two of its files are not of this build: that is no failure of the others.
    BOOST_TEST(own_status(run) == "completed", json::serialize(run));
    return ran("cart");
  }

  void expect_each_block_alone(const std::string& file);

 private:
  session* server_ = nullptr;
};

// Of all tests those that the block of this label stands for.
names own(const std::string& label, bool dynamic, const names& all) {
  static const std::map<std::string, std::string> odd{
      {"TestNested > \"\"", "TestNested/#00"},
      {"TestNested > tab\\tand\\x01", "TestNested/tab_and\\x01"},
      {"TestRounds > name", "TestRounds/*"},
      {"TestRounds > fmt.Sprintf(\"round %d of 3\", i)", "TestRounds/round_?_of_3"},
      {"TestRounds > fmt.Sprintf(\"round %d of 3\", i) > adds", "TestRounds/round_?_of_3/adds"},
      {"TestRounds > fmt.Sprintf(\"round %d of 3\", i) > removes", "TestRounds/round_?_of_3/removes"},
  };
  std::string name;
  if (const auto it = odd.find(label); it != odd.end()) {
    name = it->second;
  } else {
    for (std::size_t i = 0; i < label.size(); ++i) {
      const bool separator = label.compare(i, 3, " > ") == 0;
      name += separator ? '/' : label[i] == ' ' ? '_' : label[i];
      i += separator ? 2 : 0;
    }
  }
  names out;
  for (const auto& test : all) {
    auto shape = name;  // "?" is one character, "*" at the end anything
    if (shape.ends_with('*')) {
      if (test.starts_with(shape.substr(0, shape.size() - 1))) out.insert(test);
      continue;
    }
    for (std::size_t i = 0; i < shape.size() && i < test.size(); ++i)
      if (shape[i] == '?') shape[i] = test[i];
    const bool repeats =
        dynamic && test.starts_with(shape + "#") && test.find('/', shape.size()) == std::string::npos;
    if (test == shape || is_below(test, shape) || repeats) out.insert(test);
  }
  return out;
}

names with_those_above(const names& tests, const names& all) {
  auto out = tests;
  for (const auto& other : all)
    if (std::any_of(tests.begin(), tests.end(), [&](const auto& test) { return is_below(test, other); }))
      out.insert(other);
  return out;
}

void selection_fixture::expect_each_block_alone(const std::string& file) {
  const auto all = all_of_cart();
  const auto listing = call("list_testblocks", {{"file_query", exact_query(file)}});
  BOOST_TEST(!listing.at("testblocks").as_array().empty());
  for (const auto& entry : listing.at("testblocks").as_array()) {
    const std::string label{entry.at("label").as_string()};
    if (entry.at("kind") == "benchmark") continue;  // no query has it: flags_test.cpp
    const auto wanted = own(label, entry.as_object().contains("dynamic"), all);
    BOOST_TEST_CONTEXT(label) {
      BOOST_TEST(!wanted.empty());
      const auto run = run_block(file, label);
      BOOST_TEST(ran("cart") == with_those_above(wanted, all), boost::test_tools::per_element());
      BOOST_TEST(own_status(run) == "completed", json::serialize(run));
      names told;
      for (const auto& block : run.at("blocks_run").as_array()) {
        BOOST_TEST(block.at("label").as_string() == label);
        BOOST_TEST(block.at("success").as_bool());
        for (const auto& test : block.at("tests").as_array())
          told.insert(std::string{test.at("name").as_string()});
      }
      told.erase("FuzzParse");  // which itself writes nothing down
      BOOST_TEST(told == wanted, boost::test_tools::per_element());
    }
  }
}

bool has_note(const json::object& run, std::string_view part) {
  const auto* notes = run.if_contains("notes");
  if (notes == nullptr) return false;
  return std::any_of(notes->as_array().begin(), notes->as_array().end(), [&](const auto& note) {
    return std::string_view{note.as_string()}.find(part) != std::string_view::npos;
  });
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(go_selection, selection_fixture)

BOOST_AUTO_TEST_CASE(every_test_and_literal_subtest_runs_alone, *utf::precondition(has_go)) {
  expect_each_block_alone("cart/cart_test.go");
}

BOOST_AUTO_TEST_CASE(cases_of_tables_and_dynamic_names_run_alone, *utf::precondition(has_go)) {
  expect_each_block_alone("cart/table_test.go");
}

BOOST_AUTO_TEST_CASE(examples_run_alone, *utf::precondition(has_go)) {
  expect_each_block_alone("cart/example_test.go");
}

BOOST_AUTO_TEST_CASE(methods_of_suites_run_alone, *utf::precondition(has_go)) {
  expect_each_block_alone("cart/suite_test.go");
  expect_each_block_alone("cart/suite_methods_test.go");
}

BOOST_AUTO_TEST_CASE(a_file_is_all_its_tests_and_no_others, *utf::precondition(has_go)) {
  const auto examples = call("run_testfiles", {{"query", "^cart/example_test.go$"}});
  BOOST_TEST(ran("cart") == (names{"ExampleNew", "ExampleCart_Add"}), boost::test_tools::per_element());
  BOOST_TEST(examples.at("status").as_string() == "completed");
  BOOST_TEST(examples.at("files_run").as_array() == json::array{"cart/example_test.go"});

  // Its tests are begun by a function in another file.
  const auto methods = call("run_testfiles", {{"query", "^cart/suite_methods_test.go$"}});
  BOOST_TEST(ran("cart") == (names{"TestCartSuite", "TestCartSuite/TestRemove", "TestCartSuite/TestBase"}),
             boost::test_tools::per_element());
  BOOST_TEST(methods.at("files_run").as_array() == json::array{"cart/suite_methods_test.go"});
}

BOOST_AUTO_TEST_CASE(all_tests_are_told_apart_by_their_files, *utf::precondition(has_go)) {
  const auto run = call("run_all_tests");
  BOOST_TEST(run.at("status").as_string() == "failed");
  // Not those for Windows, with a tag, or of another module.
  BOOST_TEST(run.at("files_run").to_number<int>() == 6, json::serialize(run));
  BOOST_TEST(has_note(run, "cart/cart_windows_test.go is left out of this build"));
  BOOST_TEST(has_note(run, "cart/integration_test.go is left out of this build"));
  BOOST_TEST(has_note(run, "go work use ./tool"));
}

BOOST_AUTO_TEST_CASE(a_block_that_fails_says_so_and_one_beside_it_does_not, *utf::precondition(has_go)) {
  const auto bad = run_block("wrong/wrong_test.go", "TestMixed > bad");
  BOOST_TEST(bad.at("status").as_string() == "failed");
  BOOST_TEST(!bad.at("blocks_run").at(0).at("success").as_bool());
  BOOST_TEST(tests_run(bad) == std::vector<std::string>{"TestMixed/bad failed"},
             boost::test_tools::per_element());
  BOOST_TEST(ran("wrong") == (names{"TestMixed", "TestMixed/bad"}), boost::test_tools::per_element());

  const auto good = run_block("wrong/wrong_test.go", "TestMixed > good");
  BOOST_TEST(own_status(good) == "completed");
  BOOST_TEST(good.at("blocks_run").at(0).at("success").as_bool());

  const auto whole = run_block("wrong/wrong_test.go", "TestMixed");
  BOOST_TEST(whole.at("status").as_string() == "failed");
  BOOST_TEST(!whole.at("blocks_run").at(0).at("success").as_bool());
  BOOST_TEST(
      tests_run(whole) == (std::vector<std::string>{"TestMixed failed", "TestMixed/bad failed",
                                                    "TestMixed/good passed", "TestMixed/skipped skipped"}),
      boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(failures_are_told_from_errors_by_what_go_says, *utf::precondition(has_go)) {
  call("run_testfiles", {{"query", "^wrong/"}});
  const auto results = call("get_testresults");
  BOOST_TEST(results.at("count").at("failures").to_number<int>() == 1, json::serialize(results));
  BOOST_TEST(results.at("count").at("errors").to_number<int>() == 1, json::serialize(results));

  write_file(workspace() + "/wrong/unbuilt_test.go", "package wrong\n\nvar x int = \"text\"\n");
  const auto unbuilt = run_block("wrong/wrong_test.go", "TestMixed > good");
  BOOST_TEST(unbuilt.at("status").as_string() == "failed");
  BOOST_TEST(!unbuilt.at("blocks_run").at(0).at("success").as_bool());
  const auto errors = call("get_testresults");
  // What failed before and was not judged is still known to fail.
  BOOST_TEST(errors.at("count").at("failures").to_number<int>() == 1, json::serialize(errors));
  BOOST_TEST(errors.at("count").at("errors").to_number<int>() == 2, json::serialize(errors));
}

BOOST_AUTO_TEST_CASE(a_rerun_after_a_selection_is_of_what_failed, *utf::precondition(has_go)) {
  run_block("wrong/wrong_test.go", "TestMixed");
  ran("wrong");
  call("run_failing_tests");
  BOOST_TEST(ran("wrong") == (names{"TestMixed", "TestMixed/bad"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_block_of_another_module_is_refused_with_the_remedy, *utf::precondition(has_go)) {
  call("list_testblocks");
  auto& server = start_open("2025-11-25", {"--workspace", workspace()});
  const auto answer = server.result(
      server.start_call("run_testblocks", {{"testset_query", exact_query("TestTool")}}), run_deadline);
  BOOST_TEST(text_of(answer).find("go work use ./tool") != std::string::npos, text_of(answer));

  write_file(workspace() + "/go.work", "go 1.20\n\nuse (\n\t.\n\t./tool\n)\n");
  const auto run = run_block("tool/tool_test.go", "TestTool");
  BOOST_TEST(own_status(run) == "completed", json::serialize(run));
  BOOST_TEST(tests_run(run) == std::vector<std::string>{"TestTool passed"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
