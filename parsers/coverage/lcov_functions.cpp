#include "parsers/coverage/lcov_functions.hpp"
#include "parsers/coverage/line_sets.hpp"
#include <algorithm>
#include <cstring>
#include <tuple>
#include <unordered_map>

namespace covey::parsers {
namespace {

// Equal names have equal hashes; that is all it is for.
std::uint64_t hash_of(std::string_view name) {
  std::uint64_t first = 0, last = 0;
  const auto n = std::min<std::size_t>(name.size(), 8);
  std::memcpy(&first, name.data(), n);
  std::memcpy(&last, name.data() + name.size() - n, n);
  return (first * 0x9e3779b97f4a7c15 ^ last) * 0xff51afd7ed558ccd + name.size();
}

}  // namespace

bool lcov_calls::add_next(std::vector<function_hits>& functions, std::string_view name, std::uint64_t hits) {
  if (next_ == functions.size() || functions[next_].name != name) return false;
  auto& function = functions[next_++];
  function.hits = std::min(saturating_sum(function.hits, hits), max_hits);
  return true;
}

void lcov_calls::add(std::vector<function_hits>& functions, std::string_view name, std::uint64_t hits,
                     std::uint64_t line_number) {
  if (!add_next(functions, name, hits)) strays_.push_back({std::string{name}, hits, line_number});
}

// Mostly they do not, and sorting a few numbers is the fastest way to know.
bool lcov_calls::repeats(const std::vector<function_hits>& functions, std::vector<std::uint64_t>& hashes) {
  hashes.clear();
  for (const auto& function : functions) hashes.push_back(hash_of(function.name));
  std::sort(hashes.begin(), hashes.end());
  return std::adjacent_find(hashes.begin(), hashes.end()) != hashes.end();
}

void lcov_calls::settle(std::vector<function_hits>& functions, complaints& wrong) {
  next_ = 0;
  if (strays_.empty() && !repeats(functions, hashes_)) return;
  std::vector<function_hits> once;
  once.reserve(functions.size() + strays_.size());  // the map holds views of the names
  std::unordered_map<std::string_view, std::size_t> known;
  const auto add_one = [&](function_hits&& function) {
    if (const auto found = known.find(function.name); found != known.end()) {
      auto& sum = once[found->second];
      sum.hits = std::min(saturating_sum(sum.hits, function.hits), max_hits);
      if (sum.line == 0) std::tie(sum.line, sum.end_line) = std::tie(function.line, function.end_line);
      return false;
    }
    once.push_back(std::move(function));
    known.emplace(once.back().name, once.size() - 1);
    return true;
  };
  for (auto& function : functions) add_one(std::move(function));
  for (auto& call : strays_)
    if (add_one({std::move(call.name), 0, 0, call.hits}))
      wrong.add("an FNDA without its FN", call.line_number);
  functions = std::move(once);
  strays_.clear();
}

}  // namespace covey::parsers
