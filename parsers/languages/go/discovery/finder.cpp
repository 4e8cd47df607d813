#include "parsers/languages/go/discovery/finder.hpp"
#include "parsers/languages/go/discovery/block_tree.hpp"
#include "parsers/languages/go/discovery/constraint.hpp"
#include "parsers/languages/go/discovery/declarations.hpp"
#include "parsers/languages/go/discovery/functions.hpp"
#include "parsers/languages/go/discovery/outlined_nodes.hpp"
#include "parsers/languages/go/discovery/outline.hpp"
#include "parsers/languages/go/discovery/specs.hpp"
#include "parsers/languages/go/discovery/subtests.hpp"
#include "parsers/languages/go/discovery/suites.hpp"
#include "parsers/text/path.hpp"
#include <map>

extern "C" const TSLanguage* tree_sitter_go();

namespace covey::parsers::languages::go {
namespace {

bool is_hidden(std::string_view name) {
  return name.starts_with('.') || name.starts_with('_');
}

// "./..." skips these folders.
bool is_left_out(std::string_view path) {
  return any_folder(path,
                    [](auto name) { return is_hidden(name) || name == "testdata" || name == "vendor"; });
}

struct found_function {
  std::string_view name;
  std::uint32_t line_start = 0;
  std::uint32_t line_end = 0;
  syntax_node node;  // null if the grammar does not know it

  static found_function of(const syntax_node& node) {
    return {node.field("name").text(), node.line(), node.last_line(), node};
  }
};

// The blocks of one file's functions.
class file_reader {
 public:
  file_reader(const syntax_node& file, std::string_view text)
      : root_(file), text_(text), file_(go::declared_in(file)), subtests_(file_, blocks_) {}

  void read(file_blocks& out) {
    for (const auto& child : root_.children()) {
      if (child.is("function_declaration"))
        read_function(found_function::of(child), go::kind_of(child, text_));
      else if (child.is("method_declaration") && go::is_suite_method(child))
        read_method(found_function::of(child), go::receiver_type(child));
    }
    if (go::may_hold_specs(text_)) go::read_specs(root_, file_, suite(go::spec_suite), blocks_);
    finish(out);
  }

  // If the tree has errors, the outline decides which functions there are.
  void read_outlined(std::string_view spelled, file_blocks& out) {
    const auto outline = go::outline_of(text_);
    go::function_nodes nodes{root_, text_, spelled};
    for (const auto& one : outline.functions) {
      const auto kind = one.kind();
      if (!kind && !one.is_suite_method()) continue;
      const found_function found{one.name, one.line_start, one.line_end, nodes.find(one)};
      if (kind)
        read_function(found, kind);
      else
        read_method(found, one.receiver);
    }
    out.complete = outline.whole;
    finish(out);
  }

 private:
  void finish(file_blocks& out) {
    go::finish_file(blocks_, suites_, file_, subtests_.suites(), out);
    if (blocks_.is_cut()) out.notes.emplace_back("it holds more subtests than are listed");
  }

  static go::new_block block_of(const found_function& function, block_kind kind) {
    const std::string name{function.name};
    return {.shown = name,
            .name = block_name{name},
            .line_start = function.line_start,
            .line_end = function.line_end,
            .kind = kind,
            .dynamic = false};
  }

  void read_function(const found_function& function, std::optional<block_kind> kind) {
    if (!kind) return;
    const auto block = blocks_.add(go::block_tree::none, block_of(function, *kind));
    if (*kind == block_kind::test) read_subtests(function, block);
  }

  void read_method(const found_function& method, std::string_view receiver) {
    if (receiver.empty()) return;
    read_subtests(method, blocks_.add(suite(receiver), block_of(method, block_kind::test)));
  }

  void read_subtests(const found_function& function, std::size_t block) {
    if (block != go::block_tree::none && function.node) subtests_.read(function.node, block);
  }

  // The block that stands for the test function that runs the suite.
  std::size_t suite(std::string_view type) {
    const auto known = by_type_.find(type);
    if (known != by_type_.end()) return known->second;
    go::new_block block;
    block.shown = type;
    block.name = block_name{std::vector<std::string>{"", ""}};
    const auto place = blocks_.add(go::block_tree::none, std::move(block));
    if (place != go::block_tree::none) {
      blocks_.hide(place);
      suites_.emplace(place, type);
    }
    return by_type_[type] = place;
  }

  syntax_node root_;
  std::string_view text_;
  go::declarations file_;
  go::block_tree blocks_;
  go::suite_roots suites_;
  std::map<std::string_view, std::size_t> by_type_;
  go::subtest_reader subtests_;
};

class go_test_finder final : public test_finder {
 public:
  file_role role(std::string_view path) const override {
    const auto name = base_name(path);
    const bool is_test = name.ends_with("_test.go") && !is_hidden(name) && !is_left_out(path);
    return is_test ? file_role::test : file_role::none;
  }

  // A suite's type and what it embeds may stand in a file of their own.
  bool may_hold_blocks(std::string_view text) const override {
    for (const std::string_view word : {"Test", "Suite", "Fuzz", "Example", "Benchmark"})
      if (text.find(word) != std::string_view::npos) return true;
    return go::may_hold_specs(text);
  }

  file_blocks blocks(std::string_view path, std::string_view text) const override {
    file_blocks out;
    auto tree = syntax_tree::parse(tree_sitter_go, text);
    const auto spelled = tree && !tree->has_error() ? std::string{} : go::with_plain_new(text);
    if (!spelled.empty()) tree = syntax_tree::parse_as(tree_sitter_go, spelled, text);
    if (!tree) return without_tree(text, spelled);
    out.broken = tree->has_error();
    out.broken_line = tree->first_error_line();
    file_reader reader{tree->root(), text};
    if (out.broken)
      reader.read_outlined(spelled, out);
    else
      reader.read(out);
    if (auto note = go::build_note(path, text); !note.empty()) out.notes.push_back(std::move(note));
    return out;
  }

  static file_blocks without_tree(std::string_view text, std::string_view spelled) {
    auto out = unreadable_source();
    file_reader{{}, text}.read_outlined(spelled, out);
    return out;
  }

  void link(std::span<file_blocks* const> folder) const override { go::link_suites(folder); }
};

}  // namespace

std::unique_ptr<const test_finder> make_finder(const config_texts&) {
  return std::make_unique<go_test_finder>();
}

}  // namespace covey::parsers::languages::go
