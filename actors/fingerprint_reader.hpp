// Tells what the files of a workspace hold, as of the question. It has its own thread, since it reads files.
// Design: docs/design/07-fingerprints.md
#pragma once

#include "actors/messages.hpp"
#include "actors/reply.hpp"
#include "actors/storage/workspace_state.hpp"
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace covey::actors {

class fingerprint_reader_state {
 public:
  static inline const char* name = "fingerprint_reader";
  using self_pointer = fingerprint_reader_actor::stateful_pointer<fingerprint_reader_state>;

  explicit fingerprint_reader_state(self_pointer self) : self_(self) {}

  void begin(std::span<const parsers::language* const> languages);
  caf::result<fingerprint_ptr> on_question(const get_fingerprint& asked);
  void on_sweep();

 private:
  struct open_question {
    std::string root;
    reply<fingerprint_ptr> answer;
  };

  struct known_tree {
    storage::workspace_state_ptr state;
    std::chrono::steady_clock::time_point swept;
  };

  bool is_recent_enough(const known_tree& tree, const get_fingerprint& asked) const;
  const known_tree* find(const std::string& root) const;  // null: none
  const known_tree& sweep(const std::string& root);

  self_pointer self_;
  std::vector<std::string_view> generated_folders_;
  std::vector<std::string_view> config_folders_;
  std::vector<known_tree> known_;    // the latest last, at most limits::known_trees
  std::vector<open_question> open_;  // one sweep answers all those of a root that came before it
};

fingerprint_reader_actor::behavior_type fingerprint_reader(
    fingerprint_reader_actor::stateful_pointer<fingerprint_reader_state> self,
    std::span<const parsers::language* const> languages);

}  // namespace covey::actors
