#include "parsers/languages/go/packages.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace covey::parsers::languages::go {
namespace {

std::vector<std::string> names_in(std::string_view joined, char separator) {
  std::vector<std::string> names;
  while (!joined.empty()) {
    const auto name = take_field(joined, separator);
    if (!name.empty()) names.emplace_back(name);
  }
  return names;
}

std::string in_folder(std::string_view dir, std::string_view name) {
  return dir.empty() ? std::string{name} : std::string{dir} + "/" + std::string{name};
}

}  // namespace

std::string_view take_field(std::string_view& rest, char separator) {
  const auto out = rest.substr(0, rest.find(separator));
  rest.remove_prefix(std::min(out.size() + 1, rest.size()));
  return out;
}

bool listed_package::has_file(std::string_view name) const {
  return std::ranges::find(files, name) != files.end();
}

const std::string& package_list::list_format() {
  // A slash separates file names, which cannot hold one. The two numbers: test files of the package, and of
  // its external test package. Only the variant of a package that is built for its test has the errors of its
  // test files; the test's main package, which is listed as well, matches no pattern.
  static const std::string format =
      R"({{if .ForTest}}{{$tested := .ForTest}}{{range .DepsErrors}}{{"\t"}}{{$tested}}{{"\t"}}{{.Pos}}{{"\t"}})"
      R"({{printf "%q" .Err}}{{"\n"}}{{end}}{{else if .Match}}{{.ImportPath}}{{"\t"}}{{.Dir}}{{"\t"}})"
      R"({{join .GoFiles "/"}}/{{join .CgoFiles "/"}}/{{join .TestGoFiles "/"}}/{{join .XTestGoFiles "/"}}{{"\t"}})"
      R"({{len .TestGoFiles}}{{"\t"}}{{len .XTestGoFiles}}{{"\t"}}{{join .Imports " "}}{{"\t"}})"
      R"({{join .TestImports " "}} {{join .XTestImports " "}}{{end}})";
  return format;
}

package_list package_list::parse(std::string_view listing, std::string root) {
  package_list out;
  out.root_ = std::move(root);
  import_lists imports;
  while (!listing.empty()) {
    const auto line = take_field(listing, '\n');
    if (line.substr(0, 1) == "\t")
      out.add_setup_error(line.substr(1));
    else
      out.add_package(line, imports);
  }
  out.mark_for_tests(imports);
  return out;
}

void package_list::set_spec_runner(std::size_t package, std::string function) {
  packages_[package].spec_runner = std::move(function);
}

void package_list::add_package(std::string_view line, import_lists& imports) {
  const auto import_path = take_field(line, '\t');
  const auto dir = take_field(line, '\t');
  const auto files = take_field(line, '\t');
  const auto tests = take_field(line, '\t');
  const auto external_tests = take_field(line, '\t');
  const auto own_imports = names_in(take_field(line, '\t'), ' ');
  const auto test_imports = names_in(take_field(line, '\t'), ' ');
  // A pattern that matches nothing is listed as well (-e), without a folder.
  if (import_path.empty() || dir.empty() || dir.front() != '/' || tests.empty()) return;
  const auto place = packages_.size();
  if (!by_path_.emplace(import_path, place).second) return;
  const auto below = path_below(root_, dir);
  packages_.push_back({std::string{import_path},
                       below ? *below : std::string{dir},
                       names_in(files, '/'),
                       tests != "0" || (!external_tests.empty() && external_tests != "0"),
                       std::find(own_imports.begin(), own_imports.end(), "testing") != own_imports.end(),
                       false,
                       {},
                       {}});
  by_dir_.emplace(packages_.back().dir, place);
  imports.own.push_back(own_imports);
  imports.of_tests.push_back(test_imports);
}

// What a program can reach begins in a package that is not internal. The rest is for tests, if it is used: else it may be new.
void package_list::mark_for_tests(const import_lists& imports) {
  const auto is_internal = [](const listed_package& one) {
    return ("/" + one.import_path + "/").find("/internal/") != std::string::npos;
  };
  std::set<std::string, std::less<>> used, reached;
  for (bool grows = true; grows;) {
    const auto before = reached.size();
    for (std::size_t i = 0; i < packages_.size(); ++i)
      if (!is_internal(packages_[i]) || reached.contains(packages_[i].import_path))
        reached.insert(imports.own[i].begin(), imports.own[i].end());
    grows = reached.size() > before;
  }
  for (std::size_t i = 0; i < packages_.size(); ++i) {
    used.insert(imports.own[i].begin(), imports.own[i].end());
    for (const auto& path : imports.of_tests[i])
      if (path != packages_[i].import_path) used.insert(path);
  }
  for (auto& one : packages_)
    one.is_for_tests =
        is_internal(one) && used.contains(one.import_path) && !reached.contains(one.import_path);
}

void package_list::add_setup_error(std::string_view line) {
  const auto package = by_path_.find(take_field(line, '\t'));
  const auto place = take_field(line, '\t');
  if (package == by_path_.end() || place.empty() || line.substr(0, 1) != "\"") return;
  line.remove_prefix(1);
  const auto message = line.substr(0, line.find_first_of("\\\""));  // the part before any escape tells enough
  if (message.empty()) return;
  packages_[package->second].setup_errors.push_back({std::string{place}, std::string{message}});
}

std::string_view package_list::place_of_setup_error(std::string_view import_path,
                                                    std::string_view text) const {
  const auto* package = find(import_path);
  if (package == nullptr) return {};
  for (const auto& error : package->setup_errors)
    if (text.find(error.message) != std::string_view::npos) return error.place;
  return {};
}

const listed_package* package_list::find(std::string_view import_path) const {
  const auto it = by_path_.find(import_path);
  return it == by_path_.end() ? nullptr : &packages_[it->second];
}

const listed_package* package_list::find_dir(std::string_view dir) const {
  const auto below = path_below(root_, dir);
  const auto it = by_dir_.find(below ? std::string_view{*below} : dir);
  return it == by_dir_.end() ? nullptr : &packages_[it->second];
}

std::size_t package_list::with_tests() const {
  return static_cast<std::size_t>(
      std::count_if(packages_.begin(), packages_.end(), [](const listed_package& p) { return p.has_tests; }));
}

std::string package_list::resolve(std::string_view import_path, std::string_view printed) const {
  if (!is_utf8(printed)) return resolve(import_path, repair_utf8(printed));
  if (printed.substr(0, 1) == "/")
    return path_below(root_, normal_path(printed)).value_or(std::string{printed});
  if (const auto folder = folder_name(printed); !folder.empty()) return resolve_folder(folder, printed);
  const auto* own = find(import_path);
  if (own != nullptr && own->has_file(printed)) return in_folder(own->dir, printed);
  // A helper of another package, if only one package has such a file.
  const listed_package* holder = nullptr;
  for (const auto& package : packages_) {
    if (!package.has_file(printed)) continue;
    if (holder != nullptr) return std::string{printed};
    holder = &package;
  }
  return holder != nullptr ? in_folder(holder->dir, printed) : std::string{printed};
}

std::string package_list::resolve_folder(std::string_view folder, std::string_view printed) const {
  // -trimpath names the files of an external test package by that package: "import/path_test/file_test.go".
  constexpr std::string_view external = "_test";
  const auto* package = find(folder);
  if (package == nullptr && folder.ends_with(external))
    package = find(folder.substr(0, folder.size() - external.size()));
  if (package != nullptr) return in_folder(package->dir, base_name(printed));
  if (printed.front() != '.') return std::string{printed};
  const auto absolute = normal_path(root_ + "/" + std::string{printed});
  return path_below(root_, absolute).value_or(absolute);
}

}  // namespace covey::parsers::languages::go
