// A sequence in a few bytes per entry. A report of 100 MB has millions of lines and branches, and filling
// fresh memory takes longer than reading their text.
// Design: docs/design/17-reports.md
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <tuple>
#include <utility>
#include <vector>

namespace covey::parsers {

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
    for (; first != last; ++first) push_back(*first);
    shrink_to_fit();
  }
  packed_list(const packed_list&) = default;
  packed_list(packed_list&& other) noexcept { swap(other); }
  packed_list& operator=(packed_list other) noexcept { return swap(other), *this; }

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
        : list_(list), at_(list.bytes_.data() + list.used_), last_(list.last_) {}
    appender(const appender&) = delete;
    appender& operator=(const appender&) = delete;
    ~appender() {
      list_.used_ = used();
      list_.count_ += added_;
      list_.last_ = last_;
      list_.in_order_ = list_.in_order_ && in_order_;
    }

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

  const_iterator begin() const { return {bytes_.data(), count_}; }
  const_iterator end() const { return {}; }
  value_type front() const { return *begin(); }
  value_type back() const { return last_; }
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }

  // Whether each entry belongs behind the one before; the first one behind line 0.
  bool in_order() const { return in_order_; }

  std::size_t memory() const { return bytes_.capacity(); }
  void clear() {
    used_ = count_ = 0;
    last_ = {};
    in_order_ = true;
  }
  void shrink_to_fit() { *this = take(); }

  // Copies the entries to a list without spare memory. This one is empty afterwards, but keeps its memory.
  packed_list take() {
    packed_list out;
    if (count_ > 0) out.bytes_.assign(bytes_.data(), bytes_.data() + used_);
    out.used_ = used_;
    out.count_ = count_;
    out.last_ = last_;
    out.in_order_ = in_order_;
    clear();
    return out;
  }

  friend bool operator==(const packed_list& a, const packed_list& b) {
    return a.count_ == b.count_ && std::equal(a.begin(), a.end(), b.begin());
  }

 private:
  void swap(packed_list& other) noexcept {
    bytes_.swap(other.bytes_);
    std::swap(used_, other.used_);
    std::swap(count_, other.count_);
    std::swap(last_, other.last_);
    std::swap(in_order_, other.in_order_);
  }

  std::vector<unsigned char> bytes_;
  std::size_t used_ = 0;
  std::size_t count_ = 0;
  value_type last_;
  bool in_order_ = true;
};

}  // namespace covey::parsers
