// What covey_bench measures: inputs, and for each the readers that take turns on its bytes.
#pragma once

#include "bench/inputs/made_text.hpp"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::bench {

constexpr std::size_t piece = 64 * 1024;  // what the server reads at once
constexpr std::size_t readable_behind =
    128;  // bytes behind an input that a reader may look at (simdjson does)

struct reader {
  std::string name;  // "covey/events", "simdjson"
  std::function<counts(std::string_view bytes)> read;
};

struct input {
  std::string name;       // "test2json/made"; a row is input/reader
  std::string items;      // the count that is told per second
  std::size_t bytes = 0;  // its size when nothing else is asked for
  std::function<made_text(std::size_t bytes, std::uint64_t seed)> make;
  std::vector<reader> readers;  // the first is covey's
};

using inputs = std::vector<input>;

// One a format; the last has LCOV, coverprofile, Cobertura and Istanbul.
void add_test2json(inputs& into);
void add_events(inputs& into);
void add_junit(inputs& into);
void add_coverage_reports(inputs& into);

inputs all_inputs();

template <class Feed>
void feed_in_pieces(std::string_view bytes, Feed feed) {
  for (std::size_t at = 0; at < bytes.size(); at += piece) feed(bytes.substr(at, piece));
}

}  // namespace covey::bench
