#include "parsers/coverage/formats/json/builder.hpp"
#include <bit>
#include <utility>

namespace covey::parsers {

namespace json = boost::json;

json_builder::json_builder(std::vector<json_path> paths, std::vector<json_path> left_out,
                           json_entries::sink on_entry, json_entries::limits max, diagnostics& wrong)
    : paths_(std::move(paths)), on_entry_(std::move(on_entry)), max_(max), wrong_(wrong) {
  entries_ = (path_set{1} << paths_.size()) - 1;
  for (auto& path : left_out) paths_.push_back(std::move(path));
  all_ = (path_set{1} << paths_.size()) - 1;
  for (std::size_t i = 0; i < paths_.size(); ++i) ending_.at(paths_[i].size()) |= path_set{1} << i;
}

// The paths that lead from the innermost open container to this child of it.
json_builder::path_set json_builder::lead_on(json_step::kind_of kind, std::string_view key) const {
  const auto at = open_.size() - 1;
  path_set out = 0;
  for (auto left = open_.back().on_way; left != 0; left &= left - 1) {
    const auto index = static_cast<std::size_t>(std::countr_zero(left));
    if (paths_[index].size() <= at) continue;
    const auto& step = paths_[index][at];
    const bool fits = kind == json_step::element ? step.kind == json_step::element
                                                 : step.kind == json_step::member ||
                                                       (step.kind == json_step::name && step.key == key);
    if (fits) out |= path_set{1} << index;
  }
  return out;
}

json_builder::path_set json_builder::ends_here(path_set of) const {
  return of & ending_[open_.size()];
}

// Whether the value that begins is needed; if not, a container of an entry counts it as dropped.
bool json_builder::begin_value() {
  if (skipping_ > 0) return false;
  if (open_.empty()) {
    next_ = all_;
    return true;
  }
  auto& around = open_.back();
  if (!around.object) next_ = lead_on(json_step::element, {});
  const auto ended = ends_here(next_);
  const bool left_out = (ended & ~entries_) != 0 || (around.object && key_too_long_);
  if (!building_ && !left_out && (ended & entries_) != 0) {
    found_ = true;
    entry_path_ = static_cast<std::size_t>(std::countr_zero(ended & entries_));
    if (on_entry_) begin_entry();
  }
  if (building_ && !left_out) return grow(sizeof(json::value));
  if (around.kept) ++around.dropped;
  return !building_ && !left_out && next_ != 0;
}

void json_builder::begin_entry() {
  building_ = true;
  entry_at_ = open_.size();
  size_ = 0;
  stack_.reset();
}

// After a value that is no container, or the end of one.
void json_builder::end_value() {
  if (!building_ || open_.size() > entry_at_) return;
  building_ = false;
  on_entry_({entry_path_, keys_, stack_.release()});
}

bool json_builder::grow(std::size_t bytes) {
  size_ += bytes;
  if (size_ <= max_.entry) return true;
  give_up("an entry that is too large, left out");
  return false;
}

// Drops the entry that is being built; the rest of it is skipped.
void json_builder::give_up(std::string_view why) {
  wrong_.add(why, 0, place());
  skipping_ = open_.size() - entry_at_;
  open_.resize(entry_at_);
  building_ = false;
  stack_.reset();
}

void json_builder::begin(bool object) {
  if (!begin_value()) {
    ++skipping_;
    return;
  }
  open_.push_back({next_, object, building_, 0});
  if (object && !building_) keys_.emplace_back();
}

void json_builder::end(std::size_t count) {
  if (skipping_ > 0) {
    --skipping_;
    return;
  }
  const auto ended = open_.back();
  open_.pop_back();
  if (ended.kept && ended.object) stack_.push_object(count - ended.dropped);
  if (ended.kept && !ended.object) stack_.push_array(count - ended.dropped);
  if (!ended.kept && ended.object) keys_.pop_back();
  end_value();
}

void json_builder::key_part(std::string_view part) {
  if (skipping_ > 0) return;
  if (!text_began_) key_too_long_ = false;
  text_began_ = true;
  const auto room = max_.key - text_.size();
  if (part.size() > room) key_too_long_ = true;
  text_ += part.substr(0, room);
}

void json_builder::key(std::string_view last) {
  if (skipping_ > 0) return;
  key_part(last);
  text_began_ = false;
  next_ = key_too_long_ ? 0 : lead_on(json_step::member, text_);
  if (key_too_long_) wrong_.add("a name that is too long, left out with what it names", 0, text_);
  if (!open_.back().kept) {
    keys_.back() = text_;
  } else if (!key_too_long_ && (ends_here(next_) & ~entries_) == 0) {
    stack_.push_key(text_);
    size_ += text_.size() + sizeof(json::key_value_pair) - sizeof(json::value);
  }
  text_.clear();
}

void json_builder::text_part(std::string_view part) {
  if (!text_began_) text_kept_ = begin_value() && building_;
  text_began_ = true;
  if (!text_kept_) return;
  text_kept_ = grow(part.size());
  if (text_kept_) text_ += part;
}

void json_builder::text(std::string_view last) {
  text_part(last);
  text_began_ = false;
  if (text_kept_) {
    stack_.push_string(text_);
    end_value();
  }
  text_.clear();
}

}  // namespace covey::parsers
