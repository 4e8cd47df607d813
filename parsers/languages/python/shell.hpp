// See parsers/languages/shell_run.hpp.
#pragma once

#include "parsers/languages/shell_run.hpp"

namespace covey::parsers::languages::python {

// `python -m pytest tests/test_cart.py::TestTotal -k "not slow"`, `manage.py test`.
std::optional<shell_run> read_command(const std::vector<std::string>& words);

}  // namespace covey::parsers::languages::python
