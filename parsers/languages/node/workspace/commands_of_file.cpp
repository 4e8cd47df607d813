#include "parsers/languages/node/workspace/commands_of_file.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <iterator>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

using places = std::vector<std::size_t>;

bool is_imported(std::string_view text, std::string_view name) {
  return !name.empty() && (text.find("'" + std::string{name} + "'") != std::string_view::npos ||
                           text.find("\"" + std::string{name} + "\"") != std::string_view::npos);
}

// The places for which `holds` is true; all of them if it is true for none.
template <class Holds>
places narrowed(places all, Holds holds) {
  places out;
  std::copy_if(all.begin(), all.end(), std::back_inserter(out), holds);
  return out.empty() ? all : out;
}

// Files, folders and patterns. Values of most flags are included, but they name no test file; a configuration alone, which may
// take any, must not look as if the command ran a part of the files.
std::vector<std::string_view> operands_of(const scheduled_command& scheduled) {
  std::vector<std::string_view> out;
  std::string_view before;
  for (const std::string_view word : scheduled.script.arguments) {
    if (!word.starts_with('-') && before != "--config" && before != "-c") out.push_back(word);
    before = word;
  }
  return out;
}

// Of a pattern, only the text before the first wildcard counts.
bool names_file(std::string_view operand, std::string_view file) {
  if (operand.starts_with("./")) operand.remove_prefix(2);
  if (file.find(operand) != std::string_view::npos) return true;
  const auto wild = operand.find_first_of("*?{[(");
  if (wild == std::string_view::npos) return false;
  const auto head = operand.substr(0, wild);
  return file.starts_with(head);
}

bool may_run(const scheduled_command& scheduled, const std::string& file) {
  const auto operands = operands_of(scheduled);
  const auto below = path_below(scheduled.folder, file).value_or(file);
  return operands.empty() || std::any_of(operands.begin(), operands.end(),
                                         [&](auto operand) { return names_file(operand, below); });
}

}  // namespace

std::vector<std::size_t> commands_near(const std::vector<scheduled_command>& schedule,
                                       const std::string& file) {
  std::vector<std::size_t> out;
  std::size_t nearest = 0;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    const auto& scheduled = schedule[i];
    if (scheduled.kind != parsed_command::kind_type::tests || !path_below(scheduled.folder, file)) continue;
    if (scheduled.folder.size() > nearest) out.clear();
    nearest = std::max(nearest, scheduled.folder.size());
    if (scheduled.folder.size() == nearest) out.push_back(i);
  }
  return out;
}

std::vector<std::size_t> commands_for(const std::vector<scheduled_command>& schedule, const std::string& file,
                                      std::string_view text) {
  auto out = commands_near(schedule, file);
  const auto runner = [&](std::size_t i) { return schedule[i].runner; };
  if (!text.empty()) {
    out = narrowed(std::move(out), [&](auto i) { return is_imported(text, runner(i)->import_name); });
    // The functions of node:test are not globals: a file has to import them.
    out = narrowed(std::move(out), [&](auto i) {
      return runner(i)->name != "node:test" || is_imported(text, runner(i)->import_name);
    });
  }
  return narrowed(std::move(out), [&](auto i) { return may_run(schedule[i], file); });
}

}  // namespace covey::parsers::languages::node
