#include "actors/process/go_exec.hpp"
#include "actors/process/environment.hpp"
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <string_view>
#include <unistd.h>

namespace covey::process {
namespace {

constexpr std::string_view profile_flag = "-test.coverprofile=";
constexpr std::string_view timeout_flag = "-test.timeout=";

bool write_new_file(const std::string& path, std::string_view text) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return false;
  const auto written = ::write(fd, text.data(), text.size());
  return ::close(fd) == 0 && written == static_cast<ssize_t>(text.size());
}

// A new empty file XXXXXX.out, and XXXXXX.dir beside it with the folder that Go runs the package's tests in.
// Empty if either could not be written.
std::string new_profile(const std::string& folder) {
  std::error_code ec;
  const auto package = std::filesystem::current_path(ec);
  if (ec) return {};
  constexpr std::string_view ending = ".out";
  std::string path = folder + "/XXXXXX" + std::string{ending};
  const int fd = ::mkostemps(path.data(), static_cast<int>(ending.size()), O_CLOEXEC);
  if (fd < 0) return {};
  ::close(fd);
  if (write_new_file(path.substr(0, path.size() - ending.size()) + ".dir", package.string())) return path;
  ::unlink(path.c_str());
  return {};
}

// "-test.timeout=…" for what is left until the run's deadline; empty if there is none or it has passed.
std::string timeout_left() {
  using std::chrono::milliseconds;
  const char* deadline = std::getenv(deadline_variable);
  if (deadline == nullptr) return {};
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  const auto left = milliseconds{std::strtoll(deadline, nullptr, 10)} - std::chrono::floor<milliseconds>(now);
  return left.count() > 0 ? std::string{timeout_flag} + std::to_string(left.count()) + "ms" : std::string{};
}

// The argument that starts with `flag`, or null.
char** find_flag(int argc, char** argv, std::string_view flag) {
  for (int i = 1; i < argc; ++i)
    if (std::string_view{argv[i]}.substr(0, flag.size()) == flag) return &argv[i];
  return nullptr;
}

}  // namespace

int go_exec(int argc, char** argv) {
  if (argc < 1) {
    std::fputs("covey __go-exec: a program is needed\n", stderr);
    return 2;
  }
  std::string profile, timeout;  // live until the exec
  char** const profile_argument = find_flag(argc, argv, profile_flag);
  const char* folder = std::getenv(go_profiles_variable);
  if (profile_argument != nullptr && folder != nullptr && *folder == '/') profile = new_profile(folder);
  if (!profile.empty()) {
    profile.insert(0, profile_flag);
    *profile_argument = profile.data();
  }
  if (char** const argument = find_flag(argc, argv, timeout_flag); argument != nullptr) {
    timeout = timeout_left();
    if (!timeout.empty()) *argument = timeout.data();
  }
  ::unsetenv(go_profiles_variable);
  ::unsetenv(deadline_variable);
  ::execv(argv[0], argv);
  const int error = errno;
  std::fprintf(stderr, "covey __go-exec: %s: %s\n", argv[0], std::strerror(error));
  return error == ENOENT ? 127 : 126;
}

}  // namespace covey::process
