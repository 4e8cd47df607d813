#include "parsers/model/freshness.hpp"
#include <algorithm>
#include <iterator>

namespace covey::parsers {
namespace {

// Walks through three sorted lists at once: calls `visit` with each path and where the lists have it, null
// where they do not.
template <class Visit>
void walk(const tree_contents& before, const tree_contents& after, const tree_contents& now, Visit visit) {
  auto b = before.files.begin(), a = after.files.begin(), n = now.files.begin();
  const auto take = [](auto& at, const auto& end, std::string_view path) {
    const bool has = at != end && std::string_view{at->path} == path;
    return has ? &*at++ : nullptr;
  };
  while (b != before.files.end() || a != after.files.end() || n != now.files.end()) {
    const file_content* first = nullptr;
    const auto consider = [&](const auto& at, const auto& end) {
      if (at != end && (first == nullptr || std::string_view{at->path} < std::string_view{first->path}))
        first = &*at;
    };
    consider(b, before.files.end()), consider(a, after.files.end()), consider(n, now.files.end());
    const shared_text path = first->path;
    const auto* in_before = take(b, before.files.end(), path);
    const auto* in_after = take(a, after.files.end(), path);
    const auto* in_now = take(n, now.files.end(), path);
    visit(path, in_before, in_after, in_now);
  }
}

bool same(const file_content* a, const file_content* b) {
  return a == b || (a != nullptr && b != nullptr && a->hash == b->hash);
}

const file_content* content_of(std::string_view path, const tree_contents& in) {
  const auto it = std::lower_bound(
      in.files.begin(), in.files.end(), path,
      [](const file_content& a, std::string_view b) { return std::string_view{a.path} < b; });
  return it != in.files.end() && std::string_view{it->path} == path ? &*it : nullptr;
}

bool is_in(std::string_view path, std::string_view part) {
  return part.empty() || (path.starts_with(part) && (path.size() == part.size() || path[part.size()] == '/'));
}

// The file as the state has it; `otherwise` if the state may have it, but cannot tell.
const file_content* seen(const file_content* file, const tree_contents& by, std::string_view path,
                         const file_content* otherwise) {
  return file == nullptr && by.may_hide(path) ? otherwise : file;
}

}  // namespace

bool tree_contents::may_hide(std::string_view path) const {
  return std::any_of(unseen.begin(), unseen.end(), [&](const auto& part) { return is_in(path, part.path); });
}

content_changes changes_between(const tree_contents& before, const tree_contents& now) {
  content_changes out;
  if (&before == &now) return out;
  walk(before, before, now, [&](const shared_text& path, auto* was, auto*, auto* is) {
    if (same(was, is)) return;
    (was == nullptr ? out.created : is == nullptr ? out.removed : out.changed).push_back(path);
  });
  return out;
}

freshness freshness_of(const tree_contents& before, const tree_contents& after, const tree_contents& now,
                       const std::function<bool(std::string_view path)>& is_source) {
  freshness out;
  walk(before, after, now, [&](const shared_text& path, auto* was, auto* then, auto* is) {
    if (was == nullptr && before.may_hide(path)) return;
    then = seen(then, after, path, was);
    is = seen(is, now, path, then);
    if (same(was, then) && same(was, is)) return;
    const bool during = !same(was, then);
    const bool made_by_the_run = was == nullptr && then != nullptr && !is_source(path);
    const bool gone_again = was == nullptr && is == nullptr;
    if (made_by_the_run || gone_again) return;
    (was == nullptr  ? out.since.created
     : is == nullptr ? out.since.removed
                     : out.since.changed)
        .push_back(path);
    if (during) ++out.during_run;
  });
  for (const auto* state : {&before, &after, &now})
    for (const auto& part : state->unseen)
      if (std::find(out.unknown.begin(), out.unknown.end(), part.why) == out.unknown.end())
        out.unknown.push_back(part.why);
  using enum freshness::verdict_type;
  out.verdict = !out.since.empty() ? stale : out.unknown.empty() ? fresh : unknown;
  return out;
}

freshness freshness_of(const seen_trees& run, const tree_contents_ptr& now,
                       const std::function<bool(std::string_view path)>& is_source) {
  if (run.before && run.after && now) return freshness_of(*run.before, *run.after, *now, is_source);
  const bool then = run.before && run.after;
  freshness out;
  out.unknown = {std::string{"the project's files could not be looked through "} +
                 (then ? "in time" : "when it ran")};
  return out;
}

bool differs_in(std::string_view file, const tree_contents_ptr& before, const tree_contents_ptr& now) {
  if (!before || !now) return false;
  const auto* was = content_of(file, *before);
  const auto* is = content_of(file, *now);
  const bool hidden = (was == nullptr && before->may_hide(file)) || (is == nullptr && now->may_hide(file));
  return !hidden && !same(was, is);
}

}  // namespace covey::parsers
