#include "parsers/languages/finder.hpp"
#include "parsers/languages/go/language.hpp"
#include "parsers/languages/go/discovery/subtests.hpp"
#include "parsers/languages/go/discovery/names.hpp"
#include "parsers/languages/go/discovery/evaluation.hpp"
#include "parsers/model/test_block.hpp"
#include "parsers/syntax/tree.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

extern "C" const TSLanguage* tree_sitter_go();

namespace covey::parsers::languages::go {
namespace {

// Types that are no expressions.
constexpr std::string_view type_words[] = {"[",           "map[",  "struct{", "struct {", "interface{",
                                           "interface {", "chan ", "<-chan",  "func("};

// The text with `new` respelled in calls whose argument may not be a type: since Go 1.26 it may be any
// expression, but the grammar accepts types only.
std::string with_plain_new(std::string_view text) {
  constexpr std::string_view call = "new(";
  std::string out{text};
  for (auto at = text.find(call); at != std::string_view::npos; at = text.find(call, at + 1)) {
    if (at > 0 && (is_word_byte(text[at - 1]) || text[at - 1] == '.')) continue;
    const auto argument = text.find_first_not_of(" \t\r\n", at + call.size());
    const auto rest = text.substr(std::min(argument, text.size()));
    const bool type = std::any_of(std::begin(type_words), std::end(type_words),
                                  [&](auto word) { return rest.starts_with(word); });
    if (!type) out[at + 2] = 'W';
  }
  return out;
}

// testify's suites: `func (s *CartSuite) TestAdd()` is a subtest of the test function that runs the suite,
// which may stand in another file of the package.

// The suite's type, by the block that stands for "whatever runs this suite".
using suite_roots = std::map<std::size_t, std::string_view>;

// Offers, by their first letter; after it stands "package.Type", and in the second half:
constexpr char method_of = 'm';          // the place of a block whose first name is unknown
constexpr char dynamic_method_of = 'd';  // the same, of one that is dynamic in any case
constexpr char run_of = 'r';             // the place of a block that runs the suite
constexpr char embedding = 'e';          // a type it embeds, "package.Type", or "Type" of another package

std::string key(char what, std::string_view package, std::string_view type) {
  if (type == spec_suite) return what + std::string{type};
  return what + std::string{package} + "." + std::string{type};
}

void offer_embedded(const declarations& file, file_blocks& out) {
  for (const auto& [name, type] : file.types) {
    if (!type.is("struct_type")) continue;
    for (const auto& field : parts_of(type.first_child("field_declaration_list"))) {
      if (field.first_child("field_identifier")) continue;
      const auto embedded = field.field("type");
      const auto base = std::string{type_name(embedded)};
      const bool of_other = embedded.is("qualified_type");
      out.offers.emplace_back(key(embedding, file.package, name),
                              of_other ? base : std::string{file.package} + "." + base);
    }
  }
}

std::size_t place_in(const std::string& text) {
  std::size_t value = 0;
  read_number(text, value);
  return value;
}

struct runner {
  std::string label;
  std::vector<block_name> path;
  bool dynamic = false;
};

class linker {
 public:
  explicit linker(std::span<file_blocks* const> folder) : folder_(folder) {
    for (const auto* file : folder)
      for (const auto& [key, value] : file->offers)
        if (key.front() == embedding) embedded_[key.substr(1)].insert(value);
    for (const auto* file : folder)
      for (const auto& [key, value] : file->offers)
        if (key.front() == run_of) add_runner(key.substr(1), file->blocks[place_in(value)]);
  }

  void link() {
    for (auto* file : folder_) link(*file);
  }

 private:
  void add_runner(const std::string& type, const test_block& block) {
    for (const auto& each : reached_from(type))
      runners_[each].push_back({block.label, block.path, block.dynamic});
  }

  // The type and all that it embeds: their methods are its own.
  std::set<std::string> reached_from(const std::string& type) {
    std::set<std::string> out{type};
    std::vector<std::string> open{type};
    while (!open.empty()) {
      const auto one = std::move(open.back());
      open.pop_back();
      const auto it = embedded_.find(one);
      if (it == embedded_.end()) continue;
      for (const auto& next : it->second)
        if (out.insert(next).second) open.push_back(next);
    }
    return out;
  }

  bool looks_like_a_suite(const std::string& type) {
    const auto all = reached_from(type);
    return std::any_of(all.begin(), all.end(),
                       [](const auto& name) { return name.find("Suite") != std::string::npos; });
  }

  void link(file_blocks& file) {
    std::map<std::size_t, std::pair<std::string, bool>> methods;
    for (const auto& [key, value] : file.offers)
      if (key.front() == method_of || key.front() == dynamic_method_of)
        methods[place_in(value)] = {key.substr(1), key.front() == dynamic_method_of};
    std::vector<test_block> out;
    for (std::size_t i = 0; i < file.blocks.size(); ++i) {
      const auto method = methods.find(i);
      if (method == methods.end())
        out.push_back(std::move(file.blocks[i]));
      else
        add(file.blocks[i], method->second.first, method->second.second, out);
    }
    file.blocks = std::move(out);
  }

  // Once for every test function that runs the suite; unchanged if none is known.
  void add(const test_block& method, const std::string& type, bool dynamic, std::vector<test_block>& out) {
    const auto known = runners_.find(type);
    if (known == runners_.end()) {
      if (looks_like_a_suite(type)) out.push_back(method);
      return;
    }
    const auto own = method.label.find(label_separator);
    for (const auto& by : known->second) {
      if (out.size() >= max_blocks) return;
      auto block = method;
      block.label = by.label + (own == std::string::npos ? std::string{} : method.label.substr(own));
      block.path = by.path;
      block.path.insert(block.path.end(), method.path.begin() + 1, method.path.end());
      block.dynamic = dynamic || by.dynamic;
      out.push_back(std::move(block));
    }
  }

  static constexpr std::size_t max_blocks = 50'000;  // suites times runners

  std::span<file_blocks* const> folder_;
  std::map<std::string, std::set<std::string>> embedded_;
  std::map<std::string, std::vector<runner>> runners_;
};

// Moves the blocks into the file, and puts into its offers what the other files of the package need.
void finish_file(block_tree& blocks, const suite_roots& suites, const declarations& file,
                 const std::vector<suite_run>& runs, file_blocks& out) {
  std::vector<std::size_t> places;
  out.blocks = blocks.finish(places);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto suite = places[i] == block_tree::none ? suites.end() : suites.find(blocks.root_of(i));
    if (suite == suites.end()) continue;
    auto& block = out.blocks[places[i]];
    out.offers.emplace_back(key(block.dynamic ? dynamic_method_of : method_of, file.package, suite->second),
                            std::to_string(places[i]));
    block.dynamic = true;
    out.incomplete = true;
  }
  for (const auto& run : runs)
    if (places[run.block] != block_tree::none)
      out.offers.emplace_back(key(run_of, file.package, run.type), std::to_string(places[run.block]));
  offer_embedded(file, out);
}

// --- Which functions of a test file `go test` calls by itself ---

// One parameter of the type *T, whichever name its package was imported under.
bool takes_pointer_to(const syntax_node& function, std::string_view name) {
  const auto parameters = parameters_of(function);
  if (parameters.size() != 1 || function.field("result") || function.field("type_parameters")) return false;
  const auto type = parameters.front().second;
  if (!is_pointer(type)) return false;
  const auto pointed = parts_of(type);
  if (pointed.size() != 1 || !(pointed.front().is("qualified_type") || pointed.front().is("type_identifier")))
    return false;
  return type_name(type) == name;
}

bool takes_and_gives_nothing(const syntax_node& function) {
  return parameters_of(function).empty() && !function.field("result") && !function.field("type_parameters");
}

// Whether nothing but white space stands before the node in its line.
bool begins_its_line(const syntax_node& node, std::string_view source) {
  const auto before = source.substr(0, node.begin());
  const auto start = before.find_last_not_of(" \t");
  return start == std::string_view::npos || before[start] == '\n';
}

// The last group of comments in its body begins with "Output:" or "Unordered output:".
bool says_its_output(const syntax_node& function, std::string_view source) {
  std::vector<syntax_node> comments;
  walk(function.field("body"), [&](const syntax_node& node) {
    if (node.is("comment")) comments.push_back(node);
    return true;
  });
  if (comments.empty()) return false;
  auto first = comments.size() - 1;
  while (first > 0 && comments[first - 1].last_line() + 1 == comments[first].line() &&
         begins_its_line(comments[first], source) && begins_its_line(comments[first - 1], source))
    --first;
  for (; first < comments.size(); ++first)
    if (const auto said = comment_text(comments[first].text()); !said.empty()) return announces_output(said);
  return false;
}

// A function_declaration: its kind for `go test`; nullopt if go test does not call it. Benchmarks are left
// out, and so are examples without an output comment, which are compiled but not run.
std::optional<block_kind> kind_of(const syntax_node& function, std::string_view source) {
  const auto name = function.field("name").text();
  constexpr std::pair<std::string_view, block_kind> kinds[] = {
      {"Test", block_kind::test}, {"Fuzz", block_kind::fuzz}, {"Benchmark", block_kind::benchmark}};
  for (const auto& [prefix, kind] : kinds)  // each takes the type of its first letter: *testing.T, F, B
    if (is_test_name(name, prefix))
      return takes_pointer_to(function, prefix.substr(0, 1)) ? std::optional{kind} : std::nullopt;
  if (is_test_name(name, "Example") && takes_and_gives_nothing(function) && says_its_output(function, source))
    return block_kind::example;
  return std::nullopt;
}

// A method_declaration that testify would call: "TestX" without parameters and results.
bool is_suite_method(const syntax_node& method) {
  return is_test_name(method.field("name").text(), "Test") && takes_and_gives_nothing(method);
}

bool is_hidden(std::string_view name) {
  return name.starts_with('.') || name.starts_with('_');
}

// "./..." skips these folders.
bool is_left_out(std::string_view path) {
  return any_folder(path,
                    [](auto name) { return is_hidden(name) || name == "testdata" || name == "vendor"; });
}

// The blocks of one file's functions.
class file_reader {
 public:
  file_reader(const syntax_node& file, std::string_view text)
      : root_(file), text_(text), file_(declared_in(file)), subtests_(file_, blocks_) {}

  void read(file_blocks& out) {
    for (const auto& child : root_.children()) {
      if (child.is("function_declaration"))
        read_function(child);
      else if (child.is("method_declaration") && is_suite_method(child))
        read_method(child);
    }
    if (may_hold_specs(text_)) read_specs(root_, file_, suite(spec_suite), blocks_);
    finish_file(blocks_, suites_, file_, subtests_.suites(), out);
    if (blocks_.is_cut()) out.notes.emplace_back("it holds more subtests than are listed");
  }

 private:
  std::size_t add(std::size_t parent, const syntax_node& function, block_kind kind) {
    const std::string name{function.field("name").text()};
    return blocks_.add(parent, {.shown = name,
                                .name = block_name{name},
                                .line_start = function.line(),
                                .line_end = function.last_line(),
                                .kind = kind});
  }

  void read_function(const syntax_node& function) {
    const auto kind = kind_of(function, text_);
    if (!kind) return;
    const auto block = add(block_tree::none, function, *kind);
    if (*kind == block_kind::test) read_subtests(function, block);
  }

  void read_method(const syntax_node& method) {
    const auto receiver = receiver_type(method);
    if (!receiver.empty()) read_subtests(method, add(suite(receiver), method, block_kind::test));
  }

  void read_subtests(const syntax_node& function, std::size_t block) {
    if (block != block_tree::none) subtests_.read(function, block);
  }

  // The block that stands for the test function that runs the suite.
  std::size_t suite(std::string_view type) {
    const auto known = by_type_.find(type);
    if (known != by_type_.end()) return known->second;
    new_block block;
    block.shown = type;
    block.name = block_name{std::vector<std::string>{"", ""}};
    const auto place = blocks_.add(block_tree::none, std::move(block));
    if (place != block_tree::none) {
      blocks_.hide(place);
      suites_.emplace(place, type);
    }
    return by_type_[type] = place;
  }

  syntax_node root_;
  std::string_view text_;
  declarations file_;
  block_tree blocks_;
  suite_roots suites_;
  std::map<std::string_view, std::size_t> by_type_;
  subtest_reader subtests_;
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
    return may_hold_specs(text);
  }

  file_blocks blocks(std::string_view path, std::string_view text) const override {
    file_blocks out;
    auto tree = syntax_tree::parse(tree_sitter_go, text);
    const auto spelled = tree && !tree->has_error() ? std::string{} : with_plain_new(text);
    if (!spelled.empty()) tree = syntax_tree::parse_as(tree_sitter_go, spelled, text);
    if (!tree) return unreadable_source();
    out.broken = tree->has_error();
    out.broken_line = tree->first_error_line();
    out.complete = !out.broken;
    file_reader{tree->root(), text}.read(out);
    if (auto note = build_note(path, text); !note.empty()) out.notes.push_back(std::move(note));
    return out;
  }

  void link(std::span<file_blocks* const> folder) const override { linker{folder}.link(); }
};

}  // namespace

std::unique_ptr<const test_finder> make_finder(const config_texts&) {
  return std::make_unique<go_test_finder>();
}

}  // namespace covey::parsers::languages::go
