// What the generators of inputs share: seeded dice, and what a made input is known to hold.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <random>
#include <string>
#include <string_view>

namespace covey::bench {

// By name ("events", "passes", "lines found"). Readers of the same bytes must agree on every name they share.
using counts = std::map<std::string, std::uint64_t, std::less<>>;

struct made_text {
  std::string bytes;
  counts expected;  // what every reader must find; may be empty for recorded text
};

// The distributions of <random> differ from library to library; its generators do not.
class dice {
 public:
  explicit dice(std::uint64_t seed) : random_(seed) {}

  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
  bool percent(std::uint64_t chance) { return below(100) < chance; }

  template <class Words>
  std::string_view one_of(const Words& words) {
    return words[below(std::size(words))];
  }

 private:
  std::mt19937_64 random_;
};

inline constexpr std::array<std::string_view, 24> nouns = {
    "cart",   "price",  "order",  "stock", "coupon",  "customer", "invoice", "delivery",
    "refund", "basket", "parcel", "tax",   "voucher", "ledger",   "account", "batch",
    "report", "filter", "parser", "token", "stream",  "index",    "queue",   "worker"};
inline constexpr std::array<std::string_view, 12> verbs = {"adds",   "removes", "counts", "rejects",
                                                           "merges", "sorts",   "splits", "reads",
                                                           "writes", "retries", "rounds", "expires"};

// "cart" -> "Cart"
inline std::string capital(std::string_view word) {
  std::string out{word};
  if (out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 'a' + 'A');
  return out;
}

// The parts in a row. Unlike operands of +, they are evaluated from left to right: with dice, that matters.
inline std::string joined(std::initializer_list<std::string_view> parts) {
  std::string out;
  for (const auto part : parts) out += part;
  return out;
}

// At least `width` digits.
inline std::string digits(std::uint64_t number, std::size_t width) {
  auto out = std::to_string(number);
  return out.size() < width ? std::string(width - out.size(), '0') + out : out;
}

}  // namespace covey::bench
