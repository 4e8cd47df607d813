#include "parsers/languages/python/config.hpp"
#include "parsers/syntax/ignore_file.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/documents.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <optional>
#include <utility>

namespace covey::parsers::languages::python {
namespace {

constexpr std::string_view blanks = " \t\r\n\f\v";

bool is_comment(std::string_view line) {
  const auto text = trimmed(line, blanks);
  return text.empty() || text.front() == '#' || text.front() == ';';
}

std::optional<std::string_view> section_in(std::string_view line) {
  if (line.front() != '[') return std::nullopt;
  const auto end = line.find(']');
  return end == std::string_view::npos ? std::nullopt : std::optional{line.substr(1, end - 1)};
}

}  // namespace

ini_sections read_ini(std::string_view text) {
  ini_sections out;
  ini_section* section = nullptr;
  std::string* value = nullptr;
  text = without_byte_order_mark(text);
  for (std::string_view line; next_line(text, line);) {
    if (is_comment(line)) continue;
    if (blanks.find(line.front()) != std::string_view::npos) {
      if (value != nullptr) value->append("\n").append(trimmed(line, blanks));
      continue;
    }
    value = nullptr;
    if (const auto name = section_in(line)) {
      section = &out[std::string{*name}];
      continue;
    }
    auto separator = line.find('=');
    if (const auto colon = line.find(':'); separator == std::string_view::npos || colon < separator)
      separator = colon;
    if (section == nullptr || separator == std::string_view::npos) continue;
    value = &(*section)[std::string{trimmed(line.substr(0, separator), blanks)}];
    *value = trimmed(line.substr(separator + 1), blanks);
  }
  return out;
}

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> out;
  bool inside = false;  // within a word
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == 0 && blanks.find(c) != std::string_view::npos) {
      inside = false;
      continue;
    }
    if (!inside) out.emplace_back();
    inside = true;
    if (quote != 0 && c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == '\\' && quote != '\'' && i + 1 < text.size() &&
               (quote == 0 || text[i + 1] == '"' || text[i + 1] == '\\')) {
      out.back() += text[++i];
    } else {
      out.back() += c;
    }
  }
  return out;
}

namespace {

// --- Python's fnmatch: `*` and `?` match any characters, including a slash; [abc], [a-z], [!abc] ---

// For a pattern that begins with '[': the position of its ']'; npos: the bracket matches itself.
std::size_t end_of_set(std::string_view pattern) {
  std::size_t at = 1;
  if (at < pattern.size() && pattern[at] == '!') ++at;
  return pattern.find(']', at < pattern.size() && pattern[at] == ']' ? at + 1 : at);
}

bool is_in_set(char c, std::string_view set) {
  const bool negated = !set.empty() && set.front() == '!';
  if (negated) set.remove_prefix(1);
  const auto code = [](char one) { return static_cast<unsigned char>(one); };
  bool found = false;
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (i + 2 < set.size() && set[i + 1] == '-') {
      found = found || (code(set[i]) <= code(c) && code(c) <= code(set[i + 2]));
      i += 2;
    } else {
      found = found || set[i] == c;
    }
  }
  return found != negated;
}

// The length of the pattern's head that matches the character.
std::size_t fit_one(std::string_view pattern, char c) {
  if (pattern.front() == '?') return 1;
  if (pattern.front() == '[')
    if (const auto end = end_of_set(pattern); end != std::string_view::npos)
      return is_in_set(c, pattern.substr(1, end - 1)) ? end + 1 : 0;
  return pattern.front() == c ? 1 : 0;
}

bool fnmatch(std::string_view text, std::string_view pattern) {
  return fits_wildcards(pattern, text, fit_one);
}

namespace json = boost::json;

using values = std::map<std::string, std::vector<std::string>, std::less<>>;  // by option name, as words

std::vector<std::string> words_of(const json::value& value) {
  if (const auto* text = value.if_string()) return split_words(std::string_view{*text});
  std::vector<std::string> out;
  if (const auto* list = value.if_array()) {
    for (const auto& one : *list)
      if (const auto* text = one.if_string()) out.emplace_back(*text);
  } else if (const auto* flag = value.if_bool()) {
    out.emplace_back(*flag ? "true" : "false");
  }
  return out;
}

std::optional<values> settings_in(const json::value* table) {
  if (table == nullptr || !table->is_object()) return std::nullopt;
  values out;
  for (const auto& [name, value] : table->get_object()) out[std::string{name}] = words_of(value);
  return out;
}

const json::value* member(const json::value* of, std::string_view name) {
  return of != nullptr && of->is_object() ? of->get_object().if_contains(name) : nullptr;
}

std::optional<values> toml_settings(std::string_view file, std::string_view text) {
  const json::value all = read_toml(text);
  if (file != "pyproject.toml") return settings_in(member(&all, "pytest")).value_or(values{});
  const auto* of_pytest = member(member(&all, "tool"), "pytest");
  if (const auto* options = member(of_pytest, "ini_options")) return settings_in(options);
  return settings_in(of_pytest);
}

std::optional<values> ini_settings(std::string_view file, std::string_view text) {
  const auto sections = read_ini(text);
  const auto it = sections.find(file == "setup.cfg" ? "tool:pytest" : "pytest");
  // A pytest.ini, even an empty one, makes this a pytest project.
  if (it == sections.end()) return file.ends_with("pytest.ini") ? std::optional{values{}} : std::nullopt;
  values out;
  for (const auto& [name, value] : it->second) out[name] = split_words(value);
  return out;
}

std::optional<values> settings_of(std::string_view file, std::string_view text) {
  if (file == "conftest.py") return std::nullopt;
  return file.ends_with(".toml") ? toml_settings(file, text) : ini_settings(file, text);
}

// The argument of an option: "--ignore=a", "--ignore a".
std::optional<std::string> argument_of(const std::vector<std::string>& words, std::size_t at,
                                       std::string_view option) {
  const std::string_view word = words[at];
  if (word == option && at + 1 < words.size()) return words[at + 1];
  if (word.starts_with(option) && word.substr(option.size()).starts_with('='))
    return std::string{word.substr(option.size() + 1)};
  return std::nullopt;
}

bool has_word(const values& given, std::string_view name, std::initializer_list<std::string_view> words) {
  const auto it = given.find(name);
  return it != given.end() && std::find_first_of(it->second.begin(), it->second.end(), words.begin(),
                                                 words.end()) != it->second.end();
}

void read_options(const std::vector<std::string>& words, values& given, pytest_config& out) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--doctest-modules") out.doctests = true;
    if (const auto& one = words[i]; one.starts_with("-k") || one.starts_with("-m")) {
      out.selects += (out.selects.empty() ? "" : " ") + one;
      if (one.size() == 2 && i + 1 < words.size()) out.selects += " '" + words[i + 1] + "'";
    }
    for (const auto* option : {"--ignore", "--ignore-glob"})
      if (auto path = argument_of(words, i, option)) out.ignored.push_back(std::move(*path));
    for (const auto* option : {"-o", "--override-ini"})
      if (const auto over = argument_of(words, i, option))
        if (const auto equals = over->find('='); equals != std::string::npos)
          given[over->substr(0, equals)] = split_words(std::string_view{*over}.substr(equals + 1));
  }
}

std::string_view without_dots(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  while (path.ends_with('/')) path.remove_suffix(1);
  return path == "." ? std::string_view{} : path;
}

std::size_t depth_of(std::string_view path) {
  return static_cast<std::size_t>(std::count(path.begin(), path.end(), '/')) + 1;
}

// The length of the part of a path that a glob matches: the path itself, or a folder above it. One star
// matches no slash, two match any folders.
std::optional<std::size_t> length_below(std::string_view path, std::string_view glob) {
  const bool deep = glob.find("**") != std::string_view::npos;
  for (std::size_t end = path.find('/');; end = path.find('/', end + 1)) {
    const auto head = path.substr(0, end);
    if (fnmatch(head, glob) && (deep || depth_of(head) == depth_of(glob))) return head.size();
    if (end == std::string_view::npos) return std::nullopt;
  }
}

bool matches(std::string_view path, std::string_view name, std::string_view pattern) {
  if (pattern.find('/') == std::string_view::npos) return fnmatch(name, pattern);
  return fnmatch("/" + std::string{path}, "*/" + std::string{without_dots(pattern)});
}

bool is_passed_by(std::string_view path, std::size_t from, const std::vector<std::string>& patterns) {
  for (auto end = path.find('/', from); end != std::string_view::npos; end = path.find('/', end + 1)) {
    const auto folder = path.substr(0, end);
    if (std::any_of(patterns.begin(), patterns.end(),
                    [&](const auto& pattern) { return matches(folder, base_name(folder), pattern); }))
      return true;
  }
  return false;
}

bool has_prefix_or_fits(std::string_view name, const std::vector<std::string>& patterns) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
    return name.starts_with(pattern) ||
           (pattern.find_first_of("*?[") != std::string::npos && fnmatch(name, pattern));
  });
}

}  // namespace

file_role pytest_config::role(std::string_view path) const {
  if (!path.ends_with(".py")) return file_role::none;
  std::size_t from = 0;  // folders in test_paths are never skipped
  if (!test_paths.empty()) {
    std::optional<std::size_t> longest;
    for (const auto& glob : test_paths) {
      const auto inside = without_dots(glob);
      if (const auto below = inside.empty() ? std::optional<std::size_t>{0} : length_below(path, inside))
        longest = std::max(longest.value_or(0), *below);
    }
    if (!longest) return file_role::none;
    if (*longest == path.size()) return file_role::test;  // the file itself
    from = *longest == 0 ? 0 : *longest + 1;
  }
  if (is_passed_by(path, from, passed_by)) return file_role::none;
  for (const auto& pattern : ignored)
    if (length_below(path, without_dots(pattern))) return file_role::none;
  const auto name = base_name(path);
  if (std::any_of(files.begin(), files.end(), [&](const auto& one) { return matches(path, name, one); }))
    return file_role::test;
  // unittest and Django look for such files, pytest for doctests in all.
  const bool documented = doctests && name != "__main__.py";
  return documented || (!configured && name.starts_with("test")) ? file_role::perhaps : file_role::none;
}

bool pytest_config::is_test_function(std::string_view name) const {
  return has_prefix_or_fits(name, functions);
}

bool pytest_config::is_test_class(std::string_view name) const {
  return has_prefix_or_fits(name, classes);
}

pytest_config read_config(const config_texts& texts) {
  pytest_config out;
  std::optional<values> given;
  for (const auto file : pytest_config_files)
    if (const auto it = texts.find(file); it != texts.end() && !given) given = settings_of(file, it->second);
  const bool has_conftest = texts.find("conftest.py") != texts.end();
  out.configured = given.has_value() || has_conftest;
  out.root_on_path = has_conftest;  // pytest imports it, for which its folder has to be there
  if (!given) return out;
  read_options((*given)["addopts"], *given, out);
  const auto take = [&](std::string_view name, std::vector<std::string>& to) {
    if (const auto it = given->find(name); it != given->end()) to = std::move(it->second);
  };
  take("python_files", out.files);
  take("python_classes", out.classes);
  take("python_functions", out.functions);
  take("testpaths", out.test_paths);
  take("norecursedirs", out.passed_by);
  out.root_on_path = has_word(*given, "pythonpath", {".", "./"}) ||
                     (has_conftest && !has_word(*given, "addopts", {"importlib", "--import-mode=importlib"}));
  const auto& raw = (*given)["disable_test_id_escaping_and_forfeit_all_rights_to_community_support"];
  out.raw_ids = !raw.empty() && (raw.front() == "true" || raw.front() == "True" || raw.front() == "1");
  return out;
}

}  // namespace covey::parsers::languages::python
