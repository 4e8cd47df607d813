#include "parsers/languages/julia/language.hpp"
#include "parsers/languages/julia/discovery/outline.hpp"
#include "parsers/syntax/tree.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

extern "C" const TSLanguage* tree_sitter_julia();

namespace covey::parsers::languages::julia {
namespace {

constexpr std::size_t max_depth = 500;
// --- One call of a macro that makes a testset: @testset in all its forms, and those that other packages have ---

struct testset {
  label name;
  std::uint32_t end = 0;  // the byte after it
  std::uint32_t last_line = 0;
};

bool is_testset_macro(std::string_view name) {
  // ReTestItems' @testsetup is a module for its items.
  return name == "testitem" || name.ends_with("testset") || name.starts_with("testset_");
}

bool is_body(const syntax_node& argument, std::string_view macro) {
  if (argument.is("compound_statement") || argument.is("for_statement") || argument.is("let_statement"))
    return true;
  if (argument.is("call_expression")) return macro == "testset";
  // The grammar reads an unfinished block as this.
  return argument.is("identifier") && argument.text() == "begin";
}

syntax_node body_in(const std::vector<syntax_node>& arguments, std::string_view macro) {
  for (const auto& argument : arguments)
    if (is_body(argument, macro)) return argument;
  return {};
}

// The grammar reads `n=4 "label"` as n = 4 * "label".
syntax_node string_in(syntax_node argument) {
  if (argument.is("assignment")) argument = argument.children().back();
  if (argument.is("juxtaposition_expression")) argument = argument.children().back();
  return argument.is("string_literal") ? argument : syntax_node{};
}

label label_of(const std::vector<syntax_node>& arguments, const syntax_node& body) {
  for (const auto& argument : arguments) {
    if (argument == body) break;
    if (argument.is("assignment") && !argument.children().back().is("juxtaposition_expression")) continue;
    if (const auto literal = string_in(argument)) return label_of_string(literal);
  }
  if (body.is("for_statement")) return label_of_loop(body);
  if (body.is("call_expression")) {
    const auto called = body.children();
    const auto name = repair_utf8(called.empty() ? body.text() : called.front().text());
    return {name, block_name{name}};
  }
  return {"test set", block_name{"test set"}};
}

// "testset" of `@testset`, `Test.@testset` and `@Test.testset`.
std::string_view macro_name(const syntax_node& macro_call) {
  auto name = macro_call.first_child("macro_identifier").text();
  if (const auto dot = name.rfind('.'); dot != std::string_view::npos) return name.substr(dot + 1);
  if (name.starts_with('@')) name.remove_prefix(1);
  return name;
}

// What is written after the macro's name.
std::vector<syntax_node> macro_arguments(const syntax_node& macro_call) {
  std::vector<syntax_node> out;
  for (const auto& part : macro_call.children())
    if (part.is("macro_argument_list") || part.is("argument_list")) {
      const auto own = part.children();
      out.insert(out.end(), own.begin(), own.end());
    }
  return out;
}

// For a macrocall_expression; nullopt if it makes no testset of its own: another macro, or `@testset let`,
// whose results are those of the testset around it.
std::optional<testset> testset_of(const syntax_node& macro_call, const std::vector<syntax_node>& arguments) {
  const auto macro = macro_name(macro_call);
  if (!is_testset_macro(macro)) return std::nullopt;
  const auto body = body_in(arguments, macro);
  if (!body || body.is("let_statement")) return std::nullopt;
  // A call with parentheses ends after them.
  const bool inside = body.end() <= macro_call.end();
  return testset{label_of(arguments, body), inside ? macro_call.end() : body.end(),
                 inside ? macro_call.last_line() : body.last_line()};
}

constexpr std::size_t max_wrappers = 16;  // macros around macros that wait for the walk

bool mentions(std::string_view text, std::string_view what) {
  return text.find(what) != std::string_view::npos;
}

bool holds_tests(std::string_view text) {
  return mentions(text, "@test") || mentions(text, "testset");
}

// A block whose end has not been reached.
struct open_block {
  std::size_t at = 0;  // its place in the list of blocks
  std::uint32_t end = 0;
  bool tests = false;   // it holds tests of its own
  bool blocks = false;  // it holds other blocks
};

class collector {
 public:
  explicit collector(file_blocks& out) : out_(out) {}

  // False: everything below the node is skipped.
  bool enter(const syntax_node& node) {
    close(node.begin());
    // Quoted code becomes a testset only where its macro is used.
    if (node.is("quote_statement") || node.is("quote_expression")) return false;
    if (!node.is("macrocall_expression")) return true;
    const auto arguments = arguments_of(node);
    if (auto found = julia::testset_of(node, arguments)) {
      add(node, std::move(*found));
    } else if (julia::macro_name(node).starts_with("test")) {
      (open_.empty() ? loose_ : open_.back().tests) = true;
    }
    return true;
  }

  void close(std::uint32_t before) {
    for (; !open_.empty() && open_.back().end <= before; open_.pop_back())
      if (open_.back().blocks && !open_.back().tests) out_.blocks[open_.back().at].kind = block_kind::group;
  }

  bool has_loose_tests() const { return loose_; }

 private:
  // `@time @testset "a" begin … end`: the grammar gives the block to the outer macro.
  std::vector<syntax_node> arguments_of(const syntax_node& call) {
    auto out = julia::macro_arguments(call);
    if (const auto it = taken_.find(call.begin()); it != taken_.end()) {
      out.insert(out.end(), it->second.begin(), it->second.end());
      taken_.erase(it);
    }
    for (std::size_t i = 0; i + 1 < out.size(); ++i)
      if (out[i].is("macrocall_expression") && taken_.size() < max_wrappers)
        taken_[out[i].begin()].assign(out.begin() + static_cast<std::ptrdiff_t>(i) + 1, out.end());
    return out;
  }

  void add(const syntax_node& call, julia::testset found) {
    test_block block;
    if (!open_.empty()) {
      open_.back().blocks = true;
      block = within(out_.blocks[open_.back().at]);
    }
    block.label += found.name.text;
    block.dynamic = block.dynamic || !found.name.name.is_literal();
    block.path.push_back(std::move(found.name.name));
    block.line_start = call.line();
    block.line_end = std::max(found.last_line, block.line_start);
    out_.blocks.push_back(std::move(block));
    open_.push_back({out_.blocks.size() - 1, found.end});
  }

  file_blocks& out_;
  std::vector<open_block> open_;                             // the innermost last
  std::map<std::uint32_t, std::vector<syntax_node>> taken_;  // by a macro's first byte: its further arguments
  bool loose_ = false;                                       // tests outside of any block
};

class julia_test_finder final : public test_finder {
 public:
  file_role role(std::string_view path) const override {
    return path.starts_with("test/") && path.ends_with(".jl") ? file_role::test : file_role::none;
  }

  file_blocks blocks(std::string_view, std::string_view text) const override {
    file_blocks out;
    if (!holds_tests(text)) {
      out.notes.emplace_back("a helper: it holds no tests");
      return out;
    }
    const auto tree = syntax_tree::parse(tree_sitter_julia, text);
    if (!tree) {
      out = unreadable_source();
      add_outline(out, outline_of(text));
      return out;
    }
    collector into{out};
    walk(tree->root(), [&](const syntax_node& node) { return into.enter(node); });
    into.close(static_cast<std::uint32_t>(text.size()));
    if (into.has_loose_tests())
      out.notes.emplace_back("it holds tests outside of any testset: they run with the whole file only");
    out.broken = tree->has_error();
    out.broken_line = tree->first_error_line();
    if (out.broken) add_outline(out, outline_of(text));
    return out;
  }
};

}  // namespace

std::unique_ptr<const test_finder> make_finder(const config_texts&) {
  return std::make_unique<julia_test_finder>();
}

}  // namespace covey::parsers::languages::julia
