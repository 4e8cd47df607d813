#include "tests/rules/generated.hpp"
#include "parsers/coverage/formats/any_report.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/languages/settings_file.hpp"
#include "protocol/clients.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/answer.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <array>

namespace covey::testing {
namespace {

// Bars would end the cell.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) (c == '|' ? out += '\\' : out) += c;
  return out;
}

std::string row(std::initializer_list<std::string_view> cells) {
  std::string out;
  for (const auto text : cells) out.append(out.empty() ? "| " : " ").append(cell(text)).append(" |");
  return out + "\n";
}

std::string table(std::initializer_list<std::string_view> heads) {
  std::string out = row(heads) + "|";
  for (std::size_t i = 0; i < heads.size(); ++i) out += " --- |";
  return out + "\n";
}

template <class List, class Text>
std::string joined(const List& all, Text text, std::string_view between = ", ") {
  std::string out;
  for (const auto& one : all) out.append(out.empty() ? "" : between).append(text(one));
  return out;
}

std::string code(std::string_view text) {
  return "`" + std::string{text} + "`";
}

std::string codes(const std::vector<std::string_view>& all) {
  return joined(all, code);
}

// --- tools

std::string number(double value) {
  return protocol::to_text(protocol::number_value(value));
}

std::string type_of(const protocol::argument& of) {
  static constexpr std::array<std::string_view, 8> names = {
      "string", "number", "integer", "boolean", "list of strings", "object of strings", "file and line", "list of rules"};
  const auto name = std::string{names.at(static_cast<std::size_t>(of.type))};
  return of.choices.empty() ? name : codes(of.choices);
}

std::string default_of(const protocol::argument& of) {
  if (of.required) return "required";
  if (of.default_value) return number(*of.default_value);
  return std::string{of.default_text};
}

std::string range_of(const protocol::argument& of) {
  if (of.max_bytes > 0) return "at most " + std::to_string(of.max_bytes) + " bytes";
  if (of.minimum && of.maximum) return number(*of.minimum) + " to " + number(*of.maximum);
  if (of.minimum) return "at least " + number(*of.minimum);
  return of.maximum ? "at most " + number(*of.maximum) + (of.lenient ? ", more is taken as that" : "") : "";
}

std::string hints_of(const protocol::tool& of) {
  std::string out = of.starts_run                    ? "Runs tests"
                    : of.description.hints.read_only ? "Reads only"
                                                     : "Changes what covey keeps";
  if (of.core) out += "; one of `--tools core`";
  if (of.description.always_loaded) out += "; asks to be loaded at the start";
  return out + ".\n";
}

// What clients are not told of an argument, for all tools together have 17,500 bytes; a page has room.
std::string_view meaning_of(const protocol::tool_description& tool, const protocol::argument& of) {
  static const std::map<std::string_view, std::string_view> more = {
      {"coverage", "false: this run measures nothing"},
      {"env", "variables for all that the run starts, names and values"},
      {"language", "which project, where the workspace has several"},
      {"output",
       "raw: the runner's own output; summary; auto: raw where that is short and tells why tests failed"},
      {"first", "affected: what edits can have affected runs first, by itself and without coverage; then all"},
      {"stop", "affected: likewise, and the call is answered once these are through, if some failed; the run goes on"},
      {"run", "that run alone (default: all tests as they last ran)"},
      {"detail", "also the tests of each block, and the commands"},
      {"limit", "most tests to name"},
      {"tests", "false: not who ran the lines"},
      {"until", "end: of the run; failure: also answer at the next failure"},
  };
  if (!of.description.empty()) return of.description;
  const auto found = more.find(of.name);
  BOOST_REQUIRE_MESSAGE(found != more.end(), tool.name << ": nothing says what " << of.name << " means");
  return found->second;
}

std::string arguments() {
  std::string out;
  for (const auto& tool : protocol::tools()) {
    const auto& about = tool.description;
    out += (out.empty() ? "### " : "\n### ") + std::string{about.name} + "\n\n" + std::string{about.title} +
           ". " + hints_of(tool) + "\n";
    if (about.arguments.empty()) out += "No arguments.\n";
    if (!about.arguments.empty()) out += table({"argument", "type", "default", "range", "meaning"});
    for (const auto& one : about.arguments)
      out += row({code(one.name), type_of(one), default_of(one), range_of(one), meaning_of(about, one)});
  }
  return out;
}

// --- clients

std::string seconds(std::chrono::seconds value) {
  return std::to_string(value.count()) + " s";
}

std::string clients() {
  auto out = table({"name begins with", "seen in version", "half that is sent", "gives up after",
                    "answered after, without and with a token"});
  const auto add = [&out](const protocol::client& one, std::string_view name) {
    out += row(
        {name, one.version, one.sent == protocol::halves::both ? "both" : "text",
         one.gives_up_after.count() == 0 ? "–" : seconds(one.gives_up_after),
         seconds(std::chrono::duration_cast<std::chrono::seconds>(protocol::patience_of(one, false))) + ", " +
             seconds(std::chrono::duration_cast<std::chrono::seconds>(protocol::patience_of(one, true)))});
  };
  for (const auto& one : protocol::known_clients()) add(one, code(one.name));
  const protocol::client other{};
  add(other, "any other");
  return out;
}

// --- languages and formats of reports

std::string project_files(const parsers::language& of) {
  return joined(of.project_files, [](const auto& file) {
    const auto text = to_string(file);
    return code(file.file) + text.substr(file.file.size());
  });
}

std::string languages() {
  auto out = table({"`language`", "recognised by", "instead of", ""});
  for (const auto* one : parsers::all_languages())
    out +=
        row({code(one->name), project_files(*one), codes(one->shell_commands),
             "[" + std::string{one->display_name} + "](docs/languages/" + std::string{one->name} + ".md)"});
  return out;
}

std::string language(const parsers::language& of) {
  auto out = table({"what covey takes from it", ""});
  const auto add = [&out](std::string_view what, const std::string& value) {
    if (!value.empty()) out += row({what, value});
  };
  add("the argument `language`", code(of.name));
  add("a project has", project_files(of));
  add("`covey doctor` looks for", code(of.program));
  add("settings that say how tests are named", codes(of.config_files));
  add("endings of sources", codes(of.source_endings));
  add("folders without tests, beside the usual ones", codes(of.skipped_folders));
  add("folders that tools fill, which make nothing stale", codes(of.generated_folders));
  add("hidden folders that count for freshness", codes(of.config_folders));
  return out;
}

// Of each runner the refused flags, by why.
std::string flags() {
  auto out = table({"language", "runner", "flags", "are refused because"});
  const auto add = [&out](const parsers::language& of, const parsers::flag_table& runner) {
    std::vector<std::string_view> reasons;
    std::map<std::string_view, std::string> by_reason;
    for (const auto& rule : runner.rules) {
      if (rule.refused.empty() || rule.set_by_covey) continue;
      auto& all = by_reason[rule.refused];
      if (all.empty()) reasons.push_back(rule.refused);
      const auto value = rule.only_with.empty() ? "" : " " + std::string{rule.only_with};
      all += (all.empty() ? "" : ", ") + code(std::string{rule.flag} + value);
    }
    for (const auto why : reasons) out += row({code(of.name), runner.runner, by_reason[why], why});
    if (!runner.operands.empty())
      out += row({code(of.name), runner.runner, "words that are no flags", runner.operands});
    if (reasons.empty()) out += row({code(of.name), runner.runner, "none", ""});
  };
  for (const auto* one : parsers::all_languages())
    for (const auto* runner : one->flag_tables) add(*one, *runner);
  return out;
}

std::string formats(bool in_full) {
  auto out =
      in_full ? table({"format", "written by", "a line is covered if"}) : table({"format", "written by"});
  for (const auto* one : parsers::coverage_formats())
    out += in_full ? row({one->name, one->written_by, one->covered_if}) : row({one->name, one->written_by});
  return out;
}

std::string places() {
  return joined(
      protocol::default_reports(), [](const auto& path) { return "- " + code(path) + "\n"; }, "");
}

// --- limits, from the text of the header that declares them

// "constexpr seconds x = 5s;  // Why." in parts.
struct constant {
  std::string name, value, comment;
};

// Without blanks at its ends, and without what begins it.
std::string stripped(std::string text, std::string_view beginning = "") {
  if (text.starts_with(beginning)) text.erase(0, beginning.size());
  const auto first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// "4u << 20" as "4 MiB", "512 * 1024" as "512 KiB", 200'000 as 200,000.
std::string readable(std::string value) {
  std::replace(value.begin(), value.end(), '\'', ',');
  if (value == "1024 * 1024") return "1 MiB";
  if (const auto times = value.find(" * 1024"); times != std::string::npos)
    return value.substr(0, times) + " KiB";
  const auto shift = value.find(" << ");
  if (shift == std::string::npos) return value;
  const auto digits = std::min(value.find_first_not_of("0123456789"), shift);
  const auto bits = value.substr(shift + 4);
  const std::string unit = bits == "10" ? " KiB" : bits == "20" ? " MiB" : bits == "30" ? " GiB" : "";
  return unit.empty() ? value : value.substr(0, digits) + unit;
}

constant constant_of(const std::string& declaration, const std::string& comment) {
  const auto end = declaration.find(';');
  const auto equals = declaration.find_first_of("={");
  const auto name_end = declaration.find_last_not_of(' ', equals - 1) + 1;
  const auto name_begin = declaration.rfind(' ', name_end - 1) + 1;
  constant out{declaration.substr(name_begin, name_end - name_begin),
               stripped(declaration.substr(equals + 1, end - equals - 1)), comment};
  if (out.value.ends_with('}')) {  // seconds{300}
    out.value.pop_back();
    if (declaration.find("seconds") < name_begin) out.value += "s";
  }
  const auto after = declaration.find("//", end);
  if (after != std::string::npos)
    out.comment += (comment.empty() ? "" : "; ") + stripped(declaration.substr(after + 2));
  return out;
}

// Of each section, "// --- NAME", the constants with the comments above or behind them.
std::string limits(const std::string& header) {
  const auto heads = table({"limit", "value", "reason"});
  std::string out, comment, declaration;
  for (const auto& raw : lines_of(std::string{COVEY_SOURCE_DIR} + "/" + header)) {
    const auto line = stripped(raw);
    if (line.starts_with("// --- ")) {
      out += (out.empty() ? "" : "\n") + std::string{"**"} + line.substr(7) + "**\n\n" + heads;
      comment.clear();
    } else if (line.starts_with("//") && declaration.empty()) {
      comment += (comment.empty() ? "" : " ") + stripped(line, "//");
    } else if (line.find("constexpr ") < 8 || !declaration.empty()) {
      declaration += (declaration.empty() ? "" : " ") + line;
      if (line.find(';') == std::string::npos) continue;
      const auto one = constant_of(declaration, comment);
      if (out.empty()) out = heads;
      out += row({code(one.name), readable(one.value), one.comment});
      comment.clear();
      declaration.clear();
    } else {
      comment.clear();
    }
  }
  return out;
}

}  // namespace

std::map<std::string, std::string> generated_parts() {
  std::map<std::string, std::string> out{
      {"tools", protocol::describe_markdown(protocol::tool_descriptions())},
      {"arguments", arguments()},
      {"clients", clients()},
      {"languages", languages()},
      {"settings", parsers::settings_markdown(parsers::all_languages())},
      {"flags", flags()},
      {"formats", formats(true)},
      {"formats in short", formats(false)},
      {"places", places()}};
  for (const auto* one : parsers::all_languages())
    out.emplace("language " + std::string{one->name}, language(*one));
  for (const std::string header :
       {"actors/limits.hpp", "protocol/tools/limits.hpp", "parsers/languages/node/package/limits.hpp"})
    out.emplace("limits " + header, limits(header));
  return out;
}

}  // namespace covey::testing
