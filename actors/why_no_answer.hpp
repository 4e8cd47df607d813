// Why a call could not find out what its tool asked for: sentences, without what the tool's errors begin with.
#pragma once

#include "actors/errors.hpp"
#include "protocol/tools/reply.hpp"
#include <string>

namespace covey::actors {

std::string why_no_listing(const caf::error& error);

// `searched`: no report was named, so the default ones were looked for.
std::string why_no_report(const caf::error& error, bool searched);

// Of a run that was asked for.
protocol::refused_run why_refused(const caf::error& error);

}  // namespace covey::actors
