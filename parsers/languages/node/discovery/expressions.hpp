// Small queries about JavaScript's and TypeScript's expressions.
#pragma once

#include "parsers/languages/node/discovery/scopes.hpp"
#include "parsers/syntax/tree.hpp"
#include <optional>
#include <string>
#include <vector>

namespace covey::parsers::languages::node {

std::vector<syntax_node> without_comments(const syntax_node& list);  // its named children

// Without parentheses and without what only a type checker reads: `(x as T)!`.
syntax_node bare(syntax_node expression);

bool is_function(const syntax_node& expression);

// The value of a string literal, or of a template without substitutions; nothing: it is something else.
std::optional<std::string> literal_text(const syntax_node& expression);

// Escapes decoded, as UTF-8. `raw` is what stands between the quotes.
std::string unescaped(std::string_view raw);

// The test API that an expression is: `it.only`, `describe.each([1])`, `(cond ? it : it.skip)`.
test_api api_of(const syntax_node& expression, const name_scopes& scopes, int depth = 0);

// "vitest" of `require("vitest")`, `await import("vitest")`, `__importStar(require("vitest"))`.
std::optional<std::string> module_of(const syntax_node& expression);

}  // namespace covey::parsers::languages::node
