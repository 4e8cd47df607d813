// A workspace and what sweeps know of it, one after the other.
#pragma once

#include "actors/storage/workspace_state.hpp"
#include "tests/support/temp_dir.hpp"
#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <vector>

namespace covey::tests {

using strings = std::vector<std::string>;

constexpr std::array<std::string_view, 1> products{"made"};

inline strings changes_of(const parsers::fingerprint& before, const parsers::fingerprint& now) {
  strings out;
  const auto changes = parsers::changes_between(before, now);
  for (const auto& path : changes.removed) out.push_back("- " + path.string());
  for (const auto& path : changes.changed) out.push_back("! " + path.string());
  for (const auto& path : changes.created) out.push_back("+ " + path.string());
  std::sort(out.begin(), out.end());
  return out;
}

struct tree_fixture {
  testing::temp_dir area;
  std::string root = area / "w";
  storage::workspace_state_ptr state;

  tree_fixture() { std::filesystem::create_directory(root); }

  std::string at(const std::string& path) const { return root + "/" + path; }
  void write(const std::string& path, const std::string& text) const { testing::write_file(at(path), text); }
  const parsers::fingerprint& look(const storage::state_limits& limits = {}) {
    state = storage::sweep(root, {products, {}}, state.get(), limits);
    return *state->contents;
  }
  // Until the file's time stamps tell of any later change.
  static void settle(const std::string& path) {
    struct stat about{};
    do ::stat(path.c_str(), &about);
    while (!storage::identity_of(about).settled);
  }
  strings paths() {
    strings out;
    for (const auto& file : look().files) out.push_back(file.path.string());
    return out;
  }
};

}  // namespace covey::tests
