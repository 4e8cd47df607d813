#include "protocol/render/picked.hpp"

// What all three have in common: a client gets each schema with its own tool, so there is nothing to share it
// by.
#define COVEY_STATUS                                                                                   \
  R"({"type":"object","required":["status"],"properties":{)"                                           \
  R"("status":{"type":"string","enum":["completed","failed","timed_out","cancelled","no_matches"]},)"  \
  R"("still_failing":{"type":"string","description":"earlier failures that this run did not judge"},)" \
  R"("not_rerun":{"type":"integer","description":"how many these are"},)"
#define COVEY_OUTCOME                                                                                 \
  R"("failures":{"type":"integer","description":"assertions that failed"},)"                          \
  R"("errors":{"type":"integer","description":"whatever else is red: exceptions, crashes, builds"},)" \
  R"("passed":{"type":"integer"},"skipped":{"type":"integer"},)"                                      \
  R"("not_run":{"type":"integer","description":"known tests that never began"},)"                     \
  R"("leaked":{"type":"integer","description":"processes that outlived the runner and were ended"},)" \
  R"("escaped":{"type":"integer","description":"the same, outside the runner's session"},)"           \
  R"("run_id":{"type":"integer"},"language":{"type":"string"},"duration_ms":{"type":"integer"},)"     \
  R"("exit_code":{"type":"integer"},"coverage":{"type":"object"},)"                                   \
  R"("ended_early":{"type":"string","description":"why, when the runner did not end by itself"},)"    \
  R"("hint":{"type":"string"},"notes":{"type":"array","items":{"type":"string"}}}})"

namespace covey::protocol {

const char* const all_tests_schema =
    COVEY_STATUS R"("files_run":{"type":"integer","description":"how many test files"},)" COVEY_OUTCOME;

const char* const picked_files_schema = COVEY_STATUS
    R"("files_run":{"type":"array","items":{"type":"string"}},)"
    R"("files_failed":{"type":"array","items":{"type":"string"}},)"
    R"("files_run_left_out":{"type":"integer","description":"that did not fit into this answer"},)"
    R"("files_failed_left_out":{"type":"integer"},)" COVEY_OUTCOME;

const char* const picked_blocks_schema = COVEY_STATUS
    R"("blocks_run":{"type":"array","items":{"type":"object","properties":{)"
    R"("label":{"type":"string"},"file":{"type":"string"},"line":{"type":"integer"},)"
    R"("success":{"type":"boolean","description":"something of it ran, and nothing of it failed"},)"
    R"("count":{"type":"integer","description":"tests of it that ran"},)"
    R"("tests":{"type":"array","items":{"type":"object"},"description":"{name, outcome, line}"}}}},)"
    R"("blocks_run_left_out":{"type":"integer","description":"that did not fit into this answer"},)" COVEY_OUTCOME;

}  // namespace covey::protocol
