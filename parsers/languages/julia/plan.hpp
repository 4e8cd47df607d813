// The parts of a Julia run's plan, value by value.
#pragma once

#include "parsers/languages/plan.hpp"
#include "parsers/model/test.hpp"
#include "parsers/model/selection.hpp"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::julia {

// What Julia prints when a signal ends it: the signal and the frames, innermost first (`jl_critical_error` of
// Julia's src/signal-handling.c; 1.5 to 1.12 differ in the first line).

struct fault_frame {
  location where;
  std::string function;  // "top-level scope" and "macro expansion" for code outside of functions
};

struct fault_report {
  std::string what;                 // "Segmentation fault"; empty: no fault
  std::vector<fault_frame> frames;  // those of the project
};

// Several processes may print at once, line by line; only the test process has frames of the project.
fault_report read_fault(const std::string& root, std::string_view text);

// Adds to the failure of a running test where it hung, or what ended it and where; if it was ended, the
// fault's own frames replace its output.
void add_fault(const std::string& root, std::string_view text, failure& to);

// "julia version 1.10.4\n" -> "1.10.4"; empty for any other output.
std::string version_in(std::string_view printed);

// The content of COVEY_SELECT's file for these failures: a JSON array of keys. nullopt if one of them has no
// key, that is, if the runner itself failed: then everything must run again.
std::optional<std::string> selection_argument(const std::vector<rerun_test>& wanted);

// Tells test files from code of the package, by path relative to the root.
bool is_test_file(std::string_view path);

run_plan make_plan(const plan_request& request, std::string_view version);

// Selected test files and blocks of a Julia run: what the reporter is told about them.

// The content of COVEY_SELECTIONS's file: per line a JSON array of strings with the file, the first and the
// last line of a block, and the literals of its own label; 0 and 0 for a whole file. A block is identified by
// its lines and its own label, because the names around it depend on who includes its file.
std::string selection_entries(const std::vector<file_selection>& selections);

// Which tests belong to a selection is left to the reporter: what a selected file includes or a selected
// block calls may be written anywhere. If everything runs, the tests of a file are those written in it.
selector_lists selectors_for(const plan_request& request);

}  // namespace covey::parsers::languages::julia
