// What must come out of the recordings in tests/languages/julia/recordings, whichever Julia wrote them.
#include "parsers/events/unit_coverage.hpp"
#include "parsers/languages/julia/plan.hpp"
#include "parsers/model/coverage.hpp"
#include "parsers/events/event_output.hpp"
#include "tests/parsers/events/recording.hpp"
#include "tests/support/test_data.hpp"
#include <boost/test/unit_test.hpp>
#include <filesystem>

using namespace covey::parsers;
using namespace covey::parsers::languages::julia;
using namespace covey::parsers::testing;

namespace {

namespace fs = std::filesystem;

struct expectation {
  std::string project;
  std::string totals;
  std::vector<std::string>
      failures;  // "kind name file:line message's first line", in the order they were found
};

const std::vector<expectation> expectations{
    {"outcomes",
     "6 6 2 1",
     {"assertion test/assertions.jl > fails_equal test/assertions.jl:8 add(1, 2) == 2",
      "assertion test/assertions.jl > fails_text test/assertions.jl:12 \"alpha\\nBETA\\ngamma\" == "
      "\"alpha\\nbeta\\ngamma\"",
      "panic test/assertions.jl > raises test/assertions.jl:16 boom",
      "panic test/assertions.jl > raises_in_source test/assertions.jl:20 boom: nothing can be divided by "
      "zero",
      "assertion test/assertions.jl > param 2 test/assertions.jl:32 n != 2",
      "assertion test/nested.jl > outer > inner > deep_fails test/nested.jl:7 add(1, 2) == 2",
      "error test/setup_fails.jl test/setup_fails.jl:2 no setup"}},
    {"broken",
     "1 0 0 2",
     {"error test/missing_import.jl test/missing_import.jl:2 ArgumentError: Package NoSuchPackage not found "
      "in "
      "current path:",
      "error test/syntax_error.jl test/syntax_error.jl:2 syntax: missing comma or ) in argument list"}},
    {"crash",
     "1 1 0 0",
     {"crash test/runtests.jl > around > crashes test/runtests.jl:10 exit() was called while this test was "
      "running"}},
    {"abort",
     "1 1 0 0",
     {"crash test/runtests.jl > around > crashes test/runtests.jl:8 the process ended while this test was "
      "running (exit code 1)"}},
    {"shapes",
     "4 8 0 1",
     {"assertion test/results.jl > fails_often test/results.jl:2 1 + 2 > 3",
      "panic test/results.jl > raises_in_test test/results.jl:9 error(\"boom\") == 1",
      "assertion test/results.jl > unexpectedly_passes test/results.jl:13 1 + 1 == 2",
      "assertion test/results.jl > logs test/results.jl:17 Expression: 1 + 1",
      "error test/throws.jl test/throws.jl:2 KeyError: key \"b\" not found",
      "assertion test/runtests.jl > mixed test/runtests.jl:13 1 + 2 == 2",
      "assertion test/runtests.jl > twin test/runtests.jl:25 false",
      "assertion test/runtests.jl > another_type test/runtests.jl:30 1 + 2 == 2",
      "assertion test/runtests.jl > helper test/runtests.jl:41 value > 0"}},
    {"unloadable",
     "0 0 0 1",
     {"error test/runtests.jl src/Unloadable.jl:5 syntax: missing comma or ) in argument list"}},
};

const make_parser parser = event_parser("julia");

// "languages/julia/recordings/VERSION/".
std::vector<std::string> versions() {
  std::vector<std::string> out;
  for (const auto& entry : fs::directory_iterator{covey::testing::test_data() / "languages/julia/recordings"})
    if (entry.is_directory())
      out.push_back("languages/julia/recordings/" + entry.path().filename().string() + "/");
  BOOST_REQUIRE(!out.empty());
  return out;
}

coverage read_coverage(const std::string& folder, const run_results& results) {
  const auto collector = make_unit_coverage({"/w", attribution::run, " > ", is_test_file});
  for (const char* name : {"julia.info", "uncovered.cov"}) {
    collector->begin_file(name);
    collector->feed(recorded(folder + "/" + name));
    collector->end_file();
  }
  return collector->finish(results);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(julia_recorded)

BOOST_AUTO_TEST_CASE(what_was_recorded_comes_out_as_the_table_says) {
  for (const auto& version : versions())
    for (const auto& wanted : expectations) {
      check_run(parser, version + wanted.project, wanted.totals, wanted.failures, order::as_found);
      const auto results = read_run(parser, version + wanted.project);
      BOOST_TEST(results.unfinished.empty());
      BOOST_TEST(results.notes.empty());
    }
}

BOOST_AUTO_TEST_CASE(values_differences_and_keys_are_kept) {
  for (const auto& version : versions()) {
    const auto results = read_run(parser, version + "outcomes");
    const auto& equal = named(results, "fails_equal");
    BOOST_TEST(equal.expected.value_or("") == "2");
    BOOST_TEST(equal.actual.value_or("") == "3");
    BOOST_TEST(equal.key == "test/assertions.jl:fails_equal");
    BOOST_TEST(named(results, "fails_text").diff == " alpha\n-beta\n+BETA\n gamma");
  }
}

BOOST_AUTO_TEST_CASE(several_failed_tests_of_a_testset_are_one_failure_with_all_places) {
  for (const auto& version : versions()) {
    const auto results = read_run(parser, version + "shapes");
    const auto& message = named(results, "fails_often").message;
    for (const char* part :
         {"test/results.jl:3: error(\"no\")\nexpected DomainError to be thrown",
          "test/results.jl:4: 1 + 1\nexpected ErrorException to be thrown, but nothing was",
          "test/results.jl:5: 1 + 1\nis no Bool but 2"})
      BOOST_TEST(message.find(part) != std::string::npos, part << " is not in " << message);
    BOOST_TEST(named(results, "twin").key == "test/runtests.jl:twin#2");
  }
}

BOOST_AUTO_TEST_CASE(functions_that_were_never_compiled_count_as_uncovered) {
  for (const auto& version : versions()) {
    const auto data = read_coverage(version + "outcomes", read_run(parser, version + "outcomes"));
    BOOST_REQUIRE_EQUAL(data.files.size(), 1u);
    const auto& lines = data.files.at("src/Outcomes.jl").lines;
    std::vector<std::uint32_t> found, hit;
    for (const auto& line : lines) {
      found.push_back(line.line);
      if (line.hits > 0) hit.push_back(line.line);
    }
    const std::vector<std::uint32_t> all{5, 8, 9, 14, 15, 17, 18}, ran{5, 8};
    BOOST_TEST(found == all, boost::test_tools::per_element());
    BOOST_TEST(hit == ran, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(of_nested_testsets_that_begin_only_the_one_that_runs_can_crash) {
  event_output_options options;
  options.separator = " > ";
  const auto parser = make_event_output(options);
  parser->feed(stream::events,
               "{\"e\":\"begin\",\"group\":\"t.jl\",\"name\":\"a\"}\n{\"e\":\"pause\",\"group\":\"t.jl\","
               "\"name\":\"a\"}\n"
               "{\"e\":\"begin\",\"group\":\"t.jl\",\"name\":\"a > b\"}\n");
  const auto results = parser->finish({run_ending::kind_type::signalled, 6, false, false});
  BOOST_REQUIRE_EQUAL(results.failures.size(), 1u);
  BOOST_TEST(results.failures[0].id.name == "a > b");
}

BOOST_AUTO_TEST_SUITE_END()
