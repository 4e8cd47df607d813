#include "parsers/languages/go/output/inner_tests.hpp"

#include <algorithm>

namespace covey::parsers::languages::go {

namespace {

bool passed_after(const test_state& outer, const test_state& test) {
  return outer.result == outcome::passed && !outer.running && outer.ended_at > test.ended_at;
}

}  // namespace

void inner_tests::begins(const test_state& top) {
  outer_.erase(&top);
  if (awake_.size() == 1 && *awake_.begin() != &top) outer_.emplace(&top, *awake_.begin());
  if (awake_.empty()) awake_.insert(&top);
}

void inner_tests::waits(const test_state& top, bool waits) {
  if (waits)
    awake_.erase(&top);
  else if (!outer_.contains(&top))
    awake_.insert(&top);
}

bool inner_tests::failed_as_expected(const test_state& test, const finder& find,
                                     const definitions& defined) const {
  const std::string_view name = test.name;
  for (auto slash = name.find('/'); slash != std::string_view::npos; slash = name.find('/', slash + 1))
    if (const auto* above = find(name.substr(0, slash)); above != nullptr && passed_after(*above, test))
      return true;
  const auto top = name.substr(0, name.find('/'));
  const auto it = outer_.find(find(top));
  if (it == outer_.end() || !passed_after(*it->second, test)) return false;
  const auto known = defined();
  return !known.empty() && std::ranges::find(known, top) == known.end();
}

}  // namespace covey::parsers::languages::go
