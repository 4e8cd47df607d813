// Picked files and blocks -> the `go test` commands that run these tests and no others, and the names under
// which they will be reported.
#pragma once

#include "parsers/languages/go/packages.hpp"
#include "parsers/languages/go/selection.hpp"
#include "parsers/languages/language.hpp"
#include "parsers/model/selection.hpp"
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace covey::parsers {

struct go_picks {
  std::vector<go_test_set> sets;
  selector_lists selectors;             // of each pick; empty: it cannot run, and a note says why
  std::vector<std::uint32_t> testless;  // places of picked files without tests in this build
  std::vector<std::string> notes;       // a sentence each, bounded
};

// The go.mod files that folders of picks without a package would be modules of their own by.
path_request go_module_question(const std::vector<file_selection>& selections, const go_packages& packages);

// The folders of those that are there, relative to the root. `seen` answers `asked`.
std::set<std::string> go_own_modules(const path_request& asked, const path_states& seen,
                                     const std::string& root);

// Go has no unit of a file: a picked file is its test functions, by their names. `choose`: what is picked
// runs alone; else it is only to be told apart.
go_picks select_go_picks(const std::vector<file_selection>& selections, const go_packages& packages,
                         const std::set<std::string>& own_modules, bool choose = true);

// "adds ${a} items" -> "^adds_.*_items$". A slash in a literal piece begins a new element. `repeats`: names
// of which Go makes "x#01" at its second use are meant with all their uses.
go_name_pattern go_pattern_of(const std::vector<block_name>& path, bool repeats);

}  // namespace covey::parsers
