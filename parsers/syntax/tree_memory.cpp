#include "parsers/syntax/tree_memory.hpp"
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <tree_sitter/api.h>

namespace covey::parsers {
namespace {

// Stands before each block. The bytes before any other address in a block differ from that address's seal.
struct alignas(alignof(std::max_align_t)) header {
  std::uintptr_t seal = 0;
};

constexpr std::uintptr_t secret = 0x5eedc0ffee5eed01;

std::uintptr_t seal_of(const void* block) {
  return reinterpret_cast<std::uintptr_t>(block) ^ secret;
}

header* header_of(void* block) {
  return static_cast<header*>(block) - 1;
}

bool is_block(void* address) {
  return header_of(address)->seal == seal_of(address);
}

// tree-sitter can neither go on without memory nor be left with half a tree.
void* sealed(void* memory) {
  if (memory == nullptr) std::abort();
  auto* block = static_cast<header*>(memory) + 1;
  (new (memory) header)->seal = seal_of(block);
  return block;
}

void* take(std::size_t bytes) {
  return sealed(std::malloc(bytes + sizeof(header)));
}

void* take_zeroed(std::size_t count, std::size_t size) {
  auto* block = take(count * size);
  std::memset(block, 0, count * size);
  return block;
}

void give_back(void* block) {
  if (block == nullptr || !is_block(block)) return;
  header_of(block)->seal = 0;
  std::free(header_of(block));
}

void* resize(void* block, std::size_t bytes) {
  if (block == nullptr) return take(bytes);
  if (!is_block(block)) std::abort();
  return sealed(std::realloc(header_of(block), bytes + sizeof(header)));
}

}  // namespace

void guard_syntax_memory() {
  static const bool once = (ts_set_allocator(take, take_zeroed, resize, give_back), true);
  (void)once;
}

}  // namespace covey::parsers
