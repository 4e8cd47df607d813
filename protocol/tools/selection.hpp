// Which of the listed tests a call means: by exact names, by a query, by what they cover.
#pragma once

#include "protocol/tools/tool.hpp"
#include <initializer_list>
#include <string>
#include <string_view>

namespace covey::protocol {

// "" if exactly one was given, the query or one of those that stand for it; else a sentence that names them.
std::string one_of(const arguments& given, std::string_view query,
                   std::initializer_list<std::string_view> others);

// tool::select of run_all_tests, run_testfiles and run_testblocks.
run_selection select_all(const tool_call& call, const parsers::test_listing& listing, const reply& found);
run_selection select_files(const tool_call& call, const parsers::test_listing& listing, const reply& found);
// Of run_affected_tests, and what affected_tests tells of tests that never ran.
run_selection select_affected(const tool_call& call, const parsers::test_listing& listing,
                              const reply& found);
run_selection select_blocks(const tool_call& call, const parsers::test_listing& listing, const reply& found);

}  // namespace covey::protocol
