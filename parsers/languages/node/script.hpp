// One command of a script of package.json, and what of it a runner is handed on.
#pragma once

#include "parsers/languages/node/shell_lexer.hpp"
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers {

// `NODE_ENV=test npx jest --config x.js` -> environment {NODE_ENV: test}, words {"jest", "--config", "x.js"}.
struct node_script {
  std::vector<std::pair<std::string, std::string>> environment;  // NODE_OPTIONS among them
  // What stands before the runner: `node --experimental-vm-modules node_modules/.bin/jest`.
  std::vector<std::string> node_flags;
  std::vector<std::string> wrapper;     // what starts all of that: `dotenv -e .env --`
  std::vector<std::string> words;       // the command ("jest", "node", "bun") and all that follows it
  std::vector<std::string> arguments;   // what follows the words that name the runner; set once it is known
  std::string folder;                   // where it runs, relative to its package: after `cd sub`
  std::string text;                     // as it is written
  bool measured = false;                // behind c8 or nyc
  bool makes_file = false;              // "> file" is a part of it
  std::size_t layers = 0;               // that were taken away before it
  std::vector<std::string> file_words;  // what a file that node runs is handed on: `node test.js --all`
  // Of the words and the variables' values, what only a shell knows (*.js, $HOME): as it is written.
  std::map<std::string, std::string> active;
  std::map<std::string, std::string> active_variables;  // by the variable's name
};

// Whether the command is this runner's: `name` is "jest", or "bun test"; for "node --test" the flag may stand
// anywhere. Sets `arguments` if it is.
bool names_runner(node_script& command, std::string_view name);

// A flag that a runner's own arguments are rid of, because covey says something else there.
struct unwanted_flag {
  std::string_view
      name;  // "--reporter"; "--coverage" also takes "--coverage.enabled" and "--no-coverage" with it
  bool has_value = false;  // the next word belongs to it, where there is no "="
  bool many = false;       // likewise all words up to the next flag
};

std::vector<std::string> without_flags(const std::vector<std::string>& arguments,
                                       const std::vector<unwanted_flag>& unwanted);

// Without the words that are neither flags nor the values of one of `with_value`, of which those in
// `with_many` take all words up to the next flag.
std::vector<std::string> without_operands(const std::vector<std::string>& arguments,
                                          const std::vector<std::string_view>& with_value,
                                          const std::vector<std::string_view>& with_many = {});

}  // namespace covey::parsers
