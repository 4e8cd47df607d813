// Finished runs to render, and the check that every rendering has to pass.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "protocol/tool.hpp"
#include "tests/support/schema_check.hpp"
#include <boost/test/unit_test.hpp>
#include <memory>
#include <string>

namespace covey::protocol {

inline std::shared_ptr<const parsers::failure> shared(parsers::failure one) {
  return std::make_shared<const parsers::failure>(std::move(one));
}

inline parsers::failure sample_failure() {
  parsers::failure out;
  out.id = {"example.com/pkg/foo", "TestValidate/empty_input"};
  out.where = {"internal/foo/foo.go", 42};
  out.message = "expected error for empty input, got nil";
  return out;
}

inline parsers::failure sample_difference() {
  parsers::failure out;
  out.id = {"example.com/pkg/bar", "TestBaz"};
  out.where = {"internal/bar/bar_test.go", 87};
  out.message = "mismatch";
  out.expected = "3";
  out.actual = "5";
  out.diff = "got: 5\nwant: 3";
  return out;
}

// Five passed tests, exit 0.
inline parsers::finished_run sample_run() {
  parsers::finished_run run;
  run.id = 3;
  run.language = "go";
  run.root = "/w";
  run.commands = {{"go", "test", "-json", "./..."}};
  run.ending.kind = parsers::run_ending::kind_type::exited;
  run.timeout = std::chrono::seconds{300};
  run.duration = std::chrono::milliseconds{3402};
  run.results.totals.passed = 5;
  return run;
}

// Two failed ones, exit 1.
inline parsers::finished_run sample_red_run() {
  auto run = sample_run();
  run.ending.value = 1;
  run.results.totals.failed = 2;
  run.results.failures = {sample_failure(), sample_difference()};
  return run;
}

inline void check_schema(const tool_answer& answer, std::string_view schema) {
  const auto parsed = parse_json(schema);
  BOOST_REQUIRE_MESSAGE(parsed.ok(), parsed.error);
  BOOST_TEST(testing::schema_report(answer.structured, parsed.value.as_object()) == "");
}

}  // namespace covey::protocol
