#include "parsers/languages/node/discovery/scopes.hpp"
#include <utility>

namespace covey::parsers::languages::node {

void name_scopes::close() {
  if (marks_.empty()) return;
  for (; order_.size() > marks_.back(); order_.pop_back()) by_name_[order_.back()].pop_back();
  marks_.pop_back();
}

void name_scopes::bind(std::string_view name, binding what) {
  by_name_[name].push_back(std::move(what));
  order_.push_back(name);
}

const binding* name_scopes::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() || found->second.empty() ? nullptr : &found->second.back();
}

test_api name_scopes::api_of(std::string_view name) const {
  const auto* bound = find(name);
  if (bound == nullptr) return global_api(name);
  return bound->kind == binding::kind_type::api ? bound->api : test_api{};
}

}  // namespace covey::parsers::languages::node
