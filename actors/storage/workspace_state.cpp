#include "actors/storage/workspace_state.hpp"
#include "actors/storage/opened.hpp"
#include "process/bounded_file.hpp"
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <future>
#include <iterator>
#include <optional>
#include <set>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace covey::storage {
namespace {

// What a file holds, as a hash of its bytes that is never 0. Reading has its bounds, whatever the file's size
// is said to be.

struct file_reading {
  enum class kind_type : std::uint8_t {
    hashed,
    unread,   // for want of time or descriptors, or by an error of the disk: another attempt may do it
    endless,  // it gives more bytes than its size: no file of a disk (/proc/self/pagemap)
    no_file   // it is something else, or gone
  };
  kind_type kind = kind_type::no_file;
  file_identity identity = {};
  std::uint64_t hash = 0;  // 0: not read
};

class file_hasher {
 public:
  // Of a file with more than `max_bytes`, and one that nobody here may read, the identity counts and not the
  // content: the hash differs when it was written. `time` is for all files, from the first one on.
  file_hasher(std::uint64_t max_bytes, std::chrono::milliseconds time) : max_bytes_(max_bytes), time_(time) {}

  // `seen`: what a stat of it said. `folder`: an open one that `path` is relative to.
  file_reading read(int folder, const std::string& path, const struct stat& seen);

 private:
  bool is_late();
  file_reading read_open(int fd, const file_identity& seen);

  std::uint64_t max_bytes_;
  std::chrono::milliseconds time_;
  std::optional<std::chrono::steady_clock::time_point> end_;
  std::vector<char> buffer_ = std::vector<char>(std::size_t{128} * 1024);
};

using enum file_reading::kind_type;

using process::descriptor;

std::uint64_t not_zero(std::uint64_t hash) {
  return hash == 0 ? 1 : hash;
}

// Of a file whose content is not read.
std::uint64_t hash_of(const file_identity& identity) {
  const std::array<std::uint64_t, 3> what{identity.inode, identity.size,
                                          static_cast<std::uint64_t>(identity.modified)};
  return not_zero(XXH3_64bits(what.data(), sizeof what));
}

// Of the time stamps and the size: it differs when the file was written, whatever it holds. Never 0.
std::uint64_t mark_of(const file_identity& identity) {
  const std::array<std::uint64_t, 3> what{identity.size, static_cast<std::uint64_t>(identity.modified),
                                          static_cast<std::uint64_t>(identity.status_changed)};
  return not_zero(XXH3_64bits(what.data(), sizeof what));
}

bool file_hasher::is_late() {
  const auto now = std::chrono::steady_clock::now();
  if (!end_) end_ = now + time_;
  return now >= *end_;
}

file_reading file_hasher::read(int folder, const std::string& path, const struct stat& seen) {
  if (!S_ISREG(seen.st_mode)) return {};
  const auto identity = identity_of(seen);
  if (identity.size > max_bytes_) return {hashed, identity, hash_of(identity)};
  if (is_late()) return {unread, identity, 0};
  const descriptor file{::openat(folder, path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
  if (file) return read_open(file.get(), identity);
  if (errno == EACCES || errno == EPERM) return {hashed, identity, hash_of(identity)};
  return {errno == ENOENT || errno == ENOTDIR ? no_file : unread, identity, 0};
}

file_reading file_hasher::read_open(int fd, const file_identity& seen) {
  struct stat about {};
  if (::fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) return {};
  file_reading out{hashed, identity_of(about), 0};
  if (out.identity.size > max_bytes_) return {unread, seen, 0};
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  std::uint64_t done = 0;
  while (done <= out.identity.size) {
    if (is_late()) return {unread, out.identity, 0};
    const auto n = ::read(fd, buffer_.data(), buffer_.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return {unread, out.identity, 0};
    if (n == 0) break;
    XXH3_64bits_update(&state, buffer_.data(), static_cast<std::size_t>(n));
    done += static_cast<std::uint64_t>(n);
  }
  out.hash = not_zero(XXH3_64bits_digest(&state));
  if (::fstat(fd, &about) != 0) return {unread, out.identity, 0};
  // Written while it was read: the next sweep reads it again.
  const bool stayed = out.identity.same_content(identity_of(about));
  if (!stayed) out.identity.settled = false;
  if (stayed && done > out.identity.size) out.kind = endless;
  return out;
}

using parsers::file_content;
using parsers::fingerprint;
using parsers::unseen_part;
constexpr const char* more = " more files or folders could not be read";

class sweeper {
 public:
  sweeper(const std::string& root, const tree_rules& rules, const workspace_state* known,
          const state_limits& limits)
      : root_(root),
        rules_(rules),
        known_(known),
        limits_(limits),
        top_(::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {}

  workspace_state_ptr run() {
    if (known_ != nullptr && !known_->walk_again && top_) {
      if (folders_are_as_known())
        if (auto again = look_at_known_files()) return again->unread.empty() ? again : walk_the_rest(*again);
    }
    return walk();
  }

 private:
  // Then the same names are in them, and the same ones are left out.
  bool folders_are_as_known() const {
    return std::all_of(known_->folders.begin(), known_->folders.end(),
                       [&](const tree_file& folder) {
                         struct stat about {};
                         const auto* path = folder.path.empty() ? "." : folder.path.c_str();
                         return folder.identity.settled && ::fstatat(top_.get(), path, &about, 0) == 0 &&
                                folder.identity.same_content(identity_of(about));
                       }) &&
           std::all_of(known_->rules.begin(), known_->rules.end(), is_as_seen);
  }

  // Known files, by their indices: those that may hold something else, or cannot be looked at. Most of a sweep goes here, into calls
  // of the kernel: of many files two threads share it.
  std::vector<std::size_t> not_as_known() const {
    constexpr std::size_t many = 2000;
    const auto& files = known_->contents->files;
    const auto look = [&](std::size_t at, std::size_t end) {
      std::vector<std::size_t> out;
      struct stat about {};
      for (; at < end; ++at) {
        const auto& then = known_->identities[at];
        if (files[at].hash == 0 || !then.settled ||
            ::fstatat(top_.get(), files[at].path.string().c_str(), &about, 0) != 0 ||
            !then.same_content(identity_of(about)))
          out.push_back(at);
      }
      return out;
    };
    if (files.size() < many) return look(0, files.size());
    auto first = std::async(look, 0, files.size() / 2);
    const auto second = look(files.size() / 2, files.size());
    auto out = first.get();
    out.insert(out.end(), second.begin(), second.end());
    return out;
  }

  // Null: the folders have to be walked through after all.
  workspace_state_ptr look_at_known_files() {
    const auto& files = known_->contents->files;
    std::shared_ptr<workspace_state> out;
    std::shared_ptr<fingerprint> contents;
    for (const auto i : not_as_known()) {
      const auto& path = files[i].path.string();
      const auto& then = known_->identities[i];
      struct stat about {};
      if (::fstatat(top_.get(), path.c_str(), &about, 0) != 0) return nullptr;
      const auto reading = read(path, about, &then);
      if (reading.kind != hashed && reading.kind != unread) return nullptr;
      if (!out) out = std::make_shared<workspace_state>(*known_);
      out->identities[i] = reading.identity;
      auto now = content_of(files[i].path, reading);
      if (now == files[i]) continue;
      if (!contents) contents = std::make_shared<fingerprint>(*known_->contents);
      contents->files[i] = std::move(now);
    }
    if (!out) return std::make_shared<const workspace_state>(*known_);
    if (contents) out->contents = std::move(contents);
    return out;
  }

  source_tree look(std::vector<std::string> rest = {}) const {
    return look_through({.root = root_,
                         .skipped = rules_.generated_folders,
                         .entered = rules_.config_folders,
                         .wanted = [](std::string_view) { return true; },
                         .links_leave = true,
                         .rest = std::move(rest),
                         .seen = known_ == nullptr ? std::span<const tree_file>{} : known_->folders},
                        limits_.walk);
  }

  workspace_state_ptr walk() {
    auto tree = look();
    auto out = std::make_shared<workspace_state>();
    fingerprint contents;
    out->root = root_;
    contents.files.reserve(tree.files.size());
    out->identities.reserve(tree.files.size());
    std::size_t at = 0;  // in the known files
    for (auto& file : tree.files) add(file, at, contents, *out);
    return finish(std::move(out), std::move(contents), tree);
  }

  // The folders that `state` has are as they were: only those that it could not read are walked through.
  workspace_state_ptr walk_the_rest(const workspace_state& state) {
    std::vector<std::string> rest;
    for (const auto& folder : state.unread) rest.push_back(folder.path);
    auto tree = look(std::move(rest));
    auto out = std::make_shared<workspace_state>(state);
    fingerprint contents;
    const auto& files = state.contents->files;
    out->identities.clear();
    std::size_t at = 0;
    std::size_t known = 0;
    const auto add_known = [&](std::string_view before) {
      for (; known < files.size() && (before.empty() || std::string_view{files[known].path} < before);
           ++known) {
        contents.files.push_back(files[known]);
        out->identities.push_back(state.identities[known]);
      }
    };
    for (auto& file : tree.files) {
      add_known(file.path);
      add(file, at, contents, *out);
    }
    add_known("");
    return finish(std::move(out), std::move(contents), tree);
  }

  workspace_state_ptr finish(std::shared_ptr<workspace_state> out, fingerprint contents, source_tree& tree) {
    out->walk_again |= tree.walk_again;
    std::move(tree.folders.begin(), tree.folders.end(), std::back_inserter(out->folders));
    add_rules(out->rules, tree.rules);
    auto& far = out->out_of_reach;
    if (tree.more_notes > 0) tree.notes.push_back({"", std::to_string(tree.more_notes) + more});
    for (auto& note : tree.notes)
      if (std::find(far.begin(), far.end(), note) == far.end()) far.push_back(std::move(note));
    out->unread = std::move(tree.unread);
    contents.unseen = far;
    std::size_t untold = 0;
    for (const auto& part : out->unread) tell(contents.unseen, part, untold);
    if (untold > 0) contents.unseen.push_back({"", std::to_string(untold) + more});
    const bool same = known_ != nullptr && *known_->contents == contents;
    out->contents = same ? known_->contents : std::make_shared<const fingerprint>(std::move(contents));
    return out;
  }

  // Those above the rest are looked at once more, and stay as the walk before this one saw them.
  static void add_rules(std::vector<rule_place>& to, std::vector<rule_place>& rules) {
    std::set<std::string, std::less<>> known;
    for (const auto& place : to) known.insert(place.path);
    for (auto& place : rules)
      if (!known.contains(place.path)) to.push_back(std::move(place));
  }

  // One sentence for all that share a reason.
  void tell(std::vector<unseen_part>& to, const unseen_part& part, std::size_t& untold) const {
    const auto told =
        std::find_if(to.begin(), to.end(), [&](const auto& one) { return one.why == part.why; });
    if (told != to.end())
      told->path.clear();
    else if (to.size() < 2 * limits_.walk.notes)
      to.push_back(part);
    else
      ++untold;
  }

  void add(tree_file& file, std::size_t& at, fingerprint& contents, workspace_state& out) {
    const file_content* before = find_known(file.path, at);
    if (before != nullptr) {
      const auto& then = known_->identities[at];
      if (before->hash != 0 && then.settled && then.same_content(file.identity)) {
        contents.files.push_back(*before);
        out.identities.push_back(then);
        return;
      }
    }
    struct stat about {};
    if (::fstatat(top_.get(), file.path.c_str(), &about, 0) != 0) {  // it has gone meanwhile, most likely
      out.walk_again = true;
      if (errno != ENOENT)
        out.out_of_reach.push_back(
            {file.path, file.path + " could not be looked at: " + std::strerror(errno)});
      return;
    }
    const auto now = read(file.path, about, before != nullptr ? &known_->identities[at] : nullptr);
    if (now.kind == no_file) {  // it has become something else meanwhile
      out.walk_again = true;
      return;
    }
    if (now.kind == endless)
      return out.out_of_reach.push_back({file.path, file.path + " holds more than its size says"});
    contents.files.push_back(
        content_of(before != nullptr ? before->path : parsers::shared_text{std::move(file.path)}, now));
    out.identities.push_back(now.identity);
  }

  // Both lists are sorted, so the search goes on where it ended.
  const file_content* find_known(std::string_view path, std::size_t& at) const {
    if (known_ == nullptr) return nullptr;
    const auto& files = known_->contents->files;
    while (at < files.size() && std::string_view{files[at].path} < path) ++at;
    return at < files.size() && std::string_view{files[at].path} == path ? &files[at] : nullptr;
  }

  // `then`: as the sweep before saw it; null: it did not. A file that was written within the tick in which it was
  // read may be another one with the same time stamps, until it is read again.
  file_reading read(const std::string& path, const struct stat& about, const file_identity* then) {
    auto out = hasher_.read(top_.get(), path, about);
    if (out.kind == unread && then != nullptr && !then->settled) out.identity.settled = false;
    return out;
  }

  file_content content_of(const parsers::shared_text& path, const file_reading& now) const {
    // Two writes within a tick leave the same mark: then only the hash tells.
    const bool tells = now.hash != 0 || now.identity.settled;
    return {path, now.hash, tells ? mark_of(now.identity) : 0};
  }

  const std::string& root_;
  const tree_rules& rules_;
  const workspace_state* known_;
  const state_limits& limits_;
  descriptor top_;
  file_hasher hasher_{limits_.hashed_bytes, limits_.hashing};
};

}  // namespace

workspace_state_ptr sweep(const std::string& root, const tree_rules& rules, const workspace_state* known,
                          const state_limits& limits) {
  return sweeper{root, rules, known, limits}.run();
}

bool is_as_known(const workspace_state& state, std::string_view file) {
  const auto& files = state.contents->files;
  const auto found = std::lower_bound(
      files.begin(), files.end(), file,
      [](const file_content& one, std::string_view path) { return std::string_view{one.path} < path; });
  if (found == files.end() || std::string_view{found->path} != file) return false;
  const auto& then = state.identities[static_cast<std::size_t>(found - files.begin())];
  struct stat about {};
  return then.settled && ::stat((state.root + "/" + std::string{file}).c_str(), &about) == 0 &&
         then.same_content(identity_of(about));
}

}  // namespace covey::storage
