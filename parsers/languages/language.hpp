// A language as one value: how covey recognises and names its projects, lists their tests without running
// anything, and plans a test run. A language is pure: what it needs to know about the machine, it asks for.
#pragma once

#include "parsers/languages/added_flags.hpp"
#include "parsers/languages/finder.hpp"
#include "parsers/languages/plan.hpp"
#include "parsers/model/source_lines.hpp"
#include "parsers/model/file_outline.hpp"
#include "parsers/model/freshness.hpp"
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// A file at the workspace root that makes it a project; `containing` and `beside` add conditions.
struct project_file {
  std::string_view file;
  std::string_view containing = {};
  std::string_view beside = {};  // another file, relative to the root
};

// "tox.ini with pytest in it"
std::string to_string(const project_file& value);

// Which other sources may load a source, or are compiled with it.
struct source_reach {
  std::vector<std::string> names = {};  // those that have one of these among their words
  std::string below = {};               // those in this folder and below it; empty: this says none
  bool beside = false;                  // those in its own folder
  bool everywhere = false;              // all
};

struct language {
  std::string_view name;                              // "go": the value of every tool's `language` argument
  std::string_view display_name{};                    // "Go"
  std::string_view program{};                         // "go": what must be on PATH
  std::vector<std::string_view> version_arguments{};  // make it print its version, for `covey doctor`
  std::string_view installed_by{};                    // a command that installs it, for `covey doctor`
  std::vector<project_file> project_files;            // any of them makes a project
  // The project's own name, from the text of one of its project files; empty if that file gives no name.
  std::string (*project_name)(std::string_view file, std::string_view text) = nullptr;
  std::unique_ptr<planner> (*plan)(plan_request request) = nullptr;
  std::unique_ptr<const test_finder> (*make_finder)(const config_texts& config) = nullptr;
  // The functions and statements of one of its sources; null: it cannot tell them.
  source_structure (*structure)(std::string_view path, std::string_view text) = nullptr;
  file_outline (*outline)(std::string_view path, std::string_view text) = nullptr;  // likewise
  // Null: all may load it. `exists`: whether the workspace has a file, by its path.
  source_reach (*reach_of)(std::string_view path, const path_test& exists) = nullptr;
  // Names of files that decide how all tests run; with a `*` at the end their beginnings.
  std::vector<std::string_view> deciding_files = {};
  // A run with a note that has these words measured a part of what its tests ran. Empty: there is none.
  std::string_view in_part = {};
  // What decides that beside the workspace's files: paths ("$NAME/…" by a variable; a folder counts by the names in it; `*`: any one name; relative ones are the workspace's),
  // and beginnings of variables. The language's program counts, too.
  std::vector<std::string_view> deciding_paths = {}, deciding_variables = {};
  std::vector<std::string_view> shell_commands = {};  // "go test": what people type to run its tests
  // What such a command would run; nothing: it runs no tests, or does more than a run of covey's can.
  std::optional<shell_run> (*read_command)(const std::vector<std::string>& words) = nullptr;
  // Whether a run of covey's, which follows the project's file, includes all tests that the typed command would run. Null:
  // always.
  bool (*includes)(std::string_view project_text, const shell_run& typed) = nullptr;
  std::vector<const flag_table*> flag_tables = {};  // of its runners
  std::vector<std::string_view> settings = {};  // of "packages", "features" and "leave_out" those that it has
  // Variables that change what its output looks like, and no verdict.
  std::vector<std::string_view> output_variables = {};
  std::vector<std::string_view> config_files = {};  // at the root: they may define how tests are named
  std::vector<std::string_view> skipped_folders =
      {};  // names of folders without tests, beside the usual ones
  std::vector<std::string_view> generated_folders = {};  // names of folders that its tools fill, never people
  std::vector<std::string_view> config_folders = {};     // hidden folders that configure its tools
  std::vector<std::string_view> source_endings = {};     // ".go": a new file of such a name is an edit
  std::vector<std::string_view> compiled_endings = {};   // of files beside sources that are compiled with them
  std::string_view embedding_word = {};                  // a source that says it may hold other files; where tests are built, those below its folder
  bool tools_load_data = false;                          // what configurations name all tests may have
  bool tells_what_is_there = false;                      // inputs are also files that were only asked for; none of what is read while tests are loaded
  bool tells_what_is_loaded = false;                     // what tests or their runner load is measured, all of it
  bool compiles = false;                                 // tests are built before they run
  std::span<const std::string_view> listing_words = {};  // what lists the names of a module or of a type
  bool measures_all() const { return compiles || tells_what_is_loaded; }  // of each source that has functions
  std::string_view test_folder = {};                     // holds all tests; listed paths are relative to it
  bool keeps_files = false;                              // its plans use plan_request::kept
  bool links_folders = false;  // its finder overrides link(): files of one folder are read together
  // "@test": where tests have no names of their own, an assertion is named by this and its expression.
  std::string_view assertion = {};
};

}  // namespace covey::parsers
