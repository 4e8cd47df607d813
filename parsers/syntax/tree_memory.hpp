// What tree-sitter gets its memory from.
#pragma once

namespace covey::parsers {

// Debian 12's tree-sitter counts the children of a node with 16 bits. A node with more (65,536 brackets that
// are never closed) is freed at an address within its block, which would crash the process. After this call
// such a block is leaked instead. Call it before the first tree is made; any number of times, by any thread.
void guard_syntax_memory();

}  // namespace covey::parsers
