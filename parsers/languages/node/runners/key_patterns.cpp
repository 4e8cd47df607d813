#include "parsers/languages/node/runners/key_patterns.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

namespace json = boost::json;

std::vector<std::string> texts_of(const json::array& values) {
  std::vector<std::string> out;
  for (const auto& one : values)
    if (one.is_string()) out.emplace_back(std::string_view{one.get_string()});
  return out;
}

}  // namespace

named_by_key read_key(std::string_view key) {
  boost::system::error_code ec;
  const auto parsed = json::parse(key, ec);
  named_by_key out;
  if (ec || !parsed.is_array()) return out;
  const auto& parts = parsed.get_array();
  for (std::size_t i = 1; i < parts.size(); ++i) {  // the first is the file
    if (parts[i].is_string()) out.titles.emplace_back(std::string{std::string_view{parts[i].get_string()}});
    if (!parts[i].is_object()) continue;
    const auto& part = parts[i].get_object();
    out.selected = out.selected || part.contains("lines");
    const auto* literals = part.if_contains("pieces");
    if (literals != nullptr && literals->is_array() && literals->get_array().size() > 1)
      out.titles.emplace_back(texts_of(literals->get_array()));
  }
  return out;
}

std::string name_pattern(const block_name& name) {
  std::string out;
  for (std::size_t i = 0; i < name.literals.size(); ++i) {
    if (i > 0) out += "[\\s\\S]*?";
    for (const char c : name.literals[i]) {
      if (std::string_view{"\\^$.*+?()[]{}|/"}.find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
  return out;
}

std::string any_of(const std::vector<std::string>& patterns) {
  std::string out;
  for (auto one = patterns.begin(); one != patterns.end(); ++one)
    if (std::find(patterns.begin(), one, *one) == one) out += (out.empty() ? "" : "|") + *one;
  return out;
}

}  // namespace covey::parsers::languages::node
