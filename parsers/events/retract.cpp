#include "parsers/events/retract.hpp"
#include <algorithm>
#include <iterator>
#include <utility>

namespace covey::parsers {
namespace {

auto find_reported(std::vector<test_record>& tests, const test_id& id, outcome reported,
                   const location& place) {
  auto found = tests.rend();
  for (auto it = tests.rbegin(); it != tests.rend(); ++it) {
    if (it->result != reported || !(it->id == id)) continue;
    if (it->defined == place) return it;
    if (found == tests.rend()) found = it;
  }
  return found;
}

// False if it has no failure to take.
bool take_failure(std::vector<failure>& failures, const test_id& id, std::string_view key,
                  std::size_t first) {
  for (auto i = failures.size(); i-- > first;) {
    if (!(failures[i].id == id) || failures[i].key != key) continue;
    failures.erase(failures.begin() + static_cast<std::ptrdiff_t>(i));
    return true;
  }
  return false;
}

}  // namespace

std::optional<test_record> retract(run_results& results, const test_id& id, std::string_view key,
                                   outcome reported, const location& place, std::size_t first_failure) {
  const auto found = find_reported(results.tests, id, reported, place);
  if (found == results.tests.rend()) return std::nullopt;
  if (reported == outcome::failed && !take_failure(results.failures, id, key, first_failure))
    return std::nullopt;
  if (reported == outcome::passed) --results.totals.passed;
  if (reported == outcome::skipped) --results.totals.skipped;
  auto out = std::move(*found);
  results.tests.erase(std::next(found).base());
  return out;
}

}  // namespace covey::parsers
