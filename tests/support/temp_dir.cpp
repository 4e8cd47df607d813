#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/stat.h>

namespace covey::testing {

namespace fs = std::filesystem;

temp_dir::temp_dir() {
  std::string path = (fs::canonical(fs::temp_directory_path()) / "test-XXXXXX").string();
  BOOST_REQUIRE(::mkdtemp(path.data()) != nullptr);
  path_ = path;
}

temp_dir::~temp_dir() {
  std::error_code ec;
  fs::remove_all(path_, ec);
}

void write_file(const std::string& path, std::string_view contents) {
  fs::create_directories(fs::path{path}.parent_path());
  std::ofstream file{path, std::ios::binary};
  file << contents;
  file.close();
  BOOST_REQUIRE_MESSAGE(file, "cannot write " << path);
}

void write_files(const std::string& folder, const file_map& files) {
  for (const auto& [name, contents] : files) write_file(folder + "/" + name, contents);
}

std::string read_file(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  std::ostringstream contents;
  contents << file.rdbuf();  // an iterator would throw when a file of /proc vanishes under it
  return contents.str();
}

std::vector<std::string> lines_of(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream file{path, std::ios::binary};
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

file_map snapshot_of(const std::string& folder) {
  file_map snapshot;
  for (const auto& entry : fs::recursive_directory_iterator{folder}) {
    struct stat about {};
    BOOST_REQUIRE(::lstat(entry.path().c_str(), &about) == 0);
    std::string value = "mode " + std::to_string(about.st_mode) + " changed " +
                        std::to_string(about.st_mtim.tv_sec) + "." + std::to_string(about.st_mtim.tv_nsec);
    if (entry.is_symlink())
      value += " -> " + fs::read_symlink(entry.path()).string();
    else if (entry.is_regular_file())
      value += "\n" + read_file(entry.path().string());
    snapshot[fs::relative(entry.path(), folder).string()] = value;
  }
  return snapshot;
}

std::vector<std::string> entries_of(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator{folder}) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace covey::testing
