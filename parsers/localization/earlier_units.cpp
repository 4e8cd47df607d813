#include "parsers/localization/earlier_units.hpp"
#include "parsers/coverage/line_map.hpp"
#include "parsers/coverage/merge.hpp"
#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace covey::parsers {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

struct part {
  const coverage* data = nullptr;
  std::vector<std::uint32_t> numbers = {};  // of its units in the whole; none: they are not in it
};

const line_hashes* lines_in(const coverage& of, std::string_view file) {
  if (!of.lines) return nullptr;
  const auto found = of.lines->find(file);
  return found == of.lines->end() ? nullptr : &found->second;
}

// Where each line is now; 0: it is gone, or was edited.
std::vector<std::uint32_t> moved(const line_hashes& then, const line_hashes& now) {
  std::vector<std::uint32_t> out(then.size() + 1);
  const line_map map{then, now};
  for (std::uint32_t line = 1; line <= now.size(); ++line) out[map.same_as(line)] = line;
  out[0] = 0;
  return out;
}

std::vector<line_range> at_now(const std::vector<line_range>& ran, const std::vector<std::uint32_t>& now) {
  std::vector<line_range> out;
  for (const auto& range : ran)
    for (auto line = range.first; line <= range.last && line < now.size(); ++line)
      if (now[line] > 0) out.push_back({now[line], now[line]});
  put_in_order(out);
  return out;
}

// Of a file, as all parts have it. The first one's lines are those of now.
lines_by_unit joined(const std::vector<part>& parts, const std::string& path, const line_hashes* now, bool has_own) {
  std::vector<unit_set> units;
  packed_line_sets sets;
  for (const auto& one : parts) {
    const auto file = one.data->files.find(path);
    const auto* then = lines_in(*one.data, path);
    const bool is_own = has_own && &one == &parts.front();
    if (file == one.data->files.end() || (!is_own && (then == nullptr || now == nullptr))) continue;
    const auto lines = is_own || *then == *now ? std::vector<std::uint32_t>{} : moved(*then, *now);
    std::unordered_map<std::uint32_t, std::uint32_t> known;  // sets, by where they were
    std::vector<line_range> ran;
    for (const auto& [unit, set] : file->second.by_unit.units()) {
      if (one.numbers[unit] == none) continue;
      const auto [at, is_new] = known.try_emplace(set, 0);
      if (is_new) {
        file->second.by_unit.read_set(set, ran);
        at->second = static_cast<std::uint32_t>(sets.add(lines.empty() ? ran : at_now(ran, lines)));
      }
      units.push_back({one.numbers[unit], at->second});
    }
  }
  return {std::move(units), std::move(sets)};
}

}  // namespace

known_coverage with_earlier(const std::shared_ptr<const coverage>& own, const std::vector<measured_run>& earlier,
                            const finished_run& run, measured_sources& sources) {
  std::vector<part> parts;
  auto all = std::make_shared<coverage>();
  const auto add = [&](const coverage& data, const auto& unit_at) {
    if (parts.empty()) all->unit_kind = data.unit_kind;
    auto& numbers = parts.emplace_back(part{&data, std::vector<std::uint32_t>(data.units.size(), none)}).numbers;
    for (std::uint32_t i = 0; i < numbers.size(); ++i)
      if (const coverage_unit* unit = unit_at(i)) {
        numbers[i] = static_cast<std::uint32_t>(all->units.size());
        all->units.push_back(*unit);
      }
    for (const auto& [path, file] : data.files) all->files.try_emplace(path, what_units_ran(file, false));
  };
  if (own) add(*own, [&](auto number) { return &own->units[number]; });
  known_coverage out{own, {}};
  for (const auto& one : earlier) {
    if (one.id == run.id || one.language != run.language || !same_options(one.options, run.options)) continue;
    if (!out.earlier.any()) out.earlier.first = all->units.size();
    add(*one.data, [&](auto number) { return one.unit(number); });
  }
  if (!out.earlier.any()) return out;
  // What no failing test ran is no suspect, whoever else ran it. But a process that ended early told nothing of its tests.
  const bool needs_all = !own || is_partial(run);
  for (auto& [path, file] : all->files) {
    if (!needs_all && (!own->files.contains(path) || own->files.find(path)->second.by_unit.empty())) continue;
    const auto* now = own ? lines_in(*own, path) : nullptr;
    file.by_unit = joined(parts, path, now == nullptr ? sources.lines_of(path) : now, own != nullptr);
  }
  out.data = all;
  return out;
}

void add_known_failures(earlier_units& to, const finished_run& of) {
  for (const auto& one : of.results.failures) to.failing.insert(one.id);
  for (const auto& one : of.still_failing) to.failing.insert(one.what->id);
}

}  // namespace covey::parsers
