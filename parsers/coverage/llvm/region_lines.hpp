// Which lines have run if a region of a program has, as llvm-cov counts lines: a line is run by the regions
// that begin on it, and by the innermost one that goes on from a line above.
// Source: LineCoverageStats and SegmentBuilder in LLVM's CoverageMapping.cpp.
#pragma once

#include "parsers/model/lines_by_unit.hpp"
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers::llvm {

// Which code each counter of an instrumented program counts: LLVM's coverage mapping, as it stands in the
// program itself.
// Source: https://llvm.org/docs/CoverageMappingFormat.html, versions 4 to 7 (LLVM 11 and newer), and
// INSTR_PROF_DATA of compiler-rt's InstrProfData.inc.

// How often a region ran: a counter, or a sum or a difference of two of these.
struct counter_term {
  enum class kind_type : std::uint8_t { zero, counter, difference, sum };
  kind_type kind = kind_type::zero;
  std::uint32_t id = 0;  // of a counter of the function, or of an expression
};

struct counter_expression {
  counter_term left;
  counter_term right;
};

struct code_region {
  std::uint32_t file = 0;  // number in mapped_program::files
  std::uint32_t first_line = 0, first_column = 0, last_line = 0, last_column = 0;
  bool is_gap = false;      // between statements: it begins no line
  bool is_skipped = false;  // it cannot run
  counter_term count;
};

struct mapped_function {
  std::uint32_t first_counter = 0;  // of the program's
  std::uint32_t counters = 0;
  std::vector<counter_expression> expressions;
  std::vector<code_region> regions;
};

struct mapped_program {
  std::vector<std::string> files;  // absolute if the compiler's folder is known
  std::vector<mapped_function> functions;
  std::uint64_t counters = 0;
  std::uint64_t malformed = 0;  // functions that could not be read
};

// `file`: the bytes of an ELF file. A program without coverage has no functions.
mapped_program read_mapped_program(std::string_view file);

// Counters of a program, by their number, and how often they counted; sorted.
using counted = std::vector<std::pair<std::uint32_t, std::uint64_t>>;

struct file_lines {
  std::uint32_t file = 0;  // number in mapped_program::files
  std::vector<line_range> lines;
};

class region_lines {
 public:
  explicit region_lines(mapped_program program);

  const mapped_program& program() const { return program_; }

  // What ran if the counters counted that much. `shared`: some counts are those of others that ran at the same
  // time, so that a difference of counters proves nothing, and all that can have run is given.
  // Sorted by file; the lines are sorted and disjoint.
  std::vector<file_lines> ran(const counted& by, bool shared) const;

 private:
  void paint();
  const mapped_function* function_of(std::uint32_t counter) const;

  mapped_program program_;
  std::vector<std::uint32_t> by_counter_;  // function numbers, sorted by their first counter
  std::vector<std::vector<std::vector<line_range>>> lines_;  // of each region of each function
};

}  // namespace covey::parsers::llvm
