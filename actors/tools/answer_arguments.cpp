#include "actors/tools/answer_arguments.hpp"
#include "actors/limits.hpp"

namespace covey::actors {

protocol::argument budget_argument() {
  protocol::argument out{
      .name = "budget", .type = protocol::argument_type::integer, .description = "most tokens"};
  out.range_told = false;
  out.minimum = limits::least_budget;
  out.maximum = limits::maximum_budget;
  return out;
}

protocol::argument detail_argument(std::string_view description) {
  return {.name = "detail", .type = protocol::argument_type::boolean, .description = description};
}

protocol::argument wait_argument() {
  protocol::argument out{
      .name = "wait", .type = protocol::argument_type::number, .description = "seconds until it answers"};
  out.range_told = false;
  out.minimum = 0;
  out.maximum = limits::maximum_timeout.count();
  return out;
}

protocol::argument language_argument() {
  return {.name = "language", .type = protocol::argument_type::string, .description = "of several projects"};
}

}  // namespace covey::actors
