#include "parsers/coverage/formats/json.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <boost/json.hpp>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/value_stack.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

namespace covey::parsers {
namespace {

namespace json = boost::json;

constexpr std::size_t no_limit = static_cast<std::size_t>(-1);

// The values of json_entries, put together from the events of a JSON parser.
class json_builder {
 public:
  // Without a sink nothing is built, and only found() is useful.
  json_builder(std::vector<json_path> paths, std::vector<json_path> left_out, json_entries::sink on_entry,
               json_limits max, diagnostics& wrong);

  bool found() const { return found_; }  // a value begins at one of the paths

  // --- what boost::json::basic_parser asks of its handler

  static constexpr std::size_t max_object_size = no_limit;
  static constexpr std::size_t max_array_size = no_limit;
  static constexpr std::size_t max_key_size = no_limit;
  static constexpr std::size_t max_string_size = no_limit;

  bool on_document_begin(json::error_code&) { return true; }
  bool on_document_end(json::error_code&) { return true; }
  bool on_object_begin(json::error_code&) { return begin(true), true; }
  bool on_object_end(std::size_t count, json::error_code&) { return end(count), true; }
  bool on_array_begin(json::error_code&) { return begin(false), true; }
  bool on_array_end(std::size_t count, json::error_code&) { return end(count), true; }
  bool on_key_part(json::string_view part, std::size_t, json::error_code&) { return key_part(part), true; }
  bool on_key(json::string_view part, std::size_t, json::error_code&) { return key(part), true; }
  bool on_string_part(json::string_view part, std::size_t, json::error_code&) {
    return text_part(part), true;
  }
  bool on_string(json::string_view part, std::size_t, json::error_code&) { return text(part), true; }
  bool on_number_part(json::string_view, json::error_code&) { return true; }
  bool on_int64(std::int64_t value, json::string_view, json::error_code&) { return scalar(value), true; }
  bool on_uint64(std::uint64_t value, json::string_view, json::error_code&) { return scalar(value), true; }
  bool on_double(double value, json::string_view, json::error_code&) { return scalar(value), true; }
  bool on_bool(bool value, json::error_code&) { return scalar(value), true; }
  bool on_null(json::error_code&) { return scalar(nullptr), true; }
  bool on_comment_part(json::string_view, json::error_code&) { return true; }
  bool on_comment(json::string_view, json::error_code&) { return true; }

 private:
  void begin(bool object);
  void end(std::size_t count);  // of members or elements
  void key_part(std::string_view part);
  void key(std::string_view last);
  void text_part(std::string_view part);
  void text(std::string_view last);
  template <class Value>
  void scalar(Value value) {
    if (!begin_value() || !building_) return;
    push(value);
    end_value();
  }

  using path_set = std::uint32_t;  // one bit per path

  struct container {
    path_set on_way = 0;      // paths that lead into it
    bool object = false;      // else an array
    bool kept = false;        // it is part of an entry
    std::size_t dropped = 0;  // how many of its values were left out
  };

  path_set lead_on(json_step::kind_of kind, std::string_view key) const;
  path_set ends_here(path_set of) const;
  bool begin_value();
  void end_value();
  void begin_entry();
  bool grow(std::size_t bytes);
  void give_up(std::string_view why);
  std::string_view place() const { return keys_.empty() ? std::string_view{} : keys_.back(); }

  void push(std::int64_t value) { stack_.push_int64(value); }
  void push(std::uint64_t value) { stack_.push_uint64(value); }
  void push(double value) { stack_.push_double(value); }
  void push(bool value) { stack_.push_bool(value); }
  void push(std::nullptr_t) { stack_.push_null(); }

  std::vector<json_path> paths_;  // those of the entries first
  path_set entries_ = 0;
  path_set all_ = 0;
  std::array<path_set, json_entries::max_depth + 1> ending_{};  // by length
  json_entries::sink on_entry_;
  json_limits max_;
  diagnostics& wrong_;

  boost::json::value_stack stack_;
  std::vector<container> open_;    // without the skipped ones
  std::vector<std::string> keys_;  // of the objects on the way to an entry
  std::size_t skipping_ = 0;       // containers that are open and skipped
  path_set next_ = 0;              // paths that lead to the value of the last key
  std::string text_;               // a key or a string that is not complete yet
  bool text_began_ = false;        // some of it has come
  bool text_kept_ = false;
  bool key_too_long_ = false;
  bool building_ = false;
  bool found_ = false;
  std::size_t entry_at_ = 0;    // open containers around the entry
  std::size_t entry_path_ = 0;  // index of the path that it was found at
  std::size_t size_ = 0;        // of the entry, in bytes, about
};

json_builder::json_builder(std::vector<json_path> paths, std::vector<json_path> left_out,
                           json_entries::sink on_entry, json_limits max, diagnostics& wrong)
    : paths_(std::move(paths)), on_entry_(std::move(on_entry)), max_(max), wrong_(wrong) {
  entries_ = (path_set{1} << paths_.size()) - 1;
  for (auto& path : left_out) paths_.push_back(std::move(path));
  all_ = (path_set{1} << paths_.size()) - 1;
  for (std::size_t i = 0; i < paths_.size(); ++i) ending_.at(paths_[i].size()) |= path_set{1} << i;
}

// The paths that lead from the innermost open container to this child of it.
json_builder::path_set json_builder::lead_on(json_step::kind_of kind, std::string_view key) const {
  const auto at = open_.size() - 1;
  path_set out = 0;
  for (auto left = open_.back().on_way; left != 0; left &= left - 1) {
    const auto index = static_cast<std::size_t>(std::countr_zero(left));
    if (paths_[index].size() <= at) continue;
    const auto& step = paths_[index][at];
    const bool fits = kind == json_step::element ? step.kind == json_step::element
                                                 : step.kind == json_step::member ||
                                                       (step.kind == json_step::name && step.key == key);
    if (fits) out |= path_set{1} << index;
  }
  return out;
}

json_builder::path_set json_builder::ends_here(path_set of) const {
  return of & ending_[open_.size()];
}

// Whether the value that begins is needed; if not, a container of an entry counts it as dropped.
bool json_builder::begin_value() {
  if (skipping_ > 0) return false;
  if (open_.empty()) {
    next_ = all_;
    return true;
  }
  auto& around = open_.back();
  if (!around.object) next_ = lead_on(json_step::element, {});
  const auto ended = ends_here(next_);
  const bool left_out = (ended & ~entries_) != 0 || (around.object && key_too_long_);
  if (!building_ && !left_out && (ended & entries_) != 0) {
    found_ = true;
    entry_path_ = static_cast<std::size_t>(std::countr_zero(ended & entries_));
    if (on_entry_) begin_entry();
  }
  if (building_ && !left_out) return grow(sizeof(json::value));
  if (around.kept) ++around.dropped;
  return !building_ && !left_out && next_ != 0;
}

void json_builder::begin_entry() {
  building_ = true;
  entry_at_ = open_.size();
  size_ = 0;
  stack_.reset();
}

// After a value that is no container, or the end of one.
void json_builder::end_value() {
  if (!building_ || open_.size() > entry_at_) return;
  building_ = false;
  on_entry_({entry_path_, keys_, stack_.release()});
}

bool json_builder::grow(std::size_t bytes) {
  size_ += bytes;
  if (size_ <= max_.entry) return true;
  give_up("an entry that is too large, left out");
  return false;
}

// Drops the entry that is being built; the rest of it is skipped.
void json_builder::give_up(std::string_view why) {
  wrong_.add(why, 0, place());
  skipping_ = open_.size() - entry_at_;
  open_.resize(entry_at_);
  building_ = false;
  stack_.reset();
}

void json_builder::begin(bool object) {
  if (!begin_value()) {
    ++skipping_;
    return;
  }
  open_.push_back({next_, object, building_, 0});
  if (object && !building_) keys_.emplace_back();
}

void json_builder::end(std::size_t count) {
  if (skipping_ > 0) {
    --skipping_;
    return;
  }
  const auto ended = open_.back();
  open_.pop_back();
  if (ended.kept && ended.object) stack_.push_object(count - ended.dropped);
  if (ended.kept && !ended.object) stack_.push_array(count - ended.dropped);
  if (!ended.kept && ended.object) keys_.pop_back();
  end_value();
}

void json_builder::key_part(std::string_view part) {
  if (skipping_ > 0) return;
  if (!text_began_) key_too_long_ = false;
  text_began_ = true;
  const auto room = max_.key - text_.size();
  if (part.size() > room) key_too_long_ = true;
  text_ += part.substr(0, room);
}

void json_builder::key(std::string_view last) {
  if (skipping_ > 0) return;
  key_part(last);
  text_began_ = false;
  next_ = key_too_long_ ? 0 : lead_on(json_step::member, text_);
  if (key_too_long_) wrong_.add("a name that is too long, left out with what it names", 0, text_);
  if (!open_.back().kept) {
    keys_.back() = text_;
  } else if (!key_too_long_ && (ends_here(next_) & ~entries_) == 0) {
    stack_.push_key(text_);
    size_ += text_.size() + sizeof(json::key_value_pair) - sizeof(json::value);
  }
  text_.clear();
}

void json_builder::text_part(std::string_view part) {
  if (!text_began_) text_kept_ = begin_value() && building_;
  text_began_ = true;
  if (!text_kept_) return;
  text_kept_ = grow(part.size());
  if (text_kept_) text_ += part;
}

void json_builder::text(std::string_view last) {
  text_part(last);
  text_began_ = false;
  if (text_kept_) {
    stack_.push_string(text_);
    end_value();
  }
  text_.clear();
}

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
    const int nibble = hex_digit(text[i]);
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

class file_entries_parser final : public report_parser {
 public:
  file_entries_parser(json_path files, std::vector<json_path> left_out, file_entry_reader read,
                      file_entry_joiner join)
      : read_(read),
        join_(join),
        entries_({std::move(files)}, std::move(left_out), [this](json_entry&& entry) { add(entry); }) {}

  void feed(std::string_view bytes) override { entries_.feed(bytes); }

  void finish(coverage_report& into) override {
    entries_.finish();
    into.data.files = std::move(files_);
    into.diagnostics = entries_.wrong().take();
  }

 private:
  void add(const json_entry& entry) {
    const std::string_view name = entry.keys.back();
    auto file = read_(entry.value, entries_.wrong(), name);
    if (!file) return;
    const auto before = files_.size();
    auto* known = file_in(files_, repair_utf8(name), entries_.wrong(), 0);
    if (known == nullptr) return;
    if (files_.size() > before)
      *known = std::move(*file);
    else
      join_(*known, std::move(*file));
  }

  file_entry_reader read_;
  file_entry_joiner join_;
  decltype(coverage::files) files_;
  json_entries entries_;
};

}  // namespace

struct json_entries::state {
  state(std::vector<json_path> paths, std::vector<json_path> left_out, sink on_entry, json_limits max)
      : parser(options(), std::move(paths), std::move(left_out), std::move(on_entry), max, wrong) {}

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
  json::basic_parser<json_builder> parser;
  surrogate_repair repair;
  std::uint64_t line = 1;
  bool failed = false;
};

json_entries::json_entries(std::vector<json_path> paths, std::vector<json_path> left_out, sink on_entry,
                           json_limits max)
    : state_(std::make_unique<state>(std::move(paths), std::move(left_out), std::move(on_entry), max)) {}

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
  json::basic_parser<json_builder> parser{
      options(), std::move(paths), std::vector<json_path>{}, json_entries::sink{}, json_limits{}, wrong};
  json::error_code error;
  parser.write_some(true, head.data(), head.size(), error);
  return parser.handler().found();
}

std::optional<std::uint32_t> line_in(const boost::json::value& from) {
  if (from.is_int64()) {
    const auto line = from.get_int64();
    if (line >= 1 && line <= max_line_number) return static_cast<std::uint32_t>(line);
  }
  if (from.is_double()) {
    const auto line = from.get_double();
    if (line >= 1 && line <= max_line_number && std::floor(line) == line)
      return static_cast<std::uint32_t>(line);
  }
  return std::nullopt;
}

std::uint32_t line_or_none(const boost::json::value* from) {
  return from == nullptr ? 0 : line_in(*from).value_or(0);
}

std::optional<std::uint64_t> count_in(const boost::json::value& from, diagnostics& wrong,
                                      std::string_view at) {
  if (!from.is_number()) return wrong.add("a count that is no number, left out", 0, at), std::nullopt;
  boost::system::error_code ignored;  // any number converts to a double, and a count exactly
  const auto count = from.to_number<double>(ignored);
  if (std::isnan(count)) return 0;  // 0e400: Boost.JSON multiplies 0 by infinity
  if (count < 0) return wrong.add(negative_count, 0, at), 0;
  if (count > static_cast<double>(max_hits)) return wrong.add(too_large_count, 0, at), max_hits;
  return static_cast<std::uint64_t>(std::ceil(count));
}

std::string function_names::unique(std::string_view name, std::uint32_t line, std::uint64_t column) {
  constexpr std::size_t max_length = 4096;
  auto plain = repair_utf8(name.substr(0, max_length));
  if (taken_.insert(plain).second) return plain;
  plain += "@" + std::to_string(line);
  if (taken_.insert(plain).second) return plain;
  plain += ":" + std::to_string(column);
  if (taken_.insert(plain).second) return plain;
  auto& last = last_of_[plain];
  for (;;) {
    auto numbered = plain + "#" + std::to_string(last = std::max<std::uint64_t>(last, 1) + 1);
    if (taken_.insert(numbered).second) return numbered;
  }
}

std::unique_ptr<report_parser> make_file_entries_parser(json_path files, std::vector<json_path> left_out,
                                                        file_entry_reader read, file_entry_joiner join) {
  return std::make_unique<file_entries_parser>(std::move(files), std::move(left_out), read, join);
}

}  // namespace covey::parsers
