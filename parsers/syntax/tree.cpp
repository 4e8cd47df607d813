#include "parsers/syntax/tree.hpp"
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <tuple>

namespace covey::parsers {
namespace {

// --- What tree-sitter gets its memory from ---

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

// Debian 12's tree-sitter counts the children of a node with 16 bits. A node with more (65,536 brackets that
// are never closed) is freed at an address within its block, which would crash the process. After this call
// such a block is leaked instead. Call it before the first tree is made; any number of times, by any thread.
void guard_syntax_memory() {
  static const bool once = (ts_set_allocator(take, take_zeroed, resize, give_back), true);
  (void)once;
}

// Some inputs take tree-sitter very long; usual ones some 150 ms per MiB.
constexpr std::uint64_t time_limit = 10'000'000;  // µs

struct release_parser {
  void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};

class cursor {
 public:
  explicit cursor(TSNode at) : at_(ts_tree_cursor_new(at)) {}
  cursor(const cursor&) = delete;
  cursor& operator=(const cursor&) = delete;
  ~cursor() { ts_tree_cursor_delete(&at_); }

  TSNode node() const { return ts_tree_cursor_current_node(&at_); }
  bool down() { return ts_tree_cursor_goto_first_child(&at_); }
  bool next() { return ts_tree_cursor_goto_next_sibling(&at_); }
  bool up() { return ts_tree_cursor_goto_parent(&at_); }

 private:
  TSTreeCursor at_;
};

std::vector<syntax_node> children_of(TSNode node, std::string_view source, bool named_only) {
  std::vector<syntax_node> out;
  cursor at{node};
  if (!at.down()) return out;
  do {
    if (!named_only || ts_node_is_named(at.node())) out.emplace_back(at.node(), source);
  } while (at.next());
  return out;
}

// Null if it takes too long.
TSTree* parsed(grammar language, std::string_view text) {
  if (text.size() > std::numeric_limits<std::uint32_t>::max()) return nullptr;
  guard_syntax_memory();
  const std::unique_ptr<TSParser, release_parser> parser{ts_parser_new()};
  if (!ts_parser_set_language(parser.get(), language())) return nullptr;
  ts_parser_set_timeout_micros(parser.get(), time_limit);
  return ts_parser_parse_string(parser.get(), nullptr, text.data(), static_cast<std::uint32_t>(text.size()));
}

// If a node has more children than tree-sitter can count, some are lost, and every place in the tree is
// wrong.
bool covers(const syntax_node& root, std::string_view text) {
  return root.end() == text.size();
}

constexpr std::size_t max_functions = 100'000;  // of one file
constexpr std::size_t max_name = 400;           // bytes; of deeper nesting the inner names are left out

class function_collector {
 public:
  function_collector(std::string_view separator, declaration_reader read)
      : separator_(separator), read_(read) {}

  void enter(const syntax_node& node) {
    const outer before{prefix_.size(), of_tests_};
    auto declared = read_(node);
    if (node.is_extra() || (declared && declared->is_comment)) add_comment(node);
    if (declared && declared->is_comment) declared.reset();
    if (declared && !declared->name.empty() && prefix_.size() + declared->name.size() < max_name) {
      auto name = prefix_ + declared->name;
      prefix_ = name + separator_;
      of_tests_ = of_tests_ || declared->of_tests;
      if (declared->is_function && out_.size() < max_functions)
        out_.push_back({std::move(name), node.line(), node.last_line(), of_tests_});
    }
    outer_.push_back(before);
  }

  void leave() {
    prefix_.resize(outer_.back().prefix);
    of_tests_ = outer_.back().of_tests;
    outer_.pop_back();
  }

  std::vector<function_extent> result() {
    const auto order = [](const function_extent& one) { return std::tuple{one.first, ~one.last}; };
    std::ranges::stable_sort(out_, {}, order);
    for (const auto line : comments_)
      if (const auto* of = function_at(out_, line))
        out_[static_cast<std::size_t>(of - out_.data())].comments.push_back(line);
    return std::move(out_);
  }

 private:
  struct outer {
    std::size_t prefix = 0;  // its length
    bool of_tests = false;
  };

  // As far as nothing stands before it in its line.
  void add_comment(const syntax_node& node) {
    if (node.follows_in_line()) return;
    for (auto line = node.line(); line <= node.last_line(); ++line)
      if (comments_.empty() || comments_.back() < line) comments_.push_back(line);
  }

  std::string separator_;
  std::vector<std::uint32_t> comments_;
  declaration_reader read_;
  std::string prefix_;
  bool of_tests_ = false;
  std::vector<outer> outer_;  // what holds outside of the nodes on the way down
  std::vector<function_extent> out_;
};

// Fills the lines forward, as statements and blocks begin and end.
class statement_lines {
 public:
  statement_lines(std::string_view text, std::span<const std::string_view> blocks)
      : text_(text), blocks_(blocks), starts_(1 + std::ranges::count(text, '\n')) {}

  void enter(const syntax_node& node) {
    if (node.is_extra()) add_comment(node);
    const bool is_block = std::ranges::find(blocks_, node.type()) != blocks_.end();
    const bool is_statement = !open_.empty() && open_.back().is_block && !node.is_extra();
    if (is_block || is_statement) {
      fill_to(node.line() - (is_block && node.follows_in_line() ? 0 : 1));
      open_.push_back({node.raw().id, is_block ? 0 : node.line(), is_block});
    }
  }

  void leave(const syntax_node& node) {
    if (open_.empty() || open_.back().node != node.raw().id) return;
    const auto all = open_.back().is_block ? node.all_children() : std::vector<syntax_node>{};
    const bool is_closed = !all.empty() && ts_node_child_count(all.back().raw()) == 0 &&
                           !ts_node_is_named(all.back().raw());  // its last line is that of what holds it
    fill_to(node.last_line() - (is_closed ? 1 : 0));
    open_.pop_back();
  }

  std::vector<std::uint32_t> result() {
    for (const auto line : comments_)
      if (line <= starts_.size()) starts_[line - 1] = 0;
    return std::move(starts_);
  }

 private:
  struct part {
    const void* node = nullptr;
    std::uint32_t start = 0;  // of a statement; 0: what is between those of a block
    bool is_block = false;
  };

  void fill_to(std::uint32_t line) {
    for (; next_ <= line && next_ <= starts_.size(); ++next_)
      starts_[next_ - 1] = open_.empty() ? 0 : open_.back().start;
  }

  void add_comment(const syntax_node& node) {
    const auto behind = text_.substr(node.end(), text_.find('\n', node.end()) - node.end());
    const bool is_last = behind.find_first_not_of(" \t\r") == std::string_view::npos;
    for (auto line = node.line() + (node.follows_in_line() ? 1 : 0);
         line < node.last_line() + (is_last ? 1 : 0); ++line)
      comments_.push_back(line);
  }

  std::string_view text_;
  std::span<const std::string_view> blocks_;
  std::vector<std::uint32_t> starts_, comments_;
  std::vector<part> open_;
  std::uint32_t next_ = 1;
};

}  // namespace

std::string_view syntax_node::text() const {
  if (node_.id == nullptr) return {};
  return source_.substr(begin(), end() - begin());
}

std::uint32_t syntax_node::last_line() const {
  const auto end = ts_node_end_point(node_);
  return end.column == 0 && end.row + 1 > line() ? end.row : end.row + 1;
}

bool syntax_node::follows_in_line() const {
  const auto before = source_.substr(0, begin());
  const auto line = before.substr(before.rfind('\n') + 1);
  return line.find_first_not_of(" \t") != std::string_view::npos;
}

syntax_node syntax_node::field(std::string_view name) const {
  if (node_.id == nullptr) return {};
  return {ts_node_child_by_field_name(node_, name.data(), static_cast<std::uint32_t>(name.size())), source_};
}

std::vector<syntax_node> syntax_node::children() const {
  return node_.id == nullptr ? std::vector<syntax_node>{} : children_of(node_, source_, true);
}

std::vector<syntax_node> syntax_node::all_children() const {
  return node_.id == nullptr ? std::vector<syntax_node>{} : children_of(node_, source_, false);
}

syntax_node syntax_node::parent() const {
  return node_.id == nullptr ? syntax_node{} : syntax_node{ts_node_parent(node_), source_};
}

syntax_node syntax_node::previous() const {
  return {ts_node_prev_named_sibling(node_), source_};
}

syntax_node syntax_node::first_child(std::string_view type) const {
  for (const auto& child : children())
    if (child.is(type)) return child;
  return {};
}

bool is_word_byte(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

std::optional<syntax_tree> syntax_tree::parse(grammar language, std::string_view text) {
  return parse_as(language, text, text);
}

std::optional<syntax_tree> syntax_tree::parse_as(grammar language, std::string_view spelled,
                                                 std::string_view text) {
  auto* tree = parsed(language, spelled);
  if (tree == nullptr) return std::nullopt;
  syntax_tree out{tree, text};
  if (!covers(out.root(), text)) return std::nullopt;
  return out;
}

std::uint32_t syntax_tree::first_error_line() const {
  if (!has_error()) return 0;
  cursor at{ts_tree_root_node(tree_.get())};
  std::uint32_t line = ts_node_start_point(at.node()).row + 1;
  while (at.down()) {
    while (!ts_node_has_error(at.node()) && at.next()) {
    }
    if (!ts_node_has_error(at.node())) break;
    line = ts_node_start_point(at.node()).row + 1;
  }
  return line;
}

syntax_node syntax_tree::root() const {
  return {ts_tree_root_node(tree_.get()), text_};
}

void walk(const syntax_node& root, const std::function<bool(const syntax_node&)>& enter,
          const std::function<void(const syntax_node&)>& leave, visited_nodes which) {
  if (!root) return;
  const auto source = root.text();
  const auto offset = root.begin();
  // Nodes give their texts from the whole source, of which `root` may be a part.
  const std::string_view whole{source.data() - offset, offset + source.size()};
  cursor at{root.raw()};
  const auto here = [&] { return syntax_node{at.node(), whole}; };
  const auto visits = [&] { return which == visited_nodes::all || ts_node_is_named(at.node()); };
  bool descend = enter(here());
  std::size_t depth = 0;
  std::vector<bool> entered{descend};  // of each node on the way down
  while (true) {
    if (descend && at.down()) {
      ++depth;
    } else {
      while (true) {
        const bool was_entered = entered.back();
        entered.pop_back();
        if (was_entered && leave && visits()) leave(here());
        if (depth == 0) return;
        if (at.next()) break;
        at.up();
        --depth;
      }
    }
    descend = visits() && enter(here());
    entered.push_back(descend);
  }
}

source_structure read_structure(grammar language, std::string_view text, std::string_view separator,
                                declaration_reader read, std::span<const std::string_view> blocks) {
  if (text.size() > max_structured_source) return {};
  const auto tree = syntax_tree::parse(language, text);
  if (!tree) return {};
  function_collector functions{separator, read};
  statement_lines statements{text, blocks};
  walk(
      tree->root(),
      [&](const syntax_node& node) {
        functions.enter(node);
        statements.enter(node);
        return true;
      },
      [&](const syntax_node& node) {
        functions.leave();
        statements.leave(node);
      });
  return {functions.result(), statements.result()};
}

}  // namespace covey::parsers
