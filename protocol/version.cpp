#include "protocol/rpc.hpp"

namespace covey::protocol {

std::string_view version() {
  return COVEY_VERSION;
}

}  // namespace covey::protocol
