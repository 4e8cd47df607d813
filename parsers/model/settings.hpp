// How the tests of a workspace are run: by what a caller adds to a run, and by covey.toml, which is read before each run and never
// written.
// Format: docs/settings.md
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

using variables = std::map<std::string, std::string, std::less<>>;

// What a caller adds to a run.
struct run_options {
  std::vector<std::string> args = {};  // for the runner, behind covey's own
  variables env = {};                  // on top of the server's environment

  bool empty() const { return args.empty() && env.empty(); }
  friend bool operator==(const run_options&, const run_options&) = default;
};

// Null: none.
using run_options_ptr = std::shared_ptr<const run_options>;

// Whether two runs were asked for in the same way.
bool same_options(const run_options_ptr& a, const run_options_ptr& b);

// Why these cannot be handed to a process; each is the end of a sentence about them, empty if they can be.
std::string why_no_word(std::string_view word);
std::string why_no_variable(std::string_view name, std::string_view value);

// The same for all of them: "args 2 holds a NUL byte, …"; empty: all can be.
std::string why_not_added(const run_options& value);

// "args `-race` `-short` and env DATABASE_URL": of variables only the names. Empty for no options.
std::string to_string(const run_options& value);

// A word that a user adds to a run, and where it was written.
struct added_word {
  std::string text;
  std::string where = {};  // "covey.toml:7"; empty: in the call

  friend bool operator==(const added_word&, const added_word&) = default;
};

// What the user knows and no recorder sees: a change of one of these files affects these tests. Both as in .gitignore.
struct affect_rule {
  std::string files, tests;
  friend bool operator==(const affect_rule&, const affect_rule&) = default;
};

// For the runs of one language.
struct run_settings {
  std::vector<added_word> args = {};       // for the runner, behind covey's own
  variables env = {};                      // on top of the server's environment
  std::vector<added_word> packages = {};   // to run instead of all
  std::vector<added_word> features = {};   // to build with
  std::vector<added_word> leave_out = {};  // steps of a test script that are not run
  std::optional<std::chrono::milliseconds> timeout = {};
  std::optional<bool> coverage = {};

  // With more on top: its words come behind, its values go before.
  void add(const run_settings& more);
  friend bool operator==(const run_settings&, const run_settings&) = default;
};

using run_settings_ptr = std::shared_ptr<const run_settings>;  // null: none

// Those that say which tests run, and how: without limits of time and coverage. Null for none.
run_settings_ptr ways_of(run_settings of);

bool same_settings(const run_settings_ptr& a, const run_settings_ptr& b);

// "args `-race`, env DATABASE_URL, timeout 600 s": of variables only the names. Empty for none.
std::string to_string(const run_settings& value);

struct settings {
  std::string file = {};      // its name, as a user knows it
  std::string language = {};  // to use where a workspace has several; empty: none
  std::vector<affect_rule> affects = {};
  run_settings common = {};
  std::map<std::string, run_settings, std::less<>> by_language = {};

  run_settings of(std::string_view of_language) const;
  friend bool operator==(const settings&, const settings&) = default;
};

using settings_ptr = std::shared_ptr<const settings>;  // null: none

}  // namespace covey::parsers
