#include "parsers/model/freshness.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace covey::parsers {
namespace {

// Walks through three sorted lists at once: calls `visit` with each path and where the lists have it, null
// where they do not.
template <class Visit>
void walk(const fingerprint& before, const fingerprint& after, const fingerprint& now, Visit visit) {
  std::array<std::span<const file_content>, 3> rest{before.files, after.files, now.files};
  while (true) {
    const file_content* first = nullptr;
    for (const auto& files : rest)
      if (!files.empty() && (first == nullptr || files.front().path < first->path)) first = &files.front();
    if (first == nullptr) return;
    std::array<const file_content*, 3> has{};
    for (std::size_t i = 0; i < rest.size(); ++i) {
      if (rest[i].empty() || rest[i].front().path != first->path) continue;
      has[i] = &rest[i].front();
      rest[i] = rest[i].subspan(1);
    }
    visit(first->path, has[0], has[1], has[2]);
  }
}

enum class relation { same, differs, not_known };

// Where bytes have not been read, time stamps may still tell that they are the same.
relation compare(const file_content* a, const file_content* b) {
  using enum relation;
  if (a == b) return same;
  if (a == nullptr || b == nullptr) return differs;
  if (a->hash != 0 && b->hash != 0) return a->hash == b->hash ? same : differs;
  return a->mark != 0 && a->mark == b->mark ? same : not_known;
}

bool same(const file_content* a, const file_content* b) {
  return compare(a, b) == relation::same;
}

// Not the same bytes, or written once more.
bool is_written(const file_content* from, const file_content* to) {
  return !same(from, to) ||
         (from != nullptr && to != nullptr && from->mark != 0 && to->mark != 0 && from->mark != to->mark);
}

const file_content* content_of(std::string_view path, const fingerprint& in) {
  const auto it = std::lower_bound(
      in.files.begin(), in.files.end(), path,
      [](const file_content& a, std::string_view b) { return std::string_view{a.path} < b; });
  return it != in.files.end() && std::string_view{it->path} == path ? &*it : nullptr;
}

bool is_in(std::string_view path, std::string_view part) {
  return part.empty() || (path.starts_with(part) && (path.size() == part.size() || path[part.size()] == '/'));
}

// The file as the state has it; `otherwise` if the state may have it, but cannot tell.
const file_content* seen(const file_content* file, const fingerprint& by, std::string_view path,
                         const file_content* otherwise) {
  return file == nullptr && by.may_hide(path) ? otherwise : file;
}

// Judges one file after the other, by what the three states have of it.
class judge {
 public:
  judge(const path_test& is_source, const path_test& is_rewritten)
      : is_source_(is_source), is_rewritten_(is_rewritten) {}

  void add(const shared_text& path, const file_content* was, const file_content* then,
           const file_content* is) {
    if (was == nullptr) return add_new(path, then, is);
    const bool read_later = was->hash == 0 && then != nullptr && same(was, then);
    if (!is_written(was, then)) return add_change(path, read_later ? then : was, is, false);
    if (then != nullptr && is_rewritten_ && is_rewritten_(path)) {
      if (same(then, is)) return out_.rewritten.push_back(path);
      return add_change(path, then, is, false);
    }
    add_change(path, was, is, true);
  }

  freshness finish(const fingerprint& before, const fingerprint& after, const fingerprint& now) {
    if (unread_ > 0)
      out_.unknown.push_back(
          first_unread_.string() +
          (unread_ > 1 ? " and " + std::to_string(unread_ - 1) + " more files were" : " was") +
          " written meanwhile, and could not be read in time to compare");
    for (const auto& part : now.unseen) add_reason(part.why);
    // What is seen by now was not when it ran, and never will have been.
    for (const auto* state : {&before, &after})
      for (const auto& part : state->unseen)
        if (!has_reason(part.why)) add_reason("when it ran: " + part.why);
    using enum freshness::verdict_type;
    out_.verdict = !out_.since.empty() ? stale : out_.unknown.empty() ? fresh : unknown;
    return std::move(out_);
  }

 private:
  // A file that came after the run had begun.
  void add_new(const shared_text& path, const file_content* then, const file_content* is) {
    if (is == nullptr) return;  // and has gone again
    const bool during = then != nullptr && is_source_(path);
    if (then != nullptr && !during) {
      const auto made = compare(then, is);
      if (made == relation::same) return;
      if (made == relation::not_known) return add_unread(path);
    }
    out_.since.created.push_back(path);
    if (during) ++out_.during_run;
  }

  void add_change(const shared_text& path, const file_content* was, const file_content* is, bool during) {
    const auto since = compare(was, is);
    if (since == relation::same && !during) return;
    if (since == relation::not_known && !during) return add_unread(path);
    (is == nullptr ? out_.since.removed : out_.since.changed).push_back(path);
    if (during) ++out_.during_run;
  }

  bool has_reason(const std::string& why) const {
    return std::find(out_.unknown.begin(), out_.unknown.end(), why) != out_.unknown.end();
  }
  void add_reason(const std::string& why) {
    if (!has_reason(why)) out_.unknown.push_back(why);
  }

  void add_unread(const shared_text& path) {
    if (unread_++ == 0) first_unread_ = path;
  }

  const path_test& is_source_;
  const path_test& is_rewritten_;
  freshness out_;
  std::size_t unread_ = 0;
  shared_text first_unread_;
};

constexpr std::size_t max_named = 5;

std::string named(const std::vector<shared_text>& files) {
  std::string out;
  for (std::size_t i = 0; i < std::min(files.size(), max_named); ++i)
    out += (i == 0 ? "" : ", ") + files[i].string();
  if (files.size() > max_named) out += " and " + std::to_string(files.size() - max_named) + " more";
  return out;
}

}  // namespace

bool fingerprint::may_hide(std::string_view path) const {
  return std::ranges::any_of(unseen, [&](const auto& part) { return is_in(path, part.path); });
}

content_changes changes_between(const fingerprint& before, const fingerprint& now) {
  content_changes out;
  if (&before == &now) return out;
  walk(before, before, now, [&](const shared_text& path, auto* was, auto*, auto* is) {
    if (same(was, is)) return;
    (was == nullptr ? out.created : is == nullptr ? out.removed : out.changed).push_back(path);
  });
  return out;
}

std::vector<shared_text> written_during(const run_fingerprints& run) {
  constexpr std::size_t max = 1000;
  std::vector<shared_text> out;
  if (!run.before || !run.after || run.before == run.after) return out;
  walk(*run.before, *run.before, *run.after, [&](const shared_text& path, auto* was, auto*, auto* then) {
    if (then != nullptr && is_written(was, then) && out.size() <= max) out.push_back(path);
  });
  if (out.size() > max) out.clear();
  return out;
}

freshness freshness_of(const fingerprint& before, const fingerprint& after, const fingerprint& now,
                       const path_test& is_source, const path_test& is_rewritten) {
  judge files{is_source, is_rewritten};
  walk(before, after, now, [&](const shared_text& path, auto* was, auto* then, auto* is) {
    if (was == nullptr && before.may_hide(path)) return;
    then = seen(then, after, path, was);
    is = seen(is, now, path, then);
    files.add(path, was, then, is);
  });
  return files.finish(before, after, now);
}

freshness freshness_of(const run_fingerprints& run, const fingerprint_ptr& now, const path_test& is_source,
                       const path_test& may_be_rewritten) {
  const auto is_rewritten = [&](std::string_view path) {
    const auto& all = run.written_before;
    return std::binary_search(all.begin(), all.end(), path, std::less<std::string_view>{}) &&
           may_be_rewritten(path);
  };
  if (run.before && run.after && now)
    return freshness_of(*run.before, *run.after, *now, is_source, is_rewritten);
  const bool then = run.before && run.after;
  freshness out;
  out.unknown = {std::string{"the project's files could not be looked through "} +
                 (then ? "in time" : "when it ran")};
  return out;
}

bool is_added(std::string_view file, const fingerprint_ptr& before) {
  return before && content_of(file, *before) == nullptr && !before->may_hide(file);
}

bool differs_in(std::string_view file, const fingerprint_ptr& before, const fingerprint_ptr& now) {
  if (!before || !now) return false;
  const auto* was = content_of(file, *before);
  const auto* is = content_of(file, *now);
  const bool hidden = (was == nullptr && before->may_hide(file)) || (is == nullptr && now->may_hide(file));
  return !hidden && compare(was, is) == relation::differs;
}

bool keeps(std::string_view file, const fingerprint_ptr& before, const fingerprint_ptr& now) {
  if (!before || !now) return false;
  const auto* was = content_of(file, *before);
  return was != nullptr && same(was, content_of(file, *now));
}

bool removes(std::string_view file, const fingerprint_ptr& before, const fingerprint_ptr& now) {
  return before && now && content_of(file, *before) != nullptr && content_of(file, *now) == nullptr &&
         !now->may_hide(file);
}

std::string note_of_step(std::string_view step, const fingerprint& before, const fingerprint& after) {
  auto changes = changes_between(before, after);
  std::erase_if(changes.created, [&](const shared_text& file) { return before.may_hide(file); });
  std::erase_if(changes.removed, [&](const shared_text& file) { return after.may_hide(file); });
  if (changes.empty()) return {};
  auto& written = changes.changed;
  written.insert(written.end(), changes.created.begin(), changes.created.end());
  std::string out = "the step `" + std::string{step} + "`";
  if (!written.empty()) out += " wrote " + named(written);
  if (!changes.removed.empty())
    out += (written.empty() ? " removed " : ", and removed ") + named(changes.removed);
  return out;
}

std::vector<answer_source> in_parents(std::string_view folder, const std::vector<std::string_view>& names) {
  std::vector<answer_source> out;
  for (;; folder = folder_name(folder)) {
    while (folder.ends_with('/')) folder.remove_suffix(1);
    for (const auto name : names) out.push_back({std::string{folder} + "/" + std::string{name}});
    if (folder.empty()) return out;
  }
}

}  // namespace covey::parsers
