#include "process/read_paths.hpp"
#include "process/bounded_file.hpp"
#include <algorithm>
#include <filesystem>
#include <sys/stat.h>

namespace covey::process {
namespace {

using parsers::path_state;

std::vector<std::string> names_in(const std::string& folder, std::size_t limit) {
  std::vector<std::string> out;
  std::error_code ec;
  for (std::filesystem::directory_iterator it{folder, ec}, end; !ec && it != end && out.size() < limit;
       it.increment(ec))
    out.push_back(it->path().filename().string());
  std::sort(out.begin(), out.end());
  return out;
}

bool is_there(const parsers::project_file& wanted, const std::string& root) {
  const auto at = [&](std::string_view name) { return read_path(root + "/" + std::string{name}); };
  const auto file = at(wanted.file);
  return file.kind == path_state::kind_type::file &&
         (wanted.containing.empty() || file.text.find(wanted.containing) != std::string::npos) &&
         (wanted.beside.empty() || at(wanted.beside).kind == path_state::kind_type::file);
}

}  // namespace

path_state read_path(const std::string& path, const read_limits& limits) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) return {};
  if (S_ISDIR(about.st_mode)) return {path_state::kind_type::folder, {}, names_in(path, limits.entries)};
  if (!S_ISREG(about.st_mode)) return {};
  return {path_state::kind_type::file, read_file(path, limits.text).text, {}};
}

const parsers::project_file* find_project_file(const parsers::language& language, const std::string& root) {
  const auto it = std::find_if(language.project_files.begin(), language.project_files.end(),
                               [&](const auto& file) { return is_there(file, root); });
  return it == language.project_files.end() ? nullptr : &*it;
}

}  // namespace covey::process
