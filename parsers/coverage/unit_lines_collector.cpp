#include "parsers/coverage/unit_lines_collector.hpp"
#include "parsers/coverage/merge.hpp"
#include <boost/container_hash/hash.hpp>
#include <algorithm>
#include <functional>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <string_view>

namespace covey::parsers {
namespace {

void count_lines(coverage& of) {
  std::vector<line_range> ran;
  for (const auto& [path, file] : of.files) {
    if (file.aside) continue;
    std::unordered_map<std::uint32_t, std::uint32_t> counts;  // of sets, by their places
    for (const auto& [unit, set] : file.by_unit.units()) {
      const auto [count, is_new] = counts.try_emplace(set, 0);
      if (is_new) {
        file.by_unit.read_set(set, ran);
        for (const auto& range : ran) count->second += range.last - range.first + 1;
      }
      if (unit < of.units.size()) of.units[unit].lines += count->second;
    }
  }
}

}  // namespace

std::optional<std::uint32_t> line_set_interner::add(const std::vector<line_range>& ranges) {
  if ((count_ + 1) * 2 > slots_.size()) grow();
  const auto place = sets_.add(ranges);  // its text is what is looked for
  auto& slot = slot_of(place);
  const bool fits = sets_.end() < max_bytes_;
  if (slot != 0 || !fits) {
    sets_.remove_from(place);
    return slot != 0 ? std::optional{slot - 1} : std::nullopt;
  }
  ++count_;
  slot = static_cast<std::uint32_t>(place + 1);
  return slot - 1;
}

// Where a set with its text is, or would be.
std::uint32_t& line_set_interner::slot_of(std::size_t place) {
  const auto text = sets_.text(place);
  const auto mask = slots_.size() - 1;
  auto at = std::hash<std::string_view>{}(text)&mask;
  while (slots_[at] != 0 && sets_.text(slots_[at] - 1) != text) at = (at + 1) & mask;
  return slots_[at];
}

void line_set_interner::grow() {
  slots_.assign(std::max<std::size_t>(slots_.size() * 2, 8), 0);
  for (std::size_t place = 0; place < sets_.end(); place = sets_.after(place))
    slot_of(place) = static_cast<std::uint32_t>(place + 1);
}

void unit_lines_collector::add(std::uint32_t unit, const std::vector<line_range>& ran) {
  if (const auto set = sets_.add(ran))
    added_.push_back({unit, *set});
  else
    ++left_out_;
}

std::uint32_t unit_lines_collector::place_of(line_set_interner& in, const std::vector<line_range>& ran,
                                             std::uint32_t otherwise) {
  const auto place = in.add(ran);
  left_out_ += place ? 0U : 1U;
  return place.value_or(otherwise);
}

// Each unit once, with all that it ran.
void unit_lines_collector::unite() {
  std::sort(added_.begin(), added_.end(), [](const unit_set& a, const unit_set& b) {
    return std::tie(a.unit, a.set) < std::tie(b.unit, b.set);
  });
  std::vector<line_range> ran, all;
  auto end = added_.begin();
  for (auto it = added_.begin(); it != added_.end(); ++end) {
    *end = *it++;
    if (it == added_.end() || it->unit != end->unit) continue;
    sets_.sets().read(end->set, all);
    for (; it != added_.end() && it->unit == end->unit; ++it) {
      sets_.sets().read(it->set, ran);
      all.insert(all.end(), ran.begin(), ran.end());
    }
    put_in_order(all);
    end->set = place_of(sets_, all, end->set);
  }
  added_.erase(end, added_.end());
}

lines_by_unit unit_lines_collector::finish(const std::vector<std::uint32_t>& numbers,
                                           const std::vector<line_range>& counted) {
  for (auto& one : added_) one.unit = numbers[one.unit];
  unite();
  line_set_interner kept{max_bytes_};
  const auto nothing = kept.add({}).value_or(0);
  std::unordered_map<std::uint32_t, std::uint32_t> places;  // of a set -> of its counted lines
  std::vector<line_range> ran;
  auto end = added_.begin();
  for (const auto& [unit, set] : added_) {
    const auto [known, is_new] = places.try_emplace(set);
    if (is_new) {
      sets_.sets().read(set, ran);
      known->second = place_of(kept, intersection(ran, counted), nothing);
    }
    if (!kept.sets().text(known->second).empty()) *end++ = {unit, known->second};
  }
  added_.erase(end, added_.end());
  return {std::exchange(added_, {}), kept.take()};
}

std::string note_of_left_out(std::size_t sets) {
  return "Which lines some tests ran of a file is left out, for " + std::to_string(sets) +
         " sets of lines: they took more than " + std::to_string(max_set_bytes >> 20) + " MiB for one file.";
}

void add_unit_facts(coverage& to, const run_results& results) {
  count_lines(to);
  using test_key = std::pair<std::string_view, std::string_view>;  // group, name
  std::unordered_map<test_key, std::chrono::milliseconds, boost::hash<test_key>> times;
  for (const auto& test : results.tests) times[{test.id.group, test.id.name}] = test.duration;
  for (auto& unit : to.units) {
    if (unit.tests.size() != 1) continue;
    const auto time = times.find({unit.name, unit.tests.front()});
    if (time != times.end()) unit.duration = time->second;
  }
}

}  // namespace covey::parsers
