// What a source says, function by function, without its text: two states of it are compared by what they do, not by where that
// stands.
// Design: docs/design/25-affected-tests.md
#pragma once

#include "parsers/model/lines_by_unit.hpp"
#include <cstdint>
#include <string>
#include <vector>

namespace covey::parsers {

// A function's body without the bodies of the functions in it, or what stands outside of all of them.
struct source_block {
  std::string name = {};   // of a function, with what holds it; several may share one. Empty: the frame
  std::uint64_t hash = 0;  // of its tokens: comments and blanks do not count
  line_range lines = {};   // of the body, with those of functions in it; 0: the frame
  bool apart = false;      // nothing of the body stands in its first and last line
  bool opaque = false;     // it starts processes, of which nothing is measured

  bool asks = false;  // it may ask whether a file is there, and never open it

  // It keeps what it makes for later calls, of other tests, too. Of a frame: functions do whose bodies are part of it.
  bool keeps = false;
  std::vector<std::uint32_t> names =
      {};  // that it says, of functions and all else: word_of() each, sorted. Of a frame: those functions

  friend bool operator==(const source_block&, const source_block&) = default;
};

// A part of what stands outside of functions that does nothing but give names to values while the file is loaded.
struct frame_piece {
  // call: a value that a call makes, which may do more. If it is another itself, the whole frame is.
  enum class kind_type : std::uint8_t { value, call, function, type, import };
  kind_type kind = kind_type::value;
  std::string name = {};  // of a function or a type, with what holds it; else of what holds it
  std::vector<std::uint32_t> gives = {};  // the names: word_of() each, sorted
  std::vector<std::uint32_t> says = {};   // likewise, of what it takes
  std::uint64_t hash = 0;                 // of its tokens, without those of pieces in it

  friend bool operator==(const frame_piece&, const frame_piece&) = default;
};

struct file_outline {
  std::vector<source_block> blocks = {};  // the frame, then the bodies, outer before inner
  std::vector<frame_piece> pieces = {};   // of the frame, in their order
  frame_piece rest = {};   // of it: what is of no piece. Its hash is 0: it has not been taken apart
  std::uint64_t docs = 0;  // of comments that are tested themselves; 0: none
  std::vector<std::uint32_t> words = {};  // of names that it may know other files by: word_of() each, sorted
  bool is_whole = false;                  // it could not be read: the frame is all of it, byte by byte

  friend bool operator==(const file_outline&, const file_outline&) = default;
};

}  // namespace covey::parsers
