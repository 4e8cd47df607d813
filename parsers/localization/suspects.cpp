#include "parsers/localization/suspects.hpp"
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace covey::parsers {
namespace {

run_by& operator+=(run_by& to, const run_by& more) {
  to.failing += more.failing;
  to.others += more.others;
  to.passing += more.passing;
  return to;
}

run_by operator-(const run_by& of) {
  return {0 - of.failing, 0 - of.others,
          0 - of.passing};  // below zero they wrap around, and back when they are added
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

// Measured on seeded faults; see the design.
constexpr double stack_weight = 1.0;
constexpr double said_weight = 1.0;  // of an error without a stack: what has its words
constexpr double name_weight = 0.1;
constexpr double shared_name_weight = 1.0;  // where its test ran together with others
constexpr double subject_weight = 1e-3;     // of equals, those that the test file is called after
constexpr double edit_weight = 1.0;         // of a file
constexpr double edit_of_it_weight = 9.0;   // of the function itself
constexpr double unmeasured = 1e-3;
// How much a whole function counts beside its best line: of two that few passing tests tell apart the one that they ran less.
constexpr double function_weight = 0.25;

// What prints a value is called by the message of a failed test: that failing tests ran it says little.
constexpr double printer_weight = 0.3;
constexpr double telling_weight = 0.005;  // called where helpers of the tests tell of the failure
constexpr std::string_view printers[] = {"String",   "GoString", "Error",    "Format", "fmt",
                                         "__repr__", "__str__",  "toString", "toJSON", "show"};

bool prints(std::string_view function) {
  const auto name = function.substr(function.find_last_of(".:") + 1);
  return std::find(std::begin(printers), std::end(printers), name) != std::end(printers);
}

constexpr std::size_t max_read_failures = 50;  // of a cause, for what they mention and what was edited

struct weighed_file {
  const std::string* name = nullptr;
  const file_coverage* data = nullptr;
  std::vector<line_spectrum> lines;
  double weight = 0;
};

// A line of a stack counts 1 where it is innermost, 1/2 where it is the next one, and so on.
using frame_weights = std::map<location, double>;

std::vector<location> frames_of(const failure& one) {
  std::vector<location> out;
  for (const auto& frame : one.stack.own) out.push_back(frame.where);
  if (out.empty() && one.raised_at.line > 0) out.push_back(one.raised_at);
  return out;
}

std::string mentioned_by(std::span<const failure* const> failures, measured_sources& sources) {
  std::string out;
  for (const auto* one : failures.first(std::min(failures.size(), max_read_failures)))
    out.append(one->message.substr(0, mentions::max_text / max_read_failures))
        .append("\n")
        .append(sources.line_at(one->where))
        .append("\n");
  return out;
}

// What helpers of the tests ran in failing tests alone, beside what passing ones ran of them: it tells of the failure.
std::string telling_lines(const coverage& data, const role_finder& finder, const unit_roles& roles,
                          measured_sources& sources) {
  constexpr std::size_t max_lines = 400;
  std::string out;
  std::size_t count = 0;
  for (const auto& [name, file] : data.files) {
    const auto passed = [&](const auto& one) {
      return one.unit < roles.of.size() && roles.of[one.unit] == unit_role::passing;
    };
    if (!finder.is_helper(name) || std::ranges::none_of(file.by_unit.units(), passed)) continue;
    for (const auto& [lines, by] : spectrum_of(file.by_unit, roles))
      for (auto line = lines.first; by.passing == 0 && line <= lines.last && count < max_lines;
           ++line, ++count)
        out.append(sources.line_at({name, line})).append("\n");
  }
  return out;
}

std::size_t count_of(const line_range& lines) {
  return lines.last + std::size_t{1} - lines.first;
}

// The fault behind failures that share one is among the lines that all of them ran. Of more than max_path_lines the
// most suspect, as long as they tell themselves from the rest.
std::vector<line_range> path_of(std::vector<line_spectrum> parts, const run_by& all) {
  std::uint32_t most = 0;
  for (const auto& one : parts) most = std::max(most, one.ran.failing);
  std::erase_if(parts, [&](const auto& one) { return one.ran.failing < most; });
  const auto score = [&](const line_spectrum& one) { return suspicion(one.ran, all); };
  std::ranges::stable_sort(parts, std::ranges::greater{}, score);
  std::size_t count = 0, kept = 0;
  for (std::size_t i = 0; i < parts.size() && count <= max_path_lines; ++i) {
    if (i > 0 && score(parts[i]) < score(parts[i - 1])) kept = i;
    count += count_of(parts[i].lines);
  }
  parts.resize(count <= max_path_lines ? parts.size() : kept);
  std::vector<line_range> out;
  for (const auto& one : parts) out.push_back(one.lines);
  std::ranges::sort(out, [](const auto& a, const auto& b) { return a.first < b.first; });
  return out;
}

// The most suspect line is shown, also where only some of them ran it.
void add_worst(std::vector<line_range>& path, const line_range& worst) {
  const auto is_in = [&](const auto& one) { return one.first <= worst.first && worst.first <= one.last; };
  if (worst.first == 0 || std::ranges::any_of(path, is_in)) return;
  path.insert(std::ranges::find_if(path, [&](const auto& one) { return one.first > worst.first; }),
              {worst.first, std::min(worst.last, worst.first + 1)});
}

// What was edited of it goes before the path through it.
void add_edited(suspect& to, std::uint32_t line) {
  if (!std::exchange(to.edited, true)) to.path.clear();
  to.by_line = true;
  if (to.path.size() >= max_path_lines) return;
  if (!to.path.empty() && to.path.back().last + 1 == line)
    to.path.back().last = line;
  else
    to.path.push_back({line, line});
}

// Why no line of the product can explain them, even if their tests ran it; empty: one may.
std::string_view why_unexplained(std::span<const failure* const> failures) {
  constexpr std::string_view network = "the network did not answer", late = "the time was over";
  constexpr std::string_view words[] = {"ENOTFOUND",
                                        "EAI_AGAIN",
                                        "ECONNREFUSED",
                                        "ENETUNREACH",
                                        "ETIMEDOUT",
                                        "no such host",
                                        "onnection refused",
                                        "etwork is unreachable",
                                        "name resolution",
                                        "ame or service not known",
                                        "failed to lookup address"};
  std::string_view out;
  for (const auto* one : failures.first(std::min(failures.size(), max_read_failures))) {
    const bool compares = one->expected || one->actual || !one->diff.empty();
    const auto says = [&](auto word) { return one->message.find(word) != std::string::npos; };
    const bool is_network = !compares && std::any_of(std::begin(words), std::end(words), says);
    const auto why = is_network ? network : one->kind == failure_kind::timeout ? late : std::string_view{};
    if (why.empty() || (!out.empty() && out != why)) return {};
    out = why;
  }
  return out;
}

run_by ran_by(const lines_by_unit& lines, const line_range& any_of, const unit_roles& roles) {
  return run_by_function(lines, roles, {{any_of, 0}}, 1).front();
}

// Edited functions come first, then what was edited outside of functions.
int place_of_edit(const suspect& one) {
  return !one.by_line ? 2 : one.function.empty() ? 1 : 0;
}

class ranking {
 public:
  ranking(std::span<const failure* const> failures, const coverage& data, const role_finder& roles,
          measured_sources& sources)
      : failures_(failures),
        data_(data),
        finder_(roles),
        sources_(sources),
        shared_(!failures.empty() && roles.is_shared(*failures.front())),
        roles_(roles.roles_of(failures)),
        tests_(roles.tests_of(failures)),
        mentioned_(mentioned_by(failures, sources)),
        telling_(telling_lines(data, roles, roles_, sources)) {
    for (const auto* one : failures) add_frames(*one);
    for (const auto* one : failures.first(std::min(failures.size(), max_read_failures)))
      subjects_.insert({subject_of(one->where.file), subject_of(one->id.group)});
    subjects_.erase("");
  }

  suspect_list made() {
    for (const auto& file : files_worth_reading()) add_functions(file, sources_.functions_of(*file.name));
    const auto place = [](const suspect& one) { return std::pair{place_of_edit(one), -one.score}; };
    const auto order = [&](const suspect& one) {
      return std::tuple{place(one), std::int64_t{one.lines.first} - one.lines.last};
    };
    std::ranges::stable_sort(found_, {}, order);
    suspect_list out{.unit = data_.unit_kind, .all = said().all, .shared = shared_};
    out.edited_since = edited_since_;
    if (out.unexplained = why_unexplained(failures_); !out.unexplained.empty())
      std::erase_if(found_, [&](const auto& one) {
        const bool hangs = one.in_stack && failures_.front()->kind == failure_kind::timeout;
        return !one.edited && !hangs;
      });
    if (!found_.empty())
      out.equal = static_cast<std::size_t>(std::ranges::count_if(
          found_, [&](const auto& one) { return place(one) == place(found_.front()); }));
    if (found_.size() > kept_suspects) found_.resize(kept_suspects);
    out.found = std::move(found_);
    return out;
  }

 private:
  // Of an error that came without a stack: where a line that a failing test ran has its words.
  void add_said(const failure& one) {
    auto places = sources_.said_by_product(data_, finder_).places_of(one.message);
    if (places.empty() && one.actual)
      places = sources_.said_by_product(data_, finder_).places_of(*one.actual);
    for (const auto& place : places) {
      const auto [at, is_new] = statements_.try_emplace(place, 0);
      if (is_new) at->second = statement_that_failed(place);
      if (at->second == 0) continue;
      said_[{place.file, at->second}] += 1 / static_cast<double>(failures_.size());
      frames_.try_emplace({place.file, at->second}, 0);
    }
  }

  // The line of it, or where its statement begins, that a failing test ran; 0: none did.
  std::uint32_t statement_that_failed(const location& place) const {
    constexpr std::uint32_t max_lines = 4;
    const auto& lines = data_.files.find(place.file.string())->second.by_unit;
    for (auto line = place.line; line > 0 && line + max_lines > place.line; --line)
      if (ran_by(lines, {line, line}, roles_).failing > 0) return line;
    return 0;
  }

  void add_frames(const failure& one) {
    double depth = 1;
    std::set<location> counted;  // a recursion counts once
    for (const auto& frame : frames_of(one))
      if (finder_.is_product(frame.file) && counted.insert(frame).second)
        frames_[frame] += 1 / depth++ / static_cast<double>(failures_.size());
    if (depth == 1) add_said(one);
  }

  // Tests may have passed last in different runs: the latest of those counts.
  file_edits edits_of(std::string_view file) {
    const auto some = failures_.first(std::min(failures_.size(), max_read_failures));
    file_edits out;
    const file_edits* last = nullptr;
    for (const auto* one : some) {
      const auto& edits = sources_.edits_of(file, *one);
      if (!edits.any || &edits == last) continue;
      last = &edits;
      if (!out.any || sources_.edited_since(*one) > edited_since_) out = edits;
      edited_since_ = std::max(edited_since_, sources_.edited_since(*one));
    }
    return out;
  }

  std::vector<weighed_file> files_worth_reading() {
    std::vector<weighed_file> out;
    for (const auto& [name, file] : data_.files) {
      const bool helps = finder_.is_helper(name);
      if (!helps && !finder_.is_product(name)) continue;
      weighed_file one{&name, &file, spectrum_of(file.by_unit, roles_), 0};
      for (const auto& part : one.lines) one.weight = std::max(one.weight, suspicion(part.ran, roles_.all));
      const auto frame = frames_.lower_bound({name, 0});
      if (frame != frames_.end() && frame->first.file == name) one.weight += 1;
      const bool edited = one.weight > 0 && edits_of(name).any;
      if (edited) one.weight += 1;
      if (one.weight > 0 && (edited || !helps)) out.push_back(std::move(one));
    }
    std::ranges::stable_sort(out, [](const auto& a, const auto& b) { return a.weight > b.weight; });
    if (out.size() > max_suspect_files) out.resize(max_suspect_files);
    return out;
  }

  // The suspects of one file, and behind them one of the lines that are in no function.
  struct in_file {
    const std::vector<function_extent>& functions;
    std::vector<owned_lines> own;
    std::vector<suspect> made;
    std::vector<std::vector<line_spectrum>> parts;  // of each suspect

    std::size_t index_at(std::uint32_t line) const {
      const auto* found = function_at(functions, line);
      return found == nullptr ? functions.size() : static_cast<std::size_t>(found - functions.data());
    }
    suspect& at(std::uint32_t line) { return made[index_at(line)]; }
    bool is_comment(std::uint32_t line) const {
      const auto* of = function_at(functions, line);
      return of != nullptr && std::binary_search(of->comments.begin(), of->comments.end(), line);
    }

    // The last line behind `line` that is of the same function, or of none.
    std::uint32_t same_until(std::uint32_t line) const {
      const auto next = std::partition_point(own.begin(), own.end(),
                                             [&](const auto& one) { return one.lines.last < line; });
      if (next == own.end()) return ~std::uint32_t{0};
      return line < next->lines.first ? next->lines.first - 1 : next->lines.last;
    }
  };

  void add_functions(const weighed_file& file, const std::vector<function_extent>& functions) {
    const auto count = functions.size() + 1;
    in_file here{functions, own_lines(functions), std::vector<suspect>(count),
                 std::vector<std::vector<line_spectrum>>(count)};
    const auto& lines = file.data->by_unit;
    const auto ran = run_by_function(lines, roles_, here.own, functions.size());
    const auto tests = tests_ ? run_by_function(lines, *tests_, here.own, functions.size()) : ran;
    for (std::size_t i = 0; i < functions.size(); ++i) {
      here.made[i].function = functions[i].name;
      here.made[i].lines = {functions[i].first, functions[i].last};
      here.made[i].comments = functions[i].comments;
      here.made[i].ran = tests[i];
    }
    for (const auto& part : file.lines) take_lines(part, here);
    for (std::size_t i = 0; i < functions.size(); ++i)
      here.made[i].score *= std::pow(suspicion(ran[i], roles_.all), function_weight);
    std::map<const suspect*, double> stack, says;
    for (auto it = frames_.lower_bound({*file.name, 0}); it != frames_.end() && it->first.file == *file.name;
         ++it) {
      auto& one = here.at(it->first.line);
      const auto saying = said_.find(it->first);
      if (saying != said_.end()) {
        one.worst = {it->first.line, it->first.line};
        says[&one] += saying->second;
      }
      one.in_stack = one.in_stack || it->second > 0;
      if (one.lines.first == 0) one.lines = {it->first.line, it->first.line};
      stack[&one] += it->second;
    }
    for (std::size_t i = 0; i < functions.size(); ++i)
      add_worst(here.made[i].path = path_of(std::move(here.parts[i]), roles_.all), here.made[i].worst);
    if (const auto& worst = here.made.back().worst; worst.first > 0 && count_of(worst) <= max_path_lines)
      here.made.back().path = {worst};
    const auto edits = edits_of(*file.name);
    for (auto& one : here.made) one.edited = edits.any && !edits.lines;
    for (const auto line : edits.lines.value_or(std::vector<std::uint32_t>{}))
      if (!here.is_comment(line)) add_edited(here.at(line), line);
    auto& outside = here.made.back();
    // It ran when its file was loaded, so all tests that ran anything of the file ran it.
    if (outside.by_line) {
      outside.lines = outside.worst = {outside.path.front().first, outside.path.front().first};
      outside.score = suspicion(ran_by(lines, {1, ~std::uint32_t{0} - 1}, roles_), roles_.all);
      outside.ran = ran_by(lines, {1, ~std::uint32_t{0} - 1}, said());
    } else if (outside.score > 0) {
      outside.ran = ran_by(lines, outside.worst, said());
    }
    const auto weight = !edits.any ? 0 : edits.lines ? edit_of_it_weight : edit_weight;
    for (std::size_t i = 0; i < functions.size(); ++i)
      if (functions[i].of_tests) here.made[i].score = 0, here.made[i].in_stack = false;
    const bool helps = finder_.is_helper(*file.name);
    for (auto& one : here.made)
      if ((one.score > 0 || one.in_stack) && (one.edited || !helps))
        add(one, *file.name,
            stack_weight * std::min(stack[&one], 1.0) + said_weight * std::min(says[&one], 1.0), weight);
  }

  const unit_roles& said() const { return tests_ ? *tests_ : roles_; }

  // Function by function; its score is that of its most suspect line.
  void take_lines(const line_spectrum& part, in_file& here) const {
    const auto score = suspicion(part.ran, roles_.all);
    for (auto line = part.lines.first; line <= part.lines.last && line > 0;) {
      const line_range lines{line, std::min(part.lines.last, here.same_until(line))};
      const auto index = here.index_at(line);
      auto& one = here.made[index];
      here.parts[index].push_back({lines, part.ran});
      if (score > one.score) {
        one.score = score;
        one.worst = lines;
        if (one.function.empty()) one.lines = one.worst;
      } else if (score == one.score && one.worst.last + 1 == line) {
        one.worst.last = lines.last;
      }
      line = lines.last + 1;
    }
  }

  void add(suspect& one, const std::string& file, double stack, double weight_of_edit) {
    one.file = file;
    one.named = mentioned_.name(one.function);
    one.score = std::max(one.score, unmeasured);  // a process that ended early has frames, and no lines
    const bool only_failing = one.ran.passing == 0 && !one.edited && !one.in_stack;
    if (only_failing && telling_.name(one.function))
      one.score *= telling_weight;
    else if (!one.edited && !one.in_stack && !one.named && prints(one.function))
      one.score *= printer_weight;
    const bool is_subject = subjects_.contains(subject_of(file));
    one.score *= (1 + stack) * (one.named ? 1 + (shared_ ? shared_name_weight : name_weight) : 1) *
                 (is_subject ? 1 + subject_weight : 1) * (one.edited ? 1 + weight_of_edit : 1);
    found_.push_back(std::move(one));
  }

  std::span<const failure* const> failures_;
  const coverage& data_;
  const role_finder& finder_;
  measured_sources& sources_;
  bool shared_;
  unit_roles roles_;
  std::optional<unit_roles> tests_;  // what is said is counted in these
  frame_weights frames_;
  frame_weights said_ = {};
  std::map<location, std::uint32_t> statements_ = {};
  mentions mentioned_;
  mentions telling_;
  std::set<std::string> subjects_ = {};  // of the files of their tests
  std::uint64_t edited_since_ = 0;
  std::vector<suspect> found_;
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
  const auto raise = [&](std::uint32_t unit, unit_role to) {
    without_.of[unit] = std::max(without_.of[unit], to);
  };
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
      return at == 0 || (at != std::string::npos &&
                         std::string_view{"/._-"}.find(file[at - 1]) != std::string_view::npos);
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
    for (auto end = id.name.size(); end != std::string::npos && end > 0;
         end = id.name.rfind(separator_, end - 1))
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
  return found != data_.files.end() && !found->second.of_tests && !found->second.holds_tests &&
         !asserting_.contains(file) && !found->second.aside &&
         (found->second.documented || !groups_.contains(file));
}

bool role_finder::is_helper(std::string_view file) const {
  const auto found = data_.files.find(file);
  if (found == data_.files.end() || found->second.aside || groups_.contains(file)) return false;
  return found->second.of_tests || asserting_.contains(file);
}

bool role_finder::is_of(const failure& one, const std::vector<bool>& units) const {
  const auto numbers = numbers_of(one.id);
  return std::ranges::any_of(numbers, [&](auto number) { return units[number]; });
}

bool role_finder::is_shared(const failure& one) const {
  const auto numbers = numbers_of(one.id);
  if (!by_test_ || numbers.empty()) return false;
  const bool is_own =
      units_.contains(key_of(one.id.group, one.id.name));  // else its parent's, where its cases may have run
  return !is_own ||
         std::ranges::any_of(numbers, [&](auto unit) { return data_.units[unit].tests.size() > 1; });
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
    if (out.of[i] != unit_role::failing)
      out.tests[i] = static_cast<std::uint32_t>(data_.units[i].tests.size());
    add(out.all, out.of[i], out.tests[i]);
  }
  const auto is_several = [](auto tests) { return tests > 1; };
  return std::ranges::any_of(out.tests, is_several) ? std::optional{std::move(out)} : std::nullopt;
}

double suspicion(const run_by& ran, const run_by& all) {
  return ochiai(ran.failing, ran.passing, all.failing) *
         ochiai(ran.failing + ran.others, ran.passing, all.failing + all.others);
}

std::vector<line_spectrum> spectrum_of(const lines_by_unit& lines, const unit_roles& roles) {
  const auto counts = counts_by_set(lines, roles);
  const auto fails = [](const auto& entry) { return entry.second.failing > 0; };
  if (std::ranges::none_of(counts, fails)) return {};
  std::map<std::uint32_t, run_by> changes;  // of the counts at a line
  std::vector<line_range> ran;
  for (const auto& [set, by] : counts) {
    lines.read_set(set, ran);
    for (const auto& range : ran) {
      changes[range.first] += by;
      changes[range.last + 1] += -by;
    }
  }
  std::vector<line_spectrum> out;
  run_by now;
  for (auto it = changes.begin(); it != changes.end(); ++it) {
    now += it->second;
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
    return std::ranges::any_of(own, [&](const auto& one) {
      return std::max(one.lines.first, of.first) <= range.last &&
             range.first <= std::min(one.lines.last, of.last);
    });
  };
  std::unordered_map<std::uint32_t, bool> known;
  std::vector<line_range> ran;
  for (const auto& [unit, set] : lines.units()) {
    if (unit >= units) continue;
    const auto [at, is_new] = known.try_emplace(set, false);
    if (is_new) {
      lines.read_set(set, ran);
      at->second = std::ranges::any_of(ran, has);
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

const sayings& measured_sources::said_by_product(const coverage& data, const role_finder& roles) {
  if (said_) return *said_;
  said_.emplace();
  for (const auto& [name, file] : data.files)
    if (roles.is_product(name)) said_->add(name, text_of(name));
  return *said_;
}

suspect_list suspects_of(std::span<const failure* const> failures, const coverage& data,
                         const role_finder& roles, measured_sources& sources) {
  return ranking{failures, data, roles, sources}.made();
}

}  // namespace covey::parsers
