#include "protocol/answer_filter.hpp"
#include "protocol/visible.hpp"
#include <algorithm>

namespace covey::protocol {

answer_filter::answer_filter() {
  static const auto none = std::make_shared<const secret_mask>();
  secrets_ = none;
}

bool answer_filter::is_clean(std::string_view from) const {
  return is_visible(from) && !secrets_->finds_in(from);
}

// Secrets first: they may contain characters that would become escapes.
std::string answer_filter::text(std::string from) const {
  if (secrets_->finds_in(from)) from = secrets_->apply(from);
  if (!is_visible(from)) from = visible(from);
  return from;
}

bool answer_filter::clean(json::value& value) const {
  if (auto* members = value.if_object()) return clean(*members);
  bool changed = false;
  if (auto* items = value.if_array())
    for (auto& item : *items) changed = clean(item) || changed;
  if (auto* string = value.if_string(); string != nullptr && !is_clean(*string)) {
    value = text(std::string{*string});
    changed = true;
  }
  return changed;
}

bool answer_filter::clean(json::object& members) const {
  bool changed = false;
  for (auto& member : members) changed = clean(member.value()) || changed;
  const bool clean_names =
      std::all_of(members.begin(), members.end(), [&](const auto& member) { return is_clean(member.key()); });
  if (clean_names) return changed;
  json::object renamed;
  for (auto& member : members) renamed[text(std::string{member.key()})] = std::move(member.value());
  members = std::move(renamed);
  return true;
}

}  // namespace covey::protocol
