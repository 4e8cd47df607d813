// Gathers the tests of one file, module by module.
#pragma once

#include "parsers/languages/rust/discovery/attributes.hpp"
#include "parsers/languages/rust/discovery/docs.hpp"
#include "parsers/model/test_block.hpp"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::rust {

class block_collector {
 public:
  // Only modules that hold tests become blocks. False: nested too deep to be listed; then end_module() must
  // not be called.
  bool begin_module(std::string_view name, line_range lines);
  void end_module();
  void end_module(std::uint32_t last_line);  // if begin_module() did not know the last line

  void add_test(std::string_view name, const test_marks& marks, line_range lines);

  // `item`: the path within the file as rustdoc names it, "module::Type::method"; "" for the crate itself.
  // `dynamic`: found in a macro's input, which the macro may drop.
  void add_examples(std::string_view item, const doc_texts& docs, bool dynamic = false);

  std::vector<test_block> take();

 private:
  struct module {
    std::string name;
    line_range lines;
    std::size_t tests_before = 0;
  };

  test_block block_of(std::string_view name, line_range lines) const;

  std::vector<module> modules_;
  std::vector<test_block> blocks_;
  std::size_t tests_ = 0;
};

}  // namespace covey::parsers::languages::rust
