// The parts of a script of package.json as short texts, for tests.
#pragma once

#include "parsers/languages/node/script/script_reader.hpp"
#include <boost/test/unit_test.hpp>
#include <string>
#include <utility>
#include <vector>

namespace covey::parsers::testing {

using namespace languages::node;

inline package_facts with_scripts(std::vector<std::pair<std::string, std::string>> scripts) {
  package_facts out;
  out.has_package = true;
  out.scripts = std::move(scripts);
  return out;
}

inline std::vector<parsed_command> parts_of(const std::string& script) {
  return read_script(with_scripts({{"test", script}}), "test").commands;
}

// "step npm run build": what a part is, and how it is written or whose it is.
inline std::string shown(const parsed_command& part) {
  using kind_type = parsed_command::kind_type;
  switch (part.kind) {
    case kind_type::tests:
      return std::string{part.runner->name};
    case kind_type::packages:
      return "packages " + part.packages.script;
    case kind_type::step:
      return "step " + part.script.text + (part.optional ? " (optional)" : "");
    case kind_type::unread:
      return "unread " + part.unread;
    case kind_type::check:
      return "check " + part.script.text + (part.optional ? " (optional)" : "");
    case kind_type::report:
      return "report " + part.script.text;
    case kind_type::writes:
      return "writes " + part.script.text;
    case kind_type::left_out:
      return "left out " + part.script.text;
  }
  return {};
}

inline std::vector<std::string> shown(const std::vector<parsed_command>& parts) {
  std::vector<std::string> out;
  for (const auto& part : parts) out.push_back(shown(part));
  return out;
}

inline bool is_same(const std::vector<std::string>& left, const std::vector<std::string>& right) {
  if (left == right) return true;
  for (const auto& one : left) BOOST_TEST_MESSAGE("got: " << one);
  return false;
}

}  // namespace covey::parsers::testing
