#include "actors/storage/record_folder.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include "process/bounded_file.hpp"
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace covey::storage {
namespace {

namespace fs = std::filesystem;
using process::descriptor;

constexpr std::string_view format = "/history-1";
constexpr std::string_view ending = ".run";
constexpr auto max_unfinished = std::chrono::hours{1};  // older: who wrote it has died

std::string hex(std::uint64_t value) {
  char out[17];
  std::snprintf(out, sizeof out, "%016llx", static_cast<unsigned long long>(value));
  return out;
}

std::string text_of(const std::string& path) {
  return process::read_file(path, 64u << 10).text;
}

// Where in which repository the root lies: what its worktrees have in common. Empty: in none.
std::string place_in_repository(const std::string& root) {
  for (auto top = root; !top.empty(); top.erase(top.rfind('/'))) {
    struct stat about {};
    const auto git = top + "/.git";
    if (::stat(git.c_str(), &about) != 0) continue;
    auto common = git;
    if (S_ISREG(about.st_mode)) {  // a worktree: "gitdir: /repository/.git/worktrees/name"
      const auto text = text_of(git);
      constexpr std::string_view begin = "gitdir: ";
      if (!text.starts_with(begin)) return {};
      common = parsers::trimmed(std::string_view{text}.substr(begin.size()));
      if (const auto at = common.rfind("/worktrees/"); at != std::string::npos) common.resize(at);
    }
    return common + "\n" + root.substr(top.size());
  }
  return {};
}

std::string description(const std::string& root) {
  return root + "\n" + place_in_repository(root) + "\n";
}

std::vector<std::string> runs_in(const std::string& folder) {
  std::vector<std::string> out;
  std::error_code problem;
  for (fs::directory_iterator it{folder, problem}, end; !problem && it != end; it.increment(problem))
    if (it->path().extension() == ending) out.push_back(it->path().string());
  std::ranges::sort(out, std::greater{});  // their names begin with the time
  return out;
}

std::uint64_t size_of(const std::string& path) {
  std::error_code problem;
  const auto size = fs::file_size(path, problem);
  return problem ? 0 : size;
}

std::vector<std::string> folders_in(const std::string& folder) {
  std::vector<std::string> out;
  std::error_code problem;
  for (fs::directory_iterator it{folder, problem}, end; !problem && it != end; it.increment(problem))
    if (it->is_directory(problem)) out.push_back(it->path().string());
  std::ranges::sort(out);
  return out;
}

std::string said(const std::string& path, int number) {
  return path + ": " + std::strerror(number);
}

// Made for the user alone. Empty, or why it cannot be used.
std::string prepare(const std::string& cache, const std::string& folder) {
  const auto old = ::umask(0077);
  std::error_code problem;
  fs::create_directories(folder, problem);
  ::umask(old);
  if (problem) return folder + ": " + problem.message();
  const auto top = cache + std::string{format};
  for (const auto& one : {top, folder}) {
    struct stat about {};
    if (::lstat(one.c_str(), &about) != 0) return said(one, errno);
    if (!S_ISDIR(about.st_mode)) return one + " is no folder";
    if (about.st_uid != ::geteuid()) return one + " belongs to another user";
    if ((about.st_mode & 0077) != 0 && ::chmod(one.c_str(), 0700) != 0) return said(one, errno);
  }
  return {};
}

// 0, or the error number; it appears whole or not at all.
int put(const std::string& path, std::string_view bytes) {
  const auto unfinished = path + "." + std::to_string(::getpid()) + ".new";
  ::unlink(unfinished.c_str());
  const descriptor file{
      ::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600)};
  if (!file) return errno;
  int problem = process::write_fully(file.get(), bytes);
  if (problem == 0 && ::fsync(file.get()) != 0) problem = errno;
  if (problem == 0 && ::rename(unfinished.c_str(), path.c_str()) != 0) problem = errno;
  if (problem != 0) ::unlink(unfinished.c_str());
  return problem;
}

void drop_unfinished(const std::string& folder) {
  std::error_code problem;
  for (fs::directory_iterator it{folder, problem}, end; !problem && it != end; it.increment(problem))
    if (it->path().extension() == ".new" &&
        fs::file_time_type::clock::now() - it->last_write_time(problem) > max_unfinished)
      ::unlink(it->path().c_str());
}

void drop_oldest(const std::string& folder, std::size_t max_runs, std::uint64_t max_bytes) {
  std::uint64_t bytes = 0;
  std::size_t count = 0;
  for (const auto& run : runs_in(folder)) {
    bytes += size_of(run);
    if (++count > max_runs || bytes > max_bytes) ::unlink(run.c_str());
  }
}

void drop_oldest_roots(const std::string& cache, const record_limits& limits) {
  auto all = recorded_roots(cache);
  std::ranges::sort(all, std::ranges::greater{}, &recorded_root::written);
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto oldest =
      std::chrono::duration_cast<std::chrono::seconds>(now).count() - limits.days * 24 * 60 * 60;
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    bytes += all[i].bytes;
    if (i >= limits.roots || bytes > limits.all_bytes || all[i].written < oldest)
      forget_records(cache, all[i].root);
  }
}

std::string home_of(const std::string& cache, const std::string& root) {
  return cache + std::string{format} + "/" + hex(XXH3_64bits(root.data(), root.size()));
}

}  // namespace

std::string cache_folder(const std::map<std::string, std::string, std::less<>>& environment) {
  const auto absolute = [&](std::string_view name, std::string_view below) {
    const auto found = environment.find(name);
    const bool is_path = found != environment.end() && found->second.starts_with('/');
    return is_path ? found->second + std::string{below} : std::string{};
  };
  for (const auto& [name, below] :
       {std::pair{"COVEY_CACHE_DIR", ""}, {"XDG_CACHE_HOME", "/covey"}, {"HOME", "/.cache/covey"}})
    if (auto path = absolute(name, below); !path.empty()) return path;
  return {};
}

record_folder::record_folder(const std::string& cache, const std::string& root, const std::string& language)
    : cache_(cache), root_(root), home_(home_of(cache, root)), folder_(home_ + "/" + language) {}

std::vector<std::string> record_folder::runs() const {
  auto out = runs_in(folder_);
  const auto place = out.empty() ? place_in_repository(root_) : std::string{};
  if (place.empty()) return out;
  for (const auto& home : folders_in(cache_ + std::string{format})) {
    const auto text = text_of(home + "/root");
    if (home == home_ || text.substr(std::min(text.size(), text.find('\n') + 1)) != place + "\n") continue;
    const auto found = runs_in(home + folder_.substr(home_.size()));
    const auto name = [](const auto& list) {
      return list.empty() ? std::string_view{} : parsers::base_name(list.front());
    };
    if (name(found) > name(out)) out = found;
  }
  return out;
}

std::string record_folder::write(std::string_view bytes, bool replaces, const record_limits& limits) const {
  if (bytes.size() > limits.bytes)
    return "it has " + std::to_string(bytes.size()) + " bytes, the limit is " + std::to_string(limits.bytes);
  if (auto problem = prepare(cache_, folder_); !problem.empty()) return problem;
  const auto is_new = runs_in(folder_).empty();
  if (const auto text = description(root_); text_of(home_ + "/root") != text)
    if (const int problem = put(home_ + "/root", text); problem != 0) return said(home_, problem);
  drop_unfinished(folder_);
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  auto time = std::to_string(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
  const auto name =
      std::string(20 - std::min<std::size_t>(20, time.size()), '0') + time + "-" + std::to_string(::getpid());
  const auto path = folder_ + "/" + name + std::string{ending};
  if (const int problem = put(path, bytes); problem != 0) return said(folder_, problem);
  for (const auto& run : runs_in(folder_))
    if (replaces && run < path) ::unlink(run.c_str());
  drop_oldest(folder_, limits.runs, limits.bytes);
  if (is_new) drop_oldest_roots(cache_, limits);
  return {};
}

std::string read_record(const std::string& path, const record_limits& limits) {
  const auto read = process::read_file(path, limits.bytes + 1);
  return read.error == 0 && read.text.size() <= limits.bytes ? read.text : std::string{};
}

std::vector<recorded_root> recorded_roots(const std::string& cache) {
  std::vector<recorded_root> out;
  for (const auto& home : folders_in(cache + std::string{format})) {
    const auto text = text_of(home + "/root");
    recorded_root one{.root = text.substr(0, text.find('\n')), .runs = {}};
    if (one.root.empty() || home_of(cache, one.root) != home) continue;
    for (const auto& folder : folders_in(home)) {
      auto runs = runs_in(folder);
      for (const auto& run : runs) {
        struct stat about {};
        if (::stat(run.c_str(), &about) != 0) continue;
        one.bytes += static_cast<std::uint64_t>(about.st_size);
        one.written = std::max<std::int64_t>(one.written, about.st_mtime);
      }
      if (!runs.empty()) one.runs.emplace(parsers::base_name(folder), std::move(runs));
    }
    out.push_back(std::move(one));
  }
  return out;
}

std::string forget_records(const std::string& cache, const std::string& root) {
  std::error_code problem;
  const auto folder = root.empty() ? cache + std::string{format} : home_of(cache, root);
  fs::remove_all(folder, problem);
  return problem ? folder + ": " + problem.message() : std::string{};
}

}  // namespace covey::storage
