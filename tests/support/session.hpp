// The real server over real pipes, driven line by line. Nothing waits without a deadline; what was said is
// kept with its times and printed when the test fails.
#pragma once

#include "tests/support/piped_process.hpp"
#include <boost/json.hpp>
#include <deque>
#include <string>
#include <string_view>

namespace covey::testing {

namespace json = boost::json;
using std::chrono::seconds;

constexpr std::string_view modern_revision = "2026-07-28";
constexpr milliseconds answer_deadline{30000};

class session {
 public:
  explicit session(const process_options& options);
  ~session();

  // --- lines
  void send_line(std::string_view line);  // "\n" is added
  void send_bytes(std::string_view bytes);
  // Leaves the writing to the next pump(): for a server that may have stopped reading.
  void queue_line(std::string_view line);
  bool all_written() const { return unwritten_.empty(); }
  // Without reading anything: the next line that has not been taken yet; "" when none came in time.
  std::string next_line(milliseconds within = answer_deadline);
  // Reads what is there; waits for more until the time is over. False: nothing more will come.
  bool pump(milliseconds wait);

  // --- messages. The revision decides whether requests carry the modern envelope.
  void open(std::string_view revision);  // a legacy one does the handshake
  bool is_modern() const { return revision_ == modern_revision; }
  std::string request_text(std::int64_t id, std::string_view method, json::object params) const;
  std::int64_t request(std::string_view method, json::object params = {});
  void notify(std::string_view method, json::object params);
  void cancel(std::int64_t id);
  std::int64_t start_call(std::string_view tool, json::object arguments = {},
                          json::value progress_token = nullptr);

  // The whole answer to a request; other messages are kept. No answer in time is a failure that ends the
  // test.
  json::object answer(std::int64_t id, milliseconds within = answer_deadline);
  bool has_answer(std::int64_t id) const;
  // The `result` of it; an error is a failure that ends the test.
  json::object result(std::int64_t id, milliseconds within = answer_deadline);
  json::object call(std::string_view tool, json::object arguments = {});
  // Pumps until `holds` does or the time is over.
  bool until(const std::function<bool()>& holds, milliseconds within = answer_deadline);

  struct notice {
    clock::time_point when;
    json::object message;
  };
  const std::deque<notice>& notices() const { return notices_; }
  std::vector<double> progress_of(const json::value& token) const;  // `progress` values in their order

  // --- the process
  pid_t pid() const { return process_.pid(); }
  clock::time_point started() const { return started_; }
  void stop_reading() { reading_ = false; }
  void go_on_reading() { reading_ = true; }
  void stop_reading_errors() { reading_errors_ = false; }
  void close_input() { process_.close_input(); }
  void close_output() { process_.close_output(); }
  void close_errors() { process_.close_errors(); }
  void signal(int number) const { process_.signal(number); }
  std::optional<int> wait_for_exit(milliseconds within);  // reads on while it waits
  // Ends it the polite way (the input's end) and checks that it exits with 0 in time.
  void expect_clean_end();
  const std::string& errors() const { return errors_; }
  void print_transcript() const;

 private:
  void take(std::string_view line);
  void note(std::string_view direction, std::string_view text);
  void read_errors();
  bool read_output();

  clock::time_point started_;
  piped_process process_;
  std::string revision_;
  std::int64_t next_id_ = 1;
  bool reading_ = true;
  bool reading_errors_ = true;
  std::string unwritten_;
  std::string partial_;  // of a line of theirs
  std::deque<std::string> lines_;
  std::map<std::int64_t, json::object> answers_;
  std::deque<notice> notices_;
  std::string errors_;
  std::vector<std::string> transcript_;
};

// The text block of a tool's answer.
std::string text_of(const json::object& tool_result);
// What stands at "a.b.0.c"; null if there is none.
json::value at_path(const json::value& value, std::string_view path);

}  // namespace covey::testing
