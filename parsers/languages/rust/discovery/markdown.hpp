// The code blocks of a documentation comment, as CommonMark defines them (spec.commonmark.org, 0.31): fenced
// blocks, also in lists and quotes, and indented blocks.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::rust {

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
