// A Go source as a list of words and the functions that contain them. A lexer, not a grammar: it also reads
// damaged sources, and syntax that is newer than any grammar, as well as it can.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

// An identifier or a keyword; comments and literals hold none.
struct source_word {
  std::string_view text;
  std::uint32_t line = 0;
  bool selected = false;       // after a dot: the Errorf of t.Errorf
  bool called = false;         // before a parenthesis
  bool takes_nothing = false;  // the parenthesis closes at once: err.Error()
};

struct source_function {
  std::string_view name;
  bool is_method = false;
  bool has_output = false;  // its last comment begins with "Output:"; an example is then run
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
  std::size_t first_word = 0;            // the first of its body
  std::size_t last_word = 0;             // the one after it
  std::string_view last_parameter_word;  // "T" of (t *testing.T)
};

struct source_outline {
  std::vector<source_word> words;
  std::vector<source_function> functions;  // top-level functions only
};

// Views into `text`.
source_outline read_source_outline(std::string_view text);

}  // namespace covey::parsers::languages::go
