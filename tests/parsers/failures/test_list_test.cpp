// Which tests are gone, new or moved since the run of all before.
#include "tests/parsers/failures/made_run.hpp"

namespace covey::parsers {
namespace {

const auto at_first = files({{"p/a.go", 1}, {"p/a_test.go", 1}, {"q/c_test.go", 1}});
const auto edited = files({{"p/a.go", 1}, {"p/a_test.go", 2}, {"q/c_test.go", 2}});

made_run first_whole() {
  made_run out{1};
  out.in(at_first).passes("p", "a").passes("p", "b").passes("p", "T").passes("p", "T/x").passes("q", "c");
  return out.after(made_run{0});
}

names named(const std::vector<test_id>& of) {
  names out;
  for (const auto& id : of) out.push_back(full_name(id));
  return out;
}

void expect_list(const finished_run& run, const names& gone, const names& added) {
  BOOST_TEST(named(run.changes.list.gone) == gone, boost::test_tools::per_element());
  BOOST_TEST(named(run.changes.list.added) == added, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE(lists_of_tests)

BOOST_AUTO_TEST_CASE(a_green_test_that_a_run_of_all_no_longer_has_is_named) {
  made_run whole{2};
  whole.in(edited).passes("p", "a").passes("p", "new").passes("q", "c").after(first_whole());
  expect_list(whole, {"p/T", "p/b"}, {"p/new"});  // T has taken T/x along
  BOOST_TEST(whole.changes.list.since == 1u);
  made_run between{2, run_scope::selected}, after{3};
  between.in(edited).passes("p", "a").after(first_whole());
  expect_list(between, {}, {});
  after.in(edited).passes("p", "a").passes("p", "T").passes("p", "T/x").passes("q", "c").after(between);
  expect_list(after, {"p/b"}, {});
  BOOST_TEST(after.changes.list.since == 1u);
}

BOOST_AUTO_TEST_CASE(what_a_run_of_all_did_not_select_or_reach_is_not_gone) {
  const auto expect_nothing = [](auto change) {
    made_run whole{2};
    whole.in(edited).passes("q", "c");
    change(whole);
    whole.after(first_whole());
    expect_list(whole, {}, {});
    BOOST_TEST(whole.changes.list.moved.empty());
    // Nor is it new when it is reached again.
    made_run back{3};
    back.in(edited)
        .passes("p", "a")
        .passes("p", "b")
        .passes("p", "T")
        .passes("p", "T/x")
        .passes("q", "c")
        .after(whole);
    expect_list(back, {}, {});
  };
  expect_nothing([](auto& run) { run.ending.timed_out = true; });
  expect_nothing([](auto& run) { run.results.not_run = 4; });
  expect_nothing([](auto& run) { run.fails(red("p", "a", failure_kind::crash)); });
  expect_nothing([](auto& run) { run.fails(red("p", "", failure_kind::error)); });
  expect_nothing([](auto& run) { run.passes("p", "", outcome::skipped); });
  expect_nothing([](auto& run) {
    run.results.left_out = {{"p", "a"}, {"p", "b"}, {"p", "T"}, {"p", "T/x"}};
    run.results.deselected = 4;
  });
  expect_nothing([](auto& run) { run.results.deselected = 4; });
  expect_nothing([](auto& run) {
    run.options = std::make_shared<const run_options>(run_options{{"-short"}, {}});
  });
  made_run left_out{2};  // with its whole file, which is as it was
  const auto of_file = [](const char* name) {
    return test_record{{"p", name}, outcome::passed, {}, {"p/a_test.go", 1}};
  };
  made_run before{1};
  before.in(at_first).passes("q", "c").results.tests.push_back(of_file("a"));
  before.after(made_run{0});
  left_out.in(files({{"p/a.go", 2}, {"p/a_test.go", 1}, {"q/c_test.go", 1}})).passes("q", "c").after(before);
  expect_list(left_out, {}, {});
}

BOOST_AUTO_TEST_CASE(parts_behind_a_test_that_failed_or_was_skipped_are_not_gone) {
  for (const bool skipped : {true, false}) {
    made_run whole{2};
    whole.in(edited).passes("p", "a").passes("p", "b").passes("q", "c");
    skipped ? whole.passes("p", "T", outcome::skipped) : whole.fails(red("p", "T"));
    whole.after(first_whole());
    expect_list(whole, {}, {});
  }
}

BOOST_AUTO_TEST_CASE(a_test_of_another_file_under_the_same_name_has_moved) {
  made_run first{1};
  first.in(at_first)
      .fails(red("a.py", "x"))
      .passes("a.py", "y")
      .passes("a.py", "lost")
      .passes("b.py", "z")
      .after(made_run{0});
  made_run whole{2};
  whole.in(edited).passes("c.py", "x").passes("c.py", "y").passes("b.py", "z").after(first);
  expect_list(whole, {"a.py/lost"}, {});
  const auto& moved = whole.changes.list.moved;
  BOOST_TEST_REQUIRE(moved.size() == 1u);
  BOOST_TEST(moved.begin()->first.first == "a.py");
  BOOST_TEST(moved.begin()->first.second == "c.py");
  BOOST_TEST(moved.begin()->second.count == 2u);
  BOOST_TEST(moved.begin()->second.failed == 1u);
  BOOST_TEST(whole.changes.gone.empty());
}

BOOST_AUTO_TEST_CASE(a_red_test_that_is_deleted_is_gone_once_as_one_that_failed) {
  made_run first{1};
  first.in(at_first).fails(red("p", "x")).passes("p", "y").passes("p", "z").after(made_run{0});
  made_run whole{2};
  whole.in(edited).passes("p", "z").after(first);
  expect_list(whole, {"p/y"}, {});
  BOOST_TEST(whole.changes.gone.size() == 1u);
  BOOST_TEST(whole.changes.gone_since == 1u);
}

BOOST_AUTO_TEST_CASE(names_that_differ_by_chance_are_counted_or_nothing) {
  const auto with = [](std::uint64_t id, const fingerprint_ptr& at, const names& cases) {
    made_run out{id};
    out.in(at).passes("p", "T");
    for (const auto& one : cases) out.passes("p", one);
    return out;
  };
  auto first = with(1, at_first, {"t[<A at 0x7f1]", "t[1]", "T/row 3"});
  first.after(made_run{0});
  auto same = with(2, at_first, {"t[<A at 0x8a2]", "t[7]", "t[8]", "T/row 4", "T/row 5"});
  same.after(first);
  expect_list(same, {}, {});
  BOOST_TEST(same.changes.list.renamed == 0u);
  auto later = with(2, edited, {"t[<A at 0x8a2]", "t[7]", "T/row 4", "T/row 5"});
  later.after(first);
  expect_list(later, {}, {"p/T/row 4"});
  BOOST_TEST(later.changes.list.renamed == 3u);
}

BOOST_AUTO_TEST_CASE(what_a_file_that_ran_as_a_whole_no_longer_has_is_gone) {
  made_run first{1};
  auto x = red("p", "x");
  x.where = {"p/a_test.go", 3};
  first.in(at_first).fails(x).fails(red("q", "c")).passes("p", "y").after(made_run{0});
  const auto some = [&](const fingerprint_ptr& at, bool whole, auto change) {
    made_run out{2, run_scope::selected};
    if (whole) out.whole_files = {"p/a_test.go"};
    out.in(at).passes("p", "y");
    change(out);
    return out.after(first);
  };
  const auto nothing = [](auto&) {};
  const auto gone = some(edited, true, nothing);
  expect(gone, {"q/c"});
  BOOST_TEST(gone.changes.gone.size() == 1u);
  made_run whole{3};
  whole.in(edited).passes("p", "y").passes("q", "c").after(gone);
  expect_list(whole, {}, {});  // it is told once
  expect(some(edited, false, nothing), {"p/x", "q/c"});
  expect(some(at_first, true, nothing), {"p/x", "q/c"});
  expect(some(edited, true, [](auto& run) { run.results.left_out = {{"p", "x"}}; }), {"p/x", "q/c"});
  expect(some(edited, true, [](auto& run) { run.ending.timed_out = true; }), {"p/x", "q/c"});
}

// A rerun that did not find it has seen the file as it is now.
BOOST_AUTO_TEST_CASE(a_test_that_did_not_run_again_is_gone_with_its_whole_file) {
  made_run first{1};
  auto x = red("p", "x");
  x.where = {"p/a_test.go", 3};
  first.in(at_first).fails(x).passes("p", "y").after(made_run{0});
  made_run rerun{2, run_scope::failing};
  rerun.rerun = std::make_shared<const std::vector<rerun_test>>(rerun_set(known_failures(first), "go", 9));
  rerun.results.failures = {red("p", "x", failure_kind::error)};
  rerun.in(edited).after(first);
  expect(rerun, {"p/x"});
  made_run file{3, run_scope::selected};
  file.whole_files = {"p/a_test.go"};
  file.in(edited).passes("p", "y").after(rerun);
  expect(file, {});
}

BOOST_AUTO_TEST_CASE(the_error_of_a_file_that_is_no_more_is_gone_and_not_fixed) {
  made_run first{1};
  const auto before = files({{"a.py", 1}, {"b.py", 1}}), after = files({{"b.py", 1}, {"c.py", 1}});
  first.in(before).fails(red("a.py", "", failure_kind::error)).passes("b.py", "z").after(made_run{0});
  for (const auto scope : {run_scope::whole, run_scope::selected}) {
    made_run next{2, scope};
    next.in(after).passes("b.py", "z").passes("c.py", "x").after(first);
    expect(next, {});
    BOOST_TEST(next.changes.fixed.empty());
    BOOST_TEST(next.changes.gone.size() == 1u);
  }
}

// A test around it may fail with it, and is no reason to keep it.
BOOST_AUTO_TEST_CASE(parts_of_tests_are_judged_beside_the_test_around_them) {
  const std::string outer = "TestOfALongNameThatNoStringHoldsWithin";
  made_run first{1};
  first.in(at_first)
      .fails(red("p", outer + "/a/x"))
      .fails(red("p", outer + "/b"))
      .passes("p", "y")
      .after(made_run{0});
  made_run rerun{2, run_scope::failing};
  rerun.in(edited).passes("p", outer + "/a/x").fails(red("p", outer + "/b")).after(first);
  expect(rerun, {"p/" + outer + "/b"});
  BOOST_TEST(rerun.changes.fixed.size() == 1u);
  made_run deleted{3}, behind{3};
  deleted.in(files({{"p/a.go", 3}})).passes("p", outer).passes("p", "y").after(rerun);
  expect(deleted, {});
  behind.in(files({{"p/a.go", 3}})).fails(red("p", outer)).passes("p", "y").after(rerun);
  expect(behind, {"p/" + outer, "p/" + outer + "/b"});
}

BOOST_AUTO_TEST_CASE(a_rerun_knows_how_many_files_have_changed_since_the_run_of_all) {
  made_run first{1};
  first.in(at_first).fails(red("p", "a")).passes("p", "b").after(made_run{0});
  made_run rerun{2, run_scope::failing};
  rerun.in(edited).passes("p", "a").after(first);
  BOOST_TEST((rerun.changes.edited == std::optional<std::size_t>{2}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
