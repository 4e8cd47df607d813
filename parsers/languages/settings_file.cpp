#include "parsers/languages/settings_file.hpp"
#include "parsers/text/documents.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace covey::parsers {
namespace {

namespace json = boost::json;
using way = std::vector<std::string>;

// The keys of covey.toml: what its reader, its schema and its documentation are made of.
struct settings_key {
  enum class kind_type : std::uint8_t { texts, variable_table, seconds, flag, language, rules };
  std::string_view name;
  kind_type kind;
  std::string_view meaning;
  std::vector<added_word> run_settings::*texts = nullptr;  // where those of the kind go
  bool of_some = false;  // only in the tables of languages that have it (language::settings)
};

using value_kind = settings_key::kind_type;

// clang-format off
constexpr settings_key keys[] = {
    {"language", value_kind::language, "which project, where the workspace has several; a call's `language` goes before it"},
    {"args", value_kind::texts, "further words for the runner, behind covey's own; a call's `args` come behind them", &run_settings::args},
    {"env", value_kind::variable_table, "further variables for the run; a call's `env` goes before them"},
    {"timeout", value_kind::seconds, "seconds until a run is stopped; a call's `timeout` goes before it"},
    {"coverage", value_kind::flag, "whether runs measure coverage; a call's `coverage` goes before it"},
    {"affects", value_kind::rules, "tests that a change of files affects, beside what is recorded: `{files = \"db/**\", tests = \"tests/db\"}`, both as in .gitignore"},
    {"packages", value_kind::texts, "packages to run instead of all, as the toolchain names them", &run_settings::packages, true},
    {"features", value_kind::texts, "features to build with, as the toolchain names them", &run_settings::features, true},
    {"leave_out", value_kind::texts, "commands of the test script, and of those that it calls, that are not run: as they are written, or their first words", &run_settings::leave_out, true},
};
// clang-format on

bool has_key(const language& of, std::string_view key) {
  return std::find(of.settings.begin(), of.settings.end(), key) != of.settings.end();
}

bool is_of_file(const settings_key& key) {
  return key.kind == value_kind::language || key.kind == value_kind::rules;
}

// The keys of a language's table; null: those of the file itself.
std::vector<const settings_key*> keys_of(const language* of) {
  std::vector<const settings_key*> out;
  for (const auto& key : keys) {
    const bool is_own = of != nullptr && !is_of_file(key) && (!key.of_some || has_key(*of, key.name));
    if (of == nullptr ? !key.of_some : is_own) out.push_back(&key);
  }
  return out;
}

std::string names_of(known_languages languages) {
  std::string out;
  for (const auto* one : languages) out += (out.empty() ? "" : ", ") + std::string{one->name};
  return out;
}

std::string shown_value(const json::value& value) {
  constexpr std::size_t max = 60;
  auto text = value.is_null() ? std::string{"a date or time"} : json::serialize(value);
  if (text.size() > max) text = text.substr(0, max) + "…";
  return text;
}

std::string kind_of(const json::value& value) {
  if (value.is_array()) return "a list";
  if (value.is_object()) return "a table";
  return value.is_bool() ? "true or false" : value.is_number() ? "a number" : "no text";
}

struct problem {
  std::size_t line;
  std::string text;
};

class settings_reader {
 public:
  settings_reader(const located_toml& from, std::string_view file, known_languages languages,
                  std::chrono::seconds max_timeout)
      : from_(from), file_(file), languages_(languages), max_timeout_(max_timeout) {}

  settings read() {
    settings out{.file = file_};
    for (const auto& [name, value] : from_.value) {
      const auto* of = language_named(name);
      if (of == nullptr)
        read_key({std::string{name}}, value, nullptr, out, out.common);
      else if (const auto* table = value.if_object())
        read_table(*of, *table, out);
      else
        fail({std::string{name}}, "must be a table: [" + std::string{name} + "]", value);
    }
    return out;
  }

  const std::optional<problem>& found() const { return problem_; }

 private:
  void read_table(const language& of, const json::object& table, settings& out) {
    const std::string name{of.name};
    auto& into = out.by_language[name];
    for (const auto& [key, value] : table) read_key({name, std::string{key}}, value, &of, out, into);
  }

  void read_key(const way& at, const json::value& value, const language* of, settings& out,
                run_settings& into) {
    const auto known = keys_of(of);
    const auto key =
        std::find_if(known.begin(), known.end(), [&](const auto* one) { return one->name == at.back(); });
    if (key == known.end()) return tell(at, unknown(at.back(), of));
    switch ((*key)->kind) {
      case value_kind::texts:
        return read_texts(at, value, into.*(*key)->texts);
      case value_kind::variable_table:
        return read_variables(at, value, into.env);
      case value_kind::seconds:
        return read_seconds(at, value, into);
      case value_kind::flag:
        if (!value.is_bool()) return fail(at, "must be true or false", value);
        into.coverage = value.get_bool();
        return;
      case value_kind::language:
        return read_language(at, value, out);
      case value_kind::rules:
        return read_rules(at, value, out.affects);
    }
  }

  void read_texts(const way& at, const json::value& value, std::vector<added_word>& into) {
    const auto* items = value.if_array();
    if (items == nullptr) return fail(at, "must be an array of strings: [\"…\"]", value);
    for (std::size_t i = 0; i < items->size(); ++i) {
      auto item = at;
      item.push_back(std::to_string(i));
      const auto* text = (*items)[i].if_string();
      if (text == nullptr) return fail(item, "must be an array of strings", (*items)[i], at.back());
      const std::string word{std::string_view{*text}};
      if (const auto why = why_no_word(word); !why.empty())
        return tell(item, "a word of " + name_of(at) + " " + why);
      if (at.back() != "args" && word.starts_with('-'))
        return fail(item, "must hold names, and flags stand in `args`", (*items)[i], at.back());
      into.push_back({word, place(line_of(item))});
    }
  }

  void read_variables(const way& at, const json::value& value, variables& into) {
    const auto* members = value.if_object();
    if (members == nullptr) return fail(at, "must be a table of strings: {NAME = \"value\"}", value);
    for (const auto& [name, text] : *members) {
      auto item = at;
      item.emplace_back(name);
      if (!text.is_string()) return fail(item, "must be a string: " + std::string{name} + " = \"…\"", text);
      const std::string_view given = text.get_string();
      if (const auto why = why_no_variable(name, given); !why.empty())
        return tell(item, "env " + std::string{name} + " " + why);
      into[std::string{name}] = given;
    }
  }

  void read_seconds(const way& at, const json::value& value, run_settings& into) {
    if (!value.is_number()) return fail(at, "must be a number of seconds", value);
    const auto seconds = value.to_number<double>();
    const auto limit = static_cast<double>(max_timeout_.count());
    if (!(seconds > 0 && seconds <= limit))
      return fail(at, "must be above 0 and at most " + std::to_string(max_timeout_.count()) + " seconds",
                  value);
    into.timeout = std::chrono::milliseconds{static_cast<std::int64_t>(std::ceil(seconds * 1000))};
  }

  void read_rules(const way& at, const json::value& value, std::vector<affect_rule>& into) {
    const auto* items = value.if_array();
    const auto text = [](const json::value& rule, const char* name) {
      const auto* found = rule.is_object() ? rule.get_object().if_contains(name) : nullptr;
      return found != nullptr && found->is_string() ? std::string{std::string_view{found->get_string()}}
                                                    : std::string{};
    };
    for (std::size_t i = 0; items != nullptr && i < items->size(); ++i) {
      into.push_back({text((*items)[i], "files"), text((*items)[i], "tests")});
      if (into.back().files.empty() || into.back().tests.empty() || (*items)[i].get_object().size() != 2)
        items = nullptr;
    }
    if (items == nullptr) fail(at, "must be an array of tables: {files = \"…\", tests = \"…\"}", value);
  }

  void read_language(const way& at, const json::value& value, settings& out) {
    const bool known = value.is_string() && language_named(value.get_string()) != nullptr;
    if (!known) return fail(at, "must be one of " + names_of(languages_), value);
    out.language = std::string_view{value.get_string()};
  }

  const language* language_named(std::string_view name) const {
    const auto found = std::find_if(languages_.begin(), languages_.end(),
                                    [&](const auto* one) { return one->name == name; });
    return found == languages_.end() ? nullptr : *found;
  }

  std::string unknown(const std::string& key, const language* of) const {
    std::string out =
        "unknown key `" + key + "`" + (of == nullptr ? "" : " of [" + std::string{of->name} + "]") + ": ";
    if (const auto tables = tables_with(key); !tables.empty())
      return out + (of == nullptr ? "it belongs into " : "only these have it: ") + tables;
    std::string names;
    for (const auto* one : keys_of(of)) names += (names.empty() ? "" : ", ") + std::string{one->name};
    return out + "there are " + names +
           (of == nullptr ? ", and a table per language: " + names_of(languages_) : "");
  }

  // "[go], [rust]": of a key that only some have.
  std::string tables_with(std::string_view key) const {
    std::string out;
    for (const auto* one : languages_)
      if (has_key(*one, key)) out += (out.empty() ? "[" : ", [") + std::string{one->name} + "]";
    return out;
  }

  std::size_t line_of(const way& at) const {
    const auto found = from_.lines.find(at);
    return found == from_.lines.end() ? 0 : found->second;
  }
  std::string place(std::size_t line) const { return file_ + (line == 0 ? "" : ":" + std::to_string(line)); }
  static std::string name_of(const way& at) {
    std::string out;
    for (const auto& part : at) out += (out.empty() ? "" : ".") + part;
    return "`" + out + "`";
  }

  void fail(const way& at, const std::string& must, const json::value& value, const std::string& name = {}) {
    // The value of a variable may be a secret, whatever its type.
    const bool is_variable = at.size() > 1 && at[at.size() - 2] == "env";
    tell(at, (name.empty() ? name_of(at) : "`" + name + "`") + " " + must + ", got " +
                 (is_variable ? kind_of(value) : shown_value(value)));
  }
  // The first one of the file is told: tables are read in no order of their own.
  void tell(const way& at, const std::string& text) {
    const auto line = line_of(at);
    if (!problem_ || line < problem_->line) problem_ = problem{line, place(line) + ": " + text};
  }

  const located_toml& from_;
  std::string file_;
  known_languages languages_;
  std::chrono::seconds max_timeout_;
  std::optional<problem> problem_;
};

json::object schema_of(const settings_key& key, known_languages languages, std::chrono::seconds max_timeout) {
  json::object out{{"description", key.meaning}};
  switch (key.kind) {
    case value_kind::texts:
      out["type"] = "array";
      out["items"] = json::object{{"type", "string"}};
      break;
    case value_kind::variable_table:
      out["type"] = "object";
      out["additionalProperties"] = json::object{{"type", "string"}};
      break;
    case value_kind::seconds:
      out["type"] = "number";
      out["exclusiveMinimum"] = 0;
      out["maximum"] = max_timeout.count();
      break;
    case value_kind::flag:
      out["type"] = "boolean";
      break;
    case value_kind::rules:
      out["type"] = "array";
      out["items"] = {{"type", "object"}, {"required", {"files", "tests"}}};
      break;
    case value_kind::language:
      auto& names = out["enum"].emplace_array();
      for (const auto* one : languages) names.emplace_back(one->name);
      break;
  }
  return out;
}

json::object table_schema(const language* of, known_languages languages, std::chrono::seconds max_timeout) {
  json::object properties;
  for (const auto* key : keys_of(of)) properties[key->name] = schema_of(*key, languages, max_timeout);
  return {{"type", "object"}, {"additionalProperties", false}, {"properties", std::move(properties)}};
}

}  // namespace

std::variant<settings, std::string> read_settings(std::string_view text, std::string_view file,
                                                  known_languages languages,
                                                  std::chrono::seconds max_timeout) {
  const std::string name{file};
  if (text.size() > settings_bytes)
    return name + " is larger than " + std::to_string(settings_bytes >> 10) +
           " KiB, the limit: write less into it";
  const auto from = read_located_toml(text);
  if (!from.problem.empty())
    return name + (from.problem_line == 0 ? "" : ":" + std::to_string(from.problem_line)) +
           ": it is no TOML: " + from.problem;
  settings_reader reader{from, file, languages, max_timeout};
  auto out = reader.read();
  if (reader.found()) return reader.found()->text;
  return out;
}

std::string settings_schema(known_languages languages, std::chrono::seconds max_timeout) {
  auto out = table_schema(nullptr, languages, max_timeout);
  auto& properties = out["properties"].get_object();
  for (const auto* one : languages) {
    auto table = table_schema(one, languages, max_timeout);
    table["description"] =
        "for runs of " + std::string{one->display_name} + " only, on top of those of the file";
    properties[one->name] = std::move(table);
  }
  out["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  out["title"] = settings_file;
  return json::serialize(out);
}

std::string settings_markdown(known_languages languages) {
  std::string out = "| key | where | what |\n| --- | --- | --- |\n";
  for (const auto& key : keys) {
    std::string where = is_of_file(key) ? "the file" : key.of_some ? "" : "the file, a language";
    for (const auto* one : languages)
      if (key.of_some && has_key(*one, key.name))
        where += (where.empty() ? "`[" : ", `[") + std::string{one->name} + "]`";
    out += "| `" + std::string{key.name} + "` | " + where + " | " + std::string{key.meaning} + " |\n";
  }
  return out;
}

}  // namespace covey::parsers
