// What readers of XML reports have in common: the report as a stream of elements, read by expat, what its beginning says
// of its format, and files that come in parts. Memory does not grow with the file.
//
// Encodings are those that expat knows: UTF-8, UTF-16, ISO-8859-1, US-ASCII. Nothing outside the bytes is
// read: a DOCTYPE's external part is passed over. No writer of reports declares entities of its own; XML that
// does is read no further, so that none can be expanded.
#pragma once

#include "parsers/coverage/formats/format.hpp"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct XML_ParserStruct;

namespace covey::parsers {

constexpr std::size_t max_xml = 256;              // nested elements
constexpr std::size_t max_xml_tag = 1024 * 1024;  // bytes, with its attributes; or of a comment

// Of one element; values are valid UTF-8 and stay until its handler returns.
class xml_attributes {
 public:
  explicit xml_attributes(const char* const* pairs) : pairs_(pairs) {}
  std::string_view operator[](std::string_view name) const;  // empty if it has none of this name
  bool has(std::string_view name) const { return find(name) != nullptr; }

 private:
  const char* find(std::string_view name) const;
  const char* const* pairs_;
};

class xml_handler {
 public:
  virtual void begin(std::string_view element, const xml_attributes& attributes) = 0;
  virtual void end(std::string_view element) = 0;
  virtual void text(std::string_view) {}  // comes in pieces

 protected:
  ~xml_handler() = default;
};

// The first error ends it, with one diagnostic; the handler has been told everything before.
class xml_stream {
 public:
  xml_stream(xml_handler& handler, diagnostics& wrong);
  ~xml_stream();
  xml_stream(const xml_stream&) = delete;
  xml_stream& operator=(const xml_stream&) = delete;

  void feed(std::string_view bytes);
  void finish();
  std::uint64_t line() const;  // of the element that a handler is told of

 private:
  struct callbacks;
  struct closer {
    void operator()(XML_ParserStruct* parser) const;
  };

  std::string_view without_white_space(std::string_view bytes);
  void parse(bool last);
  void stop(std::string_view why);
  void complain_of_error(bool last);

  xml_handler& handler_;
  diagnostics& wrong_;
  std::unique_ptr<XML_ParserStruct, closer> parser_;
  bool begun_ = false;
  bool stopped_ = false;
  std::uint64_t skipped_lines_ = 0;  // before the first byte of XML
  std::size_t depth_ = 0;
  char* block_ = nullptr;  // expat's own, filled and then parsed
  std::size_t filled_ = 0;
  std::uint64_t fed_ = 0;
  std::uint64_t understood_ = 0;
};

// Numbers in attributes, where white space may stand around them; else as in format.hpp.
bool read_line_number(std::string_view text, std::uint32_t& line, diagnostics& wrong, std::uint64_t at);
bool read_count(std::string_view text, std::uint64_t& count, diagnostics& wrong, std::uint64_t at);

// What the beginning of an XML report says of its format. Elements are those that begin within the head and whose tags end within it; empty if there are none.
struct xml_head {
  // UTF-16 is narrowed: names of elements and attributes are ASCII.
  explicit xml_head(std::string_view head);

  std::string doctype;  // "report PUBLIC "-//JACOCO//DTD Report 1.1//EN" …", up to its own declarations
  std::string root;     // the element's name
  std::string child;    // the name of the first element in it

  bool root_has(std::string_view attribute) const;

 private:
  std::string root_tag_;
};

// Methods as XML reports list them, and their conversion to the functions of a file.
struct method_hits {
  std::string owner;  // its class; may be empty
  std::string name;
  std::string signature;   // of any form; may be empty
  std::uint32_t line = 0;  // 0: unknown
  std::uint64_t hits = 0;
};

// Keeps at most the first 4096 bytes of a name or signature, and the last 256 of a class, which all its
// methods repeat.
method_hits method_of(std::string_view owner, std::string_view name, std::string_view signature);

// The coverage of one file that comes in parts and in any order. Repeated entries are added up and stored once; so are
// those of the same method, class and line.
//
// A function's name stands once in a file. It is the method's or, where several have that, also has the signature, then
// the class, then the line: "total", "total(int)", "Basket.total(int)", "Basket.total(int):12".
class file_parts {
 public:
  void add(line_hits line);
  void add(branch_hits way);
  void add(method_hits&& method);
  // So many ways, of which the first ones were taken.
  void add_ways(std::uint32_t line, std::uint32_t block, std::uint64_t ways, std::uint64_t taken,
                bool reached);

  file_coverage take();

 private:
  file_coverage data_;
  std::vector<method_hits> methods_;
  // Put in order at these sizes, so that repeated entries take no memory.
  std::size_t lines_at_ = 4096;
  std::size_t branches_at_ = 4096;
  std::size_t methods_at_ = 4096;
};

// Limits what a few bytes of a report can claim: so much in all, and so much at once.
class claim_budget {
 public:
  constexpr claim_budget(std::uint64_t in_all, std::uint64_t at_once, std::string_view too_many)
      : left_(in_all), at_once_(at_once), too_many_(too_many) {}

  void add(std::uint64_t more) { left_ += more; }
  bool takes(std::uint64_t claimed, diagnostics& wrong, std::uint64_t at);

 private:
  std::uint64_t left_;
  std::uint64_t at_once_;
  std::string_view too_many_;
};

// "(3/400000000)" claims a lot of branches. A line has as many as a method of Java at most, and gives room for some.
constexpr std::uint64_t max_ways_of_a_line = 65'535;
constexpr std::uint64_t ways_by_line = 16;

// A report has the name of a folder or package once, but here the name of each file in it repeats it.
constexpr std::uint64_t max_name_bytes = 64 * 1024 * 1024;  // of all names

// A path as a report's attribute; gives a diagnostic otherwise.
constexpr std::size_t max_path = 4096;
bool is_path(std::string_view text, diagnostics& wrong, std::uint64_t at);

// What the parser of an XML format has beside its own elements.
class xml_report_parser : public report_parser, protected xml_handler {
 public:
  void feed(std::string_view bytes) override { xml_.feed(bytes); }

 protected:
  diagnostics wrong_;
  xml_stream xml_{*this, wrong_};
  claim_budget ways_{1'000'000, max_ways_of_a_line,
                     "branches beyond 65535 of a line, or far more than lines; left out"};
  claim_budget names_{max_name_bytes, max_name_bytes, "files whose names have over 64 MiB in all, left out"};
};

}  // namespace covey::parsers
