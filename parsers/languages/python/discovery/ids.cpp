#include "parsers/languages/python/discovery/ids.hpp"
#include "parsers/languages/python/discovery/scope.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

namespace covey::parsers::languages::python {
namespace {

constexpr std::size_t max_source = 60;
constexpr std::size_t max_text = 100;  // since 9.1, pytest numbers longer values

std::string shown(std::string_view source) {
  return shortened(one_line(source), max_source);
}

std::vector<std::string> argument_names(const syntax_node& value, bool& single) {
  std::vector<std::string> out;
  single = false;
  if (const auto text = string_of(value)) {
    const auto names = utf8_of(*text);
    std::string name;
    for (const char c : names + ",") {
      if (c == ',' && !name.empty()) out.push_back(std::exchange(name, {}));
      if (c != ',' && c != ' ' && c != '\t' && c != '\n') name += c;
    }
    single = out.size() == 1;
  } else if (value.is("list") || value.is("tuple")) {
    for (const auto& one : items_of(value)) {
      const auto name = string_of(one);
      if (!name) return {};
      out.push_back(utf8_of(*name));
    }
  }
  return out;
}

std::string joined(const parameter_row& row) {
  std::string out;
  for (std::size_t i = 0; i < row.parts.size(); ++i) out += (i > 0 ? "-" : "") + row.parts[i].value_or("");
  return out;
}

// Whether a partly unknown row may turn out to have this id.
bool could_be(const parameter_row& row, std::string_view id) {
  const auto& first = row.parts.front();
  const auto& last = row.parts.back();
  return (!first || id.starts_with(*first)) && (!last || id.ends_with(*last));
}

void make_unknown(parameter_row& row) {
  row.parts.assign(1, std::nullopt);
  std::string all;
  for (const auto& part : row.source) all += (all.empty() ? "" : "-") + part;
  row.source.assign(1, all);
}

void number(parameter_row& row, std::size_t with) {
  row.parts.back() = row.parts.back().value_or("") + std::to_string(with);
  row.source.back() = *row.parts.back();
}

// Adds numbers to ids that several rows share.
void make_unique(parameter_set& set) {
  std::map<std::string, std::vector<parameter_row*>> by_id;
  for (auto& row : set.rows)
    if (row.is_known()) by_id[joined(row)].push_back(&row);
  std::vector<const parameter_row*> unknown;
  for (const auto& row : set.rows)
    if (!row.is_known()) unknown.push_back(&row);
  for (auto& entry : by_id) {
    const auto& id = entry.first;
    const auto& rows = entry.second;
    const bool certain =
        std::none_of(unknown.begin(), unknown.end(), [&](const auto* row) { return could_be(*row, id); });
    if (!certain && rows.size() == 1) {
      set.open = true;  // an unknown row may share it: then it gets a number
      continue;
    }
    if (rows.size() == 1) continue;
    bool clear = certain && (id.empty() || std::isdigit(static_cast<unsigned char>(id.back())) == 0);
    for (std::size_t i = 0; i < rows.size(); ++i) clear = clear && by_id.count(id + std::to_string(i)) == 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (clear)
        number(*rows[i], i);
      else
        make_unknown(*rows[i]);
    }
  }
}

}  // namespace

bool parameter_row::is_known() const {
  return std::all_of(parts.begin(), parts.end(), [](const auto& part) { return part.has_value(); });
}

bool parameter_row::is_unknown() const {
  return std::none_of(parts.begin(), parts.end(), [](const auto& part) { return part.has_value(); });
}

bool id_maker::is_builtin(std::string_view name) const {
  return module_.assigned.count(name) == 0 && module_.imported.count(name) == 0 && !module_.has_star_import &&
         std::none_of(module_.definitions.begin(), module_.definitions.end(),
                      [&](const auto& one) { return one.name() == name; });
}

// Whether a value's id is its own name: classes and functions.
bool id_maker::names_itself(std::string_view name) const {
  constexpr std::string_view types =
      "bool bytearray bytes complex dict float frozenset int list object range set slice str tuple type "
      "abs all any len max min repr sorted sum ascii print";
  constexpr std::string_view errors =
      "Exception BaseException KeyboardInterrupt SystemExit StopIteration StopAsyncIteration GeneratorExit "
      "DeprecationWarning UserWarning RuntimeWarning FutureWarning ArithmeticError AssertionError "
      "AttributeError BufferError EOFError FileExistsError IndexError FileNotFoundError ImportError "
      "KeyError LookupError MemoryError ModuleNotFoundError NameError NotImplementedError OverflowError "
      "PermissionError RecursionError ReferenceError RuntimeError SyntaxError TimeoutError TypeError "
      "UnboundLocalError UnicodeError UnicodeDecodeError UnicodeEncodeError ValueError ZeroDivisionError";
  if (is_word_of(types, name) || is_word_of(errors, name)) return is_builtin(name);
  if (module_.assigned.count(name) > 0) return false;
  const function_definition* found = nullptr;
  for (const auto& one : module_.definitions)
    if (one.name() == name && !one.gone) found = found == nullptr ? &one : nullptr;
  return found != nullptr && found->decorators.empty() && !found->maybe;
}

id_part id_maker::shown_id(const string_literal& text) const {
  return raw_ids_ && !text.bytes ? utf8_of(text) : escaped_id(text);
}

id_part id_maker::call_id(const syntax_node& call, const std::string& by_argument) const {
  constexpr std::string_view makers = "dict list set frozenset tuple object bytearray range slice";
  const auto function = call.field("function");
  if (!function.is("identifier") || !is_builtin(function.text())) return std::nullopt;
  if (is_word_of(makers, function.text())) return by_argument;
  if (function.text() != "float") return std::nullopt;
  const auto text = string_of(arguments_of(call).get(0, ""));
  const auto said = text ? utf8_of(*text) : std::string{};
  return said == "nan" || said == "inf" || said == "-inf" ? std::optional{said} : std::nullopt;
}

id_part id_maker::id_of(const syntax_node& node, std::string_view argument, std::size_t at) const {
  constexpr std::string_view without_a_name =
      "list tuple set dictionary ellipsis list_comprehension set_comprehension dictionary_comprehension";
  const auto value = unwrapped(node);
  const auto by_argument = std::string{argument} + std::to_string(at);
  if (value.is("string") || value.is("concatenated_string")) {
    const auto text = string_of(value);
    return text && text->units.size() <= max_text ? shown_id(*text) : std::nullopt;
  }
  if (auto id = given_id(value)) return id;
  if (value.is("none")) return "None";
  if (value.is("lambda")) return "<lambda>";
  if (value.is("generator_expression")) return "<genexpr>";
  if (is_word_of(without_a_name, value.type())) return by_argument;
  if (value.is("unary_operator") && value.text().starts_with('-')) {
    const auto operand = unwrapped(value.field("argument"));
    if (!operand.is("integer") && !operand.is("float")) return std::nullopt;
    const auto number = number_text(operand.text());
    if (!number) return std::nullopt;
    return *number == "0" ? *number : "-" + *number;
  }
  if (value.is("identifier") && names_itself(value.text())) return std::string{value.text()};
  if (value.is("call")) return call_id(value, by_argument);
  return std::nullopt;
}

// An entry of `ids`, or the `id` of a pytest.param().
id_part id_maker::given_id(const syntax_node& node) const {
  const auto value = unwrapped(node);
  if (value.is("string") || value.is("concatenated_string")) {
    const auto text = string_of(value);
    return text ? shown_id(*text) : std::nullopt;
  }
  if (value.is("integer") || value.is("float")) return number_text(value.text());
  if (value.is("true")) return "True";
  if (value.is("false")) return "False";
  return std::nullopt;
}

id_maker::table id_maker::table_of(const syntax_node& node) const {
  table out;
  auto value = unwrapped(node);
  out.own = true;
  if (value.is("identifier")) {  // a table elsewhere in the file
    const auto it = module_.assigned.find(value.text());
    if (it == module_.assigned.end() || it->second.empty() || !it->second.front()) return out;
    out.own = false;
    out.open = true;
    if (it->second.size() > 1) return out;
    value = unwrapped(it->second.front());
  }
  if (!value.is("list") && !value.is("tuple")) return out;
  out.known = true;
  for (const auto& item : items_of(value)) {
    if (item.is("list_splat")) out.open = true;
    out.items.push_back(item);
  }
  return out;
}

parameter_row id_maker::row_of(const syntax_node& item, const parameter_set& set, bool single, std::size_t at,
                               const id_part* given) const {
  parameter_row out;
  out.line_start = item.line();
  out.line_end = item.last_line();
  const auto whole = [&](const id_part& id) {
    out.source.assign(1, id ? *id : shown(item.text()));
    out.parts.assign(1, id);
    return out;
  };
  const auto value = unwrapped(item);
  std::vector<syntax_node> values;
  if (value.is("call") && last_name(value) == "param") {
    const auto arguments = arguments_of(value);
    if (const auto id = arguments.named.find("id"); id != arguments.named.end() && !id->second.is("none"))
      return whole(given_id(id->second));
    if (arguments.open) return whole(std::nullopt);
    values = arguments.plain;
  } else if (single) {
    values.push_back(value);
  } else if (value.is("tuple") || value.is("list")) {
    values = items_of(value);
  }
  if (given != nullptr) return whole(*given);
  if (values.size() != set.names.size()) return whole(std::nullopt);
  for (std::size_t i = 0; i < values.size(); ++i) {
    auto id = id_of(values[i], set.names[i], at);
    out.source.push_back(id ? *id : shown(values[i].text()));
    out.parts.push_back(std::move(id));
  }
  return out;
}

parameter_set id_maker::set_of(const syntax_node& call) const {
  parameter_set out;
  const auto arguments = arguments_of(call);
  bool single = false;
  out.names = argument_names(arguments.get(0, "argnames"), single);
  const auto indirect = arguments.get(2, "indirect");
  out.indirect = indirect && !indirect.is("false");
  const auto rows = table_of(arguments.get(1, "argvalues"));
  const auto ids = arguments.get(3, "ids");
  const bool has_ids = ids && !ids.is("none");
  const auto given = has_ids ? table_of(ids) : table{};
  out.open = rows.open || given.open || arguments.open || out.names.empty() || !rows.known;
  if (out.names.empty() || !rows.known || arguments.open) return out;
  bool shifted = false;  // by rows of a splat, which are unknown
  for (std::size_t i = 0; i < rows.items.size(); ++i) {
    const auto& item = rows.items[i];
    if (item.is("list_splat")) {
      shifted = true;
      continue;
    }
    id_part id;
    bool from_list = false;
    if (has_ids) {
      from_list = !given.known || shifted || i >= given.items.size() || !given.items[i].is("none");
      if (given.known && !shifted && i < given.items.size()) id = given_id(given.items[i]);
    }
    auto row = row_of(item, out, single, i, from_list ? &id : nullptr);
    if (shifted && row.is_known()) {  // "x3" counts the rows
      const auto again = row_of(item, out, single, i + 1, from_list ? &id : nullptr);
      if (again.parts != row.parts) make_unknown(row);
    }
    if (!rows.own) row.line_start = row.line_end = 0;
    out.rows.push_back(std::move(row));
  }
  make_unique(out);
  return out;
}

}  // namespace covey::parsers::languages::python
