#include "actors/fingerprint_reader.hpp"
#include "actors/limits.hpp"
#include <algorithm>
#include <map>
#include <utility>

namespace covey::actors {

void fingerprint_reader_state::begin(std::span<const parsers::language* const> languages) {
  // Of all languages: a workspace may hold several, and its state is one.
  for (const auto* language : languages) {
    const auto& products = language->generated_folders;
    const auto& config = language->config_folders;
    generated_folders_.insert(generated_folders_.end(), products.begin(), products.end());
    config_folders_.insert(config_folders_.end(), config.begin(), config.end());
  }
}

bool fingerprint_reader_state::is_recent_enough(const known_tree& tree, const get_fingerprint& asked) const {
  return self_->clock().now() - tree.swept < asked.may_be_old &&
         storage::is_as_known(*tree.state, asked.file);
}

const fingerprint_reader_state::known_tree* fingerprint_reader_state::find(const std::string& root) const {
  const auto found =
      std::find_if(known_.begin(), known_.end(), [&](const auto& tree) { return tree.state->root == root; });
  return found == known_.end() ? nullptr : &*found;
}

caf::result<fingerprint_ptr> fingerprint_reader_state::on_question(const get_fingerprint& asked) {
  const auto* known = find(asked.root);
  if (known != nullptr && is_recent_enough(*known, asked)) return known->state->contents;
  auto promise = self_->make_response_promise<fingerprint_ptr>();
  open_.push_back({asked.root, reply<fingerprint_ptr>{promise}});
  if (open_.size() == 1) self_->send(self_, sweep_workspace{});
  return promise;
}

void fingerprint_reader_state::on_sweep() {
  auto asked = std::exchange(open_, {});
  // The first of a root has it swept; the others of that root get the same.
  std::map<std::string, fingerprint_ptr> swept;
  for (auto& one : asked) {
    auto& contents = swept[one.root];
    if (!contents) contents = sweep(one.root).state->contents;
    one.answer.give(contents);
  }
}

const fingerprint_reader_state::known_tree& fingerprint_reader_state::sweep(const std::string& root) {
  const storage::state_limits bounds{.walk = {.files = limits::fingerprint_files,
                                              .linked = limits::fingerprint_linked,
                                              .notes = limits::fingerprint_notes,
                                              .time = limits::fingerprint_sweep},
                                     .hashing = limits::fingerprint_hashing};
  const auto* known = find(root);
  known_tree now{nullptr, self_->clock().now()};
  now.state = storage::sweep(root, {generated_folders_, config_folders_},
                             known == nullptr ? nullptr : known->state.get(), bounds);
  std::erase_if(known_, [&](const auto& tree) { return tree.state->root == root; });
  if (known_.size() == limits::known_trees) known_.erase(known_.begin());
  return known_.emplace_back(std::move(now));
}

fingerprint_reader_actor::behavior_type fingerprint_reader(
    fingerprint_reader_actor::stateful_pointer<fingerprint_reader_state> self,
    std::span<const parsers::language* const> languages) {
  auto& state = state_of(self);
  state.begin(languages);
  return {
      [&state](const get_fingerprint& asked) { return state.on_question(asked); },
      [&state](const sweep_workspace&) { state.on_sweep(); },
  };
}

}  // namespace covey::actors
