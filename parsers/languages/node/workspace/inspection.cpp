#include "parsers/languages/node/workspace/inspection.hpp"
#include "parsers/text/path.hpp"
#include "reporters/embedded.hpp"
#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

namespace json = boost::json;

std::string text_of(const json::value* value) {
  return value != nullptr && value->is_string() ? std::string{std::string_view{value->get_string()}}
                                                : std::string{};
}

std::map<std::string, std::string> texts_of(const json::value* value) {
  std::map<std::string, std::string> out;
  if (value == nullptr || !value->is_object()) return out;
  for (const auto& [name, text] : value->get_object())
    if (text.is_string()) out.emplace(name, text_of(&text));
  return out;
}

inspected_folder read_folder(const json::object& from) {
  inspected_folder out;
  out.extras = texts_of(from.if_contains("extras"));
  out.imports = texts_of(from.if_contains("imports"));
  const auto* runners = from.if_contains("runners");
  if (runners == nullptr || !runners->is_object()) return out;
  for (const auto& [package, found] : runners->get_object()) {
    if (!found.is_object()) continue;
    const auto& install = found.get_object();
    out.runners[package] = {text_of(install.if_contains("entry")), text_of(install.if_contains("version"))};
  }
  return out;
}

// A superset of what inspect.cjs looks at: it only looks into the first test files.
source_part part_of_file(std::string_view file) {
  const auto name = base_name(file);
  const auto dot = name.rfind('.');
  static constexpr std::array<std::string_view, 8> endings{".js",  ".cjs", ".mjs", ".ts",
                                                           ".cts", ".mts", ".jsx", ".tsx"};
  const bool is_code = dot != std::string_view::npos &&
                       std::find(endings.begin(), endings.end(), name.substr(dot)) != endings.end();
  const bool says_test =
      file.find("test") != std::string_view::npos || name.find("spec") != std::string_view::npos;
  return is_code && says_test ? source_part::text : source_part::nothing;
}

bool enters(std::string_view folder) {
  return folder.front() != '.' && folder != "node_modules";
}

// The runners' modules that the head of a file names.
std::string imports_in(std::string_view text) {
  constexpr std::size_t head = 4096;
  std::string out;
  for (const auto* runner : all_runners()) {
    const auto& name = runner->program.import_name;
    for (const char quote : {'\'', '"'})
      if (!name.empty() &&
          text.substr(0, head).find(quote + std::string{name} + quote) != std::string_view::npos)
        out += std::string{name} + " ";
  }
  return out;
}

}  // namespace

std::vector<std::string> inspection_arguments(const std::vector<std::string>& folders) {
  json::array where, runners, extras, imports;
  for (const auto& folder : folders) where.emplace_back(folder);
  for (const auto* runner : all_runners()) {
    const auto& program = runner->program;
    if (!program.package.empty()) runners.push_back({{"package", program.package}, {"bin", program.bin}});
    for (const auto extra : runner->extras) extras.emplace_back(extra);
    if (!program.import_name.empty()) imports.emplace_back(program.import_name);
  }
  const json::object asked{{"folders", std::move(where)},
                           {"runners", std::move(runners)},
                           {"extras", std::move(extras)},
                           {"imports", std::move(imports)}};
  return {"-e", std::string{reporters::text("node/inspect.cjs")}, json::serialize(asked)};
}

answer_sources_ptr inspection_sources(const std::vector<std::string>& folders) {
  answer_sources out;
  for (const auto& folder : folders) {
    for (auto& installed : in_parents(folder, {"node_modules", "node_modules/@vitest", ".pnp.cjs"}))
      out.known.push_back(std::move(installed));
    out.known.push_back({.path = folder, .below = part_of_file, .enters = enters, .excerpt = imports_in});
  }
  out.named_in = [](std::string_view printed) {
    std::vector<answer_source> more;
    if (const auto answer = read_inspection_answer(printed))
      for (const auto& manifest : answer->read) more.push_back({manifest});
    return more;
  };
  return std::make_shared<const answer_sources>(std::move(out));
}

std::optional<inspection_answer> read_inspection_answer(std::string_view text) {
  // A module preloaded by the user's NODE_OPTIONS may have printed before the answer.
  const auto start = text.find("{\"node\":");
  if (start == std::string_view::npos) return std::nullopt;
  boost::system::error_code ec;
  const auto parsed = json::parse(text.substr(start), ec);
  if (ec || !parsed.is_object()) return std::nullopt;
  const auto& from = parsed.get_object();
  inspection_answer out;
  out.node = text_of(from.if_contains("node"));
  if (const auto* read = from.if_contains("read"); read != nullptr && read->is_array())
    for (const auto& manifest : read->get_array()) out.read.push_back(text_of(&manifest));
  const auto* folders = from.if_contains("folders");
  if (folders == nullptr || !folders->is_object()) return std::nullopt;
  for (const auto& [folder, found] : folders->get_object())
    if (found.is_object()) out.folders[folder] = read_folder(found.get_object());
  return out;
}

}  // namespace covey::parsers::languages::node
