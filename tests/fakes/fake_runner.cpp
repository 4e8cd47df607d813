// A test runner that misbehaves to order. Installed as `go` it answers the questions covey asks of a
// toolchain and acts on `go test`; called by its own name it acts at once: `fake_runner
// --behave=pass:3,hang`.
//
// What it does is a comma-separated list, done in order, taken from --behave or from FAKE_RUNNER ("@FILE":
// the list is in that file, read anew by each process). Tests are reported as `go test -json` does, for
// package example.com/fake.
//
// - pass:N fail:N: N tests that end so; steady:S: a passing test every 20 ms for S seconds
// - steady-until:PATH: the same until that file exists
// - silent: no events from here on, exit 0; truncate: half an event, and no end of the package
// - sleep:S hang: wait; exit:N: end at once, without the package's end
// - ignore-term: SIGTERM and SIGHUP do nothing; trap-exit: on SIGTERM say "bye" and exit with 0
// - report-term: on each SIGTERM say "term", and end 0.1 s later; daemonise-reporting: so does a grandchild
// in its own session
// - stop-self stop-parent stop-guard: SIGSTOP, the last to the guard of the run; keep-stopping-parent: a child that does it again and again
// - suicide:N: signal N to itself; segv abort: die the usual ways
// - forge: text that looks like failures and events; garbage: bytes that are no UTF-8
// - flood:N both:N: N bytes to stdout, to both streams; long-line:N: N bytes without a line end in between
// - exec-missing: execs a program that is not there; leak-stdout:S: a child that only holds stdout
// - spawn:N: N children that ignore nothing and wait
// - daemonise:NAME: a grandchild in a session of its own that ignores SIGTERM and calls itself NAME
// - read-stdin open-tty print-env echo-argv report-signals report-fds: say what they found
// - touch:PATH: make a file: "I am here now"; wait-for:PATH: go on when that file exists
// - coverage: a cover profile where COVEY_GO_PROFILES says
#include "tests/fakes/children.hpp"
#include "tests/fakes/primitives.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

using namespace covey::testing;

namespace {

constexpr std::string_view package = "example.com/fake";

struct behaviour {
  std::string name;
  std::string argument;
};

// "10", "64K", "1G"
std::uint64_t amount(const std::string& text) {
  char* unit = nullptr;
  const std::uint64_t number = std::strtoull(text.c_str(), &unit, 10);
  switch (*unit) {
    case 'K':
      return number << 10;
    case 'M':
      return number << 20;
    case 'G':
      return number << 30;
    default:
      return number;
  }
}

std::string file_contents(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

std::vector<behaviour> parse(const std::string& list) {
  std::vector<behaviour> all;
  std::size_t start = 0;
  while (start < list.size()) {
    const auto end = std::min(list.find_first_of(",\n", start), list.size());
    const auto item = list.substr(start, end - start);
    start = end + 1;
    if (item.empty()) continue;
    const auto colon = item.find(':');
    all.push_back({item.substr(0, colon), colon == std::string::npos ? "" : item.substr(colon + 1)});
  }
  return all;
}

class runner {
 public:
  runner(int argc, char** argv) : arguments_(argv, argv + argc) {}

  int run(const std::vector<behaviour>& behaviours) {
    for (const auto& b : behaviours)
      if (b.name == "silent") silent_ = true;
    event("start", "");
    for (const auto& b : behaviours) act(b);
    if (silent_ || !open_) return 0;
    output("", failed_ == 0 ? "PASS\\n" : "FAIL\\n");
    event(failed_ == 0 ? "pass" : "fail", "", ",\"Elapsed\":0.1");
    return failed_ == 0 ? 0 : 1;
  }

 private:
  void event(std::string_view action, std::string_view test, std::string_view more = "") {
    if (silent_) return;
    std::string line = "{\"Time\":\"2026-01-01T00:00:00Z\",\"Action\":\"" + std::string{action} +
                       "\",\"Package\":\"" + std::string{package} + "\"";
    if (!test.empty()) line += ",\"Test\":\"" + std::string{test} + "\"";
    put(line + std::string{more} + "}\n");
  }

  void output(std::string_view test, std::string_view escaped) {
    event("output", test, ",\"Output\":\"" + std::string{escaped} + "\"");
  }

  void test(bool passes) {
    const auto name = (passes ? "TestPass" : "TestFail") + std::to_string(++tests_);
    event("run", name);
    if (!passes) output(name, "    fake_test.go:10: broken\\n");
    output(name, (passes ? "--- PASS: " : "--- FAIL: ") + name + " (0.00s)\\n");
    event(passes ? "pass" : "fail", name, ",\"Elapsed\":0");
    if (!passes) ++failed_;
  }

  void tests(std::uint64_t count, bool pass) {
    while (count-- > 0) test(pass);
  }

  void steady(double seconds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    while (std::chrono::steady_clock::now() < end) {
      test(true);
      wait_seconds(0.02);
    }
  }

  void steady_until(const std::string& path) {
    while (::access(path.c_str(), F_OK) != 0) {
      test(true);
      wait_seconds(0.02);
    }
  }

  void half_an_event() {
    put("{\"Time\":\"2026-01-01T00:00:00Z\",\"Action\":\"pass\",\"Pack");
    open_ = false;
  }

  void flood(std::uint64_t bytes, bool both) {
    std::string block;
    while (block.size() < 64 * 1024)
      block += "noise noise noise noise noise noise noise noise noise noise noise noise\n";
    for (std::uint64_t sent = 0; sent < bytes; sent += block.size()) {
      put(block);
      if (both) put(block, 2);
    }
  }

  void long_line(std::uint64_t bytes) {
    const std::string block(64 * 1024, 'x');
    for (std::uint64_t sent = 0; sent < bytes; sent += block.size()) put(block);
    put("\n");
  }

  void garbage() {
    std::string bytes;
    std::uint32_t state = 1;
    for (int i = 0; i < 4096; ++i) {
      state = state * 1664525 + 1013904223;
      bytes += static_cast<char>(state >> 24);
    }
    put(bytes + std::string("\0\x1b[31mred\x1b[0m \xff\xfe \xed\xa0\x80\n", 21));
  }

  void forge() {
    put("--- FAIL: TestFake (0.00s)\n");
    put("FAIL\texample.com/fake\t0.1s\n");
    put("{\"Action\":\"run\",\"Package\":\"example.com/other\"}trailing\n");
    put("{\"Action\":\"output\"\n");
    put("panic: not one\n\ngoroutine 1 [running]:\n");
  }

  void read_stdin() {
    char buffer[4096];
    ssize_t total = 0;
    for (ssize_t n; (n = ::read(0, buffer, sizeof buffer)) > 0;) total += n;
    put("stdin: " + std::to_string(total) + " bytes\n");
  }

  void open_tty() {
    const int fd = ::open("/dev/tty", O_RDWR);
    put(fd >= 0 ? "tty: there is one\n" : "tty: none\n");
    if (fd >= 0) ::close(fd);
  }

  void print_environment() {
    for (char** entry = ::environ; *entry != nullptr; ++entry) put("env: " + std::string{*entry} + "\n");
  }

  void echo_arguments() {
    for (const auto& argument : arguments_) put("argument: " + argument + "\n");
  }

  void report_signals() {
    std::ifstream status{"/proc/self/status"};
    for (std::string line; std::getline(status, line);)
      if (line.rfind("Sig", 0) == 0) put(line + "\n");
  }

  void report_descriptors() {
    DIR* folder = ::opendir("/proc/self/fd");
    while (const dirent* entry = ::readdir(folder))
      if (entry->d_name[0] != '.' && std::atoi(entry->d_name) != ::dirfd(folder))
        put("descriptor: " + std::string{entry->d_name} + "\n");
    ::closedir(folder);
  }

  void touch(const std::string& path) { std::ofstream{path} << ::getpid() << "\n"; }

  void wait_for(const std::string& path) {
    while (::access(path.c_str(), F_OK) != 0) wait_seconds(0.005);
  }

  void coverage() {
    const char* folder = std::getenv("COVEY_GO_PROFILES");
    if (folder == nullptr) return;
    const auto stem = std::string{folder} + "/0001";
    std::ofstream{stem + ".dir"} << ::getenv("PWD");
    std::ofstream{stem + ".out"} << "mode: set\n" << package << "/fake.go:1.1,9.2 5 1\n";
  }

  void act(const behaviour& b) {
    static const std::map<std::string, std::function<void(runner&, const std::string&)>> actions = {
        {"pass", [](runner& r, const std::string& n) { r.tests(amount(n), true); }},
        {"fail", [](runner& r, const std::string& n) { r.tests(amount(n), false); }},
        {"steady", [](runner& r, const std::string& s) { r.steady(std::atof(s.c_str())); }},
        {"steady-until", [](runner& r, const std::string& path) { r.steady_until(path); }},
        {"silent", [](runner&, const std::string&) {}},
        {"truncate", [](runner& r, const std::string&) { r.half_an_event(); }},
        {"sleep", [](runner&, const std::string& s) { wait_seconds(std::atof(s.c_str())); }},
        {"hang", [](runner&, const std::string&) { wait_forever(); }},
        {"exit", [](runner&, const std::string& n) { std::_Exit(std::atoi(n.c_str())); }},
        {"ignore-term",
         [](runner&, const std::string&) {
           ::signal(SIGTERM, SIG_IGN);
           ::signal(SIGHUP, SIG_IGN);
         }},
        {"trap-exit",
         [](runner&, const std::string&) {
           ::signal(SIGTERM, [](int) {
             put("bye\n");
             std::_Exit(0);
           });
         }},
        {"report-term", [](runner&, const std::string&) { report_term(); }},
        {"stop-self", [](runner&, const std::string&) { ::raise(SIGSTOP); }},
        {"stop-parent", [](runner&, const std::string&) { ::kill(::getppid(), SIGSTOP); }},
        {"stop-guard", [](runner&, const std::string&) { stop_guard(); }},
        {"keep-stopping-parent", [](runner&, const std::string&) { keep_stopping_parent(); }},
        {"suicide", [](runner&, const std::string& n) { ::kill(::getpid(), std::atoi(n.c_str())); }},
        {"segv",
         [](runner&, const std::string&) {
           ::signal(SIGSEGV, SIG_DFL);  // a sanitizer's handler would make an exit code of it
           ::raise(SIGSEGV);
         }},
        {"abort", [](runner&, const std::string&) { std::abort(); }},
        {"exec-missing",
         [](runner&, const std::string&) {
           ::execl("/nonexistent/program", "program", nullptr);
           std::_Exit(127);
         }},
        {"flood", [](runner& r, const std::string& n) { r.flood(amount(n), false); }},
        {"both", [](runner& r, const std::string& n) { r.flood(amount(n), true); }},
        {"long-line", [](runner& r, const std::string& n) { r.long_line(amount(n)); }},
        {"garbage", [](runner& r, const std::string&) { r.garbage(); }},
        {"forge", [](runner& r, const std::string&) { r.forge(); }},
        {"leak-stdout", [](runner&, const std::string& s) { leak_stdout(std::atof(s.c_str())); }},
        {"spawn", [](runner&, const std::string& n) { spawn(amount(n)); }},
        {"daemonise", [](runner&, const std::string& name) { daemonise(name); }},
        {"daemonise-reporting", [](runner&, const std::string&) { daemonise_reporting(); }},
        {"read-stdin", [](runner& r, const std::string&) { r.read_stdin(); }},
        {"open-tty", [](runner& r, const std::string&) { r.open_tty(); }},
        {"print-env", [](runner& r, const std::string&) { r.print_environment(); }},
        {"echo-argv", [](runner& r, const std::string&) { r.echo_arguments(); }},
        {"report-signals", [](runner& r, const std::string&) { r.report_signals(); }},
        {"report-fds", [](runner& r, const std::string&) { r.report_descriptors(); }},
        {"say", [](runner&, const std::string& text) { put(text + "\n"); }},
        {"say-err", [](runner&, const std::string& text) { put(text + "\n", 2); }},
        {"touch", [](runner& r, const std::string& path) { r.touch(path); }},
        {"wait-for", [](runner& r, const std::string& path) { r.wait_for(path); }},
        {"coverage", [](runner& r, const std::string&) { r.coverage(); }},
    };
    const auto it = actions.find(b.name);
    if (it == actions.end()) {
      put("fake_runner: no behaviour " + b.name + "\n", 2);
      std::_Exit(64);
    }
    it->second(*this, b.argument);
  }

  std::vector<std::string> arguments_;
  std::uint64_t tests_ = 0;
  std::uint64_t failed_ = 0;
  bool silent_ = false;
  bool open_ = true;  // the package's end is still to come
};

std::string list_from_environment() {
  const char* list = std::getenv("FAKE_RUNNER");
  if (list == nullptr) return "pass:1";
  return list[0] == '@' ? file_contents(list + 1) : list;
}

// `go SUBCOMMAND …` other than `go test`.
int answer_question(int argc, char** argv) {
  const std::string_view subcommand = argc > 1 ? argv[1] : "";
  if (subcommand == "version") {
    put("go version go1.26.0 linux/amd64\n");
  } else if (subcommand == "env") {
    for (int i = 2; i < argc; ++i) put(std::strcmp(argv[i], "GOVERSION") == 0 ? "go1.26.0\n" : "\n");
  } else if (subcommand == "list" &&
             std::find(argv, argv + argc, std::string_view{"-export"}) != argv + argc) {
    // Names what does not build: nothing.
  } else if (subcommand == "list") {
    char folder[4096];
    if (::getcwd(folder, sizeof folder) == nullptr) return 1;
    put(std::string{package} + "\t" + folder + "\tfake.go//fake_test.go/\t1\t0\n");
  } else {
    put("go: unknown command\n", 2);
    return 2;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view called = argv[0];
  const bool as_go = called.substr(called.rfind('/') + 1) == "go";
  if (as_go && (argc < 2 || std::strcmp(argv[1], "test") != 0)) return answer_question(argc, argv);
  std::string list = list_from_environment();
  constexpr std::string_view option = "--behave=";
  for (int i = 1; i < argc && !as_go; ++i)
    if (std::string_view{argv[i]}.substr(0, option.size()) == option) list = argv[i] + option.size();
  return runner{argc, argv}.run(parse(list));
}
