// Which of a Node project's files hold tests, by their names: jest's, vitest's, mocha's, node:test's, bun's
// and deno's own rules together, and what the project's settings say instead.
#pragma once

#include "parsers/languages/finder.hpp"
#include "parsers/languages/node/discovery/patterns.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct naming_rule {
  path_pattern pattern;
  std::string folder;  // below which it holds; "": everywhere
};

struct node_naming {
  std::vector<naming_rule> tests;
  std::vector<naming_rule> never;
  // `tests` are all that the project's runner looks for: a folder's name alone says nothing, and a file's
  // only that it may be a test all the same (of another runner, with another configuration).
  bool decided = false;

  // Globs; a leading "!" makes it one of `never`.
  void add_glob(std::string_view glob, const std::string& folder = {});
};

file_role role_of(const node_naming& naming, std::string_view path);

// By its suffix; declarations of types (.d.ts) are none.
bool is_script(std::string_view path);

}  // namespace covey::parsers
