#include "bench/server/child.hpp"
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace covey::bench {
namespace {

std::vector<std::string> environment_with(const variables& set) {
  std::vector<std::string> out;
  for (char** entry = ::environ; *entry != nullptr; ++entry) {
    const std::string_view text{*entry};
    const auto name = text.substr(0, text.find('='));
    bool replaced = false;
    for (const auto& [other, value] : set) replaced = replaced || other == name;
    if (!replaced) out.emplace_back(text);
  }
  for (const auto& [name, value] : set) out.push_back(name + "=" + value);
  return out;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (auto& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

// The value behind "NAME:" in a file of lines like "VmRSS:    1234 kB".
std::uint64_t number_in(const std::filesystem::path& file, std::string_view name) {
  std::ifstream lines{file};
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(name) && line.size() > name.size() && line[name.size()] == ':')
      return std::strtoull(line.c_str() + name.size() + 1, nullptr, 10);
  return 0;
}

}  // namespace

child::child(const child_options& options) {
  int in[2], out[2];
  if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0) throw std::runtime_error{"no pipe"};
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  if (!options.folder.empty()) ::posix_spawn_file_actions_addchdir_np(&actions, options.folder.c_str());
  auto argv = options.argv;
  auto environment = environment_with(options.set_env);
  const int error = ::posix_spawn(&pid_, argv.front().c_str(), &actions, nullptr, pointers(argv).data(),
                                  pointers(environment).data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(in[0]);
  ::close(out[1]);
  in_ = in[1];
  out_ = out[0];
  if (error == 0) return;
  close_input();
  ::close(out_);
  throw std::runtime_error{argv.front() + ": " + std::strerror(error)};
}

child::~child() {
  if (!ended_) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  close_input();
  ::close(out_);
}

void child::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto n = ::write(in_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw std::runtime_error{std::string{"the server reads no more: "} + std::strerror(errno)};
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

std::size_t child::read(char* into, std::size_t max) {
  for (;;) {
    const auto n = ::read(out_, into, max);
    if (n >= 0) return static_cast<std::size_t>(n);
    if (errno != EINTR) return 0;
  }
}

bool child::is_readable() const {
  pollfd ready{out_, POLLIN, 0};
  return ::poll(&ready, 1, 0) > 0;
}

void child::close_input() {
  if (in_ >= 0) ::close(in_);
  in_ = -1;
}

int child::wait() {
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  ended_ = true;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

memory memory_of(pid_t pid) {
  const auto file = "/proc/" + std::to_string(pid) + "/status";
  return {number_in(file, "VmRSS"), number_in(file, "VmHWM")};
}

std::uint64_t switches_of(pid_t pid) {
  std::uint64_t out = 0;
  for (const auto& task : std::filesystem::directory_iterator{"/proc/" + std::to_string(pid) + "/task"})
    for (const auto* name : {"voluntary_ctxt_switches", "nonvoluntary_ctxt_switches"})
      out += number_in(task.path() / "status", name);
  return out;
}

}  // namespace covey::bench
