// Attributes of Rust items, as a syntax tree has them (attribute_item) or a macro's tokens, and what those of
// a function mean for its tests.
#pragma once

#include "parsers/syntax/tree.hpp"
#include "parsers/model/test_block.hpp"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct line_range {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

struct rust_attribute {
  std::string path;       // "tokio::test"
  syntax_node arguments;  // a token_tree, or null
  syntax_node value;      // the literal behind "=", or null
  line_range lines;

  std::string_view name() const;  // the path's last segment
};

// That of an attribute_item or inner_attribute_item, with those that a cfg_attr of it holds.
void read_attributes(const syntax_node& item, std::vector<rust_attribute>& out);

// The same of a macro's token_tree "[…]" behind '#'.
void read_attribute_tokens(const syntax_node& bracket, std::vector<rust_attribute>& out);

// A row of cases that has a name: `#[case::zero(0)]`, `#[test_case(0; "is zero")]`.
struct rust_case {
  std::string label;  // "zero", "is zero"
  block_name name;    // the last segment of its test: "case_1_zero", "test_case_1_is_zero"
  line_range lines;
};

struct rust_test_marks {
  bool test = false;
  bool dynamic = false;  // what the tests of it are called is for a macro to say
  std::vector<rust_case> cases;
};

// `parameters`: what stands in the function's parentheses, for the attributes in it; may be null.
rust_test_marks rust_marks_of(const std::vector<rust_attribute>& attributes, std::string_view parameters);

// The item is there only for tests: #[cfg(test)], #[cfg(all(test, unix))].
bool is_only_for_tests(const std::vector<rust_attribute>& attributes);

// What a string literal stands for: of a common or raw one, with its usual escapes.
std::string rust_string(const syntax_node& literal);

}  // namespace covey::parsers
