// A text that many values have in common, such as the file of a thousand tests: copies share its bytes. It
// never changes; assigning replaces it.
#pragma once

#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <compare>
#include <concepts>
#include <cstddef>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace covey::parsers {

class shared_text {
 public:
  shared_text() = default;
  // Implicit, so that callers can pass any kind of text.
  shared_text(std::string text) : text_(text.empty() ? nullptr : new counted{std::move(text)}) {}  // NOLINT
  shared_text(std::string_view text) : shared_text(std::string{text}) {}                           // NOLINT
  shared_text(const char* text) : shared_text(std::string{text}) {}                                // NOLINT

  const std::string& string() const {
    static const std::string nothing;
    return text_ == nullptr ? nothing : text_->text;
  }
  operator const std::string&() const { return string(); }  // NOLINT
  operator std::string_view() const { return string(); }    // NOLINT

  bool empty() const { return text_ == nullptr; }
  bool starts_with(auto begin) const { return string().starts_with(begin); }
  bool ends_with(auto end) const { return string().ends_with(end); }

  template <std::convertible_to<std::string_view> Text>
  friend bool operator==(const shared_text& a, const Text& b) {
    return std::string_view{a} == std::string_view{b};
  }
  friend bool operator==(const shared_text& a, const shared_text& b) {
    return a.text_ == b.text_ || a.string() == b.string();
  }
  friend std::strong_ordering operator<=>(const shared_text& a, const shared_text& b) {
    return a.string() <=> b.string();
  }
  friend std::string operator+(std::string_view a, const shared_text& b) {
    return std::string{a} += b.string();
  }
  friend std::string operator+(const shared_text& a, std::string_view b) {
    return std::string{a.string()} += b;
  }
  friend std::ostream& operator<<(std::ostream& out, const shared_text& text) { return out << text.string(); }

 private:
  // A std::shared_ptr would be twice as large, and a test has three of these.
  struct counted : boost::intrusive_ref_counter<counted, boost::thread_safe_counter> {
    explicit counted(std::string of) : text(std::move(of)) {}
    std::string text;
  };

  boost::intrusive_ptr<const counted> text_;  // null: empty
};

struct text_hash : std::hash<std::string_view> {
  using is_transparent = void;
};

// Caches what texts were converted to: a text that recurs is converted once, and the result is shared.
class made_texts {
 public:
  // The result of `make(from)`, a string.
  template <class Make>
  const shared_text& of(std::string_view from, Make make) {
    if (last_ == nullptr || last_->first != from) last_ = &*find_or_add(from, make);
    return last_->second;
  }

 private:
  static constexpr std::size_t max = 100'000;  // then the cache is cleared; texts given out live on

  using table = std::unordered_map<std::string, shared_text, text_hash, std::equal_to<>>;

  template <class Make>
  table::iterator find_or_add(std::string_view from, Make make) {
    if (const auto known = made_.find(from); known != made_.end()) return known;
    if (made_.size() >= max) made_.clear();
    return made_.emplace(from, make(from)).first;
  }

  table made_;
  const table::value_type* last_ = nullptr;  // mostly requested again
};

}  // namespace covey::parsers
