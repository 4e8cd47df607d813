// What a command typed into a shell would run of a language's tests, so that `covey hook` can name the call that
// does it. A language reads the commands that covey can stand in for: those whose words select tests, or say how
// output looks. A word that changes how tests run makes a command none of these.
// Design: docs/design/20-hook.md
#pragma once

#include "parsers/languages/added_flags.hpp"
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers {

// A file or a folder, as it was typed.
struct typed_path {
  std::string path;
  bool deep = true;      // of a folder: what is in its folders, too
  bool pattern = false;  // its runner finds it anywhere in a path, in any case
};

// Of several ways to select, all hold.
struct shell_run {
  std::vector<typed_path> paths;    // any of them; none: everywhere
  std::vector<std::string> labels;  // any of them, exactly
  std::string query;                // of labels, in fzf's syntax
  bool failed_only = false;
  std::string_view runner = {};  // that the command names, as a decision of a run would: "jest"; empty: none
  bool from_here = false;        // without a path: of the folder that it is typed in; else of the project
  std::string beside = {};       // a file beside the interpreter that it names, as it was typed; empty: none
};

// The words of a command behind its program, told apart.
struct shell_words {
  std::vector<std::pair<std::string_view, std::string>> flags;  // name, value
  std::vector<std::string> words;                               // no flags
  std::vector<std::string> rest;                                // behind "--"
};

// Each flag by the name of its rule. Nothing: one is not harmless, or lacks its value. Of two rules of a flag that
// differ in `value`, the one with a value is for what stands behind "=" only.
std::optional<shell_words> read_shell_words(std::span<const std::string> words, const flag_table& table);

// Selects by a regular expression that is nothing but names: `TestA`, `^TestA$`, `^(TestA|TestB)$`, `Test.*`. What
// comes behind `levels` in a name is left out: all of `TestA` has `TestA/sub` in it. False: it is more than
// that, and nothing is selected.
bool select_by_pattern(shell_run& run, std::string_view pattern, std::string_view levels = {});

// A term of a query that finds a text anywhere in a label.
std::string term_containing(std::string_view text);

}  // namespace covey::parsers
