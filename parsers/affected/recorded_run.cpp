#include "parsers/affected/recorded_run.hpp"
#include "parsers/affected/load_graph.hpp"
#include "parsers/blocks/outline.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <type_traits>
#include <unordered_map>
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace covey::parsers {
namespace {

// Fills in what the workspace held, by its states at the begin and at the end of the run.
void add_files(recorded_run& to, const run_fingerprints& seen, const language& of) {
  const auto add = [&](const file_content& file, const file_content* before) {
    // An edit may have been taken back meanwhile. A lock file is rewritten by the tools.
    const bool is_edit = has_outline(of, file.path.string());
    const bool same_mark = before != nullptr && before->mark == file.mark;
    const bool same =
        before != nullptr && before->hash == file.hash && file.hash != 0 && (same_mark || !is_edit);
    const bool read_later = same_mark && before->hash == 0 && before->mark != 0;
    const bool moved = !same && !read_later;
    to.files.push_back({.path = file.path.string(),
                        .content = moved && is_edit ? 0 : file.hash,
                        .rewritten = moved && !is_edit});
  };
  auto before = seen.before->files.begin();
  const auto end = seen.before->files.end();
  for (const auto& file : seen.after->files) {
    before =
        std::lower_bound(before, end, file, [](const auto& a, const auto& b) { return a.path < b.path; });
    add(file, before != end && before->path == file.path ? &*before : nullptr);
  }
}

class recorder {
 public:
  recorder(const finished_run& run, const coverage* data, const language& of, const workspace_reader& read)
      : run_(run), data_(data), of_(of), read_(read) {}

  recorded_run result() {
    out_.language = run_.language;
    out_.is_whole = run_.scope == run_scope::whole && !is_partial(run_);
    const auto in_part = [&](const std::string& note) { return note.find(of_.in_part) != std::string::npos; };
    out_.by_import = !of_.in_part.empty() && (std::ranges::any_of(run_.notes, in_part) ||
                                              std::ranges::any_of(run_.results.notes, in_part));
    if (!is_partial(run_)) out_.whole_files = run_.whole_files;
    add_files(out_, run_.fingerprints, of_);
    add_left_out();
    if (data_ != nullptr && data_->inputs_known) add_inputs();
    for (auto& file : out_.files) add_outline(file);
    number_blocks(out_);
    set_of({});
    if (data_ != nullptr) collect_sets();
    add_tests();
    if (!out_.is_whole && read_.has_outline) drop_known_outlines();
    return std::move(out_);
  }

 private:
  using test_key = std::pair<std::string, std::string>;

  struct told_test {
    block_set blocks;
    bool complete = true;
  };

  struct ended_test {
    outcome last = outcome::passed;
    std::chrono::milliseconds duration{0};
  };

  // What tests ran though git ignores it: it is not among the workspace's files.
  void add_left_out() {
    if (data_ == nullptr || !read_.content) return;
    std::vector<recorded_file> more;
    for (const auto& [path, file] : data_->files)
      if (!file.by_unit.empty() && out_.file(path) == nullptr)
        more.push_back({.path = path, .content = read_.content(path), .left_out = true});
    out_.files.insert(out_.files.end(), more.begin(), more.end());
    std::ranges::sort(out_.files, {}, &recorded_file::path);
  }

  // What is not there, too: it may come.
  void add_inputs() {
    out_.reads_known = true;
    std::vector<recorded_file> more;
    for (const auto& [path, input] : data_->inputs) {
      if (const auto* known = out_.file(path); known != nullptr) {
        out_.files[static_cast<std::size_t>(known - out_.files.data())].read = true;
        continue;
      }
      recorded_file file{.path = path, .read = true};
      if (is_list(file)) {
        file.content = hash_of_names(run_.fingerprints.after->files, folder_name(path));
      } else if (path != started_processes && read_.content) {
        file.content = read_.content(path);
      }
      file.left_out = !is_list(file);
      more.push_back(std::move(file));
    }
    out_.files.insert(out_.files.end(), more.begin(), more.end());
    std::ranges::sort(out_.files, {}, &recorded_file::path);
  }

  void collect_reads() {
    for (const auto& [path, input] : data_->inputs) {
      auto& file = out_.files[static_cast<std::size_t>(out_.file(path) - out_.files.data())];
      bool while_loading = false;
      for (const auto unit : input.units) {
        units_[unit].push_back(file.read_as);
        while_loading =
            while_loading || (data_->units[unit].tests.empty() && data_->units[unit].name.empty());
      }
      block_set keeping;
      const auto each = [this](const auto& running, auto see) {
        for (const auto& [source, lines] : running)
          if (const auto* known = out_.file(source); known != nullptr && known->outline) see(*known, lines);
      };
      each(input.running, [&](const recorded_file& source, const auto& lines) {
        for (const auto number : (while_loading && input.alone) ? block_set{} : running_in(source, lines))
          if (while_loading || number == source.first_block ||
              source.outline->blocks[number - source.first_block].keeps)
            keeping.push_back(number);
      });
      // A function without a name may be handed to what keeps its value, but one of a test file to what runs tests.
      each(input.inside, [&](const recorded_file& source, const auto& lines) {
        const auto is_its = [&](auto unit) { return data_->units[unit].name == source.path; };
        for (const auto number : running_in(source, lines))
          if (number == source.first_block ? std::ranges::none_of(input.units, is_its)
                                           : source.outline->blocks[number - source.first_block].keeps)
            keeping.push_back(number);
      });
      each(input.near,
           [&](const recorded_file& source, const auto&) { keeping.push_back(source.first_block); });
      if (input.astray) add_keepers_of(keeping, input.units);
      file.kept_in = set_of(std::move(keeping));
    }
  }

  // All that may keep it among what these ran.
  void add_keepers_of(block_set& to, const std::vector<std::uint32_t>& units) const {
    for (const auto unit : units)
      for (const auto number : units_[unit])
        if (out_.is_source_block(number))
          if (const auto [file, at] = out_.block(number); at > 0 && file->outline->blocks[at].keeps)
            to.push_back(number);
  }

  static block_set running_in(const recorded_file& file, const std::vector<line_range>& lines) {
    auto out = numbers_of(file, lines);
    if (first_outside(*file.outline, lines) == 0) out.erase(out.begin());
    return out;
  }

  void add_outline(recorded_file& file) {
    if (!has_outline(of_, file.path) || file.content == 0) return;
    file.outline = read_.outline(file.path, file.content);
    if (!file.outline) file.content = 0;  // it holds something else by now
  }

  std::uint32_t set_of(block_set blocks) {
    std::ranges::sort(blocks);
    blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
    const auto [known, is_new] = numbers_.try_emplace(blocks, static_cast<std::uint32_t>(out_.sets.size()));
    if (is_new) out_.sets.push_back(std::move(blocks));
    return known->second;
  }

  // Those of which its tests ran nothing.
  void drop_known_outlines() {
    std::vector<bool> used(out_.blocks + 1);
    for (const auto& set : out_.sets)
      for (const auto number : set) used[number] = true;
    std::vector<std::uint32_t> then(out_.files.size());
    for (const auto at : out_.outlined) then[at] = out_.files[at].first_block;
    std::vector<std::uint32_t> read_then;
    for (const auto at : out_.read) read_then.push_back(out_.files[at].read_as);
    for (const auto at : out_.outlined) {
      auto& file = out_.files[at];
      const auto begin = used.begin() + file.first_block;
      const bool ran = std::find(begin, begin + static_cast<std::ptrdiff_t>(file.outline->blocks.size()),
                                 true) != begin + static_cast<std::ptrdiff_t>(file.outline->blocks.size());
      if (!ran && read_.has_outline(file.path, file.content)) file.outline.reset();
    }
    number_blocks(out_);
    std::vector<std::uint32_t> now(used.size());
    for (const auto at : out_.outlined)
      for (std::uint32_t i = 0; i < out_.files[at].outline->blocks.size(); ++i)
        now[then[at] + i] = out_.files[at].first_block + i;
    for (std::size_t i = 0; i < read_then.size(); ++i) now[read_then[i]] = out_.files[out_.read[i]].read_as;
    for (auto& set : out_.sets)
      for (auto& number : set) number = now[number];
  }

  // What each unit ran, of all files.
  void collect_sets() {
    units_.resize(data_->units.size());
    incomplete_.resize(data_->units.size());
    for (const auto& [path, file] : data_->files) {
      const auto* known = out_.file(path);
      if (known == nullptr) continue;
      std::unordered_map<std::uint32_t, std::pair<block_set, std::uint32_t>>
          by_set;  // and the first of these lines outside of functions
      std::vector<std::pair<std::uint32_t, std::uint32_t>> outside;  // units, and such a line of each
      std::vector<line_range> lines;
      for (const auto& [unit, set] : file.by_unit.units()) {
        // A source that others are generated from is not compiled itself.
        if (!known->outline && !(of_.compiles && !is_source_of(of_, path))) incomplete_[unit] = true;
        if (!known->outline) continue;
        auto [found, is_new] = by_set.try_emplace(set);
        auto& [blocks, line] = found->second;
        if (is_new) {
          file.by_unit.read_set(set, lines);
          blocks = numbers_of(*known, lines);
          line = of_.compiles ? 0 : first_outside(*known->outline, lines);
        }
        if (line > 0) outside.emplace_back(unit, line);
        units_[unit].insert(units_[unit].end(), blocks.begin(), blocks.end());
        measured_.insert(known);
      }
      note_loading(static_cast<std::size_t>(known - out_.files.data()), outside);
    }
    if (out_.reads_known) collect_reads();
  }

  // What runs outside of functions runs when the file is loaded, in languages that load files: tests that were the first to load it, or
  // loaded it again, from its first line on. Where it was loaded before, others ran a function that has no name.
  void note_loading(std::size_t file, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& outside) {
    std::map<std::string_view, std::uint32_t> before;  // by group
    for (const auto& [unit, line] : outside)
      if (data_->units[unit].tests.empty()) before.emplace(data_->units[unit].name, line);
    for (const auto& [unit, line] : outside) {
      auto was = before.find(data_->units[unit].name);
      if (was == before.end()) was = before.find("");
      if (!data_->units[unit].tests.empty() && (was == before.end() || line <= was->second))
        loading_[file].insert(unit);
    }
  }

  // 0: there is none.
  static std::uint32_t first_outside(const file_outline& of, const std::vector<line_range>& lines) {
    for (const auto& range : lines)
      for (auto line = range.first; line <= range.last; ++line)
        if (is_of_frame(of, line)) return line;
    return 0;
  }

  // A file of which something ran was loaded.
  static block_set numbers_of(const recorded_file& file, const std::vector<line_range>& lines) {
    block_set out{file.first_block};
    for (const auto at : blocks_with(*file.outline, lines)) out.push_back(file.first_block + at);
    return out;
  }

  void add_tests() {
    auto ended = ended_tests();
    for (std::size_t at = 0; at < units_.size(); ++at)
      if (const auto& unit = data_->units[at]; unit.tests.empty())
        loaded_[unit.name].insert(loaded_[unit.name].end(), units_[at].begin(), units_[at].end());
    if (const auto all = loaded_.extract(""); !all.empty()) out_.loaded = set_of(all.mapped());
    for (std::size_t at = 0; at < units_.size(); ++at) {
      const auto& unit = data_->units[at];
      const auto& group = data_->unit_kind == attribution::run ? std::string{} : unit.name;
      for (const auto& name : unit.tests) {  // a test may be in several
        auto& told = told_[{group, outermost(ended, group, name)}];
        told.blocks.insert(told.blocks.end(), units_[at].begin(), units_[at].end());
        told.complete = told.complete && !incomplete_[at];
      }
    }
    for (const auto& [file, units] : loading_) {
      block_set all;
      for (const auto unit : units) all.insert(all.end(), units_[unit].begin(), units_[unit].end());
      out_.files[file].loaded_in = set_of(std::move(all));
    }
    for (const auto& [key, told] : told_) add_test(key, ended, told.blocks, told.complete);
    // Of the others nothing was measured. In a group that was measured to its end they ran nothing that counts.
    std::set<std::string_view> measured;
    if (data_ != nullptr && data_->unit_kind == attribution::test && !is_partial(run_))
      for (const auto& unit : data_->units) measured.insert(unit.name);
    while (!ended.empty()) {
      const auto key = ended.begin()->first;
      add_test(key, ended, {}, !key.second.empty() && measured.contains(key.first));
    }
    std::ranges::sort(out_.tests, {}, key_of);
  }

  // The test that it is a subtest of, if that is told, too; else itself.
  std::string outermost(const std::map<test_key, ended_test>& ended, const std::string& group,
                        const std::string& name) const {
    const std::string separator{separator_of(run_.results)};
    for (auto at = separator.empty() ? std::string::npos : name.find(separator); at != std::string::npos;
         at = name.find(separator, at + 1))
      if (ended.contains({group, name.substr(0, at)})) return name.substr(0, at);
    return name;
  }

  static std::pair<std::string_view, std::string_view> key_of(const recorded_test& test) {
    return {test.group, test.name};
  }

  std::map<test_key, ended_test> ended_tests() const {
    std::map<test_key, ended_test> out;
    const bool whole_names = data_ != nullptr && data_->unit_kind == attribution::run;
    const auto key = [&](const test_id& id) {
      return whole_names ? test_key{"", full_name(id)} : test_key{id.group.string(), id.name};
    };
    for (const auto& test : run_.results.tests) {
      auto& one = out[key(test.id)];
      if (one.last != outcome::failed) one.last = test.result;
      one.duration += test.duration;
    }
    for (const auto& failure : run_.results.failures) out[key(failure.id)].last = outcome::failed;
    return out;
  }

  void add_test(const test_key& key, std::map<test_key, ended_test>& ended, block_set ran, bool complete) {
    add_unmeasured(ran, key.first, key.second);
    recorded_test test{
        .group = key.first, .name = key.second, .ran = set_of(std::move(ran)), .complete = complete};
    if (const auto found = loaded_.find(key.first); found != loaded_.end())
      test.loaded = set_of(found->second);
    const auto begin = ended.lower_bound(key);
    bool is_known = false;
    const auto below = key.second + std::string{separator_of(run_.results)};
    for (auto it = begin;
         it != ended.end() && it->first.first == key.first && it->first.second.starts_with(key.second);) {
      const bool is_it = it->first.second == key.second;
      if (!is_it && !it->first.second.starts_with(below)) {
        ++it;
        continue;
      }
      test.parts += is_it ? 0 : 1;
      is_known = true;
      if (it->second.last == outcome::failed || is_it)
        test.last = test.last == outcome::failed ? test.last : it->second.last;
      if (is_it) test.duration = it->second.duration;
      it = ended.erase(it);
    }
    // What decides that it is skipped is not told.
    if (!is_known || test.last == outcome::skipped) test.complete = false;
    out_.tests.push_back(std::move(test));
  }

  // Test files that the runner measures nothing of: what leads from a test to a function are the names that bodies say. What runs
  // otherwise (methods, what stands outside, what begins all tests) is of each test; so is all where tests have no names of their own.
  struct unmeasured_blocks {
    std::vector<std::pair<std::uint32_t, const source_block*>> all;  // with their numbers
    std::unordered_multimap<std::uint32_t, std::size_t> by_word;
    std::vector<bool> of_each;
  };

  void add_unmeasured(block_set& to, const std::string& group, std::string_view name) {
    const auto& of = unmeasured_of(group);
    auto in = of.of_each;
    for (std::size_t at = 0; at < of.all.size(); ++at)
      if (of.all[at].second->name == name) follow(of, in, at);
    for (std::size_t at = 0; at < of.all.size(); ++at)
      if (in[at]) to.push_back(of.all[at].first);
  }

  static void follow(const unmeasured_blocks& of, std::vector<bool>& in, std::size_t from) {
    std::vector<std::size_t> queue{from};
    while (!queue.empty()) {
      const auto at = queue.back();
      queue.pop_back();
      if (in[at]) continue;
      in[at] = true;
      for (const auto word : of.all[at].second->names)
        for (auto [it, end] = of.by_word.equal_range(word); it != end; ++it)
          if (!in[it->second]) queue.push_back(it->second);
    }
  }

  const unmeasured_blocks& unmeasured_of(const std::string& group) {
    const auto [known, is_new] = unmeasured_.try_emplace(group);
    auto& out = known->second;
    if (!is_new || data_ == nullptr) return out;
    const auto& ending = data_->unmeasured.ending;
    std::vector<std::size_t> of_each;
    std::vector<std::uint32_t> said;
    for (const auto& file : out_.files) {
      const bool is_own = file.path == group || (!ending.empty() && file.path.ends_with(ending) &&
                                                 is_folder_of(folder_name(file.path), group));
      if (!is_own || !file.outline || measured_.contains(&file)) continue;
      for (std::uint32_t at = 0; at < file.outline->blocks.size(); ++at) {
        const auto& block = file.outline->blocks[at];
        const bool runs_unasked = block.name.empty() || block.name.find_first_of(".:") != std::string::npos ||
                                  block.name == "init" || block.name == "TestMain";
        if (runs_unasked || (ending.empty() && !is_test(group, block.name)))
          of_each.push_back(out.all.size());
        out.by_word.emplace(word_of(block.name), out.all.size());
        out.all.emplace_back(file.first_block + at, &block);
      }
      const auto& unasked = file.outline->rest.says;  // `init` and `TestMain`, too
      said.insert(said.end(), unasked.begin(), unasked.end());
    }
    for (const auto word : said)
      for (auto [it, end] = out.by_word.equal_range(word); it != end; ++it) of_each.push_back(it->second);
    out.of_each.resize(out.all.size());
    for (const auto at : of_each) follow(out, out.of_each, at);
    return out;
  }

  // By its end, but where a project of its own begins: nothing says how that is called.
  bool is_folder_of(std::string_view folder, std::string_view group) {
    if (groups_.empty()) {
      for (const auto& test : run_.results.tests) groups_.insert(test.id.group.string());
      for (const auto& file : out_.files)
        if (is_deciding(of_, file.path)) roots_.insert(folder_name(file.path));
    }
    if (folder.empty()) return is_topmost(group, groups_);
    return group == folder || base_name(group) == base_name(folder) || roots_.contains(folder);
  }

  bool is_test(const std::string& group, std::string_view name) {
    const auto [known, is_new] = names_.try_emplace(group);
    if (is_new)
      for (const auto& test : run_.results.tests)
        if (test.id.group == group) known->second.insert(test.id.name);
    return known->second.contains(name);
  }

  const finished_run& run_;
  const coverage* data_;
  const language& of_;
  const workspace_reader& read_;
  recorded_run out_;
  std::map<block_set, std::uint32_t> numbers_;
  std::vector<block_set> units_;
  std::vector<bool> incomplete_;
  std::map<std::size_t, std::set<std::uint32_t>>
      loading_;  // files that tests were the first to load, by their units
  std::map<std::string, block_set, std::less<>> loaded_;  // by group, what ran while it was loaded
  std::map<test_key, told_test> told_;                    // tests that have a unit
  std::set<const recorded_file*> measured_;
  std::map<std::string, unmeasured_blocks> unmeasured_;
  std::map<std::string, std::set<std::string, std::less<>>> names_;
  std::set<std::string, std::less<>> groups_;
  std::set<std::string_view> roots_;  // folders where a project begins
};

}  // namespace

const recorded_file* recorded_run::file(std::string_view path) const {
  const auto found = std::ranges::lower_bound(files, path, {}, &recorded_file::path);
  return found == files.end() || found->path != path ? nullptr : &*found;
}

std::pair<const recorded_file*, std::size_t> recorded_run::block(std::uint32_t number) const {
  if (!is_source_block(number)) return {&files[read[number - files[read.front()].read_as]], 0};
  const auto first = [this](std::uint32_t at) { return files[at].first_block; };
  const auto& file = files[*std::prev(std::ranges::upper_bound(outlined, number, {}, first))];
  return {&file, number - file.first_block};
}

void number_blocks(recorded_run& of) {
  of.blocks = 0;
  of.outlined.clear();
  for (std::uint32_t at = 0; at < of.files.size(); ++at) {
    auto& file = of.files[at];
    if (!file.outline) continue;
    file.first_block = of.blocks + 1;
    of.blocks += static_cast<std::uint32_t>(file.outline->blocks.size());
    of.outlined.push_back(at);
  }
  of.read.clear();
  for (std::uint32_t at = 0; at < of.files.size(); ++at) {
    if (!of.files[at].read) continue;
    of.files[at].read_as = ++of.blocks;
    of.read.push_back(at);
  }
}

bool is_list(const recorded_file& file) {
  return file.read && base_name(file.path) == "*";
}

std::uint64_t hash_of_names(const std::vector<file_content>& files, std::string_view folder) {
  const auto below = folder.empty() ? std::string{} : std::string{folder} + "/";
  std::string names;
  std::string_view last;
  auto it =
      std::ranges::lower_bound(files, below, {}, [](const auto& one) { return std::string_view{one.path}; });
  for (; it != files.end() && std::string_view{it->path}.starts_with(below); ++it) {
    const auto rest = std::string_view{it->path}.substr(below.size());
    const auto name = rest.substr(0, rest.find('/'));
    if (name == last) continue;
    names.append(name).append(1, '\0');
    last = name;
  }
  return XXH3_64bits(names.data(), names.size());
}

bool is_deciding(const language& of, std::string_view path) {
  const auto name = base_name(path);
  return std::ranges::any_of(of.deciding_files, [name](std::string_view one) {
    if (one.ends_with('*')) return name.starts_with(one.substr(0, one.size() - 1));
    return name == one;
  });
}

// Nobody but people reads it, unless a source names it.
bool is_document(std::string_view path) {
  constexpr std::string_view endings[] = {".md",   ".rst", ".adoc", ".png", ".jpg",
                                          ".jpeg", ".gif", ".ico",  ".pdf"};
  constexpr std::string_view names[] = {"LICENSE", "LICENCE",        "COPYING",      "NOTICE",
                                        "AUTHORS", "CONTRIBUTORS",   "CODEOWNERS",   ".gitignore",
                                        "README",  ".gitattributes", ".editorconfig"};
  return std::ranges::any_of(endings, [&](auto one) { return path.ends_with(one); }) ||
         std::ranges::find(names, base_name(path)) != std::end(names);
}

bool is_own_source(const language& of, std::string_view path) {
  constexpr std::string_view anywhere[] = {"fixtures", "__fixtures__", "testdata"};
  constexpr std::string_view of_tests[] = {"data", "cases", "samples", "golden", "inputs"};
  if (!is_source_of(of, path)) return false;
  const bool in_tests = path.starts_with("test") || path.find("/test") != std::string_view::npos;
  for (auto folder = folder_name(path); !folder.empty(); folder = folder_name(folder)) {
    const auto is_in = [name = base_name(folder)](const auto& names) {
      return std::ranges::find(names, name) != std::end(names);
    };
    if (is_in(anywhere) || is_in(of.skipped_folders) || (in_tests && is_in(of_tests))) return false;
  }
  return true;
}

bool has_outline(const language& of, std::string_view path) {
  const auto name = base_name(path);
  const bool is_lock =
      name.find("lock") != std::string_view::npos || name == "go.sum" || name == "Manifest.toml";
  return is_own_source(of, path) || (is_deciding(of, path) && !is_lock);
}

std::optional<recorded_run> record_of(const finished_run& run, const coverage* data, const language& of,
                                      const workspace_reader& read) {
  if (run.options || of.outline == nullptr) return std::nullopt;
  if (!run.fingerprints.before || !run.fingerprints.after) return std::nullopt;
  return recorder{run, data, of, read}.result();
}

// --- as bytes

namespace {

constexpr std::string_view magic = "covey run 6\n";
constexpr std::size_t sum_bytes = 8;

// One description of the format, for both ways: archive is a writer or a reader of values.
class writer {
 public:
  explicit writer(std::string& to) : to_(to) {}

  void number(std::uint64_t value) {
    for (; value > 0x7f; value >>= 7) to_ += static_cast<char>((value & 0x7f) | 0x80);
    to_ += static_cast<char>(value);
  }
  void hash(std::uint64_t value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    to_.append(bytes, sizeof bytes);
  }
  void text(const std::string& value) {
    number(value.size());
    to_ += value;
  }
  void flag(bool value) { number(value ? 1 : 0); }
  template <class Value>
  bool is_there(const Value& value) {
    flag(static_cast<bool>(value));
    return static_cast<bool>(value);
  }
  std::size_t count(std::size_t value) {
    number(value);
    return value;
  }

 private:
  std::string& to_;
};

class reader {
 public:
  explicit reader(std::string_view from) : from_(from) {}

  template <class Value>
  void number(Value& value) {
    std::uint64_t out = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (from_.empty()) return fail();
      const auto byte = static_cast<unsigned char>(from_.front());
      from_.remove_prefix(1);
      out |= std::uint64_t{byte & 0x7fU} << shift;
      if (byte < 0x80) break;
    }
    value = static_cast<Value>(out);
  }
  void hash(std::uint64_t& value) {
    if (from_.size() < sizeof value) return fail();
    std::memcpy(&value, from_.data(), sizeof value);
    from_.remove_prefix(sizeof value);
  }
  void text(std::string& value) {
    const auto size = count(0);
    value = from_.substr(0, size);
    from_.remove_prefix(size);
  }
  void flag(bool& value) { value = is_there(value); }
  template <class Value>
  bool is_there(const Value&) {
    std::uint64_t out = 0;
    number(out);
    return out == 1;
  }
  // Never more than there are bytes left: each entry takes one.
  std::size_t count(std::size_t) {
    std::size_t out = 0;
    number(out);
    if (out > from_.size()) fail();
    return out > from_.size() ? 0 : out;
  }
  bool is_at_end() const { return from_.empty() && !failed_; }

 private:
  void fail() {
    failed_ = true;
    from_ = {};
  }

  std::string_view from_;
  bool failed_ = false;
};

template <class Archive, class List, class Each>
void list(Archive& archive, List& values, Each each) {
  const auto count = archive.count(values.size());
  if constexpr (!std::is_const_v<List>) values.resize(count);
  for (auto& value : values) each(value);
}

// Sorted numbers.
template <class Archive, class List>
void distances(Archive& archive, List& values) {
  std::uint32_t last = 0;
  list(archive, values, [&](auto& value) {
    std::uint32_t distance = value - last;
    archive.number(distance);
    if constexpr (!std::is_const_v<List>) value = last + distance;
    last = value;
  });
}

template <class Archive, class Piece>
void piece(Archive& archive, Piece& of) {
  auto kind = static_cast<std::uint32_t>(of.kind);
  archive.number(kind);
  archive.text(of.name);
  distances(archive, of.gives);
  distances(archive, of.says);
  archive.hash(of.hash);
  if constexpr (!std::is_const_v<Piece>) of.kind = static_cast<frame_piece::kind_type>(std::min(kind, 4U));
}

template <class Archive, class Outline>
void outline(Archive& archive, Outline& of) {
  archive.hash(of.docs);
  archive.flag(of.is_whole);
  list(archive, of.blocks, [&](auto& block) {
    archive.text(block.name);
    archive.hash(block.hash);
    archive.number(block.lines.first);
    archive.number(block.lines.last);
    for (auto* flag : {&block.apart, &block.opaque, &block.asks, &block.keeps}) archive.flag(*flag);
    distances(archive, block.names);
  });
  distances(archive, of.words);
  piece(archive, of.rest);
  list(archive, of.pieces, [&](auto& one) { piece(archive, one); });
}

template <class Archive, class File>
void file(Archive& archive, File& of) {
  archive.text(of.path);
  archive.hash(of.content);
  archive.number(of.loaded_in);
  archive.number(of.kept_in);
  for (auto* flag : {&of.rewritten, &of.left_out, &of.read}) archive.flag(*flag);
  const bool has_outline = archive.is_there(of.outline);
  if constexpr (std::is_const_v<File>) {
    if (has_outline) outline(archive, *of.outline);
  } else {
    if (!has_outline) return;
    const auto made = std::make_shared<file_outline>();
    outline(archive, *made);
    of.outline = made;
  }
}

template <class Archive, class Test>
void test(Archive& archive, Test& of) {
  archive.text(of.group);
  archive.text(of.name);
  archive.number(of.ran);
  archive.number(of.loaded);
  auto last = static_cast<std::uint32_t>(of.last);
  auto ms = static_cast<std::uint64_t>(of.duration.count());
  archive.number(last);
  archive.number(ms);
  archive.number(of.parts);
  archive.number(of.passed);
  archive.number(of.failed);
  for (auto* flag : {&of.complete, &of.came_back, &of.fails_in_all, &of.is_short}) archive.flag(*flag);
  if constexpr (!std::is_const_v<Test>) {
    of.last = last == 0 ? outcome::passed : last == 2 ? outcome::skipped : outcome::failed;
    of.duration = std::chrono::milliseconds{ms};
  }
}

template <class Archive, class Run>
void run(Archive& archive, Run& of) {
  auto ended = static_cast<std::uint64_t>(of.ended);
  archive.text(of.language);
  archive.number(ended);
  for (auto* flag : {&of.is_whole, &of.by_import, &of.reads_known}) archive.flag(*flag);
  list(archive, of.whole_files, [&](auto& path) { archive.text(path); });
  list(archive, of.environment, [&](auto& part) {
    archive.text(part.first);
    archive.hash(part.second);
  });
  archive.hash(of.variables);
  list(archive, of.files, [&](auto& one) { file(archive, one); });
  list(archive, of.sets, [&](auto& set) { distances(archive, set); });
  archive.number(of.loaded);
  list(archive, of.tests, [&](auto& one) { test(archive, one); });
  if constexpr (!std::is_const_v<Run>) of.ended = static_cast<std::int64_t>(ended);
}

// What its hash does not say, as the writer may have been at fault.
bool is_sound(const recorded_run& run) {
  const auto holds = [&](const block_set& set) {
    return set.empty() || (set.front() > 0 && set.back() <= run.blocks);
  };
  return std::ranges::all_of(run.sets, holds) &&
         std::ranges::is_sorted(run.files, {}, &recorded_file::path) && run.loaded < run.sets.size() &&
         std::ranges::all_of(
             run.tests,
             [&](const auto& one) { return one.ran < run.sets.size() && one.loaded < run.sets.size(); }) &&
         std::ranges::all_of(run.files, [&](const auto& one) {
           return one.loaded_in < run.sets.size() && one.kept_in < run.sets.size();
         });
}

}  // namespace

std::string to_bytes(const recorded_run& of, std::string_view made_by) {
  std::string out{magic};
  writer to{out};
  to.text(std::string{made_by});
  run(to, of);
  to.hash(XXH3_64bits(out.data(), out.size()));
  return out;
}

std::optional<recorded_run> run_of_bytes(std::string_view bytes, std::string_view made_by) {
  if (!bytes.starts_with(magic) || bytes.size() < magic.size() + sum_bytes) return std::nullopt;
  std::uint64_t sum = 0;
  reader{bytes.substr(bytes.size() - sum_bytes)}.hash(sum);
  bytes.remove_suffix(sum_bytes);
  if (XXH3_64bits(bytes.data(), bytes.size()) != sum) return std::nullopt;
  reader from{bytes.substr(magic.size())};
  std::string by;
  from.text(by);
  if (by != made_by) return std::nullopt;
  recorded_run out;
  run(from, out);
  number_blocks(out);
  if (!from.is_at_end() || !is_sound(out)) return std::nullopt;
  return out;
}

}  // namespace covey::parsers
