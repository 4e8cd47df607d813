#include "parsers/languages/go/discovery/subtests.hpp"
#include "parsers/languages/go/discovery/evaluation.hpp"
#include "parsers/languages/go/discovery/names.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace covey::parsers::languages::go {

namespace {

std::size_t bytes_of(const test_block& block) {
  auto size = sizeof(test_block) + block.label.size();
  for (const auto& name : block.path)
    for (const auto& piece : name.literals) size += sizeof(std::string) + piece.size();
  return size;
}

}  // namespace

std::size_t block_tree::add(std::size_t parent, new_block block) {
  test_block out;
  node its;
  its.parent = parent;
  if (parent != none) {
    out = within(blocks_[parent]);
    its.depth = nodes_[parent].depth + 1;
  }
  out.label += block.shown;
  out.path.push_back(std::move(block.name));
  out.line_start = block.line_start;
  out.line_end = block.line_end;
  out.kind = block.kind;
  out.dynamic = block.dynamic;
  const auto size = bytes_of(out);
  if (its.depth >= max_depth || blocks_.size() >= max_blocks || bytes_ + size > max_bytes) {
    cut_ = true;
    return none;
  }
  bytes_ += size;
  const auto place = blocks_.size();
  if (parent != none) {
    nodes_[parent].has_children = true;
    // Go tells subtests of one name apart by "#01" in the order in which they run.
    const auto& name = out.path.back();
    if (name.is_literal()) {
      const auto [other, first] = by_name_.try_emplace({parent, name.literals.front()}, place);
      if (!first) out.dynamic = blocks_[other->second].dynamic = true;
    }
  }
  blocks_.push_back(std::move(out));
  nodes_.push_back(its);
  return place;
}

std::size_t block_tree::root_of(std::size_t block) const {
  while (nodes_[block].parent != none) block = nodes_[block].parent;
  return block;
}

std::vector<test_block> block_tree::finish(std::vector<std::size_t>& places) {
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const auto parent = nodes_[i].parent;
    if (parent != none && blocks_[parent].dynamic) blocks_[i].dynamic = true;
  }
  std::vector<std::size_t> order(blocks_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](auto i) { return nodes_[i].hidden; });
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
    const auto &left = blocks_[a], &right = blocks_[b];
    if (left.line_start != right.line_start) return left.line_start < right.line_start;
    return nodes_[a].depth < nodes_[b].depth;
  });
  places.assign(blocks_.size(), none);
  std::vector<test_block> out;
  out.reserve(order.size());
  for (const auto i : order) {
    places[i] = out.size();
    out.push_back(std::move(blocks_[i]));
  }
  return out;
}

namespace {

using kind = binding::kind_type;

bool opens_scope(std::string_view type) {
  return type == "block" || type == "for_statement" || type == "if_statement" || type == "expression_case" ||
         type == "default_case" || type == "communication_case" || type == "type_case" ||
         type == "expression_switch_statement" || type == "type_switch_statement" ||
         type == "select_statement";
}

// *testing.T, B and F, and quicktest's *qt.C. *is.I is not known: others use the name.
bool is_test_type(const syntax_node& type) {
  const auto name = type_name(type);
  return is_pointer(type) && (name == "T" || name == "B" || name == "F" || name == "C");
}

bool has_test_parameter(const syntax_node& function) {
  const auto parameters = parameters_of(function);
  return std::any_of(parameters.begin(), parameters.end(),
                     [](const auto& p) { return is_test_type(p.second); });
}

// Whether this is the body of a subtest, whatever variable begins the subtest.
bool is_subtest_body(const syntax_node& function) {
  const auto parameters = parameters_of(function);
  return function.is("func_literal") && parameters.size() == 1 && is_test_type(parameters.front().second) &&
         !function.field("result");
}

// The source of an expression.
std::string shown_source(std::string_view source) {
  return shortened(one_line(source), 200);
}

new_block block_of(const known_text& text, std::string shown, const syntax_node& lines) {
  new_block out;
  if (text.is_literal()) {
    out.name = block_name{subtest_name(text.literals.front())};
    out.shown = text.shown.empty()                           ? "\"\""
                : text.shown.find('\n') == std::string::npos ? text.shown
                                                             : shown_source(text.shown);
  } else {
    std::vector<std::string> literals;
    for (const auto& piece : text.literals) literals.push_back(rewritten(piece));
    out.name = block_name{std::move(literals)};
    out.shown = std::move(shown);
    out.dynamic = true;
  }
  out.shown = repair_utf8(out.shown);
  out.line_start = lines.line();
  out.line_end = lines.last_line();
  return out;
}

}  // namespace

void subtest_reader::read(const syntax_node& function, std::size_t block) {
  names_.open();
  if (function.is("method_declaration")) {
    for (const auto& receiver : parts_of(function.field("receiver")))
      names_.bind(receiver.field("name").text(), {kind::fixture});
  } else {
    bind_parameters(function, {kind::test, {}, block});
  }
  frames_.push_back({nullptr, block, loops_});
  walk_body(function.field("body"));
  frames_.clear();
  names_.close();
}

void subtest_reader::walk_body(const syntax_node& body) {
  walk(body, [this](const auto& node) { return enter(node); }, [this](const auto& node) { leave(node); });
}

bool subtest_reader::enter(const syntax_node& node) {
  const auto type = node.type();
  if (type == "call_expression") return enter_call(node);
  if (type == "func_literal") return enter_function(node);
  if (opens_scope(type)) names_.open();
  if (type == "for_statement") ++loops_;
  if (type == "composite_literal") ++literals_;
  if (type == "range_clause") bind_range(node);
  if (type == "short_var_declaration")
    bind_declaration(parts_of(node.field("left")), parts_of(node.field("right")), {});
  if (type == "var_spec" || type == "const_spec") bind_spec(node);
  if (type == "type_declaration") names_.add_types(node);
  if (type == "assignment_statement") assign(node);
  if (type == "inc_statement" || type == "dec_statement")
    for (const auto& operand : parts_of(node)) names_.forget(operand.text());
  if (type != "for_clause") return true;
  // A loop counter has no value of its own.
  for (const auto& name : parts_of(node.field("initializer").field("left"))) names_.bind(name.text(), {});
  return false;
}

void subtest_reader::leave(const syntax_node& node) {
  const auto type = node.type();
  if (type == "call_expression") {
    if (frames_.back().call != node.raw().id) return;
    const auto done = frames_.back();
    frames_.pop_back();
    if (done.only_its_entries && !blocks_.has_children(done.block)) blocks_.hide(done.block);
    return;
  }
  if (type == "for_statement") --loops_;
  if (type == "composite_literal") --literals_;
  if (type == "func_literal" || opens_scope(type)) names_.close();
}

// A function that takes a test of its own is read where it is called.
bool subtest_reader::enter_function(const syntax_node& literal) {
  const auto body = bodies_.find(literal.raw().id);
  if (body == bodies_.end() && has_test_parameter(literal) &&
      (literals_ > 0 || not_called_here_.contains(literal.raw().id)))
    return false;
  names_.open();
  bind_parameters(literal, body != bodies_.end() ? binding{kind::test, {}, body->second}
                                                 : binding{kind::test, {}, frames_.back().block, true});
  return true;
}

void subtest_reader::bind_parameters(const syntax_node& function, const binding& test) {
  const auto parameters = parameters_of(function);
  for (const auto& [name, type] : parameters) {
    if (!name) continue;
    const bool takes_test =
        is_test_type(type) || (parameters.size() == 1 && is_pointer(type) && !test.uncertain);
    names_.bind(name.text(), takes_test ? test : binding{});
  }
}

binding subtest_reader::meaning_of(const syntax_node& expression) {
  const auto bare = without_parentheses(expression);
  if (bare.is("identifier") && (names_.is_bound(bare.text()) || names_.file().values.contains(bare.text())))
    return names_.find(bare.text());
  binding test;
  if (bare.is("call_expression") && is_test(bare, test)) return test;
  return {kind::expression, bare};
}

// `t`, or a suite's s.T().
bool subtest_reader::is_test(const syntax_node& expression, binding& test) {
  if (expression.is("identifier")) {
    test = names_.find(expression.text());
    return test.kind == kind::test;
  }
  const auto function = expression.field("function");
  if (!expression.is("call_expression") || !function.is("selector_expression") ||
      function.field("field").text() != "T" || !arguments_of(expression).empty() ||
      names_.find(function.field("operand").text()).kind != kind::fixture)
    return false;
  test = {kind::test, {}, frames_.back().block};
  return true;
}

void subtest_reader::bind_declaration(const std::vector<syntax_node>& names,
                                      const std::vector<syntax_node>& values, const syntax_node& type) {
  std::vector<binding> meanings;  // all are read before the first is bound: tc := tc
  for (std::size_t i = 0; i < names.size(); ++i) {
    binding meaning;
    if (values.size() == names.size()) {
      meaning = meaning_of(values[i]);
      if (values[i].is("func_literal")) not_called_here_.insert(values[i].raw().id);
    } else if (type) {
      meaning = {kind::expression, type};
    }
    meanings.push_back(std::move(meaning));
  }
  for (std::size_t i = 0; i < names.size(); ++i) names_.bind(names[i].text(), std::move(meanings[i]));
}

void subtest_reader::bind_spec(const syntax_node& spec) {
  auto names = parts_of(spec);
  std::erase_if(names, [](const auto& part) { return !part.is("identifier"); });
  bind_declaration(names, parts_of(spec.field("value")), spec.field("type"));
}

void subtest_reader::bind_range(const syntax_node& clause) {
  const auto names = parts_of(clause.field("left"));
  const auto literal = evaluation{names_}.table_literal(clause.field("right"));
  const bool is_map = literal && table_of(literal).is_map;
  for (std::size_t i = 0; i < names.size(); ++i) {
    binding meaning;
    if (literal) meaning = {i == 1 ? kind::element : is_map ? kind::key : kind::index, literal};
    names_.bind(names[i].text(), std::move(meaning));
  }
}

void subtest_reader::assign(const syntax_node& statement) {
  const auto names = parts_of(statement.field("left"));
  const auto values = parts_of(statement.field("right"));
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!names[i].is("identifier")) continue;
    const bool appends = i < values.size() && values[i].is("call_expression") &&
                         values[i].field("function").text() == "append";
    const auto grown = appends ? evaluation{names_}.table_literal(names[i]) : syntax_node{};
    if (grown)
      grown_.insert(grown.raw().id);
    else
      names_.forget(names[i].text());
  }
}

bool subtest_reader::enter_call(const syntax_node& call) {
  const auto arguments = arguments_of(call);
  start from;
  if (begins_subtest(call, arguments, from)) return add_subtest(call, arguments, from);
  note_suite(call, arguments);
  follow_call(call, arguments);
  return true;
}

bool subtest_reader::begins_subtest(const syntax_node& call, const std::vector<syntax_node>& arguments,
                                    start& from) {
  const auto function = without_parentheses(call.field("function"));
  if (!function.is("selector_expression") || function.field("field").text() != "Run" || arguments.size() != 2)
    return false;
  binding first;
  if (is_test(arguments[0], first)) return false;  // suite.Run(t, …)
  const auto receiver = without_parentheses(function.field("operand"));
  binding test;
  if (is_test(receiver, test)) {
    from = {test.block, test.uncertain};
    return true;
  }
  from = {frames_.back().block, false};
  if (receiver.is("identifier") && names_.find(receiver.text()).kind == kind::fixture) return true;
  return is_subtest_body(arguments[1]);
}

bool subtest_reader::add_subtest(const syntax_node& call, const std::vector<syntax_node>& arguments,
                                 const start& from) {
  evaluation values{names_};
  const auto& name = arguments[0];
  const auto literal = values.table_within(name);
  const bool listed = literal && add_entries(name, table_of(literal), from);
  const auto said = values.text(name);
  auto block = block_of(said, shown_source(name.text()), call);
  block.dynamic = block.dynamic || from.uncertain || literal || loops_ > loops_of(from.parent);
  const auto place = blocks_.add(from.parent, std::move(block));
  if (place == block_tree::none) return false;
  frames_.push_back({call.raw().id, place, loops_, listed});
  const auto& body = arguments[1];
  if (body.is("func_literal"))
    bodies_[body.raw().id] = place;
  else if (const auto meaning = body.is("identifier") ? meaning_of(body) : binding{};
           meaning.kind == kind::expression)
    follow(meaning.node, {});
  return true;
}

// False if some of the table's cases are not listed by their names.
bool subtest_reader::add_entries(const syntax_node& name, const table& cases, const start& from) {
  bool complete = !cases.entries.empty() && !grown_.contains(cases.literal.raw().id);
  evaluation values{names_};
  const auto of_all = values.text(name);
  for (const auto& entry : cases.entries) {
    const auto said = values.text(name, &cases, &entry);
    if (said.literals == of_all.literals) {
      complete = false;
      continue;
    }
    auto block = block_of(said, said.shown, entry.node);
    block.dynamic = true;
    if (blocks_.add(from.parent, std::move(block)) == block_tree::none) return false;
  }
  return complete;
}

void subtest_reader::note_suite(const syntax_node& call, const std::vector<syntax_node>& arguments) {
  const auto function = call.field("function");
  const auto operand = function.field("operand");  // of suite.Run; Run alone is of a package without a name
  const auto name = operand ? function.field("field").text() : function.text();
  const bool runs = name.starts_with("Run") || (!operand && name.starts_with("run"));
  binding test;
  if (arguments.size() < 2 || !runs || (operand && !operand.is("identifier")) ||
      names_.is_bound(operand ? operand.text() : name) || !is_test(arguments[0], test))
    return;
  auto type = name.starts_with("RunSpecs") ? std::string{spec_suite} : suite_type(arguments[1], 0);
  if (type.empty()) return;
  suites_.push_back({test.block, std::move(type)});
  for (auto& open : frames_)
    if (open.block == test.block) open.only_its_entries = false;
}

std::string subtest_reader::suite_type(syntax_node expression, int depth) {
  constexpr int max_depth = 16;
  expression = without_parentheses(expression);
  if (depth > max_depth || !expression) return {};
  if (expression.is("unary_expression")) return suite_type(expression.field("operand"), depth + 1);
  if (expression.is("composite_literal")) return suite_type(expression.field("type"), depth + 1);
  if (expression.is("type_identifier") || expression.is("generic_type") || expression.is("pointer_type"))
    return std::string{type_name(expression)};
  if (expression.is("identifier")) {
    const auto meaning = names_.find(expression.text());
    return meaning.kind == kind::expression ? suite_type(meaning.node, depth + 1) : std::string{};
  }
  const auto function = expression.field("function");
  if (!expression.is("call_expression") || !function.is("identifier")) return {};
  const auto arguments = arguments_of(expression);
  if (function.text() == "new") return arguments.empty() ? "" : std::string{type_name(arguments.front())};
  if (const auto known = names_.file().functions.find(function.text());
      known != names_.file().functions.end())
    return std::string{type_name(known->second.field("result"))};
  auto name = function.text();  // of a function in another file
  if (!name.starts_with("New") && !name.starts_with("new")) return {};
  name.remove_prefix(3);
  return std::string{name};
}

// helper(t, …) begins the subtests of its caller.
void subtest_reader::follow_call(const syntax_node& call, const std::vector<syntax_node>& arguments) {
  const auto function = call.field("function");
  if (!function.is("identifier")) return;
  binding test;
  if (std::none_of(arguments.begin(), arguments.end(), [&](const auto& a) { return is_test(a, test); }))
    return;
  const auto meaning = meaning_of(function);
  if (meaning.kind != kind::expression) return;
  frames_.push_back({nullptr, test.block, loops_of(test.block)});
  follow(meaning.node, arguments);
  frames_.pop_back();
}

// `function` is a function literal or the name of a function in the file; without arguments it is given the
// test of the current block.
void subtest_reader::follow(const syntax_node& function, const std::vector<syntax_node>& arguments) {
  const auto known = names_.file().functions.find(function.text());
  const bool of_file = known != names_.file().functions.end() && function.is("identifier");
  if (!of_file && !function.is("func_literal")) return;
  const auto target = of_file ? known->second : function;
  const auto body = target.field("body");
  if (calls_ >= max_calls || !body || body.text().find("Run") == std::string_view::npos) return;
  followed_ += body.text().size() + cost_of_following;
  if (followed_ > max_followed) return;

  const binding test{kind::test, {}, frames_.back().block};
  const auto parameters = parameters_of(target);
  std::vector<binding> given;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    binding meaning;
    if (i < arguments.size()) meaning = meaning_of(arguments[i]);
    if (arguments.empty() && is_pointer(parameters[i].second)) meaning = test;
    given.push_back(std::move(meaning));
  }
  bindings outside{names_.file()};  // a function of the file sees none of its caller's names
  if (of_file) std::swap(names_, outside);
  names_.open();
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].first) names_.bind(parameters[i].first.text(), std::move(given[i]));
  ++calls_;
  walk_body(body);
  --calls_;
  names_.close();
  if (of_file) std::swap(names_, outside);
}

int subtest_reader::loops_of(std::size_t block) const {
  for (auto it = frames_.rbegin(); it != frames_.rend(); ++it)
    if (it->block == block) return it->loops;
  return loops_;
}

const table& subtest_reader::table_of(const syntax_node& literal) {
  const auto known = tables_.find(literal.raw().id);
  if (known != tables_.end()) return known->second;
  return tables_.emplace(literal.raw().id, evaluation{names_}.read_table(literal)).first->second;
}

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
