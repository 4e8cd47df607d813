// The one probe of Node before a plan is made (reporters/node/inspect.cjs), and its answer.
#pragma once

#include "parsers/languages/node/runners/runner.hpp"
#include "parsers/model/answer_sources.hpp"
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
  std::vector<std::string> read = {};  // the manifests that it is read from, absolute
};

// The arguments of `node`; `folders`: the packages' folders, absolute.
std::vector<std::string> inspection_arguments(const std::vector<std::string>& folders);

// What the answer depends on. Plug'n'Play is not part of it: there, Yarn is asked each time.
answer_sources_ptr inspection_sources(const std::vector<std::string>& folders);

// Nothing if the text is not such an answer.
std::optional<inspection_answer> read_inspection_answer(std::string_view text);

}  // namespace covey::parsers::languages::node
