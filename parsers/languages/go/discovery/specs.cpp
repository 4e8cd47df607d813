#include "parsers/languages/go/discovery/specs.hpp"
#include "parsers/languages/go/discovery/bindings.hpp"
#include "parsers/languages/go/discovery/evaluation.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace covey::parsers::languages::go {
namespace {

struct node_kind {
  std::string_view name;
  block_kind kind;
  std::string_view before = {};  // what Ginkgo puts before its text
};

// Each is also there as pending (P, X) and as focused (F).
constexpr std::array<node_kind, 8> kinds{{{"Describe", block_kind::group},
                                          {"Context", block_kind::group},
                                          {"When", block_kind::group, "when "},
                                          {"DescribeTable", block_kind::group},
                                          {"DescribeTableSubtree", block_kind::group},
                                          {"It", block_kind::test},
                                          {"Specify", block_kind::test},
                                          {"Entry", block_kind::test}}};

const node_kind* kind_of_node(std::string_view name) {
  const auto find = [](std::string_view plain) {
    const auto it = std::ranges::find(kinds, plain, &node_kind::name);
    return it == kinds.end() ? nullptr : &*it;
  };
  if (const auto* known = find(name)) return known;
  return !name.empty() && std::string_view{"PXF"}.find(name.front()) != std::string_view::npos
             ? find(name.substr(1))
             : nullptr;
}

// Describe(…), or ginkgo.Describe(…) under any name of the package.
std::string_view called_name(const syntax_node& call) {
  const auto function = call.field("function");
  return function.is("selector_expression") && function.field("operand").is("identifier")
             ? function.field("field").text()
             : function.text();
}

class spec_reader {
 public:
  spec_reader(const declarations& declared, std::size_t suite, block_tree& blocks)
      : names_(declared), suite_(suite), blocks_(blocks) {}

  void read(const syntax_node& declaration) {
    walk(
        declaration, [this](const auto& node) { return enter(node); },
        [this](const auto& node) {
          if (!open_.empty() && open_.back().call == node.raw().id) open_.pop_back();
        });
  }

 private:
  struct container {
    const void* call = nullptr;  // the node
    std::size_t block = 0;
  };

  bool enter(const syntax_node& node) {
    if (!node.is("call_expression")) return true;
    const auto arguments = arguments_of(node);
    const auto* kind = arguments.empty() ? nullptr : kind_of_node(called_name(node));
    if (kind == nullptr) return true;
    const auto place =
        blocks_.add(open_.empty() ? suite_ : open_.back().block, block_of(node, arguments[0], *kind));
    if (place == block_tree::none || kind->kind == block_kind::test) return false;
    open_.push_back({node.raw().id, place});
    return true;
  }

  new_block block_of(const syntax_node& call, const syntax_node& text, const node_kind& kind) {
    new_block out;
    // What describes an entry may be a function of its values, or nil: Ginkgo then makes a text of them.
    auto said = text.is("nil") ? known_text{{"Entry: ", ""}, {}} : evaluation{names_}.text(text);
    said.literals.front().insert(0, kind.before);
    out.shown = said.is_literal() && !said.shown.empty() ? std::string{said.shown} : std::string{text.text()};
    out.shown = repair_utf8(shortened(one_line(out.shown), 200));
    out.name = block_name{std::move(said.literals)};
    out.dynamic = !out.name.is_literal();
    out.line_start = call.line();
    out.line_end = call.last_line();
    out.kind = kind.kind;
    return out;
  }

  bindings names_;
  std::size_t suite_;
  block_tree& blocks_;
  std::vector<container> open_;
};

}  // namespace

bool may_hold_specs(std::string_view text) {
  return text.find("github.com/onsi/ginkgo") != std::string_view::npos;
}

void read_specs(const syntax_node& file, const declarations& declared, std::size_t suite,
                block_tree& blocks) {
  spec_reader reader{declared, suite, blocks};
  for (const auto& child : file.children())
    if (child.is("var_declaration")) reader.read(child);
}

}  // namespace covey::parsers::languages::go
