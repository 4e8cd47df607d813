// A runner's output, and what it says of a run's failures.
#include "protocol/render/run/views.hpp"
#include "parsers/text/utf8.hpp"
#include "protocol/render/failures/views.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <string_view>

namespace covey::protocol {
namespace {

// Colour escapes mean nothing to a reader of plain text.
std::string without_colours(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const auto at = text.find("\x1b[");
    out += text.substr(0, at);
    if (at == std::string_view::npos) break;
    const auto end = text.find_first_not_of("0123456789;:", at + 2);
    const bool colour = end != std::string_view::npos && text[end] == 'm';
    if (!colour) out += text[at];
    text.remove_prefix(colour ? end + 1 : at + 1);
  }
  return out;
}

// The first `bytes`, cut back to a line end if there is one in their second half.
std::string_view first_part(std::string_view text, std::size_t bytes) {
  const auto part = parsers::first_bytes(text, bytes);
  const auto end = part.rfind('\n');
  return end == std::string_view::npos || end < bytes / 2 ? part : part.substr(0, end);
}

std::string_view last_part(std::string_view text, std::size_t bytes) {
  auto part = text.substr(text.size() - std::min(bytes, text.size()));
  const auto end = part.find('\n');
  if (end != std::string_view::npos && end < bytes / 2) return part.substr(end + 1);
  while (!part.empty() && (static_cast<unsigned char>(part.front()) & 0xC0u) == 0x80u) part.remove_prefix(1);
  return part;
}

void add_line(std::string& out, std::string_view text) {
  out += text;
  if (!text.empty() && text.back() != '\n') out += '\n';
}

}  // namespace

std::string shown_stream(const parsers::captured_stream& stream, std::size_t bytes) {
  const auto text = without_colours(stream.text);
  if (text.size() <= bytes) return text;
  const auto head = first_part(text, bytes / 2), tail = last_part(text, bytes / 2);
  const auto total = std::max<std::uint64_t>(stream.total, text.size());
  return std::string{head} + "\n[TRUNCATED] " + std::to_string(total - head.size() - tail.size()) + " of " +
         std::to_string(total) + " bytes left out\n" + std::string{tail};
}

std::string shown_streams(const parsers::captured_stream& out, const parsers::captured_stream& err,
                          std::size_t bytes) {
  const auto for_err =
      std::min(err.text.size(), std::max(bytes / 4, bytes - std::min(bytes, out.text.size())));
  std::string text;
  add_line(text, shown_stream(out, bytes - std::min(bytes, for_err)));
  if (!err.text.empty()) {
    add_line(text, "--- stderr ---");
    add_line(text, shown_stream(err, for_err));
  }
  return text;
}

// --- what it says of the failures

namespace {

using parsers::finished_run;

constexpr std::size_t raw_tokens = 2000;  // up to this size raw output is as short as a summary

bool printed(const finished_run& run, std::string_view text) {
  return !text.empty() &&
         (run.out.text.find(text) != std::string::npos || run.err.text.find(text) != std::string::npos);
}

bool printed_message(const finished_run& run, const parsers::failure& failure) {
  return printed(run, std::string_view{failure.message}.substr(0, failure.message.find('\n')));
}

// Runners print a test's name with different parts before it: all print the last one.
std::string_view last_part(std::string_view name) {
  constexpr std::size_t shortest = 3;            // fewer letters are in any output
  const auto at = name.find_last_of(":/>\xba");  // of "::", "/", " > ", " \u203a "
  if (at == std::string_view::npos || name.size() - at <= shortest) return name;
  name.remove_prefix(at + 1);
  return name.substr(std::min(name.find_first_not_of(' '), name.size()));
}

bool is_complete(const finished_run& run) {
  return !run.out.truncated && !run.err.truncated;
}

bool is_of_test(const parsers::failure& failure) {
  return failure.kind == parsers::failure_kind::assertion || failure.kind == parsers::failure_kind::panic;
}

// Whether the runner itself reported the failure, as far as its output can be searched for it. A runner that
// exits with 0 did not.
bool is_said(const finished_run& run, const parsers::failure& failure) {
  if (parsers::exit_code_of(run) == 0) return false;
  return printed_message(run, failure) ||
         (is_of_test(failure) && (!is_complete(run) || printed(run, last_part(failure.id.name))));
}

// Whether the output says why it failed. covey's own runner of unittest prints nothing; what it holds is what the
// tests print, which may be their names.
bool is_explained(const finished_run& run, const parsers::failure& failure) {
  return !is_of_test(failure) ||
         (failure.message.empty() ? is_said(run, failure) : printed_message(run, failure));
}

}  // namespace

std::vector<std::string> unsaid_failures(const finished_run& run) {
  constexpr std::size_t list_bytes = 4 * 1024, max = 50;
  std::vector<std::string> out;
  text_budget budget{list_bytes};
  std::size_t found = 0;
  for (const auto& failure : run.results.failures) {
    if (is_said(run, failure) || ++found > max) continue;
    auto line = parsers::full_name(failure.id);
    if (!failure.where.file.empty()) line += " (" + place_text(failure.where) + ")";
    line += ": " + failure.message;
    out.push_back(std::string{parsers::to_string(failure.kind)} + ": " + budget.take(one_line(line)));
  }
  if (found > max)
    out.push_back(std::to_string(found - max) + " more failures: last_test_failures lists them");
  return out;
}

bool is_readable(const finished_run& run, std::size_t bytes) {
  const auto& failures = run.results.failures;
  return !run.results.is_protocol && is_complete(run) &&
         run.out.text.size() + run.err.text.size() <= std::min(raw_tokens * token_bytes, bytes / 2) &&
         std::all_of(failures.begin(), failures.end(),
                     [&](const auto& one) { return is_explained(run, one); });
}

}  // namespace covey::protocol
