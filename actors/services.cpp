#include "actors/services.hpp"
#include "actors/limits.hpp"

namespace covey::actors {

std::string why_silent(const caf::error& error) {
  if (error == fault::busy) return "is busy: " + context_of(error);
  if (error == caf::sec::request_timeout) return "did not answer in time: it is busy, or hangs; call again";
  if (error == caf::sec::invalid_argument)
    return "is disabled, because it failed " + std::to_string(limits::service_starts) + " times within " +
           std::to_string(limits::service_period.count()) +
           " s, or no thread could be started for it; call "
           "again later, or start covey anew";
  return "failed and is started again; call again";
}

}  // namespace covey::actors
