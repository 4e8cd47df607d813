// What an interpreter reports about itself: its version, and which of the relevant packages it can import.
// Design: docs/design/21-python-probes.md
#pragma once

#include "parsers/model/answer_sources.hpp"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::python {

struct interpreter_facts {
  int major = 0;
  int minor = 0;
  bool cpython = true;
  std::string version;                // "3.12.1"
  std::optional<std::string> pytest;  // versions; nullopt: not installed
  std::optional<std::string> coverage;
  std::optional<std::string> xdist;
  std::optional<std::string> django;
  std::vector<std::string> search_path = {};  // sys.path

  // It has sys.monitoring, with which the reporter records coverage.
  bool monitors() const { return major > 3 || (major == 3 && minor >= 12); }
  // The reporter puts probes into the project's code, unless something that reads bytecode is installed.
  bool takes_probes() const { return cpython && major == 3 && minor >= 8 && minor <= 11; }
  // The reporters run on Python 3.6 and later.
  bool supported() const { return major > 3 || (major == 3 && minor >= 6); }

  // The arguments after the interpreter.
  static std::vector<std::string> arguments();
  // The same for one that runs nothing of the project, nor of `folder`.
  static std::vector<std::string> arguments_to_look(const std::string& folder);
  // What the answer depends on, asked in `root`; `folder`: of the virtual environment, "" for none.
  static answer_sources_ptr sources(const std::string& root, const std::string& folder);
  // Nullopt: `printed` has no answer of covey's script.
  static std::optional<interpreter_facts> parse(std::string_view printed);
};

}  // namespace covey::parsers::languages::python
