#include "parsers/languages/finder.hpp"
#include "parsers/languages/rust/discovery/items.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <array>

namespace covey::parsers {
namespace {

bool has_folder(std::string_view path, std::string_view name) {
  return any_folder(path, [&](auto folder) { return folder == name; });
}

// cargo's own places: tests/NAME.rs and tests/NAME/main.rs of a package. What is called so below src/ is a
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

// Other files can be modules of a library; whether they are is not for their paths to say.
bool may_be_of_library(std::string_view path) {
  for (const std::string_view name : {"tests", "examples", "benches"})
    if (has_folder(path, name) && !has_folder(path, "src")) return false;
  for (const std::string_view program : {"src/main.rs", "build.rs"})
    if (path == program || (path.ends_with(program) && path[path.size() - program.size() - 1] == '/'))
      return false;
  return !path.starts_with("src/bin/") && path.find("/src/bin/") == std::string_view::npos;
}

class rust_finder final : public test_finder {
 public:
  file_role role(std::string_view path) const override {
    if (!path.ends_with(".rs")) return file_role::none;
    return is_integration_test(path) ? file_role::test : file_role::perhaps;
  }

  // Attributes have "test" in them (or are those of cases and properties); documentation tests stand in
  // fences, in indented lines, or in comments and attributes in which neither need begin a line.
  bool may_hold_blocks(std::string_view text) const override {
    static constexpr std::array<std::string_view, 12> signs{
        "test", "quickcheck", "parameterized", "```", "~~~", "/**",
        "/*!",  "///    ",    "//!    ",       "\t",  "doc", "case"};
    return std::any_of(signs.begin(), signs.end(),
                       [&](auto sign) { return text.find(sign) != std::string_view::npos; });
  }

  file_blocks blocks(std::string_view path, std::string_view text) const override {
    return find_rust_tests(without_byte_order_mark(text), may_be_of_library(path));
  }
};

std::unique_ptr<const test_finder> make_finder(const config_texts&) {
  return std::make_unique<rust_finder>();
}

}  // namespace

extern const discovery rust_discovery;
const discovery rust_discovery{"rust", {}, {"target"}, {}, make_finder};

}  // namespace covey::parsers
