// What the beginning of an XML report says of its format.
#pragma once

#include <string>
#include <string_view>

namespace covey::parsers {

// Elements are those that begin within the head and whose tags end within it; empty if there are none.
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

}  // namespace covey::parsers
