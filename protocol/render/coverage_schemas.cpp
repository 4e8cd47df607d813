#include "protocol/render/coverage.hpp"

namespace covey::protocol {

const char* const overall_coverage_schema = R"({
  "type": "object",
  "required": ["overall"],
  "properties": {
    "overall": {"type": "number", "description": "percent of the lines that ran, one decimal"},
    "lines": {"type": "object", "additionalProperties": {"type": "number"}, "description": "percent, found, hit"},
    "branches": {"type": "object"},
    "functions": {"type": "object"},
    "conditions": {"type": "object", "description": "MC/DC"},
    "source": {"type": "string", "description": "the report that was read, or the run of this session"},
    "format": {"type": "string"},
    "malformed": {"type": "array", "description": "what could not be read and was skipped or corrected",
      "items": {"type": "object"}},
    "notes": {"type": "array", "items": {"type": "string"}}
  }
})";

const char* const file_coverage_schema = R"({
  "type": "object",
  "required": ["files"],
  "properties": {
    "files": {"type": "object", "additionalProperties": {"type": "number"},
      "description": "percent of the lines that ran, by the path that was asked for"},
    "notFound": {"type": "array", "items": {"type": "string"},
      "description": "not in the report; their 0 is no measurement"},
    "ambiguous": {"type": "object", "description": "paths that fit several files of the report: which"},
    "branches": {"type": "object", "description": "percent of the branches taken, where the report has them"},
    "uncovered": {"type": "object", "description": "lines that did not run, as 7 or 12-15; a range may span lines that cannot run"},
    "matched": {"type": "object", "description": "the report's name, where only its end was asked for"},
    "noLines": {"type": "array", "items": {"type": "string"}, "description": "in the report, without a line that could run"},
    "source": {"type": "string"},
    "format": {"type": "string"},
    "malformed": {"type": "array", "items": {"type": "object"}},
    "notes": {"type": "array", "items": {"type": "string"}}
  }
})";

const char* const snapshot_schema = R"({
  "type": "object",
  "required": ["snapshotId", "timestamp"],
  "properties": {
    "snapshotId": {"type": "string", "description": "UUID for end_coverage_snapshot"},
    "timestamp": {"type": "integer", "description": "milliseconds since 1970"},
    "overall": {"type": "number"},
    "fileCount": {"type": "integer"},
    "source": {"type": "string"},
    "format": {"type": "string"},
    "malformed": {"type": "array", "items": {"type": "object"}},
    "notes": {"type": "array", "items": {"type": "string"}}
  }
})";

const char* const coverage_change_schema = R"({
  "type": "object",
  "required": ["overallChange", "fileChanges", "newFiles", "removedFiles"],
  "properties": {
    "overallChange": {"type": "number", "description": "percentage points since the snapshot"},
    "fileChanges": {"type": "object", "additionalProperties": {"type": "number"},
      "description": "percentage points by file; a file that is not there counts as 0"},
    "newFiles": {"type": "array", "items": {"type": "string"}},
    "removedFiles": {"type": "array", "items": {"type": "string"}},
    "before": {"type": "number"},
    "after": {"type": "number"},
    "fileChangesLeftOut": {"type": "integer", "description": "files with smaller changes that are not listed"},
    "newFilesLeftOut": {"type": "integer"},
    "removedFilesLeftOut": {"type": "integer"},
    "source": {"type": "string"},
    "format": {"type": "string"},
    "malformed": {"type": "array", "items": {"type": "object"}},
    "notes": {"type": "array", "items": {"type": "string"}}
  }
})";

}  // namespace covey::protocol
