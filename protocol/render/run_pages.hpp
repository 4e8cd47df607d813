// A run that has ended, read again by its id: as a whole, its failures by the page, its output by the range.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "protocol/answer_filter.hpp"
#include "protocol/render/view.hpp"
#include "protocol/tool.hpp"
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace covey::protocol {

// JSON Schemas of the structured halves of run_status and cancel_run.
extern const char* const run_status_schema;
extern const char* const cancel_run_schema;

// Its summary as the run itself was answered, and its age.
tool_answer render_ended(const parsers::finished_run& run, std::chrono::milliseconds age,
                         const answer_view& view = {});

// A page of its own failures, from 1, each in full: as many as surely fit.
tool_answer render_page(const parsers::finished_run& run, std::size_t page, std::chrono::milliseconds age,
                        const answer_view& view = {});

// Bytes of the runner's output as it was kept (its head and tail if it was long), from 0, both ends included.
struct output_range {
  bool err = false;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

// "0-20000" of stdout, "err:0-20000" of stderr; "out:500-" to the end. The range, or what is wrong with it.
std::variant<output_range, std::string> parse_range(std::string_view text);

// The bytes are counted after the filter, which is the same for a whole session.
tool_answer render_range(const parsers::finished_run& run, const output_range& range,
                         const answer_filter& filter = {}, const answer_view& view = {});

}  // namespace covey::protocol
