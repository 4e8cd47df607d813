#include "tests/parsers/coverage/formats/lcov/generator.hpp"
#include <vector>

namespace covey::testing {
namespace {

// The distributions of <random> differ between standard libraries. This is splitmix64. For the same reason
// each draw is a statement of its own: compilers are free to order two draws in one expression.
class dice {
 public:
  explicit dice(std::uint64_t seed) : state_(seed) {}

  std::uint64_t below(std::uint64_t limit) {
    state_ += 0x9e3779b97f4a7c15;
    auto z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return (z ^ (z >> 31)) % limit;
  }
  bool once_in(std::uint64_t many) { return below(many) == 0; }

 private:
  std::uint64_t state_;
};

class writer {
 public:
  explicit writer(std::uint64_t seed) : dice_(seed), end_(dice_.once_in(4) ? "\r\n" : "\n") {}

  std::string write() {
    if (dice_.once_in(3)) line("# made by a program");
    record(0, true);  // lcov refuses a tracefile without any line
    const auto records = 1 + dice_.below(30);
    for (std::uint64_t i = 0; i < records; ++i) record(dice_.below(12), !dice_.once_in(8));
    if (dice_.once_in(4)) out_.resize(out_.size() - end_.size());
    return out_;
  }

 private:
  void line(const std::string& text) { (out_ += text) += end_; }

  std::string count() {
    const std::uint64_t limits[] = {1, 2, 2, 10, 1000, 100'000'000, 1'000'000'000'000};
    return std::to_string(dice_.below(limits[dice_.below(7)]));
  }

  // Blanks that end a line, where lcov reads over them.
  std::string blanks() { return dice_.once_in(50) ? "  " : ""; }

  void functions() {
    const auto all = dice_.below(12);
    std::vector<std::string> names;
    for (std::uint64_t i = 0; i < all; ++i) {
      names.push_back("f" + std::to_string(dice_.below(16)));
      line("FN:" + std::to_string(1 + dice_.below(300)) + "," + names.back());
    }
    if (dice_.once_in(10)) names.push_back("nowhere");
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (dice_.once_in(6)) continue;
      const auto which = dice_.once_in(3) ? dice_.below(names.size()) : i;
      line("FNDA:" + count() + "," + names[which]);
    }
    if (all > 0) line("FNF:" + std::to_string(all));
  }

  void branches(std::uint64_t last) {
    for (auto i = dice_.below(40); i > 0; --i) {
      const auto at = 1 + dice_.below(last), block = dice_.once_in(9) ? 4294967295 : dice_.below(3);
      const auto way = dice_.below(4);
      const auto taken = dice_.once_in(3) ? "-" : count();
      const auto after = blanks();
      line("BRDA:" + std::to_string(at) + "," + std::to_string(block) + "," + std::to_string(way) + "," +
           taken + after);
    }
    line("BRF:999");
  }

  void lines(std::uint64_t file, std::uint64_t last, bool with_checksums) {
    for (std::uint64_t at = 1; at <= last; ++at) {
      if (dice_.once_in(3)) continue;
      const auto where = dice_.once_in(30) ? 1 + dice_.below(last) : at;  // again, or out of order
      // Checksums of a line have to be the same wherever it comes.
      const auto checksum = with_checksums ? ",sum" + std::to_string(file * 1000 + where) : std::string{};
      const std::string sign = dice_.once_in(60) ? "-" : "";
      const auto hits = count();
      const auto after = blanks();
      line("DA:" + std::to_string(where) + "," + sign + hits + checksum + after);
    }
    line("DA:" + std::to_string(last) + "," + count());
    line("LF:999");
    line("LH:0");
  }

  void record(std::uint64_t file, bool with_lines) {
    if (dice_.once_in(2)) line("TN:test" + std::to_string(dice_.below(4)));
    line((dice_.once_in(20) ? "KF:" : "SF:") + std::string{"src/a dir/file"} + std::to_string(file) + ".c");
    const auto last = 1 + dice_.below(dice_.once_in(5) ? 400 : 60);
    if (dice_.once_in(2)) functions();
    if (dice_.once_in(2)) branches(last);
    if (with_lines) lines(file, last, dice_.once_in(4));
    if (dice_.once_in(9)) line("");
    line("end_of_record");
  }

  dice dice_;
  std::string end_;
  std::string out_;
};

}  // namespace

std::string generated_tracefile(std::uint64_t seed) {
  return writer{seed}.write();
}

}  // namespace covey::testing
