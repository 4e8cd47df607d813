// Tests in a macro's input: `proptest! { #[test] fn x(…) { … } }`, `cfg_if! { … mod tests { … } }`.
#pragma once

#include "parsers/languages/rust/discovery/collector.hpp"
#include "parsers/syntax/tree.hpp"
#include <string>

namespace covey::parsers::languages::rust {

struct macro_context {
  bool tests = true;      // tests may be here
  bool examples = false;  // documentation tests are looked for
  bool every_fn = false;  // each function is a test: quickcheck!
  std::string item = {};  // the path of the item around the macro, as rustdoc names it
};

// `input`: the token_tree of a macro_invocation.
void find_macro_tests(const syntax_node& input, macro_context context, block_collector& out);

}  // namespace covey::parsers::languages::rust
