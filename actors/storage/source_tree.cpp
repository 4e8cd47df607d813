#include "actors/storage/source_tree.hpp"
#include "actors/storage/ignored.hpp"
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
    folders_.push_back(question_.folder);
    for (std::size_t seen = 0; !folders_.empty() && !over_; ++seen) {
      if (seen == limits_.folders) {
        note("more than " + std::to_string(seen) +
             " folders: the rest was not looked into; add a .gitignore");
        break;
      }
      auto folder = std::move(folders_.back());
      folders_.pop_back();
      look_into(std::move(folder));
    }
    std::sort(out_.files.begin(), out_.files.end(),
              [](const auto& a, const auto& b) { return a.path < b.path; });
    return std::move(out_);
  }

 private:
  void note(std::string text) {
    if (out_.notes.size() < limits_.notes)
      out_.notes.push_back(std::move(text));
    else
      ++out_.more_notes;
  }

  std::string absolute(const std::string& path) const {
    return path.empty() ? question_.root : question_.root + "/" + path;
  }

  std::optional<open_folder> open(std::string folder) {
    const int fd = ::open(absolute(folder).c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0 && !was_opened_below(fd, question_.root)) {
      ::close(fd);
      note(folder + " was not looked into: it has become a link to somewhere else");
      return std::nullopt;
    }
    open_dir dir{fd < 0 ? nullptr : ::fdopendir(fd)};
    if (!dir) {
      const int why = errno;
      if (fd >= 0) ::close(fd);
      // The conventional test folder is optional.
      if (!(folder == question_.folder && why == ENOENT))
        note((folder.empty() ? "the workspace" : folder) +
             " could not be looked into: " + std::strerror(why));
      return std::nullopt;
    }
    struct stat about {};
    // Before the names are read: what is added meanwhile makes the folder differ.
    if (question_.links_leave && ::fstat(::dirfd(dir.get()), &about) == 0)
      out_.folders.push_back({folder, identity_of(about)});
    open_folder out{std::move(folder), std::move(dir), {}};
    while (const auto* found = ::readdir(out.dir.get())) {
      const std::string_view name{found->d_name};
      if (name != "." && name != "..") out.entries.push_back({std::string{name}, found->d_type});
    }
    return out;
  }

  void look_into(std::string path) {
    const bool is_top = path == question_.folder;
    const auto folder = open(std::move(path));
    if (!folder || (!is_top && is_product(folder->entries))) return;
    const auto& entries = folder->entries;
    const auto has = [&](std::string_view name) {
      return std::any_of(entries.begin(), entries.end(), [&](const entry& one) { return one.name == name; });
    };
    ignored_.enter(folder->path, has(".gitignore"), has(".git"));
    for (const auto& one : entries) {
      if (over_ || is_too_late()) return;
      look_at(*folder, one);
    }
  }

  bool is_too_late() {
    if (std::chrono::steady_clock::now() < end_) return false;
    over_ = true;
    note("the folders were not looked through within " +
         std::to_string(std::chrono::duration_cast<std::chrono::seconds>(limits_.time).count()) +
         " s: the rest was left out; choose a smaller workspace with activate_package");
    return true;
  }

  void look_at(const open_folder& folder, const entry& one) {
    const auto path = joined(folder.path, one.name);
    auto type = one.type;
    struct stat about {};
    bool looked = false;
    if (type == DT_UNKNOWN) {
      if (!folder.look(one, about, AT_SYMLINK_NOFOLLOW)) return;
      looked = true;
      type = IFTODT(about.st_mode);
    }
    if (type == DT_DIR) return add_folder(path, one.name);
    if (type != DT_REG && type != DT_LNK) return;
    const bool valid = parsers::is_utf8(path);
    if (valid && (!question_.wanted(path) || ignored_.ignores(path, false))) return;
    if (!valid) return refuse_name(path);
    if (!looked || type == DT_LNK) looked = folder.look(one, about);
    if (!looked && type == DT_LNK) out_.dangling = question_.links_leave;
    if (!looked || !S_ISREG(about.st_mode) || (type == DT_LNK && !question_.links_leave && !is_inside(path)))
      return;
    if (out_.files.size() == limits_.files) {
      over_ = true;
      return note("more than " + std::to_string(limits_.files) +
                  (question_.links_leave ? " files" : " test files") +
                  ": the rest was left out; choose a smaller workspace with activate_package");
    }
    out_.files.push_back({path, identity_of(about)});
  }

  // Callers cannot write such a name in JSON. Whether the file would match is decided with its bad bytes
  // replaced.
  void refuse_name(const std::string& path) {
    const auto shown = parsers::repair_utf8(path);
    if (question_.wanted(shown) && !ignored_.ignores(path, false))
      note(shown + " was left out: its name is not valid UTF-8; rename it");
  }

  bool is_inside(const std::string& path) {
    std::error_code ec;
    const auto real = std::filesystem::canonical(absolute(path), ec).string();
    if (!ec && is_below(real, question_.root)) return true;
    note(path + " was left out: it is a link to a file outside of the workspace");
    return false;
  }

  void add_folder(const std::string& path, const std::string& name) {
    const auto is_in = [&](auto names) { return std::find(names.begin(), names.end(), name) != names.end(); };
    // node_modules is skipped for every language: any project may have a front end beside it.
    if ((name.starts_with('.') && !is_in(question_.entered)) || name == "node_modules" ||
        is_in(question_.skipped) || ignored_.ignores(path, true))
      return;
    if (!parsers::is_utf8(name))
      return note(parsers::repair_utf8(path) +
                  " was not looked into: its name is not valid UTF-8; rename it");
    folders_.push_back(path);
  }

  const tree_question& question_;
  const tree_limits& limits_;
  ignored_paths ignored_;
  std::vector<std::string> folders_;  // still to be read
  source_tree out_;
  const std::chrono::steady_clock::time_point end_ = std::chrono::steady_clock::now() + limits_.time;
  bool over_ = false;  // a limit was reached
};

}  // namespace

source_tree look_through(const tree_question& question, const tree_limits& limits) {
  return walker{question, limits}.walk();
}

source_text read_source(const std::string& path, std::uint64_t most_bytes, const std::string& root) {
  source_text out;
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  struct stat about {};
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
