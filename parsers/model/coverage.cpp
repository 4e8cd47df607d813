#include "parsers/model/coverage.hpp"
#include <algorithm>
#include <set>

namespace covey::parsers {
namespace {

void add(found_and_hit& sum, const found_and_hit& more) {
  sum.found += more.found;
  sum.hit += more.hit;
}

// The difference of the two exact percentages, not of the displayed ones: 12.34 % and 14.25 % are 1.9 apart,
// although they are displayed as 12.3 and 14.3. Rounded away from zero, so that a loss is as large as the
// same gain.
std::int32_t tenths_between(const found_and_hit& before, const found_and_hit& after) {
  __extension__ using wide = __int128;  // counts have up to 40 bits
  const wide found_before = before.found > 0 ? before.found : 1,
             found_after = after.found > 0 ? after.found : 1;
  const wide below = found_before * found_after;
  const wide above = 1000 * (wide{after.hit} * found_before - wide{before.hit} * found_after);
  const wide rounded = (2 * (above < 0 ? -above : above) + below) / (2 * below);
  return static_cast<std::int32_t>(above < 0 ? -rounded : rounded);
}

}  // namespace

coverage_totals totals(const file_coverage& file) {
  const auto count = [](const auto& all, auto hits) {
    const auto is_hit = [&](const auto& one) { return one.*hits > 0; };
    return found_and_hit{all.size(), static_cast<std::uint64_t>(std::ranges::count_if(all, is_hit))};
  };
  return {count(file.lines, &line_hits::hits), count(file.branches, &branch_hits::taken),
          count(file.functions, &function_hits::hits), count(file.conditions, &condition_hits::hits)};
}

coverage_totals totals(const coverage& data) {
  coverage_totals sum;
  for (const auto& [path, file] : data.files) {
    if (file.lines.empty() || file.of_tests) continue;
    const auto of_file = totals(file);
    add(sum.lines, of_file.lines);
    add(sum.branches, of_file.branches);
    add(sum.functions, of_file.functions);
    add(sum.conditions, of_file.conditions);
  }
  return sum;
}

std::string counted_part(const coverage& data) {
  constexpr std::size_t max = 3;
  std::string common;
  std::set<std::string_view> tops;
  std::size_t files = 0;
  for (const auto& [path, file] : data.files) {
    if (file.lines.empty() || file.of_tests) continue;
    tops.insert(std::string_view{path}.substr(0, path.find('/') + 1));  // npos + 1 is 0: no folder
    if (files++ == 0) common = path;
    common.erase(std::mismatch(common.begin(), common.end(), path.begin(), path.end()).first, common.end());
  }
  if (files == 1) return common;
  common.resize(common.rfind('/') + 1);
  if (!common.empty()) return common;
  if (files == 0 || tops.size() > max || tops.contains("")) return std::to_string(files) + " files";
  std::string out;
  for (const auto top : tops) {
    if (!out.empty()) out += top == *tops.rbegin() ? " and " : ", ";
    out += top;
  }
  return out;
}

std::uint32_t permille(const found_and_hit& value) {
  if (value.found == 0) return 0;
  return static_cast<std::uint32_t>((value.hit * 2000 + value.found) / (value.found * 2));
}

std::string_view to_string(attribution value) {
  constexpr std::string_view names[] = {"test", "file", "package", "binary", "run"};
  return names[static_cast<std::size_t>(value)];
}

snapshot_change change(const snapshot& before, const snapshot& after) {
  snapshot_change out;
  out.overall = tenths_between(before.lines, after.lines);
  for (const auto& [path, lines] : before.files) {
    const auto now = after.files.find(path);
    out.files[path] = tenths_between(lines, now != after.files.end() ? now->second : found_and_hit{});
    if (now == after.files.end()) out.removed.push_back(path);
  }
  for (const auto& [path, lines] : after.files) {
    if (before.files.count(path) > 0) continue;
    out.files[path] = tenths_between({}, lines);
    out.added.push_back(path);
  }
  return out;
}

}  // namespace covey::parsers
