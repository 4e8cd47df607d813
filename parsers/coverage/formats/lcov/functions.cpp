#include "parsers/coverage/formats/lcov/functions.hpp"
#include "parsers/coverage/formats/lcov/fields.hpp"
#include "parsers/text/little_endian.hpp"
#include <bit>
#include <unordered_map>

namespace covey::parsers {
namespace {

constexpr std::uint64_t farthest = 256;  // slots from a name's own one; with a good hash it is a few

// Guarantees only that equal names have equal hashes. Of long names it takes parts.
std::uint64_t hash_of(std::string_view name) {
  constexpr std::size_t part = sizeof(std::uint64_t);
  constexpr std::uint64_t factors[] = {0x9e3779b97f4a7c15, 0xff51afd7ed558ccd, 0xc4ceb9fe1a85ec53,
                                       0xd6e8feb86659fd93};
  std::uint64_t out = name.size();
  if (name.size() < part) {
    for (const char c : name) out = (out ^ static_cast<unsigned char>(c)) * factors[0];
  } else {
    const auto last = name.size() - part;
    for (std::size_t i = 0; i < std::size(factors); ++i)
      out += (load_little(name.data() + last * i / (std::size(factors) - 1)) ^ out) * factors[i];
  }
  // A multiplication carries upwards only: without these, names that differ in their last letters would begin
  // at the same place.
  out ^= out >> 32;
  out *= factors[1];
  return out ^ out >> 32;
}

}  // namespace

bool lcov_calls::add_next(function_list& functions, std::string_view name, std::uint64_t hits) {
  if (next_ == functions.size() || functions.name(next_) != name) return false;
  functions.add(next_++, {name, 0, 0, hits});
  return true;
}

void lcov_calls::add(function_list& functions, std::string_view name, std::uint64_t hits,
                     std::uint64_t line_number) {
  if (!add_next(functions, name, hits)) strays_.push_back({std::string{name}, hits, line_number});
}

std::size_t lcov_calls::take_next(function_list& functions, const char* text, std::uint64_t hits) {
  if (next_ == functions.size()) return 0;
  const auto name = functions.name(next_);
  const auto size = name.size();
  if (size == 0 || size >= lcov_fields::block || text[size] != '\n') return 0;
  if (~lcov_fields::equal(name.data(), text) << (lcov_fields::block - size) != 0) return 0;
  functions.add(next_++, {name, 0, 0, hits});
  return size;
}

// Mostly they do not. Names that were crafted to collide count as repeated: then a map decides.
bool lcov_calls::repeats(const function_list& functions) {
  seen_.assign(std::bit_ceil(functions.size() * 4), 0);
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const auto hash = hash_of(functions.name(i)) | 1;
    const auto first = hash >> 1;
    for (auto place = first;; ++place) {
      auto& seen = seen_[place & (seen_.size() - 1)];
      if (seen == hash || place - first == farthest) return true;
      if (seen == 0) {
        seen = hash;
        break;
      }
    }
  }
  return false;
}

void lcov_calls::settle(function_list& functions, diagnostics& wrong) {
  next_ = 0;
  if (strays_.empty() && !repeats(functions)) return;
  function_list once;
  std::unordered_map<std::string_view, std::size_t> known;
  const auto add_one = [&](const function_hits& function) {
    const auto [found, is_new] = known.emplace(function.name, once.size());
    if (is_new)
      once.push_back(function);
    else
      once.add(found->second, function);
    return is_new;
  };
  for (const auto& function : functions) add_one(function);
  for (const auto& call : strays_)
    if (add_one({call.name, 0, 0, call.hits})) wrong.add("an FNDA without its FN", call.line_number);
  functions = std::move(once);
  strays_.clear();
}

}  // namespace covey::parsers
