#include "shims/go/child.hpp"
#include "parsers/text/path.hpp"
#include "process/family.hpp"
#include "process/piped_child.hpp"
#include <boost/algorithm/string/join.hpp>
#include <algorithm>
#include <csignal>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace covey::shims::go {
namespace {

std::vector<std::string> command_of(pid_t pid) {
  std::vector<std::string> out;
  const auto text = process::read_proc(pid, "cmdline");
  std::string_view rest{text};
  while (!rest.empty()) {
    const auto end = std::min(rest.find('\0'), rest.size());
    out.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

bool is_c_source(std::string_view file) {
  for (const std::string_view ending : {".c", ".cc", ".cpp", ".cxx", ".m", ".f", ".F"})
    if (file.ends_with(ending)) return true;
  return false;
}

}  // namespace

void end_with(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(126);
}

int end_as(int status) {
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  const int signal = WTERMSIG(status);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::signal(signal, SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, signal);
  ::sigprocmask(SIG_UNBLOCK, &one, nullptr);
  ::raise(signal);
  return 128 + signal;
}

std::string compiled_by(const std::vector<std::string>& command) {
  if (command.empty()) return {};
  const auto program = parsers::base_name(command.front());
  if (program == "compile" || program == "cgo") {
    const std::string_view flag = program == "compile" ? "-p" : "-importpath";
    const auto at = std::ranges::find(command, flag);
    return at == command.end() || at + 1 == command.end() ? std::string{} : *(at + 1);
  }
  if (!program.starts_with("cc1")) return {};  // what gcc starts; clang does not
  const auto source = std::ranges::find_if(command.begin() + 1, command.end(), is_c_source);
  return source == command.end() ? std::string{} : std::string{parsers::base_name(*source)};
}

std::string what_is_compiled() {
  constexpr std::size_t max = 3;
  std::vector<std::string> names;
  for (const auto pid : process::descendants_of(::getpid())) {
    auto name = compiled_by(command_of(pid));
    if (!name.empty() && names.size() < max && std::ranges::find(names, name) == names.end())
      names.push_back(std::move(name));
  }
  return boost::join(names, ", ");
}

}  // namespace covey::shims::go
