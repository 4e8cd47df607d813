#include "parsers/languages/rust/language.hpp"
#include "parsers/blocks/outline.hpp"
#include "parsers/events/unit_coverage.hpp"
#include "parsers/languages/planning.hpp"
#include "parsers/languages/rust/flags.hpp"
#include "parsers/languages/rust/job.hpp"
#include "parsers/languages/rust/selection.hpp"
#include "parsers/languages/rust/steps.hpp"
#include "parsers/languages/rust/workspace.hpp"
#include "parsers/events/event_output.hpp"
#include "parsers/languages/rust/output/build.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/documents.hpp"
#include "parsers/syntax/tree.hpp"
#include <algorithm>
#include <utility>

extern "C" const TSLanguage* tree_sitter_rust();

namespace covey::parsers::languages::rust {
namespace {

// `cargo test totals`. A name is looked for by its last part, since labels lack the modules of files.
std::optional<shell_run> read_command(const strings& words) {
  if (words.size() < 2 || words[0] != "cargo" || (words[1] != "test" && words[1] != "t")) return std::nullopt;
  const auto read = read_shell_words(std::span{words}.subspan(2), cargo_flags);
  if (!read) return std::nullopt;
  const auto harness = read_shell_words(read->rest, libtest_flags);
  if (!harness || !harness->rest.empty()) return std::nullopt;
  shell_run out;
  for (const auto& [name, value] : read->flags)
    if (name == "--test") out.paths.push_back({"tests/" + value + ".rs"});
  auto names = read->words;
  names.insert(names.end(), harness->words.begin(), harness->words.end());
  bool exact = false;
  for (const auto& [name, value] : harness->flags) exact = exact || name == "--exact";
  for (const auto& name : names) {
    if (exact || name.find("::") != std::string::npos) return std::nullopt;  // labels have no modules
    out.query.append(out.query.empty() ? "" : " | ").append(term_containing(name));
  }
  return out;
}

// "Parser" of impl<'a> Iterator for Parser<'a>
std::string implemented_type(const syntax_node& block) {
  const auto text = block.field("type").text();
  return std::string{text.substr(0, text.find('<'))};
}

// "#[test]", "#[cfg(test)]", "#[tokio::test]", "#[rstest]"; not what is there without tests as well.
bool is_of_tests(const syntax_node& node) {
  for (auto before = node.previous(); before; before = before.previous()) {
    if (before.is("line_comment") || before.is("block_comment")) continue;
    if (!before.is("attribute_item")) return false;
    const auto text = before.text();
    const auto has = [text](std::string_view word) { return text.find(word) != std::string_view::npos; };
    if (has("test") && !has("not(") && !has("any(") && !has("\"")) return true;
  }
  return false;
}

std::optional<declared_name> read_declaration(const syntax_node& node) {
  const auto name = [&] { return std::string{node.field("name").text()}; };
  if (node.is("function_item")) {  // what is const may run while it is compiled
    const bool is_const =
        node.first_child("function_modifiers").text().find("const") != std::string_view::npos;
    return declared_name{
        .name = name(), .of_tests = is_of_tests(node), .body = is_const ? syntax_node{} : node.field("body")};
  }
  if (node.is("impl_item")) return declared_name{implemented_type(node), false};
  if (node.is("mod_item")) return declared_name{name(), false, is_of_tests(node)};
  if (node.is("trait_item")) return declared_name{name(), false};
  return std::nullopt;
}

// As parsers/syntax/tree.hpp has them.
source_structure structure_of(std::string_view, std::string_view text) {
  constexpr std::string_view blocks[] = {"source_file", "block", "declaration_list", "match_block"};
  return read_structure(tree_sitter_rust, text, "::", read_declaration, blocks);
}

// Documentation is tested by itself.
comment_role role_of_comment(std::string_view comment, std::string_view) {
  for (const std::string_view begin : {"///", "//!", "/**", "/*!"})
    if (comment.starts_with(begin)) return comment_role::documentation;
  return comment_role::none;
}

// `thread_local! { static NAME: … }`, too; and a macro, which stands for what it says.
std::string_view variable_of(const syntax_node& node) {
  if (node.is("static_item") || node.is("macro_definition")) return node.field("name").text();
  const auto text = node.is("macro_invocation") ? node.text() : std::string_view{};
  for (const std::string_view begin : {"static ref ", "static "})
    if (const auto at = text.find(begin); at != std::string_view::npos)
      return text.substr(at + begin.size(), text.find(':', at) - at - begin.size());
  return {};
}

file_outline outline_of(std::string_view, std::string_view text) {
  static constexpr std::string_view starting[] = {"Command::", "cargo_bin", "TestCases", "fork("};
  static constexpr std::string_view all_starting[] = {"Command as "};
  static constexpr std::string_view sharing[] = {"get_or_init", "static mut", "static ref"};
  static constexpr std::string_view placing[] = {"line!(", "Location::caller"};
  const outline_rules rules{
      .syntax = tree_sitter_rust,
      .separator = "::",
      .read = read_declaration,
      .role = role_of_comment,
      .names_files = [](const syntax_node& node) { return node.type().ends_with("string_literal"); },
      .variable = variable_of,
      .sharing = sharing,
      .starting = starting,
      .all_starting = all_starting,
      .placing = placing};
  return outline_in(rules, text);
}

// If a project's toolchain is missing, covey does not install it; rustup would do so unasked.
constexpr std::pair<const char*, const char*> no_installation{"RUSTUP_AUTO_INSTALL", "0"};

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

class toolchain_questions {
 public:
  toolchain_questions(std::string root, const variables& environment)
      : root_(std::move(root)),
        choice_(in_parents(root_, {"rust-toolchain", "rust-toolchain.toml"})),
        configuration_(cargo_config_files(root_, environment)) {
    choice_.push_back({folder_in(environment, "RUSTUP_HOME", ".rustup") + "/settings.toml"});
  }

  command sysroot() const { return question({"rustc", "--print", "sysroot"}, {}); }
  // `sysroot`: what that said; empty if it failed.
  command rustc(const std::string& sysroot) const {
    return question({"rustc", "-vV"}, {sysroot + "/bin/rustc"});
  }
  command cargo(const std::string& sysroot) const {
    return question({"cargo", "-V"}, {sysroot + "/bin/cargo"});
  }

  command workspace(const std::string& sysroot) const {
    auto out =
        question({"cargo", "metadata", "--no-deps", "--format-version", "1"}, {sysroot + "/bin/cargo"});
    auto sources = *out.read_from;
    for (auto& manifest : in_parents(folder_name(root_), {"Cargo.toml"}))
      sources.known.push_back(std::move(manifest));
    for (const auto& file : configuration_) sources.known.push_back({file});
    sources.known.push_back(files_below(root_));
    sources.named_in = [root = root_](std::string_view printed) { return packages_in(root, printed); };
    out.read_from = std::make_shared<const answer_sources>(std::move(sources));
    return out;
  }

 private:
  // Where rustup is installed, the programs on PATH are links to it.
  command question(strings argv, strings also_read) const {
    answer_sources sources{.known = choice_, .named_in = {}, .dispatcher = "rustup"};
    for (auto& path : also_read) sources.known.push_back({std::move(path)});
    return {.argv = std::move(argv),
            .cwd = root_,
            .set_env = {no_installation},
            .read_from = std::make_shared<const answer_sources>(std::move(sources))};
  }

  std::string root_;
  std::vector<answer_source> choice_;  // what decides on the toolchain
  strings configuration_;
};

// The files that may choose a toolchain. One may name a folder, whose programs answer then: they are not asked before anybody
// has run what the project holds.
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

// The workspace's packages below covey's root; all packages if none is below it. Of these those that the user names.
std::vector<const workspace_package*> chosen_packages(const cargo_workspace& workspace,
                                                      const std::string& root, const cargo_words& added) {
  std::vector<const workspace_package*> out;
  for (const auto& package : workspace.packages)
    if (path_below(root, package.folder)) out.push_back(&package);
  if (out.empty())
    for (const auto& package : workspace.packages) out.push_back(&package);
  std::erase_if(out,
                [&](const auto* package) { return !added.has_package(package->name, package->version); });
  return out;
}

// A name that the user gave, and no package has; empty: there is none.
std::string why_no_package(const cargo_workspace& workspace, const std::string& root,
                           const cargo_words& added) {
  constexpr std::size_t max = 20;
  for (const auto& spec : added.packages) {
    const cargo_words one{.packages = {spec}};
    const auto& all = workspace.packages;
    const bool known = std::ranges::any_of(
        all, [&](const auto& package) { return one.has_package(package.name, package.version); });
    if (known || all.empty()) continue;
    strings names;
    for (const auto& package : all) names.push_back(package.name);
    return "the workspace has no package " + shown(spec) + ": it has " + listed(names, max);
  }
  return chosen_packages(workspace, root, added).empty() && !workspace.packages.empty()
             ? "`--exclude` leaves no package to test: leave it out"
             : "";
}

// A target that the user named, and no package has; empty: there is none.
std::string why_no_target(const cargo_workspace& workspace, const std::string& root,
                          const cargo_words& added) {
  for (const auto& wanted : added.targets) {
    const cargo_words one{.targets = {wanted}};
    std::string names;
    bool known = false;
    for (const auto* package : chosen_packages(workspace, root, added))
      for (const auto& target : package->targets) {
        known = known || one.picks(target);
        if (wanted.starts_with(target.kind + " ")) names += (names.empty() ? "" : ", ") + target.name;
      }
    if (!known && !workspace.packages.empty())
      return "no package has the target `--" + wanted +
             "`: " + (names.empty() ? "there is none of this kind" : "there are " + names);
  }
  return {};
}

// What the probes have told so far. A workspace that cargo cannot read is no refusal: the run's build reports
// what is wrong with it, as a failure with a place.
struct project_facts {
  plan_request request;
  rustc_version rustc;
  std::string cargo_version;
  cargo_workspace workspace;
  cargo_config config;
  cargo_words added;  // by the user
  std::vector<llvm_tools> tools;
  std::map<std::string, std::string, std::less<>> sources;  // main files of targets with selected files
  bool profiler = true;  // this Rust has the library that instrumented code links to
  strings notes;

  std::string triple() const { return config.target.empty() ? rustc.host : config.target; }
  std::string sources_root() const { return workspace.root.empty() ? request.root : workspace.root; }
  bool measurable() const { return profiler && !tools.empty(); }
};

constexpr const char* llvm_remedy =
    "`rustup component add llvm-tools` installs the tools that fit this rustc; without rustup, the package "
    "of LLVM's tools does (llvm-19 or later for Rust 1.82 and later)";

std::string first_line(std::string_view text) {
  return std::string{text.substr(0, text.find('\n'))};
}

plan_refusal no_toolchain(const probe_answer& rustc) {
  const auto error = rustc.err.find("error: ");
  auto reason = "`rustc -vV` failed with exit code " + std::to_string(rustc.exit_code) + ": " +
                first_line(std::string_view{rustc.err}.substr(error == std::string::npos ? 0 : error));
  if (!reason.ends_with("is not installed")) return {reason};
  return {reason + "; `rustup toolchain install`, called in the project's folder, installs what it asks for",
          "rustup toolchain install"};
}

// `libraries`: the toolchain's library folder. If it cannot be read (a custom target), assume that it has the
// profiler.
bool has_profiler(const path_state& libraries) {
  const auto& names = libraries.entries;
  return names.empty() || std::ranges::any_of(names, [](const auto& name) {
           return name.starts_with("libprofiler_builtins");
         });
}

void read_manifests(project_facts& project, const path_states& seen) {
  auto& packages = project.workspace.packages;
  for (std::size_t i = 0; i < packages.size() && i < seen.size(); ++i) read_marks(packages[i], seen[i].text);
  strings files;
  for (auto i = packages.size(); i < seen.size(); ++i)
    if (seen[i].kind == path_state::kind_type::file) files.push_back(seen[i].text);
  project.config = read_cargo_config(files, project.request.environment, project.rustc.host);
}

// As by cargo itself, a run of all is of the default members, where nobody names others.
bool is_left_out(const project_facts& project, const workspace_package& package) {
  const auto& added = project.added;
  return !package.is_default && added.packages.empty() && !added.whole_workspace &&
         project.request.root == project.workspace.root;
}

std::vector<const workspace_package*> packages_of(const project_facts& project, bool all) {
  auto out = chosen_packages(project.workspace, project.request.root, project.added);
  if (all) std::erase_if(out, [&](const auto* package) { return is_left_out(project, *package); });
  return out;
}

std::vector<const workspace_package*> packages_of(const project_facts& project) {
  return packages_of(project, project.request.runs_all() && project.request.selections().empty());
}

bool runs(const package_target& target, const cargo_words& added) {
  return target.tests || added.picks(target);
}

void add_targets(const workspace_package& package, bool everything, const cargo_words& added,
                 cargo_job& job) {
  const auto spec = package.name + "@" + package.version;
  const auto add = [&](std::string group, std::string kind, const package_target& target) {
    chosen_tests chosen;
    chosen.whole = everything && (kind == "doc" ? added.picks_docs() : added.picks(target));
    job.targets.push_back({std::move(group), std::move(kind), target.name, target.source, spec, package.name,
                           package.folder, target.harness, chosen, target.needs});
  };
  for (const auto& target : package.targets)
    if (runs(target, added)) add(group_name(package.name, target.kind, target.name), target.kind, target);
  for (const auto& target : package.targets)
    if (target.kind == "lib" && target.doc_tests) add(doc_group(package.name), "doc", target);
}

cargo_job job_of(const project_facts& project) {
  const auto& request = project.request;
  cargo_job job;
  job.folder = request.root;
  job.root = project.sources_root();
  job.version = project.cargo_version;
  job.host = project.triple();
  job.build = project.added.build;
  job.binaries = project.added.binaries;
  job.runner = project.config.runner;
  job.bootstrap = !project.rustc.nightly;
  auto packages = packages_of(project);
  const auto add_all = [&](bool everything) {
    job.targets.clear();
    if (everything && request.selections().empty()) packages = packages_of(project, true);
    for (const auto* package : packages) add_targets(*package, everything, project.added, job);
    return everything;
  };
  const bool all =
      add_all(request.runs_all()) || (select_rerun(request.rerun_set(), job.targets) && add_all(true));
  job.kinds = project.added.kinds_of_tests();
  job.everything = all && (!project.added.picks_targets() || !job.kinds.empty());
  if (packages.size() == project.workspace.packages.size()) {
    job.packages = {"--workspace"};
  } else {
    for (const auto* package : packages)
      job.packages.insert(job.packages.end(), {"-p", package->name + "@" + package->version});
  }
  return job;
}

// Since cargo 1.72 rustdoc is started in the workspace's root; before that, in the package's folder.
selected_targets selections_of(const project_facts& project) {
  constexpr int first_with_workspace_names = 72;
  const bool of_package = cargo_minor(project.cargo_version) < first_with_workspace_names;
  const auto root = project.sources_root();
  selected_targets out{project.request.selections(), project.request.root,
                       [of_package, root](const job_target& target, const std::string& file) {
                         return path_below(of_package ? target.folder : root, file).value_or(file);
                       }};
  for (const auto* package : packages_of(project))
    for (const auto& target : package->targets)
      if (!runs(target, project.added) && !target.doc_tests) out.left_out.push_back(target.source);
  return out;
}

command hidden_command(const project_facts& project, strings arguments) {
  command out;
  out.argv = std::move(arguments);
  out.argv.insert(out.argv.begin(), project.request.self);
  out.cwd = project.request.root;
  // Tests see these variables too, so set none that tests may read (CI, NO_COLOR, TERM).
  out.set_env = {{"PWD", project.request.root}, no_installation};
  // By default insta writes new snapshots beside the tests.
  if (!project.request.environment.contains("INSTA_UPDATE")) out.set_env.emplace_back("INSTA_UPDATE", "no");
  return out;
}

// Instrumented builds have their own target folder within the usual one, so that they and the user's builds
// do not invalidate each other.
void add_coverage(const project_facts& project, const std::string& folder, cargo_job& job, run_plan& plan) {
  const auto& request = project.request;
  job.profiles = request.scratch + "/profiles";
  plan.coverage_dir = request.scratch + "/coverage";
  plan.folders = {job.profiles, plan.coverage_dir};
  job.target_dir = project.workspace.target_dir;
  job.wrapper = project.config.wrapper;
  auto measuring = measuring_flags_for(job.host);
  job.measuring = std::move(measuring.flags);
  job.live_profiles = measuring.live_profiles;
  strings measure{"__llvm-coverage", folder, plan.coverage_dir,
                  ignored_sources(project.workspace.target_dir)};
  for (const auto& tool : project.tools) measure.insert(measure.end(), {tool.profdata, tool.cov});
  plan.commands.push_back(hidden_command(project, std::move(measure)));
  plan.commands.back().role = command_role::coverage;
  unit_coverage_options options;
  options.root = request.root;
  options.unit_kind = attribution::test;
  options.coarse = attribution::binary;
  options.separator = " ";
  if (const auto generated = path_below(request.root, project.workspace.target_dir))
    options.leave_out = [folder = *generated + "/"](std::string_view path) {
      return path.starts_with(folder);
    };
  options.holds_tests = [](std::string_view path) {
    const auto name = base_name(path);
    return name == "tests.rs" || path.starts_with("tests/") || path.find("/tests/") != std::string_view::npos;
  };
  plan.make_collector = [options] { return make_unit_coverage(options); };
}

bool has_chosen(const cargo_job& job, bool examples) {
  return std::ranges::any_of(job.targets, [&](const auto& target) {
    return !target.chosen.empty() && (target.kind == "doc") == examples;
  });
}

std::string why_not_measurable(const project_facts& project) {
  if (project.profiler) return std::string{"no llvm-cov was found; "} + llvm_remedy;
  return "this rustc was built without the profiler runtime that coverage needs, as some distributions' are; "
         "https://rustup.rs installs one that has it";
}

std::string members_note(const project_facts& project) {
  constexpr std::size_t max = 10;
  strings others;
  for (const auto* package : packages_of(project, false))
    if (is_left_out(project, *package)) others.push_back(package->name);
  if (others.empty()) return {};
  return "Left out, as by cargo itself, are the workspace's members that are not default ones: " +
         listed(others, max) + "; `packages` in covey.toml, or `args` with `-p` or `--workspace`, runs them.";
}

void add_decisions(const project_facts& project, run_plan& plan) {
  plan.decisions.push_back({"toolchain", "rustc " + project.rustc.release, project.rustc.host});
  plan.decisions.push_back({"runner", "cargo test " + project.cargo_version,
                            std::to_string(packages_of(project).size()) + " package(s) of the workspace " +
                                project.sources_root()});
  if (!project.measurable()) {
    plan.decisions.push_back({"coverage", "none", why_not_measurable(project),
                              project.profiler ? "rustup component add llvm-tools" : ""});
  } else {
    const auto& first = project.tools.front();
    plan.decisions.push_back(
        {"coverage", first.cov,
         "the nearest to LLVM " + std::to_string(project.rustc.llvm) + ", which this rustc is built on"});
  }
}

run_plan plan_of(const project_facts& project) {
  const auto& request = project.request;
  const auto folder = request.scratch + "/cargo";
  const auto job_file = folder + "/job.json";
  run_plan plan;
  plan.notes = project.notes;
  auto job = job_of(project);
  auto selected =
      resolve_selections(selections_of(project), project.sources, !request.runs_all(), job.targets);
  plan.selected = std::move(selected.selectors);
  plan.notes.insert(plan.notes.end(), selected.notes.begin(), selected.notes.end());
  if (auto note = members_note(project); job.everything && !note.empty())
    plan.notes.push_back(std::move(note));
  plan.commands.push_back(hidden_command(project, {"__cargo-test", job_file}));
  add_decisions(project, plan);
  const bool has_tests = job.everything || has_chosen(job, false);
  if (request.coverage && !project.measurable())
    plan.notes.push_back("Coverage was not measured: " + why_not_measurable(project) + ".");
  else if (request.coverage && has_tests && !project.workspace.target_dir.empty())
    add_coverage(project, folder, job, plan);
  else if (request.coverage && !has_tests && has_chosen(job, true))
    plan.notes.emplace_back(
        "Coverage was not measured: rustdoc builds and runs examples in documentation by itself, "
        "without it.");
  plan.files.push_back({job_file, write_job(job)});
  plan.events = request.scratch + "/events";
  event_output_options options;
  options.root = request.root;
  options.separator = " ";
  options.runner = "cargo";
  options.wanted = awaited(request.rerun_set(), job.targets);
  options.diagnose = [root = project.sources_root()](const printed_text& printed, const run_ending&) {
    auto why = cargo_failure(printed.err, root);
    why.id.group = "cargo";
    return std::vector<failure>{std::move(why)};
  };
  plan.make_parser = [options] { return make_event_output(options); };
  return plan;
}

plan_refusal no_program(const std::string& name) {
  return {"There is no " + name + " on PATH; https://rustup.rs installs Rust.",
          std::string{language_definition.installed_by}};
}

std::string second_word(std::string_view line) {
  line.remove_prefix(std::min(line.find(' ') + 1, line.size()));
  return std::string{line.substr(0, line.find(' '))};
}

void keep_sources(project_facts& to, const strings& paths, const path_states& texts) {
  for (std::size_t i = 0; i < paths.size() && i < texts.size(); ++i)
    if (texts[i].kind == path_state::kind_type::file) to.sources[paths[i]] = texts[i].text;
}

planning plan_project(plan_request request) {
  if (const auto why = refusal_of(request.added.args); !why.empty()) co_return plan_refusal{why};
  project_facts project;
  project.request = std::move(request);
  project.added = read_added(project.request.added);
  const auto& root = project.request.root;
  if (project.request.look_only) {
    const auto choice = toolchain_choices(root);
    const path_states seen = co_await choice;
    if (auto own = refusal_to_look(seen)) co_return std::move(*own);
  }
  const toolchain_questions questions{root, project.request.environment};
  const auto ask_sysroot = questions.sysroot();
  const auto sysroot = co_await ask_sysroot;
  const std::string toolchain{sysroot.exit_code == 0 ? first_line(sysroot.out) : ""};
  const auto ask_rustc = questions.rustc(toolchain);
  const auto rustc = co_await ask_rustc;
  if (!rustc.found) co_return no_program("rustc");
  if (rustc.exit_code != 0) co_return no_toolchain(rustc);
  project.rustc = read_rustc_version("\n" + rustc.out);
  const auto ask_cargo = questions.cargo(toolchain);
  const auto cargo = co_await ask_cargo;
  if (!cargo.found) co_return no_program("cargo");
  project.cargo_version = second_word(first_line(cargo.out));  // "cargo 1.95.0 (f2d3ce0bd 2026-03-21)"

  const auto ask_workspace = questions.workspace(toolchain);
  const auto metadata = co_await ask_workspace;
  project.workspace = read_metadata(metadata.out);
  if (project.workspace.packages.empty())
    project.notes.push_back("`cargo metadata` failed with exit code " + std::to_string(metadata.exit_code) +
                            "; planned without its answer.");
  auto why = why_no_package(project.workspace, root, project.added);
  if (why.empty()) why = why_no_target(project.workspace, root, project.added);
  if (!why.empty()) co_return plan_refusal{why};
  path_request files;
  for (const auto& package : project.workspace.packages)
    files.paths.push_back(package.folder + "/Cargo.toml");
  const auto configuration = cargo_config_files(root, project.request.environment);
  files.paths.insert(files.paths.end(), configuration.begin(), configuration.end());
  const auto manifests = co_await files;
  read_manifests(project, manifests);
  path_request mains;
  mains.paths = selection_sources(selections_of(project), job_of(project).targets);
  if (!mains.paths.empty()) {
    const path_states texts = co_await mains;
    keep_sources(project, mains.paths, texts);
  }

  const auto libraries = toolchain + "/lib/rustlib/";
  path_request folders;
  folders.paths = folders_on_path(project.request.environment);
  folders.paths.insert(folders.paths.begin(), libraries + project.rustc.host + "/bin");
  folders.paths.push_back(libraries + project.triple() + "/lib");
  auto seen = co_await folders;
  project.profiler = has_profiler(seen.back());
  seen.pop_back();
  project.tools = find_tools(folders.paths, seen, project.rustc.llvm);
  co_return plan_of(project);
}

std::string package_name(std::string_view, std::string_view manifest) {
  return text_at(object_at(read_toml(manifest), "package"), "name");
}

}  // namespace

const language language_definition{
    .name = "rust",
    .display_name = "Rust",
    .program = "cargo",
    .version_arguments = {"--version"},
    .installed_by = "curl -sSf https://sh.rustup.rs | sh",
    .project_files = {{"Cargo.toml"}},
    .project_name = package_name,
    .plan = plan_with<plan_project>,
    .make_finder = make_finder,
    .structure = structure_of,
    .outline = outline_of,
    .deciding_files = {"Cargo.toml", "Cargo.lock", "build.rs", "config.toml", "rust-toolchain*",
                       "covey.toml"},
    .deciding_paths = {"$HOME/.rustup/settings.toml", "$HOME/.cargo/config.toml", "$HOME/.cargo/config"},
    .deciding_variables = {"RUST", "CARGO_", "TZ", "LANG", "LC_", "CI"},
    .shell_commands = {"cargo test"},
    .read_command = read_command,
    .flag_tables = {&cargo_flags, &libtest_flags},
    .settings = {"packages", "features"},
    .output_variables = {"RUST_BACKTRACE"},
    .skipped_folders = {"target"},
    .config_folders = {".cargo", ".config", ".sqlx"},
    .source_endings = {".rs"},
    .compiles = true,
};

}  // namespace covey::parsers::languages::rust
