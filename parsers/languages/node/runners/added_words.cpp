#include "parsers/languages/node/runners/added_words.hpp"
#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

namespace covey::parsers::languages::node {
namespace {

// Those of the runners that have no value, and those whose values are all words up to the next flag.
// clang-format off
constexpr std::string_view alone[] = {
    "allowonly", "asynconly", "checkleaks", "detectleaks", "detectopenhandles", "exit", "expand", "forbidonly",
    "forbidpending", "forceexit", "fulltrace", "globals", "inlinediffs", "isolate", "logheapusage", "only", "parallel",
    "passwithnotests", "runinband", "serial", "silent", "testforceexit", "testonly", "todo", "typecheck", "usestderr",
    "collectcoveragefrom", "coveragepathignorepatterns", "ignoreprojects", "modulefileextensions", "projects", "roots",
    "selectprojects", "setupfiles", "setupfilesafterenv", "testmatch", "testpathignorepatterns",
    "transformignorepatterns", "watchplugins"};
// clang-format on

bool may_have_value(std::string_view flag) {
  if (!flag.starts_with("--") || flag.starts_with("--no-") || flag.find('=') != std::string_view::npos)
    return false;
  std::string name;
  for (const char c : flag)
    if (c != '-') name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::find(std::begin(alone), std::end(alone), name) == std::end(alone);
}

}  // namespace

std::vector<std::string> with_joined_values(std::span<const added_word> words) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    out.push_back(words[i].text);
    const bool next =
        may_have_value(words[i].text) && i + 1 < words.size() && !words[i + 1].text.starts_with('-');
    if (next) out.back().append("=").append(words[++i].text);
  }
  return out;
}

}  // namespace covey::parsers::languages::node
