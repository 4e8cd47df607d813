// The query up to the first line feed, and candidates, a line each.
#include "parsers/query/query.hpp"
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>

using namespace covey::parsers;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text{reinterpret_cast<const char*>(data), size};
  std::vector<std::string> lines{""};
  for (const char c : text) {
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  }
  const auto asked = query::parse(lines.front());
  lines.erase(lines.begin());
  const auto order = filter(asked, lines);
  const std::set<std::size_t> once{order.begin(), order.end()};
  std::size_t matches = 0;
  for (const auto& line : lines) matches += query_filter{asked}.offer(line).has_value() ? 1u : 0u;
  if (once.size() == order.size() && order.size() == matches) return 0;
  std::fprintf(stderr, "%zu match, %zu are in order, %zu of them different\n", matches, order.size(),
               once.size());
  std::abort();
}
