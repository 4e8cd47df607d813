// Reads what differs in a workspace from a commit of git's. Answers once; its spawner ends it, and the process of git with it.
// Nothing that the repository's configuration names is run (parsers/languages/git_diff.hpp).
// Design: docs/design/26-changed-lines.md
#pragma once

#include "actors/asking.hpp"
#include "actors/reply.hpp"
#include <string>

namespace covey::actors {

class git_reader_state : asking<git_reader_actor::stateful_pointer<git_reader_state>> {
 public:
  static inline const char* name = "git_reader";
  using self_pointer = git_reader_actor::stateful_pointer<git_reader_state>;

  explicit git_reader_state(self_pointer self) : asking(self) {}

  caf::result<git_edits_ptr> begin(const read_git& order, process::launcher* launcher);

 private:
  using open_answer = arrival<caf::expected<probe_answer_ptr>>;

  task<> read();
  task<std::string> read_edits(git_edits& into);
  task<std::string> why_no_commit(std::string revision);
  open_answer said_by(const owned_actor<prober_actor>& prober, parsers::command question) const;

  read_git order_;
  std::string git_;
  owned_actor<prober_actor> first_, second_;  // two questions are open at a time
  reply<git_edits_ptr> answer_;
  task<> reading_;
};

git_reader_actor::behavior_type git_reader(git_reader_state::self_pointer self, process::launcher* launcher);

}  // namespace covey::actors
