// One JSON text in memory (RFC 8259), walked member by member: nothing is built, copied or allocated. The
// whole text is validated on the way, UTF-8, escapes and numbers included. Deeper than 32 levels is refused,
// as Boost.JSON does.
// Design: docs/design/18-floods.md
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

namespace covey::parsers {

enum class json_kind : std::uint8_t { object, array, string, number, boolean, null };

struct json_value {
  json_kind kind = json_kind::null;
  bool escaped = false;  // of a string: `raw` has escapes in it
  std::string_view raw;  // as it stands in the text; of a string the part between its quotes
};

// What walking objects and arrays has in common.
class json_cursor {
 public:
  // Once next() returned false: the text is exactly one such container, apart from blanks.
  bool complete() const { return complete_; }
  const json_value& value() const { return value_; }

 protected:
  json_cursor(std::string_view text, char open, char close);
  // To the next element, which must begin there; null: there is none, or the text is broken.
  const char* advance();

  const char* const begin_;
  const char* const end_;
  const char* at_;
  json_value value_;

 private:
  const char* advance_slowly(const char* at);

  const char close_;
  bool first_ = true;
  bool complete_ = false;
};

// A name to find. Where it is expected, its end is known without a search, which saves half of the work.
class json_name {
 public:
  static constexpr std::size_t room = 16;  // with quotes and colon

  template <std::size_t n>
  consteval json_name(const char (&name)[n]) : size_(n + 2) {  // NOLINT: lists of names read best as they are
    static_assert(n + 2 <= room);
    quoted_[0] = '"';
    for (std::size_t i = 0; i + 1 < n; ++i) quoted_[i + 1] = name[i];
    quoted_[n] = '"';
    quoted_[n + 1] = ':';
  }
  constexpr std::string_view text() const { return {quoted_ + 1, size_ - 3}; }
  constexpr const char* quoted() const { return quoted_; }       // aligned to its room
  constexpr std::size_t size() const { return size_; }           // quotes and colon included
  constexpr unsigned mask() const { return (1U << size_) - 1; }  // a bit for each byte of these

 private:
  alignas(room) char quoted_[room] = {};
  std::size_t size_;
};

using json_names = std::span<const json_name>;

// while (members.next()) …; then complete() says whether that was all of it.
class json_object : public json_cursor {
 public:
  static constexpr std::size_t unknown = ~std::size_t{0};

  // All that it gives are views into `text`, which has to outlive them. Members in the order of `names` are
  // found fastest.
  explicit json_object(std::string_view text, json_names names = {})
      : json_cursor(text, '{', '}'), names_(names) {}

  // False: there are no more members, or the text is broken. A name may come twice.
  bool next();
  std::string_view key() const { return index_ < names_.size() ? names_[index_].text() : key_; }  // decoded
  std::size_t index() const { return index_; }  // of the key in the names

 private:
  json_names names_;
  std::size_t index_ = unknown;
  std::string_view key_;  // of members that are not in the names
  std::string decoded_key_;
};

class json_array : public json_cursor {
 public:
  explicit json_array(std::string_view text) : json_cursor(text, '[', ']') {}
  bool next();
};

// Reads the members with these names in one pass: values[i] is that of names[i], or has no text if it is
// absent; of repeated names the last one counts. False: the text is not one JSON object, and the values are
// unspecified. Other members are validated, too.
bool read_json_members(std::string_view text, json_names names, std::span<json_value> values);

// The same by name. What is absent is null.
template <const auto& names>
class json_record {
 public:
  bool read(std::string_view object) { return read_json_members(object, names, values_); }

  // One that is not in the list does not compile.
  struct name {
    consteval name(const char* text) {  // NOLINT: subscripts read best as they are
      while (names[place].text() != text) ++place;
    }
    std::size_t place = 0;
  };
  const json_value& operator[](name of) const { return values_[of.place]; }

 private:
  std::array<json_value, std::size(names)> values_;
};

// For a string: writes at most raw.size() bytes to `out` and returns their end.
char* decode_json_text(const json_value& text, char* out);
std::string json_text(const json_value& text);
// For a number; 0 if a double cannot hold it.
double json_number(const json_value& number);

}  // namespace covey::parsers
