// Gathers the tests of one file, module by module.
#pragma once

#include "parsers/model/test_block.hpp"
#include "parsers/syntax/tree.hpp"
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::rust {

// Attributes of Rust items, read from a syntax tree (attribute_item) or from a macro's tokens, and what the
// attributes of a function mean for its tests.
struct line_range {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> list);
std::string without_blanks(std::string_view text);

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

// Documentation comments of one item -> its documentation tests, as rustdoc finds and names them.

// The comments and `doc` attributes of one item, in source order.
class doc_texts {
 public:
  // Ignores a comment that is not documentation.
  void add_comment(const syntax_node& comment);
  void add_attribute(const item_attribute& doc);

  struct example {
    std::uint32_t named_line = 0;  // the line in rustdoc's name: it counts the lines of the docs
    std::uint32_t line_start = 0;  // the real line in the file
    std::uint32_t line_end = 0;
  };
  std::vector<example> examples() const;

  bool empty() const { return fragments_.empty(); }
  void clear() { fragments_.clear(); }

 private:
  struct fragment {
    std::uint32_t line = 0;        // where the comment or attribute begins
    std::uint32_t first_line = 0;  // line of `lines[0]`; an attribute's lines all count as this one
    bool sugared = true;           // a comment
    std::vector<std::string> lines;
  };

  void add_block(std::string_view content, std::uint32_t line);
  std::vector<std::string> unindented() const;

  std::vector<fragment> fragments_;
};

enum class doc_place : std::uint8_t { none, outer, inner };

// "///" and "/**" are outer, "//!" and "/*!" inner. `text`: that of a comment_node.
doc_place place_of_comment(std::string_view text);

class block_collector {
 public:
  // Only modules that hold tests become blocks. False: nested too deep to be listed; then end_module() must
  // not be called.
  bool begin_module(std::string_view name, line_range lines);
  void end_module();

  void add_test(std::string_view name, const test_marks& marks, line_range lines);

  // `item`: the path within the file as rustdoc names it, "module::Type::method"; "" for the crate itself.
  // `dynamic`: found in a macro's input, which the macro may drop.
  void add_examples(std::string_view item, const doc_texts& docs, bool dynamic = false);

  std::vector<test_block> take();

 private:
  struct module {
    std::string name;
    line_range lines;
    std::size_t tests_before = 0;
  };

  test_block block_of(std::string_view name, line_range lines) const;

  std::vector<module> modules_;
  std::vector<test_block> blocks_;
  std::size_t tests_ = 0;
};

// The code blocks of a documentation comment, as CommonMark defines them (spec.commonmark.org, 0.31): fenced
// blocks, also in lists and quotes, and indented blocks.
struct markdown_code {
  std::size_t first = 0;  // indexes into `lines`: the fences, or the first and last indented line
  std::size_t last = 0;
  bool fenced = true;
  std::string info;  // the text after the opening fence
};

std::vector<markdown_code> find_markdown_code(const std::vector<std::string>& lines);

// Whether rustdoc compiles a fenced block with this info as a Rust example; false for an ignored one.
// doc.rust-lang.org/rustdoc/write-documentation/documentation-tests.html
bool is_example_code(std::string_view info);

}  // namespace covey::parsers::languages::rust
