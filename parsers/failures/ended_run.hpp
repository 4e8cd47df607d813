// What is filled in of a run that has ended: what its failures stand for, whether its coverage meets the thresholds, which tests it
// has other than the run before it, in which earlier run its failing tests passed, and which failures measuring coverage caused.
// Design: docs/design/09-known-failures.md
#pragma once

#include "parsers/model/finished_run.hpp"
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers {

using test_name = std::pair<std::string_view, std::string_view>;  // group and name

inline test_name name_of(const test_id& id) {
  return {id.group, id.name};
}

// What a run says of those tests of a name that may be one test.
struct tally {
  std::uint32_t passed = 0;
  std::uint32_t failed = 0;  // its failures, those of hooks included
  std::uint32_t ended = 0;   // its results, whatever they are

  void operator+=(const tally& more) {
    passed += more.passed;
    failed += more.failed;
    ended += more.ended;
  }
};

// The results of the tests whose names are looked up. Only these are kept, because a run can have a million;
// and a name can have thousands.
class named_results {
 public:
  void look_up(const test_id& id) { by_name_[name_of(id)]; }

  void read(const run_results& from, std::size_t failures) {
    if (by_name_.empty()) return;
    for (const auto& test : from.tests)
      count(test.id, test.which, {.passed = test.result == outcome::passed ? 1u : 0u, .ended = 1});
    for (std::size_t i = 0; i < failures; ++i)
      count(from.failures[i].id, occurrence_of(from.failures[i]), {.failed = 1});
  }

  tally of(const failure& one) const {
    tally out;
    const auto found = by_name_.find(name_of(one.id));
    if (found == by_name_.end()) return out;
    const auto which = occurrence_of(one);
    const auto add = [&](const by_command& commands) {
      for (const auto& [command, counts] : commands)
        if (which.may_be({which.key, command})) out += counts;
    };
    if (which.key == 0) {
      add(found->second.all);
      return out;
    }
    for (const auto key : {which.key, 0u})
      if (const auto same = found->second.by_key.find(key); same != found->second.by_key.end())
        add(same->second);
    return out;
  }

 private:
  using by_command = std::map<std::uint32_t, tally>;
  struct of_name {
    std::map<std::uint32_t, by_command> by_key;
    by_command all;  // of any key
  };

  void count(const test_id& id, const occurrence& which, const tally& one) {
    const auto found = by_name_.find(name_of(id));
    if (found == by_name_.end()) return;
    found->second.by_key[which.key][which.command] += one;
    found->second.all[which.command] += one;
  }

  std::map<test_name, of_name> by_name_;
};

// The tests that this one may be a part of: "a/b" and "a" of "a/b/c".
std::vector<test_id> outer_tests(const test_id& id);

// Of the run's language. Null: there is none.
const whole_run* whole_before(const finished_run& run);

// The list that later runs of all are compared with, made of one that came to its end. `before`: the list that the run itself was
// compared with, or null; a test that the run could not reach stays in the list.
whole_run whole_run_of(const finished_run& run, const whole_run* before);

// Fills in `changes.list` of a run of all to which its call added nothing, if it has reached everything. What it skipped or deselected,
// and what is behind something that failed, is not gone. A test that is new in another group under the name of one that is gone is
// that one, which is then not among `changes.gone` either. Parts of a test with other names than those that are gone are counted;
// if no file has changed, they are not counted. A test that a run of some tests reported as gone is not reported again.
void compare_lists(finished_run& run);

// Fills in failure::results, has_result and beside of a run that has ended.
void count_results(finished_run& run);

// Fills in `unmet` of a run of all tests, and notes of what cannot be judged.
void judge_thresholds(finished_run& run);

// Fills in `whole_pass` of the run and `passed` of its failures, from the run before it of the same workspace. A test that
// was failing already has the run that it had then. Any other passed in the run before, or in the latest whole run, if it did
// not fail in that: a new test counts from there. A run of another language, or with other options, in between leaves nothing known.
void remember_passes(const finished_run& last, finished_run& run);

// Whether some failure has no such run, so that what was edited since the last commit is worth a question. `last` may be null.
bool wants_commit(const finished_run* last, const finished_run& run);

// Takes the last commit for the run in which those failures passed. A test that already failed with fewer edits is not explained by
// later ones: only edits of the files that were edited then are kept. For a test that was edited itself all edits are kept.
void remember_commit(finished_run& run, const edited_files_ptr& edits);

// The groups to try, each as a whole: those with failures that saw what coverage changes. A test whose failure names the run's
// own folder is one of them, because variables that tell processes where to count hold that folder.
std::vector<rerun_test> affected_groups(run_results& told, std::string_view own_folder);

// Takes back the failures of these that `plain`, without coverage, does not have and `measured`, with it, has again: what
// depends on its company, or on chance, is gone from both. A group that did not build or load has the tests of `plain`, failed
// ones too. Gives a sentence about them; empty: there are none.
std::string take_back(run_results& told, const run_results& plain, const run_results& measured);

}  // namespace covey::parsers
