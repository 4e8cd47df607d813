// One command of a script of package.json, and the arguments of it that a runner receives.
#pragma once

#include "parsers/languages/added_flags.hpp"
#include "parsers/text/shell_line.hpp"
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers::languages::node {

// `NODE_ENV=test npx jest --config x.js` -> environment {NODE_ENV: test}, words {"jest", "--config", "x.js"}.
struct script_command {
  std::vector<std::pair<std::string, std::string>> environment;  // NODE_OPTIONS among them
  // The flags of node before the runner: `node --experimental-vm-modules node_modules/.bin/jest`.
  std::vector<std::string> node_flags;
  std::vector<std::string> wrapper;     // what starts the command: `dotenv -e .env --`
  std::vector<std::string> words;       // the command ("jest", "node", "bun") and all that follows it
  std::vector<std::string> arguments;   // what follows the words that name the runner; set once it is known
  std::string folder;                   // where it runs, relative to its package: after `cd sub`
  std::string text;                     // as it is written
  std::vector<std::string> measured_by;  // c8 or nyc that runs it, with its flags
  std::size_t layers = 0;               // that were stripped from it
  std::vector<std::string> file_words;  // arguments of a file that node runs: `node test.js --all`
  // The words that only a shell can expand (*.js, $HOME), each with its source text; then the same for values
  // of variables.
  std::map<std::string, std::string> active;
  std::map<std::string, std::string> active_variables;  // by the variable's name
};

// Whether the command is this runner's: `name` is "jest", or "bun test"; for "node --test" the flag may stand
// anywhere. Sets `arguments` if it is.
bool names_runner(script_command& command, std::string_view name);

// A flag to drop from a script's arguments because covey decides on it.
struct unwanted_flag {
  std::string_view name;   // "--reporter"; "--coverage" also drops "--coverage.enabled" and "--no-coverage"
  bool has_value = false;  // the next word is its value, unless there is a "="
  bool many = false;       // likewise, but all words up to the next flag
};

// What a table refuses.
std::vector<unwanted_flag> refused_flags(const flag_table& table);

std::vector<std::string> without_flags(const std::vector<std::string>& arguments,
                                       const std::vector<unwanted_flag>& unwanted);

// Keeps flags and their values only: the next word for a flag of `with_value`, all words up to the next flag
// for one of `with_many`.
std::vector<std::string> without_operands(const std::vector<std::string>& arguments,
                                          const std::vector<std::string_view>& with_value,
                                          const std::vector<std::string_view>& with_many = {});

}  // namespace covey::parsers::languages::node
