#include "tests/sessions/transcript.hpp"
#include <boost/test/unit_test.hpp>
#include <cstdlib>

namespace covey::testing {
namespace {

// In an update nobody knows how many answers are still to come.
constexpr milliseconds quiet{500};

bool is_update() {
  const char* value = std::getenv("UPDATE");
  return value != nullptr && std::string_view{value} == "1";
}

std::string probe_line(const std::string& id) {
  return R"({"jsonrpc":"2.0","id":")" + id +
         R"(","method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
         R"("io.modelcontextprotocol/clientCapabilities":{}}}})";
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += "\n    " + line;
  return text.empty() ? " nothing" : text;
}

bool same_values(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (json::parse(a[i]) != json::parse(b[i])) return false;
  return true;
}

}  // namespace

transcript::transcript(std::string path) : path_(std::move(path)) {
  bool in_answers = true;
  for (const auto& line : lines_of(path_)) {
    const bool is_answer = line.rfind("< ", 0) == 0;
    if (in_answers && !is_answer) exchanges_.emplace_back();
    in_answers = is_answer;
    if (is_answer)
      exchanges_.back().server.push_back(line.substr(2));
    else
      exchanges_.back().client.push_back(line);
  }
  BOOST_REQUIRE_MESSAGE(!exchanges_.empty(), "no session in " << path_);
}

void transcript::play(session& server, const redactor& hide) {
  for (auto& step : exchanges_) {
    for (const auto& line : step.client) send(server, line);
    auto said = answers(server, step.server.size());
    for (auto& line : said) line = hide.redact_line(line);
    if (is_update())
      step.server = std::move(said);
    else
      BOOST_CHECK_MESSAGE(same_values(said, step.server), "after" << joined(step.client) << "\n  expected"
                                                                  << joined(step.server) << "\n  but it said"
                                                                  << joined(said));
  }
  if (is_update()) write();
}

void transcript::send(session& server, const std::string& line) {
  if (line.rfind("> ", 0) == 0) {
    server.send_line(line.substr(2));
  } else if (line.rfind(">raw ", 0) == 0) {
    server.send_bytes(json::parse(line.substr(5)).as_string());
  } else if (line.rfind(">repeat ", 0) == 0) {
    const auto gap = line.find(' ', 8);
    const std::string unit{json::parse(line.substr(gap + 1)).as_string()};
    std::string bytes;
    for (auto left = std::stoul(line.substr(8, gap - 8)); left > 0; --left) bytes += unit;
    server.send_bytes(bytes);
  } else {
    BOOST_REQUIRE_MESSAGE(line.empty() || line.front() == '#', path_ << ": what is this? " << line);
  }
}

// All up to the answer to a probe sent behind, and those that take longer.
std::vector<std::string> transcript::answers(session& server, std::size_t expected) {
  const auto probe = "probe-" + std::to_string(++probes_);
  server.send_line(probe_line(probe));
  std::vector<std::string> said;
  for (bool probed = false; !probed || is_update() || said.size() < expected;) {
    auto line = server.next_line(probed && is_update() ? quiet : answer_deadline);
    if (line.empty()) break;
    if (line.find("\"" + probe + "\"") != std::string::npos)
      probed = true;
    else
      said.push_back(std::move(line));
  }
  return said;
}

void transcript::write() const {
  std::string text;
  for (const auto& step : exchanges_) {
    for (const auto& line : step.client) text += line + "\n";
    for (const auto& line : step.server) text += "< " + line + "\n";
  }
  write_file(path_, text);
}

}  // namespace covey::testing
