#include "parsers/languages/go/flags.hpp"
#include <algorithm>
#include <array>
#include <cstddef>
#include <ranges>
#include <string_view>

namespace covey::parsers::languages::go {
namespace {

using enum flag_value;
using namespace refusals;

constexpr std::string_view own_format = "covey reads this format, and sets it by itself: leave it out";
constexpr std::string_view own_selection =
    "covey selects tests by it: call run_testblocks or run_testfiles instead";
constexpr std::string_view own_profiles =
    "covey measures coverage by itself, across the packages: leave it out, `coverage` switches it off";

// clang-format off
constexpr flag_rule rules[] = {
    harmless({"-json", none, own_format}),
    harmless({"-run", one, own_selection}),
    {"-list", one, lists},
    {"-exec", one, "covey starts test binaries by its own: set GOFLAGS=-exec=… in `env`"},
    {"-o", one, writes},
    {"-c", none, runs_nothing},
    {"-n", none, runs_nothing},
    {"-C", one, own_folder},
    {"-coverprofile", one, own_profiles},
    {"-coverpkg", one, own_profiles},
    {"-cpuprofile", one, writes},
    {"-memprofile", one, writes},
    {"-blockprofile", one, writes},
    {"-mutexprofile", one, writes},
    {"-trace", one, writes},
    {"-artifacts", none, writes},
    {"-outputdir", one, writes},
    {"-testlogfile", one, writes},
    {"-debug-actiongraph", one, writes},
    {"-debug-runtime-trace", one, writes},
    {"-debug-trace", one, writes},
    {"-fuzz", one, "it runs until it is stopped, and writes what it finds into the project: run it in a shell"},
    harmless({"-v", none, own_format, "false"}), {"-v", none, own_format, "0"}, {"-v", none, own_format, "f"},
    {"-v", none, own_format, "F"}, {"-v", none, own_format, "FALSE"}, {"-v", none, own_format, "False"},
    {"-update", none, rewrites},
    // Known only because of their values.
    {"-a"}, {"-asan"}, {"-asmflags", one}, {"-bench", one}, {"-benchmem"}, {"-benchtime", one},
    {"-blockprofilerate", one}, {"-buildmode", one}, {"-buildvcs"}, {"-compiler", one}, harmless({"-count", one}),
    harmless({"-cover"}), {"-covermode", one}, {"-cpu", one}, harmless({"-failfast"}), {"-fullpath"}, {"-fuzzminimizetime", one},
    {"-fuzztime", one}, {"-gccgoflags", one}, {"-gcflags", one}, {"-i"}, {"-installsuffix", one},
    {"-ldflags", one}, {"-linkshared"}, {"-memprofilerate", one}, {"-mod", one}, {"-modcacherw"},
    {"-modfile", one}, {"-msan"}, {"-mutexprofilefraction", one}, {"-overlay", one}, {"-p", one},
    {"-parallel", one}, {"-pgo", one}, {"-pkgdir", one}, {"-race"}, {"-short"}, {"-shuffle", one},
    {"-skip", one}, {"-tags", one}, harmless({"-timeout", one}), {"-toolexec", one}, {"-trimpath"},
    {"-vet", one}, {"-work"}, {"-x"},
};

constexpr std::array<std::string_view, 24> of_builds{
    "-a", "-asan", "-asmflags", "-buildmode", "-buildvcs", "-compiler", "-gccgoflags", "-gcflags",
    "-installsuffix", "-ldflags", "-linkshared", "-mod", "-modcacherw", "-modfile", "-msan", "-overlay", "-p",
    "-pgo", "-pkgdir", "-race", "-tags", "-toolexec", "-trimpath", "-x"};
// clang-format on

// "--test.run=x" -> "-run"
std::string name_of(std::string_view word) {
  word = word.substr(0, word.find('='));
  word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
  if (word.starts_with("test.")) word.remove_prefix(5);
  return "-" + std::string{word};
}

// One of go's own flags among the words of a user.
struct used_flag {
  std::string name;       // "-run"
  std::size_t place = 0;  // of its first word
  std::size_t words = 1;
  std::string value;  // "true": it has none
};

// Those before `-args`, which may also be the value of a flag.
std::vector<used_flag> flags_in(std::span<const added_word> words) {
  std::vector<used_flag> out;
  for (std::size_t at = 0; at < words.size(); at += out.back().words) {
    const std::string_view text = words[at].text;
    if (text == "-args" || text == "--args") break;
    auto& one = out.emplace_back(used_flag{name_of(text), at, 1, "true"});
    const auto rule = std::ranges::find(rules, one.name, &flag_rule::flag);
    if (const auto equals = text.find('='); equals != std::string_view::npos) {
      one.value = text.substr(equals + 1);
    } else if (rule != std::end(rules) && rule->value == flag_value::one && at + 1 < words.size()) {
      one.words = 2;
      one.value = words[at + 1].text;
    }
  }
  return out;
}

// The value of the last of that name; empty: there is none.
std::string value_of(std::span<const added_word> words, std::string_view flag) {
  std::string out;
  for (const auto& one : flags_in(words))
    if (one.name == flag) out = one.value;
  return out;
}

bool is_on(const std::string& value) {
  return !value.empty() && value != "false" && value != "0" && value != "f" && value != "F" &&
         value != "FALSE" && value != "False";
}

}  // namespace

const flag_table added_flags{
    .runner = "go test",
    .style = flag_style::go,
    .rules = rules,
    .operands =
        "it is no flag; run_testfiles runs the tests of some folders, and `packages` in covey.toml names "
        "what all runs are of",
    .variable = "GOFLAGS",
    .variable_only = "-exec"};

std::string refusal_of(std::span<const added_word> words) {
  const auto flags = flags_in(words);
  const auto own = words.first(flags.empty() ? 0 : flags.back().place + flags.back().words);
  if (auto why = why_refused(own, added_flags); !why.empty()) return why;
  // The test binary reads its own flags there, too.
  std::vector<added_word> behind;
  for (const auto& word : words.subspan(own.size()))
    if (word.text.starts_with("-test.") || word.text.starts_with("--test.")) behind.push_back(word);
  return why_refused(behind, added_flags);
}

std::string refusal_of(const run_settings& added) {
  if (auto why = refusal_of(added.args); !why.empty()) return why;
  auto words = words_of_variable(added, added_flags.variable);
  std::erase_if(words, [](const auto& word) { return name_of(word.text) == added_flags.variable_only; });
  return refusal_of(words);
}

std::vector<std::string> build_flags(std::span<const added_word> words) {
  std::vector<std::string> out;
  for (const auto& one : flags_in(words))
    if (std::ranges::find(of_builds, one.name) != of_builds.end())
      for (const auto& word : words.subspan(one.place, one.words)) out.push_back(word.text);
  return out;
}

std::string take_overlay(std::vector<added_word>& words) {
  constexpr std::string_view overlay = "-overlay";
  const auto out = value_of(words, overlay);
  for (const auto& one : flags_in(words) | std::views::reverse) {
    const auto at = words.begin() + static_cast<std::ptrdiff_t>(one.place);
    if (one.name == overlay) words.erase(at, at + static_cast<std::ptrdiff_t>(one.words));
  }
  return out;
}

bool select_tests(std::span<const added_word> words) {
  return !value_of(words, "-skip").empty() || is_on(value_of(words, "-failfast"));
}

std::vector<std::string> notes_on(std::span<const added_word> words) {
  std::vector<std::string> out;
  if (is_on(value_of(words, "-failfast")))
    out.emplace_back(
        "`-failfast`: what would have come after a package's first failure did not run, and is not counted.");
  const auto count = value_of(words, "-count");
  const bool repeats = (!count.empty() && count != "0" && count != "1") ||
                       value_of(words, "-cpu").find(',') != std::string::npos;
  if (repeats)
    out.emplace_back("A test that runs several times is counted once, as failed if it failed any time.");
  return out;
}

}  // namespace covey::parsers::languages::go
