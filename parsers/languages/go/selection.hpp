// Selected files and blocks -> the `go test` commands that run these tests and no others, and the names under
// which they will be reported.
#pragma once

#include "parsers/languages/go/packages.hpp"
#include "parsers/languages/go/rerun.hpp"
#include "parsers/languages/plan.hpp"
#include "parsers/model/selection.hpp"
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace covey::parsers::languages::go {

struct resolved_selections {
  std::vector<test_set> sets;
  selector_lists selectors;             // of each selection; empty: it cannot run, and a note says why
  std::vector<std::uint32_t> testless;  // indexes of selected files without tests in this build
  std::vector<std::string> notes;       // a sentence each, bounded
};

// Asks for the go.mod files that would make folders of selections without a package modules of their own.
path_request module_question(const std::vector<file_selection>& selections, const package_list& packages);

// The folders of those go.mod files that exist, relative to the root. `seen` answers `asked`.
std::set<std::string> find_own_modules(const path_request& asked, const path_states& seen,
                                       const std::string& root);

// Go cannot run a single file: a selected file stands for its test functions, by their names. `choose`: only
// the selections run; else they are only told apart in a run of everything.
resolved_selections resolve_selections(const std::vector<file_selection>& selections,
                                       const package_list& packages, const std::set<std::string>& own_modules,
                                       bool choose = true);

// "adds ${a} items" -> "^adds_.*_items$". A slash in a literal begins a new element. `repeats`: a name also
// matches its further uses, which Go calls "x#01".
name_pattern pattern_of(const std::vector<block_name>& path, bool repeats);

}  // namespace covey::parsers::languages::go
