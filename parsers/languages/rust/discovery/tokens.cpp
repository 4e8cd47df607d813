#include "parsers/languages/rust/discovery/tokens.hpp"
#include <algorithm>
#include <utility>

namespace covey::parsers::languages::rust {
namespace {

constexpr std::size_t max_open = 200;

bool is_tree(const syntax_node& node, char bracket) {
  return node.is("token_tree") && node.text().starts_with(bracket);
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

// Words that may stand between an item's attributes and its keyword.
bool is_modifier(const syntax_node& node) {
  return is_one_of(node.text(), {"pub", "crate", "async", "unsafe", "extern", "default", "safe"}) ||
         node.is("string_literal") || is_tree(node, '(');
}

bool is_item_keyword(std::string_view text) {
  return is_one_of(text, {"fn", "mod", "struct", "enum", "union", "trait", "const", "static", "type"});
}

class token_reader {
 public:
  token_reader(macro_context context, block_collector& out) : context_(std::move(context)), out_(out) {}

  void read(const syntax_node& input) {
    open_.push_back({input.all_children(), context_.item, context_.tests, false});
    while (!open_.empty()) {
      if (open_.back().at < open_.back().tokens.size())
        step();
      else
        close();
    }
  }

 private:
  struct level {
    std::vector<syntax_node> tokens;
    std::string item;
    bool tests = true;
    bool module = false;
    std::size_t at = 0;
  };

  const syntax_node& token(std::size_t ahead = 0) const {
    static const syntax_node none;
    const auto& top = open_.back();
    return top.at + ahead < top.tokens.size() ? top.tokens[top.at + ahead] : none;
  }

  void skip(std::size_t count) { open_.back().at += count; }

  void forget() {
    attributes_.clear();
    docs_.clear();
    first_line_ = 0;
  }

  void close() {
    if (open_.back().module) out_.end_module();
    open_.pop_back();
    forget();
  }

  void step() {
    const auto now = token();
    const auto text = now.text();
    if (now.is("line_comment") || now.is("block_comment")) {
      if (context_.examples && place_of_comment(text) == doc_place::outer) docs_.add_comment(now);
      return skip(1);
    }
    if (text == "#") return on_attribute();
    if (text == "impl") return on_impl();
    if (text == "macro_rules") return skip(std::min<std::size_t>(4, rest()));  // macro_rules ! name { … }
    const bool item = is_item_keyword(text) && token(1).is("identifier") && token(1).text() != "fn";
    if (item) return on_item(text, token(1).text());
    if (is_tree(now, '{')) return open(now, open_.back().item, open_.back().tests, false);
    if (!is_modifier(now) && text != "const") forget();
    skip(1);
  }

  std::size_t rest() const { return open_.back().tokens.size() - open_.back().at; }

  void on_attribute() {
    const auto hash = token();
    const bool outer = is_tree(token(1), '[');
    if (!outer) return skip(1);
    if (first_line_ == 0) first_line_ = hash.line();
    read_attribute_tokens(token(1), attributes_);
    skip(2);
  }

  // How many tokens precede the end of the item that begins here: its braces, or a semicolon.
  std::size_t body() const {
    std::size_t out = 0;
    while (out < rest() && !is_tree(token(out), '{') && !token(out).is(";")) ++out;
    return out;
  }

  void on_item(std::string_view keyword, std::string_view name) {
    const auto begin = token();
    const auto to_body = body();
    const auto end = to_body < rest() ? token(to_body) : token(1);
    const line_range lines{first_line_ > 0 ? first_line_ : begin.line(), end.last_line()};
    auto item = open_.back().item + (open_.back().item.empty() ? "" : "::") + std::string{name};
    const auto attributes = std::exchange(attributes_, {});
    const auto docs = std::exchange(docs_, {});
    forget();
    auto marks = marks_of(attributes, keyword == "fn" ? token(2).text() : std::string_view{});
    if (context_.every_fn) marks.test = true;
    const bool test = keyword == "fn" && marks.test && open_.back().tests;
    if (test) out_.add_test(name, marks, lines);
    if (!test && !is_only_for_tests(attributes)) out_.add_examples(item, docs, true);
    skip(std::min(to_body, rest() - 1));
    const bool module = keyword == "mod";
    if ((module || keyword == "trait") && is_tree(token(), '{')) {
      if (!module || out_.begin_module(name, lines))
        return open(token(), std::move(item), open_.back().tests && module, module);
    }
    skip(1);
  }

  // An impl is read only for the examples of its methods.
  void on_impl() {
    forget();
    const auto to_body = body();
    std::string type;
    int angles = 0;
    for (std::size_t i = 1; i < to_body; ++i) {
      const auto text = token(i).text();
      if (text == "where") break;
      const int before = angles;
      angles += static_cast<int>(std::count(text.begin(), text.end(), '<')) -
                (text == "->" ? 0 : static_cast<int>(std::count(text.begin(), text.end(), '>')));
      const bool parameters = type.empty() && (before > 0 || angles > 0);  // impl<T>
      if (text == "for" && angles == 0)
        type.clear();
      else if (!parameters)
        type += text;
    }
    skip(to_body);
    if (!is_tree(token(), '{')) return;
    auto item = open_.back().item + (open_.back().item.empty() ? "" : "::") + type;
    open(token(), std::move(item), false, false);
  }

  void open(const syntax_node& tree, std::string item, bool tests, bool module) {
    forget();
    skip(1);
    if (open_.size() == max_open) {
      if (module) out_.end_module();
      return;
    }
    open_.push_back({tree.all_children(), std::move(item), tests, module});
  }

  macro_context context_;
  block_collector& out_;
  std::vector<level> open_;
  std::vector<item_attribute> attributes_;
  doc_texts docs_;
  std::uint32_t first_line_ = 0;
};

}  // namespace

void find_macro_tests(const syntax_node& input, macro_context context, block_collector& out) {
  token_reader{std::move(context), out}.read(input);
}

}  // namespace covey::parsers::languages::rust
