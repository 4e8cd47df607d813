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

  // A guess is none where another run has several.
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

const line_hashes* lines_of(std::string_view file, const measured_run& in) {
  if (!in.data->lines) return nullptr;
  const auto known = in.data->lines->find(file);
  return known == in.data->lines->end() ? nullptr : &known->second;
}

void set_latest(std::uint64_t& to, std::uint64_t run) {
  to = std::max(to, run);
}

// The lines that this one was when the run began; nothing of it is known where the first is 0.
line_range lines_then(const file_in_runs& file, const measured_run& in, std::uint32_t line,
                      const line_hashes* now, covered_by& out) {
  if (line == 0 || now == nullptr) return {line, line};
  const auto* then = lines_of(file.file, in);
  if (then == nullptr) set_latest(out.not_known_in, in.id);
  if (then == nullptr || *then == *now) return {line, line};
  const auto was = line_map{*then, *now}.of(line);
  if (was.origin == line_origin::added) set_latest(out.added_since, in.id);
  if (was.origin == line_origin::edited) set_latest(out.edited_since, in.id);
  return was.lines;
}

}  // namespace

lookup_result find_file(const measured_runs_ptr& runs, std::string_view file) {
  found_names names;
  for (const auto& run : runs->runs) names.add(run.files->find(file));
  const auto* path = names.only();
  if (path == nullptr)
    return std::visit([](auto&& what) { return lookup_result{std::move(what)}; }, names.none_or_several());
  file_in_runs out{*path, {}, runs};
  const std::string* language = nullptr;
  for (const auto& run : runs->runs) {
    const auto found = run.data->files.find(*path);
    if (found == run.data->files.end() || (language != nullptr && *language != run.language)) continue;
    language = &run.language;
    out.entries.push_back({&run, &found->second});
  }
  return out;
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
  for (const auto& [run, of_file] : file.entries) {
    const auto lines = lines_then(file, *run, line, now, out);
    if (line != 0 && lines.first == 0) continue;
    for (const auto number : of_file->by_unit.units_of(lines)) {
      const auto* unit = run->unit(number);
      if (unit == nullptr) continue;
      out.units.push_back(unit);
      if (!unit->tests.empty()) out.tests[run->id] += unit->tests.size();
      kind = std::max(kind.value_or(attribution::test), run->data->unit_kind);
    }
  }
  if (!kind && !file.entries.empty()) kind = file.entries.front().run->data->unit_kind;
  out.unit_kind = kind.value_or(attribution::run);
  return out;
}

}  // namespace covey::parsers
