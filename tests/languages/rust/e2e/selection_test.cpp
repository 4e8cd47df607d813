// Selected files and blocks of Rust, end to end with the real cargo. Every test of the project writes its
// name down when it runs, so nothing here relies on what covey says that ran.
#include "tests/languages/common/e2e/language_fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <map>
#include <set>

using namespace covey::testing;
namespace utf = boost::unit_test;

namespace {

using names = std::set<std::string>;
using strings = std::vector<std::string>;

// The crates and modules that a file's tests are in.
const std::map<std::string, strings> modules{{"src/lib.rs", {"till"}},
                                             {"src/cases.rs", {"till::cases"}},
                                             {"src/money.rs", {"till::money"}},
                                             {"src/shared.rs", {"till::shared", "counter::shared"}},
                                             {"src/main.rs", {"counter"}},
                                             {"src/report.rs", {"counter::report"}},
                                             {"tests/api.rs", {"api"}},
                                             {"tests/common/mod.rs", {"api::common"}},
                                             {"tests/suite/refunds.rs", {"suite::refunds"}},
                                             {"crates/rates/src/lib.rs", {"rates"}}};

// Of all that the project's tests write down, what a block stands for.
names own(const std::string& file, const std::string& label, const names& all) {
  static const std::map<std::string, std::string> cases{
      {"rows > two", "till::cases::rows::case_2_two"},
      {"rows_of_more > one", "till::cases::rows_of_more::case_1_one"}};
  if (const auto it = cases.find(label); it != cases.end()) return {it->second};
  auto name = label;
  for (auto at = name.find(" > "); at != std::string::npos; at = name.find(" > ")) name.replace(at, 3, "::");
  names out;
  for (const auto& module : modules.at(file))
    for (const auto& test : all)
      if (test == module + "::" + name || test.starts_with(module + "::" + name + "::")) out.insert(test);
  if (all.count("doc " + file + " " + label) > 0) out.insert("doc " + file + " " + label);
  return out;
}

bool has_note(const json::object& run, std::string_view part) {
  const auto* notes = run.if_contains("notes");
  return notes != nullptr && json::serialize(*notes).find(part) != std::string::npos;
}

struct selection_fixture : language_fixture {
  selection_fixture() {
    use_project("rust/selection");
    set_environment("CARGO_TARGET_DIR", outside("target"));
    set_environment("CARGO_NET_OFFLINE", "true");
    set_environment("RAN", outside("ran"));
    set_environment("FAILING", outside("failing"));
    remember_workspace();
  }

  json::object call(std::string_view tool, json::object arguments = {}) {
    if (server_ == nullptr)
      server_ = &start_open("2025-11-25", {"--workspace", workspace(), "--no-coverage"});
    auto answer = server_->result(server_->start_call(tool, std::move(arguments)), run_deadline);
    BOOST_REQUIRE_MESSAGE(answer.if_contains("structuredContent") != nullptr, text_of(answer));
    return answer.at("structuredContent").as_object();
  }

  json::object run_block(const std::string& file, const std::string& label) {
    return call("run_testblocks", {{"file_query", exact_query(file)}, {"testset_query", exact_query(label)}, {"detail", true}});
  }
  json::object run_file(const std::string& file) {
    return call("run_testfiles", {{"query", exact_query(file)}});
  }

  // What ran since the last time.
  names ran() const {
    const auto lines = lines_of(outside("ran"));
    write_file(outside("ran"), "");
    return {lines.begin(), lines.end()};
  }

 private:
  session* server_ = nullptr;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(rust_selection, selection_fixture, *utf::precondition(needs_program("cargo")))

BOOST_AUTO_TEST_CASE(every_block_runs_alone, *utf::label("sample")) {
  const auto everything = call("run_all_tests");
  const auto all = ran();
  BOOST_TEST(all.size() == 31U);
  const auto listing = call("list_testblocks");
  std::map<std::string, int> with_label;
  const auto& blocks = listing.at("testblocks").as_array();
  const auto key = [](const json::value& block) {
    return std::string{block.at("file").as_string()} + " " + std::string{block.at("label").as_string()};
  };
  for (const auto& block : blocks) ++with_label[key(block)];
  BOOST_TEST(blocks.size() > 30U);
  for (const auto& block : blocks) {
    const std::string file{block.at("file").as_string()}, label{block.at("label").as_string()};
    if (file == "src/report.rs" && label == "print (line 1)") continue;  // of no library
    if (file == "tests/outcomes.rs" || with_label[key(block)] > 1) continue;
    const bool ignored = label == "tests > slow", compiled = label == "ran (line 20)";
    BOOST_TEST_CONTEXT(file << " " << label) {
      const auto wanted = own(file, label, all);
      BOOST_TEST(wanted.empty() == (ignored || compiled));
      const auto run = run_block(file, label);
      BOOST_TEST(ran() == wanted, boost::test_tools::per_element());
      BOOST_TEST(own_status(run) == "completed", json::serialize(run));
      BOOST_REQUIRE(run.at("blocks_run").as_array().size() == 1U);
      const auto& told = run.at("blocks_run").at(0).as_object();
      BOOST_TEST(told.at("success").as_bool(), json::serialize(run));
      const auto& tests = told.at("tests").as_array();
      const bool skipped = std::any_of(tests.begin(), tests.end(),
                                       [](const auto& test) { return test.at("outcome") == "skipped"; });
      BOOST_TEST(tests.size() == wanted.size() + (skipped || compiled ? 1 : 0), json::serialize(run));
      // Where the compiler says that a test is, is where it was listed. What a macro makes can be anywhere.
      if (label.find("case") != std::string::npos || file == "src/cases.rs") continue;
      for (const auto& test : tests) {
        const auto line = test.at("line").to_number<int>();
        const bool made = test.at("name").as_string().find("made_by") != json::string::npos;
        const bool example = test.at("name").as_string().find("(line") != json::string::npos;
        if (made || example) continue;
        BOOST_TEST(block.at("line_start").to_number<int>() <= line, json::serialize(run));
        BOOST_TEST(line <= block.at("line_end").to_number<int>(), json::serialize(run));
      }
    }
  }
  BOOST_TEST(everything.at("status").as_string() == "failed");
  expect_workspace_unchanged();
}

BOOST_AUTO_TEST_CASE(of_twins_the_one_that_is_compiled_ran) {
  const auto run = run_block("src/lib.rs", "tests > twin");
  BOOST_TEST(ran() == names{"till::tests::twin"}, boost::test_tools::per_element());
  const auto& blocks = run.at("blocks_run").as_array();
  BOOST_REQUIRE(blocks.size() == 2U);
  for (const auto& block : blocks)
    BOOST_TEST(block.at("success").as_bool() == (block.at("line").to_number<int>() == 67),
               json::serialize(run));
}

BOOST_AUTO_TEST_CASE(files_run_alone) {
  const std::pair<const char*, names> table[]{
      {"src/money.rs",
       {"till::money::tests::adds", "till::money::tests::adds_more",
        "till::money::tests::halves_no_odd_price", "till::money::tests::größe::r#try",
        "till::money::tests::größe::tief::misst_日本語", "doc src/money.rs Price::of (line 7)",
        "doc src/money.rs Price::half (line 20)"}},
      {"src/lib.rs",
       {"till::at_the_root", "till::tests::written", "till::tests::twin", "till::tests::made_by_a_macro",
        "till::tests_of_more::written", "doc src/lib.rs (line 3)", "doc src/lib.rs ran (line 16)"}},
      {"src/cases.rs",
       {"till::cases::plain", "till::cases::rows::case_1", "till::cases::rows::case_2_two",
        "till::cases::rows_of_more::case_1_one"}},
      {"src/shared.rs", {"till::shared::in_library_and_program", "counter::shared::in_library_and_program"}},
      {"tests/api.rs", {"api::kept", "api::inner::kept", "api::uses_common", "api::common::helpers_work"}},
      {"tests/common/mod.rs", {"api::common::helpers_work"}},
      {"tests/suite/main.rs", {"suite::refunds::refunds"}},
      {"tests/macros_only.rs", {"macros_only::first", "macros_only::second"}},
      {"crates/rates/src/lib.rs", {"rates::at_the_root", "doc crates/rates/src/lib.rs rate (line 1)"}},
  };
  for (const auto& [file, wanted] : table) {
    BOOST_TEST_CONTEXT(file) {
      const auto run = run_file(file);
      BOOST_TEST(ran() == wanted, boost::test_tools::per_element());
      BOOST_TEST(own_status(run) == "completed", json::serialize(run));
      BOOST_TEST(run.at("files_run").as_array() == json::array{file});
    }
  }
}

BOOST_AUTO_TEST_CASE(all_tests_are_told_apart_by_their_files) {
  const auto run = call("run_all_tests");
  // All but crates/rstest, which has none.
  BOOST_TEST(run.at("files_run").to_number<int>() == 13, json::serialize(run));
  BOOST_TEST(run.at("failures").to_number<int>() >= 1, json::serialize(run));
}

BOOST_AUTO_TEST_CASE(what_is_dynamic_is_marked) {
  const auto listing = call("list_testblocks", {{"file_query", exact_query("src/cases.rs")}});
  BOOST_TEST(blocks_in(listing) == (strings{"plain (src/cases.rs:3-6)", "rows (src/cases.rs:8-13) dynamic",
                                            "rows > two (src/cases.rs:10-10) dynamic",
                                            "rows_of_more (src/cases.rs:15-19) dynamic",
                                            "rows_of_more > one (src/cases.rs:16-16) dynamic"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_block_that_fails_says_so_and_one_beside_it_does_not) {
  write_file(outside("failing"),
             "till::money::tests::adds\ntill::cases::rows::case_1\ndoc src/lib.rs (line 3)\n");
  for (const auto& [file, label, passes] : {std::tuple{"src/money.rs", "tests > adds", false},
                                            {"src/money.rs", "tests > adds_more", true},
                                            {"src/money.rs", "tests > größe", true},
                                            {"src/money.rs", "tests", false},
                                            {"src/cases.rs", "rows", false},
                                            {"src/cases.rs", "rows > two", true},
                                            {"src/lib.rs", "(line 3)", false},
                                            {"src/lib.rs", "ran (line 16)", true}}) {
    const auto run = run_block(file, label);
    BOOST_TEST_CONTEXT(file << " " << label) {
      BOOST_TEST(own_status(run) == (passes ? "completed" : "failed"), json::serialize(run));
      BOOST_TEST(run.at("blocks_run").at(0).at("success").as_bool() == passes);
    }
  }
  ran();
  run_block("src/money.rs", "tests");
  ran();
  call("run_failing_tests");
  // All that is known to fail, of whatever run.
  const names known{"doc src/lib.rs (line 3)", "till::cases::rows::case_1", "till::money::tests::adds"};
  BOOST_TEST(ran() == known, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(failures_are_told_from_errors_by_what_panicked) {
  run_file("tests/outcomes.rs");
  const auto results = call("get_testresults");
  BOOST_TEST(results.at("count").at("failures").to_number<int>() == 1, json::serialize(results));
  BOOST_TEST(results.at("count").at("errors").to_number<int>() == 1, json::serialize(results));
  BOOST_TEST(at_path(results, "failures.0.file").as_string() == "tests/outcomes.rs:3",
             json::serialize(results));

  write_file(workspace() + "/src/cases.rs", "#[test]\nfn unbuilt() {\n    1 + ;\n}\n");
  const auto unbuilt = run_block("src/money.rs", "tests > adds");
  BOOST_TEST(unbuilt.at("status").as_string() == "failed");
  BOOST_TEST(!unbuilt.at("blocks_run").at(0).at("success").as_bool(), json::serialize(unbuilt));
  const auto errors = call("get_testresults");
  // What failed before and was not judged is still known to fail.
  BOOST_TEST(errors.at("count").at("failures").to_number<int>() == 1, json::serialize(errors));
  BOOST_TEST(errors.at("count").at("errors").to_number<int>() == 2, json::serialize(errors));
  // What needs it not is built and run.
  BOOST_TEST(own_status(run_block("src/main.rs", "of_the_program")) == "completed");
}

BOOST_AUTO_TEST_CASE(examples_of_a_program_are_told_not_to_run) {
  const auto run = run_block("src/report.rs", "print (line 1)");
  BOOST_TEST(run.at("status").as_string() == "failed", json::serialize(run));
  BOOST_TEST(!run.at("blocks_run").at(0).at("success").as_bool());
  BOOST_TEST(has_note(run, "of libraries only"), json::serialize(run));
}

BOOST_AUTO_TEST_SUITE_END()
