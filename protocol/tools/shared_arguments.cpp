#include "protocol/tools/shared_arguments.hpp"
#include "protocol/tools/limits.hpp"
#include <cmath>
#include <cstdint>

namespace covey::protocol {

argument budget_argument() {
  return {.name = "budget",
          .type = argument_type::integer,
          .description = "tokens at most",
          .minimum = limits::least_budget,
          .maximum = limits::max_budget,
          .range_told = false};
}

argument detail_argument(std::string_view description) {
  return {.name = "detail", .type = argument_type::boolean, .description = description};
}

argument wait_argument() {
  return {.name = "wait",
          .type = argument_type::number,
          .description = "seconds to wait for the end",
          .minimum = 0,
          .maximum = limits::max_timeout.count(),
          .range_told = false};
}

argument language_argument() {
  return {.name = "language", .description = {}};
}

argument run_argument(std::string_view description) {
  return {.name = "run", .type = argument_type::integer, .description = description, .minimum = 1};
}

argument limit_argument(std::string_view description, std::size_t most, std::optional<std::size_t> usual) {
  return {.name = "limit",
          .type = argument_type::integer,
          .description = description,
          .default_value = usual.value_or(most),
          .maximum = most,
          .lenient = true};
}

argument names_argument(std::string_view name, std::string_view description) {
  return {.name = name,
          .type = argument_type::strings,
          .description = description,
          .max_bytes = limits::exact_names};
}

argument report_argument() {
  return {.name = "lcovPath", .description = "a report"};
}

std::vector<argument> run_arguments(std::vector<argument> own) {
  const argument timeout{.name = "timeout",
                         .type = argument_type::number,
                         .description = "seconds for the run",
                         .default_value = limits::default_timeout.count(),
                         .maximum = limits::max_timeout.count(),
                         .lenient = true};
  own.insert(
      own.end(),
      {{.name = "args",
        .type = argument_type::strings,
        .description = "runner flags",
        .max_bytes = limits::added_bytes},
       {.name = "env", .type = argument_type::variables, .description = {}, .max_bytes = limits::added_bytes},
       timeout,
       wait_argument(),
       language_argument(),
       {.name = "output", .description = {}, .choices = {"auto", "raw", "summary"}},
       {.name = "coverage", .type = argument_type::boolean, .description = {}},
       budget_argument()});
  return own;
}

std::chrono::milliseconds time_of(const arguments& given, std::string_view name) {
  return std::chrono::milliseconds{static_cast<std::int64_t>(std::ceil(given.number(name) * 1000))};
}

}  // namespace covey::protocol
