// What faulthandler prints, as recorded with Python 3.11 and 3.14 under pytest.
#include "parsers/languages/python/diagnose.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::parsers;
using namespace covey::parsers::languages::python;

namespace {

const std::string dump =
    "Fatal Python error: Segmentation fault\n"
    "\n"
    "Thread 0x00007f11 (most recent call first):\n"
    "  File \"/w/shop/worker.py\", line 99 in wait\n"
    "\n"
    "Current thread 0x00007f12 (most recent call first):\n"
    "  File \"/usr/lib/python3.11/ctypes/__init__.py\", line 518 in string_at\n"
    "  File \"/w/shop/prod.py\", line 3 in boom\n"
    "  File \"/w/tests/test_a.py\", line 5 in test_b\n"
    "  File \"/w/.venv/lib/python3.11/site-packages/_pytest/python.py\", line 157 in pytest_pyfunc_call\n"
    "  File \"<frozen runpy>\", line 88 in _run_code\n"
    "\n"
    "Current thread's C stack trace (most recent call first):\n"
    "  Binary file \"/usr/bin/python3\", at _Py_DumpStack+0x2f [0x5f]\n"
    "\n"
    "Extension modules: _ctypes (total: 1)\n";

failure running(const std::string& name) {
  failure out;
  out.id = {"tests/test_a.py", name, "::"};
  out.where = {"tests/test_a.py", 4};
  out.message = "the process ended";
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(python_fault_suite)

BOOST_AUTO_TEST_CASE(the_frames_of_the_project_are_shown_and_the_others_counted) {
  const auto faults = read_faults("/w", "a warning\n" + dump);
  BOOST_REQUIRE(faults.size() == 1u);
  const auto& fault = faults.front();
  BOOST_TEST(fault.what == "Segmentation fault");
  BOOST_REQUIRE(fault.frames.size() == 2u);
  BOOST_TEST((fault.frames[0].where == location{"shop/prod.py", 3}));
  BOOST_TEST(fault.frames[0].function == "boom");
  BOOST_TEST((fault.frames[1].where == location{"tests/test_a.py", 5}));
  BOOST_TEST(fault.others == 3u);
}

BOOST_AUTO_TEST_CASE(a_fault_has_its_place_in_the_test_and_where_it_was_raised) {
  auto crash = running("TestB::test_b[2-x]");
  add_fault("/w", dump, crash, true);
  BOOST_TEST((crash.where == location{"tests/test_a.py", 5}));
  BOOST_TEST((crash.raised_at == location{"shop/prod.py", 3}));
  BOOST_TEST(crash.message == "the process ended: Segmentation fault");
  BOOST_TEST(crash.output ==
             "Fatal Python error: Segmentation fault\n  shop/prod.py:3 in boom\n"
             "  tests/test_a.py:5 in test_b\n  (3 frames outside the project)\n");
}

BOOST_AUTO_TEST_CASE(a_fault_deeper_than_the_dump_keeps_the_tests_own_place) {
  auto crash = running("test_other");
  add_fault("/w", dump, crash, true);
  BOOST_TEST((crash.where == location{"tests/test_a.py", 4}));
  BOOST_TEST((crash.raised_at == location{"shop/prod.py", 3}));
}

BOOST_AUTO_TEST_CASE(the_last_fault_is_the_runners_own) {
  BOOST_TEST(read_faults("/w", dump + "Fatal Python error: Aborted\n").back().what == "Aborted");
}

BOOST_AUTO_TEST_CASE(of_several_processes_the_fault_is_that_of_the_test) {
  auto crash = running("test_b");
  const std::string other =
      "Fatal Python error: Aborted\n\nCurrent thread 0x01 (most recent call first):\n"
      "  File \"/w/tests/test_a.py\", line 9 in test_c\n";
  add_fault("/w", dump + other, crash, true);
  BOOST_TEST(crash.message == "the process ended: Segmentation fault");
  auto later = running("test_c");
  add_fault("/w", dump + other, later, true);
  BOOST_TEST((later.where == location{"tests/test_a.py", 9}));
}

// One worker of pytest-xdist faulted, and a test of another one called os._exit().
BOOST_AUTO_TEST_CASE(a_fault_that_names_another_test_is_not_that_of_one_among_several) {
  auto crash = running("test_leaves");
  add_fault("/w", dump, crash, false);
  BOOST_TEST(crash.message == "the process ended");
  BOOST_TEST(crash.raised_at.line == 0u);
  BOOST_TEST(crash.output.empty());
  auto faulted = running("test_b");
  add_fault("/w", dump, faulted, false);
  BOOST_TEST((faulted.raised_at == location{"shop/prod.py", 3}));
}

BOOST_AUTO_TEST_CASE(a_test_that_ran_out_of_time_has_the_place_where_it_hung) {
  auto hung = running("test_b");
  hung.kind = failure_kind::timeout;
  hung.message = "still running";
  const std::string stack =
      "Stack (most recent call first):\n"
      "  File \"/usr/lib/python3.11/threading.py\", line 320 in wait\n"
      "  File \"/w/shop/prod.py\", line 7 in wait_for\n"
      "  File \"/w/tests/test_a.py\", line 6 in test_b\n";
  add_fault("/w", dump + stack, hung, true);
  BOOST_TEST(hung.message == "still running, in wait_for (shop/prod.py:7)");
  BOOST_TEST((hung.where == location{"tests/test_a.py", 6}));
  BOOST_TEST((hung.raised_at == location{"shop/prod.py", 7}));
  BOOST_TEST(hung.output ==
             "Stack (most recent call first):\n  shop/prod.py:7 in wait_for\n"
             "  tests/test_a.py:6 in test_b\n  (1 frames outside the project)\n");
  auto unknown = running("test_b");
  unknown.kind = failure_kind::timeout;
  add_fault("/w", dump, unknown, true);
  BOOST_TEST(unknown.output.empty());
}

// Two workers of pytest-xdist, stopped at once. Recorded lines, put together as they may be.
BOOST_AUTO_TEST_CASE(what_two_processes_wrote_into_each_other_places_nothing) {
  const std::string header = "Stack (most recent call first):\n";
  const std::string in_prod = "  File \"/w/shop/prod.py\", line 7 in wait_for\n";
  const std::string in_test = "  File \"/w/tests/test_a.py\", line 6 in test_b\n";
  const std::vector<std::string> all{
      header + header + in_prod + in_test,
      header + "  File \"/w/shop/prod.py\", line 7Stack (most recent call first):\n in wait_for\n" + in_test,
      header + in_prod + "  File \"/w/tests/test_a.py\", line   File \"/w/shop/prod.py\", line 6 in test_b\n",
      header + in_prod + "  File \"/w/tests/test_a.py\", line 67 in test_b in wait_for\n",
      header + in_prod + "  File \"/w/tests/test_a.py\"\n" + in_test};
  for (const auto& text : all) BOOST_TEST_CONTEXT(text) {
      auto hung = running("test_b");
      hung.kind = failure_kind::timeout;
      add_fault("/w", text, hung, true);
      BOOST_TEST(hung.output.empty());
      BOOST_TEST((hung.where == location{"tests/test_a.py", 4}));
    }
}

BOOST_AUTO_TEST_CASE(other_text_is_no_fault) {
  auto crash = running("test_b");
  for (const std::string text : {"", "Segmentation fault\n", "it said Fatal Python error: x\n"})
    add_fault("/w", text, crash, true);
  BOOST_TEST(crash.message == "the process ended");
  BOOST_TEST(crash.output.empty());
  for (std::size_t size = 0; size < dump.size(); ++size) read_faults("/w", dump.substr(0, size));
}

BOOST_AUTO_TEST_SUITE_END()
