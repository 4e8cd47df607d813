// What a rerun or a selection wanted, and what became of it.
#include "tests/parsers/events/event_reading.hpp"

using namespace covey::parsers;
using namespace covey::parsers::testing::events;

BOOST_AUTO_TEST_SUITE(event_output_wanted)

BOOST_AUTO_TEST_CASE(a_wanted_test_that_does_not_run_again_is_an_error) {
  auto how = options();
  how.wanted = {wanted("t.py", "test_a"), wanted("t.py", "test_gone"), wanted("u.py", "")};
  const auto results = read(start + green +
                                R"({"e":"missing","key":"test_gone"})"
                                "\n" +
                                end,
                            good, how);
  BOOST_REQUIRE(results.failures.size() == 2u);
  BOOST_TEST(full_name(results.failures[0].id) == "t.py::test_gone");
  BOOST_TEST((results.failures[0].kind == failure_kind::error));
  BOOST_TEST(full_name(results.failures[1].id) == "u.py");
}

BOOST_AUTO_TEST_CASE(a_file_that_does_not_load_again_says_so_once) {
  auto how = options();
  how.wanted = {wanted("bad.py", "test_a"), wanted("bad.py", "test_b")};
  const auto results =
      read(start +
               R"({"e":"problem","group":"bad.py","failure":{"kind":"error","message":"no"}})"
               "\n" +
               end,
           exited(1), how);
  BOOST_TEST(results.failures.size() == 1u);
}

// Once, whatever was selected of it; another task may have run the second.
BOOST_AUTO_TEST_CASE(a_selected_file_that_its_runner_leaves_out_says_why) {
  auto how = options();
  for (const auto* name : {"test_a", "test_b", "test_c"}) {
    auto& one =
        how.wanted.emplace_back(wanted(name == std::string{"test_c"} ? "t.py" : "odd.py", name, name));
    one.selected = true;
  }
  const auto missing = [](const std::string& key, const std::string& text) {
    return R"({"e":"missing","key":")" + key + R"(","text":")" + text + "\"}\n";
  };
  const auto results =
      read(start + green + missing("test_a", "no test by its name") +
               missing("test_b", "no test by its name") + missing("test_c", "not mine") + end,
           good, how);
  BOOST_REQUIRE(results.failures.size() == 1u);
  BOOST_TEST(full_name(results.failures.front().id) == "odd.py");
  BOOST_TEST(results.failures.front().where.file == "odd.py");
  BOOST_TEST(results.failures.front().message == "no test by its name");
  // It was loaded, and has no such test: whether that matters is judged by the selections.
  how.wanted.resize(1);
  BOOST_TEST(read(start + missing("test_a", "") + end, good, how).failures.empty());
}

BOOST_AUTO_TEST_CASE(a_frame_says_whether_it_is_of_the_tests) {
  const std::string raised =
      R"({"e":"report","group":"t.rs","name":"b","outcome":"failed","failures":[{"kind":"panic","message":"boom","stack":[)"
      R"({"function":"parse","file":"/w/p.rs","line":2},{"function":"tests::p","file":"/w/p.rs","line":90,"test":true}]}]})"
      "\n";
  const auto results = read(start + raised + end, exited(1));
  BOOST_REQUIRE(results.failures.size() == 1u);
  BOOST_REQUIRE(results.failures.front().stack.own.size() == 2u);
  BOOST_TEST(!results.failures.front().stack.own[0].of_test);
  BOOST_TEST(results.failures.front().stack.own[1].of_test);
}

BOOST_AUTO_TEST_CASE(what_is_deselected_and_what_is_to_be_covered_is_told) {
  const std::string said = R"({"e":"threshold","count":8750,"text":"`--cov-fail-under`"})"
                           "\n"
                           R"({"e":"threshold","count":9000,"text":"there","outcome":"skipped"})"
                           "\n"
                           R"({"e":"deselected","group":"t.py","name":"test_slow"})"
                           "\n"
                           R"({"e":"deselected","group":"u.py"})"
                           "\n"
                           R"({"e":"deselected","count":2,"text":"by `-m fast`"})"
                           "\n"
                           R"({"e":"warnings","count":5})"
                           "\n";
  const auto results = read(start + said + green + end, exited(0));
  BOOST_TEST(results.deselected == 2u);
  BOOST_REQUIRE(results.left_out.size() == 2u);
  BOOST_TEST(results.left_out.back().group == "u.py");
  BOOST_TEST(full_name(results.left_out.front()) == "t.py::test_slow");
  BOOST_TEST(results.notes.front() == "2 test(s) deselected by `-m fast`");
  BOOST_REQUIRE(results.thresholds.size() == 2u);
  BOOST_TEST(results.thresholds.front().percent == 87.5);
  BOOST_TEST(results.thresholds.front().is_enforced);
  BOOST_TEST(!results.thresholds.back().is_enforced);
  BOOST_TEST(results.warnings == 5u);
}

BOOST_AUTO_TEST_SUITE_END()
