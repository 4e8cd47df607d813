// The two small languages of pytest's configuration: INI files and shell words.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::python {

using ini_section = std::map<std::string, std::string, std::less<>>;
using ini_sections = std::map<std::string, ini_section, std::less<>>;

// As iniconfig reads it: `name = value` or `name: value`, indented lines continue the value, whole lines may
// be comments (# or ;). Other lines are skipped.
ini_sections read_ini(std::string_view text);

// As Python's shlex.split(): blanks separate words, except within quotes or after a backslash.
std::vector<std::string> split_words(std::string_view text);

}  // namespace covey::parsers::languages::python
