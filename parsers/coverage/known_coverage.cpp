#include "parsers/coverage/known_coverage.hpp"
#include "parsers/coverage/line_map.hpp"
#include "parsers/coverage/lookup.hpp"
#include <algorithm>
#include <set>
#include <utility>

namespace covey::parsers {
namespace {

enum line_state : char { unknown, found, ran };
using line_states = std::vector<line_state>;  // by line, from 1
constexpr std::uint32_t max_line = 10'000'000;  // what a runner says of later ones is not believed

// It was there when the run began, and not when the newest one did.
bool is_gone(std::string_view path, const measured_run& run, const measured_run& newest) {
  return run.fingerprints.before && is_newer(path, newest) && !is_newer(path, run);
}

// One run, and which of its units count.
struct known_part {
  known_part(const measured_run& of, const measured_run& newest) : run(of), left(of.data->units.size()) {
    for (std::uint32_t number = 0; number < left.size(); ++number) {
      const auto* unit = of.unit(number);
      if (unit == nullptr || is_gone(unit->name, of, newest)) continue;
      left[number] = true;
      for (const auto& test : unit->tests) tests.emplace(unit->name, test);
      is_coarse = is_coarse || (of.data->unit_kind != attribution::test && of.left.contains(number));
    }
  }

  line_states states_in(const file_coverage& file) const {
    line_states out;
    for (const auto& line : file.lines) {
      if (line.line > max_line) break;
      out.resize(line.line + 1);
      out.back() = line.hits > 0 ? ran : found;
    }
    if (std::ranges::find(left, false) == left.end()) return out;
    std::vector<line_range> lines;
    for (const bool counts : {false, true}) {
      std::set<std::uint32_t> sets;
      for (const auto& [unit, set] : file.by_unit.units())
        if (left[unit] == counts) sets.insert(set);
      for (const auto set : sets) {
        file.by_unit.read_set(set, lines);
        for (const auto& range : lines)
          for (auto line = range.first; line <= range.last && line < out.size(); ++line)
            if (out[line] != unknown) out[line] = counts ? ran : found;
      }
    }
    return out;
  }

  const measured_run& run;
  std::vector<bool> left;                                         // by unit
  std::set<std::pair<std::string_view, std::string_view>> tests;  // group, name
  bool is_coarse = false;  // a unit of several tests counts of which some have run since
};

// In a later state of the file. What stands in place of lines that ran has run, if it was found there at all.
line_states moved(line_states was, const line_states& is, const line_hashes& then, const line_hashes& now) {
  const line_map map{then, now};
  was.resize(std::max(was.size(), then.size() + 1));
  line_states out(now.size() + 1);
  for (std::uint32_t line = 1; line < out.size(); ++line) {
    const auto [origin, from] = map.of(line);
    const bool is_code = origin == line_origin::same || (line < is.size() && is[line] != unknown);
    if (from.first > 0 && is_code) out[line] = *std::max_element(was.begin() + from.first, was.begin() + from.last + 1);
  }
  return out;
}

// `parts`: newest first.
file_coverage together(const std::string& path, const std::vector<known_part>& parts) {
  file_coverage out;
  line_states all;
  const line_hashes* now = nullptr;
  bool is_first = true;
  for (const auto& part : parts) {
    const auto known = part.run.data->files.find(path);
    if (known == part.run.data->files.end()) continue;
    const auto& file = known->second;
    if (is_first && (file.aside || is_gone(path, part.run, parts.front().run))) return out;
    auto states = part.states_in(file);
    const auto* then = lines_of(path, part.run);
    if (std::exchange(is_first, false)) {
      now = then;
      out.of_tests = file.of_tests;
    } else if (then != nullptr && now != nullptr && *then != *now) {
      states = moved(std::move(states), all, *then, *now);
    }
    all.resize(std::max(all.size(), states.size()));
    for (std::size_t line = 0; line < states.size(); ++line) all[line] = std::max(all[line], states[line]);
  }
  for (std::uint32_t line = 1; line < all.size(); ++line)
    if (all[line] != unknown) out.lines.push_back({line, all[line] == ran ? 1U : 0U});
  return out;
}

// What of it is not of the run that it is named by; a sentence each.
std::vector<std::string> notes_of(const std::vector<known_part>& parts, std::uint64_t named) {
  std::vector<std::string> out;
  for (const bool newer : {true, false}) {
    decltype(known_part::tests) tests;
    for (const auto& part : parts)
      if (newer ? part.run.id > named : part.run.id < named) tests.insert(part.tests.begin(), part.tests.end());
    if (!tests.empty())
      out.push_back(std::to_string(tests.size()) + (tests.size() == 1 ? " test " : " tests ") + (newer ? "newer" : "older") + " than run " +
                    std::to_string(named));
  }
  for (const auto& part : parts) {
    const auto run = "run " + std::to_string(part.run.id);
    if (!part.run.partial.empty()) out.push_back("the coverage of " + run + " is of a part of the tests only: " + part.run.partial);
    if (part.is_coarse)
      out.push_back("a line that a " + std::string{to_string(part.run.data->unit_kind)} + " ran in " + run + " counts until all of its tests have run again");
  }
  return out;
}

}  // namespace

std::optional<measured_run> known_of(const measured_runs& runs, std::string_view language) {
  std::vector<known_part> parts;
  const measured_run* named = nullptr;
  for (const auto& run : runs.runs) {
    if (run.language != language) continue;
    parts.emplace_back(run, parts.empty() ? run : parts.front().run);
    if (run.is_whole && (named == nullptr || (named->options && !run.options))) named = &run;  // args may choose tests
  }
  if (parts.size() < 2) return {};
  const auto& oldest = parts.back().run;
  if (named == nullptr) named = &oldest;
  auto data = std::make_shared<coverage>();
  for (const auto& part : parts) {
    for (const auto& [path, file] : part.run.data->files)
      if (!data->files.contains(path)) data->files.emplace(path, together(path, parts));
    data->aliases.insert(part.run.data->aliases.begin(), part.run.data->aliases.end());
  }
  data->notes = notes_of(parts, named->id);
  if (const auto dropped = runs.dropped.find(named->language); dropped != runs.dropped.end())
    data->notes.push_back("what the tests of " + std::to_string(dropped->second) + " earlier runs ran is no longer known: they are too many");
  std::erase_if(data->files, [](const auto& one) { return one.second.lines.empty(); });
  std::erase_if(data->aliases, [&](const auto& one) { return !data->files.contains(one.second); });
  return measured_run{.id = oldest.id, .ended = oldest.ended, .language = oldest.language, .options = {}, .fingerprints = oldest.fingerprints,
                      .name = named->name, .data = std::move(data)};
}

}  // namespace covey::parsers
