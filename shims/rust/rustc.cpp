#include "shims/rust/rustc.hpp"
#include "process/piped_child.hpp"
#include "process/program.hpp"
#include "parsers/languages/rust/config.hpp"
#include "reporters/embedded.hpp"
#include <boost/algorithm/string/join.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <unistd.h>

namespace covey::shims::rust {
namespace {

using strings = std::vector<std::string>;

constexpr std::string_view source = "rust/covey_tests.rs";
constexpr std::string_view live_counters = "-runtime-counter-relocation";

std::string hash_of(std::string_view text) {
  constexpr auto digits = 16;
  char out[digits + 1];
  std::snprintf(out, sizeof out, "%016llx",
                static_cast<unsigned long long>(std::hash<std::string_view>{}(text)));
  return out;
}

// Those of the call that say for which machine, and how, it links.
strings linking_flags(const strings& command) {
  strings out;
  const auto is_about = [](std::string_view word) {
    return word.starts_with("linker") || word.starts_with("link-") || word.starts_with("target-feature") ||
           word.starts_with("prefer-dynamic");
  };
  for (std::size_t i = 1; i < command.size(); ++i) {
    const std::string_view word = command[i];
    const bool has_next = i + 1 < command.size();
    if (has_next && (word == "--target" || (word == "-C" && is_about(command[i + 1]))))
      out.insert(out.end(), {command[i], command[i + 1]});
    else if (word.starts_with("--target=") || (word.starts_with("-C") && is_about(word.substr(2))))
      out.push_back(command[i]);
  }
  return out;
}

strings linked(const std::string& object) {
  return {"-Clink-arg=" + object, "-Clink-arg=-Wl,--wrap=write"};
}

bool runs(strings argv) {
  process::child_request request;
  request.argv = std::move(argv);
  request.on_out = [](std::string_view) {};
  request.on_err = [](std::string_view) {};
  return process::exit_code_of(process::run_child(request)) == 0;
}

// In a folder of this process alone, for another may do the same at the same time: rustc's own files beside its output
// have names that depend on the crate only.
class object_builder {
 public:
  object_builder(std::string rustc, const std::string& stem, strings flags, bool live)
      : rustc_(std::move(rustc)),
        own_(stem + "." + std::to_string(::getpid()) + "/"),
        flags_(std::move(flags)),
        live_(live) {
    std::error_code ec;
    std::filesystem::create_directories(own_, ec);
  }
  object_builder(const object_builder&) = delete;
  object_builder& operator=(const object_builder&) = delete;
  ~object_builder() {
    std::error_code ec;
    std::filesystem::remove_all(own_, ec);
  }

  bool build_into(const std::string& object) const {
    std::ofstream{own_ + "tests.rs"} << reporters::text(source);
    std::ofstream{own_ + "main.rs"} << "fn main() { println!(\"x\"); }\n";
    strings compile{
        rustc_,           "--edition=2018", "--crate-type=lib", "--crate-name=covey_tests", "--emit=obj",
        "-Copt-level=2",  "-Cpanic=abort",  "-Cdebuginfo=0",    "--cap-lints=allow",        "-o",
        own_ + "tests.o", own_ + "tests.rs"};
    strings link{rustc_, "--edition=2018", "--crate-name=covey_main", "-Cinstrument-coverage",
                 "-o",   own_ + "main",    own_ + "main.rs"};
    if (live_) compile.emplace_back("--cfg=covey_live");
    if (live_) link.push_back("-Cllvm-args=" + std::string{live_counters});
    add(compile, flags_);
    add(link, flags_);
    add(link, linked(own_ + "tests.o"));
    return runs(std::move(compile)) && runs(std::move(link)) &&
           std::rename((own_ + "tests.o").c_str(), object.c_str()) == 0;
  }

 private:
  static void add(strings& to, const strings& more) { to.insert(to.end(), more.begin(), more.end()); }

  std::string rustc_;
  std::string own_;
  strings flags_;
  bool live_;
};

}  // namespace

std::string test_object_version() {
  return hash_of(reporters::text(source));
}

strings test_object_flags(const strings& command, const std::string& folder) {
  const auto flags = linking_flags(command);
  bool live = false;
  for (const auto& word : command) live = live || word.find(live_counters) != std::string::npos;
  std::string key = command.front() + (live ? "\nlive" : "");
  for (const auto& flag : flags) key += "\n" + flag;
  const auto stem = folder + "/tests-" + test_object_version() + "-" + hash_of(key);
  const auto object = stem + ".o", failed = stem + ".failed";
  if (::access(object.c_str(), R_OK) == 0) return linked(object);
  if (::access(failed.c_str(), F_OK) == 0) return {};
  if (object_builder{command.front(), stem, flags, live}.build_into(object)) return linked(object);
  std::ofstream{failed} << key << '\n';
  return {};
}

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
  return {{"CARGO_TARGET_DIR", target_dir},
          {"CARGO_BUILD_BUILD_DIR", target_dir},
          {"RUSTC_WRAPPER", process::self_path()},
          {root_variable, root},
          {wrapper_variable, wrapper},
          {objects_variable, target_dir},
          {flags_variable, boost::join(flags, " ")}};
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
