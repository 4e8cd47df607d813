#include "process/program.hpp"
#include <cstdlib>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace covey::process {
namespace {

bool is_executable_file(const std::string& path) {
  struct stat about {};
  return ::stat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::string find_program(std::string_view name) {
  return find_program(name, std::getenv("PATH"));
}

std::string find_program(std::string_view name, const char* path) {
  if (name.find('/') != std::string_view::npos)
    return is_executable_file(std::string{name}) ? std::string{name} : std::string{};
  std::string_view rest = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
  while (!rest.empty()) {
    const auto end = rest.find(':');
    const auto folder = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    if (folder.empty() || folder.front() != '/') continue;
    auto candidate = std::string{folder} + "/" + std::string{name};
    if (is_executable_file(candidate)) return candidate;
  }
  return {};
}

std::string self_path() {
  std::error_code ec;
  return std::filesystem::read_symlink("/proc/self/exe", ec).string();
}

}  // namespace covey::process
