#include "parsers/text/toml_edit.hpp"
#include "parsers/text/toml.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <vector>

namespace covey::parsers {
namespace {

namespace json = boost::json;
constexpr auto npos = std::string_view::npos;

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
  return !read_toml(text).empty() || std::all_of(items.begin(), items.end(), [](const auto& item) {
    return item.type != toml_item::item_type::key;
  });
}

}  // namespace

std::optional<std::string> toml_with(std::string_view text, std::string_view name, std::string_view key,
                                     const json::value& value) {
  auto meant = read_toml(text);
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
  if (read_toml(out) != meant) return std::nullopt;
  return out;
}

std::optional<std::string> toml_without(std::string_view text, std::string_view name) {
  auto meant = read_toml(text);
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
  const auto read = read_toml(out);
  if (read != meant && read != without_parent) return std::nullopt;
  return out;
}

}  // namespace covey::parsers
