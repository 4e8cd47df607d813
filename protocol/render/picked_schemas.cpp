#include "protocol/render/picked.hpp"

// What all three have in common: a client gets each schema with its own tool, so there is nothing to share it
// by.
#define COVEY_STATUS                                                                                   \
  R"({"type":"object","required":["status"],"properties":{)"                                           \
  R"("status":{"type":"string","enum":["completed","failed","timed_out","cancelled","no_matches"]},)"  \
  R"("still_failing":{"type":"string","description":"earlier failures that this run did not judge"},)" \
  R"("not_rerun":{"type":"integer"},)"
#define COVEY_OUTCOME                                                                              \
  R"("failures":{"type":"integer","description":"assertions that failed"},)"                       \
  R"("errors":{"type":"integer","description":"whatever else is red"},)"                           \
  R"("passed":{"type":"integer"},"skipped":{"type":"integer"},)"                                   \
  R"("not_run":{"type":"integer","description":"known tests that never began"},)"                  \
  R"("run_id":{"type":"integer"},"exit_code":{"type":"integer"},"ended_early":{"type":"string"},)" \
  R"("notes":{"type":"array","items":{"type":"string"}}}})"

namespace covey::protocol {

const char* const all_tests_schema =
    COVEY_STATUS R"("files_run":{"type":"integer","description":"how many test files"},)" COVEY_OUTCOME;

const char* const picked_files_schema =
    COVEY_STATUS R"("files_run":{"type":"array","items":{"type":"string"}},)"
                 R"("files_failed":{"type":"array","items":{"type":"string"}},)" COVEY_OUTCOME;

const char* const picked_blocks_schema = COVEY_STATUS
    R"("blocks_run":{"type":"array","items":{"type":"object"},)"
    R"("description":"{label, file, line, success, count, tests: [{name, outcome, line}]}"},)" COVEY_OUTCOME;

}  // namespace covey::protocol
