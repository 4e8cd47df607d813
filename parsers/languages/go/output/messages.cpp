#include "parsers/languages/go/output/messages.hpp"
#include "parsers/languages/go/output/text.hpp"
#include "parsers/text/diff.hpp"
#include <algorithm>
#include <utility>

namespace covey::parsers::languages::go {

namespace {

// The testing package's own lines, such as "testing.go:1465: race detected during execution of test".
bool is_testing_source(std::string_view file) {
  return file == "testing.go" || file.ends_with("/testing/testing.go");
}

// An assertion library prints all frames, the assertion's first and the test's last.
void place_by_trace(const place_resolver& code, const test_id& id, printed_message& into) {
  std::vector<location> own;
  for (const auto& frame : into.compared.trace) {
    auto file = code.resolve(id, frame.file.string());
    if (place_resolver::is_own(file)) own.push_back({std::move(file), frame.line});
  }
  if (own.empty()) return;
  const auto in_test = std::find_if(own.begin(), own.end(), [&](const auto& frame) {
    return code.sources.is_in_test(code.in_sources(frame.file.string()), frame.line, id.name).value_or(false);
  });
  into.where = in_test == own.end() ? own.back() : *in_test;
  if (own.front() != into.where) into.raised_at = own.front();
}

// The message's own words, with the difference in place of long values.
std::string words_of(const printed_message& message) {
  constexpr std::size_t max_difference = 1500;
  const auto& compared = message.compared;
  // Only the words of a library's block are used, without its table.
  const bool block = !compared.trace.empty();
  if (!has_long_values(compared)) return block ? compared.whole : message.text;
  const auto differs = named_diff(*compared.expected, *compared.actual, "want", "got", max_difference);
  return differs.empty() ? message.text : compared.message + "\n" + differs;
}

std::string with_place(const printed_message& message) {
  const auto& at = message.raised_at.line > 0 ? message.raised_at : message.where;
  const auto text = words_of(message);
  return message.by_runner ? text + "\n" : at.file + ":" + std::to_string(at.line) + ": " + text + "\n";
}

}  // namespace

std::vector<printed_message> read_messages(const place_resolver& code, const test_id& id,
                                           std::string_view printed, bool marked) {
  std::vector<printed_message> out;
  for (auto& said : logged_messages(printed)) {
    printed_message message;
    message.by_runner = is_testing_source(said.where.file.string());
    message.where = {code.resolve(id, said.where.file.string()), said.where.line};
    message.text = std::move(said.text);
    message.compared = read_comparison(message.text);
    if (marked)
      message.kind = said.is_error ? line_kind::error : line_kind::log;
    else
      message.kind = code.sources.kind_of(code.in_sources(message.where.file.string()), message.where.line);
    if (!message.compared.trace.empty()) {
      message.kind = line_kind::error;
      place_by_trace(code, id, message);
    }
    out.push_back(std::move(message));
  }
  return out;
}

const printed_message& primary_of(const std::vector<printed_message>& messages) {
  const auto first = [&](auto is) { return std::find_if(messages.begin(), messages.end(), is); };
  const auto is_own = [](const auto& message) {
    return !message.by_runner && place_resolver::is_own(message.where.file.string());
  };
  auto it = first([&](const auto& each) { return each.kind != line_kind::log && is_own(each); });
  if (it == messages.end()) it = first([&](const auto& each) { return is_own(each); });
  if (it == messages.end()) it = first([](const auto& each) { return !each.by_runner; });
  return it == messages.end() ? messages.front() : *it;
}

bool has_long_values(const compared_text& compared) {
  constexpr std::size_t short_value = 120;
  const auto is_long = [](const std::string& value) {
    return value.size() > short_value || value.find('\n') != std::string::npos;
  };
  return compared.expected && compared.actual && (is_long(*compared.expected) || is_long(*compared.actual));
}

std::string text_of(const std::vector<printed_message>& messages, std::size_t limit) {
  std::string all, errors;
  std::size_t logs = 0;
  for (auto at = messages.begin(); at != messages.end();) {
    const auto& message = *at;
    auto line = with_place(message);
    const auto next = std::find_if(at, messages.end(), [&](const auto& one) { return with_place(one) != line; });
    const auto times = static_cast<std::size_t>(next - std::exchange(at, next));
    if (times > 1) line += "(" + std::to_string(times) + " times)\n";  // a table in a loop
    all += line;
    if (message.kind == line_kind::log)
      logs += times;
    else
      errors += line;
  }
  if (all.size() <= limit || logs == 0 || errors.empty()) return all;
  return errors + "(" + std::to_string(logs) + " logged lines are left out)\n";
}

}  // namespace covey::parsers::languages::go
