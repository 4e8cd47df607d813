// Documentation comments of one item -> its documentation tests, as rustdoc finds and names them.
#pragma once

#include "parsers/languages/rust/discovery/attributes.hpp"
#include "parsers/syntax/tree.hpp"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// The comments and `doc` attributes of one item, in the order of the source.
class rust_docs {
 public:
  // A comment that is none of documentation is left out.
  void add_comment(const syntax_node& comment);
  void add_attribute(const rust_attribute& doc);

  struct example {
    std::uint32_t named_line = 0;  // which line rustdoc puts into the name: it counts the lines of the docs
    std::uint32_t line_start = 0;  // where it really is
    std::uint32_t line_end = 0;
  };
  std::vector<example> examples() const;

  bool empty() const { return fragments_.empty(); }
  void clear() { fragments_.clear(); }

 private:
  struct fragment {
    std::uint32_t line = 0;        // of the comment's or attribute's begin
    std::uint32_t first_line = 0;  // of the first of `lines`; those of an attribute are all in the same
    bool sugared = true;           // a comment
    std::vector<std::string> lines;
  };

  void add_block(std::string_view content, std::uint32_t line);
  std::vector<std::string> unindented() const;

  std::vector<fragment> fragments_;
};

enum class doc_place : std::uint8_t { none, outer, inner };

// "///", "/**"; "//!", "/*!". Of a comment_node's text.
doc_place place_of_comment(std::string_view text);

}  // namespace covey::parsers
