// Attributes of Rust items, read from a syntax tree (attribute_item) or from a macro's tokens, and what the
// attributes of a function mean for its tests.
#pragma once

#include "parsers/syntax/tree.hpp"
#include "parsers/model/test_block.hpp"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::rust {

struct line_range {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

struct item_attribute {
  std::string path;       // "tokio::test"
  syntax_node arguments;  // a token_tree, or null
  syntax_node value;      // the literal after "=", or null
  line_range lines;

  std::string_view name() const;  // the path's last segment
};

// Appends the attribute of an attribute_item or inner_attribute_item; a cfg_attr adds those it contains.
void read_attributes(const syntax_node& item, std::vector<item_attribute>& out);

// The same for a macro's token_tree "[…]" after '#'.
void read_attribute_tokens(const syntax_node& bracket, std::vector<item_attribute>& out);

// A row of cases that has a name: `#[case::zero(0)]`, `#[test_case(0; "is zero")]`.
struct test_case {
  std::string label;  // "zero", "is zero"
  block_name name;    // the last segment of the test's name: "case_1_zero", "test_case_1_is_zero"
  line_range lines;
};

struct test_marks {
  bool test = false;
  bool dynamic = false;  // a macro decides what its tests are called
  std::vector<test_case> cases;
};

// `parameters`: the text of the function's parameter list, which may hold attributes; may be empty.
test_marks marks_of(const std::vector<item_attribute>& attributes, std::string_view parameters);

// The item is compiled only for tests: #[cfg(test)], #[cfg(all(test, unix))].
bool is_only_for_tests(const std::vector<item_attribute>& attributes);

// The value of a common or raw string literal, with the usual escapes decoded.
std::string string_value(const syntax_node& literal);

}  // namespace covey::parsers::languages::rust
