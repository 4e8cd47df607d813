#include "parsers/model/packed_list.hpp"
#include <stdexcept>

namespace covey::parsers {

function_list::function_list(std::initializer_list<function_hits> functions) {
  for (const auto& function : functions) push_back(function);
}

function_list::function_list(const std::vector<function_hits>& functions) {
  for (const auto& function : functions) push_back(function);
}

void function_list::push_back(const function_hits& function) {
  const auto at = used(), end = at + function.name.size();
  make_room(function.name.size());
  std::copy(function.name.begin(), function.name.end(), names_.begin() + static_cast<std::ptrdiff_t>(at));
  entries_.push_back({function.hits, end, function.line, function.end_line});
}

void function_list::make_room(std::size_t size) {
  const auto needed = used() + size + slack;
  if (names_.size() < needed) names_.resize(std::max(needed, names_.size() * 2));
}

function_hits function_list::at(std::size_t index) const {
  if (index >= size()) throw std::out_of_range("function_list::at");
  return (*this)[index];
}

void function_list::add(std::size_t index, const function_hits& more) {
  auto& sum = entries_[index];
  sum.hits = std::min(std::min(sum.hits, max_hits) + std::min(more.hits, max_hits), max_hits);
  if (sum.line == 0) std::tie(sum.line, sum.end_line) = std::tie(more.line, more.end_line);
}

function_list function_list::take() {
  function_list out;
  if (!empty()) {
    out.names_.assign(names_.data(), names_.data() + used());
    out.entries_.assign(entries_.begin(), entries_.end());
  }
  clear();
  return out;
}

bool operator==(const function_list& a, const function_list& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

}  // namespace covey::parsers
