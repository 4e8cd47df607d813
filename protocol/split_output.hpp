// Rejoins test output that a runner's JSON lines hold in pieces: `go test -json` emits one event per write,
// so one line may be spread over several events. A text that is split this way is found only in the rejoined
// line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace covey::protocol {

struct joined_output {
  struct piece {
    std::size_t in_line;  // where it begins in `line`
    std::size_t in_text;  // where it begins in the text of the events
    std::size_t size;
  };
  std::string line;  // as in the events, with escapes
  std::vector<piece> literals;
};

// The lines that consist of several pieces. Pieces of tests that print concurrently are kept apart.
std::vector<joined_output> split_output(std::string_view text);

}  // namespace covey::protocol
