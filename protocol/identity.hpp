// The server's name, version and instructions, which both eras' handshakes carry.
#pragma once

#include "protocol/era.hpp"
#include <string_view>
#include <vector>

namespace covey::protocol {

// `instead_of`: what people type to run tests ("go test"), which a model is to leave alone.
server_info identity(const std::vector<std::string_view>& instead_of);

}  // namespace covey::protocol
