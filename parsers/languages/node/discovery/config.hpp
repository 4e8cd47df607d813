// What a project's configuration says about the names of its tests: package.json (jest, mocha, ava, and the
// test files that its scripts name), jest.config.json, .mocharc.*, deno.json. Configuration files that are
// programs (vitest.config.ts, jest.config.js, playwright.config.ts) are not read: the default names apply
// instead.
#pragma once

#include "parsers/languages/finder.hpp"
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

// Patterns over paths, as Node's runners take them.
class path_pattern {
 public:
  // A glob over the whole path: **, *, ?, [..], {a,b}, and ?(..) *(..) +(..) @(..) !(..). Nothing where it
  // cannot be read.
  static std::optional<path_pattern> glob(std::string_view text);

  // A JavaScript regular expression, which may match anywhere in "/" + path. Nothing where it cannot be read.
  static std::optional<path_pattern> expression(std::string_view text);

  // Also false if matching would take too long.
  bool matches(std::string_view path) const;

 private:
  struct program;
  explicit path_pattern(std::shared_ptr<const program> is) : program_(std::move(is)) {}
  static std::optional<path_pattern> compiled(std::string_view expression, bool whole);

  std::shared_ptr<const program> program_;
};

// Which of a Node project's files hold tests, by their names: jest's, vitest's, mocha's, node:test's, bun's
// and deno's own rules together, and the project's configuration, which may override them.
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

std::span<const std::string_view> naming_config_files();

test_naming read_naming(const config_texts& settings);

}  // namespace covey::parsers::languages::node
