#include "parsers/languages/rust/output/build.hpp"
#include "parsers/languages/rust/workspace.hpp"
#include "parsers/languages/rust/output/panic.hpp"
#include "parsers/text/documents.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <charconv>
#include <utility>

namespace covey::parsers::languages::rust {
namespace {

namespace json = boost::json;

constexpr std::size_t max_line = std::size_t{16} * 1024 * 1024;
constexpr std::size_t max_errors = 500;  // per run; the compiler's own text has all errors

std::string kind_of(const json::object& target) {
  const auto& kinds = list_at(target, "kind");
  if (kinds.empty() || !kinds.front().is_string()) return {};
  const std::string kind{kinds.front().get_string()};
  const auto known = target_kind(kind);
  return known.empty() ? kind : known;
}

std::uint32_t line_at(const json::object& span) {
  const auto* value = span.if_contains("line_start");
  boost::system::error_code ec;
  const auto line = value == nullptr ? 0 : value->to_number<std::uint32_t>(ec);
  return ec ? 0 : line;
}

// The place in the user's own code: a span within another crate's macro is traced back to the macro call.
location place_of(const json::object& span, const std::string& root) {
  const json::object* at = &span;
  for (int depth = 0; depth < 32; ++depth) {
    const auto& call = object_at(object_at(*at, "expansion"), "span");
    if (call.empty()) break;
    at = &call;
  }
  return {absolute_source(root, text_at(*at, "file_name")), line_at(*at)};
}

bool same(const build_error& a, const build_error& b) {
  return a.manifest == b.manifest && a.message == b.message && a.where == b.where && a.kind == b.kind &&
         a.name == b.name;
}

std::string_view first_line(std::string_view text) {
  return text.substr(0, text.find('\n'));
}

// cargo indents a script's output by two blanks.
std::string without_indent(std::string_view block) {
  std::string out;
  std::string_view line;
  while (next_line(block, line)) {
    if (line.starts_with("  ")) line.remove_prefix(2);
    out.append(line);
    if (!line.ends_with('\n')) out += '\n';
  }
  return out;
}

// cargo says of each target what is wrong with its package.
std::string without_repeated_lines(const std::string& text) {
  std::string out;
  std::string_view rest{text}, line, last;
  while (next_line(rest, line))
    if (const auto before = std::exchange(last, line); line != before || line.empty())
      out.append(out.empty() ? "" : "\n").append(line);
  return out;
}

}  // namespace

build_reader::build_reader(std::string root, std::function<void(std::string_view)> on_text)
    : root_(std::move(root)), on_text_(std::move(on_text)), lines_(max_line) {}

void build_reader::feed(std::string_view bytes) {
  lines_.feed(bytes, [this](auto line, bool) { on_line(line); });
}

void build_reader::finish() {
  lines_.finish([this](auto line, bool) { on_line(line); });
}

// Ignores lines that are not messages: a build script or a compiler wrapper printed them.
void build_reader::on_line(std::string_view line) {
  boost::system::error_code ec;
  const auto parsed = json::parse(repair_utf8(line), ec);
  if (ec || !parsed.is_object()) return;
  const auto& message = parsed.get_object();
  const auto reason = text_at(message, "reason");
  if (reason == "compiler-artifact") on_artifact(message);
  if (reason == "compiler-message") on_diagnostic(message);
}

void build_reader::on_artifact(const json::object& message) {
  const auto& target = object_at(message, "target");
  artifacts_.push_back({text_at(message, "manifest_path"), kind_of(target), text_at(target, "name"),
                        text_at(message, "executable"), flag_at(object_at(message, "profile"), "test")});
}

void build_reader::on_diagnostic(const json::object& message) {
  const auto& diagnostic = object_at(message, "message");
  auto rendered = text_at(diagnostic, "rendered");
  on_text_(rendered);
  const auto level = text_at(diagnostic, "level");
  if (level != "error" && level != "error: internal compiler error") return;
  const auto& target = object_at(message, "target");
  build_error out{.manifest = text_at(message, "manifest_path"),
                  .kind = kind_of(target),
                  .name = text_at(target, "name"),
                  .message = text_at(diagnostic, "message"),
                  .where = {},
                  .rendered = std::move(rendered)};
  if (const auto code = text_at(object_at(diagnostic, "code"), "code"); !code.empty())
    out.message += " [" + code + "]";
  for (const auto& span : list_at(diagnostic, "spans"))
    if (span.is_object() && flag_at(span.get_object(), "is_primary") && out.where.file.empty())
      out.where = place_of(span.get_object(), root_);
  // "aborting due to 2 previous errors"
  if (out.where.file.empty() && out.message.starts_with("aborting due to")) return;
  const bool known = std::ranges::any_of(errors_, [&](const auto& one) { return same(one, out); });
  if (!known && errors_.size() < max_errors) errors_.push_back(std::move(out));
}

failure build_failure(const std::vector<const build_error*>& errors) {
  failure out;
  out.kind = failure_kind::error;
  if (errors.empty()) return out;
  out.message = errors.front()->message;
  out.where = errors.front()->where;
  if (errors.size() > 1) out.message += "\nand " + std::to_string(errors.size() - 1) + " more error(s)";
  for (const auto* error : errors) out.output += error->rendered;
  return out;
}

std::vector<script_failure> script_failures(std::string_view said) {
  constexpr std::string_view mark = "error: ", script = "failed to run custom build command for `";
  const auto text = "\n" + plain_text(said);
  std::vector<script_failure> out;
  for (auto at = text.find("\nerror: " + std::string{script}); at != std::string::npos;
       at = text.find("\nerror: " + std::string{script}, at + 1)) {
    // The script's output is indented: its block ends at cargo's next own line.
    std::string_view block = std::string_view{text}.substr(at + 1 + mark.size());
    for (const std::string_view next : {"\nerror: ", "\nwarning: ", "\n   Compiling "})
      block = block.substr(0, block.find(next));
    auto package = first_line(block).substr(script.size());
    package = package.substr(0, package.find_first_of(" `"));
    if (std::ranges::any_of(out, [&](const auto& one) { return one.package == package; })) continue;
    failure why;
    why.kind = failure_kind::error;
    why.message = block.substr(0, block.find_last_not_of(" \n") + 1);
    if (const auto panics = find_panics(without_indent(block)); !panics.empty())
      why.where = panics.back().where;
    out.push_back({std::string{package}, std::move(why)});
  }
  return out;
}

std::optional<unavailable_target> read_unavailable(std::string_view said) {
  constexpr std::string_view begin = "error: target `", separator = "` in package `",
                             end = "` requires the features: ";
  const auto text = "\n" + plain_text(said);
  const auto at = text.find("\n" + std::string{begin});
  if (at == std::string::npos) return std::nullopt;
  const auto line = first_line(std::string_view{text}.substr(at + 1 + begin.size()));
  const auto package = line.find(separator);
  const auto features = line.find(end);
  if (package == std::string_view::npos || features == std::string_view::npos || features < package)
    return std::nullopt;
  unavailable_target out;
  out.target = line.substr(0, package);
  out.package = line.substr(package + separator.size(), features - package - separator.size());
  out.why = "target `" + std::string{line} + "; it was not built";
  return out;
}

failure cargo_failure(std::string_view said, std::string_view root) {
  failure out;
  out.kind = failure_kind::error;
  const auto text = without_repeated_lines(plain_text(said));
  constexpr std::string_view mark = "error: ";
  auto at = text.starts_with(mark) ? std::size_t{0} : text.find("\nerror: ");
  if (at == std::string::npos) {
    out.message = text;
    return out;
  }
  out.message = text.substr(text[at] == '\n' ? at + 1 : at);
  out.message.erase(0, mark.size());
  out.message.erase(out.message.find_last_not_of(" \n") + 1);
  constexpr std::string_view arrow = "--> ", manifest = "manifest at `";
  if (const auto place = out.message.find(arrow); place != std::string::npos) {
    const auto line = first_line(std::string_view{out.message}.substr(place + arrow.size()));
    const auto path = line.substr(0, line.find(':'));
    out.where.file = absolute_source(root, path);
    const auto digits = line.substr(std::min(path.size() + 1, line.size()));
    std::from_chars(digits.data(), digits.data() + digits.size(), out.where.line);
  } else if (const auto name = out.message.find(manifest); name != std::string::npos) {
    const auto path = std::string_view{out.message}.substr(name + manifest.size());
    out.where.file = absolute_source(root, path.substr(0, path.find('`')));
  }
  return out;
}

namespace {

constexpr std::size_t max_compiling = 1000;

// cargo right-aligns its verbs to this column.
constexpr std::size_t verb_column = 12;

bool is_status(std::string_view line) {
  const auto begin = line.find_first_not_of(' ');
  if (begin == std::string_view::npos || line[begin] < 'A' || line[begin] > 'Z') return false;
  return line.size() > verb_column && line[verb_column] == ' ' &&
         line.substr(begin, verb_column - begin).find(' ') == std::string_view::npos;
}

// "serde v1.0.1 (proc-macro)" is in a folder "serde-1.0.1" if it came from a registry.
bool lies_in(std::string_view package, std::string_view folder) {
  const auto blank = package.find(" v");
  if (blank == std::string_view::npos) return false;
  const auto version = package.substr(blank + 2);
  return folder ==
         std::string{package.substr(0, blank)} + "-" + std::string{version.substr(0, version.find(' '))};
}

}  // namespace

bool build_progress::feed(std::string_view said) {
  changed_ = false;
  lines_.feed(said, [this](auto line, bool) { on_line(line); });
  return changed_;
}

void build_progress::on_line(std::string_view raw) {
  constexpr std::string_view verb = "   Compiling ";
  const auto line = plain_text(raw);
  if (!is_status(line)) return;
  changed_ = true;
  const bool compiles = line.starts_with(verb);
  doing_ = line.substr(compiles ? verb.size() : std::min(line.find_first_not_of(' '), line.size()));
  if (!compiles || compiling_.size() >= max_compiling) return;
  compiling_.push_back(std::exchange(doing_, {}));
}

void build_progress::note_built(const std::vector<built_artifact>& artifacts) {
  for (; seen_artifacts_ < artifacts.size(); ++seen_artifacts_) {
    const auto& one = artifacts[seen_artifacts_];
    if (one.kind == "custom-build") continue;
    const auto folder = base_name(folder_name(one.manifest));
    std::erase_if(compiling_, [&](const auto& package) { return lies_in(package, folder); });
  }
}

std::string build_progress::text() const {
  constexpr std::size_t max = 5;
  if (!doing_.empty()) return doing_;
  if (compiling_.empty()) return {};
  std::string out = "compiling ";
  const auto first = compiling_.size() - std::min(max, compiling_.size());
  for (auto i = first; i < compiling_.size(); ++i) out += (i == first ? "" : ", ") + compiling_[i];
  if (first > 0) out += ", and " + std::to_string(first) + " more";
  return out;
}

}  // namespace covey::parsers::languages::rust
