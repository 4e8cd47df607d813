#include "parsers/languages/go/selection.hpp"
#include "parsers/languages/go/discovery/names.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <string_view>
#include <utility>

namespace covey::parsers::languages::go {
namespace {

using names = std::vector<block_name>;

constexpr std::size_t max_notes = 10;
constexpr std::size_t max_questions = 200;

std::string shown_folder(std::string_view dir) {
  return dir.empty() ? "the workspace root" : std::string{dir};
}

bool says_nothing(const block_name& name) {
  return !name.is_literal() && std::all_of(name.literals.begin(), name.literals.end(),
                                           [](const auto& piece) { return piece.empty(); });
}

// A suite's method whose test function is not known.
bool has_no_root(const test_block& block) {
  return says_nothing(block.path.front());
}

// Folders from `dir` up to the root, without the root itself.
std::vector<std::string> folders_above(std::string_view dir) {
  std::vector<std::string> out;
  for (; !dir.empty(); dir = folder_name(dir)) out.emplace_back(dir);
  return out;
}

// Go's name for the second test of a name: "x#01"; for an empty name "#01".
block_name repeated(const block_name& name) {
  const auto& said = name.literals.front();
  return block_name{std::vector<std::string>{said == "#00" ? "#" : said + "#", ""}};
}

bool has_no_test(const file_selection& selection) {
  return std::all_of(selection.blocks.begin(), selection.blocks.end(),
                     [](const auto& block) { return block.kind == block_kind::benchmark; });
}

class selection_resolver {
 public:
  selection_resolver(const package_list& packages, const std::set<std::string>& own_modules, bool choose)
      : packages_(packages), own_modules_(own_modules), choose_(choose) {}

  void add(const file_selection& selection) {
    out_.selectors.emplace_back();
    const auto group = group_of(selection);
    if (group.empty()) return;
    if (selection.whole_file) return add_file(selection, group);
    for (const auto& block : selection.blocks) {
      if (block.path.empty()) continue;
      if (has_no_root(block))
        note_decision("no test function is known to run the suite of " + block.label +
                      ": all that begin with Test were started to find it");
      add_block(block, group);
    }
  }

  resolved_selections finish() && {
    out_.sets = test_sets_of(tests_, packages_);
    if (more_notes_ > 0) out_.notes.push_back(std::to_string(more_notes_) + " more notes of this kind.");
    return std::move(out_);
  }

 private:
  // "" if no command at the workspace root runs the file.
  std::string group_of(const file_selection& selection) {
    const std::string dir{folder_name(selection.file)};
    // `go list` failed: the go command will report the reason for this folder.
    if (packages_.all().empty()) return "./" + dir;
    // Helpers for other files: they hold no tests, so nothing is missing if none runs.
    if (selection.whole_file && has_no_test(selection) && selection.complete) {
      add_testless();
      return {};
    }
    const auto* package = packages_.find_dir(dir);
    if (package == nullptr) {
      note(why_not_listed(dir));
      return {};
    }
    if (package->has_file(base_name(selection.file))) return package->import_path;
    note(selection.file + " is left out of this build by its build constraint or its name" +
         "; `args` [\"-tags=…\"] sets tags");
    if (selection.whole_file) add_testless();
    return {};
  }

  void add_testless() { out_.testless.push_back(static_cast<std::uint32_t>(out_.selectors.size() - 1)); }

  std::string why_not_listed(const std::string& dir) const {
    for (const auto& folder : folders_above(dir))
      if (own_modules_.contains(folder))
        return folder +
               " is a module of its own, which go commands at the workspace root do not reach: name it in a "
               "go.work (`go work use ./" +
               folder + "`), or call activate_package for it";
    return "go list names no package in " + shown_folder(dir) +
           ": build constraints, file names, GOFLAGS or covey.toml's `packages` leave all of it out";
  }

  // The go command selects by names only: if some may be missing, all tests of the package run.
  void add_package(const file_selection& selection, const std::string& group) {
    note_decision(selection.file + " could not be read whole: all tests of its package were run");
    tests_[group].insert({"^(Test|Fuzz|Example).*$"});
    out_.selectors.back().push_back({group, {}, {}, 0, 0});
  }

  void add_file(const file_selection& selection, const std::string& group) {
    if (!selection.complete) return add_package(selection, group);
    std::vector<const test_block*> blocks;
    for (const auto& block : selection.blocks)
      if (!block.path.empty() && block.kind != block_kind::benchmark) blocks.push_back(&block);
    const bool has_tests =
        std::any_of(blocks.begin(), blocks.end(), [](auto* b) { return !has_no_root(*b); });
    // Outer blocks first, regardless of the order of their lines: a table may precede its test.
    std::stable_sort(blocks.begin(), blocks.end(),
                     [](auto* a, auto* b) { return a->path.size() < b->path.size(); });
    std::vector<names> added;
    std::vector<const test_block*> left_out;
    for (const auto* block : blocks) {
      const auto is_above = [&](const names& other) {
        return std::equal(other.begin(), other.end(), block->path.begin());
      };
      if (std::any_of(added.begin(), added.end(), is_above)) continue;
      added.push_back(block->path);
      if (has_tests && has_no_root(*block))
        left_out.push_back(block);
      else
        add_block(*block, group);
    }
    if (!left_out.empty()) note_left_out(left_out, selection.file);
  }

  void note_left_out(const std::vector<const test_block*>& blocks, const std::string& file) {
    const auto more = blocks.size() - 1;
    note_decision("no test function is known to run " + blocks.front()->label +
                  (more > 0 ? " and " + std::to_string(more) + " more" : "") + " of " + file +
                  ": what no test function of this file runs was left out");
  }

  void add_block(test_block block, const std::string& group) {
    for (auto& name : block.path)  // a caller may have written it as the source does
      for (auto& piece : name.literals) piece = rewritten(piece);
    auto pattern = pattern_of(block.path, block.dynamic);
    if (run_pattern(pattern).size() >= pattern_limit) {
      note_decision("the name of " + block.label.substr(0, 60) + "… is too long for -run");
      return;
    }
    if (!has_no_root(block) &&
        std::any_of(block.path.begin(), block.path.end(), [](const auto& n) { return !n.is_literal(); }))
      note_decision("the names of " + block.label +
                    " are only known when its tests run: all that fit -run='" + run_pattern(pattern) +
                    "' are its own");
    tests_[group].insert(std::move(pattern));
    for (auto& path : ways_to_say(block)) {
      test_selector one;
      one.group = group;
      one.path = std::move(path);
      one.separators = {"/"};
      out_.selectors.back().push_back(std::move(one));
    }
  }

  // The path, and its variants with "#01" wherever Go may have added it.
  static std::vector<names> ways_to_say(const test_block& block) {
    constexpr std::size_t max = 16;
    std::vector<names> out{block.path};
    for (std::size_t i = 1; block.dynamic && i < block.path.size(); ++i) {
      if (!block.path[i].is_literal() || out.size() >= max) continue;
      auto more = out;
      for (auto& path : more) path[i] = repeated(block.path[i]);
      out.insert(out.end(), more.begin(), more.end());
    }
    return out;
  }

  // A note on what -run selects and leaves out; omitted if everything runs.
  void note_decision(std::string text) {
    if (choose_) note(std::move(text));
  }

  void note(std::string text) {
    if (!noted_.insert(text).second) return;
    if (out_.notes.size() < max_notes)
      out_.notes.push_back(std::move(text) + ".");
    else
      ++more_notes_;
  }

  const package_list& packages_;
  const std::set<std::string>& own_modules_;
  bool choose_;
  resolved_selections out_;
  tests_by_package tests_;
  std::set<std::string> noted_;
  std::size_t more_notes_ = 0;
};

}  // namespace

name_pattern pattern_of(const std::vector<block_name>& path, bool repeats) {
  name_pattern out;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (i == 0 && says_nothing(path[i])) {
      out.emplace_back(any_test);
      continue;
    }
    append_elements(out, path[i]);
    if (i == 0 || !repeats || !path[i].is_literal()) continue;
    auto& last = out.back();
    last.pop_back();
    last = path[i].literals.front() == "#00" ? "^#[0-9]+$" : last + "(#[0-9]+)?$";
  }
  return out;
}

path_request module_question(const std::vector<file_selection>& selections, const package_list& packages) {
  std::set<std::string> folders;
  for (const auto& selection : selections) {
    const auto dir = folder_name(selection.file);
    if (packages.all().empty() || packages.find_dir(dir) != nullptr) continue;
    for (auto& folder : folders_above(dir)) folders.insert(std::move(folder));
    if (folders.size() >= max_questions) break;
  }
  path_request out;
  for (const auto& folder : folders) out.paths.push_back(packages.root() + "/" + folder + "/go.mod");
  return out;
}

std::set<std::string> find_own_modules(const path_request& asked, const path_states& seen,
                                       const std::string& root) {
  std::set<std::string> out;
  for (std::size_t i = 0; i < asked.paths.size() && i < seen.size(); ++i)
    if (seen[i].kind == path_state::kind_type::file)
      if (const auto below = path_below(root, folder_name(asked.paths[i]))) out.insert(*below);
  return out;
}

resolved_selections resolve_selections(const std::vector<file_selection>& selections,
                                       const package_list& packages, const std::set<std::string>& own_modules,
                                       bool choose) {
  selection_resolver all{packages, own_modules, choose};
  for (const auto& selection : selections) all.add(selection);
  return std::move(all).finish();
}

}  // namespace covey::parsers::languages::go
