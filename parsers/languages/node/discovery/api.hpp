// What the names in Node's test frameworks make, tests or groups, for all frameworks alike: jest, vitest,
// mocha (BDD and TDD), node:test, bun, Deno, and others that share their names.
#pragma once

#include <cstdint>
#include <string_view>

namespace covey::parsers::languages::node {

// What an expression is to the reader of blocks.
struct test_api {
  enum class kind_type : std::uint8_t {
    none,
    test,   // called, it makes a test
    group,  // … a group
    space,  // its members do: `import * as vitest`, globalThis
    deno,   // the members of Deno
    qunit,
    context  // the argument of a test's function: `t.test`, `t.step`
  };
  kind_type kind = kind_type::none;
  bool needs_call = false;  // `it.each`, `it.runIf`: what they return makes tests
  bool each = false;        // titles are filled in by the rows of a table
  bool pending = false;     // .todo, .skip: needs no body
  bool unnamed = false;     // a test may have no title: node:test, Deno

  explicit operator bool() const { return kind != kind_type::none; }
  bool makes_blocks() const { return !needs_call && (kind == kind_type::test || kind == kind_type::group); }

  test_api member(std::string_view name) const;
  test_api called() const;
};

// For a name that is not declared.
test_api global_api(std::string_view name);

// For a name whose declaration cannot be read (`const it = base.extend(…)`, an import of the project's own
// helpers): as by global_api, except for names that as often mean other things.
test_api assumed_api(std::string_view name);

// What a module exports: `name` is "default", "*" for all of it, or a name. With `required`, the default is
// what require() gives.
test_api imported_api(std::string_view module, std::string_view name);

// A cheap check: whether one of the names above occurs in the text as a separate word.
bool mentions_api(std::string_view text);

}  // namespace covey::parsers::languages::node
