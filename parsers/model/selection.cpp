#include "parsers/model/selection.hpp"
#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace covey::parsers {
namespace {

// The literals of the whole path: any text may stand between two of them.
std::vector<std::string> joined_literals(const test_selector& selector) {
  return joined(selector.path, selector.separators.empty() ? std::string_view{} : selector.separators.front())
      .literals;
}

bool ends_a_name(std::string_view rest, const std::vector<std::string>& separators) {
  return rest.empty() || std::ranges::any_of(separators, [&](const auto& j) { return rest.starts_with(j); });
}

// The last literal must end the name, or end where a separator begins.
bool fits_last(std::string_view name, std::string_view piece, const std::vector<std::string>& separators) {
  for (auto at = name.find(piece); at != std::string_view::npos; at = name.find(piece, at + 1))
    if (ends_a_name(name.substr(at + piece.size()), separators)) return true;
  return false;
}

// For all literals but the last, the leftmost match is sufficient.
bool fits(std::string_view name, const std::vector<std::string>& literals,
          const std::vector<std::string>& separators) {
  if (!name.starts_with(literals.front())) return false;
  name.remove_prefix(literals.front().size());
  if (literals.size() == 1) return ends_a_name(name, separators);
  for (std::size_t i = 1; i + 1 < literals.size(); ++i) {
    const auto at = name.find(literals[i]);
    if (at == std::string_view::npos) return false;
    name.remove_prefix(at + literals[i].size());
  }
  return fits_last(name, literals.back(), separators);
}

bool is_in_lines(const test_selector& selector, const location& where) {
  return selector.line_start == 0 || where.line == 0 ||
         (selector.line_start <= where.line && where.line <= selector.line_end);
}

// Tests or failures by their group, and within it by name, so that a selector visits only names that begin
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
    const auto literals = joined_literals(selector);
    for (auto it = group->second.lower_bound(literals.front());
         it != group->second.end() && it->first.starts_with(literals.front()); ++it)
      if (selector.path.empty() || fits(it->first, literals, selector.separators)) use(it->second);
  }

  // Calls `use` with each item without a name, which is of the whole group.
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

// A package that did not build is also a failure of the groups that it kept from running.
name_index index_failures(const std::vector<failure>& failures) {
  name_index out{failures};
  for (std::size_t i = 0; i < failures.size(); ++i)
    for (const auto& group : failures[i].also_failed) out.add(group, {}, i);
  return out;
}

// Per selection, the items that the reporter itself assigned to it.
template <class Items>
std::vector<std::vector<std::size_t>> told(const Items& items, std::size_t selections) {
  std::vector<std::vector<std::size_t>> out(selections);
  for (std::size_t i = 0; i < items.size(); ++i)
    for (const auto selection : items[i].selections)
      if (selection < selections) out[selection].push_back(i);
  return out;
}

void sort_out(std::vector<std::size_t>& items) {
  std::ranges::sort(items);
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

// How many failures a selection has. A failure does not say where its test is defined, so among blocks of one
// name the tests themselves decide.
std::uint64_t count_failed(const run_results& results, const std::vector<test_selector>& selectors,
                           const std::vector<std::size_t>& tests, const std::vector<std::size_t>& red) {
  const bool by_line = std::ranges::any_of(selectors, [](const auto& one) { return one.line_start > 0; });
  if (!by_line || tests.empty()) return red.size();
  const auto failed =
      std::ranges::count_if(tests, [&](auto k) { return results.tests[k].result == outcome::failed; });
  const auto of_groups =
      std::ranges::count_if(red, [&](auto k) { return results.failures[k].id.name.empty(); });
  return static_cast<std::uint64_t>(failed + of_groups);
}

bool is_testless(const run_results& results, std::size_t selection) {
  const auto& all = results.testless_selections;
  return std::find(all.begin(), all.end(), selection) != all.end();
}

// By the runner's own options, as a note of it says: `-m "not slow"`.
bool is_left_out(const run_results& results, const std::vector<test_selector>& selectors) {
  return std::ranges::any_of(results.left_out, [&](const auto& id) {
    return std::ranges::any_of(selectors, [&](const auto& one) {
      return one.matches({id, outcome::skipped, {}});
    });
  });
}

}  // namespace

bool test_selector::matches(const test_record& test) const {
  if (test.id.group != group || !is_in_lines(*this, test.defined)) return false;
  return path.empty() || fits(test.id.name, joined_literals(*this), separators);
}

void add_unrun_selections(run_results& results, const std::vector<file_selection>& selections,
                          const selector_lists& selectors, std::vector<selected_tests>& found) {
  constexpr auto by_options = ": the project's own options leave it out";
  for (std::size_t i = 0; i < selections.size() && i < found.size() && i < selectors.size(); ++i) {
    if (!found[i].tests.empty() || found[i].failed > 0 || is_testless(results, i)) continue;
    const bool left_out = is_left_out(results, selectors[i]);
    if (left_out && !results.tests.empty()) continue;  // the runner passes, too, if others ran
    const auto& selection = selections[i];
    failure why;
    why.kind = failure_kind::error;
    why.id.group = selectors[i].empty() ? selection.file : selectors[i].front().group;
    why.where.file = selection.file;
    if (selection.whole_file) {
      why.message = "no test of " + selection.file + " ran" + (left_out ? by_options : "");
    } else {
      why.id.name = selection.blocks.front().label;
      why.where.line = selection.blocks.front().line_start;
      why.message =
          std::string{"no test of this block ran"} +
          (left_out ? by_options : ": is it skipped by the runner, or named otherwise when it runs?");
    }
    ++results.totals.errors;
    ++found[i].failed;
    results.failures.push_back(std::move(why));
  }
}

std::vector<selected_tests> find_selected(const run_results& results, const selector_lists& selections) {
  if (selections.empty()) return {};  // saves indexing a million tests for nothing
  const name_index tests{results.tests};
  const auto failures = index_failures(results.failures);
  std::vector<selected_tests> out(selections.size());
  auto told_tests = told(results.tests, selections.size());
  auto told_failures = told(results.failures, selections.size());
  for (std::size_t i = 0; i < selections.size(); ++i) {
    auto& found = out[i].tests = std::move(told_tests[i]);
    auto red = std::move(told_failures[i]);
    for (const auto& selector : selections[i]) {
      tests.find(selector, [&](std::size_t k) {
        if (is_in_lines(selector, results.tests[k].defined)) found.push_back(k);
      });
      failures.find(selector, [&](std::size_t k) { red.push_back(k); });
      failures.find_nameless(selector, [&](std::size_t k) { red.push_back(k); });
    }
    sort_out(found);
    sort_out(red);
    out[i].failed = count_failed(results, selections[i], found, red);
  }
  return out;
}

run_scope scope_of(const run_target& target) {
  if (std::holds_alternative<run_all>(target)) return run_scope::whole;
  return std::holds_alternative<run_failed>(target) ? run_scope::failing : run_scope::selected;
}

const std::vector<file_selection>& selections_of(const run_target& target) {
  static const std::vector<file_selection> none;
  if (const auto* all = std::get_if<run_all>(&target)) return all->selections;
  const auto* selected = std::get_if<run_selected>(&target);
  return selected != nullptr ? selected->selections : none;
}

const std::vector<rerun_test>& rerun_set_of(const run_target& target) {
  static const std::vector<rerun_test> none;
  const auto* failed = std::get_if<run_failed>(&target);
  return failed != nullptr ? failed->tests : none;
}

}  // namespace covey::parsers
