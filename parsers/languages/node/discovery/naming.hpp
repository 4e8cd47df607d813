// Which of a Node project's files hold tests, by their names: jest's, vitest's, mocha's, node:test's, bun's
// and deno's own rules together, and the project's configuration, which may override them.
#pragma once

#include "parsers/languages/finder.hpp"
#include "parsers/languages/node/discovery/globs.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

struct naming_rule {
  path_pattern pattern;
  std::string folder;  // below which it holds; "": everywhere
};

struct test_naming {
  std::vector<naming_rule> tests;
  std::vector<naming_rule> never;
  // `tests` are all that the project's runner looks for: a folder's name alone then says nothing, and a
  // file's name only that it may still be a test (of another runner, or with another configuration).
  bool decided = false;
  // The project's script also runs tests by what is not read here. A file that `never` leaves out may be one of those.
  bool runs_others = false;

  // A leading "!" adds the glob to `never`.
  void add_glob(std::string_view glob, const std::string& folder = {});
};

file_role role_of(const test_naming& naming, std::string_view path);

// By its suffix, except type declarations (.d.ts).
bool is_script(std::string_view path);

}  // namespace covey::parsers::languages::node
