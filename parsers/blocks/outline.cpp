#include "parsers/blocks/outline.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <optional>
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace covey::parsers {
namespace {

constexpr std::size_t max_blocks = 100'000;  // of one file
constexpr std::size_t max_name = 400;        // bytes; of deeper nesting the inner names are left out
constexpr std::size_t max_piece_depth = 40;  // nodes; what is deeper is a part of what holds it
constexpr std::size_t max_said = 200;        // bytes of a literal that may be a name
constexpr std::size_t max_naming = 4'096;    // bytes of a literal whose words are read

// What does something once, in all languages.
constexpr std::string_view keeping_words[] = {
    "cache", "Cache",    "memoi",    "Memoi",     "_memo",     "memo_",    "@memo",
    "memo.", "memo[",    "LazyLock", "lazy(",     "LazyCell",  "OnceLock", "lazy_static",
    "once(", "OnceCell", "OnceFunc", "OnceValue", "sync.Once", "singleton"};

// What asks whether a file is there, or of what kind it is.
constexpr std::string_view asking_words[] = {"exists",  "isfile", "is_file",    "isdir",    "is_dir", "stat(",
                                             "access(", "islink", "is_symlink", "getmtime", "getsize"};

// What a variable begins with that functions fill.
constexpr std::string_view empty_values[] = {
    "",       "nil",    "None",         "null",  "undefined", "{}",      "[]",      "dict()", "set()",
    "list()", "Dict()", "Dictionary()", "Map()", "Set()",     "deque()", "local()", "Map",    "map"};
constexpr std::string_view filled_later[] = {"make(", "defaultdict(", "Mutex",    "RwLock",
                                             "Cell",  "Atomic",       "sync.Map", "sync.Pool"};

bool has_any_of(std::string_view text, std::span<const std::string_view> words) {
  return std::ranges::any_of(words, [&](auto word) { return text.find(word) != std::string_view::npos; });
}

void add_words(std::vector<std::uint32_t>& to, std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    auto end = at;
    while (end < text.size() && is_word_byte(text[end])) ++end;
    if (end > at) to.push_back(word_of(text.substr(at, end - at)));
    at = end + 1;
  }
}

void put_in_order(std::vector<std::uint32_t>& words) {
  std::ranges::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  words.shrink_to_fit();
}

// A chain: what comes in another order gives another value.
void feed(std::uint64_t& hash, std::string_view text, std::uint64_t kind) {
  hash = XXH3_64bits_withSeed(text.data(), text.size(), hash ^ (kind * 0x9e3779b97f4a7c15));
}

// `text` declares a variable, whose value another function may make than the one that asks for it.
bool begins_empty(std::string_view text) {
  const auto equals = text.find('=');
  auto value = trimmed(equals == std::string_view::npos ? std::string_view{} : text.substr(equals + 1));
  while (value.ends_with(';')) value.remove_suffix(1);
  return has_any_of(text, filled_later) || std::ranges::any_of(empty_values, [&](auto one) {
           return value == one || (one.size() > 1 && value.ends_with(one));
         });
}

class outline_reader {
 public:
  outline_reader(const outline_rules& rules, std::string_view text)
      : rules_(rules),
        text_(text),
        looks_at_lines_(has_any_of(text, rules.placing)),
        all_start_(has_any_of(text, rules.all_starting)) {
    out_.blocks.push_back({.hash = 1});
    inside_.push_back(0);
    if (rules_.gives != nullptr) out_.rest.hash = 1;
  }

  bool enter(const syntax_node& node) {
    pass(node.begin());
    if (node.is_extra()) return enter_comment(node);
    if (node.is("\n") && strings_ == 0 && !rules_.counts_blanks) return false;
    feed_gap();
    if (rules_.names_files != nullptr && rules_.names_files(node))
      add_naming(node.text().substr(0, max_naming));
    if (rules_.loads_by_value != nullptr && rules_.loads_by_value(node)) out_.words.push_back(word_of("*"));
    const bool is_string = node.type().find("string") != std::string_view::npos;
    outer_.push_back({prefix_.size(), false, is_string});
    strings_ += is_string ? 1 : 0;
    if (inside_.size() == 1) look_at_frame(node);
    if (inside_.size() == 1 && rules_.gives != nullptr) begin_piece(node);
    if (const auto taken = rules_.takes == nullptr ? std::string_view{} : rules_.takes(node); !taken.empty())
      (inside_.size() > 1 ? current().names : piece().says).push_back(word_of(taken));
    if (inside_.size() > 1 && rules_.seen_outside != nullptr)
      if (const auto seen = rules_.seen_outside(node); !seen.empty()) feed_frame(seen, 0);
    const auto kind = std::uint64_t{ts_node_symbol(node.raw())} + 2;
    if (!bodies_.empty() && bodies_.back().node == node) begin_block();
    const bool is_leaf = ts_node_child_count(node.raw()) == 0;
    feed_current(is_leaf ? node.text() : "(", kind);
    if (is_leaf) at_ = node.end();
    has_begun_ = has_begun_ || is_leaf;
    if (is_leaf) add_said(node);
    if (ts_node_is_named(node.raw())) declare(node);
    return true;
  }

  void leave(const syntax_node& node) {
    pass(node.end());
    feed_gap();
    feed_current(")", 1);
    if (outer_.back().is_piece) pieces_.pop_back();
    prefix_.resize(outer_.back().prefix);
    strings_ -= outer_.back().is_string ? 1 : 0;
    if (outer_.back().is_body) inside_.pop_back();
    outer_.pop_back();
  }

  file_outline result() {
    put_in_order(out_.words);
    put_in_order(filled_);
    put_in_order(starting_);
    for (auto* piece : all_pieces()) put_in_order(piece->gives), put_in_order(piece->says);
    std::erase(out_.blocks.front().names, word_of("new"));  // of what keeps: it says too little
    for (auto& block : out_.blocks) {
      put_in_order(block.names);
      if (&block == out_.blocks.data()) continue;
      for (const auto name : block.names) {
        block.keeps = block.keeps || std::ranges::binary_search(filled_, name);
        block.opaque = block.opaque || std::ranges::binary_search(starting_, name);
      }
    }
    return std::move(out_);
  }

 private:
  struct body {
    syntax_node node;
    std::string name;
  };
  struct outer {
    std::size_t prefix = 0;  // its length
    bool is_body = false;    // a block began here
    bool is_string = false;
    bool is_piece = false;
  };

  source_block& current() { return out_.blocks[inside_.back()]; }

  // --- the frame's pieces

  frame_piece& piece() { return pieces_.empty() ? out_.rest : out_.pieces[pieces_.back()]; }

  std::vector<frame_piece*> all_pieces() {
    std::vector<frame_piece*> out{&out_.rest};
    for (auto& one : out_.pieces) out.push_back(&one);
    return out;
  }

  void feed_frame(std::string_view text, std::uint64_t kind) {
    feed(out_.blocks.front().hash, text, kind);
    if (rules_.gives != nullptr) feed(piece().hash, text, kind);
  }

  void feed_current(std::string_view text, std::uint64_t kind) {
    if (inside_.size() == 1) return feed_frame(text, kind);
    feed(current().hash, text, kind);
  }

  void begin_piece(const syntax_node& node) {
    const bool is_looked_at = out_.pieces.size() < max_blocks && outer_.size() <= max_piece_depth;
    const auto given = is_looked_at ? rules_.gives(node) : std::nullopt;
    if (!given || (!given->unless.empty() && text_.find(given->unless) != std::string_view::npos)) {
      if (outer_.size() == 2 && ts_node_is_named(node.raw())) ++of_rest_;
      return;
    }
    frame_piece out{.kind = given->kind, .name = prefix_, .hash = 1};
    feed(out.hash, {}, of_rest_);  // what the rest does is done before
    if (out.name.ends_with(rules_.separator)) out.name.resize(out.name.size() - rules_.separator.size());
    if (given->of_holder) add_words(out.gives, out.name);
    if (!given->from.empty()) feed(out.hash, given->from, 0), add_words(out.says, given->from);
    for (const auto name : given->names) add_words(out.gives, name), out.gives.push_back(word_of(name));
    if (!given->declared.empty()) out.name = prefix_ + given->declared;
    if (given->of_texts) of_texts_ = out_.pieces.size();
    pieces_.push_back(out_.pieces.size());
    out_.pieces.push_back(std::move(out));
    outer_.back().is_piece = true;
  }

  // Names, and texts that may hold some: attributes are also asked for by a text.
  void add_said(const syntax_node& leaf) {
    auto& to = inside_.size() > 1 ? current().names : piece().says;
    if (inside_.size() == 1 && rules_.gives == nullptr) return;
    if (leaf.type().find("identifier") != std::string_view::npos) return to.push_back(word_of(leaf.text()));
    if (rules_.gives == nullptr || strings_ == 0) return;
    if (inside_.size() == 1 && !pieces_.empty() && pieces_.back() == of_texts_) return;
    constexpr std::string_view of_paths = "_.:/-";
    const auto text = leaf.text();
    const bool is_path = text.size() <= max_said && std::ranges::all_of(text, [&](char one) {
                           return is_word_byte(one) || of_paths.find(one) != std::string_view::npos;
                         });
    if (is_path) add_words(to, text);
  }

  // Some bytes of a string are of no node: those beside its escapes. Elsewhere what is of none is blank, and counts in some languages.
  void pass(std::uint32_t to) {
    if (to <= at_) return;
    gap_.append(text_.substr(at_, to - at_));
    at_ = to;
  }
  void feed_gap() {
    if (gap_.empty()) return;
    const bool is_blank = gap_.find_first_not_of(" \t\r\n\f\v") == std::string::npos;
    if (!is_blank || strings_ > 0)
      feed_current(gap_, 0);
    else if (rules_.counts_blanks && has_begun_)
      feed_current(gap_.find('\n') == std::string::npos ? " " : "\n", 0);
    gap_.clear();
  }

  void look_at_frame(const syntax_node& node) {
    auto& frame = out_.blocks.front();
    const bool is_call = node.type().starts_with("call");
    if (is_call && has_any_of(node.text(), rules_.starting)) frame.opaque = true;
    if (is_call && asks(node.text())) frame.asks = true;
    const auto name = rules_.variable == nullptr ? std::string_view{} : rules_.variable(node);
    if (name.empty() || name == "_") return;
    const auto text = node.text().substr(0, max_naming);
    if (begins_empty(text)) filled_.push_back(word_of(name));
    if (has_any_of(text, rules_.starting)) {
      frame.opaque = true;
      starting_.push_back(word_of(name));
    }
    frame.keeps = frame.keeps || keeps(text);
    add_words(frame.names, node.text());
  }

  // "..": a folder that says no name.
  void add_naming(std::string_view text) {
    add_words(out_.words, text);
    if (text.size() > 2 && text.find_first_not_of("'\"`./") == std::string_view::npos)
      out_.words.push_back(word_of("."));
  }

  bool enter_comment(const syntax_node& node) {
    const auto role = rules_.role == nullptr ? comment_role::none : rules_.role(node.text(), text_);
    at_ = node.end();
    if (role == comment_role::token) {
      const auto behind = text_.substr(std::min<std::size_t>(at_ + 1, text_.size()));
      feed_current(node.text(), 0);
      if (rules_.gives != nullptr && inside_.size() == 1) feed_frame(behind.substr(0, behind.find('\n')), 0);
      add_words(out_.words, node.text());
    }
    if (role == comment_role::documentation) feed(out_.docs, node.text(), 0);
    return false;
  }

  void declare(const syntax_node& node) {
    auto declared = rules_.read(node);
    if (!declared || declared->name.empty() || prefix_.size() + declared->name.size() >= max_name) return;
    auto name = prefix_ + declared->name;
    prefix_ = name + std::string{rules_.separator};
    if (!declared->is_function || !declared->body) return;
    if (is_wrapped(node)) return add_wrapped(declared->body);
    bodies_.push_back({declared->body, std::move(name)});
  }

  bool asks(std::string_view text) const {
    return has_any_of(text, rules_.asking.empty() ? std::span{asking_words} : rules_.asking);
  }

  bool keeps(std::string_view text) const {
    return has_any_of(text, keeping_words) || has_any_of(text, rules_.sharing);
  }

  // By a decorator, which stands around it.
  bool is_wrapped(const syntax_node& node) const {
    const syntax_node parent{ts_node_parent(node.raw()), text_};
    return parent && parent.is("decorated_definition") &&
           keeps(parent.text().substr(0, node.begin() - parent.begin()));
  }

  void add_wrapped(const syntax_node& body) {
    auto& frame = out_.blocks.front();
    frame.keeps = true;
    add_words(frame.names, body.text());
  }

  // Between braces that nothing else stands beside: what it belongs to runs their lines, too.
  static bool is_apart(const syntax_node& node) {
    const auto parts = node.all_children();
    return parts.size() > 2 && parts.front().is("{") && parts[1].line() > node.line() &&
           parts[parts.size() - 2].last_line() < node.last_line();
  }

  // Without what it says of itself at its begin.
  std::string_view code_of(const syntax_node& body) const {
    const auto first = body.children();
    const auto declared = first.empty() ? std::nullopt : rules_.read(first.front());
    return declared && declared->is_comment ? body.text().substr(first.front().end() - body.begin())
                                            : body.text();
  }

  void begin_block() {
    auto found = std::move(bodies_.back());
    bodies_.pop_back();
    if (out_.blocks.size() >= max_blocks) return;
    feed_current("{}", 1);
    const auto& node = found.node;
    const auto code = code_of(node);
    source_block block{.name = std::move(found.name),
                       .hash = 1,
                       .lines = {node.line(), node.last_line()},
                       .apart = is_apart(node),
                       .opaque = all_start_ || has_any_of(code, rules_.starting),
                       .asks = asks(code),
                       .keeps = keeps(code)};
    if (looks_at_lines_) feed(block.hash, node.text(), node.line());
    inside_.push_back(out_.blocks.size());
    out_.blocks.push_back(std::move(block));
    outer_.back().is_body = true;
  }

  const outline_rules& rules_;
  std::string_view text_;
  bool looks_at_lines_, all_start_;
  file_outline out_;
  std::string prefix_;
  std::uint32_t at_ = 0;  // what stands before is counted
  std::string gap_;       // what stands before `at_`, of no node and not counted yet
  int strings_ = 0;       // around it
  bool has_begun_ = false;
  std::vector<std::uint32_t> filled_,
      starting_;                       // variables of the frame, which bodies may fill, or start processes by
  std::vector<std::size_t> inside_;    // the blocks on the way down
  std::vector<outer> outer_;           // likewise the nodes
  std::vector<std::size_t> pieces_;    // likewise the pieces of the frame
  std::size_t of_rest_ = 0;            // statements that are none
  std::size_t of_texts_ = max_blocks;  // of these the one whose texts are no names
  std::vector<body> bodies_;           // of functions on the way down that did not come yet
};

file_outline whole(const outline_rules& rules, std::string_view text) {
  file_outline out{
      .blocks = {{.hash = XXH3_64bits(text.data(), text.size()),
                  .opaque = has_any_of(text, rules.starting) || has_any_of(text, rules.all_starting),
                  .asks = has_any_of(text, asking_words)}},
      .is_whole = true};
  add_words(out.words, text);
  put_in_order(out.words);
  return out;
}

}  // namespace

std::uint32_t word_of(std::string_view word) {
  return static_cast<std::uint32_t>(XXH3_64bits(word.data(), word.size()));
}

std::vector<std::uint32_t> words_of(std::string_view name) {
  std::vector<std::uint32_t> out;
  add_words(out, name);
  return out;
}

file_outline outline_in(const outline_rules& rules, std::string_view text) {
  if (rules.syntax == nullptr || text.size() > max_structured_source) return whole(rules, text);
  const auto tree = syntax_tree::parse(rules.syntax, text);
  if (!tree || tree->has_error()) return whole(rules, text);
  outline_reader reader{rules, text};
  walk(
      tree->root(), [&](const syntax_node& node) { return reader.enter(node); },
      [&](const syntax_node& node) { reader.leave(node); }, visited_nodes::all);
  return reader.result();
}

bool is_of_frame(const file_outline& outline, std::uint32_t line) {
  return std::ranges::none_of(outline.blocks, [line](const auto& block) {
    return block.lines.first <= line && line <= block.lines.last;
  });
}

std::vector<std::uint32_t> blocks_with(const file_outline& outline, std::span<const line_range> ran) {
  const auto& blocks = outline.blocks;
  std::vector<std::uint32_t> out;
  for (std::uint32_t at = 1; at < blocks.size(); ++at) {
    auto lines = blocks[at].lines;
    if (blocks[at].apart) lines = {lines.first + 1, lines.last - 1};
    auto line = lines.first;  // the first that is not known to be another's
    bool ran_it = false;
    const auto look = [&](std::uint32_t last) {
      const auto found = std::ranges::lower_bound(ran, line, {}, &line_range::last);
      ran_it = ran_it || (line <= last && found != ran.end() && found->first <= last);
    };
    for (auto inner = at + 1; inner < blocks.size() && blocks[inner].lines.first <= lines.last && !ran_it;
         ++inner) {
      if (blocks[inner].lines.last > lines.last || blocks[inner].lines.first < line) continue;
      look(blocks[inner].lines.first);
      line = blocks[inner].lines.last;
    }
    look(lines.last);
    if (ran_it) out.push_back(at);
  }
  return out;
}

}  // namespace covey::parsers
