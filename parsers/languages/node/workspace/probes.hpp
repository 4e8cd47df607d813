// What is asked before a plan is made: Node, once, by reporters/node/inspect.cjs, what is installed; a shell, what only it can
// expand of a script (*.js, $HOME), in the folder and with the variables of the script.
#pragma once

#include "parsers/languages/node/runners/runner.hpp"
#include "parsers/model/freshness.hpp"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace covey::parsers::languages::node {

struct inspected_folder {
  std::map<std::string, installed_runner> runners;  // by npm package
  std::map<std::string, std::string> extras;        // package -> its folder
  std::map<std::string, std::string> imports;       // module -> a test file that imports it
};

struct inspection_answer {
  std::string node;  // "20.20.2"
  std::map<std::string, inspected_folder> folders;
  strings read = {};  // the manifests that it is read from, absolute
};

// The arguments of `node`; `folders`: the packages' folders, absolute.
strings inspection_arguments(const strings& folders);

// What the answer depends on. Plug'n'Play is not part of it: there, Yarn is asked each time.
answer_sources_ptr inspection_sources(const strings& folders);

// Nothing if the text is not such an answer.
std::optional<inspection_answer> read_inspection_answer(std::string_view text);

// The probe; nothing if the script has no such words, or if the request only looks (`covey doctor`).
std::optional<command> ask_shell(const runner_request& request);

// Lets a shell start those of the commands that have words of the script which only it can expand: what these name may be made by then.
void expand_at_start(std::vector<command>& commands, const script_command& script);

// Stores the answer in the script's arguments and variables; false: the answer cannot be read.
bool read_shell_words(const probe_answer& said, script_command& script);

}  // namespace covey::parsers::languages::node
