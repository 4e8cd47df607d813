// LCOV tracefiles (geninfo(1), FILES), of lcov 1.x and 2.x and of the tools that write similar files:
//   TN:test  SF:path  DA:line,count[,checksum]  FN:line[,end],name  FNDA:count,name
//   FNL:index,line[,end]  FNA:index,count,name   BRDA:line,[e]block,branch,taken|-
//   MCDC:line,group,t|f,count,index,expression   end_of_record   #comment
// VER and the sums (LF, LH, FNF, FNH, BRF, BRH, MCF, MCH …) are ignored, because they are often wrong.
#pragma once

#include "parsers/coverage/formats/format.hpp"
#include "parsers/model/coverage.hpp"
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers {

// The functions of one LCOV record: FN says where one is, FNDA how often it was called, by name.
class lcov_calls {
 public:
  void add(function_list& functions, std::string_view name, std::uint64_t hits, std::uint64_t line_number);

  // Succeeds only if `name` is the next function in the order of the FN records.
  bool add_next(function_list& functions, std::string_view name, std::uint64_t hits);

  // The same if `text` begins with that name and a line feed: returns its size, or 0. A block is readable.
  std::size_t take_next(function_list& functions, const char* text, std::uint64_t hits);

  // At the record's end: each name once, as lcov counts them; a call of an unknown function makes one without
  // a line.
  void settle(function_list& functions, diagnostics& wrong);

 private:
  struct stray {
    std::string name;
    std::uint64_t hits = 0;
    std::uint64_t line_number = 0;
  };

  bool repeats(const function_list& functions);

  std::size_t next_ = 0;  // the FNDA records mostly follow the order of the FN records
  std::vector<stray> strays_;
  std::vector<std::uint64_t> seen_;  // a hash table of the hashes of names; 0: free
};

// The lines between an SF and its end_of_record; repeated entries are added up, as lcov does. The caller
// merges the records of a file that has several (merge.hpp).
struct lcov_record {
  std::string test;    // TN, as written; may be empty
  std::string file;    // SF, as written
  file_coverage data;  // in the order of the model; no units
};

// What becomes of malformed lines: a negative count is 0; a count with a fraction or an exponent is rounded,
// but a hit stays a hit; a record without an end is kept; every other malformed line is skipped.
class lcov_reader {
 public:
  using sink = std::function<void(lcov_record&&)>;

  explicit lcov_reader(sink on_record) : on_record_(std::move(on_record)) {}
  lcov_reader(const lcov_reader&) = delete;
  lcov_reader& operator=(const lcov_reader&) = delete;

  void feed(std::string_view bytes);
  void finish();  // gives a last record that has no end_of_record

  const diagnostics& wrong() const { return wrong_; }
  diagnostics& wrong() { return wrong_; }

 private:
  struct function_span {
    std::uint32_t line = 0;
    std::uint32_t end_line = 0;
  };

  void read_lines(const char* at, const char* end);
  const char* read_usual(const char* at, const char* end);
  bool take_function(const char*& at);
  void read_line(std::string_view line);
  void read_record(std::string_view name, std::string_view text);
  void read_hits(std::string_view text);
  void read_function(std::string_view text);
  void read_call(std::string_view text);
  void read_span(std::string_view text);
  void read_alias(std::string_view text);
  void read_branch(std::string_view text);
  void read_condition(std::string_view text);
  bool read_line_number(std::string_view& text, std::uint32_t& line);
  bool read_line_number_alone(std::string_view text, std::uint32_t& line);
  bool take_index(std::string_view& text, std::uint64_t& index);
  bool take_count(std::string_view& text, std::uint64_t& count);
  bool take_block(std::string_view& text, std::uint32_t& block, bool& exception);
  bool read_count(std::string_view text, std::uint64_t& count);
  std::uint32_t branch_named(std::string_view name);
  void begin_record(std::string_view file);
  void end_record();
  void complain(std::string_view what) { wrong_.add(what, line_number_); }

  sink on_record_;
  std::string pending_;  // the beginning of a line whose end has not come yet
  bool skipping_ = false;
  std::uint64_t line_number_ = 1;  // of the line that is read
  diagnostics wrong_;
  std::string test_;

  // The record that is read. Its vectors are reused for all records, so that they grow once.
  bool in_record_ = false;
  std::string record_test_;
  std::string file_;
  file_coverage data_;
  lcov_calls calls_;
  std::map<std::uint64_t, function_span> spans_;  // by index
  std::map<std::string, std::uint32_t, std::less<>> branch_places_;
};

}  // namespace covey::parsers
