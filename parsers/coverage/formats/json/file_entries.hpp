// The parser of a JSON report that has one entry for each file, named by the entry's key. An entry that stands twice
// is joined.
#pragma once

#include "parsers/coverage/formats/format.hpp"
#include "parsers/coverage/formats/json/entries.hpp"
#include "parsers/coverage/merge.hpp"
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace covey::parsers {

// Reads one entry; says in `wrong` what is left out of it. Nothing: the entry is no file, and `wrong` has it.
using file_entry_reader = std::optional<file_coverage> (*)(const boost::json::value& entry,
                                                           diagnostics& wrong, std::string_view file);

using file_entry_joiner = void (*)(file_coverage& sum, file_coverage&& more);

// `files`: where the entries stand; `left_out`: what of them is not read.
std::unique_ptr<report_parser> make_file_entries_parser(json_path files, std::vector<json_path> left_out,
                                                        file_entry_reader read,
                                                        file_entry_joiner join = merge_into);

}  // namespace covey::parsers
