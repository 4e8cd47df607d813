#include "parsers/languages/rust/selection.hpp"
#include "parsers/languages/rust/workspace.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace covey::parsers::languages::rust {
namespace {

using source_texts = std::map<std::string, std::string, std::less<>>;

// A target that a file belongs to, and the path of the file's module in it; empty: it is the main file.
struct home {
  job_target* target = nullptr;
  strings modules;
};

bool is_word(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Keywords that can be a module's name only with "r#".
bool is_keyword(std::string_view word) {
  static constexpr std::array<std::string_view, 46> words{
      "abstract", "as",     "async", "await",   "become", "box",   "break",  "const", "continue", "do",
      "dyn",      "else",   "enum",  "extern",  "false",  "final", "fn",     "for",   "gen",      "if",
      "impl",     "in",     "let",   "loop",    "macro",  "match", "mod",    "move",  "mut",      "override",
      "priv",     "pub",    "ref",   "return",  "static", "try",   "struct", "trait", "true",     "type",
      "typeof",   "unsafe", "use",   "virtual", "where",  "while"};
  return std::ranges::find(words, word) != words.end();
}

// "foo/bar/mod.rs" -> foo, bar
strings modules_of(std::string_view below) {
  strings out;
  below.remove_suffix(std::string_view{".rs"}.size());
  while (!below.empty()) {
    const auto part = below.substr(0, below.find('/'));
    below.remove_prefix(std::min(part.size() + 1, below.size()));
    if (below.empty() && part == "mod" && !out.empty()) break;
    out.push_back((is_keyword(part) ? "r#" : "") + std::string{part});
  }
  return out;
}

// The targets whose main file is `file`; else those of the innermost package whose main file is in a folder
// around it.
std::vector<home> homes_of(const std::string& file, std::vector<job_target>& targets) {
  std::vector<home> main, around;
  std::size_t innermost = 0;
  for (auto& target : targets)
    if (path_below(target.folder, file)) innermost = std::max(innermost, target.folder.size());
  for (auto& target : targets) {
    if (target.source == file) main.push_back({&target, {}});
    const auto below = path_below(folder_name(target.source), file);
    if (below && below->ends_with(".rs") && target.folder.size() == innermost)
      around.push_back({&target, modules_of(*below)});
  }
  return main.empty() ? around : main;
}

std::string absolute(const selected_targets& selected, const file_selection& selection) {
  return normal_path(selected.root + "/" + selection.file);
}

// Only the targets whose main file declares the module of `file`; a target with an unread main file stays.
std::vector<home> declared_homes(std::vector<home> all, const std::string& file,
                                 const source_texts& sources) {
  std::vector<home> out;
  for (auto& one : all) {
    const auto it = sources.find(one.target->source);
    if (one.modules.empty() || it == sources.end()) {
      out.push_back(one);
      continue;
    }
    const auto below = path_below(folder_name(one.target->source), file).value_or(file);
    if (auto placed = module_placed_at(it->second, below); !placed.empty()) {
      one.modules = {std::move(placed)};
      out.push_back(one);
      continue;
    }
    auto& first = one.modules.front();
    const auto plain = first.starts_with("r#") ? std::string_view{first}.substr(2) : std::string_view{first};
    auto name = declared_module(it->second, plain);
    if (name.empty()) continue;
    first = std::move(name);
    out.push_back(one);
  }
  return out;
}

// The path of the modules, then the names within the file.
block_name full_name(const home& at, const test_block& block) {
  std::vector<block_name> path;
  for (const auto& module : at.modules) path.emplace_back(module);
  path.insert(path.end(), block.path.begin(), block.path.end());
  return joined(path, "::");
}

bool is_single_test(const test_block& block) {
  return block.kind == block_kind::test && !block.dynamic;
}

// Lines distinguish tests of the same name, only one of which is compiled (#[cfg]). A test that a macro
// generates may report any line.
test_pattern pattern_of(const home& at, const test_block& block) {
  const bool single = is_single_test(block);
  return {full_name(at, block), !single, single ? block.line_start : 0, single ? block.line_end : 0};
}

// "item (line 3)": the pattern leaves the item's path open, because rustdoc writes types in its own way.
test_pattern example_of(const std::string& file, const test_block& block) {
  const auto& name = block.path.back().literals.front();
  return {block_name{{file + " - ", name.substr(std::min(name.rfind("(line "), name.size()))}}};
}

class resolver {
 public:
  resolver(const selected_targets& selected, const source_texts& sources, bool choose,
           std::vector<job_target>& targets)
      : selected_(selected), sources_(sources), choose_(choose), targets_(targets) {}

  resolved_selections resolve() {
    for (const auto& selection : selected_.selections) {
      out_.selectors.emplace_back();
      resolve(selection);
    }
    note(
        homeless_,
        "`cargo test` runs no target of the workspace that this can belong to (`args` such as --all-targets add more)");
    if (!choose_) return std::move(out_);
    note(undeclared_,
         "no main file declares a module of this name; tests that an include!, or a #[path] in another "
         "module, puts elsewhere are not found by their file");
    note(undocumented_, "cargo runs the examples in the documentation of libraries only");
    return std::move(out_);
  }

 private:
  void resolve(const file_selection& selection) {
    const auto file = absolute(selected_, selection);
    auto possible = homes_of(file, targets_);
    // The main file of a target that does not run is no part of another; two targets may have one main file.
    const auto& left_out = selected_.left_out;
    if (std::ranges::find(left_out, file) != left_out.end())
      std::erase_if(possible, [&](const home& one) { return one.target->source != file; });
    if (possible.empty()) {
      homeless_.insert(selection.file);
      return;
    }
    auto homes = declared_homes(possible, file, sources_);
    if (homes.empty()) {
      homes = possible;
      undeclared_.insert(selection.file);
    }
    const bool examples =
        (selection.whole_file && !selection.complete) || std::ranges::any_of(selection.blocks, is_example);
    for (const auto& home : homes) {
      if (home.target->kind == "doc") {
        if (examples) add_examples(home, selection, selected_.doc_name(*home.target, file));
      } else {
        add_tests(home, selection);
      }
    }
    const bool documented =
        std::ranges::any_of(homes, [](const auto& home) { return home.target->kind == "doc"; });
    if (examples && !documented) undocumented_.insert(selection.file);
  }

  static bool is_example(const test_block& block) { return block.kind == block_kind::doc_test; }

  void add_tests(const home& at, const file_selection& selection) {
    // A main file whose names are not all known selects its whole target.
    const bool main =
        at.modules.empty() && ((at.target->kind != "lib" && at.target->kind != "bin") || !selection.complete);
    if (selection.whole_file && (main || !at.target->harness)) {
      if (choose_) at.target->chosen.whole = true;
      out_.selectors.back().push_back({at.target->group, {}, {}, 0, 0});
      return;
    }
    if (selection.whole_file && !selection.complete) return add(*at.target, {full_name(at, {}), true});
    // For a whole file the outermost blocks are enough: they include the blocks below them.
    for (const auto& block : selection.blocks)
      if (!is_example(block) && (!selection.whole_file || block.path.size() == 1))
        add(*at.target, pattern_of(at, block));
  }

  void add_examples(const home& at, const file_selection& selection, const std::string& file) {
    if (selection.whole_file) return add(*at.target, {block_name{{file + " - ", ""}}});
    for (const auto& block : selection.blocks)
      if (is_example(block)) add(*at.target, example_of(file, block));
  }

  void add(job_target& target, test_pattern pattern) {
    out_.selectors.back().push_back(selector_for(target.group, pattern));
    if (choose_) target.chosen.patterns.push_back(std::move(pattern));
  }

  void note(const std::set<std::string>& files, std::string_view what) {
    constexpr std::size_t max = 3;
    if (files.empty()) return;
    out_.notes.push_back(listed({files.begin(), files.end()}, max) + ": " + std::string{what} + ".");
  }

  const selected_targets& selected_;
  const source_texts& sources_;
  bool choose_;
  std::vector<job_target>& targets_;
  resolved_selections out_;
  std::set<std::string> homeless_, undeclared_, undocumented_;  // files
};

}  // namespace

strings selection_sources(const selected_targets& selected, const std::vector<job_target>& targets) {
  auto all = targets;
  strings out;
  for (const auto& selection : selected.selections)
    for (const auto& home : homes_of(absolute(selected, selection), all))
      if (!home.modules.empty()) out.push_back(home.target->source);
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

resolved_selections resolve_selections(const selected_targets& selected, const source_texts& sources,
                                       bool choose, std::vector<job_target>& targets) {
  return resolver{selected, sources, choose, targets}.resolve();
}

test_selector selector_for(std::string group, const test_pattern& pattern) {
  test_selector out{.group = std::move(group),
                    .path = {pattern.name},
                    .separators = {},
                    .line_start = pattern.first,
                    .line_end = pattern.last};
  if (pattern.below) out.separators = {"::"};
  return out;
}

std::string declared_module(std::string_view text, std::string_view module) {
  constexpr std::string_view keyword = "mod", blanks = " \t\r\n", raw = "r#";
  for (auto at = text.find(keyword); at != std::string_view::npos; at = text.find(keyword, at + 1)) {
    if (at > 0 && is_word(text[at - 1])) continue;
    auto rest = text.substr(at + keyword.size());
    const auto name = rest.find_first_not_of(blanks);
    if (name == 0 || name == std::string_view::npos) continue;
    rest.remove_prefix(name);
    const bool is_raw = rest.starts_with(raw);
    if (is_raw) rest.remove_prefix(raw.size());
    if (!rest.starts_with(module)) continue;
    rest.remove_prefix(module.size());
    const auto end = rest.find_first_not_of(blanks);
    if (end == std::string_view::npos || (rest[end] != ';' && rest[end] != '{')) continue;
    return (is_raw ? std::string{raw} : std::string{}) + std::string{module};
  }
  return {};
}

std::string module_placed_at(std::string_view text, std::string_view path) {
  constexpr std::string_view blanks = " \t\r\n", attribute = "path", keyword = "mod";
  const auto without_end = [&](std::string_view of) { return of.substr(0, of.find_last_not_of(blanks) + 1); };
  const auto without_word = [&](std::string_view of) {
    while (!of.empty() && (is_word(of.back()) || of.back() == '#')) of.remove_suffix(1);
    return of;
  };
  for (auto at = text.find(path); at != std::string_view::npos && !path.empty();
       at = text.find(path, at + 1)) {
    const auto rest = text.substr(at + path.size());
    if (at == 0 || text[at - 1] != '"' || !rest.starts_with('"')) continue;
    auto before = without_end(text.substr(0, at - 1));
    if (!before.ends_with('=')) continue;
    before.remove_suffix(1);
    if (!without_end(before).ends_with(attribute)) continue;
    const auto head = without_end(rest.substr(0, rest.find(';')));
    const auto name = head.substr(without_word(head).size());
    const auto word = without_end(head.substr(0, head.size() - name.size()));
    if (!name.empty() && word.ends_with(keyword)) return std::string{name};
  }
  return {};
}

namespace {

// Linux takes 128 KiB in one argument, 2 MiB in all.
constexpr std::size_t max_argument_bytes = std::size_t{96} * 1024;

template <class Names>
std::vector<binary_start> starts_of(const Names& names, bool mimic) {
  std::vector<binary_start> out;
  std::size_t bytes = max_argument_bytes;
  for (const auto& name : names) {
    bytes += name.size() + 1;
    if (bytes > max_argument_bytes || mimic) {
      out.emplace_back();
      bytes = name.size() + 1;
    }
    out.back().names.push_back(name);
  }
  return out;
}

}  // namespace

chosen_tests with_names(chosen_tests chosen, const test_list& tests) {
  for (const auto& pattern : std::exchange(chosen.patterns, {})) {
    const auto selector = selector_for({}, pattern);
    for (const auto& [name, test] : tests) {
      test_record listed;
      listed.id.name = name;
      listed.defined = test.where;
      if (selector.matches(listed)) chosen.names.insert(name);
    }
  }
  return chosen;
}

std::vector<binary_start> starts_for(const chosen_tests& chosen, bool mimic) {
  return chosen.whole ? std::vector<binary_start>{{}} : starts_of(chosen.names, mimic);
}

std::vector<binary_start> starts_of_the_rest(const binary_start& start, const test_list& tests,
                                             const std::set<std::string, std::less<>>& began, bool mimic) {
  const auto has_begun = [&](const std::string& name) { return began.count(name) > 0; };
  strings rest;
  if (!start.names.empty()) {
    std::ranges::remove_copy_if(start.names, std::back_inserter(rest), has_begun);
    return starts_of(rest, mimic);
  }
  if (!mimic) {
    for (const auto& [name, test] : tests)
      if (!has_begun(name)) rest.push_back(name);
    return starts_of(rest, mimic);
  }
  auto later = start;
  later.skipped.insert(later.skipped.end(), began.begin(), began.end());
  if (count_tests(later, tests) == 0) return {};
  return {std::move(later)};
}

std::size_t count_tests(const binary_start& start, const test_list& tests) {
  if (!start.names.empty()) return start.names.size();
  const auto all = static_cast<std::size_t>(
      std::ranges::count_if(tests, [](const auto& entry) { return !entry.second.alias; }));
  return all - std::min(all, start.skipped.size());
}

strings start_arguments(const binary_start& start) {
  strings out;
  if (start.names.empty() && start.skipped.empty()) return out;
  out.emplace_back("--exact");
  for (const auto& name : start.skipped) out.insert(out.end(), {"--skip", name});
  if (start.names.empty()) return out;
  out.emplace_back("--");
  out.insert(out.end(), start.names.begin(), start.names.end());
  return out;
}

}  // namespace covey::parsers::languages::rust
