// Runs that are made by hand: what passed and failed in them, and what is known to fail after them.
#pragma once

#include "parsers/failures/ended_run.hpp"
#include "parsers/failures/known_failures.hpp"
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

namespace covey::parsers {

inline failure red(std::string group, std::string name, failure_kind kind = failure_kind::assertion) {
  failure out;
  out.id = {shared_text{group}, std::move(name)};
  out.kind = kind;
  return out;
}

struct made_run : finished_run {
  explicit made_run(std::uint64_t number, run_scope of = run_scope::whole) {
    id = number;
    language = "go";
    scope = of;
    ending.kind = run_ending::kind_type::exited;
  }
  made_run& passes(std::string group, std::string name, outcome result = outcome::passed) {
    results.tests.push_back({{shared_text{group}, std::move(name)}, result});
    ++(result == outcome::passed ? results.totals.passed : results.totals.skipped);
    return *this;
  }
  made_run& fails(failure what) {
    if (!what.id.name.empty()) results.tests.push_back({what.id, outcome::failed});
    ++results.totals.failed;
    results.failures.push_back(std::move(what));
    return *this;
  }
  // The files that it found, and those that it left, where these are others.
  made_run& in(fingerprint_ptr before, fingerprint_ptr after = {}) {
    fingerprints = {before, after ? after : before};
    return *this;
  }
  made_run& after(const finished_run& before) {
    count_results(*this);
    carry_over(before, *this, [](std::string_view path) { return path.ends_with(".go"); });
    return *this;
  }
  std::vector<std::string> known() const {
    std::vector<std::string> names;
    for (const auto& one : known_failures(*this)) names.push_back(full_name(one.what->id));
    return names;
  }
};

// Files with what they hold, in the order of their paths.
inline fingerprint_ptr files(std::vector<std::pair<std::string, std::uint64_t>> all) {
  fingerprint out;
  for (auto& [path, hash] : all) out.files.push_back({shared_text{path}, hash, hash});
  return std::make_shared<const fingerprint>(std::move(out));
}

using names = std::vector<std::string>;

inline void expect(const made_run& run, const names& expected) {
  BOOST_TEST(run.known() == expected, boost::test_tools::per_element());
}

// a and b failed, and in another package c.
inline made_run three_red() {
  made_run out{1};
  out.fails(red("p", "a")).fails(red("p", "b")).fails(red("q", "c")).passes("p", "good");
  return out;
}

}  // namespace covey::parsers
