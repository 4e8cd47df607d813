#include "parsers/model/coverage.hpp"
#include <algorithm>
#include <set>

namespace covey::parsers {
namespace {

void add(found_and_hit& sum, const found_and_hit& more) {
  sum.found += more.found;
  sum.hit += more.hit;
}

}  // namespace

coverage_totals totals(const file_coverage& file) {
  coverage_totals out;
  out.lines.found = file.lines.size();
  for (const auto& line : file.lines) out.lines.hit += line.hits > 0 ? 1 : 0;
  out.branches.found = file.branches.size();
  for (const auto& branch : file.branches) out.branches.hit += branch.taken > 0 ? 1 : 0;
  out.functions.found = file.functions.size();
  for (const auto& function : file.functions) out.functions.hit += function.hits > 0 ? 1 : 0;
  out.conditions.found = file.conditions.size();
  for (const auto& condition : file.conditions) out.conditions.hit += condition.hits > 0 ? 1 : 0;
  return out;
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
  switch (value) {
    case attribution::test:
      return "test";
    case attribution::file:
      return "file";
    case attribution::package:
      return "package";
    case attribution::binary:
      return "binary";
    case attribution::run:
      return "run";
  }
  return "run";
}

}  // namespace covey::parsers
