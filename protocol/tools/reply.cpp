#include "protocol/tools/reply.hpp"

namespace covey::protocol {

const parsers::finished_run* ended_of(const reply& from) {
  const auto* run = std::get_if<finished_run_ptr>(&from.run);
  return run == nullptr ? nullptr : run->get();
}

const parsers::partial_run* partial_of(const reply& from) {
  const auto* run = std::get_if<partial_run_ptr>(&from.run);
  return run == nullptr ? nullptr : run->get();
}

}  // namespace covey::protocol
