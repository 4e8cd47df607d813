// The packages of a Go workspace as `go list` tells them: import path <-> folder, and the files of each.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct go_package {
  std::string import_path;
  std::string dir;  // relative to the workspace root ("" is the root itself); absolute where it lies outside
  std::vector<std::string> files;  // base names: sources and tests
  bool has_tests = false;
};

class go_packages {
 public:
  // The arguments after "go list -e" whose output parse() reads: one package a line.
  static const std::string& list_format();

  // `root` is the absolute workspace root. Lines that do not read are skipped.
  static go_packages parse(std::string_view listing, std::string root);

  const std::string& root() const { return root_; }
  const std::vector<go_package>& all() const { return packages_; }
  const go_package* find(std::string_view import_path) const;
  const go_package* find_dir(std::string_view dir) const;  // absolute, or relative to the root
  std::size_t with_tests() const;

  // A file as Go prints it for a package (absolute, a bare name, relative to the root with a leading "./" or
  // "../", or "import/path/file.go" under -trimpath) -> relative to the root where it lies inside, else
  // absolute or as printed.
  std::string resolve(std::string_view import_path, std::string_view printed) const;

 private:
  std::string resolve_folder(std::string_view folder, std::string_view printed) const;

  std::string root_;
  std::vector<go_package> packages_;
  std::map<std::string, std::size_t, std::less<>> by_path_;
  std::map<std::string, std::size_t, std::less<>> by_dir_;
};

}  // namespace covey::parsers
