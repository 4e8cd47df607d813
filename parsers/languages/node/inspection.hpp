// The one question to Node before a plan is made (reporters/node/inspect.cjs), and its answer.
#pragma once

#include "parsers/languages/node/runner.hpp"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace covey::parsers {

struct node_folder {
  std::map<std::string, node_install> runners;  // by npm package
  std::map<std::string, std::string> extras;    // package -> its folder
  std::map<std::string, std::string> imports;   // module -> a test file that imports it
};

struct node_inspection {
  std::string node;  // "20.20.2"
  std::map<std::string, node_folder> folders;
};

// What follows `node`; `folders` are those of packages, absolute.
std::vector<std::string> node_inspection_arguments(const std::vector<std::string>& folders);

// Nothing where the text is not such an answer.
std::optional<node_inspection> read_node_inspection(std::string_view text);

}  // namespace covey::parsers
