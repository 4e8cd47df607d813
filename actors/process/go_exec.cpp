#include "actors/process/go_exec.hpp"
#include <cerrno>
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

}  // namespace

int go_exec(int argc, char** argv) {
  if (argc < 1) {
    std::fputs("covey __go-exec: a program is needed\n", stderr);
    return 2;
  }
  std::string argument;  // lives until the exec
  if (const char* folder = std::getenv(go_profiles_variable); folder != nullptr && *folder == '/') {
    for (int i = 1; i < argc && argument.empty(); ++i) {
      if (std::string_view{argv[i]}.substr(0, profile_flag.size()) != profile_flag) continue;
      const auto profile = new_profile(folder);
      if (profile.empty()) break;
      argument = std::string{profile_flag} + profile;
      argv[i] = argument.data();
    }
  }
  ::unsetenv(go_profiles_variable);
  ::execv(argv[0], argv);
  const int error = errno;
  std::fprintf(stderr, "covey __go-exec: %s: %s\n", argv[0], std::strerror(error));
  return error == ENOENT ? 127 : 126;
}

}  // namespace covey::process
