#include "parsers/coverage/formats/json/entries.hpp"
#include "parsers/coverage/formats/json/builder.hpp"
#include <boost/json/basic_parser_impl.hpp>
#include <algorithm>
#include <cstdint>
#include <utility>

namespace covey::parsers {
namespace {

// JSON text with every lone surrogate escape (half of a UTF-16 pair) replaced by \ufffd. Python and
// JavaScript write such escapes for names that are not Unicode, and Boost.JSON refuses the whole document
// because of one.

class surrogate_repair {
 public:
  using sink = std::function<void(std::string_view)>;

  // Text in any pieces. No line feed is added or lost.
  void feed(std::string_view bytes, const sink& out);
  void finish(const sink& out);

 private:
  std::string held_;  // the beginning of an escape, at most two of them long
};

constexpr std::size_t escape_length = 6;  // \uXXXX
constexpr std::string_view replacement = "\\ufffd";

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

struct escape {
  enum { cut, other, unit } kind = other;
  std::size_t length = 0;   // other: what can be passed on as it is
  std::uint32_t value = 0;  // unit: a UTF-16 code unit
};

// What stands at the beginning of the text, which is a backslash.
escape escape_at(std::string_view text) {
  if (text.size() < 2) return {escape::cut};
  if (text[1] != 'u') return {escape::other, 2};
  std::uint32_t value = 0;
  for (std::size_t i = 2; i < escape_length; ++i) {
    if (i >= text.size()) return {escape::cut};
    const int nibble = digit(text[i]);
    if (nibble < 0) return {escape::other, i};
    value = value * 16 + static_cast<std::uint32_t>(nibble);
  }
  return {escape::unit, escape_length, value};
}

bool is_high(std::uint32_t unit) {
  return unit >= 0xd800 && unit < 0xdc00;
}
bool is_low(std::uint32_t unit) {
  return unit >= 0xdc00 && unit < 0xe000;
}

struct verdict {
  bool cut = false;   // more text is needed
  bool lone = false;  // the first `length` bytes are to be replaced
  std::size_t length = 0;
};

verdict judge(std::string_view text) {
  const auto first = escape_at(text);
  if (first.kind == escape::cut) return {true};
  if (first.kind == escape::other || (!is_high(first.value) && !is_low(first.value)))
    return {false, false, first.length};
  if (is_low(first.value)) return {false, true, escape_length};
  const auto rest = text.substr(escape_length);
  if (rest.empty()) return {true};
  if (rest.front() != '\\') return {false, true, escape_length};
  const auto second = escape_at(rest);
  if (second.kind == escape::cut) return {true};
  if (second.kind == escape::unit && is_low(second.value)) return {false, false, 2 * escape_length};
  return {false, true, escape_length};
}

void surrogate_repair::feed(std::string_view bytes, const sink& out) {
  std::string joined;
  if (!held_.empty()) {
    joined = std::move(held_);
    held_.clear();
    joined += bytes;
    bytes = joined;
  }
  std::size_t passed = 0;
  for (auto at = bytes.find('\\'); at != std::string_view::npos; at = bytes.find('\\', at)) {
    const auto is = judge(bytes.substr(at));
    if (is.cut) {
      held_ = bytes.substr(at);
      bytes = bytes.substr(0, at);
      break;
    }
    if (is.lone) {
      if (at > passed) out(bytes.substr(passed, at - passed));
      out(replacement);
      passed = at + is.length;
    }
    at += is.length;
  }
  if (bytes.size() > passed) out(bytes.substr(passed));
}

void surrogate_repair::finish(const sink& out) {
  if (!held_.empty()) out(held_);
  held_.clear();
}

namespace json = boost::json;

constexpr std::size_t no_limit = static_cast<std::size_t>(-1);

// The events of basic_parser, handed to a builder.
class events {
 public:
  static constexpr std::size_t max_object_size = no_limit;
  static constexpr std::size_t max_array_size = no_limit;
  static constexpr std::size_t max_key_size = no_limit;
  static constexpr std::size_t max_string_size = no_limit;

  explicit events(json_builder& to) : to_(to) {}

  bool on_document_begin(json::error_code&) { return true; }
  bool on_document_end(json::error_code&) { return true; }
  bool on_object_begin(json::error_code&) { return to_.begin(true), true; }
  bool on_object_end(std::size_t count, json::error_code&) { return to_.end(count), true; }
  bool on_array_begin(json::error_code&) { return to_.begin(false), true; }
  bool on_array_end(std::size_t count, json::error_code&) { return to_.end(count), true; }
  bool on_key_part(json::string_view part, std::size_t, json::error_code&) {
    return to_.key_part(part), true;
  }
  bool on_key(json::string_view part, std::size_t, json::error_code&) { return to_.key(part), true; }
  bool on_string_part(json::string_view part, std::size_t, json::error_code&) {
    return to_.text_part(part), true;
  }
  bool on_string(json::string_view part, std::size_t, json::error_code&) { return to_.text(part), true; }
  bool on_number_part(json::string_view, json::error_code&) { return true; }
  bool on_int64(std::int64_t value, json::string_view, json::error_code&) { return to_.scalar(value), true; }
  bool on_uint64(std::uint64_t value, json::string_view, json::error_code&) {
    return to_.scalar(value), true;
  }
  bool on_double(double value, json::string_view, json::error_code&) { return to_.scalar(value), true; }
  bool on_bool(bool value, json::error_code&) { return to_.scalar(value), true; }
  bool on_null(json::error_code&) { return to_.scalar(nullptr), true; }
  bool on_comment_part(json::string_view, json::error_code&) { return true; }
  bool on_comment(json::string_view, json::error_code&) { return true; }

 private:
  json_builder& to_;
};

json::parse_options options() {
  json::parse_options out;
  out.max_depth = json_entries::max_depth;
  out.allow_invalid_utf8 = true;
  return out;
}

std::string_view what_is(const json::error_code& error) {
  if (error == json::error::incomplete) return "the JSON breaks off";
  if (error == json::error::too_deep) return "JSON nested deeper than 64 levels, not read from there on";
  if (error == json::error::extra_data) return "text after the end of the JSON";
  return "no valid JSON from there on";
}

// Of a \u without its four digits, Boost.JSON reports all or a part as taken, depending on where the text was
// cut. A line end among them does not count as a line before the error.
std::string_view before_broken_escape(std::string_view taken) {
  constexpr std::size_t digits = 4;
  const auto escape = taken.rfind("\\u");
  if (escape == std::string_view::npos) return taken;
  const bool is_broken = taken.substr(escape + 2, digits).find('\n') != std::string_view::npos;
  return is_broken ? taken.substr(0, escape) : taken;
}

}  // namespace

struct json_entries::state {
  state(std::vector<json_path> paths, std::vector<json_path> left_out, sink on_entry, limits max)
      : builder(std::move(paths), std::move(left_out), std::move(on_entry), max, wrong),
        parser(options(), builder) {}

  void read(std::string_view bytes) {
    if (failed) return;
    json::error_code error;
    const auto taken = bytes.substr(0, parser.write_some(true, bytes.data(), bytes.size(), error));
    if (!error && taken.size() < bytes.size()) error = json::error::extra_data;
    count_lines(error ? before_broken_escape(taken) : taken);
    if (error) fail(error);
  }

  void end() {
    if (failed) return;
    json::error_code error;
    parser.write_some(false, "", 0, error);
    if (error) fail(error);
  }

  void count_lines(std::string_view bytes) {
    line += static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.end(), '\n'));
  }

  void fail(const json::error_code& error) {
    failed = true;
    wrong.add(what_is(error), line);
  }

  diagnostics wrong;
  json_builder builder;
  json::basic_parser<events> parser;
  surrogate_repair repair;
  std::uint64_t line = 1;
  bool failed = false;
};

json_entries::json_entries(std::vector<json_path> paths, std::vector<json_path> left_out, sink on_entry,
                           limits max)
    : state_(std::make_unique<state>(std::move(paths), std::move(left_out), std::move(on_entry), max)) {}

json_entries::json_entries(std::vector<json_path> paths, std::vector<json_path> left_out, sink on_entry)
    : json_entries(std::move(paths), std::move(left_out), std::move(on_entry), limits{}) {}

json_entries::~json_entries() = default;

void json_entries::feed(std::string_view bytes) {
  state_->repair.feed(bytes, [this](std::string_view text) { state_->read(text); });
}

void json_entries::finish() {
  state_->repair.finish([this](std::string_view text) { state_->read(text); });
  state_->end();
}

diagnostics& json_entries::wrong() {
  return state_->wrong;
}

bool json_begins_with(std::string_view head, std::vector<json_path> paths) {
  if (!head.starts_with('{')) return false;
  diagnostics wrong;
  json_builder builder{std::move(paths), {}, {}, {}, wrong};
  json::basic_parser<events> parser{options(), builder};
  json::error_code error;
  parser.write_some(true, head.data(), head.size(), error);
  return builder.found();
}

}  // namespace covey::parsers
