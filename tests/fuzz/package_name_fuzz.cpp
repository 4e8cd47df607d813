// The first byte chooses the file, the rest is its text.
#include "parsers/languages/package_name.hpp"
#include <array>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::array<std::string_view, 8> files{"go.mod",     "package.json",   "deno.json",    "setup.cfg",
                                                  "Cargo.toml", "pyproject.toml", "Project.toml", "other"};
  if (size == 0) return 0;
  (void)covey::parsers::package_name(files[*data % files.size()],
                                     {reinterpret_cast<const char*>(data) + 1, size - 1});
  return 0;
}
