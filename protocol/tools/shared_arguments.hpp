// What several tools have: their hints, and arguments.
#pragma once

#include "protocol/arguments.hpp"
#include "protocol/tool.hpp"
#include "protocol/tools/limits.hpp"
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace covey::protocol {

// What hosts are told of tools.
constexpr tool_hints only_reads{.read_only = true, .idempotent = true};
constexpr tool_hints may_repeat{.idempotent = true};

// How many tokens each half of the answer may have.
inline argument budget_argument() {
  return {.name = "budget",
          .type = argument_type::integer,
          .description = "tokens",
          .minimum = limits::least_budget,
          .maximum = limits::max_budget,
          .range_told = false};
}

// Whether the answer also says what is seldom wanted: commands, choices, counts that are zero.
inline argument detail_argument(std::string_view description = "also the commands") {
  return {.name = "detail", .type = argument_type::boolean, .description = description};
}

// How many seconds a call waits before it answers, even if the run goes on.
inline argument wait_argument() {
  return {.name = "wait",
          .type = argument_type::number,
          .description = "seconds",
          .minimum = 0,
          .maximum = limits::max_timeout.count(),
          .range_told = false};
}

// Which project, in a workspace with several.
inline argument language_argument() {
  return {.name = "language", .description = {}};
}

// A run by its id.
inline argument run_argument(std::string_view description = "id of the run (default: latest)") {
  return {.name = "run", .type = argument_type::integer, .description = description, .minimum = 1};
}

// How many entries an answer may have. `usual`: without it; nothing: as many as may be.
inline argument limit_argument(std::string_view description, std::size_t most,
                               std::optional<std::size_t> usual = {}) {
  return {.name = "limit",
          .type = argument_type::integer,
          .description = description,
          .default_value = usual.value_or(most),
          .maximum = most,
          .lenient = true};
}

// A list of exact names.
inline argument names_argument(std::string_view name, std::string_view description) {
  return {.name = name,
          .type = argument_type::strings,
          .description = description,
          .max_bytes = limits::exact_names};
}

// Of one whose minimum is not negative.
inline std::uint64_t count_of(const arguments& given, std::string_view name) {
  return static_cast<std::uint64_t>(given.integer(name));
}

// Given in seconds; part of a millisecond counts as one.
inline std::chrono::milliseconds time_of(const arguments& given, std::string_view name) {
  return std::chrono::milliseconds{static_cast<std::int64_t>(std::ceil(given.number(name) * 1000))};
}

}  // namespace covey::protocol
