// The sections of an ELF file, as far as LLVM's coverage has put something there.
// Source: System V ABI, chapter 4 (64 bits, little-endian: what Linux runs on x86-64 and AArch64).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace covey::parsers::llvm {

struct elf_section {
  std::string_view bytes;
  std::uint64_t address = 0;
};

// nullopt: there is none of that name, or the file is no such ELF file. The bytes are those of the file.
std::optional<elf_section> find_section(std::string_view file, std::string_view name);

}  // namespace covey::parsers::llvm
