#include "cli/setup/configuration.hpp"
#include "cli/replace_file.hpp"
#include "cli/setup/edits.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/json_members.hpp"
#include "process/bounded_file.hpp"
#include <boost/json.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace covey::cli {
namespace {

constexpr std::size_t max_bytes = std::size_t{8} << 20;

std::string variable(std::string_view name) {
  const char* value = name.empty() ? nullptr : std::getenv(std::string{name}.c_str());
  return value == nullptr ? "" : value;
}

std::string below(const std::string& folder, std::string_view name) {
  return parsers::normal_path(folder + "/" + std::string{name});
}

std::string path_in(const client_file& file, const std::string& base) {
  return file.file.empty() || base.empty() ? "" : below(base + "/" + std::string{file.folder}, file.file);
}

std::string path_of_user(const client_file& file) {
  if (file.file.empty()) return {};
  const auto moved = variable(file.variable);
  return moved.empty() ? path_in(file, variable("HOME")) : below(moved, file.file);
}

std::string problem_with(const std::string& path, int error) {
  if (error == EFBIG) return path + ": larger than the 8 MiB that covey changes";
  return path + ": " + std::strerror(error);
}

constexpr const char* copy_ending = ".before-covey";

// The whole file, or an error number. That there is none is no error.
std::variant<std::string, int> read(const std::string& path) {
  auto file = process::read_file(path, max_bytes + 1);
  if (file.error == ENOENT) return "";
  if (file.error != 0) return file.error;
  if (file.text.size() > max_bytes) return EFBIG;
  return std::move(file.text);
}

// With the owner and the mode of the file: a client may keep secrets in it.
int keep(const std::string& path, const std::string& text, bool with_covey) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) return errno == ENOENT ? 0 : errno;
  const auto copy = path + copy_ending;
  if (with_covey && ::access(copy.c_str(), F_OK) == 0) return 0;
  ::unlink(copy.c_str());
  const int fd = ::open(copy.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, about.st_mode & 0777);
  if (fd < 0) return errno;
  if (::fchown(fd, about.st_uid, about.st_gid) != 0) errno = 0;  // only root can, and has to
  const int problem = process::write_fully(fd, text);
  return ::close(fd) != 0 && problem == 0 ? errno : problem;
}

bool has_changed(const configuration_text& opened) {
  const auto now = read(opened.path);
  const auto* text = std::get_if<std::string>(&now);
  return text == nullptr || *text != opened.text;
}

std::string changed(const std::string& path) {
  return path + ": it was changed meanwhile, perhaps by its client; try again";
}

}  // namespace

std::string path_of(const client_files& files, scope of, const std::string& project) {
  auto out = of == scope::user ? path_of_user(files.user) : path_in(files.project, project);
  // Some clients read both names.
  if (out.ends_with(".json") && ::access(out.c_str(), F_OK) != 0 && ::access((out + "c").c_str(), F_OK) == 0)
    out += 'c';
  return out;
}

json::value read_configuration(const client_file& file, file_format format) {
  const auto text = read(path_of_user(file));
  const auto* whole = std::get_if<std::string>(&text);
  if (whole == nullptr || whole->empty()) return {};
  if (format == file_format::toml) return parsers::read_toml(*whole);
  return read_jsonc(*whole).value_or(nullptr);
}

const json::value* at_path(const json::value& in, std::initializer_list<std::string_view> path) {
  const auto* at = &in;
  for (const auto key : path) {
    const auto* object = at->if_object();
    at = object == nullptr ? nullptr : object->if_contains(key);
    if (at == nullptr) return nullptr;
  }
  return at;
}

std::variant<configuration_text, std::string> open_configuration(const std::string& path) {
  auto text = read(path);
  if (const auto* error = std::get_if<int>(&text)) return problem_with(path, *error);
  return configuration_text{path, std::move(std::get<std::string>(text))};
}

std::optional<std::string> text_before_covey(const std::string& path) {
  auto text = read(path + copy_ending);
  auto* whole = std::get_if<std::string>(&text);
  return whole == nullptr || whole->empty() ? std::nullopt : std::optional{std::move(*whole)};
}

std::string write_configuration(const configuration_text& opened, const std::string& text, bool with_covey) {
  std::error_code failed;
  std::filesystem::create_directories(parsers::folder_name(opened.path), failed);
  if (failed) return problem_with(opened.path, failed.value());
  if (has_changed(opened)) return changed(opened.path);
  if (const int problem = keep(opened.path, opened.text, with_covey); problem != 0)
    return problem_with(opened.path + copy_ending, problem);
  const int problem = replace_file(opened.path, [&](int fd) { return process::write_fully(fd, text); });
  return problem == 0 ? "" : problem_with(opened.path, problem);
}

std::string remove_configuration(const configuration_text& opened, const std::string& text) {
  if (has_changed(opened)) return changed(opened.path);
  struct stat about {};
  const bool link = ::lstat(opened.path.c_str(), &about) == 0 && S_ISLNK(about.st_mode);
  const int problem = link ? replace_file(opened.path, [&](int fd) { return process::write_fully(fd, text); })
                      : ::unlink(opened.path.c_str()) == 0 ? 0
                                                           : errno;
  return problem == 0 ? "" : problem_with(opened.path, problem);
}

}  // namespace covey::cli
