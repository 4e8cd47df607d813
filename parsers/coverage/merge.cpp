#include "parsers/coverage/merge.hpp"
#include <algorithm>
#include <iterator>
#include <limits>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace covey::parsers {
namespace {

bool begins_before(const line_range& a, const line_range& b) {
  return a.first < b.first;
}

bool ends_before(const line_range& range, std::uint32_t line) {
  return range.last < line;
}

auto key(const line_hits& line) {
  return line.line;
}
auto key(const branch_hits& branch) {
  return std::tuple{branch.line, branch.block, branch.exception, branch.branch};
}
auto key(const condition_hits& condition) {
  return std::tuple{condition.line, condition.group, condition.index, condition.sense};
}

void add(line_hits& sum, const line_hits& more) {
  sum.hits = sum_of_hits(sum.hits, more.hits);
}
// A branch that was evaluated once is an evaluated one.
void add(branch_hits& sum, const branch_hits& more) {
  sum.evaluated = sum.evaluated || more.evaluated;
  sum.taken = sum_of_hits(sum.taken, more.taken);
}
void add(condition_hits& sum, const condition_hits& more) {
  sum.hits = sum_of_hits(sum.hits, more.hits);
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

template <class Packing>
void order(packed_list<Packing>& entries) {
  if (entries.in_order()) return;
  std::vector<typename Packing::entry> sorted(entries.begin(), entries.end());
  order(sorted);
  entries = sorted;
}

template <class Entries>
void join(Entries& sum, Entries more) {
  if (more.empty()) return;
  if (sum.empty()) {
    sum = std::move(more);
    return;
  }
  Entries both;
  std::merge(std::make_move_iterator(sum.begin()), std::make_move_iterator(sum.end()),
             std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()),
             std::back_inserter(both), [](const auto& a, const auto& b) { return key(a) < key(b); });
  order(both);
  both.shrink_to_fit();
  sum = std::move(both);
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
  branch_list renamed;
  for (auto branch : more.branches) {
    if (branch.branch >= named_branch) branch.branch = named_branch + places[branch.branch - named_branch];
    renamed.push_back(branch);
  }
  put_in_order(renamed);
  more.branches = std::move(renamed);
}

void join_functions(function_list& sum, function_list&& more) {
  if (sum.empty()) {
    sum = std::move(more);
    return;
  }
  function_list both;
  std::unordered_map<std::string_view, std::size_t> known;
  for (const auto& function : sum) {
    known.emplace(function.name, both.size());
    both.push_back(function);
  }
  for (const auto& function : more) {
    if (const auto found = known.find(function.name); found != known.end())
      both.add(found->second, function);
    else
      both.push_back(function);
  }
  sum = both.take();
}

}  // namespace

std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b) {
  constexpr auto max = std::numeric_limits<std::uint64_t>::max();
  return a > max - b ? max : a + b;
}

std::uint64_t sum_of_hits(std::uint64_t a, std::uint64_t b) {
  return std::min(saturating_sum(a, b), max_hits);
}

line_list summed(const line_list& a, const line_list& b) {
  auto out = a;
  join(out, b);
  return out;
}

std::vector<line_range> ranges_hit(const line_list& lines) {
  std::vector<line_range> out;
  for (const auto& line : lines) {
    if (line.hits == 0) continue;
    const std::uint32_t at = line.line;
    if (!out.empty() && out.back().last + 1 == at)
      out.back().last = at;
    else
      out.push_back({at, at});
  }
  return out;
}

std::vector<line_range> ranges_missed(const line_list& lines) {
  std::vector<line_range> out;
  bool ran = true;
  for (const auto& line : lines) {
    const std::uint32_t at = line.line;
    if (line.hits == 0 && ran)
      out.push_back({at, at});
    else if (line.hits == 0)
      out.back().last = at;
    ran = line.hits > 0;
  }
  return out;
}

void put_in_order(std::vector<line_range>& ranges) {
  if (!std::is_sorted(ranges.begin(), ranges.end(), begins_before))
    std::sort(ranges.begin(), ranges.end(), begins_before);
  auto end = ranges.begin();
  for (const auto& range : ranges) {
    if (end != ranges.begin() && range.first <= std::prev(end)->last + 1)
      std::prev(end)->last = std::max(std::prev(end)->last, range.last);
    else
      *end++ = range;
  }
  ranges.erase(end, ranges.end());
}

std::vector<line_range> intersection(const std::vector<line_range>& a, const std::vector<line_range>& b) {
  std::vector<line_range> out;
  out.reserve(a.size());
  auto other = b.begin();
  for (const auto& range : a) {
    other = std::lower_bound(other, b.end(), range.first, ends_before);
    for (auto it = other; it != b.end() && it->first <= range.last; ++it)
      out.push_back({std::max(range.first, it->first), std::min(range.last, it->last)});
  }
  return out;
}

void put_in_order(std::vector<line_hits>& lines) {
  order(lines);
}
void put_in_order(line_list& lines) {
  order(lines);
}
void put_in_order(std::vector<branch_hits>& branches) {
  order(branches);
}
void put_in_order(branch_list& branches) {
  order(branches);
}
void put_in_order(std::vector<condition_hits>& conditions) {
  order(conditions);
}

void keep_most(std::vector<line_hits>& lines) {
  std::sort(lines.begin(), lines.end(), [](const line_hits& a, const line_hits& b) {
    return a.line != b.line ? a.line < b.line : a.hits > b.hits;
  });
  const auto same = [](const line_hits& a, const line_hits& b) { return a.line == b.line; };
  lines.erase(std::unique(lines.begin(), lines.end(), same), lines.end());
}

void merge_into(file_coverage& sum, file_coverage&& more) {
  rename_branches(sum, more);
  join(sum.lines, std::move(more.lines));
  join(sum.branches, std::move(more.branches));
  join(sum.conditions, std::move(more.conditions));
  join_functions(sum.functions, std::move(more.functions));
}

}  // namespace covey::parsers
