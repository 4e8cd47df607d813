#include "parsers/languages/rust/starts.hpp"
#include "parsers/languages/rust/selection.hpp"
#include <algorithm>
#include <utility>

namespace covey::parsers::languages::rust {
namespace {

using strings = std::vector<std::string>;

// Linux takes 128 KiB in one argument, 2 MiB in all.
constexpr std::size_t max_argument_bytes = std::size_t{96} * 1024;

template <class Names>
std::vector<binary_start> starts_of(const Names& names, bool mimic) {
  std::vector<binary_start> out;
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

chosen_tests with_names(chosen_tests chosen, const test_list& tests) {
  for (const auto& pattern : std::exchange(chosen.patterns, {})) {
    const auto selector = selector_for({}, pattern);
    for (const auto& [name, test] : tests) {
      test_record listed;
      listed.id.name = name;
      listed.defined = test.where;
      if (selector.matches(listed)) chosen.names.insert(name);
    }
  }
  return chosen;
}

std::vector<binary_start> starts_for(const chosen_tests& chosen, bool mimic) {
  return chosen.whole ? std::vector<binary_start>{{}} : starts_of(chosen.names, mimic);
}

std::vector<binary_start> starts_of_the_rest(const binary_start& start, const test_list& tests,
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
  if (count_tests(later, tests) == 0) return {};
  return {std::move(later)};
}

std::size_t count_tests(const binary_start& start, const test_list& tests) {
  if (!start.names.empty()) return start.names.size();
  const auto all = static_cast<std::size_t>(
      std::count_if(tests.begin(), tests.end(), [](const auto& entry) { return !entry.second.alias; }));
  return all - std::min(all, start.skipped.size());
}

strings start_arguments(const binary_start& start) {
  strings out;
  if (start.names.empty() && start.skipped.empty()) return out;
  out.emplace_back("--exact");
  for (const auto& name : start.skipped) out.insert(out.end(), {"--skip", name});
  if (start.names.empty()) return out;
  out.emplace_back("--");
  out.insert(out.end(), start.names.begin(), start.names.end());
  return out;
}

}  // namespace covey::parsers::languages::rust
