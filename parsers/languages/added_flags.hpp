// What covey does with the words that a user adds to a run, in a call's `args` or in covey.toml: a language has a table
// per runner of the flags that would take the results away or write into the project. These are refused by their
// names, with the remedy; all others are passed on. The same table says which flags of a command that is typed into a
// shell leave its run as it is.
// Design: docs/design/20-hook.md
#pragma once

#include "parsers/model/settings.hpp"
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers {

enum class flag_style : std::uint8_t {
  go,    // -name, --name and -test.name are one
  gnu,   // --name and -n; -xyz is -x -y -z
  camel  // the same; --flagName and --flag-name are one, and so are --no-name and --name.part with --name
};

enum class flag_value : std::uint8_t {
  none,      // or behind "=" only
  one,       // the next word, or what is behind "="
  optional,  // the next word if that is no flag
  many       // all words up to the next flag
};

struct flag_rule {
  std::string_view flag;  // as it is written: "--reporter"
  flag_value value = flag_value::none;
  std::string_view refused = {};  // why, and what to do instead; empty: it is passed on
  // Refused only with this value, also as one of a list with commas: "no:terminal"; "no:covey*" for all that begin so.
  std::string_view only_with = {};
  bool set_by_covey = false;  // and therefore left out, not refused
  bool harmless = false;      // a command that is typed with it is one that covey can stand in for
};

constexpr flag_rule harmless(flag_rule rule) {
  rule.harmless = true;
  return rule;
}

struct flag_table {
  std::string_view runner;  // "go test"
  flag_style style = flag_style::gnu;
  std::span<const flag_rule> rules = {};
  std::string_view operands = {};       // why words that are no flags are refused; empty: they are passed on
  bool abbreviates = false;             // the runner takes the beginning of a long flag for the whole
  std::string_view variable = {};       // holds more words: "PYTEST_ADDOPTS"; empty: none does
  std::string_view variable_only = {};  // a flag that may stand in the variable only
};

// Why flags are refused, in every language: the reason, and what to do instead.
namespace refusals {

inline constexpr std::string_view runs_nothing = "it runs no test: leave it out";
inline constexpr std::string_view lists = "it runs no test: call list_testblocks instead";
inline constexpr std::string_view stops_early =
    "it would leave out what comes after a failure, and covey runs all to the end: leave it out";
inline constexpr std::string_view debugs = "it waits for a debugger, and nobody is there: leave it out";
inline constexpr std::string_view writes = "it writes into the project: run it in a shell";
inline constexpr std::string_view rewrites = "it rewrites the project's expected results: run it in a shell";
inline constexpr std::string_view own_coverage =
    "covey measures coverage by itself: leave it out, `coverage` switches that off";
inline constexpr std::string_view own_folder =
    "covey runs in the workspace: call activate_package for another folder";

}  // namespace refusals

// The first rule of a word's flag, whose value may stand behind "="; null: there is none.
const flag_rule* rule_of(const flag_table& table, std::string_view word);

// Whether the next word is the value of this one.
bool takes_next(const flag_table& table, std::string_view word);

// What is wrong with the first word that is refused, as a sentence; empty: all are passed on.
std::string why_refused(std::span<const added_word> words, const flag_table& table);

// The same with those of the table's variable, where the user adds it.
std::string why_refused(const run_settings& added, const flag_table& table);

// The words of a variable, each with its name as its place; empty if the user does not add it.
std::vector<added_word> words_of_variable(const run_settings& added, std::string_view name);

// "`-json` (covey.toml:3)"
std::string shown(const added_word& word);

// Their texts.
std::vector<std::string> texts_of(std::span<const added_word> words);

// --- What a command typed into a shell would run of a language's tests, so that `covey hook` can name the call that
// does it. A language reads the commands that covey can stand in for: those whose words select tests, or say how
// output looks. A word that changes how tests run makes a command none of these.

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
