#include "shims/rust/rustc.hpp"
#include "process/piped_child.hpp"
#include "process/program.hpp"
#include "shims/rust/test_object.hpp"
#include "parsers/languages/rust/config.hpp"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <unistd.h>

namespace covey::shims::rust {

namespace language = parsers::languages::rust;
namespace {

constexpr const char* root_variable = "COVEY_RUSTC";
constexpr const char* wrapper_variable = "COVEY_RUSTC_WRAPPER";
constexpr const char* objects_variable = "COVEY_RUSTC_OBJECTS";
constexpr const char* flags_variable = "COVEY_RUSTC_FLAGS";  // separated by blanks

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

// `cargo vendor` and cargo's caches mark third-party crates with these files. At the root, the mark means
// that the project itself was unpacked from there.
bool is_of_others(const std::string& folder, const std::string& root) {
  if (folder == root) return false;
  for (const char* mark : {"/.cargo-checksum.json", "/.cargo-ok"})
    if (::access((folder + mark).c_str(), F_OK) == 0) return true;
  return false;
}

void add_words(const std::string& text, std::vector<std::string>& to) {
  std::istringstream words{text};
  for (std::string word; words >> word;) to.push_back(std::move(word));
}

}  // namespace

std::vector<std::pair<std::string, std::string>> measured_build(const std::string& target_dir,
                                                                const std::string& root,
                                                                const std::string& wrapper,
                                                                const std::vector<std::string>& flags) {
  std::string words;
  for (const auto& flag : flags) words += (words.empty() ? "" : " ") + flag;
  return {{"CARGO_TARGET_DIR", target_dir},
          {"CARGO_BUILD_BUILD_DIR", target_dir},
          {"RUSTC_WRAPPER", process::self_path()},
          {root_variable, root},
          {wrapper_variable, wrapper},
          {objects_variable, target_dir},
          {flags_variable, words}};
}

bool is_rustc_call() {
  return std::getenv(root_variable) != nullptr;
}

int rustc(int argc, char** argv) {
  std::vector<std::string> command{argv, argv + argc};
  const auto folder = variable("CARGO_MANIFEST_DIR");
  const auto root = variable(root_variable);
  if (language::is_measured_crate(command, variable("CARGO_CRATE_NAME"), folder, root) &&
      !is_of_others(folder, root)) {
    add_words(variable(flags_variable), command);
    if (std::find(command.begin(), command.end(), "--test") != command.end())
      for (auto& flag : test_object_flags(command, variable(objects_variable)))
        command.push_back(std::move(flag));
  }
  if (auto wrapper = variable(wrapper_variable); !wrapper.empty())
    command.insert(command.begin(), std::move(wrapper));
  return process::become(command);
}

}  // namespace covey::shims::rust
