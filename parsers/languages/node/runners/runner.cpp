#include "parsers/languages/node/runners/runner.hpp"
#include "parsers/events/unit_coverage.hpp"
#include "parsers/events/event_output.hpp"
#include "parsers/text/path.hpp"
#include "reporters/embedded.hpp"
#include "parsers/languages/node/package/package_facts.hpp"
#include "parsers/text/documents.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <array>
#include <boost/algorithm/string/join.hpp>
#include <boost/json.hpp>
#include <boost/regex.hpp>
#include <charconv>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

namespace json = boost::json;

// The table of cases contains such a name, not the place where the test is defined.
bool is_candidate(const test_block& block) {
  return block.dynamic && std::ranges::all_of(block.path, [](const auto& name) { return name.is_literal(); });
}

bool has_lines(const test_block& block) {
  return block.line_start > 0 && !is_candidate(block);
}

json::value key_part(const block_name& name) {
  if (name.is_literal()) return json::value(name.literals.front());
  json::array literals;
  for (const auto& piece : name.literals) literals.emplace_back(piece);
  return json::object{{"pieces", std::move(literals)}};
}

rerun_test wanted_of(const std::string& group, const test_block* block) {
  json::array key{json::value(group)};
  json::array lines;
  rerun_test out;
  out.id = {group, {}, " > "};
  out.selected = true;
  if (block != nullptr) {
    out.id.name = block->label;
    for (const auto& name : block->path) key.push_back(key_part(name));
    if (has_lines(*block)) lines = {block->line_start, block->line_end};
  }
  key.push_back(json::object{{"lines", std::move(lines)}});
  out.key = json::serialize(key);
  return out;
}

// The name as the reporters display it and the reader of their events stores it.
block_name shown(const block_name& name) {
  strings literals;
  for (const auto& piece : name.literals) literals.push_back(plain_text(piece));
  if (literals.size() == 1 && literals.front().empty()) literals.front() = "(no title)";
  return block_name{std::move(literals)};
}

// Whether a text may match both; for names with placeholders only the first and the last literals are
// compared.
bool may_be_equal(const block_name& a, const block_name& b) {
  if (a.is_literal() && b.is_literal()) return a == b;
  const auto begin = [](std::string_view x, std::string_view y) {
    return x.starts_with(y) || y.starts_with(x);
  };
  const auto end = [](std::string_view x, std::string_view y) { return x.ends_with(y) || y.ends_with(x); };
  return begin(a.literals.front(), b.literals.front()) && end(a.literals.back(), b.literals.back());
}

// Whether a test may belong to both.
bool may_share_tests(const test_block& a, const test_block& b) {
  const auto common = std::min(a.path.size(), b.path.size());
  return std::equal(a.path.begin(), a.path.begin() + static_cast<std::ptrdiff_t>(common), b.path.begin(),
                    may_be_equal);
}

// A block inside the other may share its tests.
bool is_inside(const test_block& inner, const test_block& outer) {
  return outer.line_start <= inner.line_start && inner.line_end <= outer.line_end &&
         outer.path.size() <= inner.path.size() &&
         std::equal(outer.path.begin(), outer.path.end(), inner.path.begin());
}

using blocks_by_file = std::map<std::string, std::vector<const test_block*>>;

// Whether a selector needs lines: only if another selected block may share tests, because a block may also
// hold tests that a function elsewhere defines.
bool needs_lines(const test_block& block, const std::vector<const test_block*>& others) {
  return std::ranges::any_of(others, [&](const test_block* other) {
    const bool same = other->path == block.path && other->line_start == block.line_start;
    return !same && !is_inside(*other, block) && !is_inside(block, *other) && may_share_tests(block, *other);
  });
}

test_selector selector_of(const std::string& group, const test_block& block, bool by_lines) {
  test_selector out{.group = group, .path = {}, .separators = {" > "}};
  for (const auto& name : block.path) out.path.push_back(shown(name));
  if (by_lines && has_lines(block)) {
    out.line_start = block.line_start;
    out.line_end = block.line_end;
  }
  return out;
}

}  // namespace

std::vector<rerun_test> wanted_by(const file_selection& selection) {
  const auto group = normal_path(selection.file);
  if (selection.whole_file) return {wanted_of(group, nullptr)};
  std::vector<rerun_test> out;
  for (const auto& block : selection.blocks) out.push_back(wanted_of(group, &block));
  return out;
}

selector_lists selectors_for(const std::vector<file_selection>& selections, bool among_all) {
  blocks_by_file selected;
  for (const auto& selection : selections)
    for (const auto& block : selection.blocks)
      if (!selection.whole_file) selected[normal_path(selection.file)].push_back(&block);
  selector_lists out;
  for (const auto& selection : selections) {
    auto& selectors = out.emplace_back();
    const auto group = normal_path(selection.file);
    if (selection.whole_file) selectors.push_back({group, {}, {" > "}});
    for (const auto& block : selection.blocks)
      if (!selection.whole_file)
        selectors.push_back(selector_of(group, block, among_all || needs_lines(block, selected[group])));
  }
  return out;
}

named_by_key read_key(std::string_view key) {
  boost::system::error_code ec;
  const auto parsed = json::parse(key, ec);
  named_by_key out;
  if (ec || !parsed.is_array()) return out;
  const auto& parts = parsed.get_array();
  for (std::size_t i = 1; i < parts.size(); ++i) {  // the first is the file
    if (parts[i].is_string()) out.titles.emplace_back(std::string{std::string_view{parts[i].get_string()}});
    if (!parts[i].is_object()) continue;
    const auto& part = parts[i].get_object();
    out.selected = out.selected || part.contains("lines");
    if (list_at(part, "pieces").size() > 1) out.titles.emplace_back(texts_at(part, "pieces"));
  }
  return out;
}

std::string name_pattern(const block_name& name) {
  std::string out;
  for (std::size_t i = 0; i < name.literals.size(); ++i) {
    if (i > 0) out += "[\\s\\S]*?";
    for (const char c : name.literals[i]) {
      if (std::string_view{"\\^$.*+?()[]{}|/"}.find(c) != npos) out += '\\';
      out += c;
    }
  }
  return out;
}

std::string any_of(const strings& patterns) {
  std::string out;
  for (auto one = patterns.begin(); one != patterns.end(); ++one)
    if (std::find(patterns.begin(), one, *one) == one) out += (out.empty() ? "" : "|") + *one;
  return out;
}

namespace {

constexpr std::string_view separator = " > ";

std::string selection_path(const runner_request& request) {
  return request.area + "/select.json";
}

// The folders in which npm looks for programs: the package's own and all above it.
std::string program_folders(const std::string& folder) {
  std::string out;
  for (std::string_view at = folder;; at = folder_name(at)) {
    if (base_name(at) != "node_modules") out += std::string{at} + "/node_modules/.bin:";
    if (at.empty()) break;
  }
  return out;
}

// Adds what stands behind `reporters:` in a configuration, but not the options there; one that is made there by its class.
void add_configured_reporters(std::string_view config, std::string_view key, strings& out) {
  static const boost::regex begin{R"(^["']?\s*[:=][ \t]*)"};
  static const boost::regex comment{R"(//|^\s*[#*]|[\w.]$)"};
  static const boost::regex item{
      R"re([=!]=\s*["'][^"']*["']|["']([^"'\n]+)["']|\bnew\s+([\w.]+)|^([\w./@-]+)\s*$)re"};
  for (auto at = config.find(key); at != npos; at = config.find(key, at + 1)) {
    const std::string line{config.substr(0, at).substr(config.substr(0, at).rfind('\n') + 1)};
    const std::string rest{config.substr(at + key.size(), 2000)};
    boost::smatch found;
    if (boost::regex_search(line, comment) || !boost::regex_search(rest, found, begin)) continue;
    std::string said;
    int lists = 0;
    int options = 0;
    for (const char c : found.suffix().str()) {
      options += (c == '{' || c == '(') - (c == '}' || c == ')');
      lists += (c == '[') - (c == ']');
      if (options < 0 || lists < 0 || (lists + options == 0 && (c == ',' || c == ';' || c == '\n'))) break;
      if (options == 0) said += c;
    }
    for (boost::sregex_iterator one{said.begin(), said.end(), item}, last; one != last; ++one)
      out.push_back((*one)[1].str() + (*one)[2].str() + (*one)[3].str());
  }
}

// The project's own reporters do not run, and one of them may be what fails its command.
void note_reporters(run_plan& out, const runner_request& request, std::string_view runner_name) {
  // Built in, or known never to fail a run; and no name at all, of a comparison.
  constexpr std::string_view harmless =
      "\n\nagent\nbasic\nblob\ndefault\ndoc\ndot\ngh\ngithub-actions\nhanging-process\nhtml\njest-junit\njson\njson-stream\njunit\nlanding\n"
      "lcov\nlist\nmarkdown\nmin\nminimal\nmocha-junit-reporter\nnyan\npretty\nprogress\nsilent\nspec\nsummary\ntap\ntap-flat\ntree\nverbose\n"
      "xunit\n";
  static const boost::regex flag{"--(?:test-)?reporters?|-R"};
  strings named;
  bool takes = false;
  for (const auto& word : request.script.arguments) {
    const auto name = word.starts_with('-') ? word.substr(0, word.find('=')) : std::string{};
    if (!name.empty()) takes = boost::regex_match(name, flag);
    if (!takes || name.size() == word.size()) continue;
    named.push_back(name.empty() ? word : word.substr(name.size() + 1));
    takes = runner_name == "jest";
  }
  if (named.empty() && runner_name == "mocha")
    add_configured_reporters(request.config_text, "reporter", named);
  if (named.empty() && (runner_name == "jest" || runner_name == "vitest"))
    add_configured_reporters(request.config_text, "reporters", named);
  std::erase_if(named, [&](const auto& one) { return harmless.find("\n" + one + "\n") != npos; });
  if (named.empty() || !request.everything) return;
  out.notes.push_back("The project's own reporter (" + boost::algorithm::join(named, ", ") +
                      ") is set aside: a run that it would fail is not failed here.");
}

}  // namespace

std::span<const runner_description* const> all_runners() {
  static constexpr std::array<const runner_description*, 7> all{
      &vitest_runner, &jest_runner, &mocha_runner, &ava_runner, &node_test_runner, &bun_runner, &deno_runner,
  };
  return all;
}

const runner_description& runner_of(const test_program& program) {
  const auto all = all_runners();
  return **std::ranges::find_if(all, [&](const auto* one) { return &one->program == &program; });
}

strings script_arguments(const runner_description& runner, const strings& arguments, bool everything) {
  auto unwanted = refused_flags(runner.flags);
  std::erase_if(unwanted, [&](const auto& flag) { return flag.name == runner.kept; });
  auto out = without_flags(arguments, unwanted);
  if (everything) return out;
  out = without_flags(out, runner.choosing);
  return runner.keeps_files ? out : without_operands(out, runner.with_value, runner.with_many);
}

std::string add_command(std::string_view manager, std::string_view package) {
  return std::string{manager} + (manager == "npm" ? " install -D " : " add -D ") + std::string{package};
}

int major_version(std::string_view version) {
  int out = 0;
  std::from_chars(version.data(), version.data() + version.size(), out);
  return out;
}

bool is_before(std::string_view version, int major, int minor) {
  const auto of_minor = version.substr(std::min(version.find('.'), version.size() - 1) + 1);
  return std::pair{major_version(version), major_version(of_minor)} < std::pair{major, minor};
}

plan_refusal too_old(const runner_request& request, std::string_view runner, std::string_view first) {
  const std::string name{runner};
  return {name + " " + request.runner.version + " is older than " + std::string{first} +
          ", the first that covey reads: run `" + add_command(request.project.manager, name + "@latest") +
          "`"};
}

run_plan begin_plan(const runner_request& request, std::string_view runner_name) {
  run_plan out;
  const auto where = request.title.empty() ? std::string{} : " of " + request.title;
  if (!request.node_version.empty()) out.decisions.push_back({"node" + where, request.node_version, ""});
  out.decisions.push_back(
      {"runner" + where,
       std::string{runner_name} + (request.runner.version.empty() || runner_name == "node:test"
                                       ? std::string{}
                                       : " " + request.runner.version),
       request.why});
  note_reporters(out, request, runner_name);
  out.events = request.events;
  out.coverage_dir = request.coverage_dir;
  out.folders = {request.area, request.coverage_dir};
  return out;
}

void add_script_environment(std::vector<std::pair<std::string, std::string>>& set_env,
                            const plan_request& request, const package_facts& project,
                            const std::string& folder, const script_command& script) {
  const auto own = request.environment.find("PATH");
  if (own != request.environment.end()) set_env.emplace_back("PATH", program_folders(folder) + own->second);
  set_env.emplace_back("npm_lifecycle_event", "test");
  if (!project.name.empty()) set_env.emplace_back("npm_package_name", project.name);
  if (!project.version.empty()) set_env.emplace_back("npm_package_version", project.version);
  set_env.insert(set_env.end(), script.environment.begin(), script.environment.end());
}

void wrap(strings& argv, const strings& wrapper) {
  if (wrapper.empty()) return;
  argv.insert(argv.begin(), wrapper.begin(), wrapper.end());
  // The wrapper's program is in node_modules: the shell finds it on the script's own PATH.
  argv.insert(argv.begin(), {"sh", "-c", "exec \"$@\"", "sh"});
}

namespace {

// How the project's own test command measures coverage, so that its thresholds make it fail: "v8" by V8, "own" by other means, ""
// not at all.
std::string measured_itself(const runner_request& request) {
  static const boost::regex flag{"--(?:coverage|collectCoverage)(?:\\.enabled)?(?:=true)?"};
  static const boost::regex configured{
      R"(collectCoverage["']?\s*:\s*true|\bcoverage["']?\s*:\s*\{[^{}]*\benabled["']?\s*:\s*true|^\s*coverage\s*=\s*true)"};
  static const boost::regex by_v8{R"(overageProvider["']?\s*[:=]?\s*["']?v8)"};
  const auto& words = request.script.arguments;
  if (std::ranges::none_of(words, [](const auto& word) { return boost::regex_match(word, flag); }) &&
      !boost::regex_search(request.config_text, configured))
    return {};
  std::string said = request.config_text;
  for (const auto& word : words) said += " " + word;
  return boost::regex_search(said, by_v8) ? "v8" : "own";
}

// The words by which c8, nyc or node itself are told thresholds, for reporters/node/thresholds.cjs; "": there are none.
std::string threshold_words(const runner_request& request) {
  const auto& script = request.script;
  const bool is_node = std::ranges::any_of(
      script.arguments, [](const auto& word) { return word.starts_with("--test-coverage-"); });
  if (!request.everything || (script.measured_by.empty() && !is_node)) return {};
  return boost::json::serialize(boost::json::value_from(std::map<std::string, strings>{
      {"by", script.measured_by}, {"flags", script.arguments}, {"beside", {request.title}}}));
}

}  // namespace

command run_command(const runner_request& request, strings arguments) {
  command out;
  if (!request.native) {
    out.argv = request.node;
    out.argv.insert(out.argv.end(), request.script.node_flags.begin(), request.script.node_flags.end());
  }
  if (!request.runner.entry.empty()) out.argv.push_back(request.runner.entry);
  out.argv.insert(out.argv.end(), std::make_move_iterator(arguments.begin()),
                  std::make_move_iterator(arguments.end()));
  wrap(out.argv, request.script.wrapper);
  out.cwd = request.folder;
  // Sets neither colours nor CI: suites and configurations read both.
  add_script_environment(out.set_env, request.request, request.project, request.folder, request.script);
  out.set_env.emplace_back("COVEY_ROOT", request.request.root);
  out.set_env.emplace_back("COVEY_VERSION", request.runner.version);
  if (request.request.coverage) out.set_env.emplace_back("COVEY_COVERAGE", request.coverage_dir);
  if (request.request.inputs) out.set_env.emplace_back("COVEY_INPUTS", "1");
  for (auto& [name, value] : {std::pair{"COVEY_MEASURES", measured_itself(request)},
                              std::pair{"COVEY_THRESHOLDS", threshold_words(request)}})
    if (!value.empty()) out.set_env.emplace_back(name, value);
  if (!request.everything) out.set_env.emplace_back("COVEY_SELECT", selection_path(request));
  return out;
}

void hand_on_arguments(command& run, const strings& words) {
  run.set_env.emplace_back("COVEY_ARGUMENTS", boost::json::serialize(boost::json::value_from(words)));
}

std::string add_reporter(run_plan& plan, const runner_request& request, std::string_view name) {
  auto path = request.area + "/" + std::string{name};
  plan.files.push_back({path, std::string{reporters::text("node/" + std::string{name})}});
  return path;
}

void add_events(run_plan& plan, const runner_request& request) {
  for (const auto* name : {"events.cjs", "inputs.cjs", "paths.cjs", "places.cjs", "realm.cjs",
                           "selection.cjs", "source-maps.cjs", "thresholds.cjs"})
    add_reporter(plan, request, name);
}

namespace {

std::string file_of(const rerun_test& wanted, const runner_request& request) {
  return wanted.id.group.starts_with('/') ? wanted.id.group.string()
                                          : request.request.root + "/" + wanted.id.group;
}

}  // namespace

std::vector<rerun_test> wanted_here(const runner_request& request) {
  std::vector<rerun_test> out;
  for (const auto& wanted : request.rerun_set) {
    const bool here = wanted.runner.empty() || request.title.empty()
                          ? path_below(request.folder, file_of(wanted, request)).has_value()
                          : wanted.runner == request.title;
    if (here) out.push_back(wanted);
  }
  return out;
}

std::string add_selection(run_plan& plan, const runner_request& request) {
  if (request.everything) return {};
  boost::json::array keys;
  for (const auto& wanted : wanted_here(request)) {
    if (!wanted.key.empty())
      keys.emplace_back(wanted.key);
    else if (wanted.id.name.empty())  // a whole file
      keys.emplace_back(boost::json::serialize(boost::json::array{wanted.id.group}));
  }
  plan.files.push_back({selection_path(request), boost::json::serialize(keys)});
  return selection_path(request);
}

event_output_options event_options_for(const runner_request& request, std::string_view runner_name,
                                       diagnosis diagnose) {
  event_output_options out;
  out.root = request.request.root;
  out.separator = separator;
  out.runner = runner_name;
  out.wanted = request.rerun_set;
  if (diagnose)
    out.diagnose = [diagnose = std::move(diagnose), root = out.root](
                       const printed_text& said, const run_ending&) { return diagnose(said, root); };
  return out;
}

std::function<std::unique_ptr<output_parser>()> make_output(
    const runner_request& request, std::string_view runner_name, diagnosis diagnose,
    std::function<void(failure&, std::string_view, bool)> diagnose_end) {
  auto options = event_options_for(request, runner_name, std::move(diagnose));
  if (diagnose_end) options.diagnose_end = std::move(diagnose_end);
  return [options] { return make_event_output(options); };
}

std::function<std::unique_ptr<coverage_collector>()> make_coverage(const runner_request& request,
                                                                   attribution unit_kind) {
  unit_coverage_options options;
  options.root = request.request.root;
  options.unit_kind = unit_kind;
  options.separator = separator;
  options.leave_out = [](std::string_view file) {
    return file.starts_with("node_modules/") || file.find("/node_modules/") != npos;
  };
  return [options] { return make_unit_coverage(options); };
}

strings wanted_files(const runner_request& request) {
  strings out;
  for (const auto& wanted : wanted_here(request)) {
    auto file = file_of(wanted, request);
    if (std::ranges::find(out, file) == out.end()) out.push_back(std::move(file));
  }
  return out;
}

void add_wanted_files(strings& arguments, const runner_request& request) {
  if (request.everything) return;
  for (auto& file : wanted_files(request)) arguments.push_back(std::move(file));
}

}  // namespace covey::parsers::languages::node
