// A test binary's own coverage mapping, out of a file that may be any.
#include "parsers/coverage/llvm/region_lines.hpp"
#include <cstdint>
#include <cstdlib>

using namespace covey::parsers;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const llvm::region_lines lines{llvm::read_mapped_program({reinterpret_cast<const char*>(data), size})};
  llvm::counted all;
  for (std::uint32_t i = 0; i < lines.program().counters && i < 1000; ++i) all.emplace_back(i, i % 3);
  for (const auto& [file, ran] : lines.ran(all, size % 2 == 0))
    if (file >= lines.program().files.size() || ran.empty() || ran.front().first == 0) std::abort();
  return 0;
}
