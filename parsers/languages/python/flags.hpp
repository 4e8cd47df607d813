// The words that users add to pytest, to unittest and to Django's `test`.
// Source: `pytest --help` (9.0) and those of its plugins that are named, `manage.py test --help` (Django 6.0).
#pragma once

#include "parsers/languages/added_flags.hpp"
#include "parsers/languages/plan.hpp"
#include "parsers/languages/python/plan.hpp"
#include <string>

namespace covey::parsers::languages::python {

extern const flag_table pytest_flags;
extern const flag_table unittest_flags;
extern const flag_table django_flags;

// Why a word is refused, as a sentence; empty: all are passed on. Those of PYTEST_ADDOPTS count, where the user adds it.
std::string refusal_of(const run_settings& added, runner_kind runner);

}  // namespace covey::parsers::languages::python
