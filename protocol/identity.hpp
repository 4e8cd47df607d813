// The server's name, version and instructions, which both eras' handshakes carry.
#pragma once

#include "protocol/era.hpp"

namespace covey::protocol {

server_info identity();

}  // namespace covey::protocol
