// JaCoCo XML (report.dtd 1.1): report/(group/)*package/(class/method | sourcefile/line).
//
// Files: PACKAGE/SOURCEFILE; where several groups (modules) have the same one, GROUP/PACKAGE/SOURCEFILE.
//
// A line is one with instructions (mi + ci > 0), hit if some of them ran (ci > 0). JaCoCo does not count how
// often: what was hit has 1. A line with mb + cb > 0 has that many ways, cb of them taken. With that the
// totals are the report's own LINE, BRANCH and METHOD counters.
//
// Methods belong to the file that their class names. Before JaCoCo 0.8.3 classes named none: then they belong
// to the package's file that has the name of the outermost class.
#include "parsers/coverage/formats/xml.hpp"
#include "parsers/coverage/merge.hpp"
#include "parsers/text/path.hpp"
#include <optional>
#include <set>
#include <utility>

namespace covey::parsers {
namespace {

// "shop/Basket$Item" -> "Basket"
std::string_view outermost_class(std::string_view name) {
  const auto base = base_name(name);
  return base.substr(0, base.find('$', 1));
}

class jacoco_parser final : public xml_report_parser {
 public:
  void finish(coverage_report& into) override {
    xml_.finish();
    end_class();
    end_package();
    for (auto& [place, parts] : files_) merge_into(into.data.files[name_of(place)], parts.take());
    into.diagnostics = wrong_.take();
  }

 private:
  using file_place = std::pair<std::string, std::string>;  // path, and the groups around it

  struct open_class {
    std::string name;
    std::string file;  // empty: not told
    std::vector<method_hits> methods;
    std::uint64_t at = 0;
  };

  void begin(std::string_view element, const xml_attributes& attributes) override {
    if (element == "line") {
      read_line(attributes);
    } else if (element == "counter") {
      if (method_ && attributes["type"] == "METHOD") read_counter(attributes);
    } else if (element == "method") {
      begin_method(attributes);
    } else if (element == "class") {
      end_class();
      class_ = open_class{
          std::string{attributes["name"]}, std::string{attributes["sourcefilename"]}, {}, xml_.line()};
    } else if (element == "sourcefile") {
      file_ = file_named(attributes["name"]);
      if (file_ != nullptr) source_files_.emplace(attributes["name"]);
    } else if (element == "package") {
      end_package();
      package_ = attributes["name"];
    } else if (element == "group") {
      begin_group(attributes["name"]);
    }
  }

  void end(std::string_view element) override {
    if (element == "method") {
      end_method();
    } else if (element == "class") {
      end_class();
    } else if (element == "sourcefile") {
      file_ = nullptr;
    } else if (element == "package") {
      end_package();
    } else if (element == "group" && !groups_.empty()) {
      end_package();
      group_.resize(groups_.back());
      groups_.pop_back();
    }
  }

  void begin_group(std::string_view name) {
    groups_.push_back(group_.size());
    if (name.size() + group_.size() > max_path) return;
    if (!group_.empty()) group_ += '/';
    group_ += name;
  }

  file_parts* file_named(std::string_view name) {
    if (!is_path(name, wrong_, xml_.line())) return nullptr;
    auto path = package_.empty() ? std::string{name} : package_ + "/" + std::string{name};
    if (path.size() > max_path && !is_path(path, wrong_, xml_.line())) return nullptr;
    const file_place place{std::move(path), group_};
    if (const auto known = files_.find(place); known != files_.end()) return &known->second;
    if (!names_.takes(place.first.size() + group_.size(), wrong_, xml_.line())) return nullptr;
    return file_in(files_, place, wrong_, xml_.line());
  }

  void read_line(const xml_attributes& attributes) {
    const auto at = xml_.line();
    if (file_ == nullptr) return wrong_.add("a line outside of a file, left out", at);
    std::uint32_t line = 0;
    if (!read_line_number(attributes["nr"], line, wrong_, at)) return;
    const auto count = [&](std::string_view name) {
      std::uint64_t out = 0;
      return attributes.has(name) && read_count(attributes[name], out, wrong_, at) ? out : 0;
    };
    const auto missed = count("mi"), covered = count("ci"), ways_missed = count("mb"),
               ways_taken = count("cb");
    if (!attributes.has("mi") && !attributes.has("ci"))
      return wrong_.add("a line that does not say whether it ran, left out", at);
    if (missed + covered == 0) return;
    file_->add(line_hits{line, covered > 0 ? 1u : 0u});
    ways_.add(ways_by_line);
    const auto ways = ways_missed + ways_taken;
    if (ways > 0 && ways_.takes(ways, wrong_, at)) file_->add_ways(line, 0, ways, ways_taken, covered > 0);
  }

  void begin_method(const xml_attributes& attributes) {
    end_method();
    const auto at = xml_.line();
    if (!class_) return wrong_.add("a method outside of a class, left out", at);
    if (attributes["name"].empty()) return wrong_.add("a method without a name, left out", at);
    method_ = method_of(base_name(class_->name), attributes["name"], attributes["desc"]);
    // Compiled without line numbers, a method has none.
    if (attributes.has("line")) read_line_number(attributes["line"], method_->line, wrong_, at);
  }

  void read_counter(const xml_attributes& attributes) {
    std::uint64_t covered = 0;
    if (!read_count(attributes["covered"], covered, wrong_, xml_.line())) return;
    method_->hits = covered > 0 ? 1 : 0;
    counted_ = true;
  }

  void end_method() {
    if (method_ && counted_ && class_) class_->methods.push_back(std::move(*method_));
    method_.reset();
    counted_ = false;
  }

  void end_class() {
    end_method();
    if (!class_) return;
    if (class_->file.empty()) {
      if (!class_->methods.empty()) without_file_.push_back(std::move(*class_));
    } else if (auto* file = file_named(class_->file)) {
      for (auto& method : class_->methods) file->add(std::move(method));
    }
    class_.reset();
  }

  void end_package() {
    end_class();
    for (auto& one : without_file_) {
      file_parts* file = nullptr;
      const auto stem = std::string{outermost_class(one.name)} + ".";
      const auto named = source_files_.lower_bound(stem);
      if (named != source_files_.end() && named->starts_with(stem)) file = file_named(*named);
      if (file == nullptr) {
        wrong_.add("a class whose source file is not told, left out", one.at, one.name);
        continue;
      }
      for (auto& method : one.methods) file->add(std::move(method));
    }
    without_file_.clear();
    source_files_.clear();
    package_.clear();
    file_ = nullptr;
  }

  // Files of one path stand next to each other.
  std::string name_of(const file_place& place) const {
    const auto& [path, group] = place;
    const auto first = files_.lower_bound(file_place{path, {}});
    const auto second = std::next(first);
    const bool of_several = second != files_.end() && second->first.first == path;
    return of_several && !group.empty() ? group + "/" + path : path;
  }

  std::map<file_place, file_parts> files_;

  std::string group_;                // "outer/inner"
  std::vector<std::size_t> groups_;  // for each open one the length of `group_` before it
  std::string package_;
  std::set<std::string, std::less<>> source_files_;  // of the package
  std::vector<open_class> without_file_;             // of the package, likewise
  std::optional<open_class> class_;
  std::optional<method_hits> method_;
  bool counted_ = false;
  file_parts* file_ = nullptr;
};

bool recognises(std::string_view bytes) {
  const xml_head head{bytes};
  if (head.doctype.starts_with("report") && head.doctype.find("JACOCO") != std::string::npos) return true;
  if (head.root != "report") return false;
  for (const auto* own : {"sessioninfo", "group", "package", "counter"})
    if (head.child == own) return true;
  return false;
}

}  // namespace

extern const coverage_format jacoco_format;
const coverage_format jacoco_format{
    "JaCoCo XML", "JaCoCo (Java, Kotlin)", "an instruction of it ran", recognises,
    []() -> std::unique_ptr<report_parser> { return std::make_unique<jacoco_parser>(); }};

}  // namespace covey::parsers
