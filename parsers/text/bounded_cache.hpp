// Values by their keys, of which the latest used are kept: so many, and of so much cost together. The latest one stays
// whatever it costs. For a few entries, which are searched one by one; not for several threads at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <list>
#include <optional>
#include <utility>

namespace covey::parsers {

template <class Key, class Value>
class bounded_cache {
 public:
  explicit bounded_cache(std::size_t max_count,
                         std::uint64_t max_cost = std::numeric_limits<std::uint64_t>::max())
      : max_count_(max_count), max_cost_(max_cost) {}

  // Becomes the latest. Null: it is not there. Valid until the entry is replaced or dropped.
  Value* find(const Key& key) {
    const auto found = place_of(key);
    if (found == entries_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found);
    return &entries_.front().value;
  }

  // Removes it.
  std::optional<Value> take(const Key& key) {
    const auto found = place_of(key);
    if (found == entries_.end()) return std::nullopt;
    std::optional<Value> out{std::move(found->value)};
    cost_ -= found->cost;
    entries_.erase(found);
    return out;
  }

  // Replaces what is there of the key. Gives the cost of all that went.
  std::uint64_t put(Key key, Value value, std::uint64_t cost = 0) {
    const auto before = cost_;
    take(key);
    entries_.push_front({std::move(key), std::move(value), cost});
    cost_ += cost;
    while (entries_.size() > 1 && (entries_.size() > max_count_ || cost_ > max_cost_)) {
      cost_ -= entries_.back().cost;
      entries_.pop_back();
    }
    return before + cost - cost_;
  }

  // There has to be one.
  Value& latest() { return entries_.front().value; }
  const Value& latest() const { return entries_.front().value; }

  std::size_t size() const { return entries_.size(); }
  std::uint64_t cost() const { return cost_; }

 private:
  struct entry {
    Key key;
    Value value;
    std::uint64_t cost;
  };

  auto place_of(const Key& key) {
    return std::ranges::find_if(entries_, [&](const entry& one) { return one.key == key; });
  }

  std::size_t max_count_;
  std::uint64_t max_cost_;
  std::uint64_t cost_ = 0;  // of all entries
  std::list<entry> entries_;
};

}  // namespace covey::parsers
