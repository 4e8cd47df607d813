#include "parsers/languages/rust/test_counts.hpp"
#include "parsers/coverage/llvm/bytes.hpp"
#include "parsers/text/json_scanner.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <limits>
#include <map>
#include <optional>

namespace covey::parsers::languages::rust {
namespace {

// "tests::\"quoted\"", as it stands in JSON
std::string name_of(std::string_view raw) {
  return json_text({json_kind::string, raw.find('\\') != std::string_view::npos, raw});
}

// Each counter once, with all that it counted.
void unite(llvm::counted& all) {
  std::ranges::sort(all);
  auto end = all.begin();
  for (auto it = all.begin(); it != all.end(); ++end) {
    *end = *it++;
    for (; it != all.end() && it->first == end->first; ++it) end->second += it->second;
  }
  all.erase(end, all.end());
}

std::optional<llvm::counted> read_counts(llvm::byte_reader& in) {
  llvm::counted out;
  std::uint64_t at = std::numeric_limits<std::uint64_t>::max();
  while (const auto distance = in.number()) {
    at += distance;
    const auto count = in.number();
    if (at > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    out.emplace_back(static_cast<std::uint32_t>(at), count);
  }
  return in.good() ? std::optional{std::move(out)} : std::nullopt;
}

}  // namespace

test_counts read_test_counts(std::string_view record) {
  test_counts out;
  std::map<std::string, counted_test, std::less<>> tests;
  llvm::byte_reader in{record};
  while (!in.rest().empty()) {
    const auto kind = in.take(1);
    out.complete = kind == "E";
    if (out.complete) continue;
    auto names = in.take(in.number());
    const auto counts = kind == "T" && in.good() ? read_counts(in) : std::nullopt;
    if (!counts) break;
    const auto several = std::ranges::count(names, '\n') > 1;
    if (names.empty()) out.outside.insert(out.outside.end(), counts->begin(), counts->end());
    for (std::string_view name; next_line(names, name);) {
      auto& test = tests[name_of(name)];
      test.shared = test.shared || several;
      test.counted.insert(test.counted.end(), counts->begin(), counts->end());
    }
  }
  unite(out.outside);
  for (auto& [name, test] : tests) {
    if (test.counted.empty()) continue;
    test.name = name;
    unite(test.counted);
    out.tests.push_back(std::move(test));
  }
  return out;
}

}  // namespace covey::parsers::languages::rust
