// Calls of the tools, without actors: arguments in, questions and answers out.
#pragma once

#include "protocol/tools/answer.hpp"
#include "protocol/tools/catalogue.hpp"
#include "tests/protocol/render/sample_runs.hpp"
#include <algorithm>
#include <string>
#include <string_view>

namespace covey::protocol {

inline const tool& tool_named(std::string_view name) {
  const auto all = tools();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const tool& one) { return one.description.name == name; });
  BOOST_REQUIRE(found != all.end());
  return *found;
}

inline tool_call call_of(const tool& of, std::string_view arguments_json) {
  auto checked = check_arguments(of.description.errors_begin_with(), of.description.arguments,
                                 parse_json(arguments_json).value.as_object());
  auto* given = std::get_if<arguments>(&checked);
  BOOST_REQUIRE(given != nullptr);
  return {.given = std::move(*given), .workspace = "/w", .patience = std::chrono::seconds{45}};
}

inline question ask(std::string_view name, std::string_view arguments_json = "{}") {
  const auto& of = tool_named(name);
  return of.ask(call_of(of, arguments_json));
}

// As a call answers, with the freshness of the run that it is about unchanged.
inline tool_answer answer(std::string_view name, std::string_view arguments_json, const reply& found) {
  const auto& of = tool_named(name);
  const auto call = call_of(of, arguments_json);
  run_freshness_ptr freshness;
  if (const auto* run = ended_of(found); run != nullptr && of.ask(call).freshness) {
    auto fresh = std::make_shared<run_freshness>();
    fresh->run_id = run->id;
    fresh->age = std::chrono::seconds{3};
    fresh->files.verdict = parsers::freshness::verdict_type::fresh;
    freshness = fresh;
  }
  return make_answer(of, call, found, view_of(of, call, found, freshness, default_answer_bytes));
}

inline reply with_run(parsers::finished_run run) {
  reply out;
  out.run = std::make_shared<const parsers::finished_run>(std::move(run));
  return out;
}

inline reply with_partial_run() {
  parsers::partial_run run;
  run.id = 7;
  run.root = "/w";
  run.language = "go";
  run.done = 12;
  reply out;
  out.run = std::make_shared<const parsers::partial_run>(std::move(run));
  return out;
}

}  // namespace covey::protocol
