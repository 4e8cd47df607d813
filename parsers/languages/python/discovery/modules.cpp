#include "parsers/languages/python/discovery/modules.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <iterator>
#include <utility>

extern "C" const TSLanguage* tree_sitter_python();

namespace covey::parsers::languages::python {
namespace {

constexpr int max_nesting = 30;  // classes within classes; deeper ones are left out

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// Bases of classes that pytest does not collect: their instances need arguments, or cannot be created.
bool makes_no_instances(std::string_view base) {
  return base.ends_with("Exception") || base.ends_with("Error") || base.ends_with("Enum") ||
         base.ends_with("Flag") || base == "NamedTuple" || base == "TypedDict" || base == "dict" ||
         base == "str" || base == "int" || base == "tuple" || base == "BaseModel";
}

// What a class names as its own bases, without their type parameters.
std::vector<syntax_node> bases_of(const function_definition& of) {
  std::vector<syntax_node> out;
  for (const auto& base : items_of(of.self.field("superclasses"))) {
    if (base.is("call"))  // with_metaclass(Meta, Base)
      std::ranges::copy(arguments_of(base).plain, std::back_inserter(out));
    else if (!base.is("keyword_argument") && !base.is("list_splat") && !base.is("dictionary_splat"))
      out.push_back(base);
  }
  for (auto& base : out)
    if (base.is("subscript")) base = base.field("value");
  return out;
}

class class_reader {
 public:
  class_reader(const module_scope& module, const pytest_config& settings)
      : module_(module), config_(settings) {}

  std::vector<test_class> read(const module_scope& scope, const std::string& prefix, int depth) {
    std::vector<test_class> out;
    if (depth > max_nesting) return out;
    for (const auto& definition : scope.definitions) {
      if (!definition.is_class()) continue;
      test_class one;
      one.definition = definition;
      one.body = read_scope(definition.self.field("body"));
      const auto name = prefix + std::string{definition.name()};
      one.nested = read(one.body, name + ".", depth + 1);
      judge(one, prefix);
      known_[name] = one;
      out.push_back(std::move(one));
    }
    return out;
  }

 private:
  void judge(test_class& one, const std::string& prefix) {
    for (const auto& base : bases_of(one.definition)) add_base(one, base, prefix);
    one.made_elsewhere |= is_decorated(one.definition, "dataclass define attrs attrib s frozen");
    for (const auto& member : one.body.definitions) {
      if (member.gone) continue;
      if (!member.is_class() && (member.name() == "__init__" || member.name() == "__new__"))
        one.made_elsewhere = true;
      one.has_tests = one.has_tests || (!member.is_class() && is_test(member, one.test_case, config_));
    }
    one.has_tests = one.has_tests || (one.test_case && has_run_test(one));
    if (!one.test_case)
      for (const auto& inner : one.nested)
        one.has_tests = one.has_tests || (!inner.definition.gone && inner.has_tests);
    if (one.body.assigned.count("__test__") > 0) one.switched_off = is_switched_off(one.body);
    one.parametrized = one.parametrized || is_decorated(one.definition, "parametrize");
  }

  static bool has_run_test(const test_class& one) {
    return std::any_of(one.body.definitions.begin(), one.body.definitions.end(),
                       [](const auto& member) { return !member.gone && member.name() == "runTest"; });
  }

  void add_base(test_class& one, const syntax_node& base, const std::string& prefix) {
    const std::string text{base.text()};
    auto it = known_.find(prefix + text);
    if (it == known_.end()) it = known_.find(text);
    if (it != known_.end()) {
      const auto& from = it->second;
      one.add_kind_of(from);
      one.switched_off |= from.switched_off;
      one.has_tests |= from.has_tests;
      return;
    }
    auto name = last_name(base);
    if (const auto real = module_.imported.find(name);
        real != module_.imported.end() && base.is("identifier"))
      name = real->second;
    if (name.ends_with("TestCase")) one.test_case = true;
    if (makes_no_instances(name)) one.made_elsewhere = true;
    if (!name.ends_with("TestCase") && (contains(name, "Test") || contains(name, "test")))
      one.strange_base = true;
  }

  const module_scope& module_;
  const pytest_config& config_;
  std::map<std::string, class_facts, std::less<>> known_;  // by qualified name; the last definition so far
};

}  // namespace

std::vector<test_class> read_classes(const module_scope& module, const pytest_config& settings) {
  return class_reader{module, settings}.read(module, "", 0);
}

bool is_test(const function_definition& function, bool in_test_case, const pytest_config& settings) {
  if (function.gone || function.is_class()) return false;
  const auto name = function.name();
  if (!(in_test_case ? name.starts_with("test") : settings.is_test_function(name))) return false;
  return !is_decorated(function,
                       "fixture yield_fixture property cached_property setter overload hookimpl nottest");
}

bool is_switched_off(const module_scope& scope) {
  const auto it = scope.assigned.find("__test__");
  return it != scope.assigned.end() && it->second.size() == 1 && it->second.front().is("false");
}

namespace {

constexpr std::size_t max_ancestry = 12;   // of bases of bases, and of imports of imports
constexpr std::size_t max_ancestors = 64;  // per class
constexpr std::size_t max_modules = 400;   // searched, per file

void add_imported_names(const syntax_node& statement, source_module& to) {
  const auto module = statement.field("module_name");
  std::string name;
  for (const char c : module.text())
    if (c != ' ') name += c;
  for (const auto& one : statement.children()) {
    if (one == module) continue;
    if (one.is("wildcard_import"))
      to.stars.push_back(name);
    else if (one.is("aliased_import"))
      to.imports[std::string{one.field("alias").text()}] = {name, std::string{one.field("name").text()}};
    else if (one.is("dotted_name"))
      to.imports[std::string{one.text()}] = {name, std::string{one.text()}};
  }
}

void add_imports(const syntax_node& statement, source_module& to) {
  for (const auto& one : statement.children()) {
    if (one.is("aliased_import"))
      to.imports[std::string{one.field("alias").text()}] = {std::string{one.field("name").text()}, {}};
    else if (one.is("dotted_name"))
      to.imports[std::string{one.text()}] = {std::string{one.text()}, {}};
  }
}

// The last definition counts.
const test_class* class_named(const std::vector<test_class>& classes, std::string_view name) {
  const auto dot = name.find('.');
  const auto head = name.substr(0, dot);
  for (auto it = classes.rbegin(); it != classes.rend(); ++it) {
    if (it->definition.gone || it->definition.name() != head) continue;
    return dot == std::string_view::npos ? &*it : class_named(it->nested, name.substr(dot + 1));
  }
  return nullptr;
}

std::string as_path(std::string_view module) {
  std::string out{module};
  std::replace(out.begin(), out.end(), '.', '/');
  return out;
}

std::string below(std::string_view folder, std::string_view path) {
  return folder.empty() ? std::string{path} : std::string{folder} + "/" + std::string{path};
}

}  // namespace

const source_module& module_reader_cache::add(std::string_view path, std::string_view text) {
  auto made = std::make_unique<source_module>();
  made->path = path;
  made->text = text;
  made->tree = syntax_tree::parse(tree_sitter_python, made->text);
  if (made->tree) {
    made->scope = read_scope(made->tree->root());
    made->classes = read_classes(made->scope, config_);
    walk(made->tree->root(), [&](const syntax_node& node) {
      if (node.is("import_from_statement")) add_imported_names(node, *made);
      if (node.is("import_statement")) add_imports(node, *made);
      return !node.is("function_definition") && !node.is("class_definition");
    });
  }
  auto& place = known_[made->path];
  place = std::move(made);
  return *place;
}

std::vector<base_class> module_reader_cache::ancestors(const source_module& module, const test_class& of) {
  std::vector<base_class> all;
  collect({&module, &of}, 0, all);
  // A base shared by several classes comes after the last of them.
  std::vector<base_class> out;
  for (auto it = all.rbegin(); it != all.rend(); ++it)
    if (it->of != &of &&
        std::none_of(out.begin(), out.end(), [&](const auto& one) { return one.of == it->of; }))
      out.push_back(*it);
  std::reverse(out.begin(), out.end());
  return out;
}

void module_reader_cache::collect(const base_class& from, std::size_t depth, std::vector<base_class>& out) {
  if (depth == max_ancestry || out.size() >= max_ancestors) return;
  out.push_back(from);
  for (const auto& base : bases_of(from.of->definition)) {
    if (!base.is("identifier") && !base.is("attribute")) continue;
    const auto found = find(*from.module, base.text(), 0);
    if (found.of != nullptr && found.of != from.of) collect(found, depth + 1, out);
  }
}

// "Base", "module.Base", "Outer.Inner"
base_class module_reader_cache::find(const source_module& in, std::string_view name, std::size_t depth) {
  if (depth == max_ancestry) return {};
  if (const auto* own = class_named(in.classes, name)) return {&in, own};
  const auto dot = name.rfind('.');
  if (dot == std::string_view::npos) {
    const auto it = in.imports.find(name);
    if (it != in.imports.end() && !it->second.name.empty())
      return find_in(in, it->second.module, it->second.name, depth + 1);
    for (const auto& module : in.stars)
      if (const auto found = find_in(in, module, name, depth + 1); found.of != nullptr) return found;
    return {};
  }
  const auto object = name.substr(0, dot);
  const auto it = in.imports.find(object);
  if (it == in.imports.end()) return {};
  const auto& [module, member] = it->second;
  const bool dots_only = module.find_first_not_of('.') == std::string::npos;
  return find_in(in, member.empty() ? module : module + (dots_only ? "" : ".") + member, name.substr(dot + 1),
                 depth + 1);
}

base_class module_reader_cache::find_in(const source_module& from, const std::string& module,
                                        std::string_view name, std::size_t depth) {
  const auto* loaded = load(from, module);
  return loaded == nullptr ? base_class{} : find(*loaded, name, depth);
}

// ".base" is beside the file; for "tests.base", any folder above the file may be on Python's search path.
const source_module* module_reader_cache::load(const source_module& from, std::string_view module) {
  const auto dots = std::min(module.find_first_not_of('.'), module.size());
  const auto path = as_path(module.substr(dots));
  auto folder = folder_name(from.path);
  const auto in_folder = [&](std::string_view where) -> const source_module* {
    const auto base = path.empty() ? std::string{where} : below(where, path);
    if (!path.empty())
      if (const auto* found = load_path(base + ".py")) return found;
    return load_path(below(base, "__init__.py"));
  };
  if (dots > 0) {
    for (std::size_t i = 1; i < dots; ++i) folder = folder_name(folder);
    return in_folder(folder);
  }
  for (;; folder = folder_name(folder)) {
    if (const auto* found = in_folder(folder)) return found;
    if (folder.empty()) return in_folder("src");
  }
}

const source_module* module_reader_cache::load_path(const std::string& path) {
  if (const auto it = known_.find(path); it != known_.end()) return it->second.get();
  if (known_.size() >= max_modules || !read_) return nullptr;
  if (const auto text = read_(path)) return &add(path, *text);
  known_[path] = nullptr;
  return nullptr;
}

}  // namespace covey::parsers::languages::python
