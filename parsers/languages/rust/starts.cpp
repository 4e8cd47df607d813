#include "parsers/languages/rust/starts.hpp"
#include "parsers/languages/rust/rerun.hpp"
#include <algorithm>
#include <utility>

namespace covey::parsers {
namespace {

using strings = std::vector<std::string>;

// Linux takes 128 KiB in one argument, 2 MiB in all.
constexpr std::size_t max_argument_bytes = std::size_t{96} * 1024;

template <class Names>
std::vector<rust_start> starts_of(const Names& names, bool mimic) {
  std::vector<rust_start> out;
  std::size_t bytes = max_argument_bytes;
  for (const auto& name : names) {
    bytes += name.size() + 1;
    if (bytes > max_argument_bytes || mimic) {
      out.emplace_back();
      bytes = name.size() + 1;
    }
    out.back().names.push_back(name);
  }
  return out;
}

}  // namespace

rust_choice rust_named_choice(rust_choice choice, const rust_listing& tests) {
  for (const auto& pattern : std::exchange(choice.patterns, {})) {
    const auto selector = rust_selector({}, pattern);
    for (const auto& [name, test] : tests) {
      test_record listed;
      listed.id.name = name;
      listed.defined = test.where;
      if (selector.matches(listed)) choice.names.insert(name);
    }
  }
  return choice;
}

std::vector<rust_start> rust_starts(const rust_choice& choice, bool mimic) {
  return choice.whole ? std::vector<rust_start>{{}} : starts_of(choice.names, mimic);
}

std::vector<rust_start> rust_starts_of_the_rest(const rust_start& start, const rust_listing& tests,
                                                const std::set<std::string, std::less<>>& began, bool mimic) {
  const auto has_begun = [&](const std::string& name) { return began.count(name) > 0; };
  strings rest;
  if (!start.names.empty()) {
    std::remove_copy_if(start.names.begin(), start.names.end(), std::back_inserter(rest), has_begun);
    return starts_of(rest, mimic);
  }
  if (!mimic) {
    for (const auto& [name, test] : tests)
      if (!has_begun(name)) rest.push_back(name);
    return starts_of(rest, mimic);
  }
  auto later = start;
  later.skipped.insert(later.skipped.end(), began.begin(), began.end());
  if (rust_tests_of(later, tests) == 0) return {};
  return {std::move(later)};
}

std::size_t rust_tests_of(const rust_start& start, const rust_listing& tests) {
  if (!start.names.empty()) return start.names.size();
  const auto all = static_cast<std::size_t>(
      std::count_if(tests.begin(), tests.end(), [](const auto& entry) { return !entry.second.alias; }));
  return all - std::min(all, start.skipped.size());
}

strings rust_start_arguments(const rust_start& start) {
  strings out;
  if (start.names.empty() && start.skipped.empty()) return out;
  out.emplace_back("--exact");
  for (const auto& name : start.skipped) out.insert(out.end(), {"--skip", name});
  if (start.names.empty()) return out;
  out.emplace_back("--");
  out.insert(out.end(), start.names.begin(), start.names.end());
  return out;
}

}  // namespace covey::parsers
