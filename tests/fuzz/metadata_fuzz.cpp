// What toolchains answer before a plan is made: `cargo metadata`, `go list`, covey's own question to Node.
#include "parsers/languages/go/packages.hpp"
#include "parsers/languages/node/workspace/probes.hpp"
#include "parsers/languages/rust/workspace.hpp"
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace covey::parsers;
using namespace covey::parsers::languages::node;
using namespace covey::parsers::languages::rust;
using namespace covey::parsers::languages::go;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

void check_cargo(std::string_view text) {
  auto workspace = read_metadata(text);
  for (auto& package : workspace.packages) {
    read_marks(package, text);
    for (const auto& target : package.targets) require(!target.kind.empty(), "a target of no kind");
  }
}

void check_go(std::string_view text) {
  const auto packages = package_list::parse(text, "/w");
  require(packages.with_tests() <= packages.all().size(), "more packages with tests than there are");
  for (const auto& package : packages.all()) {
    require(packages.find(package.import_path) != nullptr, "a package of Go's is not found by its path");
    (void)packages.resolve(package.import_path, text.substr(0, text.find('\n')));
    (void)packages.place_of_setup_error(package.import_path, text);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  check_cargo(text);
  check_go(text);
  (void)read_inspection_answer(text);
  return 0;
}
