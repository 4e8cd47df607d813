#include "parsers/languages/go/flags.hpp"
#include <algorithm>
#include <array>
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

bool takes_next(const std::string& name, std::string_view word) {
  const auto rule =
      std::find_if(std::begin(rules), std::end(rules), [&](const auto& r) { return r.flag == name; });
  return word.find('=') == std::string_view::npos && rule != std::end(rules) && rule->value == one;
}

// The words before `-args`, which may also be the value of a flag.
std::span<const added_word> for_go(std::span<const added_word> words) {
  std::size_t end = 0;
  while (end < words.size() && words[end].text != "-args" && words[end].text != "--args")
    end += takes_next(name_of(words[end].text), words[end].text) ? std::size_t{2} : std::size_t{1};
  return words.first(std::min(end, words.size()));
}

// The value of the last of that name; "true" for one without; empty: there is none.
std::string value_of(std::span<const added_word> words, std::string_view flag) {
  std::string out;
  const auto own = for_go(words);
  for (std::size_t i = 0; i < own.size(); ++i) {
    const std::string_view text = own[i].text;
    const auto name = name_of(text);
    const bool next = takes_next(name, text) && i + 1 < own.size();
    const auto equals = text.find('=');
    if (name == flag)
      out = equals != std::string_view::npos ? std::string{text.substr(equals + 1)}
            : next                           ? own[i + 1].text
                                             : "true";
    if (next) ++i;
  }
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
  const auto own = for_go(words);
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
  const auto own = for_go(words);
  for (std::size_t i = 0; i < own.size(); ++i) {
    const auto name = name_of(own[i].text);
    const bool builds = std::find(of_builds.begin(), of_builds.end(), name) != of_builds.end();
    if (builds) out.push_back(own[i].text);
    if (!takes_next(name, own[i].text) || i + 1 == own.size()) continue;
    ++i;
    if (builds) out.push_back(own[i].text);
  }
  return out;
}

std::string take_overlay(std::vector<added_word>& words) {
  const auto out = value_of(words, "-overlay");
  for (std::size_t i = 0; i < for_go(words).size();) {
    const auto name = name_of(words[i].text);
    const auto count = takes_next(name, words[i].text) && i + 1 < words.size() ? 2 : 1;
    const auto at = words.begin() + static_cast<std::ptrdiff_t>(i);
    if (name == "-overlay")
      words.erase(at, at + count);
    else
      i += static_cast<std::size_t>(count);
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
