#include "protocol/render/covering_list.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <boost/unordered/unordered_flat_set.hpp>
#include <functional>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace covey::protocol {
namespace {

constexpr std::size_t max_siblings = 3;  // that are named one by one
constexpr std::size_t name_bytes = 1024;

struct candidate {
  std::string_view group;
  std::string_view name;
  std::uint32_t lines = 0;
  std::chrono::milliseconds duration{0};
  std::size_t tests = 1;
};

bool comes_before(const candidate& a, const candidate& b) {
  return std::tie(a.lines, a.duration, a.group, a.name) < std::tie(b.lines, b.duration, b.group, b.name);
}

std::string_view family_of(const parsers::coverage_unit& unit) {
  return unit.family == 0 ? std::string_view{} : std::string_view{unit.tests.front()}.substr(0, unit.family);
}

using test_key = std::pair<std::string_view, std::string_view>;  // group, name

struct key_hash {
  std::size_t operator()(const test_key& of) const {
    const std::hash<std::string_view> hash;
    return hash(of.first) * 31 + hash(of.second);
  }
};

class candidates {
 public:
  explicit candidates(const std::vector<const parsers::coverage_unit*>& units) {
    for (const auto* unit : units)
      if (const auto family = family_of(*unit); !family.empty()) ++members_[{unit->name, family}];
    std::erase_if(members_, [](const auto& family) { return family.second <= max_siblings; });
    tests_.reserve(units.size());
    all_.reserve(units.size());
    for (const auto* unit : units) {
      const auto family = family_of(*unit);
      const bool together = !family.empty() && members_.contains({unit->name, family});
      for (const std::string_view test : unit->tests)
        if (tests_.insert({unit->name, test}).second)
          add({unit->name, together ? family : test, unit->lines, unit->duration});
    }
  }

  std::size_t tests() const { return tests_.size(); }

  // The first ones in their order.
  std::vector<candidate> first(std::size_t limit) && {
    const auto end = all_.begin() + static_cast<std::ptrdiff_t>(std::min(limit, all_.size()));
    std::partial_sort(all_.begin(), end, all_.end(), comes_before);
    all_.erase(end, all_.end());
    return std::move(all_);
  }

 private:
  // Into its family, if it has one here.
  void add(const candidate& one) {
    const auto [at, is_new] = members_.contains({one.group, one.name})
                                  ? places_.try_emplace({one.group, one.name}, all_.size())
                                  : std::pair{places_.end(), true};
    if (is_new) {
      all_.push_back(one);
      return;
    }
    auto& known = all_[at->second];
    ++known.tests;
    if (comes_before(one, known)) known.lines = one.lines, known.duration = one.duration;
  }

  boost::unordered_flat_set<test_key, key_hash>
      tests_;  // one may be told apart for some lines only, and is in two units
  std::unordered_map<test_key, std::size_t, key_hash> members_;  // of families that stand for their tests
  std::unordered_map<test_key, std::size_t, key_hash> places_;   // of these among all
  std::vector<candidate> all_;
};

}  // namespace

covering_list list_covering(const std::vector<const parsers::coverage_unit*>& units, std::size_t limit,
                            std::size_t bytes) {
  constexpr std::size_t around = 24;  // blanks, quotes, the number of a family's tests
  candidates all{units};
  covering_list out;
  out.total = all.tests();
  std::map<std::string_view, std::size_t> places;
  for (const auto& one : std::move(all).first(limit)) {
    auto name = clipped(one.name, name_bytes);
    if (bytes < name.size() + around) break;
    bytes -= name.size() + around;
    const auto [at, is_new] = places.try_emplace(one.group, out.groups.size());
    if (is_new) out.groups.push_back({std::string{one.group}, {}});
    out.groups[at->second].entries.push_back({std::move(name), one.tests});
    out.shown += one.tests;
  }
  return out;
}

}  // namespace covey::protocol
