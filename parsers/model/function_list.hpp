// The functions of a file and how often each was called. All names share one buffer: a report of 100 MB has
// three hundred thousand of them, most too long for the inline storage of a std::string.
#pragma once

#include "parsers/model/line_hits.hpp"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <string_view>
#include <vector>

namespace covey::parsers {

// The name points into the list, or into memory of the caller that made the value.
struct function_hits {
  std::string_view name;
  std::uint32_t line = 0;  // 0: unknown
  std::uint32_t end_line = 0;
  std::uint64_t hits = 0;
  friend bool operator==(const function_hits&, const function_hits&) = default;
};

// A sequence that grows at its end.
class function_list {
 public:
  class const_iterator;
  using iterator = const_iterator;
  using value_type = function_hits;

  // This many bytes are readable from the start of a name, until the list is taken or copied.
  static constexpr std::size_t slack = 64;

  function_list() = default;
  function_list(std::initializer_list<function_hits> functions);
  function_list(const std::vector<function_hits>& functions);

  void push_back(const function_hits& function);  // its name must not point into this list

  // The same for a name of at most `slack` bytes; `slack` bytes must be readable from its start.
  void push_back_short(const char* name, std::size_t size, std::uint32_t line);

  function_hits operator[](std::size_t index) const {
    const auto& one = entries_[index];
    return {name(index), one.line, one.end_line, one.hits};
  }
  function_hits at(std::size_t index) const;  // throws std::out_of_range
  function_hits back() const { return (*this)[size() - 1]; }
  std::string_view name(std::size_t index) const {
    const auto begin = index == 0 ? 0 : entries_[index - 1].name_end;
    return {names_.data() + begin, entries_[index].name_end - begin};
  }

  // Adds the hits of the same function, and takes its lines if none were known.
  void add(std::size_t index, const function_hits& more);

  const_iterator begin() const;
  const_iterator end() const;
  std::size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }

  std::size_t memory() const { return names_.capacity() + entries_.capacity() * sizeof(entry); }
  void clear() { entries_.clear(); }
  void shrink_to_fit() { *this = take(); }

  // Copies the functions to a list without spare memory. This one is empty afterwards, but keeps its memory.
  function_list take();

  friend bool operator==(const function_list& a, const function_list& b);

 private:
  struct entry {
    std::uint64_t hits = 0;
    std::size_t name_end = 0;  // in `names_`; it begins where the one before ends
    std::uint32_t line = 0;
    std::uint32_t end_line = 0;
  };

  std::size_t used() const { return entries_.empty() ? 0 : entries_.back().name_end; }
  void make_room(std::size_t size);

  std::vector<char> names_;
  std::vector<entry> entries_;
};

class function_list::const_iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = function_hits;
  using difference_type = std::ptrdiff_t;
  using pointer = const function_hits*;
  using reference = function_hits;

  const_iterator() = default;
  const_iterator(const function_list& list, std::size_t index) : list_(&list), index_(index) {}

  reference operator*() const { return (*list_)[index_]; }
  const_iterator& operator++() {
    ++index_;
    return *this;
  }
  const_iterator operator++(int) {
    auto before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const const_iterator&, const const_iterator&) = default;

 private:
  const function_list* list_ = nullptr;
  std::size_t index_ = 0;
};

inline function_list::const_iterator function_list::begin() const {
  return {*this, 0};
}
inline function_list::const_iterator function_list::end() const {
  return {*this, size()};
}

inline void function_list::push_back_short(const char* name, std::size_t size, std::uint32_t line) {
  const auto at = used();
  if (names_.size() < at + 2 * slack) make_room(slack);
  // Copies all `slack` bytes, because a copy of a constant size takes a few instructions.
  std::copy_n(name, slack, names_.data() + at);
  entries_.push_back({0, at + size, line, 0});
}

}  // namespace covey::parsers
