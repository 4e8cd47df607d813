#include "protocol/render/suites.hpp"
#include "protocol/text.hpp"
#include "protocol/visible.hpp"
#include <algorithm>
#include <map>
#include <tuple>

namespace covey::protocol {
namespace {

using parsers::failure_kind;

constexpr std::size_t name_bytes = 200;

using by_name = std::map<std::string_view, suite_counts>;

// Caches the last suite, since tests mostly come one suite after the other.
class counter {
 public:
  suite_counts& of(std::string_view group) {
    if (last_ == nullptr || group != last_name_) {
      last_ = &suites_[group];
      last_name_ = group;
    }
    return *last_;
  }
  by_name& all() { return suites_; }

 private:
  by_name suites_;
  suite_counts* last_ = nullptr;
  std::string_view last_name_;
};

// What ended a suite early.
std::string stopped_by(const parsers::finished_run& run, std::string_view group) {
  const parsers::failure* found = nullptr;
  for (const auto& one : run.results.failures) {
    const bool ends = one.kind == failure_kind::crash || one.kind == failure_kind::timeout ||
                      one.kind == failure_kind::panic || one.id.name.empty();
    if (ends && one.id.group == group && (found == nullptr || found->kind > one.kind)) found = &one;
  }
  if (found == nullptr) return run.ending.timed_out ? "the time was over" : "";
  const auto name = one_line(clipped(found->id.name, name_bytes));
  const std::string in = name.empty() ? "" : " in " + name;
  switch (found->kind) {
    case failure_kind::panic:
      return "stopped by a panic" + in;
    case failure_kind::crash:
      return "stopped by a crash" + in;
    case failure_kind::timeout:
      return "stopped by a timeout" + in;
    case failure_kind::assertion:
    case failure_kind::error:
      break;
  }
  return "";  // the failure itself says why
}

}  // namespace

suite_list suites_of(const parsers::finished_run& run) {
  counter counts;
  for (const auto& test : run.results.tests) {
    auto& suite = counts.of(test.id.group);
    if (test.result == parsers::outcome::passed) ++suite.passed;
    if (test.result == parsers::outcome::skipped) ++suite.skipped;
  }
  for (const auto& one : run.results.failures) {
    auto& suite = counts.of(one.id.group);
    ++(parsers::is_of_a_test(one) ? suite.failed : suite.errors);
  }
  for (const auto& gap : run.results.unrun) {
    auto& suite = counts.of(gap.group);
    suite.not_run += gap.count;
    suite.why_not_run = stopped_by(run, gap.group);
  }
  suite_list out;
  out.all = counts.all().size();
  for (auto& [name, suite] : counts.all()) {
    if (suite.red() + suite.not_run == 0) continue;
    suite.name = name;
    out.troubled.push_back(std::move(suite));
  }
  std::stable_sort(out.troubled.begin(), out.troubled.end(), [](const auto& a, const auto& b) {
    return std::tuple{b.red(), b.not_run} < std::tuple{a.red(), a.not_run};
  });
  return out;
}

}  // namespace covey::protocol
