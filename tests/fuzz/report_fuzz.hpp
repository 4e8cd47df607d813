// What must hold of every reader of coverage reports, whatever the bytes.
#pragma once

#include "parsers/coverage/formats/format.hpp"
#include <cstddef>
#include <cstdint>

namespace covey::fuzz {

// Reads the bytes whole, and cut in pieces whose sizes follow from the bytes. Ends the program with a message
// if the two reports differ or one of them breaks a promise of the model (check_model).
void check_report(const parsers::coverage_format& format, const std::uint8_t* data, std::size_t size);

// Lines, branches and conditions sorted and each once; names valid UTF-8 and each once; counts no higher than
// max_hits; every diagnostic counted; no units.
void check_model(const parsers::coverage_report& report);

// Ends the program if the two are not equal.
void check_same(const parsers::coverage_report& a, const parsers::coverage_report& b);

// Calls `piece` with the beginning, length by length: sizes from 1 to some hundreds that follow from the
// bytes.
template <class Piece>
void in_pieces(const char* data, std::size_t size, Piece&& piece) {
  std::uint32_t state = static_cast<std::uint32_t>(size) + 1;
  for (std::size_t at = 0; at < size;) {
    state = (state ^ static_cast<unsigned char>(data[at])) * 2654435761U + 1;
    const auto drawn = state >> 20;  // the low bits of a product say little
    const std::size_t wanted = drawn % 4 == 0 ? 1 + drawn / 4 % 600 : 1 + drawn / 4 % 12;
    const auto length = wanted < size - at ? wanted : size - at;
    piece(data + at, length);
    at += length;
  }
}

}  // namespace covey::fuzz
