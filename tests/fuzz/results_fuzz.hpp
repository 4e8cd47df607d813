// What must hold of every reader of a runner's output, whatever the bytes.
#pragma once

#include "parsers/events/output_parser.hpp"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace covey::fuzz {

// Ends the program with a message unless it is what the model promises of names and texts: valid UTF-8
// without terminal escapes.
const std::string& plain(const std::string& text);

// All that the results say, as one text: equal texts, equal results. Ends the program if they break a promise
// of the model.
std::string everything(const parsers::run_results& results);
std::string everything(const parsers::failure& why);

using output_maker = std::function<std::unique_ptr<parsers::output_parser>()>;

// The first byte says how the runner ended; after it comes what it printed on `usual`, where a line that
// begins with '!' is one of stderr, and one with '@' one of the private channel. Read whole and in pieces, it
// must say the same.
void check_output(const output_maker& make, parsers::stream usual, const std::uint8_t* data,
                  std::size_t size);

// The first byte of an input, as a process' end.
parsers::run_ending ending_of(std::uint8_t first);

}  // namespace covey::fuzz
