// Who answers: the name, version and instructions that both eras' handshakes carry.
#pragma once

#include "protocol/era.hpp"

namespace covey::protocol {

server_info identity();

}  // namespace covey::protocol
