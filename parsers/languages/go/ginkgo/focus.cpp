#include "parsers/languages/go/ginkgo/focus.hpp"
#include <algorithm>
#include <map>
#include <utility>

namespace covey::parsers::languages::go {
namespace {

// "^a b$" -> "a b"
std::string_view without_anchors(std::string_view element) {
  if (element.starts_with('^')) element.remove_prefix(1);
  if (element.ends_with('$')) element.remove_suffix(1);
  return element;
}

// "sums#01" is our name for the second spec of a name, which Ginkgo does not tell from the first.
std::string_view without_number(std::string_view text) {
  const auto at = text.rfind('#');
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (at == std::string_view::npos || text.size() < at + 3 ||
      !std::ranges::all_of(text.substr(at + 1), is_digit))
    return text;
  return text.substr(0, at);
}

// A slash of the name may be one of its texts.
std::string focus_of(const name_pattern& name) {
  std::string out;
  for (std::size_t i = 1; i < name.size(); ++i) {
    auto text = without_anchors(name[i]);
    if (i + 1 == name.size()) text = without_number(text);
    out.append(i > 1 ? "[ /]" : "").append(text);
  }
  return out;
}

// "[BeforeSuite]" runs with any spec.
bool is_of_suite(const name_pattern& name) {
  return name[1].starts_with(R"(^\[)");
}

constexpr std::string_view before = "(^| )(?:", after = ")( |$)";

}  // namespace

specs_apart take_specs(const std::set<name_pattern>& names, std::string_view runner) {
  const auto root = "^" + quote_meta(runner) + "$";
  specs_apart out;
  std::map<std::string, std::vector<std::string>> wanted;  // by function
  for (const auto& name : names) {
    const bool runs_specs = name.front() == root || name.front() == any_test;
    if (name.size() < 2 || !runs_specs)
      out.others.insert(name);
    else if (is_of_suite(name))
      out.others.insert({name.front()});
    else
      wanted[name.front()].push_back(focus_of(name));
  }
  for (auto& [function, texts] : wanted) {
    if (out.others.contains({function})) continue;
    std::string joined;
    const auto add = [&, &function = function] {
      out.specs.push_back({function, std::string{before}.append(joined).append(after)});
      joined.clear();
    };
    for (const auto& text : texts) {
      if (!joined.empty() && joined.size() + 1 + text.size() >= pattern_limit) add();
      joined.append(joined.empty() ? "" : "|").append(text);
    }
    add();
  }
  return out;
}

}  // namespace covey::parsers::languages::go
