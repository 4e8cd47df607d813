// Stands in for libFuzzer where a target only replays files: fuzz_NAME FILE_OR_FOLDER…
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of(const fs::path& place) {
  if (!fs::is_directory(place)) return {place};
  std::vector<fs::path> out;
  for (const auto& entry : fs::recursive_directory_iterator{place})
    if (entry.is_regular_file()) out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

int main(int count, char** arguments) {
  std::size_t replayed = 0;
  for (int i = 1; i < count; ++i)
    for (const auto& path : files_of(arguments[i])) {
      std::ifstream in{path, std::ios::binary};
      if (!in) return std::fprintf(stderr, "cannot read %s\n", path.c_str()), 1;
      const std::vector<char> bytes{std::istreambuf_iterator<char>{in}, {}};
      std::printf("%s\n", path.filename().c_str());
      std::fflush(stdout);  // the last line says which file ended the program
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
      ++replayed;
    }
  std::printf("%zu files replayed\n", replayed);
  return replayed > 0 ? 0 : 1;  // a corpus that is not there proves nothing
}
