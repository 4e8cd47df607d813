// Finding and selecting tests through the real server: what all languages have in common. Go stands for them;
// most of it needs no toolchain.
#include "tests/languages/common/e2e/language_fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <unistd.h>

using namespace covey::testing;
namespace utf = boost::unit_test;
namespace fs = std::filesystem;

namespace {

using strings = std::vector<std::string>;

constexpr const char* cart_source = R"go(package cart

import "testing"

func TestTotal(t *testing.T) {}

func TestEmpty(t *testing.T) {
	t.Run("new", func(t *testing.T) {})
	t.Run("filled", func(t *testing.T) { t.Error("got: 5\nwant: 3") })
}
)go";

constexpr const char* price_source = R"go(package price

import "testing"

func TestPrice(t *testing.T) {}

func TestPanics(t *testing.T) { panic("no price") }
)go";

struct selecting_fixture : language_fixture {
  selecting_fixture() {
    write_files(workspace(), {{"go.mod", "module example.com/shop\n\ngo 1.19\n"},
                              {"cart/cart_test.go", cart_source},
                              {"price/price_test.go", price_source}});
  }

  strings files(const std::string& query = {}) {
    strings out;
    const auto answer = answer_of("list_testfiles", {{"query", query}});
    for (const auto& file : answer.at("files").as_array()) out.emplace_back(file.as_string());
    return out;
  }

  strings labels(json::object arguments = {}) {
    strings out;
    const auto answer = answer_of("list_testblocks", std::move(arguments));
    for (const auto& block : answer.at("testblocks").as_array())
      out.emplace_back(block.as_object().at("label").as_string());
    return out;
  }

  std::string notes(std::string_view tool = "list_testblocks") {
    const auto answer = answer_of(tool);
    const auto* notes = answer.if_contains("notes");
    return notes == nullptr ? "" : json::serialize(*notes);
  }

  std::string text(std::string_view tool, json::object arguments = {}) {
    return text_of(server().call(tool, std::move(arguments)));
  }
};

void expect_each(const strings& got, const strings& expected) {
  BOOST_TEST(got == expected, boost::test_tools::per_element());
}

std::string member(const json::object& of, std::string_view name) {
  return json::serialize(of.at(name));
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(selecting, selecting_fixture)

BOOST_AUTO_TEST_CASE(files_and_blocks_are_listed_without_a_toolchain) {
  set_environment("PATH", "/nowhere");
  expect_each(files(), {"cart/cart_test.go", "price/price_test.go"});
  expect_each(files("price"), {"price/price_test.go"});
  expect_each(labels({{"file_query", "cart"}}),
              {"TestTotal", "TestEmpty", "TestEmpty > new", "TestEmpty > filled"});
  BOOST_TEST(member(answer_of("list_testfiles"), "test_dir") == "\"" + workspace() + "\"");
}

BOOST_AUTO_TEST_CASE(without_a_match_the_query_is_told) {
  BOOST_TEST(text("run_testfiles", {{"query", "nonexistent"}}) == "No matches for 'nonexistent'");
  BOOST_TEST(text("run_testblocks", {{"testset_query", "nonexistent"}}) == "No matches for 'nonexistent'");
  BOOST_TEST(text("run_testblocks", {{"file_query", "nowhere"}, {"testset_query", "Total"}}) ==
             "No matches for 'nowhere'");
  BOOST_TEST(member(answer_of("run_testfiles", {{"query", "nonexistent"}}), "files_run") == "[]");
  expect_each(files("nonexistent"), {});
}

BOOST_AUTO_TEST_CASE(a_whole_run_and_its_results, *utf::precondition(has_go)) {
  const auto run = answer_of("run_all_tests");
  BOOST_TEST(member(run, "status") == R"("failed")");
  BOOST_TEST(member(run, "files_run") == "2");
  BOOST_TEST(member(run, "failures") == "2");  // as run_tests counts them
  BOOST_TEST(member(run, "errors") == "0");
  const auto results = answer_of("get_testresults");
  BOOST_TEST(member(results, "count") == R"({"failures":1,"errors":1,"total":2})");
  const auto& failure = results.at("failures").as_array().at(0).as_object();
  BOOST_TEST(member(failure, "test") == R"("example.com/shop/cart/TestEmpty/filled")");
  BOOST_TEST(member(failure, "file") == R"("cart/cart_test.go:9")");
  const auto& error = results.at("errors").as_array().at(0).as_object();
  BOOST_TEST(member(error, "kind") == R"("panic")");
  BOOST_TEST(member(error, "file") == R"("price/price_test.go:7")");
}

BOOST_AUTO_TEST_CASE(files_that_are_selected_run_and_no_others, *utf::precondition(has_go)) {
  const auto run = answer_of("run_testfiles", {{"query", "cart"}});
  BOOST_TEST(member(run, "status") == R"("failed")");
  BOOST_TEST(member(run, "files_run") == R"(["cart/cart_test.go"])");
  BOOST_TEST(member(run, "files_failed") == R"(["cart/cart_test.go"])");
  BOOST_TEST(member(run, "errors") == "0");
  const auto status = answer_of("get_package_status");
  BOOST_TEST(json::serialize(status.at("latest_run")).find("\"failed\":1") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_block_that_is_selected_runs_alone, *utf::precondition(has_go)) {
  const auto green = run_block("cart/cart_test.go", "TestEmpty > new");
  BOOST_TEST(member(green, "status") == R"("completed")");
  BOOST_TEST(member(green, "failures") == "0");
  const auto red = run_block("cart/cart_test.go", "TestEmpty > filled");
  BOOST_TEST(member(red, "status") == R"("failed")");
  const auto& block = red.at("blocks_run").as_array().at(0).as_object();
  BOOST_TEST(member(block, "success") == "false");
  BOOST_TEST(member(block, "line") == "9");
  expect_each(tests_run(red), {"TestEmpty/filled failed"});
  BOOST_TEST(member(answer_of("get_testresults"), "count") == R"({"failures":1,"errors":0,"total":1})");
}

// The loop of a rename: what the file no longer has is gone, and the run of all tells what else is.
BOOST_AUTO_TEST_CASE(tests_that_are_deleted_are_told_of, *utf::precondition(has_go)) {
  answer_of("run_all_tests");
  std::string without{cart_source};
  without.erase(without.find("\tt.Run(\"filled\""), without.find('\n', without.find("\"filled\"")) + 1 - without.find("\tt.Run(\"filled\""));
  write_file(workspace() + "/cart/cart_test.go", without);
  const auto file = answer_of("run_testfiles", {{"query", "'cart"}});
  BOOST_TEST(file.at("changes").at("list").as_string() ==
             "gone since run 1: 1 that failed: example.com/shop/cart/TestEmpty/filled");
  BOOST_TEST(member(file, "still_failing") == R"("1 of 2 rerun, 1 not rerun and still failing")");
  BOOST_TEST(member(file, "status") == R"("failed")");  // the panic
  write_files(workspace(), {{"price/price_test.go", "package price\n\nimport \"testing\"\n\nfunc TestCheap(t *testing.T) {}\n"}});
  const auto all = answer_of("run_all_tests");
  BOOST_TEST(member(all, "status") == R"("completed")");
  BOOST_TEST(all.at("changes").at("list").as_string() ==
             "gone since run 1: 1 that failed: example.com/shop/price/TestPanics\n"
             "gone since run 1: 1: example.com/shop/price/TestPrice\n"
             "new since run 1: 1: example.com/shop/price/TestCheap");
}

BOOST_AUTO_TEST_CASE(exact_labels_select_just_these, *utf::precondition(has_go)) {
  write_file(workspace() + "/cart/more_test.go", R"go(package cart

import "testing"

func TestLabels(t *testing.T) {
	t.Run("a b", func(t *testing.T) {})
	t.Run("only a b", func(t *testing.T) {})
	t.Run("a only b", func(t *testing.T) {})
}
)go");
  const auto run = answer_of("run_testblocks", {{"labels", json::array{"TestLabels > a b", "TestTotal"}}, {"detail", true}});
  BOOST_TEST(member(run, "status") == R"("completed")");
  expect_each(tests_run(run), {"TestLabels/a_b passed", "TestTotal passed"});
  const auto mixed = answer_of("run_testblocks", {{"labels", json::array{"TestTotal", "TestTota", "^x$"}}, {"detail", true}});
  BOOST_TEST(member(mixed, "status") == R"("failed")");
  BOOST_TEST(member(mixed, "errors") == "2");
  expect_each(tests_run(mixed), {"TestTotal passed"});
  BOOST_TEST(text("last_test_failures")
                 .find("1. TestTota\n   nothing is listed under exactly this name; near: TestTotal; "
                       "list_testblocks shows the labels that there are") != std::string::npos);
  BOOST_TEST(text("run_testblocks", {{"testset_query", "^TestLabels\\ >\\ a\\ b$"}}).find(R"("count":1)") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(exact_files_run_just_these, *utf::precondition(has_go)) {
  const auto run = answer_of("run_testfiles", {{"files", json::array{"cart/cart_test.go", "cart_test.go"}}});
  BOOST_TEST(member(run, "files_run") == R"(["cart/cart_test.go"])");
  BOOST_TEST(member(run, "errors") == "1");
  BOOST_TEST(text("last_test_failures").find("cart_test.go\n   nothing is listed") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(exact_names_that_are_not_there_run_nothing) {
  BOOST_TEST(error_of("run_testfiles", {{"files", json::array{"gone_test.go"}}}) ==
             "run_testfiles: nothing is listed under exactly these files: gone_test.go; list_testfiles shows "
             "the files that there are");
  BOOST_TEST(error_of("run_testblocks", {{"labels", json::array{}}}) ==
             "run_testblocks: labels is empty: name at least one");
  BOOST_TEST(error_of("run_testblocks", {{"testset_query", " "}}) ==
             "run_testblocks: testset_query or labels or covering is required");
  BOOST_TEST(error_of("run_testfiles", {{"query", "x"}, {"files", json::array{"x"}}}) ==
             "run_testfiles: query or files: only one of them");
}

BOOST_AUTO_TEST_CASE(what_is_selected_can_be_rerun, *utf::precondition(has_go)) {
  answer_of("run_testblocks", {{"testset_query", "filled"}});
  const auto again = run_failing_tests();
  BOOST_TEST(counted(again) == "passed 0, failed 1, skipped 0, errors 0");
}

BOOST_AUTO_TEST_CASE(changes_are_seen_at_once) {
  expect_each(labels({{"file_query", "price"}}), {"TestPrice", "TestPanics"});
  write_file(workspace() + "/price/price_test.go",
             "package price\n\nimport \"testing\"\n\nfunc TestNew(t *testing.T) {}\n");
  expect_each(labels({{"file_query", "price"}}), {"TestNew"});
  write_file(workspace() + "/price/more_test.go",
             "package price\n\nimport \"testing\"\n\nfunc TestMore(t *testing.T) {}\n");
  expect_each(labels({{"file_query", "price"}}), {"TestMore", "TestNew"});
  fs::remove_all(workspace() + "/price");
  expect_each(files(), {"cart/cart_test.go"});
}

BOOST_AUTO_TEST_CASE(a_workspace_of_bad_files) {
  const auto area = workspace();
  write_file(area + "/huge/huge_test.go", std::string(50'000'000, '\n'));
  write_file(area + "/odd/with\nline_test.go", cart_source);
  write_file(area + "/odd/bad\xff_test.go", cart_source);
  write_file(area + "/odd/broken_test.go", "package odd\n\nfunc TestBroken(t *testing.T) {\n\tif {{{\n");
  write_file(area + "/odd/bytes_test.go", std::string("\xff\xfe\0\0func TestX(", 15));
  fs::create_directory_symlink(area, area + "/loop");
  fs::create_directory_symlink("/", area + "/system");
  fs::create_symlink(area + "/../outside_test.go", area + "/dangling_test.go");
  write_file(outside("outside_test.go"), cart_source);
  expect_each(files(), {"cart/cart_test.go", "huge/huge_test.go", "odd/broken_test.go", "odd/bytes_test.go",
                        "odd/with\nline_test.go", "price/price_test.go"});
  const auto said = notes();
  for (const std::string part : {"huge/huge_test.go was not read: it has 50000000 bytes", "not valid UTF-8",
                                 "odd/broken_test.go is not well-formed", "dangling_test.go was left out"})
    BOOST_TEST(said.find(part) != std::string::npos, part << " is not in " << said);
  BOOST_TEST(labels({{"file_query", "odd/with"}}).size() == 4u);
}

BOOST_AUTO_TEST_CASE(what_is_wrong_in_a_call_is_shown_in_part) {
  const std::string huge(1'000'000, 'x');
  BOOST_TEST(error_of("list_testfiles", {{"language", huge}}).size() < 1000u);
  BOOST_TEST(error_of("run_testfiles", {{"query", "cart"}, {"language", huge}}).size() < 1000u);
  BOOST_TEST(error_of("activate_package", {{"pkg_dir", huge}}).size() < 2000u);
  BOOST_TEST(text("run_testfiles", {{"query", huge}}).size() < 2000u);
}

// tree-sitter's own memory is at stake: such sources are read in a process of their own.
BOOST_AUTO_TEST_CASE(sources_of_very_many_tokens) {
  std::string parens = cart_source, large = "package large\n\nimport \"testing\"\n\n";
  parens.append(70'000, '(');
  for (int i = 0; i < 20'000; ++i)
    large += "func TestN" + std::to_string(i) + "(t *testing.T) { t.Log(1 + 1) }\n";
  write_files(workspace(), {{"broken/parens_test.go", parens}, {"large/large_test.go", large}});
  set_environment("LSAN_OPTIONS", "detect_leaks=0");  // parsers/syntax/tree.cpp keeps a block
  const auto listing = answer_of("list_testblocks");
  BOOST_TEST(listing.at("count").to_number<int>() >= 20'006);
  expect_each(labels({{"file_query", "price"}}), {"TestPrice", "TestPanics"});
  BOOST_TEST(notes().find("broken/parens_test.go is not well-formed") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(too_many_selections_are_refused) {
  std::string source = "package many\n\nimport \"testing\"\n\n";
  for (int i = 0; i < 2001; ++i) source += "func TestN" + std::to_string(i) + "(t *testing.T) {}\n";
  write_file(workspace() + "/many/many_test.go", source);
  BOOST_TEST(error_of("run_testblocks", {{"testset_query", "TestN"}})
                 .find("run_testblocks: the query matches 2001 blocks, the limit is 2000: narrow it") == 0u);
  BOOST_TEST(error_of("run_testblocks", {{"testset_query", std::string(20'000, 'x')}}).find("too long") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(another_package_is_activated, *utf::precondition(has_go)) {
  write_files(workspace(),
              {{"sub/go.mod", "module example.com/sub\n\ngo 1.19\n"},
               {"sub/sub_test.go", "package sub\n\nimport \"testing\"\n\nfunc TestSub(t *testing.T) {}\n"}});
  answer_of("run_testblocks", {{"testset_query", "^TestTotal$"}});
  auto& s = server();
  // In one go: what comes after it belongs to the new workspace.
  const auto moved = s.start_call("activate_package", {{"pkg_dir", "sub"}});
  const auto listed = s.start_call("list_testfiles");
  const auto failures = s.start_call("last_test_failures");
  const auto status = s.start_call("get_package_status");
  BOOST_TEST(text_of(s.result(moved)).find(R"("package_name":"example.com/sub")") != std::string::npos);
  BOOST_TEST(text_of(s.result(listed)).find(R"("files":["sub_test.go"])") != std::string::npos);
  BOOST_TEST(text_of(s.result(failures)) == "no run_tests call yet in this session");
  BOOST_TEST(text_of(s.result(status)).find("\"has_coverage\":false") != std::string::npos);
  BOOST_TEST(counted(run_tests()) == "passed 1, failed 0, skipped 0, errors 0");
  BOOST_TEST(member(answer_of("activate_package", {{"pkg_dir", workspace()}}), "package_name") ==
             R"("example.com/shop")");
}

BOOST_AUTO_TEST_CASE(a_package_that_cannot_be_activated_changes_nothing) {
  fs::create_directory(workspace() + "/empty");
  for (const auto& [folder, why] :
       std::map<std::string, std::string>{{"nowhere", "No such file or directory; give an existing folder"},
                                          {"go.mod", "it is no folder; give the folder of a project"},
                                          {"empty", "no supported project detected in workspace root"}}) {
    const auto said = error_of("activate_package", {{"pkg_dir", folder}});
    BOOST_TEST(said.find("activate_package: pkg_dir \"" + folder + "\": " + why) == 0u, said);
  }
  BOOST_TEST(files().size() == 2u);
}

BOOST_AUTO_TEST_CASE(without_a_package_the_server_says_what_to_do) {
  fs::remove(workspace() + "/go.mod");
  BOOST_TEST(error_of("list_testfiles").find("activate_package moves to another folder") !=
             std::string::npos);
  const auto status = answer_of("get_package_status");
  BOOST_TEST(member(status, "status") == R"("no_package")");
  BOOST_TEST(member(status, "message").find("call activate_package") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(lists_are_answered_while_a_run_goes_on) {
  use_fake_go("hang");
  auto& s = server();
  const auto run = s.start_call("run_tests");
  expect_each(files("cart"), {"cart/cart_test.go"});
  BOOST_TEST(text_of(s.call("get_testresults")).find("no_run") != std::string::npos);
  BOOST_TEST(!s.has_answer(run));
  s.cancel(run);
}

BOOST_AUTO_TEST_SUITE_END()
