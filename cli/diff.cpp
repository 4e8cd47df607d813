#include "actors/limits.hpp"
#include "cli/commands.hpp"
#include "cli/local_session.hpp"
#include "cli/progress_line.hpp"
#include "parsers/text/documents.hpp"
#include "process/bounded_file.hpp"
#include <cstdlib>
#include <iostream>
#include <optional>

namespace covey::cli {
namespace {

namespace json = protocol::json;

int complain(const std::string& problem) {
  std::cerr << "covey diff: " << problem << "\n";
  return EXIT_FAILURE;
}

// The result of a call; empty: it could not be done, and that has been said.
std::optional<json::object> result_of(client& session, std::string_view tool, const json::object& arguments) {
  json::object response;
  {
    progress_line line;
    response = session.call(tool, arguments, [&](std::string_view message) { line.show(message); });
  }
  const auto* result = response.if_contains("result");
  if (result == nullptr || !result->is_object()) {
    complain("the server has ended");
    return std::nullopt;
  }
  if (!parsers::flag_at(result->get_object(), "isError")) return result->get_object();
  complain(text_of(result->get_object()));
  return std::nullopt;
}

double count_at(const json::object& from, std::string_view name) {
  const auto* value = from.if_contains(name);
  return value == nullptr || !value->is_number() ? 0 : value->to_number<double>();
}

// What is not known to have run counts as not run: what no test loads is no better than what no test runs.
bool is_under(const json::object& found, double percent) {
  const auto ran = count_at(found, "ran");
  const auto all = ran + count_at(found, "missed") + count_at(found, "unknown");
  if (percent > 0 && parsers::flag_at(found, "incomplete"))
    return complain("files are left out, see the notes"), true;
  if (all == 0 || ran * 100 >= percent * all) return false;
  complain("less than " + protocol::to_text(protocol::number_value(percent)) +
           "% of the changed lines are known to have run: " + std::to_string(static_cast<long>(ran)) +
           " of " + std::to_string(static_cast<long>(all)));
  return true;
}

// False: they did not pass, which has been said. Empty: they could not be run.
std::optional<bool> run_all(const options& given, client& session) {
  json::object arguments{{"output", "summary"}, {"coverage", true}, {"timeout", given.timeout.count()}};
  if (!given.language.empty()) arguments["language"] = given.language;
  const auto run = result_of(session, "run_tests", arguments);
  if (!run) return std::nullopt;
  const auto* about = run->if_contains("structuredContent");
  const bool passed =
      about != nullptr && about->is_object() && parsers::text_at(about->get_object(), "status") == "passed";
  if (!passed) std::cerr << text_of(*run) << "\n";
  return passed;
}

int print_changes(const options& given, client& session, int out) {
  const bool runs = given.reports.empty();
  const auto passed = runs ? run_all(given, session) : std::optional{true};
  if (!passed) return EXIT_FAILURE;
  json::object arguments;
  if (!runs) arguments["lcovPath"] = given.reports.front();
  if (!given.base.empty()) arguments["base"] = given.base;
  if (!given.files.empty()) arguments["files"] = protocol::json_list(given.files);
  if (!given.language.empty()) arguments["language"] = given.language;
  const auto result = result_of(session, "diff_coverage", arguments);
  const auto* found = result ? result->if_contains("structuredContent") : nullptr;
  if (found == nullptr || !found->is_object()) return EXIT_FAILURE;
  const auto text = given.json ? protocol::to_text(*found) : text_of(*result);
  if (process::write_fully(out, text.ends_with('\n') ? text : text + "\n") != 0) return EXIT_FAILURE;
  if (!*passed) return complain("the tests did not pass");
  return is_under(found->get_object(), given.fail_under) ? EXIT_FAILURE : EXIT_SUCCESS;
}

}  // namespace

int run_diff(const options& given, int out) {
  auto answered = given;
  if (answered.reply_within.count() == 0)  // a person waits for the end
    answered.reply_within = actors::limits::max_timeout + actors::limits::plan_margin;
  answered.sent = protocol::halves::both;
  local_session session{answered};
  if (session.get() == nullptr) return complain("no pipe to the server");
  return session.end(print_changes(given, *session.get(), out));
}

}  // namespace covey::cli
