#include "parsers/events/found_places.hpp"
#include <map>
#include <string>
#include <utility>

namespace covey::parsers {

void set_found_places(std::vector<failure>& failures, const failures_so_far& so_far) {
  std::multimap<std::pair<std::string, std::string_view>, std::size_t> places;
  for (std::size_t i = 0; i < so_far.list.size(); ++i)
    places.emplace(std::pair{full_name(so_far.list[i].id), std::string_view{so_far.list[i].key}},
                   so_far.after[i]);
  for (auto& one : failures) {
    const auto found = places.find(std::pair{full_name(one.id), std::string_view{one.key}});
    if (found == places.end()) continue;
    one.found_at = found->second;
    places.erase(found);
  }
}

}  // namespace covey::parsers
