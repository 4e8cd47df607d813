// What `cargo test --doc` prints on stdout: rustdoc runs the documentation tests and reports them as text.
// Only lines before "failures:" are results: below it rustdoc prints the output of the tests.
#pragma once

#include "parsers/model/test.hpp"
#include "parsers/languages/rust/output/event.hpp"
#include "parsers/text/streams.hpp"
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::rust {

struct doc_package {
  std::string group;   // "pkg (doc)"
  std::string folder;  // absolute
};

struct doc_options {
  std::string root;  // cargo's workspace root: names begin with a path relative to it
  std::vector<doc_package> packages;
  // Whether a test was requested; other tests may run but are not reported. Empty: all tests were requested.
  std::function<bool(const std::string& group, const std::string& name)> wanted;
};

// The place where the code block of "src/lib.rs - add (line 3)" begins; absolute.
location place_of_doc_test(std::string_view name, std::string_view root);

// The deepest package folder that contains the path in a test's name; null: none does.
const doc_package* doc_package_of(const std::vector<doc_package>& packages, std::string_view name,
                                  std::string_view root);

class doc_reader {
 public:
  using sink = std::function<void(std::string_view)>;

  doc_reader(doc_options options, sink on_event);

  void feed(std::string_view bytes);
  void finish();

  // A section began and did not end.
  bool cut_short() const { return cut_short_; }
  std::uint64_t total() const { return total_; }
  std::uint64_t failed() const { return failures_; }  // including tests that were not requested

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
  const doc_package* package_of(std::string_view name) const;
  std::string group_of(std::string_view name) const;

  doc_options options_;
  sink on_event_;
  line_splitter lines_;
  part part_ = part::outside;
  std::vector<std::string> failed_;
  std::map<std::string, std::string, std::less<>> details_;
  std::string current_;
  std::uint64_t total_ = 0;
  std::uint64_t failures_ = 0;
  std::uint64_t announced_ = 0;  // tests of the current section
  std::string group_;            // of the current section; empty: not known yet
  bool cut_short_ = false;
};

}  // namespace covey::parsers::languages::rust
