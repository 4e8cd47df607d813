// The known failures: those of the latest run, and those of earlier runs that no run has judged since. A pure
// value: the failure store keeps it with the latest run.
// Design: docs/design/09-known-failures.md
#pragma once

#include "parsers/model/finished_run.hpp"
#include <string_view>
#include <vector>

namespace covey::parsers {

// The part of a decision that the settings leave a command out, chosen by its name among the others (failure::runner).
inline constexpr std::string_view left_out_part = "left out";

// Of the latest run first, in its order; then those of earlier runs.
std::vector<known_failure> known_failures(const finished_run& run);

// Those that a run with these options had found. Null: none.
std::vector<known_failure> those_with(const std::vector<known_failure>& known,
                                      const run_options_ptr& options);

// What a rerun runs: the known failures of the language, at most `limit`. An error that kept a run of some tests from them (a wrong
// option, a step) stands for no test: it counts only where nothing else is known.
std::vector<rerun_test> rerun_set(const std::vector<known_failure>& known, std::string_view language,
                                  std::size_t limit);

// Where all that is known of the language are such errors: the selections that those runs were to run.
std::vector<file_selection> selections_asked(const std::vector<known_failure>& known,
                                             std::string_view language);

// Whether a run of all costs less than a rerun of these, which `latest` has found: they are most of its tests by number and by time.
// Runners start for single tests more than once, and a few tests are never most of a suite.
bool are_most(const std::vector<rerun_test>& tests, const finished_run& latest);

// Fills in `known_before`, `still_failing`, `unreached`, `whole_before` and `changes` of a run that has
// ended, from the one before it; its results have been counted. A failure is judged by a run in which its test
// failed or passed, by a whole run that came to its end and no longer has its test and, if it is not the verdict of a
// test (a build, a file that did not load), by a run in which its group was sound. Whatever a run skipped, deselected,
// lost or never began stays failed; so does what passes in a run of some tests though no file has changed. Runs to
// which a call adds something judge only what such a run found; a flag that the runner does not know is forgotten. Of
// tests that nothing distinguishes, none is judged until as many have ended as there were.
// `is_source`: whether a file is of some language, so that no run is taken for what writes it.
void carry_over(const finished_run& last, finished_run& run, const path_test& is_source = {});

}  // namespace covey::parsers
