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
      : affected_(affected), variables_(variables), latest_(runs.empty() ? nullptr : runs.front().get()) {
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
  // Since it last ran.
  bool is_edited(const known_test& of) const { return of.run != latest_ || !affected_.changed.empty(); }
  // An edit of what it ran when it passed, and not when it failed, is not seen.
  bool may_be_affected(const known_test& of) const { return of.test->is_short && is_edited(of); }
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
  const recorded_run* latest_;
  std::map<test_key, known_test> tests_;
};

template <class Wanted>
bool reads_any(const known_test& of, Wanted wanted) {
  const auto is_it = [&](auto number) {
    return !of.run->is_source_block(number) && wanted(of.run->block(number).first->path);
  };
  return std::ranges::any_of(of.run->sets[of.test->ran], is_it) ||
         std::ranges::any_of(of.run->sets[of.test->loaded], is_it);
}

// Whether it ran all that it ran then: a failure may come before the rest.
bool ran_as_much(const recorded_run& run, const recorded_test& test, const known_test& then) {
  return std::ranges::all_of(then.run->sets[then.test->ran], [&](auto number) {
    const auto [was, at] = then.run->block(number);
    const auto* file = run.file(was->path);
    if (file == nullptr) return false;
    auto is = file->read_as;
    if (then.run->is_source_block(number)) {
      const bool is_there = file->outline && at < file->outline->blocks.size() &&
                            file->outline->blocks[at].name == was->outline->blocks[at].name;
      is = is_there ? file->first_block + static_cast<std::uint32_t>(at) : 0;
    }
    const auto has = [&](auto set) { return std::ranges::binary_search(run.sets[set], is); };
    return is != 0 && (has(test.ran) || has(test.loaded));
  });
}

// `last`: with all that it runs and reads as it is; `is_edited`: something else may be another, which other tests run.
void carry_over(recorded_test& to, const recorded_run& run, const known_test& last, bool is_edited) {
  const auto& was = *last.test;
  to.passed = was.passed;
  to.failed = was.failed;
  to.fails_in_all = was.fails_in_all && !is_edited;
  const auto key = [](const auto& one) { return test_key{one.group, one.name}; };
  const bool of_the_same = !run.is_whole && !last.run->is_whole && !is_edited &&
                           std::ranges::equal(run.tests, last.run->tests, {}, key, key);
  const bool failed = run.is_whole ? to.fails_in_all : of_the_same && was.last == outcome::failed;
  to.came_back = was.came_back || (failed && to.last == outcome::passed);
  to.is_short = to.last == outcome::failed && was.passed > 0 && (was.is_short || !ran_as_much(run, to, last));
}

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

// Of one that nothing is known to have affected.
std::shared_ptr<const failure_history> history_of_same(const known_test& of, const known_tests& known,
                                                       const std::vector<std::string>& written) {
  const auto& test = *of.test;
  if (!known.is_in_same_place(of))
    return test.last == outcome::failed ? made({.state = failure_state::known}) : nullptr;
  const auto is_written = [&](const auto& path) { return std::ranges::binary_search(written, path); };
  if ((test.passed == 0 && test.failed == 0) || known.may_be_affected(of) || reads_any(of, is_written))
    return nullptr;
  failure_history out{.passed = test.passed, .failed = test.failed};
  out.state = test.passed == 0 ? failure_state::known
              : test.came_back ? failure_state::flaky
                               : failure_state::not_explained;
  return made(std::move(out));
}

std::shared_ptr<const failure_history> history_of(const test_id& one, const known_tests& known,
                                                  const affected_tests& affected,
                                                  const std::vector<std::string>& written) {
  const auto found = known.find(one);
  const auto* test = found.test;
  if (test == nullptr) return history_of_new(one, affected);
  if (!known.is_affected(found)) return history_of_same(found, known, written);
  auto reasons = known.reasons_of(*test);
  const bool is_guess =
      std::ranges::all_of(reasons, [](const auto& why) { return why.kind == affected_by::uncertain; });
  const bool failed = test->last == outcome::failed;
  if (!failed && (test->last == outcome::skipped || (is_guess && !affected.all))) return nullptr;
  auto detail = affected.detail;
  std::erase_if(reasons, [&](const auto& why) { return !has_changed(affected, why.file); });
  if (failed)
    return made({.state = failure_state::known,
                 .explained_by = is_guess ? std::vector<affected_reason>{} : std::move(reasons)});
  if (reasons.empty() && detail.empty()) detail = names_of_changed(affected);
  return made(
      {.state = failure_state::fresh, .explained_by = std::move(reasons), .detail = std::move(detail)});
}

}  // namespace

std::string_view to_string(failure_state value) {
  static constexpr std::string_view names[] = {"new", "known", "flaky", "not_explained"};
  return names[static_cast<std::size_t>(value)];
}

failure_histories histories_of(const judged_run& run, const std::vector<recorded_run_ptr>& before,
                               const affected_tests& affected) {
  failure_histories out(run.failures.size());
  if (is_unknown(affected)) return out;
  const known_tests known{before, affected, run.variables};
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = history_of(run.failures[i], known, affected, run.written);
  return out;
}

void count_verdicts(recorded_run& run, const std::vector<recorded_run_ptr>& before,
                    const affected_tests& affected) {
  const known_tests known{before, affected, run.variables};
  for (auto& test : run.tests) {
    const auto last = known.find(test.group, test.name);
    const auto is_written = [&](const auto& path) {
      const auto* file = run.file(path);
      return file != nullptr && file->rewritten;
    };
    if (last.test != nullptr && !known.is_affected(last) && known.is_in_same_place(last) &&
        !known.may_be_affected(last) && !reads_any(last, is_written))
      carry_over(test, run, last, known.is_edited(last));
    if (test.last == outcome::passed) ++test.passed;
    if (test.last == outcome::failed) ++test.failed;
    if (run.is_whole) test.fails_in_all = test.last == outcome::failed;
  }
}

}  // namespace covey::parsers
