#include "parsers/languages/go/output/output_reader.hpp"

#include "parsers/languages/go/output/failure.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>

namespace covey::parsers::languages::go {

namespace {

// A package that never reached its tests reports that once, not once per test.
bool is_diagnosed(const test_id& missing, const std::vector<failure>& failures) {
  return std::any_of(failures.begin(), failures.end(), [&](const auto& known) {
    const auto& also = known.also_failed;
    return known.id.name.empty() && (known.id.group == missing.group ||
                                     std::find(also.begin(), also.end(), missing.group) != also.end());
  });
}

bool has_one_of(const failure& one, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](const auto& word) {
    return one.message.find(word) != std::string::npos || one.output.find(word) != std::string::npos;
  });
}

// What internal/coverage/cfile and package testing print where coverage cannot be written, also in programs that tests
// start. A process that ends itself says the last of these where nothing is wrong with coverage.
bool may_be_of_coverage(const failure& one) {
  if (!has_one_of(one, {"cover"})) return false;  // as nearly all
  return has_one_of(one, {"error generating coverage report", "internal error in coverage meta-data tracking",
                          "coverage meta-data prep failed", "coverage meta-data emit failed",
                          "coverage counter data emit failed", "warning: GOCOVERDIR not set",
                          "coverage package map collision"}) ||
         (one.kind != failure_kind::crash && has_one_of(one, {"program not built with -cover"}));
}

// A source that does not compile has its place. A tool that is missing, or a linker that has no room for counters, has none.
bool may_be_built_without_coverage(const failure& one) {
  return one.message.find(".go:") == std::string::npos || has_one_of(one, {"goCover", "GoCover", "_cover_"});
}

}  // namespace

run_results output_reader::finish(const run_ending& ending) {
  out_.finish([this](auto line, bool cut) { on_out_line(line, cut); });
  err_.finish([this](auto line, bool cut) { on_err_line(line, cut); });
  close_packages(ending);
  for (auto* group : in_order_) add_specs(group->import_path().string());
  for (auto& one : specs_.notes()) note(std::move(one));
  if (ending.timed_out && tests_.empty() && !compiling_.empty())
    note("when the time was over, it was still compiling " + plain_text(compiling_));

  run_results results;
  results.is_protocol = true;
  add_failures(results);
  add_unfinished(ending, results);
  add_command_failure(ending, results);
  add_missing(ending, results);
  note_set_aside();
  results.unrun = not_run();
  for (const auto& group : results.unrun) results.not_run += group.count;
  move_tests(results);
  for (const auto& failure : results.failures)
    ++(is_of_a_test(failure) ? results.totals.failed : results.totals.errors);
  if (strange_lines_ > 0)
    note(std::to_string(strange_lines_) +
         " line(s) of the output were neither events nor known text of `go test`");
  results.notes = std::move(notes_);
  results.testless = std::move(testless_);
  results.testless_selections = testless_selections_;
  return results;
}

void output_reader::close_packages(const run_ending& ending) {
  using interruption = package_run::interruption;
  const bool ours = ending.cancelled || ending.kind == run_ending::kind_type::lost;
  const auto how = ending.timed_out ? interruption::timed_out
                   : ours           ? interruption::cancelled
                                    : interruption::died;
  for (auto* group : in_order_) {
    const auto* package = packages_->find(group->import_path());
    if (!group->ended() && package != nullptr && whole_.contains(normal_path(code_.in_sources(package->dir))))
      group->lose_results();
    if (!group->ended()) group->interrupt(how);
    if (!group->note().empty()) note(group->note());
  }
}

void output_reader::add_failures(run_results& into) const {
  into.failures = build_.failures(*packages_);
  for (const auto& one : into.failures)
    if (packages_->find(one.id.group) != nullptr && may_be_built_without_coverage(one))  // else it has no counters
      into.affected.insert(one.id.group);
  for (const auto* group : in_order_) {
    for (const auto& test : group->tests())
      if (is_listed_failure(test)) into.failures.push_back(*test.why);
    if (group->own_failure()) into.failures.push_back(*group->own_failure());
  }
  for (const auto& one : into.failures)
    if (may_be_of_coverage(one)) into.affected.insert(one.id.group);
}

void output_reader::add_unfinished(const run_ending& ending, run_results& into) {
  for (const auto* group : in_order_) {
    auto open = group->unfinished();
    if (open.empty()) continue;
    if (group->ended() && group->note().empty())
      note(std::to_string(open.size()) + " test(s) of " + group->import_path() +
           " began and did not report their end: a line that was printed hides it");
    std::move(open.begin(), open.end(), std::back_inserter(into.unfinished));
  }
  if (!ending.cancelled) return;
  for (const auto& id : wanted_)
    if (!id.name.empty() && !came_to_an_end(id)) into.unfinished.push_back(id);
}

// For an exit code that no failure diagnoses: a broken go.mod, a missing toolchain, no packages.
void output_reader::add_command_failure(const run_ending& ending, run_results& into) const {
  const bool by_itself =
      ending.kind == run_ending::kind_type::exited && !ending.timed_out && !ending.cancelled;
  if (!by_itself || ending.value == 0 || !into.failures.empty()) return;
  auto said = said_.text();
  if (trimmed(said).empty())
    said = "go test ended with exit code " + std::to_string(ending.value) + " and said nothing";
  into.failures.push_back(compiler_failure(*packages_, {command_group, {}}, said));
}

bool output_reader::came_to_an_end(const test_id& id) const {
  const auto it = packages_run_.find(id.group);
  if (it == packages_run_.end()) return false;
  if (id.name.empty()) return it->second.ended();
  const auto* test = it->second.find(id.name);
  return test != nullptr && (test->result.has_value() || test->set_aside);
}

void output_reader::add_missing(const run_ending& ending, run_results& into) const {
  if (ending.cancelled) return;
  for (const auto& id : wanted_) {
    if (id.group == command_group || came_to_an_end(id) || is_diagnosed(id, into.failures)) continue;
    const auto* message =
        "the test did not run again: was it renamed, removed or excluded by a build constraint?";
    if (id.name.empty())
      message = "the package did not run again: was it removed or excluded by a build constraint?";
    const auto it = packages_run_.find(id.group);
    if (it != packages_run_.end() && !it->second.came_to_its_end())
      message = "did not run again: the process of its package ended before";
    if (ending.timed_out) message = "did not run again: the run was stopped after its timeout";
    into.failures.push_back(silent_failure(id, failure_kind::error, message, {}));
  }
}

void output_reader::note_set_aside() {
  const auto is_aside = [](const auto& seen) { return seen.second->set_aside; };
  const auto first = std::ranges::find_if(tests_, is_aside);
  if (first == tests_.end()) return;
  note(std::to_string(std::ranges::count_if(tests_, is_aside)) +
       " test(s) that tests run themselves failed as those expect: not counted (first: " +
       full_name(id_of(*first)) + ")");
}

// Tests that waited for their turn, and known tests of packages that never began or did not run to their end.
// A package that ran to its end has run all that it meant to run.
std::vector<unrun_tests> output_reader::not_run() const {
  std::vector<unrun_tests> out;
  const auto add = [&](shared_text package, std::uint64_t count) {
    if (count > 0) out.push_back({std::move(package), count});
  };
  for (const auto* group : in_order_) add(group->import_path(), group->left_waiting());
  if (!runs_all_) return out;
  for (const auto& package : packages_->all()) {
    if (!package.has_tests) continue;
    const auto it = packages_run_.find(package.import_path);
    const auto* seen = it == packages_run_.end() ? nullptr : &it->second;
    if (seen != nullptr && seen->came_to_its_end()) continue;
    const auto tests = sources_->tests_of(code_.files_of({package.import_path, {}}));
    const auto count = std::count_if(tests.begin(), tests.end(), [&](const auto& test) {
      return seen == nullptr || seen->find(test) == nullptr;
    });
    add(shared_text{package.import_path}, static_cast<std::uint64_t>(count));
  }
  return out;
}

// Called last, because it moves the names out of the tests: there may be a million of them. now() still tells
// the current test's name.
void output_reader::move_tests(run_results& into) {
  const auto current = current_.second == nullptr ? std::string{} : current_.second->name;
  into.tests.reserve(tests_.size());
  for (const auto& [group, test] : tests_) {
    if (!test->result) continue;
    into.tests.push_back({{group->import_path(), std::move(test->name)}, *test->result, test->duration});
    if (test->result == outcome::passed) ++into.totals.passed;
    if (test->result == outcome::skipped) ++into.totals.skipped;
  }
  if (current_.second != nullptr) current_.second->name = current;
}

}  // namespace covey::parsers::languages::go
