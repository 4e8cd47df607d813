// Cobertura XML (coverage-04.dtd): coverage/packages/package/classes/class, each with the lines of a file,
// and methods with theirs.
//
// Files: where the report has exactly one <source> and that is an absolute folder, relative file names begin
// there, so that a path from the project's root finds its file even if the folder lies below or above it.
// With several sources it is unknown which one a file is of: names stay as they are, and each of up to eight sources
// before them is another name of the file.
//
// Lines: those of the class. Those of its methods repeat them and are used only if a class has none of its
// own (istanbul's methods have lines that it does not count). Several classes may be of one file.
//
// Branches: a condition-coverage of "50% (1/2)" is two ways, the first one taken; it says no more. A class is
// a block: two classes have different branches on the same line.
#include "parsers/coverage/formats/xml.hpp"
#include "parsers/coverage/merge.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <optional>
#include <utility>

namespace covey::parsers {
namespace {

constexpr std::size_t max_sources = 8;

struct seen_line {
  std::uint32_t line = 0;
  std::uint64_t hits = 0;
  std::uint32_t ways = 0;
  std::uint32_t taken = 0;
  std::uint64_t at = 0;  // the line of the report
};

// "33% (1/3)" -> 1, 3
std::optional<std::pair<std::uint64_t, std::uint64_t>> fraction_in(std::string_view text) {
  const auto take = [&](char c) {
    const bool is = text.starts_with(c);
    text.remove_prefix(is ? 1 : 0);
    return is;
  };
  std::pair<std::uint64_t, std::uint64_t> out;
  text.remove_prefix(std::min(text.find('('), text.size()));
  if (!take('(') || !take_number(text, out.first) || !take('/') || !take_number(text, out.second)) return {};
  return take(')') && out.first <= out.second ? std::optional{out} : std::nullopt;
}

bool is_absolute(std::string_view path) {
  const auto is_separator = [](char c) { return c == '/' || c == '\\'; };
  const auto has_drive = [&] { return path.size() > 2 && path[1] == ':' && is_separator(path[2]); };
  return !path.empty() && (is_separator(path[0]) || has_drive());
}

std::string joined(const std::string& folder, const std::string& name) {
  if (folder.empty() || is_absolute(name)) return name;
  if (folder.back() == '/' || folder.back() == '\\') return folder + name;
  const bool of_windows = folder.find('/') == std::string::npos;
  return folder + (of_windows ? '\\' : '/') + name;
}

class cobertura_parser final : public xml_report_parser {
 public:
  void finish(coverage_report& into) override {
    xml_.finish();
    broken_off_ = in_class_;
    end_class();
    const bool is_one = sources_.size() == 1 && is_absolute(sources_.front());
    for (auto& [name, file] : files_) {
      const auto full = is_one ? joined(sources_.front(), name) : name;
      if (!names_.takes(full.size(), wrong_, 0)) continue;
      merge_into(into.data.files[full], file.parts.take());
    }
    if (!is_one && sources_.size() <= max_sources) add_aliases(into.data);
    into.diagnostics = wrong_.take();
  }

 private:
  struct class_file {
    file_parts parts;
    std::map<std::string, std::uint32_t, std::less<>> blocks;  // by class
  };

  void begin(std::string_view element, const xml_attributes& attributes) override {
    if (element == "line") {
      read_line(attributes);
    } else if (element == "method") {
      begin_method(attributes);
    } else if (element == "class") {
      begin_class(attributes);
    } else if (element == "source") {
      in_source_ = true;
      text_.clear();
    }
  }

  void end(std::string_view element) override {
    if (element == "method")
      end_method();
    else if (element == "class")
      end_class();
    else if (element == "source")
      end_source();
  }

  void text(std::string_view piece) override {
    if (in_source_ && text_.size() <= max_path) text_ += piece;
  }

  void end_source() {
    in_source_ = false;
    const std::string source{trimmed(text_)};
    const bool is_known = std::find(sources_.begin(), sources_.end(), source) != sources_.end();
    const bool fits = !source.empty() && source.size() <= max_path && sources_.size() <= max_sources;
    if (fits && !is_known) sources_.push_back(source);
  }

  // As long as they fit: a file is known by its name as well.
  void add_aliases(coverage& to) {
    diagnostics none;
    for (const auto& [name, file] : files_)
      for (const auto& source : sources_)
        if (auto other = joined(source, name); to.files.contains(name) && names_.takes(other.size(), none, 0))
          to.aliases.emplace(std::move(other), name);
  }

  void begin_class(const xml_attributes& attributes) {
    end_class();
    in_class_ = true;
    const auto name = attributes["filename"];
    if (is_path(name, wrong_, xml_.line())) file_name_ = name;
    class_name_ = attributes["name"];
  }

  void begin_method(const xml_attributes& attributes) {
    end_method();
    method_ = method_of(class_name_, attributes["name"], attributes["signature"]);
    if (method_->name.empty()) wrong_.add("a method without a name, left out", xml_.line());
  }

  void read_line(const xml_attributes& attributes) {
    seen_line out;
    const auto at = xml_.line();
    if (!in_class_) return wrong_.add("a line outside of a class, left out", at);
    if (!read_line_number(attributes["number"], out.line, wrong_, at) ||
        !read_count(attributes["hits"], out.hits, wrong_, at))
      return;
    out.at = at;
    read_ways(attributes, out);
    if (!method_) {
      lines_.push_back(out);
      return;
    }
    lines_of_methods_.push_back(out);
    if (method_->line == 0 || out.line < method_->line) {
      method_->line = out.line;
      first_hits_ = out.hits;
    }
    if (out.hits > 0) method_->hits = 1;
  }

  void read_ways(const xml_attributes& attributes, seen_line& out) {
    const auto coverage = attributes["condition-coverage"];
    const auto branch = attributes["branch"];
    const auto taken_of = fraction_in(coverage);
    if (!taken_of) {
      if (!coverage.empty() && (branch == "true" || branch == "True"))
        wrong_.add("a condition-coverage that does not read", xml_.line());
      return;
    }
    constexpr auto too_many = max_ways_of_a_line + 1;
    out.taken = static_cast<std::uint32_t>(std::min(taken_of->first, too_many));
    out.ways = static_cast<std::uint32_t>(std::min(taken_of->second, too_many));
  }

  // Called as often as its first line ran; a method whose first line did not run, but others did, was called
  // all the same.
  void end_method() {
    if (!method_) return;
    method_->hits = std::max(method_->hits, first_hits_);
    if (in_class_ && method_->line > 0 && !method_->name.empty()) methods_.push_back(std::move(*method_));
    method_.reset();
    first_hits_ = 0;
  }

  void end_class() {
    end_method();
    auto* const file =
        in_class_ && !file_name_.empty() ? file_in(files_, file_name_, wrong_, xml_.line()) : nullptr;
    if (file != nullptr) {
      const auto next = static_cast<std::uint32_t>(file->blocks.size());
      const auto block = file->blocks.emplace(class_name_, next).first->second;
      // If a class breaks off, the lines of its methods may be more.
      const auto enough = broken_off_ ? lines_of_methods_.size() : 1;
      for (const auto& line : lines_.size() < enough ? lines_of_methods_ : lines_)
        add(file->parts, line, block);
      for (auto& method : methods_) file->parts.add(std::move(method));
    }
    in_class_ = false;
    file_name_.clear();
    lines_.clear();
    lines_of_methods_.clear();
    methods_.clear();
  }

  void add(file_parts& parts, const seen_line& line, std::uint32_t block) {
    parts.add(line_hits{line.line, line.hits});
    ways_.add(ways_by_line);
    if (line.ways == 0 || !ways_.takes(line.ways, wrong_, line.at)) return;
    parts.add_ways(line.line, block, line.ways, line.taken, line.hits > 0 || line.taken > 0);
  }

  std::map<std::string, class_file, std::less<>> files_;

  bool in_source_ = false;
  std::string text_;
  std::vector<std::string> sources_;  // one more than are names of files

  bool in_class_ = false;
  bool broken_off_ = false;
  std::string class_name_;
  std::string file_name_;  // empty: there is none, and the class is left out
  std::vector<seen_line> lines_;
  std::vector<seen_line> lines_of_methods_;
  std::vector<method_hits> methods_;
  std::optional<method_hits> method_;
  std::uint64_t first_hits_ = 0;
};

// Clover has the same root.
bool recognises(std::string_view bytes) {
  const xml_head head{bytes};
  if (head.root.empty()) return head.doctype.starts_with("coverage");
  if (head.root != "coverage" || head.root_has("clover") || head.root_has("generated")) return false;
  for (const auto* own : {"line-rate", "branch-rate", "lines-valid", "lines-covered"})
    if (head.root_has(own)) return true;
  return head.child == "packages" || head.child == "sources" || head.doctype.starts_with("coverage");
}

}  // namespace

extern const coverage_format cobertura_format;
const coverage_format cobertura_format{
    "Cobertura XML", "coverage.py, gcovr, gocover-cobertura, Istanbul, coverlet, …", "it has hits",
    recognises, []() -> std::unique_ptr<report_parser> { return std::make_unique<cobertura_parser>(); }};

}  // namespace covey::parsers
