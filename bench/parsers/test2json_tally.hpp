// The extraction that every reader of test2json does, and what it comes to.
#pragma once

#include "bench/inputs/made_text.hpp"
#include <string_view>

namespace covey::bench {

// The members that covey wants of an event; the views live until the next one is read.
struct test2json_members {
  std::string_view action;
  std::string_view package;
  std::string_view test;
  std::string_view output;
  std::string_view import_path;
  std::string_view failed_build;
  double elapsed = 0;
};

class test2json_tally {
 public:
  void add(const test2json_members& event) {
    ++events_;
    text_ += event.package.size() + event.test.size() + event.output.size() + event.import_path.size() +
             event.failed_build.size();
    milliseconds_ += static_cast<std::uint64_t>(event.elapsed * 1000 + 0.5);
    if (event.action == "output") ++outputs_;
    if (event.action == "pass") ++passes_;
    if (event.action == "fail") ++fails_;
    if (event.action == "skip") ++skips_;
  }

  counts take() const {
    return {{"events", events_},
            {"outputs", outputs_},
            {"passes", passes_},
            {"fails", fails_},
            {"skips", skips_},
            {"text", text_},
            {"milliseconds", milliseconds_}};
  }

 private:
  std::uint64_t events_ = 0, outputs_ = 0, passes_ = 0, fails_ = 0, skips_ = 0, text_ = 0, milliseconds_ = 0;
};

}  // namespace covey::bench
