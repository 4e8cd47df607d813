#include "cli/setup/edits.hpp"
#include "parsers/text/json_scanner.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/documents.hpp"
#include "parsers/text/utf8.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <vector>

namespace covey::cli {
namespace {

namespace json = boost::json;
constexpr auto npos = std::string_view::npos;

// --- Where the parts of a JSON text with comments stand in it ---

constexpr std::size_t max_levels = 64;

struct json_span {
  std::size_t begin = 0;  // of the value: its first byte; `end` is behind its last
  std::size_t end = 0;
  char kind = 0;              // '{', '[', or the first byte of a scalar
  std::string key;            // of a member of an object, decoded
  std::size_t key_begin = 0;  // of a member, its first byte; of an element that of the value
  std::vector<json_span> parts;
};

// Behind the blanks and comments from `at` on; npos: a comment is not closed.
std::size_t skip_json_blanks(std::string_view text, std::size_t at) {
  for (;;) {
    at = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
    const auto rest = text.substr(at);
    if (rest.starts_with("//")) {
      at = std::min(text.find('\n', at), text.size());
    } else if (rest.starts_with("/*")) {
      const auto end = text.find("*/", at + 2);
      if (end == npos) return npos;
      at = end + 2;
    } else {
      return at;
    }
  }
}

class span_reader {
 public:
  explicit span_reader(std::string_view text) : text_(text) {}

  std::optional<json_span> read() {
    json_span out;
    at_ = text_.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    if (!value(out, 0) || !blanks() || at_ != text_.size()) return std::nullopt;
    return out;
  }

 private:
  bool blanks() {
    at_ = skip_json_blanks(text_, at_);
    return at_ != npos;
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool value(json_span& into, std::size_t level) {
    if (level > max_levels || !blanks()) return false;
    into.begin = at_;
    into.kind = peek();
    const bool read = into.kind == '{'   ? parts(into, '}', level)
                      : into.kind == '[' ? parts(into, ']', level)
                      : into.kind == '"' ? string()
                                         : word();
    into.end = at_;
    return read;
  }

  bool string() {
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_)
      if (text_[at_] == '\\') ++at_;
    return at_ < text_.size() && ++at_ > 0;
  }

  bool word() {
    const auto from = at_;
    at_ = std::min(text_.find_first_of(",:]}{[\"/ \t\r\n", at_), text_.size());
    return at_ > from;
  }

  bool parts(json_span& into, char close, std::size_t level) {
    for (++at_; blanks();) {
      if (peek() == close) return ++at_ > 0;
      json_span part;
      const auto from = at_;
      if (close == '}' && !key(part)) return false;
      if (!value(part, level + 1) || !blanks()) return false;
      part.key_begin = close == '}' ? from : part.begin;
      into.parts.push_back(std::move(part));
      if (peek() == ',')
        ++at_;
      else if (peek() != close)
        return false;
    }
    return false;
  }

  bool key(json_span& into) {
    const auto from = at_;
    if (peek() != '"' || !string()) return false;
    const auto raw = text_.substr(from + 1, at_ - from - 2);
    into.key = parsers::json_text({parsers::json_kind::string, raw.find('\\') != npos, raw});
    return blanks() && peek() == ':' && ++at_ > 0;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// Nothing: it is no JSON, or nests deeper than max_levels. Scalars are not checked.
std::optional<json_span> json_spans(std::string_view text) {
  return span_reader{text}.read();
}

// --- The edits of JSON ---

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// What the text indents by: the blanks before its first indented line.
std::string indent_unit(std::string_view text) {
  for (std::size_t at = text.find('\n'); at != npos; at = text.find('\n', at + 1)) {
    const auto end = text.find_first_not_of(" \t", at + 1);
    if (end != npos && end > at + 1 && text[end] != '\n' && text[end] != '\r')
      return std::string{text.substr(at + 1, end - at - 1)};
  }
  return "  ";
}

// The blanks at the beginning of the line that `at` is in.
std::string indent_at(std::string_view text, std::size_t at) {
  const auto line = at == 0 ? npos : text.rfind('\n', at - 1);
  const auto from = line == npos ? 0 : line + 1;
  return std::string{text.substr(from, std::min(text.find_first_not_of(" \t", from), text.size()) - from)};
}

void write(std::string& out, const json::value& value, const std::string& indent, const std::string& unit);

template <class Container, class WriteOne>
void write_all(std::string& out, const Container& all, char open, char close, const std::string& indent,
               const std::string& unit, bool lines, WriteOne write_one) {
  out += open;
  bool first = true;
  for (const auto& one : all) {
    if (!first) out += lines ? "," : ", ";
    if (lines) out.append("\n").append(indent).append(unit);
    write_one(one);
    first = false;
  }
  if (lines) out.append("\n").append(indent);
  out += close;
}

// Objects with a member per line; lists of plain values in one line.
void write(std::string& out, const json::value& value, const std::string& indent, const std::string& unit) {
  const auto inner = indent + unit;
  if (const auto* object = value.if_object(); object != nullptr && !object->empty())
    return write_all(out, *object, '{', '}', indent, unit, true, [&](const auto& member) {
      out.append(json::serialize(json::string(member.key()))).append(": ");
      write(out, member.value(), inner, unit);
    });
  if (const auto* array = value.if_array(); array != nullptr && !array->empty()) {
    const bool lines =
        std::any_of(array->begin(), array->end(), [](const auto& one) { return one.is_object(); });
    return write_all(out, *array, '[', ']', indent, unit, lines,
                     [&](const auto& one) { write(out, one, inner, unit); });
  }
  out += json::serialize(value);
}

// Of members of one name the last counts.
const json_span* member(const json_span& object, std::string_view key) {
  const json_span* out = nullptr;
  for (const auto& part : object.parts)
    if (part.key == key) out = &part;
  return out;
}

std::optional<std::size_t> index_of(std::string_view key) {
  std::size_t out = 0;
  return parsers::read_number(key, out) ? std::optional{out} : std::nullopt;
}

const json_span* part_of(const json_span& container, std::string_view key) {
  if (container.kind == '{') return member(container, key);
  const auto index = container.kind == '[' ? index_of(key) : std::nullopt;
  return index && *index < container.parts.size() ? &container.parts[*index] : nullptr;
}

// As far as the path is there: the object itself first.
std::vector<const json_span*> way(const json_span& root, json_path path) {
  std::vector<const json_span*> out{&root};
  for (const auto key : path) {
    const auto* next = part_of(*out.back(), key);
    if (next == nullptr) break;
    out.push_back(next);
  }
  return out;
}

// A value under the keys that are missing.
json::value wrapped(json_path missing, json::value value) {
  for (auto key = missing.rbegin(); key != missing.rend(); ++key) {
    json::object around;
    around[*key] = std::move(value);
    value = std::move(around);
  }
  return value;
}

// `key` is empty for an element.
std::string inserted(std::string_view text, const json_span& into, std::string_view key,
                     const json::value& value) {
  const auto unit = indent_unit(text);
  const auto close = into.end - 1;
  auto inner_end = close;
  while (inner_end > into.begin + 1 && is_blank(text[inner_end - 1])) --inner_end;
  const bool empty = into.parts.empty();
  const bool lines = empty || text.substr(into.begin, close - into.begin).find('\n') != npos;
  const auto outer = indent_at(text, close);
  auto inner = outer + unit;
  if (!empty && lines) {
    const auto first = into.parts.front().key_begin;
    if (const auto own = indent_at(text, first); text.substr(0, first).ends_with("\n" + own) || !own.empty())
      inner = own;
  }
  std::string entry;
  if (!key.empty()) entry.append(json::serialize(json::string(key))).append(": ");
  if (lines) {
    write(entry, value, inner, unit);
  } else {
    entry += json::serialize(value);
  }
  std::string out{text.substr(0, inner_end)};
  if (!empty) {
    const auto last = into.parts.back().end;
    const auto comma = skip_json_blanks(text, last);
    if (comma < text.size() && text[comma] == ',')
      entry += ',';  // as its writer has it
    else
      out.insert(last, ",");
  }
  out.append(lines ? "\n" + inner : empty ? "" : " ").append(entry);
  if (lines) out.append("\n").append(outer);
  return out.append(text.substr(close));
}

std::string replaced(std::string_view text, const json_span& old, const json::value& value) {
  std::string out{text.substr(0, old.begin)};
  write(out, value, indent_at(text, old.key_begin), indent_unit(text));
  return out.append(text.substr(old.end));
}

std::string removed(std::string_view text, const json_span& from, std::size_t index) {
  auto begin = from.parts[index].key_begin;
  auto end = from.parts[index].end;
  const auto comma = skip_json_blanks(text, end);
  std::string out;
  if (comma < text.size() && text[comma] == ',') {
    end = comma + 1;
  } else if (index > 0) {  // it was the last one: the comma before it goes
    const auto before = skip_json_blanks(text, from.parts[index - 1].end);
    out = std::string{text.substr(0, before)}.append(text.substr(before + 1, begin - before - 1));
  }
  if (out.empty()) out = text.substr(0, begin);
  while (!out.empty() && is_blank(out.back())) out.pop_back();
  // A comment to the end of its line needs that end.
  const auto kept = index > 0 ? from.parts[index - 1].end : from.begin + 1;
  const auto line = out.rfind('\n');
  const bool comment = out.find("//", line == npos ? kept : std::max(kept, line)) != npos;
  if (comment && text.substr(end).find('\n') != 0 && !text.substr(end).starts_with("\r\n")) out += '\n';
  // Nothing is left: the brackets stand together again.
  if (from.parts.size() == 1 && out.size() == from.begin + 1) end = from.end - 1;
  return out.append(text.substr(end));
}

std::string_view content(std::string_view text) {
  return parsers::without_byte_order_mark(text).find_first_not_of(" \t\r\n") == npos
             ? std::string_view{"{}\n"}
             : text;
}

// Follows a path in a value; null: it is not there.
json::value* find(json::value& in, json_path path) {
  auto* at = &in;
  for (const auto key : path) {
    if (auto* array = at->if_array()) {
      const auto index = index_of(key);
      at = index && *index < array->size() ? &(*array)[*index] : nullptr;
    } else {
      auto* object = at->if_object();
      at = object == nullptr ? nullptr : object->if_contains(key);
    }
    if (at == nullptr) return nullptr;
  }
  return at;
}

bool set(json::value& in, json_path path, json::value value) {
  auto* at = &in;
  for (const auto key : path) {
    if (!at->is_object()) return false;
    at = &at->get_object()[key];
    if (at->is_null() && &key != &path.back()) at->emplace_object();
  }
  *at = std::move(value);
  return true;
}

// The text, if it says what was meant.
std::optional<std::string> checked(std::string text, const json::value& meant) {
  const auto read = read_jsonc(text);
  if (!read || *read != meant) return std::nullopt;
  return text;
}

struct document {
  std::string_view text;
  json_span root;
  json::value value;
};

std::optional<document> open(std::string_view given) {
  const auto text = content(given);
  auto spans = json_spans(text);
  auto value = read_jsonc(text);
  if (!spans || !value || !value->is_object()) return std::nullopt;
  return document{text, std::move(*spans), std::move(*value)};
}

// Beside its one part.
bool has_comment(std::string_view text, const json_span& container) {
  const auto& part = container.parts.front();
  const auto before = text.substr(container.begin, part.key_begin - container.begin);
  const auto behind = text.substr(part.end, container.end - part.end);
  return (std::string{before} + std::string{behind}).find('/') != std::string::npos;
}

// Removes a part of a container, and the objects around it that it leaves empty. `depth`: of the container, in the way
// that the path leads.
std::optional<std::string> without_part(document& opened, json_path path, std::size_t depth,
                                        std::size_t index) {
  const auto found = way(opened.root, path);
  auto meant = opened.value;
  while (depth > 0 && found[depth]->parts.size() == 1 && !has_comment(opened.text, *found[depth])) {
    index = static_cast<std::size_t>(found[depth] - found[depth - 1]->parts.data());
    --depth;
  }
  auto& around = *find(meant, path.first(depth));
  if (auto* array = around.if_array())
    array->erase(array->begin() + static_cast<std::ptrdiff_t>(index));
  else
    around.get_object().erase(found[depth]->parts[index].key);
  return checked(removed(opened.text, *found[depth], index), meant);
}

// --- Where the lines of a TOML text stand in it ---

// A line with all that belongs to it: strings and lists of several lines are one.
struct toml_item {
  enum class item_type { header, key, other };
  item_type type = item_type::other;
  std::string name;       // of the table or of the key, without blanks and quotes
  std::size_t begin = 0;  // `end` is behind the end of its last line
  std::size_t end = 0;
  std::size_t value_begin = 0;  // of a key; `value_end` is behind the last byte of the value
  std::size_t value_end = 0;
};

class toml_lines {
 public:
  explicit toml_lines(std::string_view text) : text_(text) {}

  std::vector<toml_item> read() {
    std::vector<toml_item> out;
    while (at_ < text_.size()) out.push_back(item());
    return out;
  }

 private:
  toml_item item() {
    toml_item out;
    out.begin = at_;
    skip_blanks();
    const auto from = at_;
    if (text_.substr(at_).starts_with('[')) {
      out.type = toml_item::item_type::header;
      const auto end = line_end();
      out.name = plain(text_.substr(from, std::min(text_.find('#', from), end) - from));
    } else if (const auto equals = equals_sign(); equals != npos) {
      out.type = toml_item::item_type::key;
      out.name = plain(text_.substr(from, equals - from));
      at_ = equals + 1;
      skip_blanks();
      out.value_begin = at_;
      skip_value();
      out.value_end = at_;
      while (out.value_end > out.value_begin &&
             (text_[out.value_end - 1] == ' ' || text_[out.value_end - 1] == '\t'))
        --out.value_end;
    }
    at_ = std::min(line_end() + 1, text_.size());
    out.end = at_;
    return out;
  }

  std::size_t line_end() const { return std::min(text_.find('\n', at_), text_.size()); }
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t", at_), text_.size()); }

  // In this line, outside of quotes.
  std::size_t equals_sign() const {
    char quote = 0;
    for (auto i = at_; i < line_end(); ++i) {
      const char c = text_[i];
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '=' || c == '#') {
        return c == '=' ? i : npos;
      }
    }
    return npos;
  }

  // To the end of the line, or to the comment behind the value.
  void skip_value() {
    for (int depth = 0; at_ < text_.size();) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        skip_string(c);
        continue;
      }
      if (c == '#' && depth == 0) return;
      if (c == '#') at_ = line_end();
      if (c == '\n' && depth == 0) return;
      if (c == '[' || c == '{') ++depth;
      if (c == ']' || c == '}') --depth;
      if (at_ < text_.size()) ++at_;
    }
  }

  void skip_string(char quote) {
    const std::string triple(3, quote);
    const bool several = text_.substr(at_).starts_with(triple);
    for (at_ += several ? 3 : 1; at_ < text_.size(); ++at_) {
      if (quote == '"' && text_[at_] == '\\') {
        ++at_;
        continue;
      }
      if (several ? text_.substr(at_).starts_with(triple) : text_[at_] == quote) {
        at_ += several ? 3 : 1;
        while (several && at_ < text_.size() && text_[at_] == quote) ++at_;
        return;
      }
    }
  }

  // "[ mcp_servers . \"covey\" ]" -> "[mcp_servers.covey]"
  static std::string plain(std::string_view text) {
    std::string out;
    for (const char c : text)
      if (std::string_view{" \t\r\"'"}.find(c) == npos) out += c;
    return out;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

std::string written(const json::value& value) {
  if (!value.is_array()) return json::serialize(value);
  std::string out = "[";
  for (const auto& one : value.get_array())
    out.append(out.size() > 1 ? ", " : "").append(json::serialize(one));
  return out + "]";
}

json::object* table_of(json::object& root, std::string_view name, bool make) {
  auto* at = &root;
  while (!name.empty()) {
    const auto dot = std::min(name.find('.'), name.size());
    const auto key = name.substr(0, dot);
    name.remove_prefix(std::min(dot + 1, name.size()));
    if (make && !at->contains(key)) (*at)[key].emplace_object();
    auto* value = at->if_contains(key);
    if (value == nullptr || !value->is_object()) return nullptr;
    at = &value->get_object();
  }
  return at;
}

// Of two groups of empty lines that meet, one is enough.
void append_lines(std::string& out, std::string_view lines) {
  if (out.empty() || out.ends_with("\n\n"))
    lines.remove_prefix(std::min(lines.find_first_not_of('\n'), lines.size()));
  out += lines;
}

// An empty object is what text reads as that is no TOML, too.
bool is_toml(std::string_view text) {
  const auto items = toml_lines{text}.read();
  return !parsers::read_toml(text).empty() || std::all_of(items.begin(), items.end(), [](const auto& item) {
    return item.type != toml_item::item_type::key;
  });
}

}  // namespace

std::optional<json::value> read_jsonc(std::string_view text) {
  json::parse_options options;
  options.allow_comments = true;
  options.allow_trailing_commas = true;
  options.max_depth = 64;
  boost::system::error_code ec;
  auto value = json::parse(parsers::without_byte_order_mark(content(text)), ec, {}, options);
  if (ec) return std::nullopt;
  return value;
}

std::optional<std::string> json_with(std::string_view text, json_path path, const json::value& value) {
  auto opened = open(text);
  if (!opened || path.empty()) return std::nullopt;
  auto& [whole, root, meant] = *opened;
  const auto found = way(root, path);
  if (auto* old = find(meant, path); old != nullptr && *old == value) return std::string{text};
  if (!set(meant, path, value)) return std::nullopt;
  if (found.size() == path.size() + 1) return checked(replaced(whole, *found.back(), value), meant);
  if (found.back()->kind != '{') return std::nullopt;
  const auto missing = path.subspan(found.size() - 1);
  return checked(inserted(whole, *found.back(), missing.front(), wrapped(missing.subspan(1), value)), meant);
}

std::optional<std::string> json_with_element(std::string_view text, json_path path,
                                             const json::value& value) {
  auto opened = open(text);
  if (!opened) return std::nullopt;
  auto& [whole, root, meant] = *opened;
  const auto found = way(root, path);
  if (found.size() != path.size() + 1) return json_with(text, path, json::array{value});
  if (found.back()->kind != '[') return std::nullopt;
  find(meant, path)->get_array().push_back(value);
  return checked(inserted(whole, *found.back(), {}, value), meant);
}

std::optional<std::string> json_without(std::string_view text, json_path path) {
  auto opened = open(text);
  if (!opened) return std::nullopt;
  const auto found = way(opened->root, path);
  if (found.size() != path.size() + 1) return std::string{text};
  const auto index = static_cast<std::size_t>(found[path.size()] - found[path.size() - 1]->parts.data());
  return without_part(*opened, path, path.size() - 1, index);
}

std::optional<std::string> json_without_element(std::string_view text, json_path path, std::size_t index) {
  auto opened = open(text);
  if (!opened) return std::nullopt;
  const auto found = way(opened->root, path);
  if (found.size() != path.size() + 1) return std::string{text};
  if (found.back()->kind != '[' || index >= found.back()->parts.size()) return std::nullopt;
  return without_part(*opened, path, path.size(), index);
}

std::optional<std::string> toml_with(std::string_view text, std::string_view name, std::string_view key,
                                     const json::value& value) {
  auto meant = parsers::read_toml(text);
  auto* table = is_toml(text) ? table_of(meant, name, true) : nullptr;
  if (table == nullptr) return std::nullopt;
  if (const auto* old = table->if_contains(key); old != nullptr && *old == value) return std::string{text};
  (*table)[key] = value;

  const auto header = "[" + std::string{name} + "]";
  const auto line = std::string{key} + " = " + written(value) + "\n";
  const auto items = toml_lines{text}.read();
  std::string out{text};
  auto at = std::find_if(items.begin(), items.end(), [&](const auto& item) {
    return item.type == toml_item::item_type::header && item.name == header;
  });
  if (at == items.end()) {
    if (!out.empty() && !out.ends_with('\n')) out += '\n';
    if (!out.empty() && !out.ends_with("\n\n")) out += '\n';
    out.append(header).append("\n").append(line);
  } else {
    auto behind = at->end;  // the table's last key
    for (++at; at != items.end() && at->type != toml_item::item_type::header; ++at) {
      if (at->type != toml_item::item_type::key) continue;
      behind = at->end;
      if (at->name != key) continue;
      out.replace(at->value_begin, at->value_end - at->value_begin, written(value));
      behind = npos;
      break;
    }
    if (behind != npos) out.insert(behind, (out[behind - 1] == '\n' ? "" : "\n") + line);
  }
  if (parsers::read_toml(out) != meant) return std::nullopt;
  return out;
}

std::optional<std::string> toml_without(std::string_view text, std::string_view name) {
  auto meant = parsers::read_toml(text);
  if (!is_toml(text)) return std::nullopt;
  if (table_of(meant, name, false) == nullptr) return std::string{text};
  const auto dot = name.rfind('.');
  auto* around = dot == npos ? &meant : table_of(meant, name.substr(0, dot), false);
  around->erase(name.substr(dot == npos ? 0 : dot + 1));

  // Of a table its header and all up to its last key: a comment behind that is about what follows.
  std::string out, behind;
  bool ours = false, at_end = true;
  for (const auto& item : toml_lines{text}.read()) {
    const auto line = text.substr(item.begin, item.end - item.begin);
    if (item.type == toml_item::item_type::header)
      ours =
          item.name == "[" + std::string{name} + "]" || item.name.starts_with("[" + std::string{name} + ".");
    if (ours && item.type != toml_item::item_type::other) behind.clear();
    if (!ours) {
      append_lines(out, behind);
      out += line;
      behind.clear();
      at_end = false;
    } else if (item.type == toml_item::item_type::other) {
      behind += line;
    } else {
      at_end = true;
    }
  }
  append_lines(out, behind);
  if (at_end && behind.empty() && out.ends_with("\n\n")) out.pop_back();  // the line before the header
  // The table around it may have been made by its header alone.
  auto without_parent = meant;
  if (dot != npos && around->empty()) without_parent.erase(name.substr(0, dot));
  const auto read = parsers::read_toml(out);
  if (read != meant && read != without_parent) return std::nullopt;
  return out;
}

}  // namespace covey::cli
