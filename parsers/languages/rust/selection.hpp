// Selected files and blocks -> the targets that hold them, and the names of their tests in those targets.
#pragma once

#include "parsers/languages/rust/job.hpp"
#include "parsers/model/selection.hpp"
#include "parsers/languages/rust/output/libtest.hpp"
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::rust {

struct selected_targets {
  std::vector<file_selection> selections;
  std::string root;  // absolute; the selections' files are relative to it
  // The file name with which rustdoc's test names begin, for a file in the package of `of`.
  std::function<std::string(const job_target& of, const std::string& file)> doc_name;
  strings left_out = {};  // absolute: main files of targets that do not run
};

// The main files of the targets that a selected file may be a module of; their texts tell whether it is one.
strings selection_sources(const selected_targets& selected, const std::vector<job_target>& targets);

struct resolved_selections {
  selector_lists selectors;  // one list per selection, in order
  strings notes;
};

// `sources`: the texts of selection_sources(), by path. `choose`: also adds the selected tests to the
// targets' `chosen`; else only the selectors are made.
resolved_selections resolve_selections(const selected_targets& selected,
                                       const std::map<std::string, std::string, std::less<>>& sources,
                                       bool choose, std::vector<job_target>& targets);

test_selector selector_for(std::string group, const test_pattern& pattern);

// The name of `module` as `text` declares it: "try" -> "r#try" for `mod r#try;`. "": not declared.
std::string declared_module(std::string_view text, std::string_view module);

// The name of the module that `text` loads from `path`, relative to its own folder: "c" for `#[path =
// "a/b.rs"] mod c;`. "": none.
std::string module_placed_at(std::string_view text, std::string_view path);

// Which tests a test binary is started with, and started again with: a test that crashes the process must not
// prevent the others from running.

struct binary_start {
  strings names;    // empty: every test except `skipped`
  strings skipped;  // used only if `names` is empty

  friend bool operator==(const binary_start&, const binary_start&) = default;
};

// Replaces the patterns with the names of the tests that they match.
chosen_tests with_names(chosen_tests chosen, const test_list& tests);

// `mimic`: libtest-mimic takes one name at a time.
std::vector<binary_start> starts_for(const chosen_tests& chosen, bool mimic);

// Starts for the tests of `start` that had not begun when its process ended; empty: all had begun.
std::vector<binary_start> starts_of_the_rest(const binary_start& start, const test_list& tests,
                                             const std::set<std::string, std::less<>>& began, bool mimic);

// How many tests `start` runs.
std::size_t count_tests(const binary_start& start, const test_list& tests);

// The binary's command-line arguments.
strings start_arguments(const binary_start& start);

}  // namespace covey::parsers::languages::rust
