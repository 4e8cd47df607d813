#include "bench/inputs/test2json.hpp"
#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

namespace covey::bench {
namespace {

// Events in their order, each without its time: what one goroutine, one test or one package says.
using script = std::vector<std::string>;

// As encoding/json writes text: <, > and & are escaped for HTML.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\t':
        out += "\\t";
        break;
      case '<':
        out += "\\u003c";
        break;
      case '>':
        out += "\\u003e";
        break;
      case '&':
        out += "\\u0026";
        break;
      default:
        out += c;
    }
  return out + '"';
}

std::string seconds_of(std::uint64_t milliseconds) {
  auto out = std::to_string(milliseconds / 1000) + "." + digits(milliseconds / 10 % 100, 2);
  return out;
}

std::string elapsed_of(std::uint64_t milliseconds) {
  auto out = seconds_of(milliseconds);
  while (out.back() == '0') out.pop_back();
  if (out.back() == '.') out.pop_back();
  return out;
}

// Several scripts at once, as a scheduler would mix them: a few events of one, then a few of another.
script mixed(std::vector<script> parts, std::size_t at_once, dice& random) {
  script out;
  std::deque<std::pair<script, std::size_t>> running;
  std::size_t next = 0;
  while (next < parts.size() || !running.empty()) {
    while (running.size() < at_once && next < parts.size()) running.emplace_back(std::move(parts[next++]), 0);
    const auto which = random.below(running.size());
    auto& [part, at] = running[which];
    for (auto burst = 1 + random.below(8); burst > 0 && at < part.size(); --burst)
      out.push_back(std::move(part[at++]));
    if (at == part.size()) running.erase(running.begin() + static_cast<std::ptrdiff_t>(which));
  }
  return out;
}

class package_maker {
 public:
  package_maker(std::uint64_t number, dice& random, counts& expected)
      : random_(random), expected_(expected), noun_(random.one_of(nouns)) {
    path_ = joined({"github.com/acme/shop/internal/", noun_, "/", random.one_of(nouns), digits(number, 3)});
  }

  script make() {
    script out{event("start", "")};
    std::vector<script> parallel;
    for (auto left = 20 + random_.below(60); left > 0; --left) {
      const auto name = joined({"Test", capital(random_.one_of(verbs)), capital(noun_),
                                capital(random_.one_of(nouns)), std::to_string(left)});
      if (random_.percent(30)) {
        for (auto* text : {"run", "=== RUN   ", "=== PAUSE "}) add_step(out, text, name);
        add(out, "pause", name);
        parallel.push_back(parallel_test(name));
      } else {
        add_step(out, "run", name);
        add_step(out, "=== RUN   ", name);
        body(out, name);
      }
    }
    for (auto& line : mixed(std::move(parallel), 4, random_)) out.push_back(std::move(line));
    finish(out);
    return out;
  }

 private:
  std::string event(std::string_view action, std::string_view test) const {
    std::string out = "\"Action\":\"" + std::string{action} + "\",\"Package\":\"" + path_ + '"';
    return test.empty() ? out : out + ",\"Test\":" + quoted(test);
  }
  void add(script& into, std::string_view action, std::string_view test) {
    into.push_back(event(action, test));
  }
  void print(script& into, std::string_view test, std::string_view text) {
    ++expected_["outputs"];
    into.push_back(event("output", test) + ",\"Output\":" + quoted(text));
  }
  // "run" is an event; the others are lines that it prints.
  void add_step(script& into, std::string_view step, const std::string& test) {
    if (step == "run") return add(into, step, test);
    print(into, test, std::string{step} + test + "\n");
  }

  script parallel_test(const std::string& name) {
    script out;
    add(out, "cont", name);
    add_step(out, "=== CONT  ", name);
    body(out, name);
    return out;
  }

  // What a test says between its beginning and its end, and its subtests; whether it failed.
  bool body(script& into, const std::string& name, int depth = 0) {
    for (auto left = random_.below(6); left > 0; --left) print(into, name, log_line(depth));
    bool failed = false;
    std::vector<std::pair<std::string, bool>> below;
    if (depth < 2 && random_.percent(30))
      for (auto left = 1 + random_.below(6); left > 0; --left) {
        const auto sub = joined({name, "/", random_.one_of(verbs), "_", random_.one_of(nouns),
                                 random_.percent(5) ? "_größer" : "", "#", digits(left, 2)});
        add_step(into, "run", sub);
        add_step(into, "=== RUN   ", sub);
        failed = body(into, sub, depth + 1) || failed;
      }
    const bool by_itself = random_.below(200) == 0;
    if (by_itself) complain(into, name, depth);
    end(into, name, depth, failed || by_itself);
    return failed || by_itself;
  }

  void end(script& into, const std::string& name, int depth, bool failed) {
    const auto took = random_.percent(70) ? 0 : random_.below(900);
    const bool skipped = !failed && random_.percent(2);
    const std::string indent(static_cast<std::size_t>(depth) * 4, ' ');
    const auto* word = failed ? "FAIL" : skipped ? "SKIP" : "PASS";
    print(into, name, indent + "--- " + word + ": " + name + " (" + seconds_of(took) + "s)\n");
    into.push_back(event(failed    ? "fail"
                         : skipped ? "skip"
                                   : "pass",
                         name) +
                   ",\"Elapsed\":" + elapsed_of(took));
    ++expected_[failed ? "fails" : skipped ? "skips" : "passes"];
    ++expected_["tests"];
    failed_ = failed_ || failed;
  }

  std::string place(int depth) {
    return std::string(static_cast<std::size_t>(depth) * 4 + 4, ' ') + std::string{noun_} +
           "_test.go:" + std::to_string(10 + random_.below(900)) + ": ";
  }

  std::string log_line(int depth) {
    const auto noun = random_.one_of(nouns);
    const auto number = std::to_string(random_.below(100000));
    switch (random_.below(6)) {
      case 0:
        return joined({place(depth), "loaded ", number, " rows of ", noun, " in 1.2ms\n"});
      case 1:
        return joined({place(depth), "GET /v1/", noun, "/", number, "?limit=50&sort=name -> 200 (\"ok\")\n"});
      case 2:
        return joined({"2026/03/01 10:00:00 INFO ", noun, " id=", number, " tenant=\"größe & söhne\"\n"});
      case 3:
        return joined({"{\"level\":\"debug\",\"msg\":\"", noun, " cached\",\"n\":", number, "}\n"});
      case 4:
        return joined({place(depth), "step\t", number, "\tof\t", noun, "\n"});
      default:
        return joined({place(depth), noun, " = <nil>, want <nil>: ✓\n"});
    }
  }

  void complain(script& into, const std::string& name, int depth) {
    print(into, name,
          joined({place(depth), "Total() = ", std::to_string(random_.below(500)), ", want 42\n"}));
    for (auto* line : {"Error Trace:\tcart_test.go:57\n", "Error:      \tNot equal: \n",
                       "expected: \"größer\"\n", "actual  : \"kleiner\"\n"})
      print(into, name, std::string(static_cast<std::size_t>(depth) * 4 + 8, ' ') + line);
  }

  void finish(script& into) {
    const auto took = 10 + random_.below(20000);
    print(into, "", failed_ ? "FAIL\n" : "PASS\n");
    print(into, "", "coverage: " + std::to_string(40 + random_.below(60)) + ".3% of statements\n");
    print(into, "",
          (failed_ ? "FAIL\t" : "ok  \t") + path_ + "\t" + seconds_of(took) +
              (failed_ ? "s\n" : "s\tcoverage\n"));
    into.push_back(event(failed_ ? "fail" : "pass", "") + ",\"Elapsed\":" + elapsed_of(took));
    ++expected_[failed_ ? "fails" : "passes"];
  }

  dice& random_;
  counts& expected_;
  std::string_view noun_;
  std::string path_;
  bool failed_ = false;
};

// Puts the time in front of each event.
class writer {
 public:
  explicit writer(std::uint64_t seed) : random_(seed) {}

  void add(std::string_view event, std::string& into) {
    now_ += 500 + random_.below(40000);
    const auto second = now_ / 1'000'000'000;
    auto fraction = digits(now_ % 1'000'000'000, 9);
    while (fraction.back() == '0') fraction.pop_back();  // as Go writes it
    into += "{\"Time\":\"2026-03-01T1" + std::to_string(second / 3600 % 10) + ":" +
            digits(second / 60 % 60, 2) + ":" + digits(second % 60, 2) + (fraction.empty() ? "" : ".") +
            fraction + "Z\",";
    into += event;
    into += "}\n";
  }

 private:
  dice random_;
  std::uint64_t now_ = 0;
};

}  // namespace

made_text make_test2json(std::size_t bytes, std::uint64_t seed) {
  made_text out;
  out.bytes.reserve(bytes + bytes / 8);
  dice random{seed};
  writer lines{seed};
  for (std::uint64_t package = 0; out.bytes.size() < bytes;) {
    std::vector<script> four;  // packages are tested four at a time
    for (int left = 4; left > 0; --left)
      four.push_back(package_maker{package++, random, out.expected}.make());
    for (const auto& event : mixed(std::move(four), 4, random)) {
      lines.add(event, out.bytes);
      ++out.expected["events"];
    }
  }
  return out;
}

}  // namespace covey::bench
