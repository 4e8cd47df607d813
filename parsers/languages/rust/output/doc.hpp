// What `cargo test --doc` prints on stdout: rustdoc runs the documentation tests and reports them as text.
// Only what stands before "failures:" is a result, for below it rustdoc shows what the tests printed.
#pragma once

#include "parsers/model/test.hpp"
#include "parsers/languages/rust/output/event.hpp"
#include "parsers/text/lines.hpp"
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct rust_doc_package {
  std::string group;   // "pkg (doc)"
  std::string folder;  // absolute
};

struct rust_doc_options {
  std::string root;  // cargo's workspace root: names begin with a path relative to it
  std::vector<rust_doc_package> packages;
  // Whether a test was to run; what ran without having been asked for is not reported. May be empty: all
  // were.
  std::function<bool(const std::string& group, const std::string& name)> wanted;
};

// "src/lib.rs - add (line 3)": where its code block begins; absolute.
location rust_doc_place(std::string_view name, std::string_view root);

// The package that a name's path lies in, the deepest; null: there is none.
const rust_doc_package* rust_doc_package_of(const std::vector<rust_doc_package>& packages,
                                            std::string_view name, std::string_view root);

class rust_doc_reader {
 public:
  using sink = std::function<void(std::string_view)>;

  rust_doc_reader(rust_doc_options options, sink on_event);

  void feed(std::string_view bytes);
  void finish();

  // A section has begun that did not come to its end.
  bool cut_short() const { return cut_short_; }
  std::uint64_t total() const { return total_; }
  std::uint64_t failed() const { return failures_; }  // also of tests that were not wanted

 private:
  enum class part { outside, results, details, list };

  void on_line(std::string_view line);
  void on_result(std::string_view line);
  void on_detail(std::string_view line);
  bool has_failed(std::string_view name) const;
  void report(std::string_view name, outcome result, std::string_view details);
  void report_failed();
  void begin_section(std::uint64_t count);
  void announce(std::string_view group);
  void end_section();
  const rust_doc_package* package_of(std::string_view name) const;
  std::string group_of(std::string_view name) const;

  rust_doc_options options_;
  sink on_event_;
  line_splitter lines_;
  part part_ = part::outside;
  std::vector<std::string> failed_;
  std::map<std::string, std::string, std::less<>> details_;
  std::string current_;
  std::uint64_t total_ = 0;
  std::uint64_t failures_ = 0;
  std::uint64_t announced_ = 0;  // tests of the present section
  std::string group_;            // that the present section is of; empty: not known yet
  bool cut_short_ = false;
};

}  // namespace covey::parsers
