// The code blocks of a documentation comment, as CommonMark (spec.commonmark.org, 0.31) has them: fenced
// ones, also in lists and quotes, and indented ones.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct markdown_code {
  std::size_t first = 0;  // places in `lines`: the fences themselves, or the first and last indented line
  std::size_t last = 0;
  bool fenced = true;
  std::string info;  // what stands behind the opening fence
};

std::vector<markdown_code> find_markdown_code(const std::vector<std::string>& lines);

// Whether rustdoc takes a fenced block with this info for an example in Rust that is to be compiled:
// doc.rust-lang.org/rustdoc/write-documentation/documentation-tests.html. Not what is marked as ignored.
bool is_rust_example(std::string_view info);

}  // namespace covey::parsers
