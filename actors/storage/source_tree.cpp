#include "actors/storage/source_tree.hpp"
#include "actors/storage/opened.hpp"
#include "parsers/syntax/ignore_file.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <unistd.h>

namespace covey::storage {
namespace {

using parsers::ignore_file;
using parsers::ignore_verdict;

constexpr std::uint64_t max_bytes = std::uint64_t{1} << 20;
constexpr std::uint64_t max_index_bytes =
    std::uint64_t{64} << 20;  // of some 500,000 files; what a larger one tracks is not known

std::string joined(const std::string& folder, std::string_view name) {
  return folder.empty() ? std::string{name} : folder + "/" + std::string{name};
}

// A folder of generated files: a virtual environment (pyvenv.cfg), or a folder tagged as a cache
// (CACHEDIR.TAG).
bool is_product(const std::vector<entry>& entries) {
  return std::any_of(entries.begin(), entries.end(),
                     [](const entry& one) { return one.name == "pyvenv.cfg" || one.name == "CACHEDIR.TAG"; });
}

using strings = std::vector<std::string>;

class walker {
 public:
  walker(const tree_question& question, const tree_limits& limits)
      : question_(question), limits_(limits), ignored_(question.root, question.links_leave) {}

  source_tree walk() {
    begin();
    look_into_folders();
    leave(folders_);
    linking_ = true;
    while (!links_.empty() && !over_) follow(links_.extract(links_.begin()).value());
    leave(links_);
    out_.rules = ignored_.take_places();
    std::sort(out_.files.begin(), out_.files.end(),
              [](const auto& a, const auto& b) { return a.path < b.path; });
    return std::move(out_);
  }

 private:
  void begin() {
    if (question_.rest.empty()) return folders_.push_back(question_.folder);
    struct stat about {};
    std::set<std::string, std::less<>> above;
    for (const auto& folder : question_.seen) visit(folder.identity);
    for (std::string_view folder : question_.rest) {
      const auto path = std::string{folder};
      if (::lstat(absolute(path).c_str(), &about) == 0 && S_ISLNK(about.st_mode))
        links_.insert(path);
      else
        folders_.push_back(path);
      while (!folder.empty()) {
        folder = parsers::folder_name(folder);
        above.emplace(folder);
      }
    }
    const auto has = [&](const std::string& folder, const char* name) {
      return ::stat(absolute(joined(folder, name)).c_str(), &about) == 0;
    };
    // Sorted, so that each comes after those that it is in.
    for (const auto& folder : above) ignored_.enter(folder, has(folder, ".gitignore"), has(folder, ".git"));
  }

  void look_into_folders() {
    for (; !folders_.empty() && !over_; ++seen_) {
      if (seen_ == limits_.folders) {
        over_ = true;
        return note("", "more than " + std::to_string(seen_) +
                            " folders: the rest was not looked into; add a .gitignore");
      }
      auto folder = std::move(folders_.back());
      folders_.pop_back();
      look_into(std::move(folder));
    }
  }

  // Folders are followed once, whatever leads to them: after all that are no links, and in the order of the
  // links' paths, so that it does not depend on the disk which way counts.
  void follow(const std::string& link) {
    const auto files = out_.files.size();
    const auto folders = out_.folders.size();
    const auto unread = out_.unread.size();
    const auto visited = visits_.size();
    const auto linked = linked_;
    folders_.push_back(link);
    look_into_folders();
    if (!late_ && !crowded_) return;
    // All or nothing.
    out_.files.resize(files);
    out_.folders.resize(folders);
    out_.unread.resize(unread);
    for (; visits_.size() > visited; visits_.pop_back()) visited_.erase(visits_.back());
    linked_ = linked;
    folders_.clear();
    std::erase_if(links_, [&](const auto& other) { return is_below(other, link); });
    if (late_) return leave(strings{link});
    note(link, "more than " + std::to_string(limits_.linked) +
                   " files and folders are behind links: what is behind " + link +
                   " was left out; name it in .gitignore");
    over_ = crowded_ = false;
  }

  bool visit(const file_identity& folder) {
    const std::pair key{folder.device, folder.inode};
    if (!visited_.insert(key).second) return false;
    visits_.push_back(key);
    return true;
  }

  // Whether there is room for one more file or folder behind a link.
  bool has_room() {
    if (!linking_ || ++linked_ <= limits_.linked) return true;
    over_ = crowded_ = true;
    return false;
  }

  // What another walk goes on with.
  void leave(const auto& paths) {
    if (!late_) return;
    for (const auto& path : paths) out_.unread.push_back({path, too_late() + "ask again, or run again"});
  }

  void note(std::string path, std::string text) {
    if (out_.notes.size() < limits_.notes)
      out_.notes.push_back({std::move(path), std::move(text)});
    else
      ++out_.more_notes;
  }

  void could_not_read(const std::string& folder, int why) {
    auto text =
        (folder.empty() ? "the workspace" : folder) + " could not be looked into: " + std::strerror(why);
    if (question_.links_leave)
      out_.unread.push_back({folder, std::move(text)});
    else
      note(folder, std::move(text));
  }

  std::string absolute(const std::string& path) const {
    return path.empty() ? question_.root : question_.root + "/" + path;
  }

  std::optional<open_folder> open(std::string folder) {
    const bool stays = !question_.links_leave;
    const int fd =
        ::open(absolute(folder).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | (stays ? O_NOFOLLOW : 0));
    const auto at = fd >= 0 && stays ? where_opened(fd, question_.root) : opened_at::below;
    if (at != opened_at::below) {
      ::close(fd);
      note(folder, (folder.empty() ? "the workspace" : folder) + " was not looked into: " +
                       (at == opened_at::elsewhere ? "it has become a link to somewhere else"
                                                   : std::string{place_unknown}));
      return std::nullopt;
    }
    open_dir dir{fd < 0 ? nullptr : ::fdopendir(fd)};
    if (!dir) {
      const int why = errno;
      if (fd >= 0) ::close(fd);
      // The conventional test folder is optional.
      if (!(folder == question_.folder && why == ENOENT)) could_not_read(folder, why);
      return std::nullopt;
    }
    open_folder out{std::move(folder), std::move(dir)};
    if (const int why = out.read_names(end_); why != 0) {
      could_not_read(out.path, why);
      return std::nullopt;
    }
    return out;
  }

  void look_into(std::string path) {
    const bool is_top = path == question_.folder;
    const auto files = out_.files.size();
    const auto folders = folders_.size();
    const auto told = out_.folders.size();
    const auto folder = open(std::move(path));
    if (!folder || (!visit(folder->identity) && linking_) || !has_room()) return;
    if (question_.links_leave) out_.folders.push_back({folder->path, folder->identity});
    if (!is_top && is_product(folder->entries)) return;
    look_at_entries(*folder);
    if (!late_) return;
    // The walk that goes on reads this folder as a whole.
    out_.files.resize(files);
    folders_.resize(folders);
    out_.folders.resize(told);
    leave(strings{folder->path});
  }

  void look_at_entries(const open_folder& of) {
    const auto& entries = of.entries;
    const auto has = [&](std::string_view name) {
      return std::any_of(entries.begin(), entries.end(), [&](const entry& one) { return one.name == name; });
    };
    ignored_.enter(of.path, has(".gitignore"), has(".git"));
    for (const auto& one : entries) {
      if (over_ || is_too_late()) return;
      look_at(of, one);
    }
  }

  std::string too_late() const {
    return "the folders were not looked through within " +
           std::to_string(std::chrono::duration_cast<std::chrono::seconds>(limits_.time).count()) + " s: ";
  }

  bool is_too_late() {
    if (std::chrono::steady_clock::now() < end_) return false;
    over_ = true;
    late_ = question_.links_leave;
    if (!late_)
      note("", too_late() + "the rest was left out; choose a smaller workspace with activate_package");
    return true;
  }

  void look_at(const open_folder& folder, const entry& one) {
    const auto path = joined(folder.path, one.name);
    auto type = one.type;
    struct stat about {};
    bool looked = false;
    if (type == DT_UNKNOWN) {
      if (!folder.look(one, about, AT_SYMLINK_NOFOLLOW)) return could_not_look_at(path, type);
      looked = true;
      type = IFTODT(about.st_mode);
    }
    if (type == DT_DIR) return add_folder(path, one.name);
    if ((type != DT_REG && type != DT_LNK) || one.name == ".git")
      return;  // a linked working tree, a submodule
    const bool valid = parsers::is_utf8(path);
    if (valid && (!question_.wanted(path) || ignored_.ignores(path, false))) return;
    if (!valid) return refuse_name(path);
    if (!looked || type == DT_LNK) looked = folder.look(one, about);
    if (!looked) return could_not_look_at(path, type);
    if (type == DT_LNK && S_ISDIR(about.st_mode) && question_.links_leave)
      return add_link(path, one.name, identity_of(about));
    if (!S_ISREG(about.st_mode) || (type == DT_LNK && !question_.links_leave && !is_inside(path))) return;
    if (out_.files.size() == limits_.files) {
      over_ = true;
      return note("", "more than " + std::to_string(limits_.files) +
                          (question_.links_leave ? " files" : " test files") +
                          ": the rest was left out; choose a smaller workspace with activate_package");
    }
    if (has_room()) out_.files.push_back({path, identity_of(about)});
  }

  // By errno. What has gone meanwhile made its folder differ; the target of a link did not.
  void could_not_look_at(const std::string& path, unsigned char type) {
    if (!question_.links_leave) return;
    const int why = errno;
    const bool is_nothing = why == ENOENT || why == ENOTDIR || why == ELOOP;
    if (is_nothing && type != DT_LNK) return;
    out_.walk_again = true;
    if (!is_nothing) note(path, path + " could not be looked at: " + std::strerror(why));
  }

  // Callers cannot write such a name in JSON. Whether the file would match is decided with its bad bytes
  // replaced.
  void refuse_name(const std::string& path) {
    const auto shown = parsers::repair_utf8(path);
    if (question_.wanted(shown) && !ignored_.ignores(path, false))
      note(shown, shown + " was left out: its name is not valid UTF-8; rename it");
  }

  bool is_inside(const std::string& path) {
    std::error_code ec;
    const auto real = std::filesystem::canonical(absolute(path), ec).string();
    if (!ec && is_below(real, question_.root)) return true;
    note(path, path + " was left out: it is a link to a file outside of the workspace");
    return false;
  }

  bool is_left_out(const std::string& path, const std::string& name) {
    const auto is_in = [&](auto names) { return std::find(names.begin(), names.end(), name) != names.end(); };
    // node_modules is skipped for every language: any project may have a front end beside it.
    return (name.starts_with('.') && !is_in(question_.entered)) || name == "node_modules" ||
           is_in(question_.skipped) || ignored_.ignores(path, true);
  }

  // Its target is among the folders, whether it is looked into or not: the link may come to lead elsewhere.
  void add_link(const std::string& path, const std::string& name, const file_identity& target) {
    if (is_left_out(path, name)) return;
    out_.folders.push_back({path, target});
    links_.insert(path);
  }

  void add_folder(const std::string& path, const std::string& name) {
    if (is_left_out(path, name)) return;
    if (!parsers::is_utf8(name))
      return note(
          parsers::repair_utf8(path),
          parsers::repair_utf8(path) + " was not looked into: its name is not valid UTF-8; rename it");
    folders_.push_back(path);
  }

  const tree_question& question_;
  const tree_limits& limits_;
  ignored_paths ignored_;
  std::vector<std::string> folders_;  // still to be read
  source_tree out_;
  const std::chrono::steady_clock::time_point end_ = std::chrono::steady_clock::now() + limits_.time;
  std::size_t seen_ = 0;                                       // folders
  std::set<std::string> links_;                                // to folders, still to be followed
  std::set<std::pair<std::uint64_t, std::uint64_t>> visited_;  // devices and inodes of folders
  std::vector<std::pair<std::uint64_t, std::uint64_t>> visits_;
  std::size_t linked_ = 0;  // files and folders behind links
  bool linking_ = false;
  bool crowded_ = false;  // there are too many of them
  bool over_ = false;     // a limit was reached
  bool late_ = false;     // that of time, and another walk goes on
};

}  // namespace

bool is_as_seen(const rule_place& place) {
  struct stat about {};
  const bool is_there = ::stat(place.path.c_str(), &about) == 0;
  if (is_there != place.is_there || !is_there || !place.holds_rules) return is_there == place.is_there;
  return place.identity.settled && place.identity.same_content(identity_of(about));
}

ignored_paths::ignored_paths(const std::string& root, bool links_leave)
    : root_(root), links_leave_(links_leave) {
  read_above();
}

ignore_file ignored_paths::read_rules(const std::string& path, const std::string& root) {
  const auto source = read_source(path, max_bytes, root);
  places_.push_back({path, !source.absent, true, source.identity});
  return ignore_file{source.text};
}

bool ignored_paths::is_repository(const std::string& folder) {
  auto path = folder + "/.git";
  const bool is_there = ::access(path.c_str(), F_OK) == 0;
  places_.push_back({std::move(path), is_there, false});
  return is_there;
}

void ignored_paths::read_above() {
  std::string prefix;
  std::string folder = root_;
  std::vector<rules_above> found;
  while (!is_repository(folder)) {
    prefix = std::string{parsers::base_name(folder)} + "/" + prefix;
    folder = std::string{parsers::folder_name(folder)};
    if (folder.empty()) return;  // in no repository
    if (auto rules = read_rules(folder + "/.gitignore"); !rules.empty())
      found.push_back({std::move(rules), prefix});
  }
  if (auto rules = read_rules(folder + "/.git/info/exclude"); !rules.empty())
    found.push_back({std::move(rules), prefix});
  read_index(folder, prefix, "");
  above_ = std::move(found);
  // The user opened this workspace on purpose, so the rules of a repository that ignores it do not apply.
  if (!prefix.empty() && judge_above("", true) == ignore_verdict::ignored) above_.clear();
}

// In a linked working tree and a submodule .git is a file that says where the repository is.
void ignored_paths::read_index(const std::string& repository, std::string_view above,
                               const std::string& below) {
  constexpr std::string_view elsewhere = "gitdir: ";
  auto path = repository + "/.git";
  if (auto link = read_source(path, max_bytes).text; link.starts_with(elsewhere)) {
    path = link.substr(elsewhere.size(), link.find('\n') - elsewhere.size());
    if (!path.starts_with('/')) path = repository + "/" + path;
  }
  path += "/index";
  const auto source = read_source(path, max_index_bytes);
  places_.push_back({path, !source.absent, true, source.identity});
  for (const auto& one : parsers::tracked_paths(source.text))
    if (one.starts_with(above)) tracked_.push_back(below + one.substr(above.size()));
  std::sort(tracked_.begin(), tracked_.end());
}

void ignored_paths::enter(const std::string& folder, bool has_rules, bool is_repository) {
  if (is_repository && !folder.empty() && repositories_.insert(folder).second)
    read_index(root_ + "/" + folder, "", folder + "/");
  if (!has_rules) return;
  auto rules = read_rules(root_ + "/" + (folder.empty() ? "" : folder + "/") + ".gitignore",
                          links_leave_ ? "" : root_);
  if (!rules.empty()) within_.insert_or_assign(folder, std::move(rules));
}

ignore_verdict ignored_paths::judge_above(std::string_view path, bool is_folder) const {
  for (const auto& [rules, prefix] : above_) {
    auto whole = prefix + std::string{path};
    if (whole.ends_with('/')) whole.pop_back();
    if (const auto verdict = rules.judge(whole, is_folder); verdict != ignore_verdict::none) return verdict;
  }
  return ignore_verdict::none;
}

bool ignored_paths::ignores(std::string_view path, bool is_folder) {
  if (!is_named(path, is_folder) && !ignored_with_tracked_.contains(parsers::folder_name(path))) return false;
  const auto begin = std::string{path} + (is_folder ? "/" : "");
  const auto at = std::lower_bound(tracked_.begin(), tracked_.end(), begin);
  if (at == tracked_.end() || !(is_folder ? at->starts_with(begin) : *at == begin)) return true;
  if (is_folder) ignored_with_tracked_.emplace(path);
  return false;
}

bool ignored_paths::is_named(std::string_view path, bool is_folder) const {
  if (within_.empty() && above_.empty()) return false;
  auto folder = parsers::folder_name(path);
  while (true) {
    if (const auto it = within_.find(folder); it != within_.end()) {
      const auto below = folder.empty() ? path : path.substr(folder.size() + 1);
      const auto verdict = it->second.judge(below, is_folder);
      if (verdict != ignore_verdict::none) return verdict == ignore_verdict::ignored;
    }
    if (repositories_.contains(folder)) return false;
    if (folder.empty()) break;
    folder = parsers::folder_name(folder);
  }
  return judge_above(path, is_folder) == ignore_verdict::ignored;
}

source_tree look_through(const tree_question& question, const tree_limits& limits) {
  return walker{question, limits}.walk();
}

}  // namespace covey::storage
