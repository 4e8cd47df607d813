#include "tests/rules/source_tree.hpp"
#include "tests/support/temp_dir.hpp"
#include <algorithm>
#include <array>
#include <filesystem>

namespace covey::testing {
namespace {

namespace fs = std::filesystem;

const std::string root = COVEY_SOURCE_DIR;

bool is_foreign_folder(const std::string& name) {
  static const std::array<std::string, 8> names = {"build",      "corpus",       "fixtures", "listing",
                                                   "recordings", "node_modules", "target",   "__pycache__"};
  return name.front() == '.' || name.rfind("build-", 0) == 0 ||
         std::find(names.begin(), names.end(), name) != names.end();
}

bool is_text(const fs::path& path) {
  static const std::array<std::string, 21> extensions = {
      ".hpp", ".cpp",     ".txt", ".cmake", ".md", ".json", ".go", ".mod", ".work", ".sh", ".py",
      ".js",  ".session", ".mjs", ".cjs",   ".ts", ".jl",   ".rs", ".ini", ".toml", ""};
  return std::find(extensions.begin(), extensions.end(), path.extension().string()) != extensions.end();
}

}  // namespace

bool source_file::has_extension(const std::string& extension) const {
  return fs::path{path}.extension() == extension;
}

std::vector<std::string> source_file::includes() const {
  std::vector<std::string> names;
  for (const auto& line : lines) {
    if (line.rfind("#include", 0) != 0) continue;
    const auto start = line.find_first_of("<\"");
    const auto end = line.find_last_of(">\"");
    if (start < end) names.push_back(line.substr(start + 1, end - start - 1));
  }
  return names;
}

bool is_product(const source_file& file) {
  return std::any_of(product_folders.begin(), product_folders.end(),
                     [&](const auto& folder) { return file.is_below(folder); });
}

std::vector<source_file> project_files() {
  std::vector<source_file> files;
  for (auto it = fs::recursive_directory_iterator{root}; it != fs::recursive_directory_iterator{}; ++it) {
    const auto name = it->path().filename().string();
    if (it->is_directory() && is_foreign_folder(name)) it.disable_recursion_pending();
    if (!it->is_regular_file() || !is_text(it->path())) continue;
    files.push_back({fs::relative(it->path(), root).string(), lines_of(it->path().string())});
  }
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return files;
}

std::vector<source_file> cpp_files() {
  auto files = project_files();
  files.erase(std::remove_if(
                  files.begin(), files.end(),
                  [](const source_file& f) { return !f.has_extension(".cpp") && !f.has_extension(".hpp"); }),
              files.end());
  return files;
}

}  // namespace covey::testing
