#include "protocol/tools/shared_arguments.hpp"
#include "protocol/tools/limits.hpp"
#include <cmath>
#include <cstdint>

namespace covey::protocol {
namespace {

argument timeout_argument() {
  argument out{.name = "timeout", .type = argument_type::number, .description = "seconds for the run"};
  out.default_value = limits::default_timeout.count();
  out.maximum = limits::max_timeout.count();
  out.lenient = true;
  return out;
}

argument output_argument() {
  argument out{.name = "output", .type = argument_type::string, .description = {}};
  out.choices = {"auto", "raw", "summary"};
  return out;
}

}  // namespace

argument budget_argument() {
  argument out{.name = "budget", .type = argument_type::integer, .description = "tokens at most"};
  out.range_told = false;
  out.minimum = limits::least_budget;
  out.maximum = limits::max_budget;
  return out;
}

argument detail_argument(std::string_view description) {
  return {.name = "detail", .type = argument_type::boolean, .description = description};
}

argument wait_argument() {
  argument out{.name = "wait", .type = argument_type::number, .description = "seconds to wait for the end"};
  out.range_told = false;
  out.minimum = 0;
  out.maximum = limits::max_timeout.count();
  return out;
}

argument language_argument() {
  return {.name = "language", .type = argument_type::string, .description = {}};
}

argument run_argument(std::string_view description) {
  argument out{.name = "run", .type = argument_type::integer, .description = description};
  out.minimum = 1;
  return out;
}

argument names_argument(std::string_view name, std::string_view description) {
  argument out{name, argument_type::strings, description};
  out.max_bytes = limits::exact_names;
  return out;
}

argument report_argument() {
  return {.name = "lcovPath", .type = argument_type::string, .description = "a report"};
}

std::vector<argument> run_arguments(std::vector<argument> own) {
  const argument coverage{.name = "coverage", .type = argument_type::boolean, .description = {}};
  argument args{"args", argument_type::strings, "runner flags"};
  argument env{"env", argument_type::variables, {}};
  args.max_bytes = env.max_bytes = limits::added_bytes;
  own.insert(own.end(), {args, env, timeout_argument(), wait_argument(), language_argument(),
                         output_argument(), coverage, budget_argument()});
  return own;
}

std::chrono::milliseconds time_of(const arguments& given, std::string_view name) {
  return std::chrono::milliseconds{static_cast<std::int64_t>(std::ceil(given.number(name) * 1000))};
}

}  // namespace covey::protocol
