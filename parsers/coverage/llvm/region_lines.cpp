#include "parsers/coverage/llvm/region_lines.hpp"
#include "parsers/coverage/line_sets.hpp"
#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>

namespace covey::parsers::llvm {
namespace {

// Regions of a few bytes may claim a million lines each: those beyond this sum, above any program, have none.
constexpr std::size_t max_painted = 256'000'000;

constexpr std::size_t max_depth = 20'000;  // of expressions

struct placed_region {
  std::uint32_t function = 0;
  std::uint32_t number = 0;
  const code_region* region = nullptr;
};

auto span(const code_region& of) {
  return std::tie(of.first_line, of.first_column, of.last_line, of.last_column);
}

// An outer region before those within it.
bool comes_before(const placed_region& a, const placed_region& b) {
  const auto& x = *a.region;
  const auto& y = *b.region;
  return std::tie(x.first_line, x.first_column, y.last_line, y.last_column) <
         std::tie(y.first_line, y.first_column, x.last_line, x.last_column);
}

// Evaluates the counts of one function.
class evaluation {
 public:
  evaluation(const mapped_function& of, const std::vector<std::uint64_t>& counted, bool shared)
      : of_(of), counted_(counted), shared_(shared), known_(of.expressions.size()) {}

  // LLVM writes no rings of expressions, and none that are deeper than this; of such nothing has run.
  std::int64_t count(const counter_term& term, std::size_t depth = 0) {
    using enum counter_term::kind_type;
    if (term.kind == zero || depth > max_depth) return 0;
    if (term.kind == counter)
      return term.id < counted_.size() ? static_cast<std::int64_t>(counted_[term.id]) : 0;
    if (term.id >= known_.size()) return 0;
    auto& known = known_[term.id];
    if (known) return *known;
    known = 0;
    const auto& both = of_.expressions[term.id];
    const auto left = count(both.left, depth + 1), right = count(both.right, depth + 1);
    if (term.kind == sum)
      known = left + right;
    else
      known = shared_ ? left : left - right;
    return *known;
  }

 private:
  const mapped_function& of_;
  const std::vector<std::uint64_t>& counted_;
  bool shared_;
  std::vector<std::optional<std::int64_t>> known_;
};

}  // namespace

region_lines::region_lines(mapped_program program) : program_(std::move(program)) {
  by_counter_.resize(program_.functions.size());
  std::iota(by_counter_.begin(), by_counter_.end(), 0U);
  std::sort(by_counter_.begin(), by_counter_.end(), [this](auto a, auto b) {
    return program_.functions[a].first_counter < program_.functions[b].first_counter;
  });
  paint();
}

void region_lines::paint() {
  std::map<std::uint32_t, std::vector<placed_region>> by_file;
  std::size_t sum = 0;
  lines_.resize(program_.functions.size());
  for (std::uint32_t f = 0; f < program_.functions.size(); ++f) {
    const auto& regions = program_.functions[f].regions;
    lines_[f].resize(regions.size());
    for (std::uint32_t r = 0; r < regions.size(); ++r)
      if ((sum += 1 + regions[r].last_line - regions[r].first_line) <= max_painted)
        by_file[regions[r].file].push_back({f, r, &regions[r]});
  }
  for (auto& [file, regions] : by_file) {
    std::stable_sort(regions.begin(), regions.end(), comes_before);
    // Instances of a generic function have the same regions: painters are the first of each place.
    std::vector<std::uint32_t> painter, innermost;
    std::uint32_t last = 0;
    for (const auto& one : regions) last = std::max(last, one.region->last_line);
    innermost.assign(last + 1, 0);  // counted from 1
    for (std::uint32_t i = 0; i < regions.size(); ++i) {
      const auto& region = *regions[i].region;
      const bool again = i > 0 && span(region) == span(*regions[i - 1].region);
      painter.push_back(again ? painter.back() : i + 1);
      if (!again)
        std::fill(innermost.begin() + region.first_line + 1, innermost.begin() + region.last_line + 1, i + 1);
    }
    std::map<std::uint32_t, std::vector<line_range>> painted;
    for (std::uint32_t line = 1; line <= last; ++line)
      if (innermost[line] != 0) painted[innermost[line]].push_back({line, line});
    for (std::uint32_t i = 0; i < regions.size(); ++i) {
      const auto& [function, number, region] = regions[i];
      auto& lines = lines_[function][number];
      if (region->is_skipped) continue;
      if (const auto at = painted.find(painter[i]); at != painted.end()) lines = at->second;
      if (!region->is_gap) lines.push_back({region->first_line, region->first_line});
      put_in_order(lines);
    }
  }
}

const mapped_function* region_lines::function_of(std::uint32_t counter) const {
  auto at = std::upper_bound(
      by_counter_.begin(), by_counter_.end(), counter,
      [this](auto value, auto function) { return value < program_.functions[function].first_counter; });
  if (at == by_counter_.begin()) return nullptr;
  const auto& out = program_.functions[*--at];
  return counter - out.first_counter < out.counters ? &out : nullptr;
}

std::vector<file_lines> region_lines::ran(const counted& by, bool shared) const {
  std::map<std::uint32_t, std::vector<line_range>> out;
  std::vector<std::uint64_t> own;
  for (auto it = by.begin(); it != by.end();) {
    const auto* function = function_of(it->first);
    if (function == nullptr) {
      ++it;
      continue;
    }
    own.assign(function->counters, 0);
    for (; it != by.end() && it->first - function->first_counter < function->counters; ++it)
      own[it->first - function->first_counter] = it->second;
    evaluation counts{*function, own, shared};
    const auto& lines = lines_[static_cast<std::size_t>(function - program_.functions.data())];
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (lines[i].empty() || counts.count(function->regions[i].count) <= 0) continue;
      auto& all = out[function->regions[i].file];
      all.insert(all.end(), lines[i].begin(), lines[i].end());
    }
  }
  std::vector<file_lines> list;
  for (auto& [file, lines] : out) {
    put_in_order(lines);
    list.push_back({file, std::move(lines)});
  }
  return list;
}

}  // namespace covey::parsers::llvm
