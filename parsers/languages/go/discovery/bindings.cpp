#include "parsers/languages/go/discovery/bindings.hpp"
#include <utility>

namespace covey::parsers::languages::go {

void bindings::close() {
  const auto mark = marks_.empty() ? 0 : marks_.back();
  if (!marks_.empty()) marks_.pop_back();
  while (order_.size() > mark) {
    const auto it = meanings_.find(order_.back());
    it->second.pop_back();
    if (it->second.empty()) meanings_.erase(it);
    order_.pop_back();
  }
}

void bindings::bind(std::string_view name, binding meaning) {
  if (name.empty() || name == "_") return;
  meanings_[name].push_back(std::move(meaning));
  order_.push_back(name);
}

void bindings::forget(std::string_view name) {
  const auto it = meanings_.find(name);
  if (it != meanings_.end()) it->second.back() = {};
}

binding bindings::find(std::string_view name) const {
  const auto it = meanings_.find(name);
  if (it != meanings_.end()) return it->second.back();
  const auto value = file_->values.find(name);
  if (value == file_->values.end()) return {};
  return {binding::kind_type::expression, value->second};
}

bool bindings::is_bound(std::string_view name) const {
  return meanings_.contains(name);
}

syntax_node bindings::type(std::string_view name) const {
  auto it = types_.find(name);
  if (it != types_.end()) return it->second;
  it = file_->types.find(name);
  return it == file_->types.end() ? syntax_node{} : it->second;
}

}  // namespace covey::parsers::languages::go
