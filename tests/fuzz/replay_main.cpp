// Stands in for libFuzzer where targets only replay files: fuzz_replay TARGET FILE_OR_FOLDER…
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#define FUZZ_TARGET(name) extern "C" int fuzz_##name(const std::uint8_t* data, std::size_t size);
#include "targets.inc"
#undef FUZZ_TARGET

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

struct fuzz_target {
  std::string_view name;
  int (*run)(const std::uint8_t*, std::size_t);
};

constexpr fuzz_target targets[] = {
#define FUZZ_TARGET(name) {#name, fuzz_##name},
#include "targets.inc"
#undef FUZZ_TARGET
};

}  // namespace

int main(int count, char** arguments) {
  const std::string_view wanted = count > 1 ? arguments[1] : "";
  const auto* target = std::find_if(std::begin(targets), std::end(targets),
                                    [&](const fuzz_target& one) { return one.name == wanted; });
  if (target == std::end(targets)) return std::fprintf(stderr, "no target '%s'\n", wanted.data()), 1;
  std::size_t replayed = 0;
  for (int i = 2; i < count; ++i)
    for (const auto& path : files_of(arguments[i])) {
      std::ifstream in{path, std::ios::binary};
      if (!in) return std::fprintf(stderr, "cannot read %s\n", path.c_str()), 1;
      const std::vector<char> bytes{std::istreambuf_iterator<char>{in}, {}};
      std::printf("%s\n", path.filename().c_str());
      std::fflush(stdout);  // the last line says which file ended the program
      target->run(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
      ++replayed;
    }
  std::printf("%zu files replayed\n", replayed);
  return replayed > 0 ? 0 : 1;  // a corpus that is not there proves nothing
}
