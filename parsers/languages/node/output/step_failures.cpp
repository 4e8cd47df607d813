#include "parsers/languages/node/output/step_failures.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/languages/node/output/stack_text.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/utf8.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

constexpr std::size_t max_errors = 20;
constexpr std::size_t max_output = 4 * 1024;
constexpr auto npos = std::string_view::npos;

std::uint32_t number_in(std::string_view text) {
  std::uint32_t out = 0;
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

// TypeScript: "src/a.ts(3,5): error TS2322: message", or for a terminal "src/a.ts:3:5 - error TS2322:
// message".
std::optional<failure> compiler_error(std::string_view line) {
  const auto error = line.find("error TS");
  if (error == npos || error < 4) return std::nullopt;
  auto place = line.substr(0, error);
  const bool plain = place.ends_with("): ");
  if (!plain && !place.ends_with(" - ")) return std::nullopt;
  const auto mark = plain ? place.rfind('(') : place.find(':');
  if (mark == npos || mark == 0) return std::nullopt;
  failure out;
  out.where = {std::string{place.substr(0, mark)}, number_in(place.substr(mark + 1))};
  out.message = line.substr(error);
  if (out.message.ends_with('\r')) out.message.pop_back();
  return out;
}

std::vector<failure> compiler_errors(std::string_view text) {
  std::vector<failure> out;
  for (std::string_view line; out.size() < max_errors && next_line(text, line);)
    if (auto error = compiler_error(line)) out.push_back(std::move(*error));
  return out;
}

}  // namespace

std::vector<failure> step_failures(std::string_view name, std::string_view out_text,
                                   std::string_view err_text, const run_ending& ending,
                                   std::string_view folder, std::string_view root) {
  const auto out = plain_text(out_text);
  const auto err = plain_text(err_text);
  auto found = compiler_errors(out);
  for (auto& one : found) {
    const auto file =
        normal_path(one.where.file.starts_with('/') ? one.where.file.string()
                                                    : std::string{folder} + "/" + one.where.file);
    one.where.file = path_below(root, file).value_or(file);
  }
  if (found.empty()) {
    const auto& said = err.empty() ? out : err;
    failure whole;
    const bool killed = ending.kind == run_ending::kind_type::signalled;
    whole.message = std::string{name} + " ended with " + (killed ? "signal " : "exit code ") +
                    std::to_string(ending.value);
    if (!said.empty()) whole.message += ":\n" + bounded_text(said, max_output);
    whole.where = own_place(err, root);
    whole.output = bounded_text(out, max_output);
    found.push_back(std::move(whole));
  }
  for (auto& one : found) {
    one.kind = failure_kind::error;
    one.id = {std::string{name}, {}, " > "};
    one.runner = name;
  }
  return found;
}

}  // namespace covey::parsers::languages::node
