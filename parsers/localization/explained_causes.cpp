#include "parsers/localization/explained_causes.hpp"
#include "parsers/coverage/line_map.hpp"
#include "parsers/coverage/lookup.hpp"
#include "parsers/coverage/merge.hpp"
#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <string_view>
#include <unordered_map>

namespace covey::parsers {
namespace {

// For the suspects of one cause.
std::size_t steps_of(const coverage& data) {
  std::size_t out = 0;
  for (const auto& [name, file] : data.files) out += file.aside ? 0 : file.by_unit.size();
  return out;
}

class explainer {
 public:
  explainer(const run_results& results, const coverage& data, measured_sources& sources,
            const earlier_units& earlier)
      : data_(data), sources_(sources), roles_(data, results, earlier) {
    for (const auto& one : results.failures) all_.push_back(&one);
    // What the coverage has not is judged by the failures' own places.
    is_product_ = [this, otherwise = product_of(std::span{all_})](std::string_view file) {
      const auto found = data_.files.find(file);
      const bool is_reported = found != data_.files.end() && !found->second.aside;
      return is_reported ? roles_.is_product(file) : otherwise(file);
    };
  }
  explainer(const explainer&) = delete;
  explainer& operator=(const explainer&) = delete;

  std::vector<cause> causes() {
    const bool single = data_.unit_kind == attribution::test;
    auto out = finest_causes(all_, is_product_,
                             [&](const failure& one) { return !single || !roles_.is_measured(one); });
    if (single) {
      out = by_case(std::move(out));
      compare(out);
    }
    out = united_to(std::move(out), all_, is_product_, max_causes);
    put_in_order(out, all_);
    // Of what was divided more than once, parts may have found to the same suspect.
    for (out = with_suspects(std::move(out)); single;) {
      const auto before = out.size();
      out = united_by_suspect(std::move(out));
      if (out.size() == before) break;
      out = with_suspects(std::move(out));
    }
    return out;
  }

  // Of more causes than a few nobody reads all.
  std::vector<cause> with_suspects(std::vector<cause> causes) {
    const auto told = std::max(max_compared_steps / (steps_of(data_) + 1), std::size_t{1});
    for (std::size_t i = 0; i < std::min({causes.size(), max_compared_causes, told}); ++i)
      add_suspects(causes[i]);
    return causes;
  }

 private:
  void add_suspects(cause& to) {
    std::vector<const failure*> failures;
    for (const auto member : to.members) failures.push_back(all_[member]);
    to.suspects = suspects_of(failures, data_, roles_, sources_);
  }

  // What holds a case of a table-driven suite by its name tells more than the line in which all of them fail.
  std::vector<cause> by_case(std::vector<cause> causes) {
    std::vector<cause> out;
    for (auto& one : causes) {
      const auto& where = all_[one.members.front()]->where;
      std::map<std::string_view, std::vector<std::size_t>> holders;
      for (const auto member : one.members) {
        const auto& [group, name, separator] = all_[member]->id;
        const auto end =
            all_[member]->where == where ? name.rfind(std::string_view{separator}) : std::string::npos;
        holders[std::string_view{name}.substr(0, end == std::string::npos ? 0 : end)].push_back(member);
      }
      if (where.line == 0 || holders.size() < 2) {
        out.push_back(std::move(one));
        continue;
      }
      for (auto& [name, members] : holders) {
        table_.emplace(members.front(), where);
        keep_members(out.emplace_back(), std::move(members), all_);
      }
    }
    return out;
  }

  // Divides what says the same by fault, then unites what has the same fault.
  void compare(std::vector<cause>& causes) {
    const auto max = std::min(max_compared_causes, max_compared_steps / (steps_of(data_) + 1));
    if (causes.size() > max_compared_causes)
      causes = united_to(std::move(causes), all_, is_product_, max_compared_causes);
    if (causes.size() > max) return;
    for (std::size_t i = 0; i < causes.size(); ++i) {
      add_suspects(causes[i]);
      auto rest = without_first_suspect(causes[i]);
      if (rest.empty() || causes.size() >= max) continue;
      std::vector<std::size_t> kept;
      std::set_difference(causes[i].members.begin(), causes[i].members.end(), rest.begin(), rest.end(),
                          std::back_inserter(kept));
      keep_members(causes[i], std::move(kept), all_);
      add_suspects(causes[i]);
      causes.emplace_back();
      keep_members(causes.back(), std::move(rest), all_);
    }
    causes = united_by_suspect(std::move(causes));
  }

  // Whether it names another of these functions than the first one, where its test ran together with others.
  bool names_another(const failure& one, const std::vector<suspect>& found) const {
    if (!found.front().named || !roles_.is_shared(one)) return false;
    const mentions by{one.message};
    const auto names = [&](const suspect& function) { return by.name(function.function); };
    return !names(found.front()) && std::ranges::any_of(found, names);
  }

  // Those of its failures whose tests did not run the lines of the first suspect that tell most (of an edited one, any): their
  // fault is another one. Of tests whose lines are not known nothing is told.
  std::vector<std::size_t> without_first_suspect(const cause& of) {
    if (of.suspects.found.empty()) return {};
    const auto& first = of.suspects.found.front();
    const auto& lines = data_.files.find(first.file)->second.by_unit;
    const auto telling = first.by_line || first.worst.first == 0 ? first.lines : first.worst;
    const auto ran = units_that_ran(lines, sources_.functions_of(first.file), telling, data_.units.size());
    std::vector<std::size_t> out;
    for (const auto member : of.members) {
      const auto& one = *all_[member];
      if ((roles_.is_measured(one) && !roles_.is_of(one, ran)) || names_another(one, of.suspects.found))
        out.push_back(member);
    }
    return out.size() == of.members.size() ? std::vector<std::size_t>{} : out;
  }

  // What its failures name of the functions that their tests ran, where these ran together with others: the rest is guessed.
  std::string named_by(const cause& of) const {
    const auto& found = of.suspects.found;
    const auto named = std::ranges::find_if(found, [](const auto& one) { return one.named; });
    return named == found.end() || !roles_.is_shared(*all_[of.members.front()]) ? std::string{}
                                                                                : named->function;
  }

  // Causes without a clear first suspect stay apart, but for cases of one table.
  std::vector<cause> united_by_suspect(std::vector<cause> causes) const {
    std::map<std::tuple<std::string, std::string, std::uint32_t, std::string>, std::size_t> known;
    std::size_t next = 0;
    return united(std::move(causes), all_, [&](const cause& one) {
      const auto* first = tells_apart(one.suspects) ? &one.suspects.found.front() : nullptr;
      const auto table = table_.find(one.members.front());
      if (first == nullptr && table == table_.end()) return ++next;
      auto key =
          first != nullptr
              ? std::tuple{first->file, first->function, first->lines.first, named_by(one)}
              : std::tuple{std::string{}, table->second.file.string(), table->second.line, std::string{}};
      return known.emplace(std::move(key), ++next).first->second;
    });
  }

  const coverage& data_;
  measured_sources& sources_;
  role_finder roles_;
  std::vector<const failure*> all_;
  std::map<std::size_t, location> table_;  // of the first failure of what holds cases of a table: their line
  product_test is_product_;
};

constexpr std::uint32_t none = ~std::uint32_t{0};

struct part {
  const coverage* data = nullptr;
  std::vector<std::uint32_t> numbers = {};  // of its units in the whole; none: they are not in it
};

// Where each line is now; 0: it is gone, or was edited.
std::vector<std::uint32_t> moved(const line_hashes& then, const line_hashes& now) {
  std::vector<std::uint32_t> out(then.size() + 1);
  const line_map map{then, now};
  for (std::uint32_t line = 1; line <= now.size(); ++line) out[map.same_as(line)] = line;
  out[0] = 0;
  return out;
}

std::vector<line_range> at_now(const std::vector<line_range>& ran, const std::vector<std::uint32_t>& now) {
  std::vector<line_range> out;
  for (const auto& range : ran)
    for (auto line = range.first; line <= range.last && line < now.size(); ++line)
      if (now[line] > 0) out.push_back({now[line], now[line]});
  put_in_order(out);
  return out;
}

// Of a file, as all parts have it. The first one's lines are those of now.
lines_by_unit joined(const std::vector<part>& parts, const std::string& path, const line_hashes* now,
                     bool has_own) {
  std::vector<unit_set> units;
  packed_line_sets sets;
  for (const auto& one : parts) {
    const auto file = one.data->files.find(path);
    const auto* then = lines_of(path, *one.data);
    const bool is_own = has_own && &one == &parts.front();
    if (file == one.data->files.end() || (!is_own && (then == nullptr || now == nullptr))) continue;
    const auto lines = is_own || *then == *now ? std::vector<std::uint32_t>{} : moved(*then, *now);
    std::unordered_map<std::uint32_t, std::uint32_t> known;  // sets, by where they were
    std::vector<line_range> ran;
    for (const auto& [unit, set] : file->second.by_unit.units()) {
      if (one.numbers[unit] == none) continue;
      const auto [at, is_new] = known.try_emplace(set, 0);
      if (is_new) {
        file->second.by_unit.read_set(set, ran);
        at->second = static_cast<std::uint32_t>(sets.add(lines.empty() ? ran : at_now(ran, lines)));
      }
      units.push_back({one.numbers[unit], at->second});
    }
  }
  return {std::move(units), std::move(sets)};
}

}  // namespace

std::vector<cause> explained_causes(const run_results& results, const coverage& data,
                                    measured_sources& sources, std::vector<cause> told,
                                    const earlier_units& earlier) {
  explainer by{results, data, sources, earlier};
  return told.empty() ? by.causes() : by.with_suspects(std::move(told));
}

known_coverage with_earlier(const std::shared_ptr<const coverage>& own,
                            const std::vector<measured_run>& earlier, const finished_run& run,
                            measured_sources& sources) {
  std::vector<part> parts;
  auto all = std::make_shared<coverage>();
  const auto add = [&](const coverage& data, const auto& unit_at) {
    if (parts.empty()) all->unit_kind = data.unit_kind;
    auto& numbers =
        parts.emplace_back(part{&data, std::vector<std::uint32_t>(data.units.size(), none)}).numbers;
    for (std::uint32_t i = 0; i < numbers.size(); ++i)
      if (const coverage_unit* unit = unit_at(i)) {
        numbers[i] = static_cast<std::uint32_t>(all->units.size());
        all->units.push_back(*unit);
      }
    for (const auto& [path, file] : data.files)  // only a run of its documentation tells that a file has one
      all->files.try_emplace(path, what_units_ran(file, false)).first->second.documented |= file.documented;
  };
  if (own) add(*own, [&](auto number) { return &own->units[number]; });
  known_coverage out{own, {}};
  for (const auto& one : earlier) {
    if (one.id == run.id || !is_of_kind(run, one)) continue;
    if (!out.earlier.any()) out.earlier.first = all->units.size();
    add(*one.data, [&](auto number) { return one.unit(number); });
  }
  if (!out.earlier.any()) return out;
  // A function that no failing test ran is not suspect, even if others ran it. But a process that ended early reported no lines.
  const bool needs_all = !own || is_partial(run);
  for (auto& [path, file] : all->files) {
    if (!needs_all && (!own->files.contains(path) || own->files.find(path)->second.by_unit.empty())) continue;
    const auto* now = own ? lines_of(path, *own) : nullptr;
    file.by_unit = joined(parts, path, now == nullptr ? sources.lines_of(path) : now, own != nullptr);
  }
  out.data = all;
  return out;
}

void add_known_failures(earlier_units& to, const finished_run& of) {
  for (const auto& one : of.results.failures) to.failing.insert(one.id);
  for (const auto& one : of.still_failing) to.failing.insert(one.what->id);
}

}  // namespace covey::parsers
