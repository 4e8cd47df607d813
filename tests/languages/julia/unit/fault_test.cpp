// What Julia prints when a signal ends it: recorded with 1.5.3, whose code at top level has no frames, and in
// the form of later versions.
#include "parsers/languages/julia/plan.hpp"
#include <boost/test/unit_test.hpp>
#include <tuple>

using namespace covey::parsers;
using namespace covey::parsers::languages::julia;

namespace {

// The process that started the tests wrote some of its own lines between theirs.
const std::string old =
    "Test Summary: at /w/test/runtests.jl:99\n"
    "\n"
    "signal (15): Terminated\n"
    "in expression starting at /w/test/runtests.jl:3\n"
    "epoll_pwait at /lib/x86_64-linux-gnu/libc.so.6 (unknown line)\n"
    "poptask at ./task.jl:704\n"
    "sleep at ./asyncevent.jl:213 [inlined]\n"
    "f at /w/test/helper.jl:1\n"
    "\n"
    "signal (15): Terminated\n"
    "in expression starting at /t/reporters/julia/run.jl:116\n"
    "unknown function (ip: 0x7f3d03e9f015)\n"
    "run_main at /t/reporters/julia/session.jl:84\n"
    "_start at ./client.jl:506\n";

const std::string later =
    "[4711] signal 11 (1): Segmentation fault\n"
    "in expression starting at /w/test/runtests.jl:3\n"
    "unsafe_load at ./pointer.jl:105 [inlined]\n"
    "peek at /w/src/W.jl:7 [inlined]\n"
    "macro expansion at /w/test/runtests.jl:6 [inlined]\n"
    "macro expansion at /usr/share/julia/stdlib/v1.10/Test/src/Test.jl:1577 [inlined]\n"
    "macro expansion at /w/test/runtests.jl:4 [inlined]\n"
    "top-level scope at /w/test/runtests.jl:3\n"
    "Allocations: 2997 (Pool: 2988; Big: 9); GC: 0\n";

failure running() {
  failure out;
  out.id = {"test/runtests.jl", "outer > inner", " > "};
  out.where = {"test/runtests.jl", 5};
  out.message = "it ended";
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(julia_fault)

BOOST_AUTO_TEST_CASE(a_test_that_hung_has_the_function_that_it_hung_in) {
  auto hung = running();
  hung.kind = failure_kind::timeout;
  add_fault("/w", old, hung);
  BOOST_TEST((hung.where == location{"test/runtests.jl", 5}));
  BOOST_TEST((hung.raised_at == location{"test/helper.jl", 1}));
  BOOST_TEST(hung.message == "it ended, in f (test/helper.jl:1)");
}

BOOST_AUTO_TEST_CASE(the_line_is_that_of_the_innermost_testset) {
  auto crash = running();
  crash.kind = failure_kind::crash;
  crash.output = "much else";
  add_fault("/w", later, crash);
  BOOST_TEST((crash.where == location{"test/runtests.jl", 6}));
  BOOST_TEST((crash.raised_at == location{"src/W.jl", 7}));
  BOOST_TEST(crash.message == "it ended: Segmentation fault, in peek (src/W.jl:7)");
  BOOST_TEST(crash.output ==
             "signal: Segmentation fault\n  src/W.jl:7 in peek\n  test/runtests.jl:6\n  test/runtests.jl:4\n"
             "  test/runtests.jl:3\n");
}

// Included by the testset: where it hangs is the test's place, also if only the statement is known.
BOOST_AUTO_TEST_CASE(the_line_may_be_in_a_file_that_the_testset_includes) {
  const std::string signal = "signal (15): Terminated\nin expression starting at /w/test/second.jl:2\n";
  const std::string outer = "top-level scope at /w/test/runtests.jl:5\n";
  for (const auto& [frames, line, message] : {std::tuple{"", 2u, "it ended"},
                                              {"top-level scope at /w/test/second.jl:3\n", 3u, "it ended"},
                                              {"f at /w/src/W.jl:7\n", 2u, "it ended, in f (src/W.jl:7)"}}) {
    auto hung = running();
    hung.kind = failure_kind::timeout;
    add_fault("/w", signal + frames + (line == 3 ? outer : ""), hung);
    BOOST_TEST((hung.where == location{"test/second.jl", line}), frames);
    BOOST_TEST(hung.message == message);
  }
  auto hung = running();
  hung.kind = failure_kind::timeout;
  hung.where = {"test/helper.jl", 2};  // a testset within a function that a file calls
  add_fault("/w", signal + "g at /w/test/helper.jl:3\ntop-level scope at /w/test/runtests.jl:9\n", hung);
  BOOST_TEST((hung.where == location{"test/helper.jl", 2}));
}

BOOST_AUTO_TEST_CASE(what_a_test_ended_itself_is_no_crash_of_its_own) {
  auto crash = running();
  crash.kind = failure_kind::crash;
  add_fault("/w", old, crash);
  BOOST_TEST(crash.message == "it ended");
}

BOOST_AUTO_TEST_CASE(what_is_no_report_of_a_signal_has_no_frames) {
  for (const std::string text :
       {"f at /w/a.jl:3\n", "signal at /w/a.jl:3\nf at /w/a.jl:3\n", "[ Info: signal 9\nf at /w/a.jl:3\n",
        "[1] f at /w/a.jl:3\n",
        "signal (15): Terminated\nf at /w/a.jl:x\nf at /w/a.jl:99999999999\nf at /w:\n at /",
        "signal (15): Terminated\nf at /elsewhere/a.jl:3\n"}) {
    BOOST_TEST(read_fault("/w", text).frames.empty(), text);
    auto hung = running();
    hung.kind = failure_kind::timeout;
    add_fault("/w", text, hung);
    BOOST_TEST(hung.message == "it ended");
  }
}

BOOST_AUTO_TEST_CASE(a_function_without_end_gives_a_bounded_list) {
  std::string text = "signal (11): Segmentation fault\n";
  for (int i = 0; i < 1000; ++i) text += "f at /w/src/W.jl:2\n";
  BOOST_TEST(read_fault("/w", text).frames.size() == 30u);
}

BOOST_AUTO_TEST_SUITE_END()
