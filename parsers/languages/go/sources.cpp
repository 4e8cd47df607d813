#include "parsers/languages/go/sources.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <set>
#include <utility>

namespace covey::parsers::languages::go {
namespace {

constexpr std::size_t max_files = 20'000;
constexpr std::size_t max_bytes = std::size_t{64} * 1024 * 1024;

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> all) {
  return std::find(all.begin(), all.end(), text) != all.end();
}

const source_function* function_at(const source_outline& outline, std::uint32_t line) {
  const auto it = std::find_if(outline.functions.begin(), outline.functions.end(), [&](const auto& each) {
    return each.first_line <= line && line <= each.last_line;
  });
  return it == outline.functions.end() ? nullptr : &*it;
}

std::string_view function_of(std::string_view test) {
  return test.substr(0, test.find('/'));
}

// A suite's method runs as "TestSuite/TestMethod".
bool is_element_below(std::string_view test, std::string_view name) {
  for (auto slash = test.find('/'); slash != std::string_view::npos; slash = test.find('/')) {
    test.remove_prefix(slash + 1);
    if (function_of(test) == name) return true;
  }
  return false;
}

bool has_name_of(const source_function& function, std::string_view test) {
  return function.is_method ? is_element_below(test, function.name) : function.name == function_of(test);
}

bool ends_process(const std::vector<source_word>& words, std::size_t at) {
  if (at == 0 || !words[at].selected) return false;
  const auto& before = words[at - 1];
  const auto& word = words[at];
  return (word.text == "Exit" && is_one_of(before.text, {"os", "syscall", "unix"})) ||
         (before.text == "log" && is_one_of(word.text, {"Fatal", "Fatalf", "Fatalln"}));
}

// "TestX", not "Testing": the rule of the go command.
bool has_prefix_of_kind(std::string_view name, std::string_view kind) {
  if (!name.starts_with(kind)) return false;
  return name.size() == kind.size() || name[kind.size()] < 'a' || name[kind.size()] > 'z';
}

bool is_run_by_go_test(const source_function& function) {
  if (function.is_method) return false;
  const auto& name = function.name;
  if (has_prefix_of_kind(name, "Test")) return name != "TestMain" && function.last_parameter_word == "T";
  if (has_prefix_of_kind(name, "Fuzz")) return function.last_parameter_word == "F";
  return has_prefix_of_kind(name, "Example") && function.has_output;
}

std::string absolute_folder(const package_list& packages, const listed_package& package) {
  return package.dir.starts_with('/') ? package.dir : packages.root() + "/" + package.dir;
}

}  // namespace

path_request test_sources::question(const package_list& packages) {
  path_request out;
  for (const auto& package : packages.all()) {
    const auto folder = absolute_folder(packages, package);
    for (const auto& file : package.files)
      if (file.ends_with("_test.go") || package.helps_tests)
        out.paths.push_back(normal_path(folder + "/" + file));
  }
  if (out.paths.size() > max_files) out.paths.clear();
  return out;
}

test_sources::test_sources(const path_request& asked, path_states seen) {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < seen.size() && i < asked.paths.size(); ++i) {
    bytes += seen[i].text.size();
    if (bytes > max_bytes) return;
    if (seen[i].kind == path_state::kind_type::file)
      files_.try_emplace(asked.paths[i], source{std::move(seen[i].text), nullptr});
  }
}

const source_outline* test_sources::outline(const std::string& file) const {
  const auto it = files_.find(file);
  if (it == files_.end()) return nullptr;
  auto& read = it->second.outline;
  if (!read) read = std::make_unique<source_outline>(read_source_outline(it->second.text));
  return read.get();
}

line_kind test_sources::kind_of(const std::string& file, std::uint32_t line) const {
  const auto* all = outline(file);
  if (all == nullptr) return line_kind::unknown;
  const auto& words = all->words;
  auto it = std::lower_bound(words.begin(), words.end(), line,
                             [](const auto& word, std::uint32_t at) { return word.line < at; });
  bool logs = false;
  for (; it != words.end() && it->line == line; ++it) {
    if (!it->selected || !it->called || it->takes_nothing) continue;
    if (is_one_of(it->text, {"Error", "Errorf", "Fatal", "Fatalf"})) return line_kind::error;
    logs = logs || is_one_of(it->text, {"Log", "Logf", "Skip", "Skipf"});
  }
  return logs ? line_kind::log : line_kind::unknown;
}

std::optional<bool> test_sources::is_in_test(const std::string& file, std::uint32_t line,
                                             std::string_view test) const {
  const auto* all = outline(file);
  if (all == nullptr) return std::nullopt;
  const auto* function = function_at(*all, line);
  // Code outside of functions is in a closure that some test calls.
  return function != nullptr && has_name_of(*function, test);
}

test_sources::place test_sources::find_test(const std::vector<std::string>& files,
                                            std::string_view test) const {
  place found, method;
  bool several = false;
  for (const auto& file : files) {
    const auto* all = outline(file);
    if (all == nullptr) continue;
    for (const auto& function : all->functions) {
      if (!has_name_of(function, test)) continue;
      if (!function.is_method) {
        found = {&file, all, &function};
      } else {
        several = several || method.function != nullptr;
        method = {&file, all, &function};
      }
    }
  }
  return method.function != nullptr && !several ? method : found;
}

// The one line of the test that reaches what `is_target` accepts, directly or through functions of `files`; of several lines
// the first of the test.
std::optional<location> test_sources::only_site(const place& test, const std::vector<std::string>& files,
                                 const target& is_target) const {
  std::set<std::string_view> names;
  const auto hits = [&](const source_outline& in, std::size_t at) {
    return is_target(in.words, at) || names.contains(in.words[at].text);
  };
  const auto hits_within = [&](const source_outline& in, const source_function& function) {
    for (auto i = function.first_word; i < function.last_word; ++i)
      if (hits(in, i)) return true;
    return false;
  };
  for (bool grown = true; grown;) {
    grown = false;
    for (const auto& file : files) {
      const auto* all = outline(file);
      if (all == nullptr) continue;
      for (const auto& function : all->functions)
        if (&function != test.function && !names.contains(function.name) && hits_within(*all, function))
          grown = names.insert(function.name).second;
    }
  }
  std::uint32_t only = 0;
  for (auto i = test.function->first_word; i < test.function->last_word; ++i) {
    if (!hits(*test.outline, i)) continue;
    const auto line = test.outline->words[i].line;
    if (only != 0 && only != line) return location{*test.file, test.function->first_line};
    only = line;
  }
  return only == 0 ? std::nullopt : std::optional{location{*test.file, only}};
}

std::optional<location> test_sources::way_out_of_test_main(const std::vector<std::string>& files) const {
  const auto in = find_test(files, "TestMain");
  if (in.function == nullptr) return std::nullopt;
  const auto& body = in.outline->words;
  return only_site(in, files, [&](const auto& words, std::size_t at) {
    const auto& word = words[at];
    const char* behind = word.text.data() + word.text.size();  // within the file's text, which ends with a zero
    const bool of_main = &words == &body && at >= in.function->first_word && at < in.function->last_word;
    if (word.text == "return") return of_main && (*behind == '\n' || *behind == '\r' || *behind == ';');
    return word.text == "Exit" && word.selected && std::string_view{behind}.starts_with("(0)");
  });
}

std::optional<location> test_sources::caller_in_test(const std::vector<std::string>& files,
                                                     std::string_view test, const std::string& raised_in,
                                                     std::uint32_t raised_at) const {
  const auto in = find_test(files, test);
  if (in.function == nullptr) return std::nullopt;
  const auto* helper_file = outline(raised_in);
  const auto* helper = helper_file == nullptr ? nullptr : function_at(*helper_file, raised_at);
  if (helper == nullptr) return location{*in.file, in.function->first_line};
  return only_site(in, files,
                   [&](const auto& words, std::size_t at) { return words[at].text == helper->name; })
      .value_or(location{*in.file, in.function->first_line});
}

std::optional<location> test_sources::exit_in_test(const std::vector<std::string>& files,
                                                   std::string_view test) const {
  const auto in = find_test(files, test);
  if (in.function == nullptr) return std::nullopt;
  return only_site(in, files, ends_process).value_or(location{*in.file, in.function->first_line});
}

std::optional<location> test_sources::beginning_of(const std::vector<std::string>& files,
                                                   std::string_view test) const {
  const auto in = find_test(files, test);
  if (in.function == nullptr) return std::nullopt;
  return location{*in.file, in.function->first_line};
}

std::vector<std::string> test_sources::tests_of(const std::vector<std::string>& files) const {
  std::vector<std::string> out;
  for (const auto& file : files) {
    const auto* all = file.ends_with("_test.go") ? outline(file) : nullptr;
    if (all == nullptr) continue;
    for (const auto& function : all->functions)
      if (is_run_by_go_test(function)) out.emplace_back(function.name);
  }
  return out;
}

// nullopt: no file imports Ginkgo 2.
std::optional<std::string> test_sources::spec_runner(const std::vector<std::string>& files) const {
  const auto imports_ginkgo = [&](const std::string& file) {
    const auto it = files_.find(file);
    return it != files_.end() && it->second.text.find("\"github.com/onsi/ginkgo/v2\"") != std::string::npos;
  };
  if (std::ranges::none_of(files, imports_ginkgo)) return std::nullopt;
  for (const auto& file : files) {
    const auto* all = outline(file);
    if (all == nullptr) continue;
    for (const auto& function : all->functions)
      if (is_run_by_go_test(function))
        for (auto i = function.first_word; i < function.last_word; ++i)
          if (all->words[i].text == "RunSpecs") return std::string{function.name};
  }
  const auto tests = tests_of(files);
  return tests.size() == 1 ? tests.front() : std::string{};
}

bool test_sources::find_spec_runners(package_list& packages) const {
  bool any = false;
  for (std::size_t i = 0; i < packages.all().size(); ++i) {
    const auto& package = packages.all()[i];
    const auto folder = absolute_folder(packages, package);
    std::vector<std::string> files;
    for (const auto& file : package.files) files.push_back(normal_path(folder + "/" + file));
    auto runner = spec_runner(files);
    if (!runner) continue;
    packages.set_spec_runner(i, std::move(*runner));
    any = true;
  }
  return any;
}

}  // namespace covey::parsers::languages::go
