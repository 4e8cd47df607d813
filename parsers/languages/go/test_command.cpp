#include "parsers/languages/go/test_command.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <charconv>
#include <iterator>
#include <system_error>

namespace covey::parsers::languages::go {

namespace {

using std::chrono::milliseconds;

constexpr std::string_view own_package_only = "; the coverage of each package is that of its own tests.";

struct unit {
  std::string_view name;
  double milliseconds;
};

// "m" behind "ms": the first that fits is taken.
constexpr unit units[] = {{"h", 3'600'000}, {"ms", 1},    {"m", 60'000}, {"s", 1000},
                          {"us", 1e-3},     {"µs", 1e-3}, {"μs", 1e-3},  {"ns", 1e-6}};
constexpr double most = 1e12;  // about 30 years

// From one folder to another, both absolute and normalized: "../b".
std::string relative_path(std::string_view from, std::string_view to) {
  std::string up;
  while (true) {
    if (const auto below = path_below(from.empty() ? "/" : from, to)) {
      if (up.empty()) return below->empty() ? "." : "./" + *below;
      return below->empty() ? up : up + "/" + *below;
    }
    up += up.empty() ? ".." : "/..";
    from = folder_name(from);
  }
}

}  // namespace

milliseconds timeout_of_tests(milliseconds run_timeout) {
  const auto margin = std::clamp(run_timeout / 10, milliseconds{200}, milliseconds{5000});
  return std::max(run_timeout - margin, milliseconds{1000});
}

std::vector<std::string> test_arguments(const test_options& options, const test_set& set,
                                        std::size_t number) {
  std::vector<std::string> out{"test", "-json"};
  if (!options.counted) out.emplace_back("-count=1");
  if (!options.limited) out.push_back("-timeout=" + write_duration(timeout_of_tests(options.timeout)));
  if (options.full_paths) out.emplace_back("-fullpath");
  if (!options.profiles.empty()) {
    // Go's own merged profile: for packages without tests, and for binaries that could not be given their own
    // profile.
    out.push_back("-coverprofile=" + options.profiles + "/merged-" + std::to_string(number) + ".out");
    if (!options.cover_packages.empty()) out.push_back("-coverpkg=" + boost::join(options.cover_packages, ","));
  }
  for (const auto& file : options.overlays) out.push_back("-overlay=" + file);
  if (!options.exec.empty()) out.push_back("-exec=" + options.exec);
  if (!set.pattern.empty()) out.push_back("-run=" + set.pattern);
  if (!set.bench.empty()) out.push_back("-bench=" + set.bench);
  out.insert(out.end(), set.packages.begin(), set.packages.end());
  out.insert(out.end(), options.added.begin(), options.added.end());
  return out;
}

std::vector<std::string> module_patterns(std::string_view folders, const std::string& root,
                                         std::string_view workspace) {
  const bool own_workspace = folder_name(workspace) == root;
  std::vector<std::string> out;
  for (std::string_view folder; next_line(folders, folder);) {
    if (!folder.starts_with('/')) continue;
    if (own_workspace || path_below(root, folder)) out.push_back(relative_path(root, folder) + "/...");
  }
  if (out.empty()) out.emplace_back("./...");
  return out;
}

std::vector<std::string> build_check(const test_options& options, const std::vector<std::string>& build_flags,
                                     const std::vector<std::string>& targets) {
  // A package of tests only is never compiled by itself.
  std::vector<std::string> out{
      "list",
      "-e",
      "-export",
      "-cover",
      "-coverpkg=" + boost::join(options.cover_packages, ","),
      "-f",
      "{{if or .GoFiles .CgoFiles .InvalidGoFiles}}{{if .Export}}+{{else}}-{{end}}{{.ImportPath}}{{end}}"};
  for (const auto& file : options.overlays) out.push_back("-overlay=" + file);
  out.insert(out.end(), build_flags.begin(), build_flags.end());
  if (!options.overlays.empty()) out.emplace_back("testing");
  out.insert(out.end(), targets.begin(), targets.end());
  return out;
}

std::optional<std::string> no_coverage_across(const toolchain& environment, const package_list& packages) {
  constexpr int first_minor = 20;
  // Each test binary is compiled with all the packages that it is to cover: the work grows with the product.
  constexpr std::size_t limit = 4096;
  if (environment.minor < first_minor) {
    const auto version =
        environment.minor == 0 ? std::string{"This Go"} : "Go 1." + std::to_string(environment.minor);
    return version + " would link every covered package into every test, and run its init functions there" +
           std::string{own_package_only};
  }
  const auto tested = packages.with_tests(), all = packages.all().size();
  if (tested * all <= limit) return std::nullopt;
  return std::to_string(tested) + " test packages times " + std::to_string(all) +
         " packages is over the limit of " + std::to_string(limit) + " for coverage across packages" +
         std::string{own_package_only};
}

std::string no_coverage_across_unbuilt(std::string_view first, std::size_t count, bool all) {
  auto out = std::string{first};
  if (count > 1)
    out += " and " + std::to_string(count - 1) + " more packages do not build";
  else
    out += " does not build";
  return out + (all ? "; coverage is not measured." : std::string{own_package_only});
}

std::string write_duration(milliseconds value) {
  if (value.count() % 1000 == 0) return std::to_string(value.count() / 1000) + "s";
  return std::to_string(value.count()) + "ms";
}

std::optional<milliseconds> read_duration(std::string_view text) {
  if (text == "0") return milliseconds{0};
  double out = 0;
  do {
    double number = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    const auto of = std::find_if(std::begin(units), std::end(units),
                                 [&](const auto& one) { return text.starts_with(one.name); });
    if (error != std::errc{} || of == std::end(units) || !(number >= 0 && number <= most))
      return std::nullopt;
    out += number * of->milliseconds;
    text.remove_prefix(of->name.size());
  } while (!text.empty());
  if (out > most) return std::nullopt;
  return milliseconds{static_cast<milliseconds::rep>(out)};
}

}  // namespace covey::parsers::languages::go
