#include "parsers/coverage/lookup.hpp"
#include "parsers/coverage/line_map.hpp"
#include <algorithm>
#include <set>
#include <utility>

namespace covey::parsers {
namespace {

// Of all runs, without double.
class found_names {
 public:
  void add(file_answer&& answer) {
    if (auto* several = std::get_if<ambiguous_file>(&answer)) {
      total_ = std::max(total_, several->total);
      candidates_.insert(several->candidates.begin(), several->candidates.end());
    }
    const auto* one = std::get_if<found_file>(&answer);
    if (one == nullptr || one->by > best_) return;
    if (one->by < best_) found_.clear();
    best_ = one->by;
    found_.insert(one->file->first);
  }

  // A guess does not count if another run has several candidates.
  const std::string* only() const {
    const bool is_certain = candidates_.empty() || best_ < file_match::end;
    return found_.size() == 1 && is_certain ? &*found_.begin() : nullptr;
  }

  std::variant<no_such_file, ambiguous_file> none_or_several() {
    candidates_.merge(found_);
    if (candidates_.empty()) return no_such_file{};
    ambiguous_file out{{candidates_.begin(), candidates_.end()}, std::max(total_, candidates_.size())};
    out.candidates.resize(std::min(out.candidates.size(), max_candidates));
    return out;
  }

 private:
  std::set<std::string> found_, candidates_;
  std::size_t total_ = 0;
  file_match best_ = file_match::long_path;
};

void set_latest(std::uint64_t& to, std::uint64_t run) {
  to = std::max(to, run);
}

// Of each state of the file that a run had.
class line_maps {
 public:
  explicit line_maps(const line_hashes& now) : now_(now) {}

  earlier_lines of(std::uint32_t line, const line_hashes& then) {
    if (then == now_) return {line_origin::same, {line, line}};
    auto known =
        std::find_if(maps_.begin(), maps_.end(), [&](const auto& one) { return *one.first == then; });
    if (known == maps_.end()) known = maps_.insert(maps_.end(), {&then, line_map{then, now_}});
    return known->second.of(line);
  }

 private:
  const line_hashes& now_;
  std::vector<std::pair<const line_hashes*, line_map>> maps_;
};

bool has_units(const file_in_runs::entry& of) {
  const auto units = of.file->by_unit.units();
  return std::any_of(units.begin(), units.end(),
                     [&](const auto& one) { return of.run->unit(one.unit) != nullptr; });
}

// The units of one run among all, [begin, end).
struct part_of_run {
  std::uint64_t run = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Each test counts for the run in which it last ran, which comes first.
void count_tests(const std::vector<part_of_run>& parts, covered_by& to) {
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (const auto& part : parts)
    for (auto i = part.begin; i < part.end; ++i)
      for (const std::string_view test : to.units[i]->tests)
        to.tests[part.run] += parts.size() == 1 || seen.insert({to.units[i]->name, test}).second ? 1U : 0U;
  std::erase_if(to.tests, [](const auto& one) { return one.second == 0; });
}

enum line_state : char { unknown, found, ran };
using line_states = std::vector<line_state>;    // by line, from 1
constexpr std::uint32_t max_line = 10'000'000;  // what a runner says of later ones is not believed

// It was there when the run began, and not when the newest one did.
bool is_gone(std::string_view path, const measured_run& run, const measured_run& newest) {
  return run.fingerprints.before && is_newer(path, newest) && !is_newer(path, run);
}

// One run, and which of its units count.
struct known_part {
  known_part(const measured_run& of, const measured_run& newest)
      : run(of), left(of.data->units.size()), counts(left.empty() || &of == &newest) {
    for (std::uint32_t number = 0; number < left.size(); ++number) {
      const auto* unit = of.unit(number);
      if (unit == nullptr || is_gone(unit->name, of, newest)) continue;
      left[number] = true;
      counts = true;
      for (const auto& test : unit->tests) tests.emplace(unit->name, test);
      is_coarse = is_coarse || (of.data->unit_kind != attribution::test && of.left.contains(number));
    }
  }

  line_states states_in(const file_coverage& file) const {
    line_states out;
    for (const auto& line : file.lines) {
      if (line.line > max_line) break;
      out.resize(line.line + 1);
      out.back() = line.hits > 0 ? ran : found;
    }
    if (std::ranges::find(left, false) == left.end()) return out;
    std::vector<line_range> lines;
    for (const bool is_left : {false, true}) {
      std::set<std::uint32_t> sets;
      for (const auto& [unit, set] : file.by_unit.units())
        if (left[unit] == is_left) sets.insert(set);
      for (const auto set : sets) {
        file.by_unit.read_set(set, lines);
        for (const auto& range : lines)
          for (auto line = range.first; line <= range.last && line < out.size(); ++line)
            if (out[line] != unknown) out[line] = is_left ? ran : found;
      }
    }
    return out;
  }

  const measured_run& run;
  std::vector<bool> left;                                         // by unit
  bool counts = false;                                            // not all of its tests have run since
  std::set<std::pair<std::string_view, std::string_view>> tests;  // group, name
  bool is_coarse = false;  // a unit of several tests counts although some of them have run since
};

// In a later state of the file. What stands in place of lines that ran has run, if it was found there at all.
line_states moved(line_states was, const line_states& is, const line_hashes& then, const line_hashes& now) {
  const line_map map{then, now};
  was.resize(std::max(was.size(), then.size() + 1));
  line_states out(now.size() + 1);
  for (std::uint32_t line = 1; line < out.size(); ++line) {
    const auto [origin, from] = map.of(line);
    const bool is_code = origin == line_origin::same || (line < is.size() && is[line] != unknown);
    if (from.first > 0 && is_code)
      out[line] = *std::max_element(was.begin() + from.first, was.begin() + from.last + 1);
  }
  return out;
}

// `parts`: newest first.
file_coverage together(const std::string& path, const std::vector<known_part>& parts) {
  file_coverage out;
  line_states all;
  const line_hashes* now = nullptr;
  bool is_first = true;
  for (const auto& part : parts) {
    const auto known = part.run.data->files.find(path);
    if (known == part.run.data->files.end()) continue;
    const auto& file = known->second;
    if (is_first && (file.aside || is_gone(path, part.run, parts.front().run))) return out;
    auto states = part.states_in(file);
    const auto* then = lines_of(path, *part.run.data);
    if (std::exchange(is_first, false)) {
      now = then;
      out.of_tests = file.of_tests;
    } else if (then != nullptr && now != nullptr && *then != *now) {
      states = moved(std::move(states), all, *then, *now);
    }
    all.resize(std::max(all.size(), states.size()));
    for (std::size_t line = 0; line < states.size(); ++line) all[line] = std::max(all[line], states[line]);
  }
  for (std::uint32_t line = 1; line < all.size(); ++line)
    if (all[line] != unknown) out.lines.push_back({line, all[line] == ran ? 1U : 0U});
  return out;
}

// What of it is not of the run that it is named by; a sentence each.
std::vector<std::string> notes_of(const std::vector<known_part>& parts, std::uint64_t named) {
  std::vector<std::string> out;
  for (const bool newer : {true, false}) {
    decltype(known_part::tests) tests;
    for (const auto& part : parts)
      if (newer ? part.run.id > named : part.run.id < named)
        tests.insert(part.tests.begin(), part.tests.end());
    if (!tests.empty())
      out.push_back(std::to_string(tests.size()) + (tests.size() == 1 ? " test " : " tests ") +
                    (newer ? "newer" : "older") + " than run " + std::to_string(named));
  }
  for (const auto& part : parts) {
    const auto run = "run " + std::to_string(part.run.id);
    if (!part.run.partial.empty())
      out.push_back("the coverage of " + run + " is of a part of the tests only: " + part.run.partial);
    if (part.is_coarse)
      out.push_back("a line that a " + std::string{to_string(part.run.data->unit_kind)} + " ran in " + run +
                    " counts until all of its tests have run again");
  }
  return out;
}

// How a line that ran in no test's name as it is now stands in the runs.
struct line_seen {
  bool ran = false, missed = false;
  bool is_doubtful = false;  // it ran, and in nobody's name
  bool is_older = false;     // in a run that counts
  bool is_known = false;     // a run has it as it is; the newest of these says whether it can run
  bool is_code = false;

  line_run result() const {
    if (ran) return line_run::ran;
    if (is_known && !is_code) return line_run::no_code;
    return is_older || is_doubtful ? line_run::unknown : missed ? line_run::missed : line_run::no_code;
  }
};

bool is_as_then(std::string_view file, const measured_run& run, const fingerprint_ptr& now) {
  return keeps(file, run.fingerprints.before, now) && keeps(file, run.fingerprints.after, now);
}

// Which lines some unit ran, whether it counts or not; nothing where units are no single tests.
std::optional<std::vector<bool>> ran_in_units(const known_part& part, const file_coverage& file) {
  if (part.run.data->unit_kind != attribution::test) return std::nullopt;
  std::vector<bool> out;
  std::set<std::uint32_t> sets;
  std::vector<line_range> lines;
  for (const auto& one : file.by_unit.units())
    if (sets.insert(one.set).second) {
      file.by_unit.read_set(one.set, lines);
      for (const auto& range : lines) {
        if (range.last > max_line) break;
        if (out.size() <= range.last) out.resize(range.last + 1);
        std::fill(out.begin() + range.first, out.begin() + range.last + 1, true);
      }
    }
  return out;
}

// What one run knows of a file.
void add_run(std::vector<line_seen>& to, const known_part& part, const file_coverage& file,
             const asked_lines& asked, const fingerprint_ptr& now) {
  const auto states = part.states_in(file);
  const auto units = ran_in_units(part, file);
  const auto* then = lines_of(asked.file, *part.run.data);
  const bool is_same = then != nullptr ? *then == *asked.now : is_as_then(asked.file, part.run, now);
  const auto map =
      is_same || then == nullptr ? std::nullopt : std::optional<line_map>{std::in_place, *then, *asked.now};
  for (std::uint32_t line = 1; line <= to.size(); ++line) {
    const auto was = map ? map->of(line) : earlier_lines{line_origin::same, {line, line}};
    const bool is_there = is_same || (map && was.origin == line_origin::same);
    auto& seen = to[line - 1];
    if (!is_there) {
      seen.is_older = seen.is_older || part.counts;
      continue;
    }
    const auto state = was.lines.first < states.size() ? states[was.lines.first] : unknown;
    // V8's reports call a line one that ran if a part of its blanks did. Or it ran in a process that a test started.
    const bool is_of_none =
        state == ran && units && (was.lines.first >= units->size() || !(*units)[was.lines.first]);
    seen.is_doubtful = seen.is_doubtful || is_of_none;
    seen.ran = seen.ran || (state == ran && !is_of_none);
    seen.missed = seen.missed || state == found;
    if (!std::exchange(seen.is_known, true)) seen.is_code = state != unknown;
  }
}

lines_of_file lines_run_of(const asked_lines& asked, const std::vector<known_part>& parts,
                           const fingerprint_ptr& now) {
  lines_of_file out;
  // Else some test has not run in any (args may choose them): it may run whatever line no other one does.
  out.is_of_all =
      std::ranges::any_of(parts, [](const auto& part) { return part.run.is_whole && !part.run.options; });
  std::vector<line_seen> seen(asked.now->size());
  const auto is_older = [&](const known_part& part) {
    if (part.counts) set_latest(out.older_in, part.run.id);
  };
  for (const auto& part : parts) {
    const auto known = part.run.data->files.find(asked.file);
    if (known == part.run.data->files.end()) {
      if (!part.counts || keeps(asked.file, part.run.fingerprints.before, now)) continue;
      for (auto& line : seen) line.is_older = true;  // its tests would run what it holds now
      is_older(part);
      continue;
    }
    out.is_measured = true;
    out.is_counted = out.is_counted && !known->second.aside && !known->second.of_tests;
    const auto before = std::ranges::count(seen, true, &line_seen::is_older);
    add_run(seen, part, known->second, asked, now);
    if (std::ranges::count(seen, true, &line_seen::is_older) > before) is_older(part);
  }
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const bool is_blank = (*asked.now)[i].text == 0 && !seen[i].is_known;
    const auto run = is_blank ? line_run::no_code : seen[i].result();
    out.lines.push_back(run == line_run::missed && !out.is_of_all ? line_run::unknown : run);
  }
  return out;
}

}  // namespace

const line_hashes* lines_of(std::string_view file, const coverage& in) {
  if (!in.lines) return nullptr;
  const auto known = in.lines->find(file);
  return known == in.lines->end() ? nullptr : &known->second;
}

bool is_newer(std::string_view file, const measured_run& than) {
  const auto& then = than.fingerprints.before;
  if (!then || then->may_hide(file)) return false;
  const auto at = std::lower_bound(then->files.begin(), then->files.end(), file,
                                   [](const auto& a, auto b) { return std::string_view{a.path} < b; });
  return at == then->files.end() || std::string_view{at->path} != file;
}

lookup_result find_file(const measured_runs_ptr& runs, std::string_view file) {
  found_names names;
  // One whose tests have all run since knows nothing of who covers a line.
  const auto counts = [&](const measured_run& run) { return run.has_units() || &run == &runs->runs.front(); };
  for (const auto& run : runs->runs)
    if (counts(run)) names.add(run.files->find(file));
  const auto* path = names.only();
  if (path == nullptr)
    return std::visit([](auto&& what) { return lookup_result{std::move(what)}; }, names.none_or_several());
  file_in_runs out{.file = *path, .entries = {}, .of = runs};
  const std::string* language = nullptr;
  for (const auto& run : runs->runs) {
    const auto found = run.data->files.find(*path);
    if (found == run.data->files.end() || !counts(run) || (language != nullptr && *language != run.language))
      continue;
    language = &run.language;
    out.entries.push_back({&run, &found->second});
  }
  for (const auto& run : runs->runs)
    if (run.language == *language && run.has_units() && !run.data->files.contains(*path))
      out.without.push_back(&run);
  return out;
}

const measured_run& oldest_of(const file_in_runs& file) {
  const auto* knows = file.entries.back().run;
  return file.without.empty() || file.without.back()->id > knows->id ? *knows : *file.without.back();
}

std::string_view why_not_measured(const measured_runs& runs, std::string_view file) {
  for (const auto& run : runs.runs)
    if (const auto& [ending, why] = run.data->unmeasured; !ending.empty() && file.ends_with(ending))
      return why;
  return {};
}

covered_by find_covering(const file_in_runs& file, std::uint32_t line, const line_hashes* now) {
  covered_by out;
  std::optional<attribution> kind;
  std::vector<part_of_run> parts;
  const line_hashes none;
  line_maps maps{now == nullptr ? none : *now};
  for (const auto& entry : file.entries) {
    if (!has_units(entry)) continue;
    const auto& run = *entry.run;
    const auto* then = lines_of(file.file, *run.data);
    const bool is_known = line == 0 || (now != nullptr && then != nullptr);
    auto was = earlier_lines{line_origin::same, {line, line}};
    if (line != 0 && is_known) was = maps.of(line, *then);
    if (was.origin == line_origin::added) set_latest(out.added_since, run.id);
    if (line != 0 && was.lines.first == 0) continue;
    part_of_run part{run.id, out.units.size(), 0};
    for (const auto number : entry.file->by_unit.units_of(was.lines)) {
      const auto* unit = run.unit(number);
      if (unit != nullptr) out.units.push_back(unit);
    }
    part.end = out.units.size();
    if (part.begin == part.end) continue;
    parts.push_back(part);
    kind = std::max(kind.value_or(attribution::test), run.data->unit_kind);
    if (was.origin == line_origin::edited) set_latest(out.edited_since, run.id);
    if (!is_known) set_latest(out.not_known_in, run.id);
  }
  count_tests(parts, out);
  for (const auto* run : file.without)
    if (is_added(file.file, run->fingerprints.before)) set_latest(out.added_since, run->id);
  out.unit_kind =
      kind.value_or(file.entries.empty() ? attribution::run : file.entries.front().run->data->unit_kind);
  return out;
}

std::optional<measured_run> known_of(const measured_runs& runs, std::string_view language) {
  std::vector<known_part> parts;
  const measured_run* named = nullptr;
  for (const auto& run : runs.runs) {
    if (run.language != language) continue;
    parts.emplace_back(run, parts.empty() ? run : parts.front().run);
    if (run.is_whole && (named == nullptr || (named->options && !run.options)))
      named = &run;  // args may choose tests
  }
  if (parts.size() < 2) return {};
  const auto& oldest = parts.back().run;
  if (named == nullptr) named = &oldest;
  auto data = std::make_shared<coverage>();
  for (const auto& part : parts) {
    for (const auto& [path, file] : part.run.data->files)
      if (!data->files.contains(path)) data->files.emplace(path, together(path, parts));
    data->aliases.insert(part.run.data->aliases.begin(), part.run.data->aliases.end());
  }
  data->notes = notes_of(parts, named->id);
  if (const auto dropped = runs.dropped.find(named->language); dropped != runs.dropped.end())
    data->notes.push_back("what the tests of " + std::to_string(dropped->second) +
                          " earlier runs ran is no longer known: they are too many");
  std::erase_if(data->files, [](const auto& one) { return one.second.lines.empty(); });
  std::erase_if(data->aliases, [&](const auto& one) { return !data->files.contains(one.second); });
  return measured_run{.id = oldest.id,
                      .ended = oldest.ended,
                      .language = oldest.language,
                      .options = {},
                      .fingerprints = oldest.fingerprints,
                      .name = named->name,
                      .data = std::move(data)};
}

std::vector<lines_of_file> lines_run(const measured_runs& runs, std::string_view language,
                                     const std::vector<asked_lines>& files, const fingerprint_ptr& now) {
  std::vector<known_part> parts;
  for (const auto& run : runs.runs)
    if (run.language == language) parts.emplace_back(run, parts.empty() ? run : parts.front().run);
  std::vector<lines_of_file> out;
  for (const auto& file : files) out.push_back(lines_run_of(file, parts, now));
  return out;
}

}  // namespace covey::parsers
