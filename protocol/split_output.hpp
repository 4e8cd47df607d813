// What tests printed, where a runner's own JSON lines hold it in pieces: `go test -json` makes an event of
// every part of a line that came in a write of its own. A text that was cut so is found only in the pieces
// together.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace covey::protocol {

struct joined_output {
  struct piece {
    std::size_t in_line;  // where it begins in `line`
    std::size_t in_text;  // … and in the text of the events
    std::size_t size;
  };
  std::string line;  // as it stands in the events, escapes and all
  std::vector<piece> literals;
};

// The lines that are in more than one piece. Pieces of tests that print at the same time are told apart.
std::vector<joined_output> split_output(std::string_view text);

}  // namespace covey::protocol
