// All code that depends on the version of CAF is in this file: actor interfaces, error enums, state access,
// time, configuration. Written for 0.17.6 (Debian 12 and 13); the comments say what changes with 0.18 and
// 1.0.
// Design: docs/design/18-floods.md
#pragma once

#include <caf/actor_registry.hpp>
#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/allowed_unsafe_message_type.hpp>
#include <caf/atom.hpp>
#include <caf/duration.hpp>
#include <caf/error.hpp>
#include <caf/event_based_actor.hpp>
#include <caf/make_message.hpp>
#include <caf/meta/type_name.hpp>
#include <caf/send.hpp>
#include <caf/stateful_actor.hpp>
#include <caf/type_id.hpp>
#include <caf/typed_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <caf/typed_response_promise.hpp>
#include <chrono>
#include <string>

namespace covey::actors {

// on<question>::gives<answer>, on<event>::nothing. From 0.18: result<answer>(question), result<void>(event).
template <class... In>
struct on {
  template <class... Out>
  using gives = typename caf::replies_to<In...>::template with<Out...>;
  using nothing = caf::reacts_to<In...>;
};

template <class... Signatures>
using actor_of = caf::typed_actor<Signatures...>;

// Not std::chrono: in 0.17.6 the chrono overload of request<priority>() drops the priority. From 0.18:
// caf::timespan.
inline caf::duration within(std::chrono::milliseconds time) {
  return caf::duration{time};
}

// From 1.0: self->state().
template <class Self>
auto& state_of(Self self) {
  return self->state;
}

// A sharing queue does not poll when idle; throughput 1 lets a question overtake a flood of output between
// two chunks.
inline void choose_scheduler(caf::actor_system_config& config, int threads) {
  config.set("scheduler.policy", caf::atom("sharing"));
  config.set("scheduler.max-threads", threads);
  config.set("scheduler.max-throughput", 1);
}

// A detached actor is counted before its thread is started. If the start fails, the system's shutdown would
// wait for that actor forever. From 0.18 threads are started first.
inline void uncount_detached(caf::actor_system& system) {
  system.dec_detached_threads();
  system.registry().dec_running();
}

inline void choose_test_scheduler(caf::actor_system_config& config) {
  config.set("scheduler.policy", caf::atom("testing"));
}

// The error's context, or the first part of it, if it is made of one or two strings; else "".
inline std::string context_of(const caf::error& error) {
  const auto& context = error.context();
  const bool is_known =
      context.match_elements<std::string>() || context.match_elements<std::string, std::string>();
  return is_known ? context.get_as<std::string>(0) : std::string{};
}

// The second part.
inline std::string mends_of(const caf::error& error) {
  const auto& context = error.context();
  return context.match_elements<std::string, std::string>() ? context.get_as<std::string>(1) : std::string{};
}

}  // namespace covey::actors

// From 0.18: CAF_ERROR_CODE_ENUM(Enum), and inspect() for the enum.
#define COVEY_ERROR_ENUM(Enum, category) CAF_ERROR_CODE_ENUM(Enum, category)
