#include "parsers/coverage/changed_coverage.hpp"
#include "parsers/coverage/line_map.hpp"
#include "parsers/coverage/lookup.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace covey::parsers {
namespace {

using line_runs = std::vector<line_run>;  // from 1, at 0 the first

constexpr std::size_t max_named_lines = 200;  // of a file, whose tests are told
constexpr std::size_t max_regressed_files = 50;

// A line without a count of its own answers as its statement does, where the first line of it that has one and the nearest before the line
// agree: else a function within it was not called, or a part of it not reached.
void spread_over_statements(line_runs& runs, const std::vector<std::uint32_t>& statements) {
  const auto all = std::min(runs.size(), statements.size());
  std::map<std::uint32_t, line_run> first, last;
  for (std::size_t i = 0; i < all; ++i)
    if (runs[i] != line_run::no_code && statements[i] > 0) first.try_emplace(statements[i], runs[i]);
  for (std::size_t i = 0; i < all; ++i) {
    const auto known = first.find(statements[i]);
    if (known == first.end()) continue;
    auto& before = last.try_emplace(known->first, known->second).first->second;
    if (runs[i] != line_run::no_code)
      before = runs[i];
    else if (before == known->second)
      runs[i] = before;
  }
}

// Of a file that nothing has measured, the lines that have a part of a statement.
line_runs unknown_lines(const line_hashes& lines, const std::vector<std::uint32_t>& statements) {
  line_runs out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool is_code = i < statements.size() ? statements[i] > 0 : lines[i].text != 0;
    out.push_back(is_code ? line_run::unknown : line_run::no_code);
  }
  return out;
}

// What is no word, or ends what stands above it, is nothing that a run could tell.
void drop_closing_lines(line_runs& runs, std::string_view text) {
  std::string_view line;
  for (std::size_t i = 0; i < runs.size() && next_line(text, line); ++i) {
    const auto words = trimmed(line, " \t\r()[]{};,");
    if (runs[i] == line_run::unknown &&
        (words.empty() || words == "end" || words == "else" || words == "else:"))
      runs[i] = line_run::no_code;
  }
}

bool is_below(std::string_view path, std::string_view folder) {
  while (folder.ends_with('/')) folder.remove_suffix(1);
  return folder.empty() || folder == "." || path == folder ||
         (path.starts_with(folder) && path[folder.size()] == '/');
}

bool is_one_of(std::string_view path, const std::vector<std::string>& only) {
  return only.empty() || std::ranges::any_of(only, [&](const auto& one) { return is_below(path, one); });
}

// Runners count a line that such a sign ends, and git does not.
bool has_lone_returns(std::string_view text) {
  for (auto at = text.find('\r'); at != text.npos; at = text.find('\r', at + 1))
    if (at + 1 == text.size() || text[at + 1] != '\n') return true;
  return false;
}

constexpr std::uint32_t max_gap = 5;  // of lines without code

// The lines in their order become ranges of the same state; few without code join what they stand between.
class range_collector {
 public:
  void add(std::uint32_t line, line_run run) {
    if (line != last_ + 1) open_ = line_run::no_code;
    last_ = line;
    if (run == line_run::no_code) return;
    auto& to = ranges_[run];
    if (run == open_ && line - to.back().last <= max_gap + 1)
      to.back().last = line;
    else
      to.push_back({line, line});
    open_ = run;
  }
  std::vector<line_range> take(line_run run) { return std::move(ranges_[run]); }

 private:
  std::map<line_run, std::vector<line_range>> ranges_;
  std::uint32_t last_ = 0;
  line_run open_ = line_run::no_code;
};

std::string text_of(const std::vector<std::string_view>& all, const line_range& lines) {
  std::string out;
  for (auto number = lines.first; number <= std::min(lines.last, lines.first + max_shown_lines - 1);
       ++number) {
    const auto line = number <= all.size() ? all[number - 1] : std::string_view{};
    out.append(number == lines.first ? "" : "\n")
        .append(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line);
  }
  return out;
}

using unit_list = std::vector<std::pair<const measured_run*, std::uint32_t>>;

void add_units(std::map<std::uint32_t, unit_list>& to, const measured_run& run, const std::string& path,
               const present_sources::source& now, const fingerprint_ptr& files) {
  const auto known = run.data->files.find(path);
  if (known == run.data->files.end()) return;
  const auto* then = lines_of(path, *run.data);
  const bool is_same = then == nullptr ? keeps(path, run.fingerprints.before, files) : *then == now.lines;
  if (!is_same && then == nullptr) return;
  std::map<std::uint32_t, std::uint32_t> is;  // by what it was
  const auto map = is_same ? std::nullopt : std::optional<line_map>{std::in_place, *then, now.lines};
  for (const auto& [line, units] : to) {
    const auto was = map ? map->of(line) : earlier_lines{line_origin::same, {line, line}};
    if (was.origin == line_origin::same) is.emplace(was.lines.first, line);
  }
  std::map<std::uint32_t, std::vector<std::uint32_t>> by_set;
  for (const auto& [unit, set] : known->second.by_unit.units())
    if (run.unit(unit) != nullptr) by_set[set].push_back(unit);
  std::vector<line_range> ran;
  for (const auto& [set, units] : by_set) {
    known->second.by_unit.read_set(set, ran);
    for (const auto& range : ran)
      for (auto at = is.lower_bound(range.first); at != is.end() && at->first <= range.last; ++at)
        for (const auto unit : units) to[at->second].emplace_back(&run, unit);
  }
}

covering_tests named(const unit_list& units) {
  covering_tests out;
  std::vector<std::tuple<std::uint32_t, std::string_view, std::string_view>> all;
  for (const auto& [run, number] : units) {
    const auto* unit = run->unit(number);
    for (const auto& test : unit->tests) all.emplace_back(unit->lines, unit->name, test);
  }
  std::ranges::sort(all);
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (const auto& [lines, group, test] : all)
    if (seen.insert({group, test}).second && out.tests.size() < max_covering_names)
      out.tests.emplace_back(group, test);
  out.all = seen.size();
  return out;
}

std::vector<covering_tests> tests_of(const changed_file_lines& of, const measured_by& by,
                                     const present_sources::source& now) {
  std::map<std::uint32_t, unit_list> units;  // by line
  for (const auto& range : of.ran)
    for (auto line = range.first; line <= range.last && units.size() < max_named_lines; ++line) units[line];
  for (const auto& run : by.runs->runs)
    if (run.language == now.language && run.data->unit_kind != attribution::run)
      add_units(units, run, of.file, now, by.now);
  std::map<unit_list, std::vector<line_range>> lines;
  for (auto& [line, list] : units) {
    std::ranges::sort(list);
    if (list.empty()) continue;
    auto& to = lines[list];
    if (!to.empty() && to.back().last + 1 == line)
      to.back().last = line;
    else
      to.push_back({line, line});
  }
  std::vector<covering_tests> out;
  for (auto& [list, ranges] : lines) {
    auto one = named(list);
    one.lines = std::move(ranges);
    if (one.all > 0) out.push_back(std::move(one));
  }
  std::ranges::sort(out, {}, [](const auto& one) { return one.lines.front().first; });
  return out;
}

// A file that has changed, and the state of each of its lines.
struct candidate {
  std::string path;
  const file_edits* edits = nullptr;
  const present_sources::source* now = nullptr;
  line_runs runs = {};
  bool is_measured = false, is_counted = true, is_of_all = true;
  std::uint64_t older_in = 0;
};

class change_finder {
 public:
  change_finder(const measured_by& by, present_sources& sources) : by_(by), sources_(sources) {}

  changed_coverage find(const edited_files& edits, const std::vector<std::string>& only, bool with_tests) {
    for (const auto& [path, one] : edits) add(path, one, only);
    if (left_out_ > 0)
      leave_out("more than " + std::to_string(max_changed_files) + " files have changed: the " +
                std::to_string(left_out_) + " behind " + all_.back().path + " are left out; pass files");
    for (const auto& one : only)
      if (std::ranges::none_of(edits, [&](const auto& edit) { return is_below(edit.first, one); }))
        out_.notes.push_back("nothing that has changed is at " + one);
    if (by_.report != nullptr)
      read_report();
    else
      read_runs(all_);
    for (auto& one : all_) count(one, with_tests);
    std::ranges::stable_sort(out_.files, [](const auto& a, const auto& b) {
      return std::pair{a.missed_count, a.unknown_count} > std::pair{b.missed_count, b.unknown_count};
    });
    if (by_.report == nullptr && by_.before != nullptr) add_regressed(only);
    return std::move(out_);
  }

 private:
  // A moved file, or one of another mode, has no line that is another.
  static bool has_lines(const file_edits& one) {
    return !one.added.empty() || one.is_binary || (one.kind == edit_kind::created && !one.lines);
  }

  void add(const std::string& path, const file_edits& one, const std::vector<std::string>& only) {
    if (one.kind == edit_kind::removed || !has_lines(one) || !is_one_of(path, only)) return;
    const bool fits = all_.size() < max_changed_files;
    const auto* now = fits ? sources_.read(path) : nullptr;
    if (now != nullptr)
      all_.push_back({path, &one, now});
    else if (!fits)
      ++left_out_;
    else if (sources_.is_source(path))
      leave_out(path + " cannot be read, or is too large: it is left out");
    else
      ++out_.others;
  }

  void leave_out(std::string note) {
    out_.is_cut = true;
    out_.notes.push_back(std::move(note));
  }

  void read_runs(std::vector<candidate>& of) {
    std::map<std::string_view, std::vector<candidate*>> by_language;
    for (auto& one : of) by_language[one.now->language].push_back(&one);
    for (const auto& [language, those] : by_language) {
      std::vector<asked_lines> asked;
      for (const auto* one : those) asked.push_back({one->path, &one->now->lines});
      auto found = lines_run(*by_.runs, language, asked, by_.now);
      for (std::size_t i = 0; i < those.size(); ++i) {
        those[i]->runs = std::move(found[i].lines);
        those[i]->is_measured = found[i].is_measured;
        those[i]->is_counted = found[i].is_counted && (by_.language.empty() || language == by_.language);
        those[i]->is_of_all = found[i].is_of_all;
        those[i]->older_in = found[i].older_in;
      }
    }
  }

  // What a report has by the end of its path only may be another file of the workspace. A bare name is meant if nothing but the folder of the
  // whole report stands before it.
  bool is_meant(const found_file& found, const std::string& path) {
    if (found.by == file_match::name || found.by == file_match::same_path) return true;
    std::string_view name =
        found.file->first;  // with more of its path it may be another one of the workspace
    for (auto at = name.find('/'); at != name.npos && name.size() > path.size() + 1; at = name.find('/')) {
      if (!name.starts_with('/') && sources_.read(std::string{name}) != nullptr) return false;
      name.remove_prefix(at + 1);
    }
    if (!shared_) {
      for (const auto& [name, file] : by_.report->files) {
        const std::string folder{folder_name(name)};
        if (!shared_) shared_ = folder;
        while (!is_below(name, *shared_)) shared_ = std::string{folder_name(*shared_)};
      }
    }
    return path.find('/') != path.npos || found.file->first == *shared_ + "/" + path;
  }

  void read_report() {
    for (auto& one : all_) {
      one.runs.assign(one.now->lines.size(), line_run::no_code);
      const auto known = by_.files->find(one.path);
      const auto* found = std::get_if<found_file>(&known);
      one.is_measured = found != nullptr && is_meant(*found, one.path);
      if (!one.is_measured) continue;
      for (const auto& line : found->file->second.lines)
        if (line.line <= one.runs.size())
          one.runs[line.line - 1] = line.hits > 0 ? line_run::ran : line_run::missed;
    }
  }

  static std::vector<line_range> changed_in(const candidate& of) {
    const auto all = static_cast<std::uint32_t>(of.now->lines.size());
    if (!of.edits->added.empty()) return of.edits->added;
    return all == 0 ? std::vector<line_range>{} : std::vector<line_range>{{1, all}};
  }

  // One for each function that it has lines of.
  static void add_parts(std::vector<unrun_part>& to, const line_range& range,
                        const std::vector<function_extent>& functions,
                        const std::vector<std::string_view>& lines) {
    for (auto first = range.first; first <= range.last;) {
      const auto* function = function_at(functions, first);
      auto last = first;
      while (last < range.last && function_at(functions, last + 1) == function) ++last;
      auto text = text_of(lines, {first, last});
      if (!trimmed(text).empty())  // what stands between two functions
        to.push_back({{first, last}, function != nullptr ? function->name : "", std::move(text)});
      first = last + 1;
    }
  }

  // Whether a changed line that is not blank has no count of its own.
  static bool has_uncounted(const candidate& of) {
    for (const auto& range : changed_in(of))
      for (auto line = range.first; line <= range.last && line <= of.runs.size(); ++line)
        if (of.runs[line - 1] == line_run::no_code && of.now->lines[line - 1].text != 0) return true;
    return false;
  }

  void count(candidate& of, bool with_tests) {
    const bool is_other =
        !of.is_counted || (!of.is_measured && (of.now->language.empty() || sources_.is_test(of.path)));
    if (is_other || (!by_.language.empty() && !of.is_measured && of.now->language != by_.language)) {
      ++out_.others;
      return;
    }
    const bool is_untold = of.edits->is_binary || has_lone_returns(of.now->text);
    const bool is_unknown = !of.is_measured || is_untold;
    const auto statements = is_unknown || has_uncounted(of) ? sources_.structure(of.path).statements
                                                            : std::vector<std::uint32_t>{};
    if (is_unknown) of.runs = unknown_lines(of.now->lines, statements);
    spread_over_statements(of.runs, statements);
    drop_closing_lines(of.runs, of.now->text);
    changed_file_lines file{.file = of.path,
                            .kind = of.edits->kind,
                            .was = of.edits->was,
                            .is_measured = of.is_measured,
                            .is_untold = is_untold};
    range_collector ranges;
    for (const auto& range : changed_in(of))
      for (auto line = range.first; line <= range.last && line <= of.runs.size(); ++line) {
        const auto run = of.runs[line - 1];
        ++(run == line_run::ran       ? file.ran_count
           : run == line_run::missed  ? file.missed_count
           : run == line_run::unknown ? file.unknown_count
                                      : file.no_code);
        ranges.add(line, run);
      }
    file.ran = ranges.take(line_run::ran);
    file.unknown = ranges.take(line_run::unknown);
    const auto missed = ranges.take(line_run::missed);
    const auto functions =
        missed.empty() ? std::vector<function_extent>{} : sources_.structure(of.path).functions;
    const auto lines = missed.empty() ? std::vector<std::string_view>{} : split(of.now->text, '\n');
    for (const auto& range : missed) add_parts(file.missed, range, functions, lines);
    if (file.unknown_count > 0) file.older_in = of.older_in;
    file.is_of_all = of.is_of_all;
    out_.ran += file.ran_count;
    out_.missed += file.missed_count;
    out_.unknown += file.unknown_count;
    out_.no_code += file.no_code;
    if (with_tests && by_.runs && !file.ran.empty()) file.tests = tests_of(file, by_, *of.now);
    changed_.emplace(of.path, changed_in(of));
    if (file.ran_count + file.missed_count + file.unknown_count > 0) out_.files.push_back(std::move(file));
  }

  // Lines of the whole run's state of the file that ran in the one before it, and not in this.
  static std::vector<std::uint32_t> stopped(const std::string& path, const measured_run& before,
                                            const measured_run& whole, const present_sources::source& now) {
    const auto* then = lines_of(path, *before.data);
    if (then == nullptr || before.data->files.at(path).of_tests) return {};
    std::set<std::uint32_t> ran;
    for (const auto& line : before.data->files.at(path).lines)
      if (line.hits > 0) ran.insert(line.line);
    if (const auto known = whole.data->files.find(path); known != whole.data->files.end() &&
                                                         lines_of(path, *whole.data) != nullptr &&
                                                         *lines_of(path, *whole.data) == *then)
      for (const auto& line : known->second.lines)
        if (line.hits > 0) ran.erase(line.line);
    if (ran.empty()) return {};
    const line_map map{*then, now.lines};
    std::vector<std::uint32_t> out;
    for (std::uint32_t line = 1; line <= now.lines.size(); ++line)
      if (const auto was = map.of(line); was.origin == line_origin::same && ran.contains(was.lines.first))
        out.push_back(line);
    return out;
  }

  const measured_run* latest_whole() const {
    const auto& runs = by_.runs->runs;
    const auto found = std::ranges::find_if(
        runs, [&](const auto& one) { return one.is_whole && one.language == by_.before->language; });
    return found == runs.end() || found->id <= by_.before->id ? nullptr : &*found;
  }

  bool is_changed(const std::string& path, std::uint32_t line) const {
    const auto known = changed_.find(path);
    return known != changed_.end() && std::ranges::any_of(known->second, [&](const auto& one) {
             return one.first <= line && line <= one.last;
           });
  }

  void add_regressed(const std::vector<std::string>& only) {
    const auto* whole = latest_whole();
    if (whole == nullptr) return;
    std::vector<candidate> all;
    std::vector<std::vector<std::uint32_t>> lines;
    for (const auto& [path, file] : by_.before->data->files) {
      if (file.aside || file.of_tests || !is_one_of(path, only) || ran_as_often(path, *whole)) continue;
      const auto* now = sources_.read(path);
      auto those = now == nullptr ? std::vector<std::uint32_t>{} : stopped(path, *by_.before, *whole, *now);
      if (those.empty()) continue;
      all.push_back({path, nullptr, now});
      lines.push_back(std::move(those));
    }
    read_runs(all);
    for (std::size_t i = 0; i < all.size() && out_.regressed.size() < max_regressed_files; ++i) {
      const auto& one = all[i];
      range_collector ranges;
      for (const auto line : lines[i])
        if (!is_changed(one.path, line) && (!one.is_measured || one.runs[line - 1] == line_run::missed))
          ranges.add(line, line_run::missed);
      auto found = ranges.take(line_run::missed);
      if (!found.empty()) out_.regressed.emplace_back(one.path, std::move(found));
    }
    if (!out_.regressed.empty()) out_.regressed_since = by_.before->id;
  }

  // The file was and is the same, and so are the lines that ran: most are, and are not read.
  bool ran_as_often(const std::string& path, const measured_run& whole) const {
    const auto known = whole.data->files.find(path);
    const auto *then = lines_of(path, *by_.before->data), *is = lines_of(path, *whole.data);
    if (known == whole.data->files.end() || then == nullptr || is == nullptr || *then != *is) return false;
    const auto& was = by_.before->data->files.at(path).lines;
    return std::ranges::equal(was, known->second.lines, [](const auto& a, const auto& b) {
      return a.line == b.line && (a.hits > 0) <= (b.hits > 0);
    });
  }

  const measured_by& by_;
  present_sources& sources_;
  std::vector<candidate> all_;
  std::size_t left_out_ = 0;
  std::optional<std::string> shared_;
  std::map<std::string, std::vector<line_range>> changed_;
  changed_coverage out_;
};

std::vector<const measured_run*> runs_of(const measured_by& by) {
  std::vector<const measured_run*> out;
  if (by.runs)
    for (const auto& run : by.runs->runs)
      if (by.language.empty() || run.language == by.language) out.push_back(&run);
  if (by.before != nullptr && (by.language.empty() || by.before->language == by.language))
    out.push_back(by.before);
  std::ranges::stable_sort(out, std::greater{}, &measured_run::id);
  return out;
}

}  // namespace

const measured_run* last_other_run(const measured_by& by, const path_test& is_source) {
  for (const auto* run : runs_of(by)) {
    if (!run->fingerprints.before || !by.now) continue;
    const auto changes = changes_between(*run->fingerprints.before, *by.now);
    for (const auto* those : {&changes.changed, &changes.created, &changes.removed})
      if (std::ranges::any_of(*those, [&](const auto& path) { return is_source(path); })) return run;
  }
  return nullptr;
}

edited_files edits_since(const measured_run& run, const measured_by& by, present_sources& sources) {
  edited_files out;
  const auto& then = run.fingerprints.before;
  const auto changes = changes_between(*then, *by.now);
  for (const auto& path : changes.created) out[path.string()] = {.any = true, .kind = edit_kind::created};
  for (const auto& path : changes.removed) out[path.string()] = {.any = true, .kind = edit_kind::removed};
  for (const auto& changed : changes.changed) {
    const auto path = changed.string();
    if (!sources.is_source(path)) continue;
    auto& edits = out[path];
    edits = {.any = true, .is_binary = true};
    const line_hashes* was = nullptr;
    for (const auto* other : runs_of(by))
      if (was == nullptr && (other == &run || keeps(path, then, other->fingerprints.before)))
        was = lines_of(path, *other->data);
    const auto* now = sources.read(path);
    if (was == nullptr || now == nullptr) continue;
    edits.is_binary = false;
    const line_map map{*was, now->lines};
    for (std::uint32_t line = 1; line <= now->lines.size(); ++line) {
      if (now->lines[line - 1].text == 0 || map.same_as(line) != 0) continue;
      if (!edits.added.empty() && edits.added.back().last + 1 == line)
        edits.added.back().last = line;
      else
        edits.added.push_back({line, line});
    }
  }
  return out;
}

changed_coverage find_changed_coverage(const edited_files& edits, const measured_by& by,
                                       present_sources& sources, const std::vector<std::string>& only,
                                       bool with_tests) {
  return change_finder{by, sources}.find(edits, only, with_tests);
}

}  // namespace covey::parsers
