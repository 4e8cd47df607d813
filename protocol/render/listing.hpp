// The answers of list_testfiles and list_testblocks. Text and structured half are the same JSON.
#pragma once

#include "parsers/model/test_listing.hpp"
#include "protocol/render/view.hpp"
#include "protocol/tool.hpp"

namespace covey::protocol {

// JSON Schemas of the structured halves.
extern const char* const testfiles_schema;
extern const char* const testblocks_schema;

// Lists that exceed the answer's limit are cut; `left_out` counts the rest.
tool_answer render_testfiles(const parsers::test_listing& listing,
                             std::size_t max_bytes = default_answer_bytes);
tool_answer render_testblocks(const parsers::test_listing& listing,
                              std::size_t max_bytes = default_answer_bytes);

// The folder that displayed paths are relative to; absolute.
std::string test_dir(const parsers::test_listing& listing);

}  // namespace covey::protocol
