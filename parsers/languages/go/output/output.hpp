// Reads the output of `go test -json`, of Go 1.19 and later. The output of several commands may be fed one
// after the other, and a package may appear again.
#pragma once

#include "parsers/languages/go/packages.hpp"
#include "parsers/languages/go/sources.hpp"
#include "parsers/model/test.hpp"
#include "parsers/events/output_parser.hpp"
#include <cstdint>
#include <memory>
#include <vector>

namespace covey::parsers::languages::go {

// The group of failures of the go command itself, which belong to no package; their name is empty.
inline constexpr char command_group[] = "go";

struct output_options {
  std::shared_ptr<const package_list> packages;  // to find files; null: names stay as Go prints them
  // The rerun set. A test of it that does not end becomes a failure: it must never read as a pass. An empty
  // name stands for the whole package.
  std::vector<test_id> wanted;
  std::vector<std::uint32_t> testless_selections = {};  // run_results::testless_selections
  std::shared_ptr<const test_sources> sources = {};     // of the tests, for places; null: as Go prints them
  bool runs_all = false;  // every test of every package is to run, so tests that never began can be counted
  std::string turn = {};  // turn_mark of the run's channel; empty: there are no such lines
};

std::unique_ptr<output_parser> make_output(output_options options);

}  // namespace covey::parsers::languages::go
