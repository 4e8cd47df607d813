#include "shims/catalogue.hpp"
#include "process/guard.hpp"
#include "shims/go/commands.hpp"
#include "shims/rust/commands.hpp"
#include "shims/rust/rustc.hpp"
#include <string_view>

namespace covey::shims {
namespace {

struct shim {
  std::string_view name;              // the hidden sub-command: argv[1]
  int (*run)(int argc, char** argv);  // takes the arguments after its name
};

constexpr shim all[] = {
    {"__guard", process::guard},  {"__go-exec", go::exec},      {"__go-test", go::test},
    {"__cargo-test", rust::test}, {"__cargo-exec", rust::exec}, {"__llvm-coverage", rust::llvm_coverage},
};

}  // namespace

std::optional<int> run_if_named(int argc, char** argv) {
  if (argc < 2) return {};
  for (const auto& one : all)
    if (one.name == argv[1]) return one.run(argc - 2, argv + 2);
  // cargo calls its compiler wrapper with the compiler's path instead of one of these names.
  if (rust::is_rustc_call()) return rust::rustc(argc - 1, argv + 1);
  return {};
}

}  // namespace covey::shims
