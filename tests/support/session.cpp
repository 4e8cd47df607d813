#include "tests/support/session.hpp"
#include <boost/test/unit_test.hpp>
#include <boost/test/results_collector.hpp>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <iostream>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace covey::testing {
namespace {

// Within 1.5 s is the promise (tests that are about it measure it); a loaded machine gets more here.
constexpr milliseconds exit_deadline{5000};
constexpr milliseconds write_deadline{10000};
constexpr std::size_t shown_of_line = 600;

bool test_has_failed() {
  const auto& results = boost::unit_test::results_collector;
  return !results.results(boost::unit_test::framework::current_test_case_id()).passed();
}

milliseconds left_until(clock::time_point deadline) {
  return std::max(milliseconds{0}, std::chrono::ceil<milliseconds>(deadline - clock::now()));
}

}  // namespace

session::session(const process_options& options) : started_(clock::now()), process_(COVEY_BINARY, options) {
  ::signal(SIGPIPE, SIG_IGN);
}

session::~session() {
  if (test_has_failed() || std::uncaught_exceptions() > 0) print_transcript();
}

void session::note(std::string_view direction, std::string_view text) {
  auto line = std::to_string(since(started_).count()) + " ms " + std::string{direction} + " ";
  line += text.substr(0, shown_of_line);
  if (text.size() > shown_of_line) line += "… (" + std::to_string(text.size()) + " bytes)";
  transcript_.push_back(std::move(line));
}

void session::print_transcript() const {
  std::cerr << "--- session with process " << pid() << "\n";
  for (const auto& line : transcript_) std::cerr << line << "\n";
  std::cerr << "--- its stderr\n" << errors_ << "--- end of the session\n";
}

void session::send_line(std::string_view line) {
  send_bytes(std::string{line} + "\n");
}

void session::queue_line(std::string_view line) {
  note(">", line);
  unwritten_ += line;
  unwritten_ += '\n';
}

void session::send_bytes(std::string_view bytes) {
  note(">", bytes.substr(0, bytes.find_last_not_of('\n') + 1));
  unwritten_ += bytes;
  const auto deadline = clock::now() + write_deadline;
  while (!unwritten_.empty()) {
    BOOST_REQUIRE_MESSAGE(clock::now() < deadline, "the server does not read its input");
    if (!pump(left_until(deadline))) return;
  }
}

bool session::pump(milliseconds wait) {
  pollfd fds[3] = {{reading_ ? process_.output() : -1, POLLIN, 0},
                   {reading_errors_ ? process_.errors() : -1, POLLIN, 0},
                   {unwritten_.empty() ? -1 : process_.input(), POLLOUT, 0}};
  if (fds[0].fd < 0 && fds[1].fd < 0 && fds[2].fd < 0) return false;
  ::poll(fds, 3, static_cast<int>(wait.count()));
  if (fds[1].revents != 0) read_errors();
  if (fds[2].revents != 0) {
    const ssize_t n = ::write(fds[2].fd, unwritten_.data(), unwritten_.size());
    if (n > 0) unwritten_.erase(0, static_cast<std::size_t>(n));
    if (n < 0 && errno == EPIPE) {
      unwritten_.clear();
      return false;
    }
  }
  return fds[0].revents == 0 || read_output();
}

void session::read_errors() {
  char buffer[16384];
  const ssize_t n = ::read(process_.errors(), buffer, sizeof buffer);
  if (n > 0) errors_.append(buffer, static_cast<std::size_t>(n));
  if (n == 0) process_.close_errors();
}

// False at the end of the server's output.
bool session::read_output() {
  char buffer[65536];
  const ssize_t n = ::read(process_.output(), buffer, sizeof buffer);
  if (n < 0) return true;
  if (n == 0) {
    process_.close_output();
    BOOST_CHECK_MESSAGE(partial_.empty(), "the last line of the server has no end: " << partial_);
    return false;
  }
  std::string_view rest{buffer, static_cast<std::size_t>(n)};
  for (std::size_t end; (end = rest.find('\n')) != std::string_view::npos; rest.remove_prefix(end + 1)) {
    partial_ += rest.substr(0, end);
    take(partial_);
    partial_.clear();
  }
  partial_ += rest;
  return true;
}

void session::take(std::string_view line) {
  note("<", line);
  lines_.emplace_back(line);
  boost::system::error_code ec;
  const auto value = json::parse(json::string_view{line.data(), line.size()}, ec);
  BOOST_CHECK_MESSAGE(!ec && value.is_object(),
                      "a line of the server's is no JSON object: " << line.substr(0, 400));
  if (ec || !value.is_object()) return;
  const auto& message = value.get_object();
  BOOST_CHECK_MESSAGE(message.contains("jsonrpc"), "no JSON-RPC: " << line.substr(0, 400));
  const auto* id = message.if_contains("id");
  if (message.contains("method")) {
    BOOST_CHECK_MESSAGE(id == nullptr, "a server sends no requests: " << line.substr(0, 400));
    notices_.push_back({clock::now(), message});
  } else if (id != nullptr && id->is_int64()) {
    const bool is_new = answers_.emplace(id->get_int64(), message).second;
    BOOST_CHECK_MESSAGE(is_new, "request " << id->get_int64() << " was answered twice");
  }
}

std::string session::next_line(milliseconds within) {
  until([this] { return !lines_.empty(); }, within);
  if (lines_.empty()) return {};
  auto line = std::move(lines_.front());
  lines_.pop_front();
  return line;
}

bool session::until(const std::function<bool()>& holds, milliseconds within) {
  const auto deadline = clock::now() + within;
  while (!holds()) {
    const auto left = left_until(deadline);
    if (left.count() == 0 || !pump(left)) return holds();
  }
  return true;
}

void session::open(std::string_view revision) {
  revision_ = revision;
  if (is_modern()) return;
  const auto opened = result(request("initialize", {{"protocolVersion", revision},
                                                    {"capabilities", json::object{}},
                                                    {"clientInfo", {{"name", "test"}, {"version", "1"}}}}));
  BOOST_TEST(std::string{opened.at("protocolVersion").as_string()} == revision);
  notify("notifications/initialized", {});
}

std::string session::request_text(std::int64_t id, std::string_view method, json::object params) const {
  if (is_modern()) {
    auto& meta = params["_meta"];
    if (!meta.is_object()) meta = json::object{};
    meta.get_object()["io.modelcontextprotocol/protocolVersion"] = modern_revision;
    meta.get_object()["io.modelcontextprotocol/clientCapabilities"] = json::object{};
    meta.get_object()["io.modelcontextprotocol/clientInfo"] = {{"name", "test"}, {"version", "1"}};
  }
  // The member order and the missing `params` of the official clients.
  json::object message{{"method", method}};
  if (!params.empty()) message["params"] = std::move(params);
  message["jsonrpc"] = "2.0";
  message["id"] = id;
  return json::serialize(message);
}

std::int64_t session::request(std::string_view method, json::object params) {
  const auto id = next_id_++;
  send_line(request_text(id, method, std::move(params)));
  return id;
}

void session::notify(std::string_view method, json::object params) {
  json::object message{{"jsonrpc", "2.0"}, {"method", method}};
  if (!params.empty()) message["params"] = std::move(params);
  send_line(json::serialize(message));
}

void session::cancel(std::int64_t id) {
  notify("notifications/cancelled", {{"requestId", id}, {"reason", "the test cancels"}});
}

std::int64_t session::start_call(std::string_view tool, json::object arguments, json::value progress_token) {
  json::object params{{"name", tool}, {"arguments", std::move(arguments)}};
  if (!progress_token.is_null()) params["_meta"] = {{"progressToken", std::move(progress_token)}};
  return request("tools/call", std::move(params));
}

bool session::has_answer(std::int64_t id) const {
  return answers_.count(id) != 0;
}

json::object session::answer(std::int64_t id, milliseconds within) {
  BOOST_REQUIRE_MESSAGE(until([&] { return has_answer(id); }, within), "no answer to request " << id);
  return answers_.at(id);
}

json::object session::result(std::int64_t id, milliseconds within) {
  const auto message = answer(id, within);
  const auto* result = message.if_contains("result");
  BOOST_REQUIRE_MESSAGE(result != nullptr && result->is_object(), "an error: " << json::serialize(message));
  return result->get_object();
}

json::object session::call(std::string_view tool, json::object arguments) {
  return result(start_call(tool, std::move(arguments)), milliseconds{90000});
}

std::vector<double> session::progress_of(const json::value& token) const {
  std::vector<double> values;
  for (const auto& [when, message] : notices_) {
    if (message.at("method") != "notifications/progress") continue;
    const auto& params = message.at("params").as_object();
    if (params.at("progressToken") == token) values.push_back(params.at("progress").to_number<double>());
  }
  return values;
}

std::optional<int> session::wait_for_exit(milliseconds within) {
  const auto deadline = clock::now() + within;
  until([] { return false; }, within);
  return process_.wait(left_until(deadline));
}

void session::expect_clean_end() {
  const auto start = clock::now();
  close_input();
  const auto status = wait_for_exit(exit_deadline);
  BOOST_REQUIRE_MESSAGE(status, "the server did not end after its input had");
  BOOST_CHECK_MESSAGE(WIFEXITED(*status) && WEXITSTATUS(*status) == 0, "wait status " << *status);
  BOOST_CHECK_MESSAGE(since(start) < milliseconds{3000}, "the end took " << since(start).count() << " ms");
}

std::string text_of(const json::object& tool_result) {
  const auto text = at_path(tool_result, "content.0.text");
  return text.is_string() ? std::string{text.get_string()} : std::string{};
}

json::value at_path(const json::value& value, std::string_view path) {
  const json::value* here = &value;
  while (here != nullptr && !path.empty()) {
    const auto dot = path.find('.');
    const std::string key{path.substr(0, dot)};
    path = dot == std::string_view::npos ? std::string_view{} : path.substr(dot + 1);
    if (here->is_object())
      here = here->get_object().if_contains(key);
    else if (here->is_array())
      here = here->get_array().if_contains(std::stoul(key));
    else
      here = nullptr;
  }
  return here != nullptr ? *here : json::value{};
}

}  // namespace covey::testing
