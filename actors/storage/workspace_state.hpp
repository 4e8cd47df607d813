// The state of a workspace by the contents of its files, and how to bring it up to date: only files whose
// identity has moved are read again.
// Design: docs/design/07-fingerprints.md
#pragma once

#include "actors/storage/source_tree.hpp"
#include "parsers/model/freshness.hpp"
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace covey::storage {

struct state_limits {
  tree_limits walk{.files = 200'000, .notes = 5};
  std::uint64_t hashed_bytes = 64u << 20;  // of a larger file the identity counts, not the content
  // For reading, in one sweep. What is not read then is known by its mark, and read by the next sweeps.
  std::chrono::milliseconds hashing{2'000};
};

struct tree_rules {
  std::span<const std::string_view> generated_folders = {};  // names of folders that tools fill: not entered
  std::span<const std::string_view> config_folders = {};     // names of hidden folders that are entered
};

// Immutable. `contents` is shared with the state before it if nothing has changed.
struct workspace_state {
  std::string root;
  parsers::fingerprint_ptr contents;
  std::vector<file_identity> identities;  // of the files of `contents`, in their order
  std::vector<tree_file> folders;         // those that were looked into, and where links lead
  std::vector<rule_place> rules;          // that decide what is left out
  std::vector<parsers::unseen_part>
      out_of_reach;                          // what `contents` does not tell while the folders are the same
  std::vector<parsers::unseen_part> unread;  // folders that the next sweep tries again
  bool walk_again = false;                   // something was not as the folders told, so they do not tell all
};
using workspace_state_ptr = std::shared_ptr<const workspace_state>;

// `known` is the state that an earlier sweep of the same root gave; null: everything is read. Left out is what
// look_through() leaves out: what .gitignore names, hidden folders, virtual environments, caches. A link counts
// with what it leads to, wherever that is.
workspace_state_ptr sweep(const std::string& root, const tree_rules& rules, const workspace_state* known,
                          const state_limits& limits = {});

// Whether the file, relative to the root, is in the state and is still the same.
bool is_as_known(const workspace_state& state, std::string_view file);

}  // namespace covey::storage
