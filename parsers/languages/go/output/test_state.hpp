// A test of a package as its events report it.
#pragma once

#include "parsers/model/test.hpp"
#include "parsers/text/head_tail.hpp"
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace covey::parsers::languages::go {

// Members are ordered to avoid padding: there may be a million of these.
struct test_state {
  std::string name;
  std::chrono::milliseconds duration{0};
  std::unique_ptr<head_tail> output;  // dropped when the test, or before Go 1.20 its package, has ended
  std::unique_ptr<failure> why;       // only of tests that failed by themselves
  std::uint32_t first_child_at = 0;   // how much it had printed when its first subtest began
  std::uint32_t ended_at = 0;         // counts the package's test events
  std::optional<outcome> result;
  bool running = false;
  bool waiting = false;           // it is parallel and waits for its turn
  bool failing_below = false;     // a subtest of it failed
  bool failed_by_itself = false;  // … and it reported an error of its own
  bool set_aside = false;         // it failed as the test that ran it expected: it has no result
};

// Head and tail of it.
inline std::string printed_by(const test_state& test) {
  return test.output ? test.output->text() : std::string{};
}

// Not a subtest.
inline bool is_top(std::string_view name) {
  return name.find('/') == std::string_view::npos;
}

// A parent whose subtest failed is not listed beside it, unless it also failed by itself.
inline bool is_listed_failure(const test_state& test) {
  return test.why &&
         (!test.failing_below || test.failed_by_itself || test.why->kind != failure_kind::assertion);
}

// Finds tests by their names, without a second copy of the names.
struct test_hash {
  using is_transparent = void;
  std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>{}(name); }
  std::size_t operator()(const test_state* test) const { return (*this)(test->name); }
};
struct same_test {
  using is_transparent = void;
  bool operator()(const test_state* a, const test_state* b) const { return a->name == b->name; }
  bool operator()(std::string_view a, const test_state* b) const { return a == b->name; }
  bool operator()(const test_state* a, std::string_view b) const { return a->name == b; }
};

}  // namespace covey::parsers::languages::go
