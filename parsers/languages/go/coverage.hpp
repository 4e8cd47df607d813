// The coverage of a Go run: one profile per test binary, with the folder of its package and the record of its
// tests (test_hits.hpp) beside it.
#pragma once

#include "parsers/events/output_parser.hpp"
#include "parsers/languages/go/packages.hpp"
#include "parsers/text/streams.hpp"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace covey::parsers::languages::go {

// Which lines each test of one binary ran: reads what reporters/go/covey_tests.go writes.
class test_hits {
 public:
  // Called several times for a test and a file. `tests`: none of them can be told from the others; empty: no
  // test ran. `file` as profiles name it; `ran` is sorted and disjoint.
  using sink = std::function<void(const std::vector<std::string>& tests, const std::string& file,
                                  const std::vector<line_range>& ran)>;

  // What they read, by the name that it has in coverage::inputs, and the lines that did, where they are new: "file:line", tab, …
  using read_sink =
      std::function<void(const std::vector<std::string>& tests, std::string_view name, std::string_view by)>;

  explicit test_hits(sink on_hits, read_sink on_read = {});
  test_hits(const test_hits&) = delete;
  test_hits& operator=(const test_hits&) = delete;

  void feed(std::string_view bytes);
  void finish();

  // The binary came to its end, and all of the record could be read. Otherwise tests may have run more.
  bool complete() const { return complete_ && malformed_ == 0; }
  // All that was read, but for what the tests did that were running when a process ended in the midst of them.
  bool tells_reads() const { return tells_reads_ && malformed_ == 0; }

 private:
  struct function {
    std::uint32_t file = 0;
    std::vector<line_range> blocks;  // {0, 0}: of no lines
  };

  void read_line(std::string_view line, bool cut);
  bool read_function(std::string_view rest);
  bool read_hits(std::string_view line);
  void begin_tests(std::string_view names);
  void flush();
  std::uint32_t number_of(std::string_view file);

  line_splitter lines_;
  sink on_hits_;
  read_sink on_read_;
  std::vector<std::string> files_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  // of files
  std::vector<function> functions_;
  std::vector<std::string> tests_;
  std::vector<std::pair<std::uint32_t, line_range>> ran_;  // by these tests: file, lines
  std::size_t malformed_ = 0;
  bool complete_ = false, tells_reads_ = false;
};

// X.dir holds the absolute folder of the package whose test binary wrote X.hits and X.out, and comes before
// them. If an .out has no .dir, each line that ran is attributed to the package of its file; if it has no whole
// .hits, to all tests of its package.
std::unique_ptr<coverage_collector> make_coverage(std::shared_ptr<const package_list> packages);

}  // namespace covey::parsers::languages::go
