// What the plans of bun and deno share: their report is a JUnit file.
#pragma once

#include "parsers/languages/node/runner.hpp"
#include "parsers/output/junit_output.hpp"
#include <boost/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers {

inline junit_output_options node_junit(const node_request& request, std::string_view runner) {
  junit_output_options out;
  out.events.root = request.request.root;
  out.events.joint = " > ";
  out.events.runner = runner;
  out.events.wanted = request.request.wanted;
  out.folder = request.folder;
  return out;
}

// A JavaScript pattern that matches exactly these names: "a\\.b|c".
inline std::string any_of_names(const std::vector<std::string>& names) {
  std::string out;
  for (const auto& name : names) {
    if (!out.empty()) out += '|';
    for (const char c : name) {
      if (std::string_view{"\\^$.*+?()[]{}|/"}.find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
  return out;
}

// The titles that a key names, outermost first; none where it names a whole file.
inline std::vector<std::string> titles_of_key(std::string_view key) {
  boost::system::error_code ec;
  const auto parsed = boost::json::parse(key, ec);
  std::vector<std::string> out;
  if (ec || !parsed.is_array()) return out;
  for (const auto& title : parsed.get_array())
    if (title.is_string()) out.emplace_back(std::string_view{title.get_string()});
  if (!out.empty()) out.erase(out.begin());
  return out;
}

// Prints a report for the parser, after the tests.
inline command print_report(const node_request& request, std::string path) {
  return {{"cat", std::move(path)}, request.folder, {}, command_role::report};
}

}  // namespace covey::parsers
