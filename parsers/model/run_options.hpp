// What a caller adds to a run: words for its runner, and variables for the runner's environment.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

using variables = std::map<std::string, std::string, std::less<>>;

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

}  // namespace covey::parsers
