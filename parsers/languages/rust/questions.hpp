// What is asked of rustc and cargo before a plan is made, and what their answers are read from.
#pragma once

#include "parsers/languages/plan.hpp"
#include <optional>
#include <string>
#include <utility>

namespace covey::parsers::languages::rust {

// If a project's toolchain is missing, covey does not install it; rustup would do so unasked.
inline constexpr std::pair<const char*, const char*> no_installation{"RUSTUP_AUTO_INSTALL", "0"};

class toolchain_questions {
 public:
  toolchain_questions(std::string root, const variables& environment);

  command sysroot() const;
  // `sysroot`: what that said; empty if it failed.
  command rustc(const std::string& sysroot) const;
  command cargo(const std::string& sysroot) const;
  command workspace(const std::string& sysroot) const;  // `cargo metadata --no-deps`

 private:
  command question(std::vector<std::string> argv, std::vector<std::string> also_read) const;

  std::string root_;
  std::vector<answer_source> choice_;  // what decides on the toolchain
  std::vector<std::string> configuration_;
};

// The files that may choose a toolchain. One may name a folder, whose programs answer then: they are not asked before anybody
// has run what the project holds.
path_request toolchain_choices(const std::string& root);
std::optional<plan_refusal> refusal_to_look(const path_states& choices);

}  // namespace covey::parsers::languages::rust
