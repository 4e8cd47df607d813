// Sequences in a few bytes per entry: the lines of a file and how often each ran, the ways out of its lines, and its functions. A
// report of 100 MB has millions of them, and filling fresh memory takes longer than reading their text.
// Design: docs/design/17-reports.md
#pragma once

#include <algorithm>
#include <boost/iterator/iterator_facade.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace covey::parsers {

constexpr std::uint32_t max_line_number = (1u << 24) - 1;  // no source file is longer
constexpr std::uint64_t max_hits = (1ull << 40) - 1;       // higher counts are stored as this

// A line of a source file, and how often it ran.
struct line_hits {
  std::uint32_t line;
  std::uint64_t hits;  // 0: could run, did not

  constexpr line_hits(std::uint32_t at = 0, std::uint64_t count = 0)
      : line(std::min(at, max_line_number)), hits(std::min(count, max_hits)) {}
  friend bool operator==(const line_hits&, const line_hits&) = default;
};

// It grows at its end and is read from its beginning. `Packing` defines how entries are packed:
//   entry, longest                      what is packed, and how many bytes one entry takes at most
//   write(at, before, entry, in_order)  packs it after `before` and returns its end; clears `in_order` if it
//                                       equals `before`, or does not belong behind it
//   read(at, entry)                     the reverse: replaces an entry by the one after it
template <class Packing>
class packed_list {
 public:
  using value_type = typename Packing::entry;

  class const_iterator {
   public:
    using iterator_category = std::input_iterator_tag;  // its reference is a value
    using value_type = typename Packing::entry;
    using difference_type = std::ptrdiff_t;
    using reference = value_type;
    struct pointer {
      value_type entry;
      const value_type* operator->() const { return &entry; }
    };

    const_iterator() = default;
    const_iterator(const unsigned char* at, std::size_t left) : at_(at), left_(left) {
      if (left_ > 0) at_ = Packing::read(at_, entry_);
    }

    reference operator*() const { return entry_; }
    pointer operator->() const { return {entry_}; }
    const_iterator& operator++() {
      if (--left_ > 0) at_ = Packing::read(at_, entry_);
      return *this;
    }
    const_iterator operator++(int) {
      auto before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const const_iterator& a, const const_iterator& b) { return a.left_ == b.left_; }

   private:
    const unsigned char* at_ = nullptr;  // behind the entry
    std::size_t left_ = 0;               // entries, with this one
    value_type entry_;
  };
  using iterator = const_iterator;

  packed_list() = default;
  packed_list(std::initializer_list<value_type> entries) : packed_list(entries.begin(), entries.end()) {}
  packed_list(const std::vector<value_type>& entries) : packed_list(entries.begin(), entries.end()) {}
  template <class Iterator>
  packed_list(Iterator first, Iterator last) {
    {
      appender all{*this};
      all.make_room(static_cast<std::size_t>(std::distance(first, last)));
      for (; first != last; ++first) all.push_back(*first);
    }
    shrink_to_fit();
  }
  packed_list(const packed_list&) = default;
  packed_list(packed_list&& other) noexcept
      : bytes_(std::move(other.bytes_)), now_(std::exchange(other.now_, {})) {}
  packed_list& operator=(packed_list other) noexcept {
    bytes_.swap(other.bytes_);
    std::swap(now_, other.now_);
    return *this;
  }

  void push_back(const value_type& entry) {
    appender one{*this};
    one.make_room(1);
    one.push_back(entry);
  }
  template <class... Parts>
  void emplace_back(const Parts&... parts) {
    push_back(std::make_from_tuple<value_type>(std::tie(parts...)));
  }

  // Adds a few entries; the list gets them when this is destroyed, so its state can stay in registers.
  class appender {
   public:
    explicit appender(packed_list& list)
        : list_(list), at_(list.bytes_.data() + list.now_.used), last_(list.now_.last) {}
    appender(const appender&) = delete;
    appender& operator=(const appender&) = delete;
    ~appender() { list_.now_ = {used(), list_.now_.count + added_, last_, list_.now_.in_order && in_order_}; }

    // Must be called before that many entries are added.
    void make_room(std::size_t entries) {
      const auto used = this->used(), needed = used + entries * Packing::max_length;
      if (list_.bytes_.size() < needed) list_.bytes_.resize(std::max(needed, list_.bytes_.size() * 2));
      at_ = list_.bytes_.data() + used;
    }

    void push_back(const value_type& entry) {
      at_ = Packing::write(at_, last_, entry, in_order_);
      last_ = entry;
      ++added_;
    }
    std::size_t added() const { return added_; }

   private:
    std::size_t used() const { return static_cast<std::size_t>(at_ - list_.bytes_.data()); }

    packed_list& list_;
    unsigned char* at_;
    value_type last_;
    std::size_t added_ = 0;
    bool in_order_ = true;
  };

  const_iterator begin() const { return {bytes_.data(), now_.count}; }
  const_iterator end() const { return {}; }
  value_type front() const { return *begin(); }
  value_type back() const { return now_.last; }
  std::size_t size() const { return now_.count; }
  bool empty() const { return now_.count == 0; }

  // Whether each entry belongs behind the one before; the first one behind line 0.
  bool in_order() const { return now_.in_order; }

  std::size_t memory() const { return bytes_.capacity(); }
  void clear() { now_ = {}; }
  void shrink_to_fit() { *this = take(); }

  // Copies the entries to a list without spare memory. This one is empty afterwards, but keeps its memory.
  packed_list take() {
    packed_list out;
    if (!empty()) out.bytes_.assign(bytes_.data(), bytes_.data() + now_.used);
    out.now_ = std::exchange(now_, {});
    return out;
  }

  friend bool operator==(const packed_list& a, const packed_list& b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
  }

 private:
  struct state {
    std::size_t used = 0;
    std::size_t count = 0;
    value_type last = {};
    bool in_order = true;
  };

  std::vector<unsigned char> bytes_;
  state now_;
};

// Goes through a list that makes its values when its operator[] is called.
template <class List>
class index_iterator
    : public boost::iterator_facade<index_iterator<List>, typename List::value_type,
                                    boost::single_pass_traversal_tag, typename List::value_type> {
 public:
  index_iterator() = default;
  index_iterator(const List& list, std::size_t index) : list_(&list), index_(index) {}

 private:
  friend class boost::iterator_core_access;
  auto dereference() const { return (*list_)[index_]; }
  void increment() { ++index_; }
  bool equal(const index_iterator& other) const { return index_ == other.index_; }

  const List* list_ = nullptr;
  std::size_t index_ = 0;
};

// Two bytes: the distance to the line before, 1 to 31, times 2048, plus the count, up to 2047. An entry that
// does not fit has 0 there, then eight bytes: the line and the count.
struct line_packing {
  using entry = line_hits;
  static constexpr std::size_t max_length = 2 + 8;

  static unsigned char* write(unsigned char* at, const line_hits& before, const line_hits& entry,
                              bool& in_order) {
    const auto distance = entry.line - before.line;
    const bool is_near = distance - 1 < farthest && entry.hits <= max;
    const auto near = static_cast<std::uint16_t>(is_near ? distance << 11 | entry.hits : 0);
    std::memcpy(at, &near, sizeof near);
    at += sizeof near;
    if (is_near) return at;
    in_order = in_order && before.line < entry.line;
    const auto far = entry.hits << 24 | entry.line;
    std::memcpy(at, &far, sizeof far);
    return at + sizeof far;
  }

  static const unsigned char* read(const unsigned char* at, line_hits& entry) {
    std::uint16_t near;
    std::memcpy(&near, at, sizeof near);
    at += sizeof near;
    entry.line += near >> 11;
    entry.hits = near & max;
    if (near != 0) return at;
    std::uint64_t far;
    std::memcpy(&far, at, sizeof far);
    entry.line = far & max_line_number;
    entry.hits = far >> 24;
    return at + sizeof far;
  }

 private:
  static constexpr std::uint32_t farthest = 31;
  static constexpr std::uint64_t max = 2047;
};

using line_list = packed_list<line_packing>;

constexpr std::uint32_t max_block = (1u << 30) - 1;
constexpr std::uint32_t named_branch = 1u << 31;

// Block and branch tell the ways of a line apart; the coverage tool defines their meaning.
struct branch_hits {
  std::uint64_t taken;
  std::uint32_t line;
  std::uint32_t block;
  std::uint32_t branch;  // from `named_branch` on: an index into file_coverage::branch_names
  bool exception;        // the way an exception takes
  bool evaluated;        // if not, the condition before it was never reached ("-" in LCOV); then taken is 0

  constexpr branch_hits(std::uint32_t at = 0, std::uint32_t in_block = 0, std::uint32_t way = 0,
                        std::uint64_t count = 0, bool reached = true, bool by_exception = false)
      : taken(reached ? std::min(count, max_hits) : 0),
        line(std::min(at, max_line_number)),
        block(std::min(in_block, max_block)),
        branch(way),
        exception(by_exception),
        evaluated(reached) {}
  friend bool operator==(const branch_hits&, const branch_hits&) = default;
};

// Four bytes, from the lowest bit on: the distance to the line of the entry before, 0 to 30 (5 bits), the
// block and the branch (5 each), whether it is the way of an exception, and the count, or 65535 for a way
// that was not evaluated. An entry that does not fit has 31 as its distance, then the whole branch_hits.
struct branch_packing {
  using entry = branch_hits;
  static constexpr std::size_t max_length = sizeof(std::uint32_t) + sizeof(branch_hits);

  static unsigned char* write(unsigned char* at, const branch_hits& before, const branch_hits& entry,
                              bool& in_order) {
    in_order = in_order && follows(before, entry);
    const auto distance = entry.line - before.line;
    const auto count = entry.evaluated ? entry.taken : unevaluated;
    const bool is_near = distance < far && entry.block <= small && entry.branch <= small &&
                         (count < unevaluated || !entry.evaluated);
    const auto near = is_near
                          ? distance | entry.block << 5 | entry.branch << 10 |
                                std::uint32_t{entry.exception} << 15 | static_cast<std::uint32_t>(count) << 16
                          : far;
    std::memcpy(at, &near, sizeof near);
    at += sizeof near;
    return is_near ? at : write_far(at, entry);
  }

  static const unsigned char* read(const unsigned char* at, branch_hits& entry) {
    std::uint32_t near;
    std::memcpy(&near, at, sizeof near);
    at += sizeof near;
    if ((near & small) == far) {
      std::memcpy(&entry, at, sizeof entry);
      return at + sizeof entry;
    }
    const auto count = near >> 16;
    entry = {entry.line + (near & small), near >> 5 & small,    near >> 10 & small, count,
             count != unevaluated,        (near >> 15 & 1) != 0};
    return at;
  }

 private:
  static bool follows(const branch_hits& before, const branch_hits& entry) {
    return std::tie(before.line, before.block, before.exception, before.branch) <
           std::tie(entry.line, entry.block, entry.exception, entry.branch);
  }

  static constexpr std::uint32_t far = 31, small = 31, unevaluated = 65535;

  // By value and not inlined, so that entries that fit can stay in registers.
  [[gnu::noinline]] static unsigned char* write_far(unsigned char* at, branch_hits entry) {
    std::memcpy(at, &entry, sizeof entry);
    return at + sizeof entry;
  }
};

using branch_list = packed_list<branch_packing>;

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
  using value_type = function_hits;
  using const_iterator = index_iterator<function_list>;
  using iterator = const_iterator;

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

  const_iterator begin() const { return {*this, 0}; }
  const_iterator end() const { return {*this, size()}; }
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

inline void function_list::push_back_short(const char* name, std::size_t size, std::uint32_t line) {
  const auto at = used();
  if (names_.size() < at + 2 * slack) make_room(slack);
  // Copies all `slack` bytes, because a copy of a constant size takes a few instructions.
  std::copy_n(name, slack, names_.data() + at);
  entries_.push_back({0, at + size, line, 0});
}

}  // namespace covey::parsers
