// What must hold of every finder of tests, whatever the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace covey::fuzz {

// Finds the blocks of a file of this name. Ends the program with a message if one of them has no name, lies
// outside of the file or before the one in front of it, or hides that its name has holes.
void check_discovery(std::string_view language, std::string_view path, const std::uint8_t* data,
                     std::size_t size);

}  // namespace covey::fuzz
