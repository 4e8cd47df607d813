#include "tests/support/answers.hpp"
#include "tests/support/schema_check.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cctype>
#include <iterator>
#include <regex>
#include <sstream>

namespace covey::testing {
namespace {

// All of its strings, lines apart, and numbers; without the blanks between words.
void add_words(std::string& out, const json::value& of) {
  if (const auto* list = of.if_array())
    for (const auto& one : *list) add_words(out, one);
  else if (const auto* members = of.if_object())
    for (const auto& member : *members) add_words(out, member.value());
  else if (const auto* text = of.if_string())
    out.append(*text).append("\n");
  else if (of.is_number())
    out.append(json::serialize(of)).append("\n");
}

std::string without_blanks(std::string_view text) {
  std::string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out),
               [](unsigned char c) { return !std::isspace(c); });
  return out;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in{text};
  for (std::string line; std::getline(in, line);)
    if (auto words = without_blanks(line); !words.empty()) out.push_back(std::move(words));
  return out;
}

// Of the failures' blocks, which are indented: "test a_test.py:3: assert x" says a place and a source line.
std::vector<std::string> facts_of_text(const std::string& text) {
  static const std::regex place{R"(^ {3}(?:[a-z ]+ )?\S+:\d+: (.*)$)"};
  static const std::regex value{
      R"(^ {3}(?:got|want|left|right|actual|expected|value|values|suspects): (.*)$)"};
  static const std::regex frame{"^ {3}(?:stack:| {6,7}\\S|--- |also: |also failed).*"};
  std::vector<std::string> out;
  std::istringstream in{text};
  for (std::string line; std::getline(in, line);) {
    std::smatch match;
    if (!line.starts_with("   ") || std::regex_match(line, frame)) continue;
    const bool is_labelled = std::regex_match(line, match, place) || std::regex_match(line, match, value);
    out.push_back(is_labelled ? match[1].str() : line);
  }
  return out;
}

}  // namespace

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
  for (const auto* name : {"passed", "failed", "skipped", "errors"}) {
    const auto count = at_path(run, std::string{"structuredContent.counts."} + name);  // left out: none
    text += (text.empty() ? "" : ", ") + std::string{name} + " " +
            (count.is_null() ? "0" : json::serialize(count));
  }
  return text;
}

std::string status_of(const json::object& run) {
  const auto status = at_path(run, "structuredContent.status");
  return status.is_string() ? std::string{status.get_string()} : "no status: " + text_of(run);
}

void check_halves(const json::object& answer) {
  const auto text = text_of(answer);
  const auto structured = answer.at("structuredContent");
  const auto size = json::serialize(structured).size();
  BOOST_CHECK_MESSAGE(size * 10 <= text.size() * 13, size << " bytes for " << text.size() << " of text:\n"
                                                          << text << "\n"
                                                          << structured);
  const auto in_text = without_blanks(text);
  const auto failures = at_path(answer, "structuredContent.failures");
  BOOST_REQUIRE_MESSAGE(failures.is_array(), structured);
  for (const auto& failure : failures.get_array())
    for (const auto* name : {"file", "source", "raised_source", "message", "diff"})
      if (const auto* value = failure.as_object().if_contains(name))
        for (const auto& line : lines_of(std::string{value->as_string()}))
          BOOST_CHECK_MESSAGE(in_text.find(line) != std::string::npos,
                              name << " is not in the text: " << line);
  std::string words;
  add_words(words, structured);
  words = without_blanks(words);
  for (const auto& fact : facts_of_text(text))
    BOOST_CHECK_MESSAGE(words.find(without_blanks(fact)) != std::string::npos,
                        "only in the text: " << fact << "\n"
                                             << structured);
}

std::vector<std::string> failures_now(session& server) {
  std::vector<std::string> names;
  for (std::size_t left = 1; left > 0;) {
    const auto page =
        server.call("last_test_failures", {{"limit", 500}, {"offset", names.size()}, {"detail", true}});
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
