#include "actors/kept_answers.hpp"
#include <array>
#include <climits>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace covey::actors {
namespace {

std::string_view file_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

bool is_script(const std::string& path) {
  std::array<char, 2> head{};
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return true;
  const bool read = ::read(fd, head.data(), head.size()) == static_cast<ssize_t>(head.size());
  ::close(fd);
  return !read || (head[0] == '#' && head[1] == '!');
}

// "python3" stands for "python3.11" as well, not "julia" for "julialauncher".
bool is_version_of(std::string_view name, std::string_view real) {
  return real.starts_with(name) &&
         real.find_first_not_of("0123456789.-", name.size()) == std::string_view::npos;
}

std::size_t bytes_of(const kept_answer& answer) {
  auto out = answer.said->out.size() + answer.said->err.size();
  for (const auto& one : answer.states) out += one.path.size() + sizeof one;
  return out;
}

}  // namespace

bool answers_for_itself(const std::string& program, const parsers::answer_sources& sources) {
  std::array<char, PATH_MAX> real{};
  if (::realpath(program.c_str(), real.data()) == nullptr) return false;
  const auto name = file_name(real.data());
  if (!sources.dispatcher.empty() && name == sources.dispatcher) return true;
  return is_version_of(file_name(program), name) && (sources.may_be_script || !is_script(program));
}

probe_answer_ptr kept_answers::find(const std::string& question) {
  auto known = take(question);
  if (!known) return nullptr;
  auto now = storage::look_at(known->sources, known->states);
  if (!now || !storage::same_content(*now, known->states)) return nullptr;
  known->states = std::move(*now);
  auto said = known->said;
  put(question, std::move(*known));
  return said;
}

void kept_answers::keep(const std::string& question, const parsers::answer_sources& read_from,
                        const std::string& program, probe_answer_ptr said, std::int64_t began) {
  kept_answer out{std::move(said), read_from.known, {}};
  out.sources.push_back({program});
  if (read_from.named_in)
    for (auto& one : read_from.named_in(out.said->out)) out.sources.push_back(std::move(one));
  {
    const std::lock_guard guard{lock_};
    if (too_large_.contains(question)) return;
  }
  auto states = storage::look_at(out.sources, {});
  if (!states) {
    const std::lock_guard guard{lock_};
    too_large_.insert(question);
    return;
  }
  if (!storage::unchanged_since(*states, began)) return;
  out.states = std::move(*states);
  put(question, std::move(out));
}

std::optional<kept_answer> kept_answers::take(const std::string& question) {
  const std::lock_guard guard{lock_};
  return answers_.take(question);
}

void kept_answers::put(const std::string& question, kept_answer answer) {
  const auto bytes = bytes_of(answer);
  const std::lock_guard guard{lock_};
  if (bytes <= max_bytes_) answers_.put(question, std::move(answer), bytes);
}

}  // namespace covey::actors
