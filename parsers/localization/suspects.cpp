#include "parsers/localization/suspects.hpp"
#include "parsers/localization/mentions.hpp"
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace covey::parsers {
namespace {

// Measured on seeded faults; see the design.
constexpr double stack_weight = 1.0;
constexpr double said_weight = 1.0;  // of an error without a stack: what has its words
constexpr double name_weight = 0.1;
constexpr double shared_name_weight = 1.0;  // where its test ran together with others
constexpr double subject_weight = 1e-3;    // of equals, those that the test file is called after
constexpr double edit_weight = 1.0;        // of a file
constexpr double edit_of_it_weight = 9.0;  // of the function itself
constexpr double unmeasured = 1e-3;
// How much a whole function counts beside its best line: of two that few passing tests tell apart the one that they ran less.
constexpr double function_weight = 0.25;

// What prints a value is called by the message of a failed test: that failing tests ran it says little.
constexpr double printer_weight = 0.3;
constexpr double telling_weight = 0.005;  // called where helpers of the tests tell of the failure
constexpr std::string_view printers[] = {"String", "GoString", "Error", "Format", "fmt", "__repr__", "__str__", "toString", "toJSON", "show"};

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
std::string telling_lines(const coverage& data, const role_finder& finder, const unit_roles& roles, measured_sources& sources) {
  constexpr std::size_t max_lines = 400;
  std::string out;
  std::size_t count = 0;
  for (const auto& [name, file] : data.files) {
    const auto passed = [&](const auto& one) { return one.unit < roles.of.size() && roles.of[one.unit] == unit_role::passing; };
    if (!finder.is_helper(name) || std::ranges::none_of(file.by_unit.units(), passed)) continue;
    for (const auto& [lines, by] : spectrum_of(file.by_unit, roles))
      for (auto line = lines.first; by.passing == 0 && line <= lines.last && count < max_lines; ++line, ++count)
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
  std::stable_sort(parts.begin(), parts.end(),
                   [&](const auto& a, const auto& b) { return score(a) > score(b); });
  std::size_t count = 0, kept = 0;
  for (std::size_t i = 0; i < parts.size() && count <= max_path_lines; ++i) {
    if (i > 0 && score(parts[i]) < score(parts[i - 1])) kept = i;
    count += count_of(parts[i].lines);
  }
  parts.resize(count <= max_path_lines ? parts.size() : kept);
  std::vector<line_range> out;
  for (const auto& one : parts) out.push_back(one.lines);
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return out;
}

// The most suspect line is shown, also where only some of them ran it.
void add_worst(std::vector<line_range>& path, const line_range& worst) {
  const auto is_in = [&](const auto& one) { return one.first <= worst.first && worst.first <= one.last; };
  if (worst.first == 0 || std::any_of(path.begin(), path.end(), is_in)) return;
  path.insert(std::find_if(path.begin(), path.end(), [&](const auto& one) { return one.first > worst.first; }),
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
  constexpr std::string_view words[] = {
      "ENOTFOUND",    "EAI_AGAIN",         "ECONNREFUSED",          "ENETUNREACH",     "ETIMEDOUT",
      "no such host", "onnection refused", "etwork is unreachable", "name resolution", "ame or service not known",
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

  suspect_list made(std::size_t limit) {
    for (const auto& file : files_worth_reading()) add_functions(file, sources_.functions_of(*file.name));
    const auto place = [](const suspect& one) { return std::pair{place_of_edit(one), -one.score}; };
    const auto order = [&](const suspect& one) {
      return std::tuple{place(one), std::int64_t{one.lines.first} - one.lines.last};
    };
    std::stable_sort(found_.begin(), found_.end(),
                     [&](const auto& a, const auto& b) { return order(a) < order(b); });
    suspect_list out{.unit = data_.unit_kind, .all = said().all, .shared = shared_};
    out.edited_since = edited_since_;
    if (out.unexplained = why_unexplained(failures_); !out.unexplained.empty())
      std::erase_if(found_, [&](const auto& one) {
        const bool hangs = one.in_stack && failures_.front()->kind == failure_kind::timeout;
        return !one.edited && !hangs;
      });
    if (!found_.empty())
      out.equal = static_cast<std::size_t>(std::count_if(
          found_.begin(), found_.end(), [&](const auto& one) { return place(one) == place(found_.front()); }));
    if (found_.size() > limit) found_.resize(limit);
    out.found = std::move(found_);
    return out;
  }

 private:
  // Of an error that came without a stack: where a line that a failing test ran has its words.
  void add_said(const failure& one) {
    auto places = sources_.said_by_product(data_, finder_).places_of(one.message);
    if (places.empty() && one.actual) places = sources_.said_by_product(data_, finder_).places_of(*one.actual);
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
    std::stable_sort(out.begin(), out.end(),
                     [](const auto& a, const auto& b) { return a.weight > b.weight; });
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
    if (outside.by_line) {  // it ran when its file was loaded, so all tests that ran anything of the file ran it
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
        add(one, *file.name, stack_weight * std::min(stack[&one], 1.0) + said_weight * std::min(says[&one], 1.0), weight);
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

const sayings& measured_sources::said_by_product(const coverage& data, const role_finder& roles) {
  if (said_) return *said_;
  said_.emplace();
  for (const auto& [name, file] : data.files)
    if (roles.is_product(name)) said_->add(name, text_of(name));
  return *said_;
}

suspect_list suspects_of(std::span<const failure* const> failures, const coverage& data,
                         const role_finder& roles, measured_sources& sources, std::size_t limit) {
  return ranking{failures, data, roles, sources}.made(limit);
}

}  // namespace covey::parsers
