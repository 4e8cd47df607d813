// The extraction that every reader of covey's own events does, and what it comes to.
#pragma once

#include "bench/inputs/made_text.hpp"
#include <string_view>

namespace covey::bench {

class events_tally {
 public:
  void add(std::string_view type, std::string_view outcome, double milliseconds) {
    ++events_;
    if (type != "report") return;
    ++(outcome == "passed" ? passes_ : outcome == "skipped" ? skips_ : fails_);
    milliseconds_ += static_cast<std::uint64_t>(milliseconds + 0.5);
  }
  void add_name(std::string_view text) { names_ += text.size(); }
  void add_text(std::string_view text) { text_ += text.size(); }  // what failures and tests say
  void add_line(std::uint64_t line) { lines_ += line; }

  // Real text may hold what covey takes out of it (escapes of terminals, blanks at the end): a length of its
  // own.
  counts take(const char* text_name = "text") const {
    return {{"events", events_}, {"passes", passes_}, {"fails", fails_}, {"skips", skips_},
            {"names", names_},   {text_name, text_},  {"lines", lines_}, {"milliseconds", milliseconds_}};
  }

 private:
  std::uint64_t events_ = 0, passes_ = 0, fails_ = 0, skips_ = 0;
  std::uint64_t names_ = 0, text_ = 0, lines_ = 0, milliseconds_ = 0;
};

}  // namespace covey::bench
