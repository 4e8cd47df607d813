#include "parsers/text/documents.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <boost/json.hpp>
#include <charconv>
#include <cmath>

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace covey::parsers {

namespace json = boost::json;

std::string text_at(const json::object& from, std::string_view name) {
  const auto* value = from.if_contains(name);
  return value != nullptr && value->is_string() ? std::string{value->get_string()} : std::string{};
}

bool flag_at(const json::object& from, std::string_view name, bool absent) {
  const auto* value = from.if_contains(name);
  return value != nullptr && value->is_bool() ? value->get_bool() : absent;
}

std::uint64_t number_at(const json::object& from, std::string_view name) {
  const auto* value = from.if_contains(name);
  if (value == nullptr) return 0;
  if (value->is_int64()) return value->get_int64() < 0 ? 0 : static_cast<std::uint64_t>(value->get_int64());
  if (value->is_uint64()) return value->get_uint64();
  constexpr double max = 1e15;
  if (value->is_double() && value->get_double() > 0 && value->get_double() < max)
    return static_cast<std::uint64_t>(std::llround(value->get_double()));
  return 0;
}

const json::object& object_at(const json::object& from, std::string_view name) {
  static const json::object none;
  const auto* value = from.if_contains(name);
  return value != nullptr && value->is_object() ? value->get_object() : none;
}

const json::array& list_at(const json::object& from, std::string_view name) {
  static const json::array none;
  const auto* value = from.if_contains(name);
  return value != nullptr && value->is_array() ? value->get_array() : none;
}

namespace {

// toml++ 3.3 has undefined behaviour over letters beyond ASCII where it looks for blanks, also behind an
// error (is_non_ascii_horizontal_whitespace). So it gets only ASCII: each byte beyond it is written as a mark
// that the text does not contain, and two hex digits.
class ascii_form {
 public:
  explicit ascii_form(std::string_view text) {
    if (is_ascii(text)) {
      written_ = text;
      return;
    }
    for (int i = 0; mark_.empty() || text.find(mark_) != std::string_view::npos; ++i)
      mark_ = "x" + std::to_string(i) + "_";
    constexpr std::string_view digits = "0123456789abcdef";
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 0x80)
        written_ += c;
      else
        written_.append(mark_).append({digits[byte >> 4], digits[byte & 15]});
    }
  }

  const std::string& written() const { return written_; }

  // An escape in the text may have produced something like a mark, which stays.
  std::string restored(std::string_view text) const {
    std::string out;
    for (std::size_t at; !mark_.empty() && (at = text.find(mark_)) != std::string_view::npos;) {
      out += text.substr(0, at);
      text.remove_prefix(at + mark_.size());
      unsigned byte = 0;
      const auto digits = text.substr(0, 2);
      std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
      if (byte < 0x80) {
        out += mark_;
        continue;
      }
      out += static_cast<char>(byte);
      text.remove_prefix(2);
    }
    return repair_utf8(out.append(text));
  }

 private:
  std::string mark_;  // empty: there is nothing to restore
  std::string written_;
};

json::value converted(const toml::node& node, const ascii_form& form) {
  if (const auto* table = node.as_table()) {
    json::object out;
    for (const auto& [key, value] : *table) out[form.restored(key.str())] = converted(value, form);
    return out;
  }
  if (const auto* array = node.as_array()) {
    json::array out;
    for (const auto& value : *array) out.push_back(converted(value, form));
    return out;
  }
  if (const auto* text = node.as_string()) return json::value(form.restored(text->get()));
  if (const auto* number = node.as_integer()) return json::value(number->get());
  if (const auto* number = node.as_floating_point()) return json::value(number->get());
  if (const auto* flag = node.as_boolean()) return json::value(flag->get());
  return {};
}

void find_lines(const toml::node& node, const ascii_form& form, std::vector<std::string>& way,
                located_toml& out) {
  out.lines.emplace(way, node.source().begin.line);
  if (const auto* table = node.as_table())
    for (const auto& [key, value] : *table) {
      way.push_back(form.restored(key.str()));
      find_lines(value, form, way, out);
      way.pop_back();
    }
  if (const auto* array = node.as_array())
    for (std::size_t i = 0; i < array->size(); ++i) {
      way.push_back(std::to_string(i));
      find_lines(*array->get(i), form, way, out);
      way.pop_back();
    }
}

// Tracks how deep a text nests: the parts of dotted keys, and the brackets around them. Only its lexing must
// be right, and only up to the first error, where the parser stops.
class level_counter {
 public:
  explicit level_counter(std::string_view text) : rest_(text) {}

  // The line of the first place that is too deep; 0: none.
  std::size_t first_too_deep() {
    while (!rest_.empty()) {
      step();
      if (levels() > toml_levels) return line_;
    }
    return 0;
  }

 private:
  std::size_t levels() const { return around_ + dots_ + open_.size(); }

  void step() {
    const char now = rest_.front();
    if (now == '"' || now == '\'') return skip_string(now);
    if (now == '#') return skip(std::min(rest_.find('\n'), rest_.size()));
    switch (now) {
      case '.':
        ++dots_;
        break;
      case '[':
      case '{':
        open_.push_back(dots_);
        around_ += dots_;
        dots_ = 0;
        break;
      case ']':
      case '}':
        close();
        break;
      case ',':
        dots_ = 0;
        break;
      case '\n':
        ++line_;
        if (open_.empty()) dots_ = 0;
        break;
      default:
        break;
    }
    skip(1);
  }

  void close() {
    if (open_.empty()) return;
    dots_ = open_.back();
    around_ -= dots_;
    open_.pop_back();
  }

  void skip(std::size_t count) { rest_.remove_prefix(count); }

  // Backslashes escape between double quotes only; a one-line string ends with its line.
  void skip_string(char quote) {
    const std::string triple(3, quote);
    const bool several = rest_.starts_with(triple);
    skip(several ? 3 : 1);
    while (!rest_.empty()) {
      if (several ? rest_.starts_with(triple) : rest_.front() == quote) {
        skip(several ? 3 : 1);
        // Up to two more quotes belong to the text.
        for (int i = 0; several && i < 2 && rest_.starts_with(quote); ++i) skip(1);
        return;
      }
      if (rest_.front() == '\n') {
        if (!several) return;
        ++line_;
      }
      const bool escape = quote == '"' && rest_.front() == '\\' && rest_.size() > 1 && rest_[1] != '\n';
      skip(escape ? 2 : 1);
    }
  }

  std::string_view rest_;
  std::vector<std::size_t> open_;  // for each open bracket, the dots of the key before it
  std::size_t around_ = 0;         // their sum
  std::size_t dots_ = 0;           // of the key at hand
  std::size_t line_ = 1;
};

}  // namespace

std::string toml_refusal(std::string_view text) {
  if (text.size() > toml_bytes) return "it is larger than " + std::to_string(toml_bytes >> 20) + " MiB";
  const auto line = level_counter{text}.first_too_deep();
  if (line == 0) return {};
  return "it nests tables deeper than " + std::to_string(toml_levels) + " levels (line " +
         std::to_string(line) + ")";
}

json::object read_toml(std::string_view text) {
  if (!toml_refusal(text).empty()) return {};
  if (!is_utf8(text)) return {};
  const ascii_form form{without_byte_order_mark(text)};
  const auto parsed = toml::parse(form.written());
  if (!parsed) return {};
  return converted(parsed.table(), form).get_object();
}

located_toml read_located_toml(std::string_view text) {
  located_toml out;
  out.problem = toml_refusal(text);
  if (out.problem.empty() && !is_utf8(text)) out.problem = "it is not UTF-8";
  if (!out.problem.empty()) return out;
  const ascii_form form{without_byte_order_mark(text)};
  const auto parsed = toml::parse(form.written());
  if (!parsed) {
    out.problem = form.restored(parsed.error().description());
    out.problem_line = parsed.error().source().begin.line;
    return out;
  }
  out.value = converted(parsed.table(), form).get_object();
  std::vector<std::string> way;
  find_lines(parsed.table(), form, way, out);
  return out;
}

}  // namespace covey::parsers
