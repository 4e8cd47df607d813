#include "parsers/languages/go/output/panic.hpp"
#include "parsers/languages/go/packages.hpp"
#include "parsers/languages/go/output/failure.hpp"
#include "tests/languages/go/unit/output/script.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

using namespace covey::parsers;
using namespace covey::parsers::languages::go;
using namespace covey::parsers::testing;

namespace {

constexpr std::string_view of_a_test =
    "panic: not good [recovered]\n"
    "\tpanic: not good\n"
    "[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x1]\n"
    "\n"
    "goroutine 8 [running]:\n"
    "testing.tRunner.func1.2({0x1, 0x2})\n"
    "\t/goroot/src/testing/testing.go:1632 +0x230\n"
    "panic({0x1?, 0x2?})\n"
    "\t/goroot/src/runtime/panic.go:785 +0x132\n"
    "example.com/m/vendor/x.Do(...)\n"
    "\t/w/vendor/x/x.go:3\n"
    "example.com/m.(*store).load(0x0, {0x1, 0x2})\n"
    "\t/w/store.go:44 +0x1d\n"
    "example.com/m.TestX.func1(0xc0?)\n"
    "\t/w/x_test.go:11 +0x3e\n"
    "testing.tRunner(0xc0, 0x56)\n"
    "\t/goroot/src/testing/testing.go:1690 +0xf4\n"
    "created by testing.(*T).Run in goroutine 6\n"
    "\t/goroot/src/testing/testing.go:1743 +0x390\n";

package_list packages() {
  return package_list::parse("example.com/m\t/w\tstore.go//x_test.go/helper_test.go/suite_test.go\t1\t0\n",
                             "/w");
}

place_resolver code() {
  static const package_list known = packages();
  static const test_sources sources;
  return {known, sources};
}

std::optional<panic_places> placed(const test_id& test, std::string_view dump) {
  return places_of_panic(code(), test, read_panic(dump));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(go_panics)

// As goyacc, templ and others write it.
BOOST_AUTO_TEST_CASE(a_line_directive_names_a_source_beside_the_go_file) {
  const auto known = package_list::parse(
      "example.com/m\t/w\tx.go//x_test.go\t1\t0\nexample.com/m/calc\t/w/calc\tcalc.go//calc_test.go\t1\t0\n",
      "/w");
  static const test_sources sources;
  const auto dump = [](const std::string& package) {
    return "panic: too much\n\ngoroutine 8 [running]:\n" + package + ".Add(...)\n\tcalc.y:5\n" + package +
           ".TestBig(0xc0?)\n\t/w/calc/calc_test.go:11 +0x25\n"
           "testing.tRunner(0xc0, 0x56)\n\t/goroot/src/testing/testing.go:1690 +0xf4\n";
  };
  const test_id test{"example.com/m/calc", "TestBig"};
  const auto places = places_of_panic({known, sources}, test, read_panic(dump("example.com/m/calc")));
  BOOST_REQUIRE(places);
  BOOST_TEST((places->raised_at == location{"calc/calc.y", 5}));
  BOOST_TEST((places->where == location{"calc/calc_test.go", 11}));
  const auto of_others = places_of_panic({known, sources}, test, read_panic(dump("example.com/other")));
  BOOST_REQUIRE(of_others);
  BOOST_TEST((of_others->raised_at == location{}));
}

BOOST_AUTO_TEST_CASE(the_message_is_said_once_and_without_its_noise) {
  struct row {
    std::string_view dump;
    std::string_view message;
  };
  const std::vector<row> rows{
      {of_a_test, "panic: not good"},
      {"panic: a [recovered, repanicked]\n\ngoroutine 1 [running]:\n", "panic: a"},
      {"panic: a\n\tsecond line\n\ngoroutine 1 [running]:\n", "panic: a\nsecond line"},
      {"panic: a\n\tpanic: b\n\ngoroutine 1 [running]:\n", "panic: a\npanic: b"},
      {"panic: a\ngoroutine 1 [running]:\n", "panic: a"},
      {"fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:\n",
       "fatal error: all goroutines are asleep - deadlock!"},
      {"panic: test timed out after 1s\n\trunning tests:\n\t\tTestX (1s)\n\ngoroutine 1 [running]:\n",
       "panic: test timed out after 1s"}};
  for (const auto& row : rows) BOOST_TEST(read_panic(row.dump).message == row.message);
  BOOST_TEST(read_panic(rows.back().dump).test_timeout);
  BOOST_TEST(!read_panic(of_a_test).test_timeout);
}

BOOST_AUTO_TEST_CASE(frames_are_read_with_function_file_and_line) {
  const auto report = read_panic(of_a_test);
  BOOST_REQUIRE_EQUAL(report.goroutines.size(), 1U);
  const auto& stack = report.goroutines.front();
  BOOST_REQUIRE_EQUAL(stack.frames.size(), 7U);
  BOOST_TEST(stack.frames[3].function == "example.com/m.(*store).load");
  BOOST_TEST(stack.frames[3].file == "/w/store.go");
  BOOST_TEST(stack.frames[3].line == 44U);
  BOOST_TEST(stack.frames[2].line == 3U);
  BOOST_TEST(stack.created_by == "testing.(*T).Run");
  BOOST_TEST(test_function(stack) == "TestX.func1");
}

BOOST_AUTO_TEST_CASE(a_panic_in_product_code_is_placed_in_the_test_and_raised_there) {
  const auto places = placed({"example.com/m", "TestX/sub"}, of_a_test);
  BOOST_REQUIRE(places.has_value());
  BOOST_TEST(places->raised_at.file == "store.go");
  BOOST_TEST(places->raised_at.line == 44U);
  BOOST_TEST(places->where.file == "x_test.go");
  BOOST_TEST(places->where.line == 11U);
}

BOOST_AUTO_TEST_CASE(a_helper_between_the_test_and_the_panic_is_not_the_test) {
  const std::string dump =
      "panic: x\n\ngoroutine 7 [running]:\n"
      "example.com/m.must(...)\n\t/w/helper_test.go:5\n"
      "example.com/m.(*Suite).TestSave(0x1)\n\t/w/suite_test.go:30 +0x1\n"
      "reflect.Value.call(0x1)\n\t/goroot/src/reflect/value.go:9 +0x1\n"
      "example.com/m.TestSuite(0x1)\n\t/w/suite_test.go:50 +0x1\n"
      "testing.tRunner(0x1, 0x2)\n\t/goroot/src/testing/testing.go:9 +0x1\n";
  const auto suite = placed({"example.com/m", "TestSuite/TestSave"}, dump);
  BOOST_REQUIRE(suite.has_value());
  BOOST_TEST(suite->where.line == 30U);
  BOOST_TEST(suite->raised_at.file == "helper_test.go");
  const auto whole = placed({"example.com/m", "TestSuite"}, dump);
  BOOST_REQUIRE(whole.has_value());
  BOOST_TEST(whole->where.line == 50U);
}

// testing/synctest, Go 1.26.
BOOST_AUTO_TEST_CASE(a_deadlock_in_a_bubble_is_raised_where_the_bubble_waits) {
  const std::string of_the_test =
      "panic: deadlock: main bubble goroutine has exited but blocked goroutines remain [recovered, repanicked]\n\n"
      "goroutine 19 [running]:\npanic({0x1?, 0x2?})\n\t/goroot/src/runtime/panic.go:860 +0x13a\n"
      "testing/synctest.Test(0x1, 0x2)\n\t/goroot/src/testing/synctest/synctest.go:290 +0x90\n"
      "example.com/m.TestDead(0x1?)\n\t/w/x_test.go:9 +0x1a\n"
      "testing.tRunner(0x1, 0x2)\n\t/goroot/src/testing/testing.go:2036 +0xea\n"
      "created by testing.(*T).Run in goroutine 1\n\t/goroot/src/testing/testing.go:2101 +0x4c5\n";
  const auto waiting = [](int line) {
    return "\ngoroutine 22 [chan receive (durable), synctest bubble 1]:\nexample.com/m.After(...)\n\t/w/store.go:" +
           std::to_string(line) +
           "\ncreated by example.com/m.TestDead.func1 in goroutine 21\n\t/w/x_test.go:11 +0x5f\n";
  };
  const auto one = placed({"example.com/m", "TestDead"}, of_the_test + waiting(5));
  BOOST_REQUIRE(one.has_value());
  BOOST_TEST(one->where.line == 9U);
  BOOST_TEST(one->raised_at.file == "store.go");
  BOOST_TEST(one->raised_at.line == 5U);
  const std::string both = of_the_test + waiting(5) + waiting(7);
  BOOST_TEST(placed({"example.com/m", "TestDead"}, both)->raised_at.line == 0U);
  const auto made = panic_failure(code(), {"example.com/m", "TestDead"}, "", read_panic(both));
  BOOST_TEST(made.output.find("store.go:7") != std::string::npos);
}

std::string stack_text(const failure& from) {
  std::string out;
  for (const auto& one : from.stack.own)
    out += one.function + " " + one.where.file.string() + ":" + std::to_string(one.where.line) +
           (one.times > 1 ? " x" + std::to_string(one.times) : "") + "\n";
  return out + std::to_string(from.stack.others) + " of others";
}

BOOST_AUTO_TEST_CASE(the_stack_is_the_projects_frames_and_the_dump_is_left_out) {
  const auto made = panic_failure(code(), {"example.com/m", "TestX/sub"},
                                  "said\ncoverage: 50.0% of statements in ./...\n", read_panic(of_a_test));
  BOOST_TEST_INFO(stack_text(made));
  BOOST_TEST(stack_text(made).starts_with("(*store).load store.go:44\n"));
  BOOST_TEST(made.stack.others > 0u);
  BOOST_TEST(made.output == "said");
}

BOOST_AUTO_TEST_CASE(a_panic_that_a_suite_recovered_from_is_placed_by_the_stack_that_it_logged) {
  const auto logged = [](std::string_view raised_by) {
    return "    /goroot/mod/suite.go:93: test panicked: bad\n        goroutine 25 [running]:\n"
           "        runtime/debug.Stack()\n        \t/goroot/src/runtime/debug/stack.go:26 +0x5e\n        " +
           std::string{raised_by} +
           "({0x1, 0x2})\n        \t/goroot/src/runtime/panic.go:860 +0x13a\n"
           "        example.com/m.(*store).load(0x1)\n        \t/w/store.go:44 +0x4f\n"
           "        example.com/m.(*S).TestSave(0x1)\n        \t/w/suite_test.go:28 +0x4f\n";
  };
  const auto made = assertion_failure(code(), {"example.com/m", "TestS/TestSave"}, logged("panic"), false);
  BOOST_TEST((made.kind == failure_kind::panic));
  BOOST_TEST(made.where.file == "suite_test.go");
  BOOST_TEST(made.where.line == 28U);
  BOOST_TEST(made.raised_at.line == 44U);
  BOOST_TEST(made.message == "test panicked: bad");
  BOOST_TEST(stack_text(made).starts_with("(*store).load store.go:44\n(*S).TestSave suite_test.go:28\n"));
  const auto no_panic =
      assertion_failure(code(), {"example.com/m", "TestS/TestSave"}, logged("x.log"), false);
  BOOST_TEST((no_panic.kind == failure_kind::assertion));
}

BOOST_AUTO_TEST_CASE(a_recursion_is_said_once) {
  std::string dump = "fatal error: stack overflow\n\ngoroutine 7 [running]:\n";
  for (int depth = 0; depth < 50; ++depth)
    dump += "example.com/m.load(0x" + std::to_string(depth) + ")\n\t/w/store.go:44 +0x1d\n";
  dump += "example.com/m.TestX(0x1)\n\t/w/x_test.go:11 +0x3e\ntesting.tRunner(0x1)\n\t/goroot/t.go:9 +0x1\n";
  const auto made = panic_failure(code(), {"example.com/m", "TestX"}, {}, read_panic(dump));
  BOOST_TEST(stack_text(made) == "load store.go:44 x50\nTestX x_test.go:11\n1 of others");
}

BOOST_AUTO_TEST_CASE(a_hanging_test_is_placed_only_where_its_goroutine_is_certain) {
  const auto hanging = [](std::string_view function, std::string_view line) {
    return "\ngoroutine 7 [sleep]:\ntime.Sleep(0x1)\n\t/goroot/src/runtime/time.go:3 +0x1\nexample.com/m." +
           std::string{function} + "(0x1)\n\t/w/x_test.go:" + std::string{line} +
           " +0x1\ntesting.tRunner(0x1, 0x2)\n\t/goroot/src/testing/testing.go:9 +0x1\n";
  };
  const std::string head =
      "panic: test timed out after 1s\n\ngoroutine 5 [running]:\n"
      "testing.(*M).startAlarm.func1()\n\t/goroot/src/testing/testing.go:2 +0x1\n";
  const test_id test{"example.com/m", "TestB"};
  const auto two = head + hanging("TestA", "10") + hanging("TestB", "20");
  BOOST_TEST(placed(test, two).value().where.line == 20U);
  const auto closure = head + hanging("TestB.func1", "30");
  BOOST_TEST(placed(test, closure).value().where.line == 30U);
  const auto unclear = head + hanging("TestB.func1", "30") + hanging("TestB.func2", "40");
  BOOST_TEST(!placed(test, unclear).has_value());
}

// TestTwo panics while TestOne runs as well; the dump comes in TestOne's output.
script panicking(std::string_view message) {
  script out;
  out.event("start").event("run", "TestOne").event("run", "TestTwo").says("TestOne", message);
  return out;
}

BOOST_AUTO_TEST_CASE(a_long_message_leaves_the_goroutine_that_panicked) {
  auto run = panicking("panic: 0\n");
  for (int line = 0; line < 2000; ++line) run.says("TestOne", std::string(99, 'x') + "\n");
  run.says("TestOne", "\n").says("TestOne", "goroutine 7 [running]:\n");
  run.says("TestOne", "p.TestTwo(0x1)\n").says("TestOne", "\t/w/x_test.go:11 +0x3e\n");
  run.says("TestOne", "testing.tRunner(0x1)\n").says("TestOne", "\t/goroot/t.go:9 +0x1\n");
  for (int other = 8; other < 2000; ++other)
    run.says("TestOne", "goroutine " + std::to_string(other) + " [select]:\n")
        .says("TestOne", "p.wait(0x1)\n")
        .says("TestOne", "\t/w/x.go:11 +0x3e\n");
  const auto results = run.event("fail").results(exited(2));
  const auto made = std::find_if(results.failures.begin(), results.failures.end(),
                                 [](const auto& each) { return each.kind == failure_kind::panic; });
  BOOST_REQUIRE(made != results.failures.end());
  BOOST_TEST(made->id.name == "TestTwo");
  BOOST_TEST(made->message.starts_with("panic: 0\nxxx"));
}

BOOST_AUTO_TEST_CASE(a_stack_that_does_not_begin_a_line_is_read_as_one) {
  const auto results = panicking("panic: no line end")
                           .says("TestOne", "goroutine 7 [running]:\n")
                           .says("TestOne", "p.TestOne(0x1)\n")
                           .says("TestOne", "\t/w/x_test.go:11 +0x3e\n")
                           .says("TestOne", "testing.tRunner(0x1)\n")
                           .event("fail")
                           .results(exited(2));
  BOOST_REQUIRE(!results.failures.empty());
  BOOST_TEST(results.failures.front().message == "panic: no line end");
}

BOOST_AUTO_TEST_CASE(the_runtimes_message_is_found_behind_a_partial_line) {
  BOOST_TEST(find_panic("panic: x") == 0U);
  BOOST_TEST(find_panic("fatal error: x") == 0U);
  BOOST_TEST(find_panic("partialpanic: x") == 7U);
  BOOST_TEST(find_panic("\tpanic: x") == std::string_view::npos);
  BOOST_TEST(find_panic("no panic here") == std::string_view::npos);
}

// Its end comes before its panic, which is in no test's output.
BOOST_AUTO_TEST_CASE(a_panic_of_an_example_is_the_examples) {
  script events;
  events.fails("ExampleAt", "--- FAIL: ExampleAt (0.00s)\n");
  for (const auto* line :
       {"panic: no such item [recovered, repanicked]\n", "\n", "goroutine 1 [running]:\n",
        "testing.(*InternalExample).processRunResult(0x1, {0x0, 0x0})\n",
        "\t/goroot/src/testing/example.go:92 +0x6ed\n", "p.At(...)\n", "\t/w/a.go:3\n", "p.ExampleAt()\n",
        "\t/w/a_test.go:11 +0xa\n", "testing.runExample({{0x1, 0x9}})\n",
        "\t/goroot/src/testing/run_example.go:63 +0x2b0\n", "FAIL\tp\t0.006s\n"})
    events.says({}, line);
  const auto results = events.event("fail").results({run_ending::kind_type::exited, 1, false, false});
  BOOST_REQUIRE(results.failures.size() == 1u);
  BOOST_TEST(full_name(results.failures.front().id) == "p/ExampleAt");
  BOOST_TEST((results.failures.front().kind == failure_kind::panic));
  BOOST_TEST(results.failures.front().message == "panic: no such item");
}

BOOST_AUTO_TEST_SUITE_END()
