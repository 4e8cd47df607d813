// The packages of a Go workspace as `go list` tells them: import path <-> folder, and the files of each.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// Why a package's tests cannot be set up (an import that no module has). With -coverpkg, `go test` says it
// without its place.
struct go_setup_error {
  std::string place;    // "a_test.go:6:2", as Go prints it
  std::string message;  // its beginning
};

struct go_package {
  std::string import_path;
  std::string dir;  // relative to the workspace root ("" is the root itself); absolute where it lies outside
  std::vector<std::string> files;  // base names: sources and tests
  bool has_tests = false;
  bool helps_tests = false;  // it imports "testing" outside of its own tests
  std::vector<go_setup_error> setup_errors;
};

class go_packages {
 public:
  // The format of "go list -e -test" whose output parse() reads: one package a line, and after them the
  // set-up errors.
  static const std::string& list_format();

  // `root` is the absolute workspace root. Lines that do not read are skipped.
  static go_packages parse(std::string_view listing, std::string root);

  const std::string& root() const { return root_; }
  const std::vector<go_package>& all() const { return packages_; }
  const go_package* find(std::string_view import_path) const;
  const go_package* find_dir(std::string_view dir) const;  // absolute, or relative to the root
  std::size_t with_tests() const;

  // The place of the set-up error that the text holds, "" if none of the package's is in it.
  std::string_view place_of_setup_error(std::string_view import_path, std::string_view text) const;

  // A file as Go prints it for a package (absolute, a bare name, relative to the root with a leading "./" or
  // "../", or "import/path/file.go" under -trimpath) -> relative to the root where it lies inside, else
  // absolute or as printed.
  std::string resolve(std::string_view import_path, std::string_view printed) const;

 private:
  void add_package(std::string_view line);
  void add_setup_error(std::string_view line);
  std::string resolve_folder(std::string_view folder, std::string_view printed) const;

  std::string root_;
  std::vector<go_package> packages_;
  std::map<std::string, std::size_t, std::less<>> by_path_;
  std::map<std::string, std::size_t, std::less<>> by_dir_;
};

}  // namespace covey::parsers
