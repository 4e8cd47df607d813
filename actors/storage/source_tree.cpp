#include "actors/storage/source_tree.hpp"
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

struct close_dir {
  void operator()(DIR* dir) const { ::closedir(dir); }
};
using open_dir = std::unique_ptr<DIR, close_dir>;

std::string joined(const std::string& folder, std::string_view name) {
  return folder.empty() ? std::string{name} : folder + "/" + std::string{name};
}

struct entry {
  std::string name;
  unsigned char type = DT_UNKNOWN;
};

bool is_below(const std::string& path, const std::string& root) {
  return root == "/" || (path.starts_with(root) && (path.size() == root.size() || path[root.size()] == '/'));
}

// A folder on the way may have become a link since the listing, so check the path that was really opened.
bool was_opened_below(int fd, const std::string& root) {
  std::array<char, PATH_MAX> real{};
  const auto length = ::readlink(("/proc/self/fd/" + std::to_string(fd)).c_str(), real.data(), real.size());
  return length > 0 && is_below({real.data(), static_cast<std::size_t>(length)}, root);
}

// Names are looked up relative to the open folder: a full path would be resolved anew for each.
struct open_folder {
  std::string path;
  open_dir dir;
  file_identity identity;
  std::vector<entry> entries;

  bool look(const entry& one, struct stat& about, int flags = 0) const {
    return ::fstatat(::dirfd(dir.get()), one.name.c_str(), &about, flags) == 0;
  }
};

// A folder of generated files: a virtual environment (pyvenv.cfg), or a folder tagged as a cache
// (CACHEDIR.TAG).
bool is_product(const std::vector<entry>& entries) {
  return std::any_of(entries.begin(), entries.end(),
                     [](const entry& one) { return one.name == "pyvenv.cfg" || one.name == "CACHEDIR.TAG"; });
}

class walker {
 public:
  walker(const tree_question& question, const tree_limits& limits)
      : question_(question), limits_(limits), ignored_(question.root) {}

  source_tree walk() {
    begin();
    for (std::size_t seen = 0; !folders_.empty() && !over_; ++seen) {
      if (seen == limits_.folders) {
        note("", "more than " + std::to_string(seen) +
                     " folders: the rest was not looked into; add a .gitignore");
        break;
      }
      auto folder = std::move(folders_.back());
      folders_.pop_back();
      look_into(std::move(folder));
    }
    if (late_)
      for (auto& folder : folders_) out_.unread.push_back({std::move(folder), out_.unread.back().why});
    out_.rules = ignored_.take_places();
    std::sort(out_.files.begin(), out_.files.end(),
              [](const auto& a, const auto& b) { return a.path < b.path; });
    return std::move(out_);
  }

 private:
  void begin() {
    if (question_.rest.empty()) return folders_.push_back(question_.folder);
    folders_ = question_.rest;
    std::set<std::string, std::less<>> above;
    for (std::string_view folder : folders_)
      while (!folder.empty()) {
        folder = parsers::folder_name(folder);
        above.emplace(folder);
      }
    struct stat about{};
    const auto has = [&](const std::string& folder, const char* name) {
      return ::stat(absolute(joined(folder, name)).c_str(), &about) == 0;
    };
    // Sorted, so that each comes after those that it is in.
    for (const auto& folder : above) ignored_.enter(folder, has(folder, ".gitignore"), has(folder, ".git"));
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
    const int fd = ::open(absolute(folder).c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0 && !was_opened_below(fd, question_.root)) {
      ::close(fd);
      note(folder, folder + " was not looked into: it has become a link to somewhere else");
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
    open_folder out{std::move(folder), std::move(dir), {}, {}};
    // Before the names are read: what is added meanwhile makes the folder differ.
    struct stat about{};
    if (::fstat(::dirfd(out.dir.get()), &about) == 0) out.identity = identity_of(about);
    if (const int why = read_names(out); why != 0) {
      could_not_read(out.path, why);
      return std::nullopt;
    }
    return out;
  }

  // 0, or why they could not all be read. Too late, it ends early, and so does what follows.
  int read_names(open_folder& of) const {
    for (;;) {
      errno = 0;
      const auto* found = ::readdir(of.dir.get());
      if (found == nullptr) return errno;
      const std::string_view name{found->d_name};
      if (name == "." || name == "..") continue;
      of.entries.push_back({std::string{name}, found->d_type});
      if (of.entries.size() % 1024 == 0 && std::chrono::steady_clock::now() >= end_) return 0;
    }
  }

  void look_into(std::string path) {
    const bool is_top = path == question_.folder;
    const auto files = out_.files.size();
    const auto folders = folders_.size();
    const auto folder = open(std::move(path));
    if (!folder) return;
    if (question_.links_leave) out_.folders.push_back({folder->path, folder->identity});
    if (!is_top && is_product(folder->entries)) return;
    look_at_entries(*folder);
    if (!late_) return;
    // The walk that goes on reads this folder as a whole.
    out_.files.resize(files);
    folders_.resize(folders);
    out_.folders.pop_back();
    out_.unread.push_back({folder->path, too_late() + "the rest is looked through at the next question"});
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
    struct stat about{};
    bool looked = false;
    if (type == DT_UNKNOWN) {
      if (!folder.look(one, about, AT_SYMLINK_NOFOLLOW)) return could_not_look_at(path, type);
      looked = true;
      type = IFTODT(about.st_mode);
    }
    if (type == DT_DIR) return add_folder(path, one.name);
    if (type != DT_REG && type != DT_LNK) return;
    const bool valid = parsers::is_utf8(path);
    if (valid && (!question_.wanted(path) || ignored_.ignores(path, false))) return;
    if (!valid) return refuse_name(path);
    if (!looked || type == DT_LNK) looked = folder.look(one, about);
    if (!looked) return could_not_look_at(path, type);
    if (!S_ISREG(about.st_mode) || (type == DT_LNK && !question_.links_leave && !is_inside(path))) return;
    if (out_.files.size() == limits_.files) {
      over_ = true;
      return note("", "more than " + std::to_string(limits_.files) +
                          (question_.links_leave ? " files" : " test files") +
                          ": the rest was left out; choose a smaller workspace with activate_package");
    }
    out_.files.push_back({path, identity_of(about)});
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

  void add_folder(const std::string& path, const std::string& name) {
    const auto is_in = [&](auto names) { return std::find(names.begin(), names.end(), name) != names.end(); };
    // node_modules is skipped for every language: any project may have a front end beside it.
    if ((name.starts_with('.') && !is_in(question_.entered)) || name == "node_modules" ||
        is_in(question_.skipped) || ignored_.ignores(path, true))
      return;
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
  bool over_ = false;  // a limit was reached
  bool late_ = false;  // that of time, and another walk goes on
};

}  // namespace

source_tree look_through(const tree_question& question, const tree_limits& limits) {
  return walker{question, limits}.walk();
}

source_text read_source(const std::string& path, std::uint64_t most_bytes, const std::string& root) {
  source_text out;
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  struct stat about{};
  if (fd < 0 || ::fstat(fd, &about) != 0) {
    out.absent = errno == ENOENT || errno == ENOTDIR;
    out.problem = std::strerror(errno);
  } else if (!S_ISREG(about.st_mode)) {
    out.problem = "it is no regular file";
  } else if (!root.empty() && !was_opened_below(fd, root)) {
    out.problem = "it is a link to a file outside of the workspace";
  } else if (static_cast<std::uint64_t>(about.st_size) > most_bytes) {
    out.problem = "it has " + std::to_string(about.st_size) + " bytes, the limit is " +
                  std::to_string(most_bytes) + "; split it";
  } else {
    out.identity = identity_of(about);
    out.text.resize(static_cast<std::size_t>(about.st_size));
    std::size_t done = 0;
    while (done < out.text.size()) {
      const auto n = ::read(fd, out.text.data() + done, out.text.size() - done);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) out.problem = std::strerror(errno);
      if (n <= 0) break;
      done += static_cast<std::size_t>(n);
    }
    out.text.resize(done);
  }
  if (fd >= 0) ::close(fd);
  return out;
}

}  // namespace covey::storage
