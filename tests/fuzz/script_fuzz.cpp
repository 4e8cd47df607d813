// A package.json whose scripts are read for what its tests are: every part is one that can be shown, and a
// script that would write into the project is none that is run.
#include "parsers/languages/node/script/runner_resolution.hpp"
#include "parsers/languages/node/package/limits.hpp"
#include "parsers/languages/node/script/script_command.hpp"
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace covey::parsers;
using namespace covey::parsers::languages::node;

void require(bool holds, const char* what, const std::string& text) {
  if (holds) return;
  std::fprintf(stderr, "%s: %s\n", what, text.c_str());
  std::abort();
}

void check(const std::vector<parsed_command>& parts) {
  using kind_type = parsed_command::kind_type;
  require(parts.size() <= limits::commands, "more parts than commands are read", {});
  for (const auto& part : parts) {
    require((part.runner != nullptr) == (part.kind == kind_type::tests), "tests have a runner",
            part.script.text);
    const bool runs = part.kind == kind_type::step || part.kind == kind_type::unread;
    require(!runs || !writes_project(part.script), "it writes into the project, and is run",
            part.script.text);
  }
}

}  // namespace

// Text that is no package.json is one script.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  auto project = read_package_facts(text, {"package.json", "package-lock.json"});
  if (!project.has_package) {
    check(read_script_line(project, text).commands);
    project = read_package_facts("{}", {"package.json"});
    project.scripts.emplace_back("test", std::string{text});
  }
  for (const auto& [name, line] : project.scripts) {
    check(read_script(project, name).commands);
    (void)files_named_by(project, name);
  }
  const auto resolution = choose_runner(project, {});
  for (const auto& note : resolution.notes)
    require(!note.empty(), "an empty note", std::string{text.substr(0, 100)});
  return 0;
}
