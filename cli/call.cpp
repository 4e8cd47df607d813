#include "cli/commands.hpp"
#include "actors/limits.hpp"
#include "cli/local_session.hpp"
#include "cli/progress_line.hpp"
#include "parsers/text/documents.hpp"
#include "process/bounded_file.hpp"
#include <cstdlib>
#include <iostream>

namespace covey::cli {
namespace {

namespace json = protocol::json;

// False if the answer is an error.
bool show(const json::object& response, int out) {
  if (const auto* result = response.if_contains("result"); result != nullptr && result->is_object()) {
    const auto text = text_of(result->get_object());
    process::write_fully(out, text);
    if (!text.ends_with('\n')) process::write_fully(out, "\n");
    return !parsers::flag_at(result->get_object(), "isError");
  }
  const auto* error = response.if_contains("error");
  std::cerr << "covey call: "
            << (error != nullptr ? protocol::to_text(*error) : std::string{"the server has ended"}) << "\n";
  return false;
}

bool call_all(const options& given, const std::vector<json::object>& arguments, client& session, int out) {
  bool good = true;
  for (std::size_t i = 0; i < given.calls.size(); ++i) {
    const auto& tool = given.calls[i].first;
    if (given.calls.size() > 1) process::write_fully(out, (i > 0 ? "\n=== " : "=== ") + tool + "\n");
    json::object response;
    {
      progress_line line;
      response = session.call(tool, arguments[i], [&](std::string_view message) { line.show(message); });
    }
    good = show(response, out) && good;
    if (response.empty()) break;
  }
  return good;
}

}  // namespace

int run_calls(const options& given, int out) {
  std::vector<json::object> arguments;
  for (const auto& [tool, text] : given.calls) {
    auto parsed = protocol::parse_json(text);
    if (!parsed.ok() || !parsed.value.is_object()) {
      std::cerr << "covey call: the arguments of " << tool << " are no JSON object: " << parsed.error << "\n";
      return 2;
    }
    arguments.push_back(std::move(parsed.value.get_object()));
  }
  auto answered = given;
  // A person waits for the end; the session ends with the last call, and its runs with it.
  if (answered.reply_within.count() == 0)
    answered.reply_within = actors::limits::max_timeout + actors::limits::plan_margin;
  answered.sent = given.sent.value_or(protocol::halves::text);  // which is what is printed
  local_session session{answered};
  if (session.get() == nullptr) {
    std::cerr << "covey call: no pipe to the server\n";
    return EXIT_FAILURE;
  }
  return session.end(call_all(given, arguments, *session.get(), out) ? EXIT_SUCCESS : EXIT_FAILURE);
}

}  // namespace covey::cli
