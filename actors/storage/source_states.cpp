#include "actors/storage/source_states.hpp"
#include "actors/storage/opened.hpp"
#include <algorithm>
#include <fcntl.h>
#include <unordered_map>
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace covey::storage {
namespace {

using parsers::answer_source;
using parsers::source_part;

// Instead of a hash, where there is nothing to read. What a folder holds is told by what comes below it.
constexpr std::uint64_t is_there = 1, looked_into = 2;

std::uint64_t hash_of(std::string_view text) {
  const auto hash = XXH3_64bits(text.data(), text.size());
  return hash == 0 ? 1 : hash;
}

std::uint64_t hash_of(const file_identity& identity) {
  return hash_of(std::to_string(identity.inode) + " " + std::to_string(identity.size) + " " +
                 std::to_string(identity.modified));
}

class look {
 public:
  look(const source_states& known, const source_limits& limits) : limits_(limits), left_(limits) {
    for (const auto& one : known) known_.emplace(one.path, &one);
  }

  bool add(const answer_source& source) {
    struct stat about {};
    if (::stat(source.path.c_str(), &about) != 0) return out_.push_back({source.path, {}, 0}), true;
    if (S_ISREG(about.st_mode)) return add_file(source, source.path, about);
    if (!S_ISDIR(about.st_mode)) return false;
    return source.below != nullptr ? add_below(source, source.path, "") : add_names(source.path);
  }

  source_states take() { return std::move(out_); }

 private:
  bool add_file(const answer_source& source, const std::string& path, const struct stat& about) {
    const auto identity = identity_of(about);
    const auto* before = find(path);
    if (before != nullptr && before->identity.settled && before->identity.same_content(identity))
      return out_.push_back(*before), true;
    if (identity.size > limits_.text) return out_.push_back({path, identity, hash_of(identity)}), true;
    const auto read = read_source(path, limits_.text);
    if (!read.problem.empty() || !read.identity.same_content(identity)) return false;
    out_.push_back(
        {path, identity, hash_of(source.excerpt != nullptr ? source.excerpt(read.text) : read.text)});
    return true;
  }

  std::optional<open_folder> open(const std::string& path) {
    open_dir dir{::opendir(path.c_str())};
    if (!dir) return std::nullopt;
    open_folder out{path, std::move(dir)};
    if (out.read_names(std::chrono::steady_clock::time_point::max()) != 0) return std::nullopt;
    if (out.entries.size() > left_.entries) return std::nullopt;
    left_.entries -= out.entries.size();
    std::sort(out.entries.begin(), out.entries.end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
    return out;
  }

  bool add_names(const std::string& path) {
    const auto folder = open(path);
    if (!folder) return false;
    std::string names;
    for (const auto& one : folder->entries)
      if (!one.name.starts_with('.'))
        names.append(one.name).push_back('\0');  // tools keep what they like there
    out_.push_back({path, folder->identity, hash_of(names)});
    return true;
  }

  bool add_below(const answer_source& source, const std::string& path, const std::string& prefix) {
    const auto folder = open(path);
    if (!folder) return false;
    out_.push_back({path, folder->identity, looked_into});
    const auto is_cache = [](const auto& one) { return one.name == "CACHEDIR.TAG"; };
    if (std::any_of(folder->entries.begin(), folder->entries.end(), is_cache)) return true;
    return std::all_of(folder->entries.begin(), folder->entries.end(),
                       [&](const auto& one) { return add_entry(source, *folder, one, prefix); });
  }

  bool add_entry(const answer_source& source, const open_folder& folder, const entry& one,
                 const std::string& prefix) {
    auto type = one.type;
    struct stat about {};
    if (type == DT_UNKNOWN && folder.look(one, about, AT_SYMLINK_NOFOLLOW))
      type = S_ISDIR(about.st_mode) ? DT_DIR : S_ISLNK(about.st_mode) ? DT_LNK : DT_REG;
    if (type == DT_DIR) {
      const bool entered = source.enters != nullptr ? source.enters(one.name) : one.name.front() != '.';
      return !entered || add_below(source, folder.path + "/" + one.name, prefix + one.name + "/");
    }
    const auto part = source.below(prefix + one.name);
    if (part == source_part::nothing) return true;
    if (left_.files-- == 0) return false;
    const auto path = folder.path + "/" + one.name;
    const bool there = part == source_part::text && folder.look(one, about) && S_ISREG(about.st_mode);
    if (there) return add_file(source, path, about);
    return out_.push_back({path, {}, is_there}), true;
  }

  const source_state* find(const std::string& path) const {
    const auto it = known_.find(path);
    return it == known_.end() ? nullptr : it->second;
  }

  source_limits limits_;
  source_limits left_;
  std::unordered_map<std::string_view, const source_state*> known_;
  source_states out_;
};

}  // namespace

std::optional<source_states> look_at(const std::vector<answer_source>& sources, const source_states& known,
                                     const source_limits& limits) {
  look now{known, limits};
  if (!std::all_of(sources.begin(), sources.end(), [&](const auto& source) { return now.add(source); }))
    return std::nullopt;
  return now.take();
}

bool same_content(const source_states& one, const source_states& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const auto& a, const auto& b) { return a.content == b.content && a.path == b.path; });
}

bool unchanged_since(const source_states& states, std::int64_t since) {
  return std::all_of(states.begin(), states.end(), [since](const auto& one) {
    return one.identity.status_changed + settling_time < since;
  });
}

}  // namespace covey::storage
