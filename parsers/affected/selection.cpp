#include "parsers/affected/selection.hpp"
#include "parsers/affected/frame_names.hpp"
#include "parsers/affected/load_graph.hpp"
#include "parsers/blocks/outline.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/syntax/ignore_file.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <utility>

namespace covey::parsers {
namespace {

using kind_type = changed_file::kind_type;

bool fits(const ignore_file& patterns, std::string_view path) {
  if (patterns.judge(path, false) == ignore_verdict::ignored) return true;
  for (auto folder = folder_name(path); !folder.empty(); folder = folder_name(folder))
    if (patterns.judge(folder, true) == ignore_verdict::ignored) return true;
  return false;
}

// What is another by now than in one run.
struct run_changes_now {
  std::vector<changed_file> files;  // sorted
  std::vector<std::string> frames;  // sources whose frame is another, that are new or gone
  std::vector<bool> gone;           // by number of a block
  std::vector<pieced_file> pieced;  // their frames are not among those above
  taken_values taken;
  std::vector<std::string> unrun;  // sources of which functions are others that nothing runs
  std::vector<bool> asking;  // by number, bodies that may ask for data which came, went or has other readers
  std::optional<std::string> asked_for;  // such a file; empty: one of several
  std::string source, deciding, data;    // the first file of its kind
  std::string read_by_all;               // data that something which is loaded in an unknown way reads
};

class selector {
 public:
  selector(const std::vector<recorded_run_ptr>& runs, const language& of, const workspace_now& now,
           const std::vector<affect_rule>& rules)
      : runs_(runs), of_(of), now_(now), ran_in_any_(runs) {
    for (const auto& rule : rules) rules_.push_back({ignore_file{rule.files}, ignore_file{rule.tests}});
  }

  affected_tests result() {
    // A test that no run of all had is on no record, and nothing tells it from one that is not there.
    const bool knows_all = std::ranges::any_of(runs_, [](const auto& run) { return run->is_whole; });
    if (!knows_all || !now_.files) {
      out_.all = knows_all ? all_because::unseen : all_because::nothing_known;
      return std::move(out_);
    }
    out_.since = runs_.front()->ended;
    if (!now_.files->unseen.empty()) widen(all_because::unseen, now_.files->unseen.front().why);
    for (const auto& run : runs_) add_run(*run, run == runs_.front());
    add_builds();
    out_.with_new_tests.assign(new_tests_.begin(), new_tests_.end());
    for (auto& [key, one] : judged_) {
      ++out_.known;
      out_.known_time += one.newest->duration;
      if (one.reasons.empty() && !out_.all) continue;
      out_.time += one.newest->duration;
      out_.starting += one.starts_processes ? 1 : 0;
      out_.tests.push_back({.group = one.newest->group,
                            .name = one.newest->name,
                            .last = one.newest->last,
                            .duration = one.newest->duration,
                            .reasons = std::move(one.reasons)});
    }
    return std::move(out_);
  }

 private:
  struct judged_test {
    const recorded_test* newest = nullptr;
    std::vector<affected_reason> reasons;
    std::uint32_t parts = 0;
    bool starts_processes = false;
  };

  struct compiled_rule {
    ignore_file files, tests;
  };

  void widen(all_because why, const std::string& detail) {
    if (out_.all) return;
    out_.all = why;
    out_.detail = detail;
  }

  const file_content* content_now(std::string_view path) const {
    const auto& files = now_.files->files;
    const auto found =
        std::ranges::lower_bound(files, path, {}, [](const auto& one) { return std::string_view{one.path}; });
    return found == files.end() || std::string_view{found->path} != path ? nullptr : &*found;
  }

  bool has_files_below(const std::string& path) const {
    const auto& files = now_.files->files;
    const auto found = std::ranges::lower_bound(files, path + "/", {},
                                                [](const auto& one) { return std::string_view{one.path}; });
    return found != files.end() && std::string_view{found->path}.starts_with(path + "/");
  }

  // --- what has changed since a run

  run_changes_now changes_since(const recorded_run& run) {
    run_changes_now out;
    out.gone.resize(run.blocks + 1);
    auto next = now_.files->files.begin();  // both lists are sorted
    const auto end = now_.files->files.end();
    for (const auto& file : run.files) {
      for (; next != end && std::string_view{next->path} < file.path; ++next) add_new(out, *next, run);
      const auto* is = next != end && std::string_view{next->path} == file.path ? &*next++ : nullptr;
      if (is_list(file)) {
        out.gone[file.read_as] = hash_of_names(now_.files->files, folder_name(file.path)) != file.content;
        continue;
      }
      const auto content = file.left_out ? now_.read.content(file.path) : is == nullptr ? 0 : is->hash;
      const bool is_folder_now =
          file.read && file.left_out && file.content == 0 && has_files_below(file.path);
      if (!is_folder_now && content == file.content && (content != 0 || (file.left_out && file.read)))
        continue;
      if (is_rewritten(file.path, content, &file, run)) continue;
      const bool is_gone = is == nullptr && !(file.left_out && content != 0);
      compare(out, file, content, is_gone, run);
    }
    for (; next != end; ++next) add_new(out, *next, run);
    for (const auto& [path, edits] : now_.edits ? *now_.edits : edited_files{})
      add_edit(out, run, path, edits);
    if (run.by_import)
      for (const auto& file : out.files)
        if (!file.frame && is_own_source(of_, file.path)) out.frames.push_back(file.path);
    widen_read(out, run);
    widen_asking(out, run);
    if (!out.files.empty()) widen_by_names(out, run);
    widen_kept(out, run);
    widen_unrun(out, run);
    widen_loaded(out, run);
    std::ranges::sort(out.files, {}, &changed_file::path);
    return out;
  }

  void add_new(run_changes_now& to, const file_content& file, const recorded_run& run) {
    const auto& path = file.path.string();
    if (is_rewritten(path, file.hash, nullptr, run)) return;
    const auto now = of_.compiles && is_own_source(of_, path) ? outline_of(path, file.hash) : nullptr;
    const auto was = now ? beside(path, *now) : nullptr;
    if (was) {
      came_.push_back(std::make_unique<recorded_file>(recorded_file{.path = path}));
      to.pieced.push_back({came_.back().get(), was, now});
    }
    add(to, {.path = path, .kind = kind_type::created, .frame = true}, run, false, was != nullptr);
  }

  // A source of nothing but pieces is as if it had been there, without them: what else it says, others beside it say, too.
  file_outline_ptr beside(const std::string& path, const file_outline& of) {
    const bool is_alone =
        of.rest.hash == 0 || of.is_whole || std::ranges::none_of(graph().sources(), [&](const auto& one) {
          return one.outline && one.path != path && folder_name(one.path) == folder_name(path) &&
                 one.outline->rest.hash == of.rest.hash;
        });
    if (is_alone || std::ranges::any_of(
                        of.pieces, [](const auto& one) { return one.kind == frame_piece::kind_type::call; }))
      return nullptr;
    return std::make_shared<const file_outline>(file_outline{.blocks = {{.hash = 1}}, .rest = of.rest});
  }

  // What the latest run wrote itself, and nobody since. Tests that are not of it may read what no run wrote before.
  bool is_rewritten(const std::string& path, std::uint64_t content, const recorded_file* before,
                    const recorded_run& run) const {
    const auto* latest = runs_.front()->file(path);
    return latest != nullptr && latest->rewritten && latest->content == content &&
           (before == nullptr || before->rewritten || &run == runs_.front().get());
  }

  // Null: no run on record has it.
  file_outline_ptr recorded_outline(const std::string& path, std::uint64_t content) const {
    if (content == 0) return nullptr;
    for (const auto& run : runs_)
      if (const auto* file = run->file(path); file != nullptr && file->content == content && file->outline)
        return file->outline;
    return nullptr;
  }

  file_outline_ptr outline_of(const std::string& path, std::uint64_t content) {
    if (auto known = recorded_outline(path, content)) return known;
    const auto [known, is_new] = read_.try_emplace({path, content});
    if (is_new) known->second = now_.read.outline(path, content);
    return known->second;
  }

  // `is_read`: by some test, which is told by its set.
  void add(run_changes_now& to, changed_file file, const recorded_run& run, bool is_read,
           bool by_pieces = false) {
    const bool is_own = is_own_source(of_, file.path);
    auto& first = is_own ? to.source : is_deciding(of_, file.path) ? to.deciding : to.data;
    if (!is_own && &first == &to.data && !is_read && is_document(file.path) && !is_named(file.path)) return;
    if (&first == &to.data && run.reads_known && !file.path.starts_with('$') &&
        (of_.tells_what_is_there || of_.tools_load_data || !(is_read && file.kind == kind_type::modified)))
      note_presence(to, file, run);
    if (first.empty()) first = file.path;
    if (is_own && file.frame && !by_pieces) to.frames.push_back(file.path);
    to.files.push_back(std::move(file));
  }

  void compare(run_changes_now& to, const recorded_file& file, std::uint64_t content, bool is_gone,
               const recorded_run& run) {
    if (file.read) to.gone[file.read_as] = true;
    const auto was = file.outline ? file.outline : recorded_outline(file.path, file.content);
    const auto now = !was           ? nullptr
                     : !is_gone     ? outline_of(file.path, content)
                     : of_.compiles ? beside(file.path, *was)
                                    : nullptr;
    changed_file change{.path = file.path, .kind = is_gone ? kind_type::removed : kind_type::modified};
    if (file.read && file.left_out && file.content == 0) change.kind = kind_type::created;
    change.frame = !was || !now;
    std::map<std::string_view, std::vector<std::uint64_t>>
        there;  // several may share a name: then their order counts
    if (now)
      for (const auto& block : now->blocks) there[block.name].push_back(block.hash);
    std::map<std::string_view, std::size_t> next;
    std::set<std::string> names;
    for (std::uint32_t at = 0; was && at < was->blocks.size(); ++at) {
      const auto& block = was->blocks[at];
      const auto& hashes = there[block.name];
      const auto which = next[block.name]++;
      if (which < hashes.size() && hashes[which] == block.hash) continue;
      if (file.outline) to.gone[file.first_block + at] = true;
      change.frame = change.frame || at == 0;
      if (at > 0) names.insert(block.name);
    }
    for (const auto& [name, hashes] : there)
      if (hashes.size() > next[name] && !name.empty()) names.emplace(name);
    if (!change.frame && names.empty() && now->docs == was->docs) return;  // comments, blanks
    change.blocks.assign(names.begin(), names.end());
    const bool by_pieces = change.frame && now && !run.by_import && is_taken_apart(file, *was, *now);
    if (by_pieces) {
      to.pieced.push_back({&file, was, now});
      if (file.outline) to.gone[file.first_block] = false;
    }
    add(to, std::move(change), run, file.read, by_pieces);
  }

  // What is compiled is red as a whole if any of it is not: of each group that may be, something runs.
  void note_builds(const run_changes_now& of) {
    if (!of_.compiles) return;
    for (const auto& one : of.pieced) builds_[one.file->path] |= may_break_others(one);
    for (const auto& path : of.unrun) builds_.try_emplace(path);
  }

  void add_builds() {
    if (builds_.empty()) return;
    std::vector<std::string> breaking, own;
    for (const auto& [path, others] : builds_) {
      const bool is_tested =
          std::ranges::any_of(judged_, [&](const auto& one) { return is_beside(*one.second.newest, path); });
      (others || !is_tested ? breaking : own).push_back(path);
    }
    const auto reached = breaking.empty() ? load_graph::reached{} : graph().reached_from(breaking);
    std::map<std::string_view, std::pair<const recorded_test*, std::vector<affected_reason>*>> shortest;
    std::set<std::string_view> chosen;
    for (auto& [key, one] : judged_) {
      if (!one.reasons.empty()) chosen.insert(key.first);
      auto& least = shortest[key.first];
      if (one.newest->last == outcome::passed &&
          (least.first == nullptr || one.newest->duration < least.first->duration))
        least = {one.newest, &one.reasons};
    }
    for (auto& [group, least] : shortest) {
      if (least.first == nullptr || chosen.contains(group)) continue;
      const auto from = load_of(*least.first, reached);
      if (from) {
        least.second->push_back({affected_by::loads_changed, breaking[*from]});
        continue;
      }
      for (const auto& path : own)
        if (least.second->empty() && is_beside(*least.first, path))
          least.second->push_back({affected_by::loads_changed, path});
    }
  }

  // Where sources are loaded one by one, one that cannot be any more is red for all that load it: a test of these says so.
  void add_loaders(const recorded_run& run, const run_changes_now& changes) {
    for (const auto& [file, was, now] : of_.measures_all() ? std::vector<pieced_file>{} : changes.pieced) {
      const auto reached = graph().reached_from({file->path});
      judged_test *measured = nullptr, *named = nullptr;
      for (const auto& test : run.tests) {
        const auto known = judged_.find({test.group, test.name});
        const auto& ran = run.sets[test.ran];
        const auto found = std::ranges::lower_bound(ran, file->first_block);
        const bool is_measured = found != ran.end() && *found < file->first_block + was->blocks.size();
        if (known == judged_.end() || test.last != outcome::passed ||
            !(is_measured || load_of(test, reached)))
          continue;
        auto& one = known->second;
        auto& least = is_measured ? measured : named;
        if (least == nullptr || std::pair{one.reasons.empty(), one.newest->duration} <
                                    std::pair{least->reasons.empty(), least->newest->duration})
          least = &one;
      }
      if (auto* one = measured != nullptr ? measured : named; one != nullptr && one->reasons.empty())
        one->reasons.push_back({affected_by::loads_changed, file->path});
    }
  }

  bool is_beside(const recorded_test& test, std::string_view path) {
    return std::ranges::any_of(homes_of(test.group), [&](auto at) {
      return folder_name(graph().sources()[at].path) == folder_name(path);
    });
  }

  // Of a module of settings others take all names there are.
  bool is_taken_apart(const recorded_file& file, const file_outline& was, const file_outline& now) const {
    const auto name = base_name(file.path);
    const bool is_settings = name.find("setting") != std::string_view::npos ||
                             name.find("conf.") != std::string_view::npos ||
                             name.find("config") != std::string_view::npos;
    return is_own_source(of_, file.path) && (of_.compiles || !is_settings) &&
           differ_in_pieces(was, now, !of_.measures_all());
  }

  // Whether a file is there is asked without opening it, and not everything tells what it opens: who asks such things may, and who says
  // its name.
  void note_presence(run_changes_now& to, const changed_file& file, const recorded_run& run) {
    const auto ends_so = [&](auto ending) { return file.path.ends_with(ending); };
    if (std::ranges::any_of(of_.compiled_endings, ends_so)) to.read_by_all = file.path;
    note_holding(to, file.path);
    to.asking.resize(run.blocks + 1);
    to.asked_for = to.asked_for ? std::string{} : file.path;
    const bool is_told = of_.tells_what_is_there;
    for (const auto index :
         is_told || file.kind != kind_type::modified ? run.outlined : std::vector<std::uint32_t>{})
      for (std::uint32_t at = 0; at < run.files[index].outline->blocks.size(); ++at)
        if (run.files[index].outline->blocks[at].asks &&
            (!is_told || at == 0 || is_loading(run, run.files[index].first_block + at)))
          note_asking(to, run.files[index], at);
    auto words = words_of(base_name(file.path).substr(0, base_name(file.path).find('.', 1)));
    std::ranges::sort(words);
    for (const auto& source : graph().sources())
      if (!is_told && load_graph::says_all_of(source, words)) {
        if (!source.deciding) note_naming(to, source, words, run);
        if (source.deciding && of_.tools_load_data) to.read_by_all = file.path;
      }
  }

  // A file below its folder may be in a source as it is.
  void note_holding(run_changes_now& to, std::string_view path) {
    for (const auto& source : graph().sources())
      if (!of_.embedding_word.empty() && !source.deciding &&
          (!of_.compiles || folder_name(source.path).empty() || path_below(folder_name(source.path), path)) &&
          load_graph::says_all_of(source, {word_of(of_.embedding_word)}))
        add_frame(to, std::string{source.path});
  }

  // It ran while something was loaded.
  bool is_loading(const recorded_run& run, std::uint32_t number) {
    auto& loading = loading_[&run];
    if (loading.empty()) {
      loading.resize(run.blocks + 1);
      for (const auto one : run.sets[run.loaded]) loading[one] = true;
      for (const auto& test : run.tests)
        for (const auto one : run.sets[test.loaded]) loading[one] = true;
    }
    return loading[number];
  }

  static void note_asking(run_changes_now& to, const recorded_file& file, std::uint32_t at) {
    to.asking[file.first_block + at] = true;
    if (at == 0) add_frame(to, file.path);
  }

  void note_naming(run_changes_now& to, const load_graph::source& source,
                   const std::vector<std::uint32_t>& words, const recorded_run& run) const {
    const auto* file = run.file(source.path);
    const bool is_known =
        of_.measures_all() && file != nullptr && file->outline && file->outline->rest.hash != 0;
    bool is_in_bodies = false;
    for (std::uint32_t at = 1; is_known && at < file->outline->blocks.size(); ++at)
      if (std::ranges::includes(file->outline->blocks[at].names, words)) {
        note_asking(to, *file, at);
        is_in_bodies = true;
      }
    const auto says = [&](const frame_piece& piece) { return std::ranges::includes(piece.says, words); };
    if (!is_in_bodies || says(file->outline->rest) || std::ranges::any_of(file->outline->pieces, says))
      add_frame(to, std::string{source.path});
  }

  void widen_asking(run_changes_now& to, const recorded_run& run) {
    for (const auto number : to.asking.empty() ? block_set{} : run.sets[run.loaded])
      if (to.asking[number]) add_frame(to, run.block(number).first->path);
  }

  // What was read and kept was made by what ran meanwhile.
  void widen_read(run_changes_now& to, const recorded_run& run) {
    for (const auto index : run.read) {
      const auto& file = run.files[index];
      if (!to.gone[file.read_as]) continue;
      const bool while_loading = std::ranges::binary_search(run.sets[run.loaded], file.read_as);
      const auto& running = run.sets[file.kept_in];
      if (while_loading && running.empty()) to.read_by_all = file.path;
      for (const auto number : running) {
        const auto [source, at] = run.block(number);
        if (while_loading || at == 0)
          add_frame(to, source->path);
        else
          to.gone[number] = true;
      }
    }
  }

  // Tests that ran with it already count as well: by the names of functions, as what these were is not known.
  void add_edit(run_changes_now& to, const recorded_run& run, const std::string& path,
                const file_edits& edits) {
    const auto* is = content_now(path);
    const auto outline = is == nullptr || !has_outline(of_, path) ? nullptr : outline_of(path, is->hash);
    changed_file change{.path = path, .kind = is == nullptr ? kind_type::removed : kind_type::modified};
    change.frame = !outline || !edits.lines;
    std::set<std::string> names;
    for (const auto line : edits.lines&& outline ? *edits.lines : std::vector<std::uint32_t>{}) {
      const line_range one{line, line};
      for (const auto at : blocks_with(*outline, {&one, 1})) names.insert(outline->blocks[at].name);
      const auto holds = [&](const auto& block) {
        return block.lines.first < line && line <= block.lines.last;
      };
      change.frame = change.frame || std::ranges::none_of(outline->blocks, holds);
    }
    const auto* was = run.file(path);
    for (std::uint32_t at = 1; was != nullptr && was->outline && at < was->outline->blocks.size(); ++at)
      if (!edits.lines || names.contains(was->outline->blocks[at].name))
        to.gone[was->first_block + at] = true;
    change.blocks.assign(names.begin(), names.end());
    const bool is_read = was != nullptr && was->read;
    if (is_read) to.gone[was->read_as] = true;
    if (std::ranges::find(to.files, path, &changed_file::path) == to.files.end())
      add(to, std::move(change), run, is_read);
    else if (change.frame && is_own_source(of_, path))
      to.frames.push_back(path);
  }

  void widen_by_names(run_changes_now& to, const recorded_run& run) {
    to.taken = values_taken(
        run, of_, to.pieced, to.gone, [this]() -> const auto& { return graph(); }, lists_);
    for (const auto& [number, from] : to.taken.bodies) to.gone[number] = true;
    for (const auto& path : to.taken.frames) add_frame(to, path);
  }

  // What is kept was made by whatever it took: a change of that is one of what keeps it. Who calls what is told by names, so that more
  // are found than do.
  void widen_kept(run_changes_now& to, const recorded_run& run) const {
    word_set called;  // names of what has changed, and of what calls it
    const auto add_names = [&called](std::string_view name) {
      const auto words = words_of(name);
      const bool makes = name.ends_with("__") || name.ends_with("constructor") || name.ends_with("new");
      const std::ptrdiff_t count = makes ? 2 : 1;  // it is called by the name of its class
      std::for_each(words.end() - std::min(count, std::ssize(words)), words.end(),
                    [&called](auto word) { called.insert(word); });
    };
    for (std::uint32_t number = 1; number < to.gone.size() && run.is_source_block(number); ++number)
      if (const auto [file, at] =
              to.gone[number] ? run.block(number) : std::pair<const recorded_file*, std::size_t>{};
          file != nullptr)
        add_names(file->outline->blocks[at].name);
    const auto is_called = [&](auto name) { return called.contains(name); };
    auto seen = never_with_gone(run, of_, to.gone);
    std::set<const frame_piece*> seen_pieces;
    for (bool more = !called.empty(); std::exchange(more, false);)
      for (const auto index : run.outlined) {
        const auto& file = run.files[index];
        for (const auto& piece : file.outline->pieces)  // a table of functions
          if (std::ranges::any_of(piece.says, is_called) && seen_pieces.insert(&piece).second) {
            more = true;
            for (const auto name : piece.gives) called.insert(name);
          }
        for (std::uint32_t at = 0; at < file.outline->blocks.size(); ++at) {
          const auto& block = file.outline->blocks[at];
          const auto number = file.first_block + at;
          if (seen[number] || std::ranges::none_of(block.names, is_called)) continue;
          seen[number] = more = true;
          add_names(block.name);
          if (!block.keeps) continue;
          if (at > 0)
            to.gone[number] = true;
          else
            add_frame(to, file.path);
        }
      }
  }

  // A function that no test is known to run may be one of which nothing is measured: then its file is as good as loaded anew.
  void widen_unrun(run_changes_now& to, const recorded_run& run) {
    for (auto& file : to.files) {
      const auto pieced = std::ranges::find(to.pieced, file.path,
                                            [](const auto& one) { return std::string_view{one.file->path}; });
      if ((file.frame && pieced == to.pieced.end()) || file.blocks.empty()) continue;
      const auto* was = run.file(file.path);
      const auto is_known = [&](const std::string& name) {
        const auto is_in = [&](const file_outline& of) {
          return std::ranges::find(of.blocks, name, &source_block::name) != of.blocks.end();
        };
        if (pieced != to.pieced.end() && !(is_in(*pieced->was) && is_in(*pieced->now)))
          return true;  // names tell who called it
        return ran_in_any_.has(file.path, name);
      };
      if (was == nullptr || std::ranges::all_of(file.blocks, is_known)) continue;
      // Where all functions of a file are measured, one that nothing ran can only keep it from being compiled.
      if (!run.by_import && was->outline && was->outline->rest.hash != 0 && ran_in_any_.has(file.path))
        to.unrun.push_back(file.path);
      else
        to.frames.push_back(file.path);
    }
  }

  // What ran while any file was loaded counts as a part of its own.
  void widen_loaded(run_changes_now& to, const recorded_run& run) {
    for (const auto number : run.sets[run.loaded]) {
      if (!to.gone[number] || !run.is_source_block(number) || to.taken.called.contains(number)) continue;
      add_frame(to, run.block(number).first->path);
    }
    // Of a file that a test was the first to load, what that test ran of it and of what it may load.
    for (const auto index : run.outlined) {
      const auto& file = run.files[index];
      for (const auto number : run.sets[file.loaded_in])
        if (to.gone[number] && run.is_source_block(number) && may_load(file, *run.block(number).first))
          add_frame(to, file.path);
    }
  }

  static void add_frame(run_changes_now& to, const std::string& path) {
    if (std::ranges::find(to.frames, path) == to.frames.end()) to.frames.push_back(path);
  }

  bool may_load(const recorded_file& file, const recorded_file& other) const {
    if (&file == &other) return true;
    const auto words = words_of(base_name(other.path).substr(0, base_name(other.path).find('.')));
    return std::ranges::all_of(
        words, [&](auto word) { return std::ranges::binary_search(file.outline->words, word); });
  }

  // --- what may load what

  // What nothing loaded has loaded nothing, and what loads it from now on is another itself. Those of other endings may be compiled.
  bool was_passed_over(std::string_view path) {
    return of_.tells_what_is_loaded && path.ends_with(of_.source_endings.front()) &&
           is_own_source(of_, path) && ran_in_any_.lacks(path);
  }

  load_graph& graph() {
    if (graph_) return *graph_;
    std::vector<load_graph::source> sources;
    for (const auto& file : now_.files->files)
      if (const auto& path = file.path.string(); has_outline(of_, path))
        sources.push_back({.path = path,
                           .outline = outline_of(path, file.hash),
                           .deciding = !is_own_source(of_, path),
                           .passed_over = was_passed_over(path)});
    graph_.emplace(of_, std::move(sources),
                   [this](std::string_view path) { return content_now(path) != nullptr; });
    return *graph_;
  }

  // By a source; by its folder, too, but for what stands in each.
  bool is_named(std::string_view path) {
    const auto is_said = [this](std::string_view name) { return graph().says_any_of(words_of(name)); };
    auto folder = base_name(path).starts_with("README") ? std::string_view{} : folder_name(path);
    for (; !folder.empty(); folder = folder_name(folder))
      if (is_said(base_name(folder))) return true;
    return is_said(base_name(path));
  }

  // --- the tests of a run

  void add_run(const recorded_run& run, bool is_latest) {
    find_starting(run);
    const auto environment = environment_change(run);
    const auto changes = changes_since(run);
    if (is_latest) out_.changed = changes.files;
    if (!environment.empty()) widen(all_because::environment, environment);
    if (!changes.deciding.empty()) widen(all_because::configuration, changes.deciding);
    if (!changes.data.empty() && !run.reads_known) widen(all_because::reads, changes.data);
    if (!changes.read_by_all.empty()) widen(all_because::reads, changes.read_by_all);
    auto reached = changes.frames.empty() ? load_graph::reached{} : graph().reached_from(changes.frames);
    widen_unreached(reached, run, changes);
    note_new_tests(run, changes, reached);
    const auto listing = changes_by_lists(run, changes);
    note_builds(changes);
    for (const auto& test : run.tests) {
      if (test.name.empty() && ran_.contains(test.group)) continue;  // the group can run again
      auto [known, is_new] = judged_.try_emplace({test.group, test.name});
      auto& one = known->second;
      // A run of some of its parts says nothing of the others: there an older one counts, too.
      if (!is_new && test.parts <= one.parts) continue;
      if (is_new) one.newest = &test;
      one.parts = test.parts;
      add_reasons(one.reasons, test, run, changes, reached);
      if (listing && one.reasons.empty() && load_of(test, listing->may_list))
        add_reasons(one.reasons, test, run, listing->changes, listing->reached);
      one.starts_processes = one.starts_processes || starts_processes(run, test);
    }
    add_loaders(run, changes);
    add_groups(ran_, run, [](const auto& test) { return !test.name.empty(); });
  }

  struct listing_changes {
    load_graph::reached may_list;  // by who loads sources that have other names
    run_changes_now changes;       // with what lists names, whichever
    load_graph::reached reached;
  };

  std::optional<listing_changes> changes_by_lists(const recorded_run& run, const run_changes_now& without) {
    if (without.taken.listed.empty()) return std::nullopt;
    listing_changes out{.may_list = graph().reached_from(without.taken.listed)};
    lists_ = true;
    out.changes = changes_since(run);
    lists_ = false;
    if (!out.changes.frames.empty()) out.reached = graph().reached_from(out.changes.frames);
    widen_unreached(out.reached, run, out.changes);
    auto both = out.reached;  // the sources whose tests may be others
    if (both.everywhere && !out.may_list.everywhere) both = out.may_list;
    for (std::size_t at = 0; at < both.by_source.size() && !out.may_list.everywhere; ++at)
      if (!out.may_list.by_source[at]) both.by_source[at].reset();
    note_new_tests(run, {}, both);
    return out;
  }

  template <class Wanted>
  static void add_groups(std::set<std::string, std::less<>>& to, const recorded_run& run, Wanted wanted) {
    const std::string* last = nullptr;  // they are sorted
    for (const auto& test : run.tests)
      if (wanted(test) && (last == nullptr || *last != test.group)) to.insert(*(last = &test.group));
  }

  // What was loaded before tests, and leads to none of them by its name, was loaded in a way that sources do not say.
  void widen_unreached(load_graph::reached& to, const recorded_run& run, const run_changes_now& changes) {
    if (to.everywhere || changes.frames.empty()) return;
    std::vector<bool> leads(changes.frames.size());
    for (const auto& test : run.tests)
      if (const auto from = load_of(test, to)) leads[*from] = true;
    for (std::size_t at = 0; at < leads.size() && !to.everywhere; ++at) {
      const auto* file = leads[at] ? nullptr : run.file(changes.frames[at]);
      if (file == nullptr || !file->outline ||
          !std::ranges::binary_search(run.sets[run.loaded], file->first_block))
        continue;
      const auto alone = graph().reached_from({file->path});
      if (std::ranges::none_of(run.tests, [&](const auto& test) { return load_of(test, alone).has_value(); }))
        to.everywhere = at;
    }
  }

  std::string environment_change(const recorded_run& run) const {
    const auto& now = now_.environment;
    for (const auto& part : run.environment)
      if (std::ranges::find(now, part) == now.end()) return part.first;
    for (const auto& part : now)
      if (std::ranges::find(run.environment, part) == run.environment.end()) return part.first;
    return {};
  }

  // Not in files whose tests a later run has judged, new ones too.
  void note_new_tests(const recorded_run& run, const run_changes_now& changes,
                      const load_graph::reached& reached) {
    const auto add = [this](std::string_view path) {
      if (!run_whole_.contains(path)) new_tests_.emplace(path);
    };
    for (const auto& path : changes.frames)
      if (content_now(path) != nullptr) add(path);
    for (const auto& path : changes.taken.sources)
      if (content_now(path) != nullptr) add(path);
    for (std::size_t at = 0; at < reached.by_source.size(); ++at)
      if (reached.everywhere || reached.by_source[at]) add(graph().sources()[at].path);
    run_whole_.insert(run.whole_files.begin(), run.whole_files.end());
  }

  bool starts_processes(const recorded_run& run, const recorded_test& test) {
    if (starting_[test.ran] || starting_[test.loaded]) return true;
    if (!run.reads_known) return starting_[run.loaded];
    return loads_starting_ && load_of(test, *loads_starting_);
  }

  void find_starting(const recorded_run& run) {
    loads_starting_.reset();
    starting_.clear();
    if (run.reads_known) return find_started(run);
    std::vector<bool> opaque(run.blocks + 1);
    for (const auto index : run.outlined)
      for (std::uint32_t at = 0; at < run.files[index].outline->blocks.size(); ++at)
        opaque[run.files[index].first_block + at] = run.files[index].outline->blocks[at].opaque;
    for (const auto& set : run.sets)
      starting_.push_back(std::ranges::any_of(set, [&](auto number) { return opaque[number]; }));
  }

  void find_started(const recorded_run& run) {
    const auto* processes = run.file(started_processes);
    for (const auto& set : run.sets)
      starting_.push_back(processes != nullptr && std::ranges::binary_search(set, processes->read_as));
    if (!starting_[run.loaded]) return;
    std::vector<std::string> starters;
    for (const auto number : run.sets[processes->kept_in]) starters.push_back(run.block(number).first->path);
    loads_starting_ = graph().reached_from(starters);
    if (starters.empty()) loads_starting_->everywhere = 0;
  }

  void add_reasons(std::vector<affected_reason>& all, const recorded_test& test, const recorded_run& run,
                   const run_changes_now& changes, const load_graph::reached& reached) {
    if (test.last == outcome::failed) all.push_back({affected_by::failing});
    for (const auto number : run.sets[test.ran])
      if (changes.gone[number]) all.push_back(reason_of(run, number, affected_by::ran_changed, changes));
    for (const auto number : run.sets[test.loaded])
      if (changes.gone[number]) all.push_back(reason_of(run, number, affected_by::loads_changed, changes));
    if (const auto from = load_of(test, reached))
      all.push_back({affected_by::loads_changed, changes.frames[*from]});
    else if (const auto& pieced = changes.taken.sources; !pieced.empty() && homes_of(test.group).empty())
      all.push_back({affected_by::loads_changed, *pieced.begin()});  // it may say any name
    if (!changes.data.empty() && !run.reads_known) all.push_back({affected_by::reads_changed, changes.data});
    const auto asks_for_it = [&](std::uint32_t number) { return changes.asking[number]; };
    const auto& asked = run.sets[of_.tells_what_is_there ? test.loaded : test.ran];
    if (!changes.asking.empty() && std::ranges::any_of(asked, asks_for_it))
      all.push_back({affected_by::reads_changed, changes.asked_for.value_or("")});
    const auto& any = changes.source.empty() && run.reads_known ? changes.data : changes.source;
    if (!any.empty() && (!test.complete || starts_processes(run, test)))
      all.push_back({affected_by::uncertain, any});
    for (const auto& file : changes.files)
      if (obeys_rule(file.path, test)) all.push_back({affected_by::rule, file.path});
    std::ranges::stable_sort(all, {}, &affected_reason::kind);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    if (all.size() > max_reasons) all.resize(max_reasons);
  }

  affected_reason reason_of(const recorded_run& run, std::uint32_t number, affected_by kind,
                            const run_changes_now& changes) {
    const auto [file, at] = run.block(number);
    if (const auto from = changes.taken.bodies.find(number); from != changes.taken.bodies.end())
      return {affected_by::loads_changed, from->second};
    if (!run.is_source_block(number)) return {affected_by::reads_changed, file->path};
    const auto& block = file->outline->blocks[at];
    affected_reason out{at == 0 ? affected_by::loads_changed : kind, file->path, block.name};
    const auto* is = content_now(file->path);
    const auto now = is == nullptr ? nullptr : outline_of(file->path, is->hash);
    if (!now || at == 0) return out;
    const auto found = std::ranges::find(now->blocks, block.name, &source_block::name);
    if (found != now->blocks.end()) out.lines = found->lines;
    return out;
  }

  // Which of the changed frames its group may load.
  std::optional<std::size_t> load_of(const recorded_test& test, const load_graph::reached& reached) {
    if (reached.everywhere) return reached.everywhere;
    if (reached.by_source.empty()) return std::nullopt;
    const auto& homes = homes_of(test.group);
    if (homes.empty()) return 0;  // it may load anything
    for (const auto at : homes)
      if (reached.by_source[at]) return reached.by_source[at];
    return std::nullopt;
  }

  const std::vector<std::uint32_t>& homes_of(const std::string& group) {
    const auto [known, is_new] = homes_.try_emplace(group);
    if (groups_.empty()) add_groups(groups_, *runs_.front(), [](const auto&) { return true; });
    if (is_new) known->second = graph().homes_of(group, is_topmost(group, groups_));
    return known->second;
  }

  bool obeys_rule(std::string_view path, const recorded_test& test) const {
    return std::ranges::any_of(
        rules_, [&](const auto& rule) { return fits(rule.files, path) && fits(rule.tests, test.group); });
  }

  const std::vector<recorded_run_ptr>& runs_;
  const language& of_;
  const workspace_now& now_;
  blocks_ran ran_in_any_;
  std::vector<compiled_rule> rules_;
  std::optional<load_graph::reached> loads_starting_;  // what starts them while it is loaded
  std::vector<bool> starting_;  // sets of the run that is looked at: something in them starts processes
  bool lists_ = false;
  affected_tests out_;
  std::set<std::string> new_tests_;
  std::set<std::string, std::less<>> run_whole_;  // files all of whose tests a run of those looked at judged
  std::map<std::pair<std::string_view, std::string_view>, judged_test> judged_;
  std::set<std::string, std::less<>> ran_, groups_;  // groups of runs that were looked at, and of the latest
  std::map<std::pair<std::string, std::uint64_t>, file_outline_ptr> read_;
  std::map<const recorded_run*, std::vector<bool>> loading_;
  std::optional<load_graph> graph_;
  std::map<std::string, std::vector<std::uint32_t>> homes_;
  std::vector<std::unique_ptr<recorded_file>> came_;  // sources that are new since the run that is looked at
  std::map<std::string, bool> builds_;  // what may not be compiled any more, and whether all that load it
};

}  // namespace

affected_tests select_affected(const std::vector<recorded_run_ptr>& runs, const language& of,
                               const workspace_now& now, const std::vector<affect_rule>& rules) {
  return selector{runs, of, now, rules}.result();
}

}  // namespace covey::parsers
