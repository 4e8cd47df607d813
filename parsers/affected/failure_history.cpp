#include "parsers/affected/failure_history.hpp"
#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace covey::parsers {
namespace {

using test_key = std::pair<std::string_view, std::string_view>;  // group, name

struct known_test {
  const recorded_test* test = nullptr;  // null: it is on no record
  const recorded_run* run = nullptr;
};

// The tests on record, each as it last ran, and which of them edits can have affected since.
class known_tests {
 public:
  known_tests(const std::vector<recorded_run_ptr>& runs, const affected_tests& affected,
              std::uint64_t variables)
      : affected_(affected), variables_(variables) {
    for (const auto& run : runs)
      for (const auto& test : run->tests)
        tests_.try_emplace({test.group, test.name}, known_test{&test, run.get()});
  }

  known_test find(std::string_view group, std::string_view name) const {
    const auto known = tests_.find({group, name});
    return known == tests_.end() ? known_test{} : known->second;
  }

  // Where coverage is that of a run, groups are a part of names.
  known_test find(const test_id& id) const {
    const auto known = find_with_parts(id.group, id.name, id.separator);
    return known.test != nullptr || id.name.empty() ? known
                                                    : find_with_parts("", full_name(id), id.separator);
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

  bool is_affected(const known_test& of) const { return affected_.all || !reasons_of(*of.test).empty(); }
  // The same session, or one with the same variables.
  bool is_in_same_place(const known_test& of) const { return of.run->variables == variables_; }

 private:
  // A part of a test is told with it.
  known_test find_with_parts(std::string_view group, std::string_view name,
                             std::string_view separator) const {
    for (;;) {
      if (const auto known = find(group, name); known.test != nullptr) return known;
      const auto end = separator.empty() ? name.npos : name.rfind(separator);
      if (end == name.npos || end == 0) return {};
      name = name.substr(0, end);
    }
  }

  const affected_tests& affected_;
  std::uint64_t variables_;
  std::map<test_key, known_test> tests_;
};

// What has changed is not known, rather than that something has.
bool is_unknown(const affected_tests& affected) {
  return affected.all &&
         (*affected.all == all_because::nothing_known || *affected.all == all_because::unseen);
}

std::shared_ptr<const failure_history> made(failure_history of) {
  return std::make_shared<const failure_history>(std::move(of));
}

bool has_changed(const affected_tests& affected, std::string_view path) {
  return std::ranges::find(affected.changed, path, &changed_file::path) != affected.changed.end();
}

// What has changed, where no function or file that a test runs or loads has: who reads it is told by what stands for that.
std::string names_of_changed(const affected_tests& affected) {
  std::string out;
  for (std::size_t i = 0; i < std::min(affected.changed.size(), max_reasons); ++i)
    out += (i == 0 ? "" : ", ") + affected.changed[i].path;
  return affected.changed.size() <= max_reasons ? out : out + ", …";
}

// Of what no test is on record.
std::shared_ptr<const failure_history> history_of_new(const test_id& one, const affected_tests& affected) {
  const auto& group = one.group.string();
  const bool is_new = affected.known > 0 && std::ranges::binary_search(affected.with_new_tests, group);
  if (!one.name.empty() && is_new)
    return made({.state = failure_state::fresh,
                 .detail = has_changed(affected, group) ? group : names_of_changed(affected)});
  if (!one.name.empty()) return nullptr;
  for (const auto& test : affected.tests)  // the group could not run
    if (test.group == group)
      for (const auto& why : test.reasons)
        if (why.kind != affected_by::failing && why.kind != affected_by::uncertain)
          return has_changed(affected, why.file)
                     ? made({.state = failure_state::fresh, .explained_by = {why}})
                     : made({.state = failure_state::fresh, .detail = names_of_changed(affected)});
  return nullptr;
}

std::shared_ptr<const failure_history> history_of(const test_id& one, const known_tests& known,
                                                  const affected_tests& affected) {
  const auto found = known.find(one);
  const auto* test = found.test;
  if (test == nullptr) return history_of_new(one, affected);
  if (!known.is_affected(found)) {
    if (!known.is_in_same_place(found))
      return test->last == outcome::failed ? made({.state = failure_state::known}) : nullptr;
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
  auto detail = affected.detail;
  std::erase_if(reasons, [&](const auto& why) { return !has_changed(affected, why.file); });
  if (reasons.empty() && detail.empty()) detail = names_of_changed(affected);
  return made(
      {.state = failure_state::fresh, .explained_by = std::move(reasons), .detail = std::move(detail)});
}

}  // namespace

std::string_view to_string(failure_state value) {
  static constexpr std::string_view names[] = {"new", "known", "flaky", "not_explained"};
  return names[static_cast<std::size_t>(value)];
}

failure_histories histories_of(const std::vector<test_id>& failures,
                               const std::vector<recorded_run_ptr>& before, const affected_tests& affected,
                               std::uint64_t variables) {
  failure_histories out(failures.size());
  if (is_unknown(affected)) return out;
  const known_tests known{before, affected, variables};
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = history_of(failures[i], known, affected);
  return out;
}

void count_verdicts(recorded_run& run, const std::vector<recorded_run_ptr>& before,
                    const affected_tests& affected) {
  const known_tests known{before, affected, run.variables};
  for (auto& test : run.tests) {
    const auto last = known.find(test.group, test.name);
    if (last.test != nullptr && !known.is_affected(last) && known.is_in_same_place(last)) {
      test.passed = last.test->passed;
      test.failed = last.test->failed;
    }
    if (test.last == outcome::passed) ++test.passed;
    if (test.last == outcome::failed) ++test.failed;
  }
}

}  // namespace covey::parsers
