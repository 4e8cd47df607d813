#include "shims/rust/target_folder.hpp"
#include "process/piped_child.hpp"
#include "parsers/languages/rust/config.hpp"
#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <set>
#include <sys/file.h>
#include <unistd.h>

namespace covey::shims::rust {

namespace language = parsers::languages::rust;
namespace {

namespace fs = std::filesystem;

// Limit for copies, such as the output of build scripts: copying more would take longer than it saves.
constexpr std::uint64_t max_copied = std::uint64_t{2} * 1024 * 1024 * 1024;

class file_lock {
 public:
  // cargo's own lock of a target folder; does not wait for it.
  static file_lock of_cargo(const fs::path& folder) {
    return {folder / ".cargo-lock", O_RDWR | O_CLOEXEC, LOCK_EX | LOCK_NB};
  }
  // Held while a folder of covey's is created again; waits for the lock.
  static file_lock of_folder(const fs::path& folder) {
    return {folder.string() + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, LOCK_EX};
  }

  bool held() const { return held_; }

 private:
  file_lock(const fs::path& file, int flags, int how) : fd_(::open(file.c_str(), flags, 0600)) {
    while (fd_ && !(held_ = ::flock(fd_.get(), how) == 0) && errno == EINTR) {
    }
  }

  process::descriptor fd_;
  bool held_ = false;
};

// CMake refuses a folder that was moved; such a build script must start from nothing.
bool knows_its_place(const fs::path& unit) {
  std::error_code ec;
  return fs::exists(unit / "out/build/CMakeCache.txt", ec) || fs::exists(unit / "out/CMakeCache.txt", ec);
}

class seed {
 public:
  seed(fs::path from, fs::path to, std::string root)
      : from_(std::move(from)), to_(std::move(to)), root_(std::move(root)) {}

  bool run() { return copy_all(".fingerprint") && copy_build_scripts() && take_libraries(); }

 private:
  // Keeps the modification time, because cargo compares times.
  bool copy_file(const fs::path& from, const fs::path& to) {
    std::error_code ec;
    copied_ += fs::file_size(from, ec);
    if (ec || copied_ > max_copied) return false;
    fs::copy_file(from, to, ec);
    if (!ec) fs::last_write_time(to, fs::last_write_time(from, ec), ec);
    return !ec;
  }

  bool copy_all(const fs::path& name) {
    std::error_code ec;
    fs::create_directories(to_ / name, ec);
    for (auto it = fs::recursive_directory_iterator{from_ / name, ec}; !ec && it != fs::end(it);
         it.increment(ec)) {
      const auto to = to_ / it->path().lexically_relative(from_);
      const auto type = it->symlink_status(ec).type();
      if (type == fs::file_type::directory)
        fs::create_directories(to, ec);
      else if (type == fs::file_type::symlink)
        fs::copy_symlink(it->path(), to, ec);
      else if (type == fs::file_type::regular && !copy_file(it->path(), to))
        return false;
      if (ec) return false;
    }
    return !ec;
  }

  bool copy_build_scripts() {
    std::error_code ec;
    if (!fs::exists(from_ / "build", ec)) return true;
    for (const auto& unit : fs::directory_iterator{from_ / "build", ec})
      if (!knows_its_place(unit.path()) && !copy_all(fs::path{"build"} / unit.path().filename()))
        return false;
    return !ec;
  }

  bool take_libraries() {
    std::error_code ec;
    fs::create_directories(to_ / "deps", ec);
    std::set<std::string> foreign;
    for (const auto& entry : fs::directory_iterator{from_ / "deps", ec})
      if (entry.path().extension() == ".d" &&
          language::is_foreign_crate(process::read_file(entry.path()).text, root_)) {
        foreign.insert("lib" + entry.path().stem().string());
        if (!copy_file(entry.path(), to_ / "deps" / entry.path().filename())) return false;
      }
    if (ec) return false;
    for (const auto& entry : fs::directory_iterator{from_ / "deps", ec})
      if (foreign.count(entry.path().stem().string()) > 0 && !take_library(entry.path())) return false;
    return !ec;
  }

  bool take_library(const fs::path& from) {
    const auto to = to_ / "deps" / from.filename();
    if (from.extension() != ".rlib" && from.extension() != ".rmeta") return copy_file(from, to);
    std::error_code ec;
    fs::create_hard_link(from, to, ec);
    return !ec;
  }

  fs::path from_;
  fs::path to_;
  std::string root_;
  std::uint64_t copied_ = 0;
};

// Builds the folder beside its final place and renames it, so that an incomplete one is never used; first
// removes what a killed run has left.
void seed_profile(const fs::path& from, const fs::path& to, const std::string& root) {
  std::error_code ec;
  if (fs::exists(to, ec) || !fs::is_directory(from / ".fingerprint", ec)) return;
  const auto lock = file_lock::of_cargo(from);
  if (!lock.held()) return;
  const auto begun = to.parent_path() / (to.filename().string() + ".begun");
  fs::remove_all(begun, ec);
  if (seed{from, begun, root}.run()) fs::rename(begun, to, ec);
  fs::remove_all(begun, ec);
}

// As cargo does with a folder that it makes (https://bford.info/cachedir/): what lies in it is no source, and in
// no backup.
void tag(const fs::path& folder) {
  std::error_code ec;
  const auto file = folder / "CACHEDIR.TAG";
  if (!fs::exists(file, ec))
    std::ofstream{file} << "Signature: 8a477f597d28d172789f06886806bc55\n"
                           "# This file is a cache directory tag created by covey.\n";
}

}  // namespace

void drop_builds_with_other_flags(const std::string& target, const std::vector<std::string>& flags) {
  std::string words;
  for (const auto& flag : flags) words += flag + "\n";
  const auto stamp = fs::path{target} / "measuring";
  std::error_code ec;
  const auto fits = [&] { return fs::exists(target, ec) && process::read_file(stamp).text == words; };
  if (fits()) return tag(target);  // an older covey did not
  if (fs::create_directories(fs::path{target}.parent_path(), ec)) tag(fs::path{target}.parent_path());
  // If two runs start together, the second must not remove what the first has built meanwhile: it checks
  // again under the lock, and renames the folder before it removes it.
  const auto lock = file_lock::of_folder(target);
  if (fits()) return;
  const auto old = target + ".old";
  fs::remove_all(old, ec);
  fs::rename(target, old, ec);
  fs::create_directories(target, ec);
  tag(target);
  std::ofstream{stamp} << words;
  fs::remove_all(old, ec);
}

void warm_start_target(const std::string& from, const std::string& to, const std::string& root,
                       const std::string& triple) {
  constexpr const char* profile = "debug";  // of `dev` and of `test`
  seed_profile(fs::path{from} / profile, fs::path{to} / profile, root);
  if (!triple.empty()) seed_profile(fs::path{from} / triple / profile, fs::path{to} / triple / profile, root);
}

}  // namespace covey::shims::rust
