#include "tests/support/answers.hpp"
#include "tests/support/schema_check.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>

namespace covey::testing {
json::object output_schemas(session& server) {
  json::object schemas;
  const auto listed = server.result(server.request("tools/list"));
  for (const auto& tool : listed.at("tools").as_array())
    schemas[tool.at("name").as_string()] = tool.at("outputSchema");
  return schemas;
}

void check_answer(const json::object& schemas, std::string_view tool, const json::object& answer) {
  BOOST_CHECK_MESSAGE(!text_of(answer).empty(), tool << " answers without a text");
  if (at_path(answer, "isError") == true) return;
  const auto* structured = answer.if_contains("structuredContent");
  BOOST_REQUIRE_MESSAGE(structured != nullptr, tool << " answers without structuredContent");
  const auto report = schema_report(*structured, schemas.at(tool).as_object());
  BOOST_CHECK_MESSAGE(report.empty(), tool << ": " << report);
}

std::string counts_of(const json::object& run) {
  std::string text;
  for (const auto* name : {"passed", "failed", "skipped", "errors"})
    text += (text.empty() ? "" : ", ") + std::string{name} + " " +
            json::serialize(at_path(run, std::string{"structuredContent.counts."} + name));
  return text;
}

std::string status_of(const json::object& run) {
  const auto status = at_path(run, "structuredContent.status");
  return status.is_string() ? std::string{status.get_string()} : "no status: " + text_of(run);
}

std::vector<std::string> failures_now(session& server) {
  std::vector<std::string> names;
  for (std::size_t left = 1; left > 0;) {
    const auto page = server.call("last_test_failures", {{"limit", 500}, {"offset", names.size()}});
    const auto failures = at_path(page, "structuredContent.failures");
    if (!failures.is_array() || failures.as_array().empty()) break;
    for (const auto& one : failures.as_array()) names.emplace_back(one.at("name").as_string());
    left = at_path(page, "structuredContent.total").to_number<std::size_t>() - names.size();
  }
  return names;
}

std::string last_line(const std::string& text) {
  const auto end = text.find_last_not_of('\n');
  if (end == std::string::npos) return {};
  const auto start = text.rfind('\n', end);
  return text.substr(start + 1, end - start);
}

}  // namespace covey::testing
