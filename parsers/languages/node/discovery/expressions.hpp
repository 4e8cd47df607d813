// Small queries about JavaScript's and TypeScript's expressions: what their names mean, which APIs and titles of tests they are.
// Names make tests and groups in all frameworks alike: jest, vitest, mocha (BDD and TDD), node:test, bun, Deno, and others
// that share them.
#pragma once

#include "parsers/model/test_block.hpp"
#include "parsers/syntax/tree.hpp"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

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

// What a name means at a place in a program.
struct binding {
  enum class kind_type : std::uint8_t {
    other,    // not relevant itself, but it hides an outer meaning of the name
    api,      // `check` of `import { test as check }`
    factory,  // a function that returns `api`: `const when = (c) => (c ? it : it.skip)`
    text,     // a constant text
    named,    // a class or a function; `text` is its own name
    imported  // likewise, but only probable
  };
  kind_type kind = kind_type::other;
  test_api api;
  std::string text;
};

// What each name means there. The keys are parts of the source text.
class name_scopes {
 public:
  void open() { marks_.push_back(order_.size()); }
  void close();
  void bind(std::string_view name, binding what);
  const binding* find(std::string_view name) const;  // null: not declared
  test_api api_of(std::string_view name) const;

 private:
  std::unordered_map<std::string_view, std::vector<binding>> by_name_;
  std::vector<std::string_view> order_;
  std::vector<std::size_t> marks_;
};

std::vector<syntax_node> without_comments(const syntax_node& list);  // its named children

// Without parentheses and without what only a type checker reads: `(x as T)!`.
syntax_node bare(syntax_node expression);

bool is_function(const syntax_node& expression);

// The value of a string literal, or of a template without substitutions; nothing: it is something else.
std::optional<std::string> literal_text(const syntax_node& expression);

// The test API that an expression is: `it.only`, `describe.each([1])`, `(cond ? it : it.skip)`.
test_api api_of(const syntax_node& expression, const name_scopes& scopes, int depth = 0);

// "vitest" of `require("vitest")`, `await import("vitest")`, `__importStar(require("vitest"))`.
std::optional<std::string> module_of(const syntax_node& expression);

// The name of a test, as far as its title in the source tells it.
struct block_title {
  std::string label;
  block_name name;
  bool candidate = false;  // the name is likely, not certain: that of an imported class
};

// Whether it can only be text: a string, a template, strings joined by "+".
bool is_text(const syntax_node& expression);

// `each`: the places of a table's values ("%s", "$name") become placeholders.
block_title title_of(const syntax_node& written, bool each, const name_scopes& scopes);

// For a name that the source contains in full.
block_title literal_title(std::string text);

}  // namespace covey::parsers::languages::node
