#include "actors/tools/answer_arguments.hpp"
#include "actors/limits.hpp"

namespace covey::actors {

protocol::argument budget_argument() {
  protocol::argument out{
      .name = "budget", .type = protocol::argument_type::integer, .description = "most tokens of the answer"};
  out.minimum = limits::least_budget;
  out.maximum = limits::maximum_budget;
  return out;
}

protocol::argument wait_argument() {
  protocol::argument out{.name = "wait",
                         .type = protocol::argument_type::number,
                         .description = "seconds; then it answers, and the run goes on"};
  out.minimum = 0;
  out.maximum = limits::maximum_timeout.count();
  return out;
}

protocol::argument language_argument() {
  return {.name = "language",
          .type = protocol::argument_type::string,
          .description = "where there are several projects"};
}

}  // namespace covey::actors
