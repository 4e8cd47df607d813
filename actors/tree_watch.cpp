#include "actors/tree_watch.hpp"
#include "actors/limits.hpp"
#include <algorithm>
#include <map>
#include <utility>

namespace covey::actors {

void tree_watch_state::begin(std::span<const parsers::language* const> languages) {
  // Of all languages: a workspace may hold several, and its state is one.
  for (const auto* language : languages) {
    const auto& products = language->product_folders;
    const auto& config = language->config_folders;
    product_folders_.insert(product_folders_.end(), products.begin(), products.end());
    config_folders_.insert(config_folders_.end(), config.begin(), config.end());
  }
}

bool tree_watch_state::is_recent_enough(const known_tree& tree, const look_at_tree& asked) const {
  return self_->clock().now() - tree.swept < asked.may_be_old &&
         storage::is_as_known(*tree.state, asked.file);
}

const tree_watch_state::known_tree* tree_watch_state::find(const std::string& root) const {
  const auto found =
      std::find_if(known_.begin(), known_.end(), [&](const auto& tree) { return tree.state->root == root; });
  return found == known_.end() ? nullptr : &*found;
}

caf::result<tree_contents_ptr> tree_watch_state::on_question(const look_at_tree& asked) {
  const auto* known = find(asked.root);
  if (known != nullptr && is_recent_enough(*known, asked)) return known->state->contents;
  auto promise = self_->make_response_promise<tree_contents_ptr>();
  open_.push_back({asked.root, reply<tree_contents_ptr>{promise}});
  if (open_.size() == 1) self_->send(self_, sweep_tree{});
  return promise;
}

void tree_watch_state::on_sweep() {
  auto asked = std::exchange(open_, {});
  // The first of a root has it swept; the others of that root get the same.
  std::map<std::string, tree_contents_ptr> swept;
  for (auto& one : asked) {
    auto& contents = swept[one.root];
    if (!contents) contents = sweep(one.root).state->contents;
    one.answer.give(contents);
  }
}

const tree_watch_state::known_tree& tree_watch_state::sweep(const std::string& root) {
  const storage::state_limits bounds{.walk = {.files = limits::tree_files,
                                              .linked = limits::tree_linked,
                                              .notes = limits::tree_notes,
                                              .time = limits::tree_sweep},
                                     .hashing = limits::tree_hashing};
  const auto* known = find(root);
  known_tree now{nullptr, self_->clock().now()};
  now.state = storage::sweep(root, {product_folders_, config_folders_},
                             known == nullptr ? nullptr : known->state.get(), bounds);
  std::erase_if(known_, [&](const auto& tree) { return tree.state->root == root; });
  if (known_.size() == limits::known_trees) known_.erase(known_.begin());
  return known_.emplace_back(std::move(now));
}

tree_watch_actor::behavior_type tree_watch(tree_watch_actor::stateful_pointer<tree_watch_state> self,
                                           std::span<const parsers::language* const> languages) {
  auto& state = state_of(self);
  state.begin(languages);
  return {
      [&state](const look_at_tree& asked) { return state.on_question(asked); },
      [&state](const sweep_tree&) { state.on_sweep(); },
  };
}

}  // namespace covey::actors
