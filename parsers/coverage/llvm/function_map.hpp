// Which code each counter of an instrumented program counts: LLVM's coverage mapping, as it stands in the
// program itself.
// Source: https://llvm.org/docs/CoverageMappingFormat.html, versions 4 to 7 (LLVM 11 and newer), and
// INSTR_PROF_DATA of compiler-rt's InstrProfData.inc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::llvm {

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

}  // namespace covey::parsers::llvm
