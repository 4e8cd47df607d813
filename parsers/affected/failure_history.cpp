#include "parsers/affected/failure_history.hpp"
#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace covey::parsers {
namespace {

using test_key = std::pair<std::string_view, std::string_view>;  // group, name

// The tests on record, each as it last ran, and which of them edits can have affected since.
class known_tests {
 public:
  known_tests(const std::vector<recorded_run_ptr>& runs, const affected_tests& affected)
      : affected_(affected) {
    for (const auto& run : runs)
      for (const auto& test : run->tests) tests_.try_emplace({test.group, test.name}, &test);
  }

  // Null: it is none of them.
  const recorded_test* find(std::string_view group, std::string_view name) const {
    const auto known = tests_.find({group, name});
    return known == tests_.end() ? nullptr : known->second;
  }

  // A part of a test is told with it.
  const recorded_test* find(const test_id& id) const {
    const auto& group = id.group.string();
    std::string_view name = id.name, separator = id.separator.string();
    for (;;) {
      if (const auto* known = find(group, name)) return known;
      const auto end = separator.empty() ? name.npos : name.rfind(separator);
      if (end == name.npos || end == 0) return nullptr;
      name = name.substr(0, end);
    }
  }

  // Without that it failed.
  std::vector<affected_reason> reasons_of(const recorded_test& test) const {
    const auto key = [](const auto& one) { return test_key{one.group, one.name}; };
    const auto at = std::ranges::lower_bound(affected_.tests, test_key{test.group, test.name}, {}, key);
    if (at == affected_.tests.end() || key(*at) != test_key{test.group, test.name}) return {};
    auto out = at->reasons;
    std::erase_if(out, [](const auto& one) { return one.kind == affected_by::failing; });
    return out;
  }

  bool is_as_then(const recorded_test& test) const { return !affected_.all && reasons_of(test).empty(); }

 private:
  const affected_tests& affected_;
  std::map<test_key, const recorded_test*> tests_;
};

// What has changed is not known, rather than that something has.
bool is_unknown(const affected_tests& affected) {
  return affected.all &&
         (*affected.all == all_because::nothing_known || *affected.all == all_because::unseen);
}

std::shared_ptr<const failure_history> made(failure_history of) {
  return std::make_shared<const failure_history>(std::move(of));
}

// Of what no test is on record.
std::shared_ptr<const failure_history> history_of_new(const test_id& one, const affected_tests& affected) {
  const auto& group = one.group.string();
  const bool is_new = affected.known > 0 && std::ranges::binary_search(affected.with_new_tests, group);
  if (!one.name.empty() && is_new) return made({.state = failure_state::fresh, .detail = group});
  if (!one.name.empty()) return nullptr;
  for (const auto& test : affected.tests)  // the group could not run
    if (test.group == group)
      for (const auto& why : test.reasons)
        if (why.kind != affected_by::failing && why.kind != affected_by::uncertain)
          return made({.state = failure_state::fresh, .explained_by = {why}});
  return nullptr;
}

std::shared_ptr<const failure_history> history_of(const test_id& one, const known_tests& known,
                                                  const affected_tests& affected) {
  const auto* test = known.find(one);
  if (test == nullptr) return history_of_new(one, affected);
  if (known.is_as_then(*test)) {
    const failure_history out{.passed = test->passed, .failed = test->failed};
    if (out.passed == 0 && out.failed == 0) return nullptr;
    auto judged = out;
    judged.state = out.passed == 0   ? failure_state::known
                   : out.failed == 0 ? failure_state::not_explained
                                     : failure_state::flaky;
    return made(std::move(judged));
  }
  if (test->last == outcome::failed) return made({.state = failure_state::known});
  auto reasons = known.reasons_of(*test);
  const bool is_guess =
      std::ranges::all_of(reasons, [](const auto& why) { return why.kind == affected_by::uncertain; });
  if (test->last == outcome::skipped || (is_guess && !affected.all)) return nullptr;
  return made({.state = failure_state::fresh, .explained_by = std::move(reasons), .detail = affected.detail});
}

}  // namespace

std::string_view to_string(failure_state value) {
  static constexpr std::string_view names[] = {"new", "known", "flaky", "not_explained"};
  return names[static_cast<std::size_t>(value)];
}

failure_histories histories_of(const std::vector<test_id>& failures,
                               const std::vector<recorded_run_ptr>& before, const affected_tests& affected) {
  failure_histories out(failures.size());
  if (is_unknown(affected)) return out;
  const known_tests known{before, affected};
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = history_of(failures[i], known, affected);
  return out;
}

void count_verdicts(recorded_run& run, const std::vector<recorded_run_ptr>& before,
                    const affected_tests& affected) {
  const known_tests known{before, affected};
  for (auto& test : run.tests) {
    const auto* last = known.find(test.group, test.name);
    if (last != nullptr && known.is_as_then(*last)) {
      test.passed = last->passed;
      test.failed = last->failed;
    }
    if (test.last == outcome::passed) ++test.passed;
    if (test.last == outcome::failed) ++test.failed;
  }
}

}  // namespace covey::parsers
