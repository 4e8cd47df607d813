#include "protocol/secret_parts.hpp"
#include <algorithm>
#include <cstring>

namespace covey::protocol {
namespace {

constexpr std::size_t least_different = 4;
constexpr std::size_t max_places = 16;  // of one gram: a value that repeats itself has thousands

std::uint64_t gram_at(std::string_view text, std::size_t place) {
  static_assert(secret_parts::shortest == sizeof(std::uint64_t));
  std::uint64_t out = 0;
  std::memcpy(&out, text.data() + place, sizeof out);
  return out;
}

std::size_t hash_of(std::uint64_t gram) {
  return gram * 0x9e3779b97f4a7c15u >> 48u;
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_of_a_word(char c) {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '_';
}

// In any of the forms of secret_mask: JSON may have a backslash before each slash.
bool is_absolute_path(std::string value) {
  std::erase(value, '\\');
  const auto second = value.starts_with("/") ? value.find('/', 1) : std::string::npos;
  return second != std::string::npos && second > 1 &&
         std::all_of(value.begin() + 1, value.begin() + static_cast<std::ptrdiff_t>(second), is_letter);
}

std::size_t different_bytes(std::string_view text) {
  std::bitset<256> seen;
  for (const char c : text) seen.set(static_cast<unsigned char>(c));
  return seen.count();
}

std::string_view without_marks_at_the_end(std::string_view text) {
  while (!text.empty() && !is_of_a_word(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace

void secret_parts::add(std::string value) {
  if (is_absolute_path(value)) value.clear();
  const auto index = static_cast<std::uint32_t>(values_.size());
  for (std::size_t at = 0; at + shortest <= value.size(); ++at) {
    if (different_bytes(std::string_view{value}.substr(at, shortest)) < least_different) continue;
    const auto gram = gram_at(value, at);
    auto& places = grams_[gram];
    if (places.size() >= max_places) continue;
    places.push_back({index, static_cast<std::uint32_t>(at)});
    seen_.set(hash_of(gram));
  }
  values_.push_back(std::move(value));
}

bool secret_parts::is_public(std::size_t value, std::size_t at, std::size_t size) const {
  const std::string_view whole = values_[value];
  const auto shared = whole.substr(at, size);
  const bool begins = at == 0 || !is_of_a_word(whole[at - 1]);
  const bool ends = at + size == whole.size() || !is_of_a_word(whole[at + size]);
  if (begins && ends && size < whole.size() && std::all_of(shared.begin(), shared.end(), is_letter))
    return true;
  const auto named = without_marks_at_the_end(shared);
  return !named.empty() && public_.find(named) != std::string::npos;
}

// Empty: there is none.
secret_parts::part secret_parts::max_at(std::string_view text, std::size_t begin) const {
  part best{begin, begin, 0};
  const auto gram = gram_at(text, begin);
  if (!seen_.test(hash_of(gram))) return best;
  const auto found = grams_.find(gram);
  if (found == grams_.end()) return best;
  for (const auto [value, at] : found->second) {
    const auto rest = std::string_view{values_[value]}.substr(at);
    const auto here = text.substr(begin);
    const auto end = std::mismatch(rest.begin(), rest.end(), here.begin(), here.end()).first;
    const auto size = static_cast<std::size_t>(end - rest.begin());
    if (size > best.end - best.begin && !is_public(value, at, size)) best = {begin, begin + size, value};
  }
  return best;
}

std::vector<secret_parts::part> secret_parts::in(std::string_view text) const {
  std::vector<part> out;
  if (grams_.empty()) return out;
  for (std::size_t i = 0; i + shortest <= text.size();) {
    const auto found = max_at(text, i);
    if (found.end > found.begin) out.push_back(found);
    i = std::max(found.end, i + 1);
  }
  return out;
}

}  // namespace covey::protocol
