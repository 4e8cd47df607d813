// The functions of one LCOV record: FN says where one is, FNDA how often it was called, by name.
#pragma once

#include "parsers/coverage/diagnostics.hpp"
#include "parsers/model/coverage.hpp"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

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

}  // namespace covey::parsers
