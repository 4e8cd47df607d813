// What readers of Istanbul's JSON take from it: all that covey keeps, but not made into lines.
#pragma once

#include "bench/inputs/made_text.hpp"
#include <string_view>

namespace covey::bench {

class istanbul_tally {
 public:
  void add_file(std::string_view path) {
    ++files_;
    names_ += path.size();
  }
  void add_line(std::uint64_t line) { lines_ += line; }
  void add_statement(std::uint64_t hits) {
    ++statements_;
    hits_ += hits;
  }
  void add_function(std::string_view name) { names_ += name.size(); }
  void add_call(std::uint64_t hits) { hits_ += hits; }
  void add_way(std::uint64_t taken) {
    ++ways_;
    hits_ += taken;
  }

  counts take() const {
    return {{"files", files_},           {"names", names_},         {"sum of lines", lines_},
            {"statements", statements_}, {"branches found", ways_}, {"sum of hits", hits_}};
  }

 private:
  std::uint64_t files_ = 0, names_ = 0, lines_ = 0, statements_ = 0, ways_ = 0, hits_ = 0;
};

}  // namespace covey::bench
