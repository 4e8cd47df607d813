#include "parsers/languages/rust/flags.hpp"
#include "parsers/syntax/ignore_file.hpp"
#include <algorithm>
#include <utility>

namespace covey::parsers::languages::rust {
namespace {

using enum flag_value;
using namespace refusals;

constexpr std::string_view own_format = "covey reads this output, and sets its form by itself: leave it out";
constexpr std::string_view own_selection =
    "covey names tests by it: call run_testblocks or run_testfiles instead";

// Not harmless is --workspace: a run of all is of the default members.
// clang-format off
constexpr flag_rule of_cargo[] = {
    harmless({"--message-format", one, own_format}),
    harmless({"--color", one, own_format, {}, true}),
    harmless({"-q", none, own_format, {}, true}),
    harmless({"--quiet", none, own_format, {}, true}),
    {"--no-run", none, runs_nothing},
    {"-h", none, runs_nothing},
    {"--help", none, runs_nothing},
    {"--build-plan", none, runs_nothing},
    {"--unit-graph", none, runs_nothing},
    {"--manifest-path", one, own_folder},
    {"-C", one, own_folder},
    {"--target-dir", one, "covey names the folder of its builds: set CARGO_TARGET_DIR in `env` instead"},
    {"--target", one, "covey has to know what it builds for: set CARGO_BUILD_TARGET in `env` instead"},
    {"--config", one, "covey names the folder of its builds: set CARGO_TARGET_DIR in `env` instead", "build.target-dir*"},
    {"--config", one, "covey has to know what it builds for: set CARGO_BUILD_TARGET in `env` instead", "build.target=*"},
    {"--lockfile-path", one, writes},
    {"--artifact-dir", one, writes},
    {"--fail-fast", none, stops_early},
    // Known only because of their values, or of letters that may stand behind them.
    {"-F", one}, {"--features", one}, {"-p", one}, {"--package", one}, {"--exclude", one}, {"--bin", one},
    harmless({"--test", one}), {"-j", one}, {"--jobs", one}, {"--profile", one}, {"-Z", one}, {"-r"},
    harmless({"-v"}), {"--release"}, {"--workspace"}, {"--all"}, {"--lib"}, {"--bins"}, harmless({"--tests"}), {"--doc"},
    {"--example", one}, {"--examples"}, {"--bench", one}, {"--benches"}, {"--all-targets"},
    {"--all-features"}, {"--no-default-features"}, harmless({"--no-fail-fast"}), harmless({"--locked"}), harmless({"--offline"}), harmless({"--frozen"}),
    {"--keep-going"}, {"--ignore-rust-version"}, harmless({"--verbose"}), {"--timings"}, {"--future-incompat-report"},
};

constexpr flag_rule of_libtest[] = {
    harmless({"--format", one, own_format}),
    harmless({"--color", one, own_format, {}, true}),
    harmless({"-q", none, own_format, {}, true}),
    harmless({"--quiet", none, own_format, {}, true}),
    {"--report-time", none, own_format, {}, true},
    {"--nocapture", none, own_format, {}, true},
    {"--no-capture", none, own_format, {}, true},
    {"--logfile", one, writes},
    {"--list", none, lists},
    {"-h", none, runs_nothing},
    {"--help", none, runs_nothing},
    {"--bench", none, "it runs benchmarks, whose results are no tests': run it in a shell"},
    harmless({"--exact", none, own_selection}),
    // Known only because of their values, and to be told from cargo's.
    {"--skip", one}, {"--test-threads", one}, {"--shuffle-seed", one}, {"-Z", one, own_format, "unstable-options", true}, {"-Z", one}, {"--ignored"},
    {"--include-ignored"}, {"--show-output"}, {"--shuffle"}, {"--exclude-should-panic"}, {"--ensure-time"},
    {"--force-run-in-process"}, {"--test"},
};
// clang-format on

}  // namespace

const flag_table cargo_flags{
    .runner = "cargo test",
    .style = flag_style::gnu,
    .rules = of_cargo,
    .operands =
        "it is no flag: run_testblocks runs tests by their names, and RUSTUP_TOOLCHAIN in `env` names a toolchain"};
const flag_table libtest_flags{.runner = "cargo test --",
                               .style = flag_style::gnu,
                               .rules = of_libtest,
                               .operands = "it is no flag: run_testblocks runs tests by their names"};

namespace {

using words = std::span<const added_word>;

// A flag of libtest's that cargo does not know counts as one wherever it stands.
struct sorted_words {
  std::vector<added_word> cargo, libtest;
};

sorted_words sorted(words from) {
  sorted_words out;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i].text == "--") {
      const auto behind = from.subspan(i + 1);
      out.libtest.insert(out.libtest.end(), behind.begin(), behind.end());
      break;
    }
    const bool moved =
        rule_of(cargo_flags, from[i].text) == nullptr && rule_of(libtest_flags, from[i].text) != nullptr;
    const bool next = takes_next(moved ? libtest_flags : cargo_flags, from[i].text) && i + 1 < from.size();
    auto& into = moved ? out.libtest : out.cargo;
    into.push_back(from[i]);
    if (next) into.push_back(from[++i]);
  }
  return out;
}

// Without what covey sets by itself, and its values.
strings without_own(words libtest) {
  strings out;
  for (std::size_t i = 0; i < libtest.size(); ++i) {
    const auto& text = libtest[i].text;
    if (text == "-Zunstable-options") continue;
    const auto* rule = rule_of(libtest_flags, text);
    const bool next = takes_next(libtest_flags, text) && i + 1 < libtest.size();
    const bool own = rule != nullptr && rule->set_by_covey &&
                     (rule->only_with.empty() || (next && libtest[i + 1].text == rule->only_with));
    if (!own) out.push_back(text);
    if (!next) continue;
    ++i;
    if (!own) out.push_back(libtest[i].text);
  }
  return out;
}

// What a flag says of packages and targets; false: it is for cargo itself.
bool take(cargo_words& out, std::string_view flag, const std::string& value, const std::string& where) {
  if (flag == "--workspace" || flag == "--all") out.whole_workspace = true;
  if (flag == "--workspace" || flag == "--all" || flag == "--no-fail-fast" || flag == "--keep-going")
    return true;
  const auto add = [](auto& to, auto what) {
    to.push_back(std::move(what));
    return true;
  };
  if (flag == "-p" || flag == "--package") return add(out.packages, added_word{value, where});
  if (flag == "--exclude") return add(out.excluded, value);
  for (const std::string_view kinds :
       {"--lib", "--doc", "--bins", "--tests", "--examples", "--benches", "--all-targets"})
    if (flag == kinds) return out.has_kind(flag) || add(out.kinds, std::string{flag});
  for (const std::string_view named : {"--bin", "--test", "--example", "--bench"})
    if (flag == named) return add(out.targets, std::string{flag.substr(2)} + " " + value);
  return false;
}

// covey's own words stand behind the user's: the last would take one of them for its value.
std::string why_no_value(words of, const flag_table& table) {
  if (of.empty()) return {};
  const bool is_value = of.size() > 1 && takes_next(table, of[of.size() - 2].text);
  return takes_next(table, of.back().text) && !is_value ? shown(of.back()) + " needs a value" : "";
}

}  // namespace

std::string refusal_of(words from) {
  const auto [cargo, libtest] = sorted(from);
  auto why = why_refused(cargo, cargo_flags);
  if (why.empty()) why = why_refused(libtest, libtest_flags);
  if (why.empty()) why = why_no_value(cargo, cargo_flags);
  return why.empty() ? why_no_value(libtest, libtest_flags) : why;
}

cargo_words read_added(const run_settings& added) {
  cargo_words out;
  const auto [cargo, libtest] = sorted(added.args);
  out.binaries = without_own(libtest);
  for (std::size_t i = 0; i < cargo.size(); ++i) {
    const std::string_view text = cargo[i].text;
    // "-pcart" as "-p" "cart"
    const bool joined = text.starts_with("-p") && text.size() > 2;
    const auto flag = joined ? text.substr(0, 2) : text.substr(0, text.find('='));
    const auto* rule = rule_of(cargo_flags, flag);
    const bool inline_value = joined || text.find('=') != std::string_view::npos;
    auto behind = text.substr(flag.size());
    if (behind.starts_with('=')) behind.remove_prefix(1);
    std::string value{inline_value ? behind : std::string_view{}};
    const bool next = !joined && takes_next(cargo_flags, text) && i + 1 < cargo.size();
    if (next) value = cargo[i + 1].text;
    // What covey.toml says and the call repeats, cargo would refuse.
    const bool is_switch = rule != nullptr && rule->value == none && !inline_value;
    const bool again = is_switch && std::ranges::find(out.build, flag) != out.build.end();
    const bool own = rule != nullptr && rule->set_by_covey;
    if (!own && !again && !take(out, flag, value, cargo[i].where)) {
      out.build.push_back(cargo[i].text);
      if (next) out.build.push_back(value);
    }
    if (next) ++i;
  }
  out.packages.insert(out.packages.end(), added.packages.begin(), added.packages.end());
  for (const auto& one : added.features) out.build.insert(out.build.end(), {"--features", one.text});
  return out;
}

namespace {

// As cargo takes names of packages and targets.
bool fits_glob(std::string_view pattern, std::string_view name) {
  return fits_wildcards(pattern, name, [](std::string_view rest, char c) {
    return static_cast<std::size_t>(rest.front() == c || rest.front() == '?');
  });
}

// "cart", "cart@1.0", "cart:1.0.0", "cart*"
bool names_package(std::string_view spec, std::string_view name, std::string_view version) {
  const auto end = spec.find_first_of("@:");
  const auto wanted = end == std::string_view::npos ? std::string_view{} : spec.substr(end + 1);
  const bool fits =
      version.starts_with(wanted) && (wanted.empty() || wanted == version || version[wanted.size()] == '.');
  return fits && fits_glob(spec.substr(0, end), name);
}

}  // namespace

// As cargo does: what is asked for by its kind runs even if its manifest says `test = false`.
bool cargo_words::picks(const package_target& target) const {
  if (!picks_targets()) return target.tests;
  const bool all = has_kind("--all-targets");
  const auto own = target.kind == "lib" ? "--lib" : "--" + target.kind + "s";
  const bool by_kind = target.kind != "test" && target.kind != "bench" && (all || has_kind(own));
  const bool marked =
      (target.tests && (all || has_kind("--tests"))) || (target.benches && (all || has_kind("--benches")));
  const auto whole = target.kind + " " + target.name;
  return by_kind || marked ||
         std::ranges::any_of(targets, [&](const auto& one) { return fits_glob(one, whole); });
}

strings cargo_words::kinds_of_tests() const {
  auto out = kinds;
  std::erase(out, "--doc");
  if (out.empty()) return out;
  for (const auto& one : targets) {
    const auto end = one.find(' ');
    out.insert(out.end(), {"--" + one.substr(0, end), one.substr(end + 1)});
  }
  return out;
}

bool cargo_words::has_kind(std::string_view flag) const {
  return std::ranges::find(kinds, flag) != kinds.end();
}

bool cargo_words::has_package(std::string_view name, std::string_view version) const {
  const auto is_it = [&](const std::string& spec) { return names_package(spec, name, version); };
  return (packages.empty() ||
          std::ranges::any_of(packages, [&](const auto& one) { return is_it(one.text); })) &&
         std::ranges::none_of(excluded, is_it);
}

}  // namespace covey::parsers::languages::rust
