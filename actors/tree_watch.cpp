#include "actors/tree_watch.hpp"
#include "actors/limits.hpp"
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

bool tree_watch_state::is_recent_enough(const look_at_tree& asked) const {
  return known_ && known_->root == asked.root && self_->clock().now() - swept_ < asked.may_be_old &&
         storage::is_as_known(*known_, asked.file);
}

caf::result<tree_contents_ptr> tree_watch_state::on_question(const look_at_tree& asked) {
  if (is_recent_enough(asked)) return known_->contents;
  auto promise = self_->make_response_promise<tree_contents_ptr>();
  open_.push_back({asked.root, reply<tree_contents_ptr>{promise}});
  if (open_.size() == 1) self_->send(self_, sweep_tree{});
  return promise;
}

void tree_watch_state::on_sweep() {
  auto asked = std::exchange(open_, {});
  for (auto& one : asked) {
    // The first of a root has it swept; the others of that root get the same.
    if (!known_ || known_->root != one.root || &one == &asked.front()) sweep(one.root);
    one.answer.give(known_->contents);
  }
}

void tree_watch_state::sweep(const std::string& root) {
  const storage::state_limits bounds{
      .walk = {.files = limits::tree_files, .notes = limits::tree_notes, .time = limits::tree_sweep}};
  swept_ = self_->clock().now();
  const auto* before = known_ && known_->root == root ? known_.get() : nullptr;
  known_ = storage::sweep(root, {product_folders_, config_folders_}, before, bounds);
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
