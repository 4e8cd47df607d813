// XML reports as a stream of elements, read by expat. Memory does not grow with the file.
//
// Encodings are those that expat knows: UTF-8, UTF-16, ISO-8859-1, US-ASCII. Nothing outside the bytes is
// read: a DOCTYPE's external part is passed over. No writer of reports declares entities of its own; XML that
// does is read no further, so that none can be expanded.
#pragma once

#include "parsers/coverage/diagnostics.hpp"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

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

}  // namespace covey::parsers
