// A `go` that answers covey's questions and whose tests print faster than a real one's could. The order of a
// run:
//
// "bytes N": N bytes of events of 8 packages with 64 tests each, nearly all of them output, lines of some 215
// bytes.
//
// "tests N": N tests in 100 packages that print nothing of their own, four events each.
#include "bench/server/fake_run.hpp"
#include <algorithm>
#include <cstring>

namespace {

using namespace covey::bench;

constexpr std::size_t block_bytes = 256 * 1024;
constexpr std::uint64_t packages = 100;
constexpr std::uint64_t loud_packages = 8;
constexpr std::uint64_t tests_of_package = 64;  // of a loud one

std::string package_name(std::uint64_t number) {
  return "example.com/flood/internal/package_" + std::to_string(number);
}

// As `go test -json` writes them; the clock goes on by what stands in the last digits.
class event_writer {
 public:
  void event(std::string_view action, std::string_view package, std::string_view test,
             std::string_view more = "") {
    text_ += R"({"Time":"2026-01-01T10:00:)";
    const auto now = ++ticks_ % 60'000'000;
    char digits[16];
    std::snprintf(digits, sizeof digits, "%02u.%06u", static_cast<unsigned>(now / 1'000'000),
                  static_cast<unsigned>(now % 1'000'000));
    text_ += digits;
    text_ += R"(Z","Action":")";
    text_ += action;
    text_ += R"(","Package":")";
    text_ += package;
    if (!test.empty()) (text_ += R"(","Test":")") += test;
    text_ += '"';
    text_ += more;
    text_ += "}\n";
  }

  void output(std::string_view package, std::string_view test, std::string_view escaped) {
    std::string more = R"(,"Output":")";
    more += escaped;
    event("output", package, test, more + '"');
  }

  void begin(std::string_view package, const std::string& test) {
    event("run", package, test);
    output(package, test, "=== RUN   " + test + "\\n");
  }

  void pass(std::string_view package, const std::string& test) {
    output(package, test, "--- PASS: " + test + " (0.01s)\\n");
    event("pass", package, test, R"(,"Elapsed":0.01)");
  }

  void end(std::string_view package) {
    output(package, "", "PASS\\n");
    output(package, "", "ok  \\t" + std::string{package} + "\\t0.123s\\n");
    event("pass", package, "", R"(,"Elapsed":0.123)");
  }

  std::size_t size() const { return text_.size(); }
  const std::string& text() const { return text_; }
  void flush() {
    put(1, text_);
    text_.clear();
  }

 private:
  std::string text_;
  std::uint32_t ticks_ = 0;
};

// What a test prints: a log of requests, with what JSON must escape.
std::string log_line(unsigned number) {
  static constexpr const char* const paths[] = {"/users/17", "/orders?page=2\\u0026sort=date", "/health",
                                                "/search?q=\\\"caf\xc3\xa9\\\""};
  return "    server_test.go:" + std::to_string(40 + number % 200) + ": GET " + paths[number % 4] +
         " 200 in " + std::to_string(number % 997) +
         "\xc2\xb5s\\tbody=" + std::to_string(number * 37 % 4096) + " bytes\\n";
}

void flood(std::uint64_t bytes) {
  const auto of_test = bytes / (loud_packages * tests_of_package);
  event_writer events;
  for (std::uint64_t p = 0; p < loud_packages; ++p) {
    const auto package = package_name(p);
    events.event("start", package, "");
    for (std::uint64_t t = 0; t < tests_of_package; ++t) {
      const auto test = "TestServer" + std::to_string(t) + "/answers_requests";
      events.begin(package, test);
      events.flush();
      event_writer printed;  // once, then again and again
      for (unsigned line = 0; printed.size() < std::min<std::uint64_t>(block_bytes, of_test); ++line)
        printed.output(package, test, log_line(line));
      for (std::uint64_t sent = 0; sent < of_test; sent += printed.size()) put(1, printed.text());
      events.pass(package, test);
    }
    events.end(package);
  }
  events.flush();
}

void many_tests(std::uint64_t tests) {
  event_writer events;
  for (std::uint64_t p = 0; p < packages; ++p) {
    const auto package = package_name(p);
    events.event("start", package, "");
    for (std::uint64_t t = p; t < tests; t += packages) {
      const auto test = "TestBehaviour" + std::to_string(t);
      events.begin(package, test);
      events.pass(package, test);
      if (events.size() > block_bytes) events.flush();
    }
    events.end(package);
  }
  events.flush();
}

// Of one file, which is there so that there is something to ask for.
void write_profile() {
  const auto folder = variable("COVEY_GO_PROFILES");
  if (folder.empty()) return;
  std::ofstream{folder + "/0001.dir"} << variable("PWD");
  std::ofstream{folder + "/0001.out"} << "mode: set\n" << package_name(0) << "/flood.go:1.1,9.2 5 1\n";
}

int test() {
  const auto order = ordered();
  tell_begun();
  if (order.what == "tests")
    many_tests(order.amount);
  else
    flood(order.amount);
  write_profile();
  return 0;
}

int list(int argc, char** argv) {
  if (std::find(argv, argv + argc, std::string_view{"-export"}) != argv + argc) return 0;  // all of it builds
  const auto folder = variable("PWD");
  for (std::uint64_t p = 0; p < packages; ++p)
    put(1, package_name(p) + "\t" + folder + "\tflood.go//server_test.go/\t1\t0\n");
  return 0;
}

int environment(int argc, char** argv) {
  for (int i = 2; i < argc; ++i) put(1, std::strcmp(argv[i], "GOVERSION") == 0 ? "go1.26.0\n" : "\n");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view command = argc > 1 ? argv[1] : "";
  if (command == "test") return test();
  if (command == "list") return list(argc, argv);
  if (command == "env") return environment(argc, argv);
  if (command == "version") put(1, "go version go1.26.0 linux/amd64\n");
  return 0;
}
