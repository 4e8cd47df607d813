// The two small languages that pytest's settings are written in.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

using ini_section = std::map<std::string, std::string, std::less<>>;
using ini_sections = std::map<std::string, ini_section, std::less<>>;

// As iniconfig reads it: `name = value` or `name: value`, indented lines go on with the value, whole lines
// may be comments (# or ;). Lines that are none of these are passed by.
ini_sections read_ini(std::string_view text);

// As shlex.split() of Python does it: blanks separate, quotes and backslashes keep together.
std::vector<std::string> split_words(std::string_view text);

}  // namespace covey::parsers
