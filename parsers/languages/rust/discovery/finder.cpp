#include "parsers/languages/rust/discovery/finder.hpp"
#include "parsers/languages/rust/discovery/items.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <array>

namespace covey::parsers::languages::rust {
namespace {

bool has_folder(std::string_view path, std::string_view name) {
  return any_folder(path, [&](auto folder) { return folder == name; });
}

// cargo's default paths: tests/NAME.rs and tests/NAME/main.rs of a package. Below src/, such a path is a
// module.
bool is_integration_test(std::string_view path) {
  constexpr std::string_view folder = "tests/";
  if (has_folder(path, "src")) return false;
  auto at = path.rfind("/tests/");
  at = at != std::string_view::npos ? at + 1 : path.starts_with(folder) ? 0 : at;
  if (at == std::string_view::npos) return false;
  const auto below = path.substr(at + folder.size());
  const auto slash = below.find('/');
  return slash == std::string_view::npos || below.substr(slash) == "/main.rs";
}

// Any other file may be a module of a library; its path does not tell.
bool may_be_of_library(std::string_view path) {
  for (const std::string_view name : {"tests", "examples", "benches"})
    if (has_folder(path, name) && !has_folder(path, "src")) return false;
  for (const std::string_view program : {"src/main.rs", "build.rs"})
    if (path == program || (path.ends_with(program) && path[path.size() - program.size() - 1] == '/'))
      return false;
  return !path.starts_with("src/bin/") && path.find("/src/bin/") == std::string_view::npos;
}

class rust_test_finder final : public test_finder {
 public:
  file_role role(std::string_view path) const override {
    if (!path.ends_with(".rs")) return file_role::none;
    return is_integration_test(path) ? file_role::test : file_role::perhaps;
  }

  // Test attributes contain "test" (or are those of cases and properties). Documentation tests are in fences,
  // in indented lines, or in comments and attributes where a fence or indent may occur within a line.
  bool may_hold_blocks(std::string_view text) const override {
    static constexpr std::array<std::string_view, 12> signs{
        "test", "quickcheck", "parameterized", "```", "~~~", "/**",
        "/*!",  "///    ",    "//!    ",       "\t",  "doc", "case"};
    return std::any_of(signs.begin(), signs.end(),
                       [&](auto sign) { return text.find(sign) != std::string_view::npos; });
  }

  file_blocks blocks(std::string_view path, std::string_view text) const override {
    return find_tests(without_byte_order_mark(text), may_be_of_library(path));
  }
};

}  // namespace

std::unique_ptr<const test_finder> make_finder(const config_texts&) {
  return std::make_unique<rust_test_finder>();
}

}  // namespace covey::parsers::languages::rust
