#include "parsers/languages/rust/output/doc.hpp"
#include "parsers/languages/rust/output/failure.hpp"
#include "parsers/languages/rust/output/panic.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <charconv>
#include <utility>

namespace covey::parsers::languages::rust {
namespace {

constexpr std::size_t max_line = 1024 * 1024;
constexpr std::size_t max_details = std::size_t{256} * 1024;

std::string_view first_line(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of('\n'), text.size()));
  return text.substr(0, text.find('\n'));
}

// "error[E0308]: mismatched types" and, below it, " --> src/lib.rs:20:8".
failure compile_failure(std::string_view details, const location& defined, std::string_view root) {
  failure out;
  out.kind = failure_kind::error;
  out.where = defined;
  out.message = "the example does not compile";
  const auto at = details.starts_with("error") ? 0 : details.find("\nerror");
  if (at == std::string_view::npos) return out;
  out.message = first_line(details.substr(at));
  constexpr std::string_view arrow = "--> ";
  const auto place = details.find(arrow, at);
  if (place == std::string_view::npos) return out;
  auto text = first_line(details.substr(place + arrow.size()));
  const auto path = text.substr(0, text.find(':'));
  text.remove_prefix(std::min(path.size() + 1, text.size()));
  location where;
  where.file = absolute_source(root, path);
  std::from_chars(text.data(), text.data() + text.size(), where.line);
  if (where.file == defined.file && where.line > 0) out.where = where;
  return out;
}

// A panic's own place may be in the code that rustdoc generated from the block, under the name of the block's file. A frame in
// the project is in code that cargo built, and so is a place in another file of it.
location raised_below(const test_context& context, std::string_view details) {
  const auto panics = find_panics(details);
  if (panics.empty()) return {};
  const auto* frame = innermost_frame(context, panics.back());
  if (frame == nullptr) {
    auto own = absolute_place(context.root, panics.back().where);
    const bool elsewhere = own.file != context.defined.file && is_of_project(context, own.file);
    return elsewhere ? own : location{};
  }
  return absolute_place(context.folder, frame->where);
}

failure doc_failure(const test_context& context, std::string_view details) {
  const auto& defined = context.defined;
  if (details.find("Couldn't compile the test.") != std::string_view::npos)
    return compile_failure(details, defined, context.root);
  if (!find_panics(details).empty()) {
    auto out = test_failure(context, details, {});
    out.where = defined;
    out.raised_at = raised_below(context, details);
    return out;
  }
  failure out;
  out.where = defined;
  out.message = first_line(details);
  const bool marked = out.message.find("but it's marked") != std::string::npos;
  out.kind = marked ? failure_kind::assertion : failure_kind::crash;
  if (out.message.empty()) out.message = "failed without a message";
  return out;
}

}  // namespace

location place_of_doc_test(std::string_view name, std::string_view root) {
  constexpr std::string_view separator = " - ", line = "(line ";
  location out;
  const auto path = name.substr(0, name.find(separator));
  out.file = absolute_source(root, path);
  if (const auto at = name.rfind(line); at != std::string_view::npos)
    std::from_chars(name.data() + at + line.size(), name.data() + name.size(), out.line);
  return out;
}

const doc_package* doc_package_of(const std::vector<doc_package>& packages, std::string_view name,
                                  std::string_view root) {
  const auto file = place_of_doc_test(name, root).file;
  const doc_package* best = nullptr;
  for (const auto& package : packages)
    if (path_below(package.folder, file) && (best == nullptr || package.folder.size() > best->folder.size()))
      best = &package;
  return best;
}

doc_reader::doc_reader(doc_options options, sink on_event)
    : options_(std::move(options)), on_event_(std::move(on_event)), lines_(max_line) {}

void doc_reader::feed(std::string_view bytes) {
  lines_.feed(bytes, [this](auto line, bool) { on_line(line); });
}

void doc_reader::finish() {
  lines_.finish([this](auto line, bool) { on_line(line); });
  cut_short_ = part_ != part::outside;
  report_failed();
}

void doc_reader::on_line(std::string_view line) {
  constexpr std::string_view running = "running ", result = "test result: ", indent = "    ";
  switch (part_) {
    case part::outside: {
      if (!line.starts_with(running)) return;
      std::uint64_t count = 0;
      const auto digits = line.substr(running.size());
      if (std::from_chars(digits.data(), digits.data() + digits.size(), count).ec != std::errc{}) return;
      total_ += count;
      begin_section(count);
      return;
    }
    case part::results:
      if (line.starts_with(result)) return end_section();
      if (line == "failures:") part_ = part::details;
      if (line.starts_with("test ")) on_result(line);
      return;
    case part::details:
      if (line == "failures:")
        part_ = part::list;
      else
        on_detail(line);
      return;
    case part::list:  // names of failed tests; if another line follows, a test printed "failures:"
      if (line.starts_with(result)) return end_section();
      if (line.empty() || (line.starts_with(indent) && has_failed(line.substr(indent.size())))) return;
      part_ = part::details;
      on_detail(line);
  }
}

// If there are several packages, the test names tell which one the section belongs to.
void doc_reader::begin_section(std::uint64_t count) {
  part_ = part::results;
  announced_ = count;
  group_.clear();
  if (options_.packages.size() == 1) announce(options_.packages.front().group);
}

// If only some tests were requested, rustdoc's count is not the group's.
void doc_reader::announce(std::string_view group) {
  if (options_.wanted || !group_.empty() || announced_ == 0) return;
  group_ = group;
  on_event_(known_event(group, announced_));
}

void doc_reader::end_section() {
  report_failed();
  if (!group_.empty()) on_event_(done_event(group_, 0));
}

bool doc_reader::has_failed(std::string_view name) const {
  return std::ranges::find(failed_, name) != failed_.end();
}

// "test src/lib.rs - add (line 3) - compile fail ... ok"
void doc_reader::on_result(std::string_view line) {
  line.remove_prefix(std::string_view{"test "}.size());
  const auto dots = line.rfind(" ... ");
  if (dots == std::string_view::npos) return;
  const auto word = line.substr(dots + 5);
  auto name = line.substr(0, dots);
  for (const std::string_view mode : {" - compile fail", " - compile", " - should panic"})
    if (name.ends_with(mode)) name.remove_suffix(mode.size());
  announce(group_of(name));
  if (word == "ok") report(name, outcome::passed, {});
  if (word.starts_with("ignored")) report(name, outcome::skipped, {});
  if (word != "FAILED") return;
  failed_.emplace_back(name);
  ++failures_;
}

// "---- NAME stdout ----", then what the test printed.
void doc_reader::on_detail(std::string_view line) {
  constexpr std::string_view begin = "---- ", end = " stdout ----";
  if (line.starts_with(begin) && line.ends_with(end) && line.size() > begin.size() + end.size()) {
    const auto name = line.substr(begin.size(), line.size() - begin.size() - end.size());
    if (has_failed(name)) {
      current_ = name;
      return;
    }
  }
  auto& text = details_[current_];
  if (text.size() < max_details) text += std::string{line} + "\n";
}

void doc_reader::report_failed() {
  for (const auto& name : std::exchange(failed_, {})) report(name, outcome::failed, details_[name]);
  details_.clear();
  current_.clear();
  part_ = part::outside;
}

const doc_package* doc_reader::package_of(std::string_view name) const {
  const auto* package = doc_package_of(options_.packages, name, options_.root);
  return package == nullptr && !options_.packages.empty() ? &options_.packages.front() : package;
}

std::string doc_reader::group_of(std::string_view name) const {
  const auto* package = package_of(name);
  return package != nullptr ? package->group : "(doc)";
}

void doc_reader::report(std::string_view name, outcome result, std::string_view details) {
  const auto* package = package_of(name);
  test_report out;
  out.group = group_of(name);
  out.name = name;
  out.result = result;
  if (options_.wanted && !options_.wanted(out.group, out.name)) return;
  if (result == outcome::failed) {
    const auto text = plain_text(details);
    const auto& folder = package != nullptr ? package->folder : options_.root;
    out.failures.push_back(doc_failure({.name = std::string{name},
                                        .root = options_.root,
                                        .folder = folder,
                                        .defined = place_of_doc_test(name, options_.root),
                                        .source_line = {}},
                                       text));
    out.failures.back().role = place_role::doc_block;
    // What rustdoc writes above the texts of both streams is none of the test's.
    std::string printed;
    std::string_view left = text, line;
    while (next_line(left, line))
      if (!line.starts_with("Test executable failed (") && line != "stderr:" && line != "stdout:")
        printed.append(line) += '\n';
    out.output = printed_beside(printed, out.failures.back());
  }
  on_event_(begin_event(out.group, out.name, place_of_doc_test(name, options_.root)));
  on_event_(report_event(out));
}

}  // namespace covey::parsers::languages::rust
