#include "bench/inputs/tracefile.hpp"
#include "bench/inputs/coverage_reports.hpp"
#include <array>
#include <ostream>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace covey::bench {
namespace {

constexpr std::array<std::string_view, 24> words = {"read",  "write", "socket", "buffer", "parse", "index",
                                                    "table", "hash",  "node",   "tree",   "cache", "queue",
                                                    "frame", "token", "stream", "block",  "event", "worker",
                                                    "value", "merge", "decode", "apply",  "state", "config"};

// The distributions of <random> differ from library to library; its generators do not.
class maker {
 public:
  explicit maker(std::uint64_t seed) : random_(seed) {}

  counts written() const { return {{"files", files_}, {"lines found", found_}, {"lines hit", hit_}}; }

  std::string_view record() {
    text_.clear();
    ++files_;
    const bool large = below(100) < 15;
    const auto lines = 20 + below(large ? 1200 : 300);
    text_ += "TN:\nSF:/build/src/part" + padded(files_ / 20) + "/file" + padded(files_);
    for (int left = 2; left > 0; --left) (text_ += '_') += word();
    text_ += ".cpp\n";
    functions(lines);
    if (below(3) == 0) branches(lines);
    hits(lines);
    text_ += "end_of_record\n";
    return text_;
  }

 private:
  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
  std::string_view word() { return words[below(words.size())]; }

  static std::string padded(std::uint64_t number) { return std::to_string(10'000'000 + number).substr(1); }

  void add_one(std::string_view text) { text_ += text; }
  void add_one(std::uint64_t number) { text_ += std::to_string(number); }
  template <class... Part>  // one part at most is random: the order of the arguments is the compiler's
  void add(Part... parts) {
    (add_one(parts), ...);
  }

  // Of a hundred: 36 lines that never ran, 22 that ran once, 22 up to 9 times; four digits and more: 8.
  std::uint64_t count() {
    const auto kind = below(100);
    if (kind < 36) return 0;
    if (kind < 58) return 1;
    if (kind < 80) return 2 + below(8);
    if (kind < 88) return 10 + below(90);
    if (kind < 92) return 100 + below(900);
    if (kind < 96) return 1000 + below(9000);
    if (kind < 98) return 10000 + below(90000);
    return 100000 + below(9900000);
  }

  // Half of them as C has them, half mangled.
  std::string name() {
    std::string out;
    const bool mangled = below(2) == 0;
    if (mangled) out = "_ZN5build";
    for (auto left = 2 + below(3); left > 0; --left) {
      const auto part = word();
      out += mangled ? std::to_string(part.size()) : out.empty() ? "" : "_";
      out += part;
    }
    return out + (mangled ? "ERKSt6vector" : "_") + std::to_string(below(1000)) + (mangled ? "E" : "");
  }

  // One function to 20 lines: first where they are, then how often they were called.
  void functions(std::uint64_t lines) {
    std::vector<std::string> names;
    std::uint64_t line = 1, hit = 0;
    for (auto left = lines / 20 + 1; left > 0; --left) {
      names.push_back(name() + "_" + std::to_string(names.size()));
      add("FN:", line += 5 + below(40), ",", std::string_view{names.back()}, "\n");
    }
    for (const auto& each : names) {
      const auto calls = count();
      hit += calls > 0 ? 1 : 0;
      add("FNDA:", calls, ",", std::string_view{each}, "\n");
    }
    add("FNF:", std::uint64_t{names.size()}, "\nFNH:", hit, "\n");
  }

  // Two ways out of every fifth line; of a line that never ran both are "-".
  void branches(std::uint64_t lines) {
    std::uint64_t line = 1, found = 0, hit = 0;
    for (auto left = lines / 5; left > 0; --left) {
      line += 1 + below(11);
      const bool ran = below(100) >= 36;
      for (std::uint64_t way = 0; way < 2; ++way, ++found) {
        const auto taken = ran ? count() : 0;
        hit += taken > 0 ? 1 : 0;
        add("BRDA:", line, ",0,", way, ",");
        ran ? add(taken, "\n") : add("-\n");
      }
    }
    add("BRF:", found, "\nBRH:", hit, "\n");
  }

  // Stretches of one to nine lines that run together have the same count, with gaps between and in them.
  void hits(std::uint64_t lines) {
    std::uint64_t line = 1, hit = 0, together = 0, runs = 0;
    for (auto left = lines; left > 0; --left) {
      if (together == 0) {
        together = 1 + below(5) + below(5);
        runs = count();
        line += below(4);
      }
      --together;
      line += below(8) == 0 ? 2U : 1U;
      hit += runs > 0 ? 1 : 0;
      add("DA:", line, ",", runs, "\n");
    }
    found_ += lines;
    hit_ += hit;
    add("LF:", lines, "\nLH:", hit, "\n");
  }

  std::mt19937_64 random_;
  std::uint64_t files_ = 0, found_ = 0, hit_ = 0;
  std::string text_;
};

}  // namespace

counts write_tracefile(std::ostream& out, std::uint64_t bytes, std::uint64_t seed) {
  maker records{seed};
  for (std::uint64_t written = 0; written < bytes;) {
    const auto record = records.record();
    out << record;
    written += record.size();
  }
  return records.written();
}

made_text make_lcov(std::size_t bytes, std::uint64_t seed) {
  std::ostringstream out;
  auto expected = write_tracefile(out, bytes, seed);
  return {std::move(out).str(), std::move(expected)};
}

}  // namespace covey::bench
