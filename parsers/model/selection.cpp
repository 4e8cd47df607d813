#include "parsers/model/selection.hpp"
#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace covey::parsers {
namespace {

// Of the whole path: between two of them anything may stand.
std::vector<std::string> joined_pieces(const test_selector& selector) {
  return joined(selector.path, selector.joints.empty() ? std::string_view{} : selector.joints.front()).pieces;
}

bool ends_a_name(std::string_view rest, const std::vector<std::string>& joints) {
  return rest.empty() ||
         std::any_of(joints.begin(), joints.end(), [&](const auto& j) { return rest.starts_with(j); });
}

// The last piece must end the name, or end where a joint begins.
bool fits_last(std::string_view name, std::string_view piece, const std::vector<std::string>& joints) {
  for (auto at = name.find(piece); at != std::string_view::npos; at = name.find(piece, at + 1))
    if (ends_a_name(name.substr(at + piece.size()), joints)) return true;
  return false;
}

// Leftmost places are as good as any for all pieces but the last.
bool fits(std::string_view name, const std::vector<std::string>& pieces,
          const std::vector<std::string>& joints) {
  if (!name.starts_with(pieces.front())) return false;
  name.remove_prefix(pieces.front().size());
  if (pieces.size() == 1) return ends_a_name(name, joints);
  for (std::size_t i = 1; i + 1 < pieces.size(); ++i) {
    const auto at = name.find(pieces[i]);
    if (at == std::string_view::npos) return false;
    name.remove_prefix(at + pieces[i].size());
  }
  return fits_last(name, pieces.back(), joints);
}

bool is_in_lines(const test_selector& selector, const location& where) {
  return selector.line_start == 0 || where.line == 0 ||
         (selector.line_start <= where.line && where.line <= selector.line_end);
}

// Tests or failures by their group, and within it by name, so that a selector looks only at names that begin
// as its own do.
class name_index {
 public:
  template <class Items>
  explicit name_index(const Items& items) {
    for (std::size_t i = 0; i < items.size(); ++i) add(items[i].id.group, items[i].id.name, i);
  }

  void add(std::string_view group, std::string_view name, std::size_t item) {
    groups_[group].emplace(name, item);
  }

  // Calls `use` with each item of the group whose name fits.
  template <class Use>
  void find(const test_selector& selector, Use use) const {
    const auto group = groups_.find(selector.group);
    if (group == groups_.end()) return;
    const auto pieces = joined_pieces(selector);
    for (auto it = group->second.lower_bound(pieces.front());
         it != group->second.end() && it->first.starts_with(pieces.front()); ++it)
      if (selector.path.empty() || fits(it->first, pieces, selector.joints)) use(it->second);
  }

  // With those that have no name: of all of the group.
  template <class Use>
  void find_nameless(const test_selector& selector, Use use) const {
    const auto group = groups_.find(selector.group);
    if (group == groups_.end()) return;
    const auto [first, last] = group->second.equal_range(std::string_view{});
    for (auto it = first; it != last; ++it) use(it->second);
  }

 private:
  std::map<std::string_view, std::multimap<std::string_view, std::size_t>> groups_;
};

// A package that did not build has kept others from running.
name_index index_failures(const std::vector<failure>& failures) {
  name_index out{failures};
  for (std::size_t i = 0; i < failures.size(); ++i)
    for (const auto& group : failures[i].also_failed) out.add(group, {}, i);
  return out;
}

// What the reporter itself says: of each pick its items.
template <class Items>
std::vector<std::vector<std::size_t>> told(const Items& items, std::size_t picks) {
  std::vector<std::vector<std::size_t>> out(picks);
  for (std::size_t i = 0; i < items.size(); ++i)
    for (const auto pick : items[i].picks)
      if (pick < picks) out[pick].push_back(i);
  return out;
}

void sort_out(std::vector<std::size_t>& items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

// How many failures a pick has. A failure has no place of definition: among blocks of one name the tests
// themselves decide.
std::uint64_t count_failed(const run_results& results, const std::vector<test_selector>& selectors,
                           const std::vector<std::size_t>& tests, const std::vector<std::size_t>& red) {
  const bool by_line =
      std::any_of(selectors.begin(), selectors.end(), [](const auto& one) { return one.line_start > 0; });
  if (!by_line || tests.empty()) return red.size();
  const auto failed = std::count_if(tests.begin(), tests.end(),
                                    [&](auto k) { return results.tests[k].result == outcome::failed; });
  const auto of_groups =
      std::count_if(red.begin(), red.end(), [&](auto k) { return results.failures[k].id.name.empty(); });
  return static_cast<std::uint64_t>(failed + of_groups);
}

bool is_testless(const run_results& results, std::size_t pick) {
  const auto& all = results.testless_picks;
  return std::find(all.begin(), all.end(), pick) != all.end();
}

}  // namespace

bool test_selector::matches(const test_record& test) const {
  if (test.id.group != group || !is_in_lines(*this, test.defined)) return false;
  return path.empty() || fits(test.id.name, joined_pieces(*this), joints);
}

void add_unrun_picks(run_results& results, const std::vector<test_pick>& picks,
                     const pick_selectors& selectors, std::vector<picked_tests>& found) {
  for (std::size_t i = 0; i < picks.size() && i < found.size() && i < selectors.size(); ++i) {
    if (!found[i].tests.empty() || found[i].failed > 0 || is_testless(results, i)) continue;
    const auto& pick = picks[i];
    failure why;
    why.kind = failure_kind::error;
    why.id.group = selectors[i].empty() ? pick.file : selectors[i].front().group;
    why.where.file = pick.file;
    if (pick.whole_file) {
      why.message = "no test of " + pick.file + " ran";
    } else {
      why.id.name = pick.blocks.front().label;
      why.where.line = pick.blocks.front().line_start;
      why.message =
          "no test of this block ran: is it skipped by the runner, or named otherwise when it runs?";
    }
    ++results.totals.errors;
    ++found[i].failed;
    results.failures.push_back(std::move(why));
  }
}

std::vector<picked_tests> find_picked(const run_results& results, const pick_selectors& picks) {
  if (picks.empty()) return {};  // an index of a million tests, for nothing
  const name_index tests{results.tests};
  const auto failures = index_failures(results.failures);
  std::vector<picked_tests> out(picks.size());
  auto told_tests = told(results.tests, picks.size());
  auto told_failures = told(results.failures, picks.size());
  for (std::size_t i = 0; i < picks.size(); ++i) {
    auto& found = out[i].tests = std::move(told_tests[i]);
    auto red = std::move(told_failures[i]);
    for (const auto& selector : picks[i]) {
      tests.find(selector, [&](std::size_t k) {
        if (is_in_lines(selector, results.tests[k].defined)) found.push_back(k);
      });
      failures.find(selector, [&](std::size_t k) { red.push_back(k); });
      failures.find_nameless(selector, [&](std::size_t k) { red.push_back(k); });
    }
    sort_out(found);
    sort_out(red);
    out[i].failed = count_failed(results, picks[i], found, red);
  }
  return out;
}

}  // namespace covey::parsers
