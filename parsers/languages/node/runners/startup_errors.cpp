#include "parsers/languages/node/runners/startup_errors.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/languages/node/output/stack_text.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

// The text between `first` and the next `second`, or up to the end.
std::string_view between(std::string_view text, std::string_view first, std::string_view second) {
  const auto at = text.find(first);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + first.size());
  return text.substr(0, text.find(second));
}

std::string message_of(std::string_view said) {
  auto validation = between(said, "● Validation Error:\n", "Configuration Documentation");
  if (validation.empty())
    validation = between(said, "● Multiple configurations found:", "Configuration Documentation");
  validation.remove_prefix(std::min(validation.find_first_not_of(" \n"), validation.size()));
  if (!validation.empty()) return bounded_text(validation, max_failure_message);
  auto startup = between(said, " Startup Error ", "\n    at ");
  startup.remove_prefix(std::min(startup.find('\n'), startup.size()));
  startup.remove_prefix(std::min(startup.find_first_not_of(" \n"), startup.size()));
  if (startup.starts_with("Error: ")) startup.remove_prefix(7);
  return startup.empty() ? error_message(said) : bounded_text(startup, max_failure_message);
}

// Bundlers name a file relative to where they were started: "╭─[ vitest.config.js:3:8 ]",
// "vitest.config.js:3:7: ERROR: …".
location bundler_place(std::string_view said, std::string_view folder, std::string_view root) {
  auto named = between(said, "╭─[ ", " ]");
  for (std::string_view line; named.empty() && next_line(said, line);)
    if (line.find(": ERROR: ") != std::string_view::npos) named = line.substr(0, line.find(": ERROR: "));
  const auto found = stack_places("at " + std::string{named}, folder);
  if (found.empty()) return {};
  auto own = own_file(found.front().file, root);
  return own ? location{std::move(*own), found.front().line} : location{};
}

// jest's global set-up or teardown. Lines of the stack are not source lines, because jest transforms the file
// and maps lines only in tests. An .mjs is not transformed.
std::optional<failure> global_hook_failure(std::string_view err, std::string_view root) {
  const auto at = err.rfind("Jest: Got error running global");
  if (at == std::string_view::npos) return std::nullopt;
  const auto said = err.substr(at);
  failure out;
  out.kind = failure_kind::error;
  out.message = bounded_text(said.substr(0, said.find("\n    at ")), max_failure_message);
  out.where = own_place(said, root);
  if (out.where.file.empty())
    out.where.file = own_file(between(said, " - ", ", reason: "), root).value_or("");
  if (!out.where.file.ends_with(".mjs")) out.where.line = 0;
  out.id.group = "jest";
  out.output = bounded_text(said, max_failure_output);
  return out;
}

// An uncaught error ended jest's only process after the tests: Node's message comes last.
std::optional<failure> late_crash(std::string_view err, std::string_view root) {
  auto end = trimmed(err);
  end.remove_prefix(std::min(end.rfind('\n') + 1, end.size()));
  const auto at = err.rfind("\nRan all test suites");
  if (at == std::string_view::npos || !end.starts_with("Node.js v")) return std::nullopt;
  const auto said = err.substr(std::min(err.find('\n', at + 1), err.size()));
  auto out = failure_of_runner("jest", error_message(said), said, root);
  if (out) out->output = bounded_text(trimmed(said), max_failure_output);
  return out;
}

}  // namespace

std::optional<failure> failure_of_runner(std::string_view runner, std::string message, std::string_view said,
                                         std::string_view root) {
  if (message.empty()) return std::nullopt;
  failure out;
  out.kind = failure_kind::error;
  out.message = std::move(message);
  out.where = own_place(said, root);
  out.id.group = runner;
  out.output = bounded_text(said, max_failure_output);
  return out;
}

std::vector<failure> diagnose_startup(const printed_text& said, std::string_view folder,
                                      std::string_view root, std::string_view runner) {
  constexpr std::array<std::string_view, 3> begun{"\nTest Suites:", "\n RUN ", "\nRUNS "};
  const auto err = plain_text(said.err);
  const auto all = "\n" + plain_text(said.out) + "\n" + err;
  const auto has = [&](std::string_view mark) { return all.find(mark) != std::string::npos; };
  if (auto hook = global_hook_failure(err, root)) return {std::move(*hook)};
  if (auto crash = late_crash(err, root)) return {std::move(*crash)};
  if (std::any_of(begun.begin(), begun.end(), has)) return {};
  auto out = failure_of_runner(runner, message_of(err), err, root);
  if (!out) return {};
  if (out->where.file.empty()) out->where = bundler_place(err, folder, root);
  if (out->where.file.empty())
    out->where.file = own_file(between(err, "failed to load config from ", "\n"), root).value_or("");
  return {std::move(*out)};
}

std::function<std::vector<failure>(const printed_text&, const run_ending&)> error_before_tests(
    std::string_view runner, std::string root) {
  return [runner, root = std::move(root)](const printed_text& said, const run_ending&) {
    auto found = failure_of_runner(runner, error_message(said.err), said.err, root);
    return found ? std::vector{std::move(*found)} : std::vector<failure>{};
  };
}

}  // namespace covey::parsers::languages::node
