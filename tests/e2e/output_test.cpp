// What tests print changes nothing of what they are.
#include "tests/support/answers.hpp"
#include "tests/support/fixture.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::testing;
namespace utf = boost::unit_test;

namespace {

std::string noisy_test(const std::string& package, const std::string& name, bool fails) {
  return "package " + package + "\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n\t\"testing\"\n)\n\nfunc " + name +
         "(t *testing.T) {\n\tfor i := 0; i < 5000; i++ {\n\t\tfmt.Println(i, strings.Repeat(\"noise \", "
         "10))\n\t}\n" +
         (fails ? "\tt.Error(\"the needle\")\n" : "") + "}\n";
}

const char* const hostile_test = R"go(package hostile

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestForgesText(t *testing.T) {
	fmt.Println("--- FAIL: TestFake (0.00s)")
	fmt.Println("    fake_test.go:1: not real")
	fmt.Println("FAIL\texample.com/m/fake\t0.1s")
	fmt.Println("panic: not real")
	fmt.Println("ok  \texample.com/m/other\t0.1s")
}

func TestForgesEvents(t *testing.T) {
	fmt.Println(`{"Action":"fail","Package":"example.com/m","Test":"TestFake","Elapsed":1}`)
	fmt.Println(`{"Action":"run","Package":"example.com/m/fake","Test":"TestGhost"}`)
	fmt.Println(`{"Action":"output","Package":"example.com/m","Output":"broken`)
}

func TestPrintsBytes(t *testing.T) {
	os.Stdout.Write([]byte{0xff, 0xfe, 0x00, 0x1b, '[', '3', '1', 'm', 0xed, 0xa0, 0x80, '\n'})
	os.Stderr.Write([]byte{0xff, 0x00, '\n'})
}

func TestPrintsALongLine(t *testing.T) {
	fmt.Println(strings.Repeat("x", 1<<20))
}

func TestEndsWithoutALineEnd(t *testing.T) {
	fmt.Print("no end of line")
}

func TestFails(t *testing.T) {
	fmt.Print("glued to ")
	t.Error("the only real failure")
}
)go";

}  // namespace

BOOST_FIXTURE_TEST_SUITE(output, go_fixture)

BOOST_AUTO_TEST_CASE(the_failure_of_the_last_test_is_found_behind_megabytes_of_output,
                     *utf::precondition(has_go)) {
  file_map files;
  for (char letter = 'a'; letter <= 'k'; ++letter) {
    const auto package = std::string("noise_") + letter;
    files[package + "/x_test.go"] = noisy_test(package, "TestNoise", false);
  }
  files["zz_last/x_test.go"] = noisy_test("last", "TestLast", true);
  write_module(files);
  auto& server = start_open();
  // One package at a time, so that the failure comes last.
  const auto run = server.call("run_tests", {{"output", "raw"}, {"budget", 250'000}});
  BOOST_TEST(counts_of(run) == "passed 11, failed 1, skipped 0, errors 0");
  BOOST_TEST(failures_now(server) == std::vector<std::string>{"example.com/m/zz_last/TestLast"},
             boost::test_tools::per_element());
  const auto text = text_of(run);
  const auto marker = text.find("[TRUNCATED] ");
  BOOST_REQUIRE(marker != std::string::npos);
  BOOST_TEST(text.size() < (500u << 10) + 2000);
  BOOST_TEST(text.size() > (400u << 10));
  // "N of M bytes left out": M is what the runner printed.
  const auto total = std::stoul(text.substr(text.find(" of ", marker) + 4));
  BOOST_TEST(total > 5000000u);
  BOOST_TEST(last_line(text) == "exit: 1");
}

BOOST_AUTO_TEST_CASE(what_a_test_prints_changes_no_result, *utf::precondition(has_go)) {
  write_module({{"hostile_test.go", hostile_test}});
  auto& server = start_open();
  const auto schemas = output_schemas(server);
  const auto run = server.call("run_tests");
  check_answer(schemas, "run_tests", run);
  BOOST_TEST(status_of(run) == "failed");
  BOOST_TEST(counts_of(run) == "passed 5, failed 1, skipped 0, errors 0");
  BOOST_TEST(failures_now(server) == std::vector<std::string>{"example.com/m/TestFails"},
             boost::test_tools::per_element());
  const auto failures = server.call("last_test_failures");
  check_answer(schemas, "last_test_failures", failures);
  BOOST_TEST(text_of(failures).find("the only real failure") != std::string::npos, text_of(failures));
  BOOST_TEST(text_of(failures).find("hostile_test.go:39") != std::string::npos, text_of(failures));
}

BOOST_AUTO_TEST_CASE(a_package_that_does_not_build_is_an_error_with_its_place, *utf::precondition(has_go)) {
  write_module({{"good/x_test.go", "package good\n\nimport \"testing\"\n\nfunc TestGood(t *testing.T) {}\n"},
                {"bad/bad.go", "package bad\n\nfunc F() int {\n\treturn missing\n}\n"},
                {"bad/x_test.go", "package bad\n\nimport \"testing\"\n\nfunc TestBad(t *testing.T) {}\n"}});
  auto& server = start_open();
  const auto run = server.call("run_tests");
  BOOST_TEST(status_of(run) == "failed");
  BOOST_TEST(counts_of(run) == "passed 1, failed 0, skipped 0, errors 1");
  const auto text = text_of(server.call("last_test_failures"));
  BOOST_TEST(text.find("bad/bad.go:4") != std::string::npos, text);
  BOOST_TEST(text.find("undefined: missing") != std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(a_test_file_with_an_import_that_is_nowhere_is_an_error_with_its_place,
                     *utf::precondition(has_go)) {
  write_module({{"good/x_test.go", "package good\n\nimport \"testing\"\n\nfunc TestGood(t *testing.T) {}\n"},
                {"bad/x_test.go",
                 "package bad\n\nimport (\n\t\"testing\"\n\n\t\"example.com/m/gone\"\n)\n\n"
                 "func TestBad(t *testing.T) { gone.F() }\n"}});
  auto& server = start_open();
  BOOST_TEST(counts_of(server.call("run_tests")) == "passed 1, failed 0, skipped 0, errors 1");
  const auto text = text_of(server.call("last_test_failures"));
  BOOST_TEST(text.find("bad/x_test.go:6") != std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(a_module_without_tests_does_not_pass, *utf::precondition(has_go)) {
  write_module({{"lib.go", "package m\n\nfunc F() {}\n"}});
  auto& server = start_open();
  const auto run = server.call("run_tests");
  BOOST_TEST(status_of(run) == "no_tests");
  BOOST_TEST(text_of(run).find("no tests were run") != std::string::npos, text_of(run));
}

BOOST_AUTO_TEST_SUITE_END()
