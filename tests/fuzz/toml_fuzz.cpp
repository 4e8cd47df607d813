// TOML of a checkout: a text that is refused is empty, and no other is deeper than the limit.
#include "parsers/text/documents.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

std::size_t depth_of(const boost::json::value& value) {
  std::size_t deepest = 0;
  if (const auto* object = value.if_object())
    for (const auto& [name, member] : *object) deepest = std::max(deepest, depth_of(member));
  if (const auto* array = value.if_array())
    for (const auto& member : *array) deepest = std::max(deepest, depth_of(member));
  return value.is_structured() ? deepest + 1 : 0;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace covey::parsers;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  const auto read = read_toml(text);
  const auto refused = toml_refusal(text);
  const auto depth = depth_of(read);
  if ((refused.empty() || read.empty()) && depth <= toml_levels + 1) return 0;
  std::fprintf(stderr, "refused for \"%s\", and %zu members, %zu deep\n", refused.c_str(), read.size(),
               depth);
  std::abort();
}
