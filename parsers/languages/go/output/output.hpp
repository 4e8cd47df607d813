// Reads what `go test -json` prints, of Go 1.19 and later; the output of several commands may be fed one
// after the other, and a package may come again.
#pragma once

#include "parsers/languages/go/packages.hpp"
#include "parsers/languages/go/sources.hpp"
#include "parsers/model/test.hpp"
#include "parsers/events/output_parser.hpp"
#include <cstdint>
#include <memory>
#include <vector>

namespace covey::parsers {

// A failure of the go command itself, which is no package's: its group; the name is empty.
inline constexpr char go_command_group[] = "go";

struct go_output_options {
  std::shared_ptr<const go_packages> packages;  // to find files; null: names stay as Go prints them
  // What a rerun is to run again. One that does not end becomes a failure: it must never read as a pass. An
  // empty name stands for the whole package.
  std::vector<test_id> wanted;
  std::vector<std::uint32_t> testless_selections = {};  // run_results::testless_selections
  std::shared_ptr<const go_sources> sources = {};       // of the tests, for places; null: as Go prints them
  bool runs_all = false;  // every test of every package is to run, so that what never began can be counted
};

std::unique_ptr<output_parser> make_go_output(go_output_options options);

}  // namespace covey::parsers
