// What several tools have: their hints, and arguments.
#pragma once

#include "protocol/arguments.hpp"
#include "protocol/tool.hpp"
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace covey::protocol {

// What hosts are told of tools.
constexpr tool_hints only_reads{.read_only = true, .idempotent = true};
constexpr tool_hints may_repeat{.idempotent = true};

// How queries are written, for descriptions of arguments.
constexpr std::string_view query_syntax = "fzf: fuzzy words, 'exact, ^begins, ends$, !not, a | b";
constexpr std::string_view run_query_syntax = "words, fuzzy if nothing has them; fzf's 'exact, ^, $, !, |";

// How many tokens each half of the answer may have.
argument budget_argument();

// Whether the answer also says what is seldom wanted: commands, choices, counts that are zero.
argument detail_argument(std::string_view description = "also the commands");

// How many seconds a call waits before it answers, even if the run goes on.
argument wait_argument();

// Which project, in a workspace with several.
argument language_argument();

// A run by its id.
argument run_argument(std::string_view description = "id of the run (default: latest)");

// How many entries an answer may have. `usual`: without it; nothing: as many as may be.
argument limit_argument(std::string_view description, std::size_t most, std::optional<std::size_t> usual = {});

// A list of exact names.
argument names_argument(std::string_view name, std::string_view description);

// A coverage report of any format. Without it: what runs measured, else the first of default_reports().
argument report_argument();

// What all tools that run tests have: args, env, timeout, wait, language, output, coverage, budget.
std::vector<argument> run_arguments(std::vector<argument> own = {});

// Of one whose minimum is not negative.
inline std::uint64_t count_of(const arguments& given, std::string_view name) {
  return static_cast<std::uint64_t>(given.integer(name));
}

// Given in seconds; part of a millisecond counts as one.
std::chrono::milliseconds time_of(const arguments& given, std::string_view name);

}  // namespace covey::protocol
