#include "tests/fuzz/discovery_fuzz.hpp"
#include "parsers/languages/catalogue.hpp"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace covey::fuzz {
namespace {

void require(bool holds, const char* what, const parsers::test_block& block) {
  if (holds) return;
  std::fprintf(stderr, "%s: \"%s\" %u-%u\n", what, block.label.c_str(), block.line_start, block.line_end);
  std::abort();
}

bool has_placeholders(const parsers::block_name& name) {
  return !name.is_literal();
}

void check(const parsers::file_blocks& file, std::uint32_t lines) {
  std::uint32_t before = 1;
  for (const auto& block : file.blocks) {
    require(block.line_start >= before, "not in the order of its line", block);
    require(block.line_start <= block.line_end && block.line_end <= lines, "outside of the file", block);
    require(!block.path.empty(), "without a name", block);
    for (const auto& name : block.path) require(!name.literals.empty(), "a name without pieces", block);
    const bool open = std::any_of(block.path.begin(), block.path.end(), has_placeholders);
    require(!open || block.dynamic, "holes, and not dynamic", block);
    before = block.line_start;
  }
}

}  // namespace

void check_discovery(std::string_view language, std::string_view path, const std::uint8_t* data,
                     std::size_t size) {
  static const auto* how = parsers::find_language(language);
  static const auto finder = how->make_finder({});
  const std::string text{reinterpret_cast<const char*>(data), size};
  const auto lines = static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  (void)finder->role(path);
  (void)finder->role(std::string_view{text}.substr(0, 200));
  auto file = finder->blocks(path, text);
  const bool hidden = !finder->may_hold_blocks(text) && !file.blocks.empty();
  if (hidden) require(false, "the quick look does not see it", file.blocks.front());
  check(file, lines);
  parsers::file_blocks* const alone[] = {&file};
  finder->link(alone);
  check(file, lines);
}

}  // namespace covey::fuzz
