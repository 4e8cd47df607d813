// What covey does with the words that a user adds to a run, in a call's `args` or in covey.toml: a language has a table
// per runner of the flags that would take the results away or write into the project. These are refused by their
// names, with the remedy; all others are passed on. The same table says which flags of a command that is typed into a
// shell leave its run as it is (parsers/languages/shell_run.hpp).
#pragma once

#include "parsers/model/settings.hpp"
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
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

}  // namespace covey::parsers
