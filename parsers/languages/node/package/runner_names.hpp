// What Node's test programs and test libraries are called: in scripts, package.json, imports and the names of
// configuration files. covey runs some of the programs (runner.hpp); it knows the others by name alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

using strings = std::vector<std::string>;
inline constexpr auto npos = std::string_view::npos;

bool is_one_of(std::string_view word, const auto& words) {
  return std::ranges::find(words, word) != std::ranges::end(words);
}
inline bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != std::ranges::end(words);
}

struct test_program {
  std::string_view name;                        // "jest": as displayed in decisions and notes
  std::vector<std::string_view> commands = {};  // words that name it in a script: {"jest"}, {"bun test"}
  // The npm package, and of those that covey runs the key of "bin" in its package.json; empty: a part of node, or not known.
  std::string_view package = {};
  bool native = false;                         // its bin is no JavaScript; it is searched on PATH as well
  std::vector<std::string_view> configs = {};  // what its configuration files' names begin with
  std::string_view config_key = {};            // its key in package.json
  std::string_view import_name = {};           // what its test files import
  // What tells its test files.
  enum class files_type : std::uint8_t {
    unknown,
    script,  // the words behind its name in a script
    own      // its own names, or a configuration that is a program
  };
  files_type files = files_type::unknown;
};

// Those whose results covey reads, each of them a runner (runner.hpp). The order is that of preference if
// nothing else decides.
std::span<const test_program> read_programs();
// Those of which it knows the name alone; likewise.
std::span<const test_program> unread_programs();

// One of read_programs().
const test_program& program_named(std::string_view name);

// A module whose exports declare tests: `it`, `test`, `describe`.
struct test_module {
  std::string_view name;
  enum class exports_type : std::uint8_t {
    unknown,
    test,   // the default export is `test`
    space,  // it has the functions as members
    qunit   // it is `QUnit`
  };
  exports_type exports = exports_type::unknown;
  std::string_view library = {};  // the library of files that node itself runs: "tape"
};

std::span<const test_module> test_modules();

}  // namespace covey::parsers::languages::node
