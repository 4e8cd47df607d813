#include "parsers/localization/spectrum.hpp"
#include "parsers/model/outermost.hpp"
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>

namespace covey::parsers {
namespace {

run_by& operator+=(run_by& to, const run_by& more) {
  to.failing += more.failing;
  to.others += more.others;
  to.passing += more.passing;
  return to;
}

run_by& operator-=(run_by& from, const run_by& less) {
  from.failing -= less.failing;
  from.others -= less.others;
  from.passing -= less.passing;
  return from;
}

void add(run_by& to, unit_role role, std::uint32_t tests = 1) {
  if (role == unit_role::failing) to.failing += tests;
  if (role == unit_role::other) to.others += tests;
  if (role == unit_role::passing) to.passing += tests;
}

// Ochiai, Zoogeographical Studies on the Soleoid Fishes, 1957: what fails and runs it, by the geometric mean of what fails
// and what runs it.
double ochiai(double failing_and_ran, double passing_and_ran, double failing) {
  if (failing_and_ran == 0) return 0;
  return failing_and_ran / std::sqrt(failing * (failing_and_ran + passing_and_ran));
}

// How many units of each role have each set of lines. Many share one, so sets are read once.
std::unordered_map<std::uint32_t, run_by> counts_by_set(const lines_by_unit& lines, const unit_roles& roles) {
  std::unordered_map<std::uint32_t, run_by> out;
  for (const auto& [unit, set] : lines.units())
    if (unit < roles.of.size() && roles.of[unit] != unit_role::none)
      add(out[set], roles.of[unit], roles.tests.empty() ? 1 : roles.tests[unit]);
  return out;
}

struct change {  // of the counts at a line
  run_by up, down;
};

}  // namespace

std::size_t role_finder::key_of(std::string_view group, std::string_view name) const {
  if (data_.unit_kind == attribution::run) return 0;
  const auto hash = std::hash<std::string_view>{};
  constexpr std::size_t mixing = 0x9e3779b97f4a7c15u;
  return by_test_ ? hash(group) * mixing + hash(name) : hash(group);
}

std::vector<std::uint32_t> role_finder::numbers_of(const test_id& id) const {
  std::vector<std::uint32_t> out;
  std::string_view name = id.name;
  for (;;) {
    const auto [begin, end] = units_.equal_range(key_of(id.group, name));
    for (auto it = begin; it != end; ++it) out.push_back(it->second);
    const auto outer = name.rfind(separator_);
    if (!out.empty() || !by_test_ || outer == std::string_view::npos) return out;
    name = name.substr(0, outer);
  }
}

role_finder::role_finder(const coverage& data, const run_results& results, const earlier_units& earlier)
    : data_(data),
      by_test_(data.unit_kind == attribution::test),
      separator_(separator_of(results)),
      without_{std::vector<unit_role>(data.units.size()), {}} {
  for (const auto& unit : data.units) groups_.insert(unit.name);
  for (std::uint32_t i = 0; i < std::min(data.units.size(), earlier.first); ++i)
    for (const auto& test : data.units[i].tests) {
      units_.emplace(key_of(data.units[i].name, test), i);
      if (!by_test_) break;
    }
  add_earlier(earlier);
  const auto raise = [&](std::uint32_t unit, unit_role to) { without_.of[unit] = std::max(without_.of[unit], to); };
  for (const auto& test : results.tests) {
    if (test.result == outcome::skipped) continue;
    const auto [begin, end] = units_.equal_range(key_of(test.id.group, test.id.name));
    for (auto it = begin; it != end; ++it)
      raise(it->second, test.result == outcome::passed ? unit_role::passing : unit_role::other);
  }
  for (const auto& one : results.failures) {
    for (const auto unit : numbers_of(one.id)) raise(unit, unit_role::other);
    const auto& file = one.raised_at.file.string();
    const auto says = [&](std::string_view word) {  // not "latest.py"
      const auto at = file.find(word);
      return at == 0 || (at != std::string::npos && std::string_view{"/._-"}.find(file[at - 1]) != std::string_view::npos);
    };
    if (file != one.where.file.string() && (says("test") || says("assert"))) asserting_.insert(file);
  }
  for (const auto role : without_.of) {
    if (role == unit_role::passing) ++without_.all.passing;
    if (role == unit_role::other) ++without_.all.others;
  }
}

// What the run measured of a test, or of what it is counted with, goes before what was known of it.
void role_finder::add_earlier(const earlier_units& all) {
  std::set<std::pair<std::string, std::string>> failing;  // a test of which a part fails, too
  for (const auto& id : all.failing) {
    if (data_.unit_kind == attribution::run) failing.insert({"", full_name(id)});
    for (auto end = id.name.size(); end != std::string::npos && end > 0; end = id.name.rfind(separator_, end - 1))
      failing.insert({id.group.string(), id.name.substr(0, end)});
  }
  for (auto i = all.first; i < data_.units.size(); ++i) {
    const auto& unit = data_.units[i];
    const auto group = data_.unit_kind == attribution::run ? std::string{} : unit.name;
    for (const auto& test : unit.tests) {
      const auto key = key_of(unit.name, test);
      if (units_.contains(key)) continue;
      without_.of[i] =
          std::max(without_.of[i], failing.contains({group, test}) ? unit_role::other : unit_role::passing);
      units_.emplace(key, static_cast<std::uint32_t>(i));
    }
  }
}

bool role_finder::is_product(std::string_view file) const {
  const auto found = data_.files.find(file);
  return found != data_.files.end() && !found->second.of_tests && !found->second.holds_tests && !asserting_.contains(file) &&
         !found->second.aside && (found->second.documented || !groups_.contains(file));
}

bool role_finder::is_helper(std::string_view file) const {
  const auto found = data_.files.find(file);
  if (found == data_.files.end() || found->second.aside || groups_.contains(file)) return false;
  return found->second.of_tests || asserting_.contains(file);
}

bool role_finder::is_of(const failure& one, const std::vector<bool>& units) const {
  const auto numbers = numbers_of(one.id);
  return std::any_of(numbers.begin(), numbers.end(), [&](auto number) { return units[number]; });
}

bool role_finder::is_shared(const failure& one) const {
  const auto numbers = numbers_of(one.id);
  if (!by_test_ || numbers.empty()) return false;
  const bool is_own = units_.contains(key_of(one.id.group, one.id.name));  // else its parent's, where its cases may have run
  return !is_own || std::any_of(numbers.begin(), numbers.end(), [&](auto unit) { return data_.units[unit].tests.size() > 1; });
}

unit_roles role_finder::roles_of(std::span<const failure* const> failures) const {
  auto out = without_;
  for (const auto* one : failures)
    for (const auto unit : numbers_of(one->id)) {
      if (out.of[unit] == unit_role::failing) continue;
      out.of[unit] = unit_role::failing;
      --out.all.others;
      ++out.all.failing;
    }
  return out;
}

std::optional<unit_roles> role_finder::tests_of(std::span<const failure* const> failures) const {
  if (!by_test_) return std::nullopt;
  auto out = roles_of(failures);
  out.tests.assign(out.of.size(), 0);
  std::set<test_id> counted;
  for (const auto* one : failures)
    if (counted.insert(one->id).second)
      for (const auto unit : numbers_of(one->id)) ++out.tests[unit];
  out.all = {};
  for (std::size_t i = 0; i < out.of.size(); ++i) {
    if (out.of[i] != unit_role::failing) out.tests[i] = static_cast<std::uint32_t>(data_.units[i].tests.size());
    add(out.all, out.of[i], out.tests[i]);
  }
  const auto is_several = [](auto tests) { return tests > 1; };
  return std::any_of(out.tests.begin(), out.tests.end(), is_several) ? std::optional{std::move(out)} : std::nullopt;
}

double suspicion(const run_by& ran, const run_by& all) {
  return ochiai(ran.failing, ran.passing, all.failing) *
         ochiai(ran.failing + ran.others, ran.passing, all.failing + all.others);
}

std::vector<line_spectrum> spectrum_of(const lines_by_unit& lines, const unit_roles& roles) {
  const auto counts = counts_by_set(lines, roles);
  const auto fails = [](const auto& entry) { return entry.second.failing > 0; };
  if (std::none_of(counts.begin(), counts.end(), fails)) return {};
  std::map<std::uint32_t, change> changes;
  std::vector<line_range> ran;
  for (const auto& [set, by] : counts) {
    lines.read_set(set, ran);
    for (const auto& range : ran) {
      changes[range.first].up += by;
      changes[range.last + 1].down += by;
    }
  }
  std::vector<line_spectrum> out;
  run_by now;
  for (auto it = changes.begin(); it != changes.end(); ++it) {
    now += it->second.up;
    now -= it->second.down;
    if (now.failing == 0) continue;
    const auto last = std::next(it)->first - 1;  // counts end at zero, so there is a next one
    if (!out.empty() && out.back().ran == now && out.back().lines.last + 1 == it->first)
      out.back().lines.last = last;
    else
      out.push_back({{it->first, last}, now});
  }
  return out;
}

std::vector<owned_lines> own_lines(const std::vector<function_extent>& functions) {
  std::vector<owned_lines> out;
  std::vector<std::size_t> open;               // functions that the current line is within, innermost last
  std::uint32_t next = 1;                      // the first line that belongs to none yet
  const auto give = [&](std::uint32_t last) {  // the lines up to `last` to the innermost one
    if (!open.empty() && next <= last) out.push_back({{next, last}, open.back()});
    next = std::max(next, last + 1);
  };
  const auto close_before = [&](std::uint32_t line) {
    while (!open.empty() && functions[open.back()].last < line) {
      give(functions[open.back()].last);
      open.pop_back();
    }
  };
  for (std::size_t i = 0; i < functions.size(); ++i) {
    close_before(functions[i].first);
    give(functions[i].first - 1);
    open.push_back(i);
  }
  close_before(~std::uint32_t{0});
  return out;
}

std::vector<bool> units_that_ran(const lines_by_unit& lines, const std::vector<function_extent>& functions,
                                 const line_range& of, std::size_t units) {
  std::vector<bool> out(units);
  auto own = own_lines(functions);
  std::erase_if(own, [&, inner = function_at(functions, of.first)](const auto& one) {
    return &functions[one.function] != inner || one.lines.last < of.first || of.last < one.lines.first;
  });
  const auto has = [&](const line_range& range) {
    return std::any_of(own.begin(), own.end(), [&](const auto& one) {
      return std::max(one.lines.first, of.first) <= range.last && range.first <= std::min(one.lines.last, of.last);
    });
  };
  std::unordered_map<std::uint32_t, bool> known;
  std::vector<line_range> ran;
  for (const auto& [unit, set] : lines.units()) {
    if (unit >= units) continue;
    const auto [at, is_new] = known.try_emplace(set, false);
    if (is_new) {
      lines.read_set(set, ran);
      at->second = std::any_of(ran.begin(), ran.end(), has);
    }
    out[unit] = at->second;
  }
  return out;
}

std::vector<run_by> run_by_function(const lines_by_unit& lines, const unit_roles& roles,
                                    const std::vector<owned_lines>& own, std::size_t functions) {
  std::vector<run_by> out(functions);
  std::vector<std::uint32_t> counted(
      functions);  // the number of the set that a function was counted for last
  std::uint32_t number = 0;
  std::vector<line_range> ran;
  for (const auto& [set, by] : counts_by_set(lines, roles)) {
    ++number;
    lines.read_set(set, ran);
    auto at = own.begin();
    for (const auto& range : ran) {
      while (at != own.end() && at->lines.last < range.first) ++at;
      for (auto it = at; it != own.end() && it->lines.first <= range.last; ++it) {
        if (std::exchange(counted[it->function], number) == number) continue;
        out[it->function] += by;
      }
    }
  }
  return out;
}

}  // namespace covey::parsers
