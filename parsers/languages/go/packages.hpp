// The packages of a Go workspace as `go list` reports them: import path <-> folder, and the files of each.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

// Takes the text up to the separator, and the separator.
std::string_view take_field(std::string_view& rest, char separator);

// Why a package's tests cannot be set up (an import that no module has). With -coverpkg, `go test` reports
// this without the place.
struct setup_error {
  std::string place;    // "a_test.go:6:2", as Go prints it
  std::string message;  // its first part
};

struct listed_package {
  std::string import_path;
  std::string dir;  // relative to the workspace root ("" is the root itself); absolute where it lies outside
  std::vector<std::string> files;  // base names: sources and tests
  bool has_tests = false;
  bool helps_tests = false;   // it imports "testing" outside of its own tests
  bool is_for_tests = false;  // below `internal`, where only tests of other packages reach it
  std::vector<setup_error> setup_errors;
  // It runs specs of Ginkgo's, all of them in this test function; "": it is not known in which. Sources tell.
  std::optional<std::string> spec_runner = {};

  bool has_file(std::string_view name) const;
};

class package_list {
 public:
  // The format of "go list -e -test" whose output parse() reads: one package per line, then the set-up
  // errors.
  static const std::string& list_format();

  // `root` is the absolute workspace root. Unreadable lines are skipped.
  static package_list parse(std::string_view listing, std::string root);

  const std::string& root() const { return root_; }
  const std::vector<listed_package>& all() const { return packages_; }
  const listed_package* find(std::string_view import_path) const;
  const listed_package* find_dir(std::string_view dir) const;  // absolute, or relative to the root
  std::size_t with_tests() const;
  void set_spec_runner(std::size_t package, std::string function);  // its place in all()

  // The place of the package's set-up error whose message is in the text; "" if there is none.
  std::string_view place_of_setup_error(std::string_view import_path, std::string_view text) const;

  // A file as Go prints it for a package (absolute, a bare name, relative to the root with a leading "./" or
  // "../", or "import/path/file.go" under -trimpath) -> relative to the root where it lies inside, else
  // absolute or as printed.
  std::string resolve(std::string_view import_path, std::string_view printed) const;

 private:
  struct import_lists {
    std::vector<std::vector<std::string>> own, of_tests;  // of a package, by its place in all()
  };
  void add_package(std::string_view line, import_lists& imports);
  void mark_for_tests(const import_lists& imports);
  void add_setup_error(std::string_view line);
  std::string resolve_folder(std::string_view folder, std::string_view printed) const;

  std::string root_;
  std::vector<listed_package> packages_;
  std::map<std::string, std::size_t, std::less<>> by_path_;
  std::map<std::string, std::size_t, std::less<>> by_dir_;
};

}  // namespace covey::parsers::languages::go
