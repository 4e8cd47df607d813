// As much of JSON Schema 2020-12 as the tools' schemas use.
#pragma once

#include <boost/json.hpp>
#include <string>
#include <vector>

namespace covey::testing {

// What is wrong with the value, a sentence each with its place ("$.counts.passed: …"); empty if it conforms.
// Knows type, properties, required, additionalProperties: false, items, enum, minimum and maximum; a keyword
// it does not know is an error too, so that no schema is believed to have been checked that was not.
std::vector<std::string> schema_diagnostics(const boost::json::value& value,
                                            const boost::json::object& schema);

// The same, joined by "; ".
std::string schema_report(const boost::json::value& value, const boost::json::object& schema);

}  // namespace covey::testing
