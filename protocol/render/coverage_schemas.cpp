#include "protocol/render/coverage.hpp"

namespace covey::protocol {

const char* const overall_coverage_schema =
    R"({"type":"object","required":["overall"],"properties":{"overall":{"type":"number"}}})";

const char* const file_coverage_schema =
    R"({"type":"object","required":["files"],"properties":{"files":{"type":"object"}}})";

const char* const snapshot_schema =
    R"({"type":"object","required":["snapshotId","timestamp"],"properties":{"snapshotId":{"type":"string"},)"
    R"("timestamp":{"type":"integer"}}})";

const char* const coverage_change_schema =
    R"({"type":"object","required":["overallChange"],"properties":{)"
    R"("overallChange":{"type":"number"},"fileChanges":{"type":"object"}}})";

}  // namespace covey::protocol
