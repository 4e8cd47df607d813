#include "parsers/languages/julia/language.hpp"
#include "parsers/blocks/outline.hpp"
#include "parsers/languages/julia/plan.hpp"
#include "parsers/languages/planning.hpp"
#include "parsers/text/documents.hpp"
#include "parsers/syntax/tree.hpp"
#include <utility>

extern "C" const TSLanguage* tree_sitter_julia();

namespace covey::parsers::languages::julia {
namespace {

// The words that users add to `Pkg.test`, as its `test_args`: runtests.jl has them in ARGS. What they mean is for it to say.
constexpr flag_table test_args{.runner = "Pkg.test"};

using enum flag_value;

constexpr flag_rule of_julia[] = {harmless({"--project"}),
                                  harmless({"--project", one}),
                                  harmless({"--startup-file", one}),
                                  harmless({"--color", one}),
                                  harmless({"-q"}),
                                  harmless({"--quiet"}),
                                  harmless({"-e", one}),
                                  harmless({"-E", one})};
constexpr flag_table julia_flags{.runner = "julia", .rules = of_julia};

// "using Pkg; Pkg.test()", however it is spaced.
bool tests_the_package(std::string_view code) {
  std::string words;
  for (const char c : code)
    if (c != ' ' && c != ';' && c != '\n' && c != '"') words += c;
  return words == "usingPkgPkg.test()" || words == "importPkgPkg.test()" ||
         words == "usingPkgPkg.activate(.)Pkg.test()";
}

// `julia --project -e "using Pkg; Pkg.test()"`, `julia test/runtests.jl`.
std::optional<shell_run> read_command(const std::vector<std::string>& words) {
  if (words.empty() || words[0] != "julia") return std::nullopt;
  const auto read = read_shell_words(std::span{words}.subspan(1), julia_flags);
  if (!read || !read->rest.empty()) return std::nullopt;
  bool tests = false;
  for (const auto& [name, value] : read->flags) {
    if (name == "--project" && !value.empty() && value != "." && value != "@.") return std::nullopt;
    if (name != "-e" && name != "-E") continue;
    if (tests || !tests_the_package(value)) return std::nullopt;
    tests = true;
  }
  const bool script = read->words.size() == 1 &&
                      (read->words[0] == "test/runtests.jl" || read->words[0] == "./test/runtests.jl");
  if (tests ? !read->words.empty() : !script) return std::nullopt;
  return shell_run{};
}

// "total" of total(cart::Cart)::Int where T; nothing for what is no signature.
std::string called_name(syntax_node signature) {
  while (signature.is("signature") || signature.is("where_expression") || signature.is("typed_expression")) {
    const auto parts = signature.children();
    if (parts.empty()) return {};
    signature = parts.front();
  }
  if (!signature.is("call_expression")) return {};
  const auto parts = signature.children();
  return parts.empty() ? std::string{} : std::string{parts.front().text()};
}

std::optional<declared_name> read_declaration(const syntax_node& node) {
  if (node.is("function_definition") || node.is("macro_definition"))
    return declared_name{called_name(node.first_child("signature"))};
  if (!node.is("assignment")) return std::nullopt;
  const auto sides = node.children();
  auto name = sides.empty() ? std::string{} : called_name(sides.front());  // total(cart) = …
  return name.empty() ? std::nullopt : std::optional{declared_name{std::move(name)}};
}

// As parsers/syntax/tree.hpp has them.
source_structure structure_of(std::string_view, std::string_view text) {
  constexpr std::string_view blocks[] = {
      "source_file",   "module_definition", "function_definition", "macro_definition", "struct_definition",
      "if_statement",  "elseif_clause",     "else_clause",         "for_statement",    "while_statement",
      "try_statement", "catch_clause",      "finally_clause",      "let_statement",    "compound_statement",
      "do_clause",     "quote_statement"};
  return read_structure(tree_sitter_julia, text, ".", read_declaration, blocks);
}

// Methods are compiled into each other: nothing of a source runs alone.
file_outline outline_of(std::string_view, std::string_view text) {
  static constexpr std::string_view placing[] = {"@__LINE__", "__source__"};
  const outline_rules rules{
      .syntax = tree_sitter_julia,
      .read = read_declaration,
      .names_files = [](const syntax_node& node) { return node.type().ends_with("string_literal"); },
      .counts_blanks = true,
      .placing = placing};
  return outline_in(rules, text);
}

// The version is only displayed: the reporter detects the differences between versions itself, in Julia.
planning plan_project(plan_request request) {
  const command question{.argv = {"julia", "--version"}, .cwd = request.root, .set_env = {}};
  const probe_answer said = co_await question;
  co_return make_plan(request, said.found ? version_in(said.out) : "");
}

std::string package_name(std::string_view, std::string_view project) {
  return text_at(read_toml(project), "name");
}

}  // namespace

const language language_definition{
    .name = "julia",
    .display_name = "Julia",
    .program = "julia",
    .version_arguments = {"--version"},
    .installed_by = "curl -fsSL https://install.julialang.org | sh",
    .project_files = {{"Project.toml", {}, "test/runtests.jl"},
                      {"JuliaProject.toml", {}, "test/runtests.jl"}},
    .project_name = package_name,
    .plan = plan_with<plan_project>,
    .make_finder = make_finder,
    .structure = structure_of,
    .outline = outline_of,
    .deciding_files = {"Project.toml", "Manifest*", "JuliaProject.toml", "LocalPreferences.toml",
                       "covey.toml"},
    .deciding_variables = {"JULIA_", "TZ", "LANG", "LC_", "CI"},
    .shell_commands = {"Pkg.test"},
    .read_command = read_command,
    .flag_tables = {&test_args},
    .source_endings = {".jl"},
    .test_folder = "test",
    .assertion = "@test",
};

}  // namespace covey::parsers::languages::julia
