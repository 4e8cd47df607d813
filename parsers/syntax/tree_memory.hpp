// What tree-sitter gets its memory from.
#pragma once

namespace covey::parsers {

// Debian 12's tree-sitter counts the children of a node with 16 bits. One with more (65,536 brackets that are
// never closed) it frees at an address within the block, which would take the process down. From here on such
// a block is kept instead. To be called before the first tree is made; any number of times, by any thread.
void guard_syntax_memory();

}  // namespace covey::parsers
