#include "protocol/render/selected.hpp"

// Common to all three schemas. It is repeated in each, because a client gets each schema on its own, with its
// tool.
#define COVEY_STATUS R"({"type":"object","required":["status"],"properties":{"status":{"type":"string"},)"
#define COVEY_OUTCOME                 \
  R"("failures":{"type":"integer"},)" \
  R"("details":{"type":"array"}}})"

namespace covey::protocol {

const char* const all_tests_schema = COVEY_STATUS R"("files_run":{"type":"integer"},)" COVEY_OUTCOME;

const char* const selected_files_schema =
    COVEY_STATUS R"("files_run":{"type":"array"},)" COVEY_OUTCOME;

const char* const selected_blocks_schema =
    COVEY_STATUS R"("blocks_run":{"type":"array"},)" COVEY_OUTCOME;

}  // namespace covey::protocol
