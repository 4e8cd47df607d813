#include "parsers/languages/rust/questions.hpp"
#include "parsers/languages/rust/config.hpp"
#include "parsers/languages/rust/workspace.hpp"
#include "parsers/text/path.hpp"

namespace covey::parsers::languages::rust {
namespace {

std::string folder_in(const variables& environment, std::string_view name, std::string_view below_home) {
  if (const auto it = environment.find(name); it != environment.end() && !it->second.empty())
    return it->second;
  const auto home = environment.find("HOME");
  return (home == environment.end() ? "" : home->second) + "/" + std::string{below_home};
}

// cargo finds targets by the names of files: src/bin/NAME.rs, tests/NAME/main.rs.
source_part part_of_file(std::string_view file) {
  if (base_name(file) == "Cargo.toml") return source_part::text;
  return file.ends_with(".rs") ? source_part::name : source_part::nothing;
}

bool enters(std::string_view folder) {
  return folder.front() != '.' && folder != "target" && folder != "node_modules";
}

answer_source files_below(std::string folder) {
  return {.path = std::move(folder), .below = part_of_file, .enters = enters};
}

// The packages that lie outside of the folder that was asked in; of those within, which may be reached by a link, the
// folders that targets are found in.
std::vector<answer_source> packages_in(std::string_view root, std::string_view metadata) {
  std::vector<answer_source> out;
  const auto workspace = read_metadata(metadata);
  for (const auto& package : workspace.packages)
    for (const std::string part : {"/Cargo.toml", "/src", "/src/bin", "/tests", "/examples", "/benches"})
      out.push_back({package.folder + part});
  if (!path_below(root, workspace.root)) out.push_back(files_below(workspace.root));
  for (const auto& package : workspace.packages)
    if (!path_below(root, package.folder) && !path_below(workspace.root, package.folder))
      out.push_back(files_below(package.folder));
  return out;
}

}  // namespace

toolchain_questions::toolchain_questions(std::string root, const variables& environment)
    : root_(std::move(root)),
      choice_(in_parents(root_, {"rust-toolchain", "rust-toolchain.toml"})),
      configuration_(cargo_config_files(root_, environment)) {
  choice_.push_back({folder_in(environment, "RUSTUP_HOME", ".rustup") + "/settings.toml"});
}

// Where rustup is installed, the programs on PATH are links to it.
command toolchain_questions::question(std::vector<std::string> argv,
                                      std::vector<std::string> also_read) const {
  answer_sources sources{.known = choice_, .named_in = {}, .dispatcher = "rustup"};
  for (auto& path : also_read) sources.known.push_back({std::move(path)});
  return {.argv = std::move(argv),
          .cwd = root_,
          .set_env = {no_installation},
          .read_from = std::make_shared<const answer_sources>(std::move(sources))};
}

command toolchain_questions::sysroot() const {
  return question({"rustc", "--print", "sysroot"}, {});
}

command toolchain_questions::rustc(const std::string& sysroot) const {
  return question({"rustc", "-vV"}, {sysroot + "/bin/rustc"});
}

command toolchain_questions::cargo(const std::string& sysroot) const {
  return question({"cargo", "-V"}, {sysroot + "/bin/cargo"});
}

command toolchain_questions::workspace(const std::string& sysroot) const {
  auto out = question({"cargo", "metadata", "--no-deps", "--format-version", "1"}, {sysroot + "/bin/cargo"});
  auto sources = *out.read_from;
  for (auto& manifest : in_parents(folder_name(root_), {"Cargo.toml"}))
    sources.known.push_back(std::move(manifest));
  for (const auto& file : configuration_) sources.known.push_back({file});
  sources.known.push_back(files_below(root_));
  sources.named_in = [root = root_](std::string_view printed) { return packages_in(root, printed); };
  out.read_from = std::make_shared<const answer_sources>(std::move(sources));
  return out;
}

path_request toolchain_choices(const std::string& root) {
  path_request out;
  for (auto& file : in_parents(root, {"rust-toolchain", "rust-toolchain.toml"}))
    out.paths.push_back(std::move(file.path));
  return out;
}

std::optional<plan_refusal> refusal_to_look(const path_states& choices) {
  for (const auto& file : choices)
    if (file.text.find("path") != std::string::npos)
      return plan_refusal{"known once its tests run: rust-toolchain.toml names the folder of its programs"};
  return std::nullopt;
}

}  // namespace covey::parsers::languages::rust
