// The functions of one LCOV record: FN says where one is, FNDA how often it was called, by name.
#pragma once

#include "parsers/coverage/complaints.hpp"
#include "parsers/model/coverage.hpp"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

class lcov_calls {
 public:
  void add(std::vector<function_hits>& functions, std::string_view name, std::uint64_t hits,
           std::uint64_t line_number);

  // Only if the call is of the function whose turn it is.
  bool add_next(std::vector<function_hits>& functions, std::string_view name, std::uint64_t hits);

  // At the record's end: each name once, as lcov counts them; a call of an unknown function makes one without
  // a line.
  void settle(std::vector<function_hits>& functions, complaints& wrong);

 private:
  struct stray {
    std::string name;
    std::uint64_t hits = 0;
    std::uint64_t line_number = 0;
  };

  static bool repeats(const std::vector<function_hits>& functions, std::vector<std::uint64_t>& hashes);

  std::size_t next_ = 0;  // the FNDA records mostly follow the order of the FN records
  std::vector<stray> strays_;
  std::vector<std::uint64_t> hashes_;
};

}  // namespace covey::parsers
