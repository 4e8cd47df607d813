#include "parsers/coverage/merge.hpp"
#include "parsers/coverage/line_sets.hpp"
#include <iterator>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace covey::parsers {
namespace {

auto key(const line_hits& line) {
  return std::uint64_t{line.line};
}
auto key(const branch_hits& branch) {
  return std::tuple{std::uint64_t{branch.line}, std::uint32_t{branch.block}, bool{branch.exception != 0},
                    branch.branch};
}
auto key(const condition_hits& condition) {
  return std::tuple{condition.line, condition.group, condition.index, condition.sense};
}

void add(line_hits& sum, const line_hits& more) {
  sum.hits = std::min(saturating_sum(sum.hits, more.hits), max_hits) & max_hits;
}
// A branch that was evaluated once is an evaluated one.
void add(branch_hits& sum, const branch_hits& more) {
  sum.evaluated = (sum.evaluated | more.evaluated) & 1u;
  sum.taken = std::min(saturating_sum(sum.taken, more.taken), max_hits) & max_hits;
}
void add(condition_hits& sum, const condition_hits& more) {
  sum.hits = std::min(saturating_sum(sum.hits, more.hits), max_hits);
}

template <class Entry>
void order(std::vector<Entry>& entries) {
  const auto before = [](const Entry& a, const Entry& b) { return key(a) < key(b); };
  const auto not_before = [](const Entry& a, const Entry& b) { return key(a) >= key(b); };
  // Most reports are in order, with each entry once.
  if (std::adjacent_find(entries.begin(), entries.end(), not_before) == entries.end()) return;
  std::stable_sort(entries.begin(), entries.end(), before);
  auto last = entries.begin();
  for (auto it = std::next(last); it != entries.end(); ++it) {
    if (key(*last) == key(*it))
      add(*last, *it);
    else if (++last != it)
      *last = std::move(*it);
  }
  entries.erase(std::next(last), entries.end());
}

template <class Entry>
void join(std::vector<Entry>& sum, std::vector<Entry>&& more) {
  if (more.empty()) return;
  if (sum.empty()) {
    sum = std::move(more);
    return;
  }
  std::vector<Entry> both;
  both.reserve(sum.size() + more.size());
  std::merge(std::make_move_iterator(sum.begin()), std::make_move_iterator(sum.end()),
             std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()),
             std::back_inserter(both), [](const Entry& a, const Entry& b) { return key(a) < key(b); });
  order(both);
  sum.assign(std::make_move_iterator(both.begin()), std::make_move_iterator(both.end()));  // exactly as large
}

// The branches of `more`, their names as indexes into the names of `sum`.
void rename_branches(file_coverage& sum, file_coverage& more) {
  if (more.branch_names.empty()) return;
  std::unordered_map<std::string_view, std::uint32_t> known;
  sum.branch_names.reserve(sum.branch_names.size() + more.branch_names.size());  // views into it stay valid
  for (std::uint32_t i = 0; i < sum.branch_names.size(); ++i) known.emplace(sum.branch_names[i], i);
  std::vector<std::uint32_t> places;
  for (auto& name : more.branch_names) {
    const auto found = known.find(name);
    if (found != known.end()) {
      places.push_back(found->second);
      continue;
    }
    places.push_back(static_cast<std::uint32_t>(sum.branch_names.size()));
    sum.branch_names.push_back(std::move(name));
    known.emplace(sum.branch_names.back(), places.back());
  }
  for (auto& branch : more.branches)
    if (branch.branch >= named_branch) branch.branch = named_branch + places[branch.branch - named_branch];
  put_in_order(more.branches);
}

void add(function_hits& sum, const function_hits& more) {
  sum.hits = std::min(saturating_sum(sum.hits, more.hits), max_hits);
  if (sum.line == 0) std::tie(sum.line, sum.end_line) = std::tie(more.line, more.end_line);
}

void join_functions(std::vector<function_hits>& sum, std::vector<function_hits>&& more) {
  if (sum.empty()) {
    sum = std::move(more);
    return;
  }
  std::unordered_map<std::string_view, std::size_t> known;
  sum.reserve(sum.size() + more.size());
  for (std::size_t i = 0; i < sum.size(); ++i) known.emplace(sum[i].name, i);
  for (auto& function : more) {
    if (const auto found = known.find(function.name); found != known.end())
      add(sum[found->second], function);
    else
      sum.push_back(std::move(function));
  }
  sum.shrink_to_fit();
}

}  // namespace

void put_in_order(std::vector<line_hits>& lines) {
  order(lines);
}
void put_in_order(std::vector<branch_hits>& branches) {
  order(branches);
}
void put_in_order(std::vector<condition_hits>& conditions) {
  order(conditions);
}

void merge_into(file_coverage& sum, file_coverage&& more) {
  rename_branches(sum, more);
  join(sum.lines, std::move(more.lines));
  join(sum.branches, std::move(more.branches));
  join(sum.conditions, std::move(more.conditions));
  join_functions(sum.functions, std::move(more.functions));
}

}  // namespace covey::parsers
