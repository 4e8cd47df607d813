#include "parsers/coverage/llvm/elf_sections.hpp"
#include "parsers/coverage/llvm/bytes.hpp"

namespace covey::parsers::llvm {
namespace {

constexpr std::string_view magic{
    "\x7f"
    "ELF\2\1",
    6};
constexpr std::size_t header_size = 64;
constexpr std::uint32_t without_bytes = 8;  // SHT_NOBITS

struct section_header {
  std::uint32_t name = 0, type = 0;
  std::uint64_t address = 0, offset = 0, size = 0;
};

section_header header_at(std::string_view file, std::uint64_t at) {
  byte_reader in{slice(file, at, header_size)};
  section_header out;
  out.name = in.fixed<std::uint32_t>();
  out.type = in.fixed<std::uint32_t>();
  in.fixed<std::uint64_t>();  // flags
  out.address = in.fixed<std::uint64_t>();
  out.offset = in.fixed<std::uint64_t>();
  out.size = in.fixed<std::uint64_t>();
  return in.good() ? out : section_header{};
}

std::string_view bytes_of(std::string_view file, const section_header& of) {
  return of.type == without_bytes ? std::string_view{} : slice(file, of.offset, of.size);
}

}  // namespace

std::optional<elf_section> find_section(std::string_view file, std::string_view name) {
  if (!file.starts_with(magic)) return std::nullopt;
  byte_reader in{slice(file, 0x28, header_size - 0x28)};  // e_shoff
  const auto table = in.fixed<std::uint64_t>();
  in.skip(0x3a - 0x30);
  const auto entry_size = in.fixed<std::uint16_t>();
  const auto count = in.fixed<std::uint16_t>();
  const auto names_at = in.fixed<std::uint16_t>();
  if (!in.good() || entry_size < header_size || names_at >= count) return std::nullopt;
  const auto header = [&](std::uint64_t number) { return header_at(file, table + number * entry_size); };
  const auto names = bytes_of(file, header(names_at));
  for (std::uint16_t i = 0; i < count; ++i) {
    const auto one = header(i);
    const auto rest = slice(names, one.name, names.size());
    if (rest.substr(0, rest.find('\0')) == name) return elf_section{bytes_of(file, one), one.address};
  }
  return std::nullopt;
}

}  // namespace covey::parsers::llvm
