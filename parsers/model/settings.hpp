// What covey.toml says: how the tests of a workspace are run. The file is read before each run, and never written.
// Format: docs/settings.md
#pragma once

#include "parsers/model/run_options.hpp"
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// A word that a user adds to a run, and where it was written.
struct added_word {
  std::string text;
  std::string where = {};  // "covey.toml:7"; empty: in the call

  friend bool operator==(const added_word&, const added_word&) = default;
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
  run_settings common = {};
  std::map<std::string, run_settings, std::less<>> by_language = {};

  run_settings of(std::string_view of_language) const;
  friend bool operator==(const settings&, const settings&) = default;
};

using settings_ptr = std::shared_ptr<const settings>;  // null: none

}  // namespace covey::parsers
