// Keeps for each workspace and language what its runs say of their tests for later, on disk too, and tells which tests edits can have
// affected.
// Design: docs/design/25-affected-tests.md
#pragma once

#include "actors/messages.hpp"
#include "parsers/affected/selection.hpp"
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace covey::actors {

struct history_setup {
  std::string cache = {};  // the folder on disk; empty: nothing is kept there
  parsers::variables environment = {};
};

class history_state {
 public:
  static inline const char* name = "history";

  void begin(history_setup setup) { setup_ = std::move(setup); }
  void record(const record_history& message);
  affected_ptr affected(const get_affected& question);
  failure_histories_ptr judge(const judge_failures& question);

 private:
  struct known_runs {
    std::map<std::string, parsers::recorded_run_ptr> by_path;  // null: it could not be read
    std::vector<parsers::recorded_run_ptr> unwritten;  // newest first: those that the disk does not have
    std::string problem;                               // why not; the end of a sentence
  };

  // Those before a run, and which tests the files that it saw can have changed since.
  struct earlier_runs {
    std::uint64_t run = 0;
    std::string root;
    std::vector<parsers::recorded_run_ptr> runs = {};
    parsers::affected_tests affected = {};
  };

  std::vector<parsers::recorded_run_ptr> runs_of(const std::string& root, const std::string& language);
  const earlier_runs& before(std::uint64_t run, const std::string& root, const parsers::language& of,
                             const parsers::fingerprint_ptr& saw);

  history_setup setup_;
  std::optional<earlier_runs> before_ = {};                          // of the run that was asked for last
  std::map<std::pair<std::string, std::string>, known_runs> known_;  // by root and language
};

// What decides how tests run, beside the files of the workspace; null: these are not known.
parsers::test_environment environment_of(const parsers::language& of, const std::string& root,
                                         const parsers::variables& variables,
                                         const parsers::fingerprint_ptr& files);

// What runs on record were made by: others are not read.
std::string recorded_by();

history_actor::behavior_type history(history_actor::stateful_pointer<history_state> self,
                                     const history_setup& setup);

}  // namespace covey::actors
