// The first byte chooses the project file, the rest is its text.
#include "parsers/languages/catalogue.hpp"
#include <array>
#include <cstdint>
#include <utility>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using project_file = std::pair<const char*, const char*>;  // the language, the file
  constexpr std::array<project_file, 8> files{{{"go", "go.mod"},
                                               {"node", "package.json"},
                                               {"node", "deno.json"},
                                               {"python", "setup.cfg"},
                                               {"rust", "Cargo.toml"},
                                               {"python", "pyproject.toml"},
                                               {"julia", "Project.toml"},
                                               {"python", "other"}}};
  if (size == 0) return 0;
  const auto& [language, file] = files[*data % files.size()];
  (void)covey::parsers::find_language(language)->project_name(
      file, {reinterpret_cast<const char*>(data) + 1, size - 1});
  return 0;
}
