// What ends or breaks the process of a package beside its tests, with the real go.
#include "tests/languages/common/e2e/language_fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <string>

using namespace covey::testing;

namespace {

struct go_odd_fixture : language_fixture {
  go_odd_fixture() { write_file(workspace() + "/go.mod", "module example.com/odd\n\ngo 1.20\n"); }

  void write_test(const std::string& package, const std::string& imports, const std::string& text) {
    write_file(workspace() + "/" + package + "/" + package + "_test.go",
               "package " + package + "\n\nimport (\n" + imports + "\t\"testing\"\n)\n\n" + text);
    write_file(workspace() + "/" + package + "/" + package + ".go",
               "package " + package + "\n\nfunc Answer() int {\n\treturn 42\n}\n");
  }

  static std::string notes_of(const json::object& run) {
    const auto* notes = run.if_contains("notes");
    return notes == nullptr ? "" : json::serialize(*notes);
  }
};

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_TEST_DECORATOR(*boost::unit_test::precondition(needs_program("go")))
BOOST_FIXTURE_TEST_SUITE(go_odd, go_odd_fixture)

BOOST_AUTO_TEST_CASE(a_package_that_coverage_breaks_runs_again_without_it) {
  write_test("moves", "\t\"flag\"\n\t\"os\"\n",
             "func TestMoves(t *testing.T) {\n\tAnswer()\n\tif at := flag.Lookup(\"test.gocoverdir\"); at != nil && at.Value.String() != \"\" "
             "{\n\t\tos.RemoveAll(at.Value.String())\n\t}\n}\n");
  write_test("plain", "", "func TestPlain(t *testing.T) {\n\tAnswer()\n}\n");
  // A program that tests start says more at its end where it was built for coverage.
  write_test("starts", "\t\"os\"\n\t\"os/exec\"\n",
             "func TestStarts(t *testing.T) {\n\tif os.Getenv(\"CHILD\") != \"\" {\n\t\tos.Exit(3)\n\t}\n\tchild := exec.Command(os.Args[0], "
             "\"-test.run=TestStarts\")\n\tchild.Env = append(os.Environ(), \"CHILD=1\")\n\tif out, _ := child.CombinedOutput(); len(out) > 0 "
             "{\n\t\tt.Fatalf(\"%s\", out)\n\t}\n}\n");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 3, failed 0, skipped 0, errors 0");
  BOOST_TEST(at_path(run, "status") == "passed");
  BOOST_TEST(holds(notes_of(run), "come of measuring coverage and do not count"), notes_of(run));
  BOOST_TEST(ran("plain/plain.go", 4));
}

BOOST_AUTO_TEST_CASE(a_package_that_its_test_main_leaves_out_is_skipped) {
  write_test("db", "\t\"fmt\"\n\t\"os\"\n",
             "func TestMain(m *testing.M) {\n\tif os.Getenv(\"DATABASE\") == \"\" {\n\t\tfmt.Println(\"no DATABASE\")\n\t\tos.Exit(0)\n\t}\n\t"
             "os.Exit(m.Run())\n}\n\nfunc TestRead(t *testing.T) {}\n");
  write_test("plain", "", "func TestPlain(t *testing.T) {}\n");
  for (const bool coverage : {true, false}) {
    const auto run = run_tests({{"coverage", coverage}});
    BOOST_TEST(counted(run) == "passed 1, failed 0, skipped 1, errors 0");
    BOOST_TEST(at_path(run, "status") == "passed");
    BOOST_TEST(holds(notes_of(run), "its TestMain ended before any test (db/db_test.go:12), with 0; its tests were skipped: no DATABASE"),
               notes_of(run));
  }
}

BOOST_AUTO_TEST_CASE(a_test_that_takes_stdout_away_is_no_crash_and_one_that_ends_the_process_no_pass) {
  const auto write_quiet = [this](const std::string& what) {
    write_test("quiet", "\t\"syscall\"\n",
               "func TestA(t *testing.T) {}\n\nfunc TestTakes(t *testing.T) {\n\t" + what + "\n}\n\nfunc TestB(t *testing.T) {}\n");
  };
  write_quiet("syscall.Close(1)");
  for (const bool coverage : {true, false}) {
    const auto run = run_tests({{"coverage", coverage}});
    BOOST_TEST(at_path(run, "status") == "passed", json::serialize(run));
    BOOST_TEST(at_path(run, "not_run") == 0, json::serialize(run));
    BOOST_TEST(holds(notes_of(run), "the results of 1 test(s) of example.com/odd/quiet were lost"), notes_of(run));
  }
  write_quiet("syscall.Exit(0)");
  for (const bool coverage : {true, false}) {
    const auto run = run_tests({{"coverage", coverage}});
    BOOST_TEST(at_path(run, "status") == "failed", json::serialize(run));
  }
}

constexpr const char* ending_tests = R"(func TestA(t *testing.T) {}

func TestPanics(t *testing.T) {
	t.Run("case", func(t *testing.T) {
		var m map[string]int
		m["a"] = 1
	})
}

func TestFails(t *testing.T) {
	t.Error("no")
}

func TestDies(t *testing.T) {
	log.Fatal("bye")
}

var begun = make(chan bool)

func TestBeside(t *testing.T) {
	t.Parallel()
	Answer()
	if !strings.Contains(flag.Lookup("test.skip").Value.String(), "TestSpawns") {
		close(begun)
		select {}
	}
}

func TestSpawns(t *testing.T) {
	t.Parallel()
	<-begun
	go func() { panic("in a goroutine") }()
	select {}
}
)";

BOOST_AUTO_TEST_CASE(a_test_that_ends_its_process_keeps_no_other_from_running) {
  write_test("ends", "\t\"flag\"\n\t\"log\"\n\t\"strings\"\n", ending_tests);
  for (const bool coverage : {true, false}) {
    const auto run = run_tests({{"coverage", coverage}});
    BOOST_TEST(counted(run) == "passed 2, failed 4, skipped 0, errors 0");
    const auto said = json::serialize(run);
    BOOST_TEST(at_path(run, "not_run") == 0, said);
    for (const auto* part : {"panic: assignment to entry in nil map", "exit status 1", "panic: in a goroutine", "the tests without an outcome ran in further processes"})
      BOOST_TEST(holds(said, part), said);
    if (coverage) BOOST_TEST(ran("ends/ends.go", 4));  // by TestBeside, in the last process
  }
}

BOOST_AUTO_TEST_SUITE_END()
