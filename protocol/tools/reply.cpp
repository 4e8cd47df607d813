#include "protocol/tools/reply.hpp"

namespace covey::protocol {

const parsers::finished_run* ended_run(const reply& from) {
  const auto* run = std::get_if<finished_run_ptr>(&from.run);
  return run == nullptr ? nullptr : run->get();
}

const parsers::run_news* partial_run(const reply& from) {
  const auto* run = std::get_if<run_news_ptr>(&from.run);
  return run == nullptr ? nullptr : run->get();
}

}  // namespace covey::protocol
