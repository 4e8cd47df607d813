#include "parsers/languages/go/rerun.hpp"
#include "parsers/languages/go/output/panic.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace covey::parsers::languages::go {

namespace {

// --- Which specs of a package are to run: `go test -run` knows only the function that runs them all ---

struct spec_selection {
  std::string pattern;  // for -run
  // For --ginkgo.focus, which is matched against the texts of a spec with blanks between them.
  std::string focus;
};

struct specs_apart {
  std::set<name_pattern> others;
  std::vector<spec_selection> specs;
};

// "^a b$" -> "a b"
std::string_view without_anchors(std::string_view element) {
  if (element.starts_with('^')) element.remove_prefix(1);
  if (element.ends_with('$')) element.remove_suffix(1);
  return element;
}

// "sums#01" is our name for the second spec of a name, which Ginkgo does not tell from the first.
std::string_view without_number(std::string_view text) {
  const auto at = text.rfind('#');
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (at == std::string_view::npos || text.size() < at + 3 ||
      !std::ranges::all_of(text.substr(at + 1), is_digit))
    return text;
  return text.substr(0, at);
}

// A slash of the name may be one of its texts.
std::string focus_of(const name_pattern& name) {
  std::string out;
  for (std::size_t i = 1; i < name.size(); ++i) {
    auto text = without_anchors(name[i]);
    if (i + 1 == name.size()) text = without_number(text);
    out.append(i > 1 ? "[ /]" : "").append(text);
  }
  return out;
}

// "[BeforeSuite]" runs with any spec.
bool is_of_suite(const name_pattern& name) {
  return name[1].starts_with(R"(^\[)");
}

constexpr std::string_view before = "(^| )(?:", after = ")( |$)";

// `runner` as listed_package::spec_runner. A container's name stands for all its specs. Runs more, never less: a spec whose
// texts end as those of a selected one runs as well.
specs_apart take_specs(const std::set<name_pattern>& names, std::string_view runner) {
  const auto root = "^" + quote_meta(runner) + "$";
  specs_apart out;
  std::map<std::string, std::vector<std::string>> wanted;  // by function
  for (const auto& name : names) {
    const bool runs_specs = name.front() == root || name.front() == any_test;
    if (name.size() < 2 || !runs_specs)
      out.others.insert(name);
    else if (is_of_suite(name))
      out.others.insert({name.front()});
    else
      wanted[name.front()].push_back(focus_of(name));
  }
  for (auto& [function, texts] : wanted) {
    if (out.others.contains({function})) continue;
    std::string joined;
    const auto add = [&, &function = function] {
      out.specs.push_back({function, std::string{before}.append(joined).append(after)});
      joined.clear();
    };
    for (const auto& text : texts) {
      if (!joined.empty() && joined.size() + 1 + text.size() >= pattern_limit) add();
      joined.append(joined.empty() ? "" : "|").append(text);
    }
    add();
  }
  return out;
}

// The name that -run can select: only functions of the kind TestXxx have subtests that a pattern reaches.
std::string_view selectable(std::string_view name) {
  for (const std::string_view kind : {"Example", "Fuzz", "Benchmark"})
    if (name.starts_with(kind)) return name.substr(0, name.find('/'));
  return name;
}

// An ancestor in the set runs it anyway.
bool is_covered(const name_pattern& name, const std::set<name_pattern>& names) {
  auto above = name;
  while (above.size() > 1) {
    above.pop_back();
    if (names.contains(above)) return true;
  }
  return false;
}

// Alternatives are joined at the top level: inside parentheses a slash would not split.
std::vector<std::string> patterns_of(const std::set<name_pattern>& names) {
  std::vector<std::string> patterns;
  for (const auto& name : names) {
    if (is_covered(name, names)) continue;
    auto pattern = run_pattern(name);
    if (patterns.empty() || patterns.back().size() + 1 + pattern.size() >= pattern_limit)
      patterns.push_back(std::move(pattern));
    else
      patterns.back() += '|' + pattern;
  }
  return patterns;
}

constexpr std::string_view unselectable{"\n\0", 2};

// For a note: the first line, shortened.
std::string shown(std::string_view name) {
  const auto line = first_bytes(name.substr(0, name.find_first_of(unselectable)), 60);
  return std::string{line} + (line.size() < name.size() ? "…" : "");
}

std::optional<std::string> refusal(std::string_view name) {
  if (name.find_first_of(unselectable) != std::string_view::npos)
    return "The name of test " + shown(name) + " holds a line end or NUL, which -run cannot select.";
  if (run_pattern(name).size() >= pattern_limit)
    return "The name of test " + shown(name) + " is " + std::to_string(name.size()) +
           " bytes long; -run patterns are limited to " + std::to_string(pattern_limit) + " bytes.";
  return std::nullopt;
}

// A package that is gone is tried anyway: the go command reports what happened to it.
bool can_be_import_path(std::string_view group) {
  return !group.empty() && group.front() != '-';
}

class selector {
 public:
  explicit selector(const package_list& packages) : packages_(packages) {}

  void add(const rerun_test& wanted) {
    if (wanted.id.name.empty() || took_others_along(wanted)) {
      add_package(wanted.id.group);
      for (const auto& group : wanted.also_failed) add_package(group);
    } else if (auto reason = refusal(wanted.id.name)) {
      out_.notes.push_back(std::move(*reason));
    } else if (can_be_import_path(wanted.id.group)) {
      if (tests_.count(wanted.id.group) == 0) look_for(wanted.id.group);
      tests_[wanted.id.group].insert(name_elements(selectable(wanted.id.name)));
    } else {
      out_.everything = true;
    }
  }

  rerun_plan finish() && {
    if (out_.everything) return std::move(out_);
    if (!whole_.empty()) out_.sets.push_back({"", {whole_.begin(), whole_.end()}});
    for (const auto& package : whole_) tests_.erase(package);
    auto sets = test_sets_of(tests_, packages_);
    std::move(sets.begin(), sets.end(), std::back_inserter(out_.sets));
    return std::move(out_);
  }

 private:
  // The process of its package ended with it, before tests that have not run since. Ginkgo lives on.
  bool took_others_along(const rerun_test& wanted) const {
    if (wanted.kind != failure_kind::panic && wanted.kind != failure_kind::crash) return false;
    const auto* package = packages_.find(wanted.id.group);
    if (package == nullptr) return false;
    const bool is_spec = package->spec_runner && wanted.id.name.find('/') != std::string::npos;
    return !wanted.selected && !is_spec;
  }

  // A failure before any package (a bad go.mod) has a group of its own, which the listing does not know.
  void add_package(const std::string& group) {
    if (packages_.find(group) != nullptr)
      whole_.insert(group);
    else
      out_.everything = true;
  }

  void look_for(const std::string& package) {
    if (packages_.all().empty() || packages_.find(package) != nullptr) return;
    out_.notes.push_back(
        package +
        " is no package of this project any more: was its folder removed or renamed? A run of all tests "
        "forgets what failed in it.");
  }

  const package_list& packages_;
  rerun_plan out_;
  std::set<std::string> whole_;
  tests_by_package tests_;
};

}  // namespace

std::string quote_meta(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view{R"(\.+*?()|[]{}^$)"}.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

void append_elements(name_pattern& out, const block_name& name) {
  std::string element;
  for (std::size_t i = 0; i < name.literals.size(); ++i) {
    if (i > 0) element += ".*";
    std::string_view rest = name.literals[i];
    for (auto slash = rest.find('/'); slash != std::string_view::npos; slash = rest.find('/')) {
      out.push_back('^' + element + quote_meta(rest.substr(0, slash)) + '$');
      element.clear();
      rest.remove_prefix(slash + 1);
    }
    element += quote_meta(rest);
  }
  out.push_back('^' + element + '$');
}

name_pattern name_elements(std::string_view test) {
  name_pattern out;
  append_elements(out, block_name{std::string{test}});
  return out;
}

std::string run_pattern(const name_pattern& elements) {
  std::string out;
  for (const auto& element : elements) out += (out.empty() ? "" : "/") + element;
  return out;
}

std::string run_pattern(std::string_view test) {
  return run_pattern(name_elements(test));
}

namespace {

bool is_benchmark(const name_pattern& name) {
  return name.front().starts_with("^Benchmark");
}

// Takes them out of the names.
std::set<name_pattern> take_benchmarks(std::set<name_pattern>& from) {
  std::set<name_pattern> out;
  std::ranges::copy_if(from, std::inserter(out, out.end()), is_benchmark);
  std::erase_if(from, is_benchmark);
  return out;
}

constexpr const char* no_test = "^$";

}  // namespace

std::vector<test_set> test_sets_of(const tests_by_package& tests, const package_list& packages) {
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> by_pattern;
  std::map<std::string, std::vector<std::string>> benchmarks;
  for (const auto& [package, names] : tests) {
    const auto* listed = packages.find(package);
    auto chosen = listed != nullptr && listed->spec_runner ? take_specs(names, *listed->spec_runner)
                                                           : specs_apart{names, {}};
    for (auto& pattern : patterns_of(take_benchmarks(chosen.others)))
      benchmarks[std::move(pattern)].push_back(package);
    for (auto& pattern : patterns_of(chosen.others)) by_pattern[{std::move(pattern), ""}].push_back(package);
    for (auto& one : chosen.specs)
      by_pattern[{std::move(one.pattern), std::move(one.focus)}].push_back(package);
  }
  std::vector<test_set> out;
  for (auto& [what, where] : by_pattern) out.push_back({what.first, std::move(where), what.second});
  for (auto& [what, where] : benchmarks) out.push_back({no_test, std::move(where), {}, what});
  return out;
}

rerun_plan select_rerun(const std::vector<rerun_test>& wanted, const package_list& packages) {
  selector all{packages};
  for (const auto& one : wanted) all.add(one);
  return std::move(all).finish();
}

constexpr std::size_t max_dump = 65536;  // the stack that panicked comes first

void begun_tests::feed(std::string_view bytes) {
  lines_.feed(bytes, [this](auto line, bool) { on_line(line); });
}

// "\x16=== RUN   TestA", "\x16--- PASS: TestA (0.00s)", also behind text without a line end.
void begun_tests::on_line(std::string_view line) {
  if (const auto at = find_panic(line); at == 0 || (at != std::string_view::npos && dump_.empty()))
    dump_ = line.substr(at);
  else if (!dump_.empty() && dump_.size() < max_dump)
    dump_.append("\n").append(line);
  const auto mark = line.rfind('\x16');
  if (mark == std::string_view::npos || line.size() < mark + 11) return;
  const auto what = line.substr(mark + 1, 10);
  const std::string name{line.substr(mark + 11, line.substr(mark + 11).find(' '))};
  if (name.empty() || name.find('/') != std::string::npos || what.starts_with("=== NAME")) return;
  began_ = began_ || what.starts_with("=== RUN");
  if (what.starts_with("=== PAUSE"))
    running_.erase(name);
  else
    running_[name] = what.starts_with("===");
}

// Empty where the stack names none that began.
std::string begun_tests::panicked() const {
  const auto report = read_panic(dump_);
  if (report.goroutines.empty()) return {};
  auto function = test_function(report.goroutines.front());
  if (function.empty()) function = within_package(report.goroutines.front().created_by);
  const std::string test{function.substr(0, function.find('.'))};
  return running_.contains(test) ? test : "";
}

std::optional<next_start> begun_tests::next() {
  const auto culprit = panicked();
  next_start out;
  std::erase_if(running_, [&](const auto& one) {
    const bool is_cleared = one.second && !culprit.empty() && one.first != culprit;
    if (is_cleared) out.again.push_back(one.first);
    else out.skip.append(out.skip.empty() ? "^(" : "|").append(quote_meta(one.first));
    return is_cleared;
  });
  out.skip += ")$";
  dump_.clear();
  if (!std::exchange(began_, false) || running_.empty() || out.skip.size() >= pattern_limit) return std::nullopt;
  return out;
}

std::string turn_mark(std::string_view channel) {
  return std::string{"covey "}.append(channel).append(" ");
}

}  // namespace covey::parsers::languages::go
