// Clover XML: coverage/(project|testproject)/(package/)?file/line, as OpenClover, php-code-coverage (PHPUnit)
// and istanbul (nyc, c8, jest, vitest) write it. Tests' own files (testproject) are files like others.
//
// Files: `path`, or `name` where there is none (PHPUnit).
//
// Lines: those of type "stmt" and "cond". A line of type "method" says where a method begins and how often it
// ran; it is only a function, because no writer counts it among its statements. (PHPUnit writes no statement
// for the line where a method begins: a method on one line is only a function.) Several statements on one
// line: the line was run as often as the one that was run most.
//
// Branches: a "cond" has two ways, truecount and falsecount. Only istanbul's also has a count, and then
// truecount is how many ways were taken, falsecount how many were not.
#include "parsers/coverage/formats/xml.hpp"
#include "parsers/coverage/merge.hpp"
#include <algorithm>
#include <utility>

namespace covey::parsers {
namespace {

struct seen_condition {
  std::uint32_t line = 0;
  bool counts_ways = false;  // istanbul's
  bool reached = false;
  std::uint64_t of_true = 0;
  std::uint64_t of_false = 0;
};

class clover_parser final : public xml_report_parser {
 public:
  void finish(coverage_report& into) override {
    xml_.finish();
    end_file();
    for (auto& [name, parts] : files_) into.data.files[name] = parts.take();
    into.diagnostics = wrong_.take();
  }

 private:
  void begin(std::string_view element, const xml_attributes& attributes) override {
    if (element == "line") {
      read_line(attributes);
    } else if (element == "file") {
      end_file();
      in_file_ = true;
      const auto path = attributes["path"];
      const auto name = path.empty() ? attributes["name"] : path;
      if (is_path(name, wrong_, xml_.line())) name_ = name;
    }
  }

  void end(std::string_view element) override {
    if (element == "file") end_file();
  }

  void read_line(const xml_attributes& attributes) {
    const auto at = xml_.line();
    std::uint32_t line = 0;
    if (!in_file_) return wrong_.add("a line outside of a file, left out", at);
    if (!read_line_number(attributes["num"], line, wrong_, at)) return;
    const auto type = attributes["type"];
    if (type == "cond") return read_condition(attributes, line);
    std::uint64_t count = 0;
    if (!read_count(attributes["count"], count, wrong_, at)) return;
    if (type == "method") return add_method(attributes, line, count);
    if (type != "stmt") wrong_.add("a line of an unknown type, taken for a statement", at);
    add_line(line, count);
  }

  void read_condition(const xml_attributes& attributes, std::uint32_t line) {
    const auto at = xml_.line();
    seen_condition out;
    out.line = line;
    out.counts_ways = attributes.has("count");
    std::uint64_t hits = 0;
    if (out.counts_ways && !read_count(attributes["count"], hits, wrong_, at)) return;
    if (!read_count(attributes["truecount"], out.of_true, wrong_, at) ||
        !read_count(attributes["falsecount"], out.of_false, wrong_, at))
      return;
    if (!out.counts_ways) hits = out.of_true + out.of_false;
    out.reached = hits > 0 || out.of_true > 0;
    add_line(line, hits);
    if (ways_.takes(out.counts_ways ? out.of_true + out.of_false : 2, wrong_, at)) conditions_.push_back(out);
  }

  void add_line(std::uint32_t line, std::uint64_t hits) {
    ways_.add(ways_by_line);
    lines_.emplace_back(line, hits);
    if (lines_.size() < lines_at_) return;
    keep_most(lines_);
    lines_at_ = std::max(lines_at_, lines_.size() * 2);
  }

  // OpenClover gives a signature, "total(int) : int", PHPUnit a name.
  void add_method(const xml_attributes& attributes, std::uint32_t line, std::uint64_t count) {
    const auto signature = attributes["signature"];
    const auto name =
        attributes["name"].empty() ? signature.substr(0, signature.find('(')) : attributes["name"];
    auto method = method_of({}, name.empty() ? "line " + std::to_string(line) : std::string{name}, signature);
    method.line = line;
    method.hits = count;
    methods_.push_back(std::move(method));
  }

  // Each condition is a block: the first one of its line is block 0, and so on.
  void add_conditions(file_parts& parts) {
    std::stable_sort(conditions_.begin(), conditions_.end(),
                     [](const seen_condition& a, const seen_condition& b) { return a.line < b.line; });
    std::uint32_t line = 0, block = 0;
    for (const auto& condition : conditions_) {
      block = condition.line == line ? block + 1 : 0;
      line = condition.line;
      if (!condition.counts_ways) {
        parts.add(branch_hits{line, block, 0, condition.of_true, condition.reached});
        parts.add(branch_hits{line, block, 1, condition.of_false, condition.reached});
        continue;
      }
      parts.add_ways(line, block, condition.of_true + condition.of_false, condition.of_true,
                     condition.reached);
    }
  }

  void end_file() {
    auto* const parts = in_file_ && !name_.empty() ? file_in(files_, name_, wrong_, xml_.line()) : nullptr;
    if (parts != nullptr) {
      keep_most(lines_);
      for (const auto& line : lines_) parts->add(line);
      for (auto& method : methods_) parts->add(std::move(method));
      add_conditions(*parts);
    }
    in_file_ = false;
    name_.clear();
    lines_.clear();
    methods_.clear();
    conditions_.clear();
  }

  std::map<std::string, file_parts, std::less<>> files_;

  // The file that is read.
  bool in_file_ = false;
  std::string name_;  // empty: there is none, and the file is left out
  std::vector<line_hits> lines_;
  std::size_t lines_at_ = 4096;
  std::vector<method_hits> methods_;
  std::vector<seen_condition> conditions_;
};

// Cobertura has the same root.
bool recognises(std::string_view bytes) {
  const xml_head head{bytes};
  if (head.root != "coverage") return false;
  return head.root_has("clover") || head.root_has("generated") || head.child == "project" ||
         head.child == "testproject";
}

}  // namespace

extern const coverage_format clover_format;
const coverage_format clover_format{
    "Clover XML", "OpenClover, PHPUnit, Istanbul", "a statement or condition on it ran", recognises,
    []() -> std::unique_ptr<report_parser> { return std::make_unique<clover_parser>(); }};

}  // namespace covey::parsers
