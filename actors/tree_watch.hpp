// Tells what the files of a workspace hold, as of the question. It has its own thread, since it reads files.
#pragma once

#include "actors/messages.hpp"
#include "actors/reply.hpp"
#include "actors/storage/tree_state.hpp"
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace covey::actors {

class tree_watch_state {
 public:
  static inline const char* name = "tree_watch";
  using self_pointer = tree_watch_actor::stateful_pointer<tree_watch_state>;

  explicit tree_watch_state(self_pointer self) : self_(self) {}

  void begin(std::span<const parsers::language* const> languages);
  caf::result<tree_contents_ptr> on_question(const look_at_tree& asked);
  void on_sweep();

 private:
  struct open_question {
    std::string root;
    reply<tree_contents_ptr> answer;
  };

  struct known_tree {
    storage::tree_state_ptr state;
    std::chrono::steady_clock::time_point swept;
  };

  bool is_recent_enough(const known_tree& tree, const look_at_tree& asked) const;
  const known_tree* find(const std::string& root) const;  // null: none
  const known_tree& sweep(const std::string& root);

  self_pointer self_;
  std::vector<std::string_view> product_folders_;
  std::vector<std::string_view> config_folders_;
  std::vector<known_tree> known_;    // the latest last, at most limits::known_trees
  std::vector<open_question> open_;  // one sweep answers all those of a root that came before it
};

tree_watch_actor::behavior_type tree_watch(tree_watch_actor::stateful_pointer<tree_watch_state> self,
                                           std::span<const parsers::language* const> languages);

}  // namespace covey::actors
