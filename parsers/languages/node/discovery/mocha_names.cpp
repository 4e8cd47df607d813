#include "parsers/languages/node/discovery/config.hpp"
#include "parsers/text/json_members.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>

namespace covey::parsers::languages::node {
namespace {

constexpr auto npos = std::string_view::npos;

// A file, a folder, or a glob.
std::string spec_glob(std::string_view spec, bool recursive) {
  std::string out{spec};
  while (out.ends_with('/')) out.pop_back();
  if (out.find_first_of("*?{[(") != std::string::npos || is_script(out)) return out;
  return out + (recursive ? "/**" : "/*");
}

void add_specs(const std::vector<std::string>& specs, const std::vector<std::string>& ignored, bool recursive,
               test_naming& into) {
  for (const auto& spec : specs)
    if (!spec.empty()) into.add_glob(spec_glob(spec, recursive));
  for (const auto& path : ignored) into.add_glob("!" + spec_glob(path, true));
}

// A plain or quoted scalar.
std::string yaml_text(std::string_view text) {
  text = trimmed(text);
  if (!text.empty() && (text.front() == '"' || text.front() == '\'')) {
    const auto end = text.find(text.front(), 1);
    return std::string{text.substr(1, end == npos ? npos : end - 1)};
  }
  return std::string{trimmed(text.substr(0, text.find(" #")))};
}

void add_flow_items(std::string_view list, std::vector<std::string>& to) {
  list = list.substr(1, list.rfind(']') == npos ? npos : list.rfind(']') - 1);
  while (!list.empty()) {
    const auto quote = list.find_first_not_of(" \t");
    const bool quoted = quote != npos && (list[quote] == '"' || list[quote] == '\'');
    const auto from = quoted ? std::min(list.find(list[quote], quote + 1), list.size()) : 0;
    const auto item = list.substr(0, list.find(',', from));
    if (auto text = yaml_text(item); !text.empty()) to.push_back(std::move(text));
    list.remove_prefix(std::min(item.size() + 1, list.size()));
  }
}

// The values of a top-level key: a scalar, a [list], or a list of lines with dashes.
std::vector<std::string> yaml_values(std::string_view text, std::string_view key) {
  std::vector<std::string> out;
  bool inside = false;
  for (std::string_view line; next_line(text, line);) {
    const auto content = trimmed(line);
    if (content.empty() || content.front() == '#') continue;
    if (line.front() != ' ' && line.front() != '\t' && line.front() != '-') {
      const auto colon = line.find(':');
      inside = colon != npos && yaml_text(line.substr(0, colon)) == key;
      const auto value = inside ? trimmed(line.substr(colon + 1)) : std::string_view{};
      if (value.starts_with('['))
        add_flow_items(value, out);
      else if (!value.empty() && value.front() != '#')
        out.push_back(yaml_text(value));
    } else if (inside && content.front() == '-') {
      out.push_back(yaml_text(content.substr(1)));
    }
  }
  return out;
}

template <class A>
A both(A first, const A& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

}  // namespace

void read_mocha_names(const boost::json::object& mocha, test_naming& into) {
  add_specs(texts_of(mocha, "spec"), both(texts_of(mocha, "ignore"), texts_of(mocha, "exclude")),
            flag_at(mocha, "recursive"), into);
}

void read_mocha_names_of_yaml(std::string_view text, test_naming& into) {
  const auto recursive = yaml_values(text, "recursive");
  add_specs(yaml_values(text, "spec"), both(yaml_values(text, "ignore"), yaml_values(text, "exclude")),
            !recursive.empty() && recursive.front() == "true", into);
}

}  // namespace covey::parsers::languages::node
