// A Go source as a list of words, and the functions that they stand in. A lexer, not a grammar: it reads what
// is newer than any grammar, and what is damaged, as well as it can.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace covey::parsers {

// An identifier or a keyword; comments and literals hold none.
struct go_word {
  std::string_view text;
  std::uint32_t line = 0;
  bool selected = false;       // behind a dot: the Errorf of t.Errorf
  bool called = false;         // before a parenthesis
  bool takes_nothing = false;  // that closes at once: err.Error()
};

struct go_function {
  std::string_view name;
  bool is_method = false;
  bool has_output = false;  // its last comment begins with "Output:": as an example it is run
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
  std::size_t first_word = 0;            // of its body
  std::size_t last_word = 0;             // the one after it
  std::string_view last_parameter_word;  // "T" of (t *testing.T)
};

struct go_outline {
  std::vector<go_word> words;
  std::vector<go_function> functions;  // those of the file, without the ones inside of them
};

// Views into `text`.
go_outline outline_of_go(std::string_view text);

}  // namespace covey::parsers
