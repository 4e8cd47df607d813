#include "protocol/render/package.hpp"
#include "protocol/render/age.hpp"
#include "protocol/render/still_failing.hpp"

namespace covey::protocol {
namespace {

json::array languages(const std::vector<package>& packages) {
  json::array out;
  for (const auto& one : packages)
    out.emplace_back(json::object{{"language", one.language},
                                  {"marker", one.project_file},
                                  {"package_name", one.name},
                                  {"test_dir", one.test_dir}});
  return out;
}

json::object summary(const parsers::finished_run& run, std::chrono::milliseconds age) {
  const auto& totals = run.results.totals;
  json::object out;
  add_still_failing(out, run);
  out["run_id"] = run.id;
  out["status"] = parsers::to_string(parsers::status_of(run));
  out["language"] = run.language;
  out["age_seconds"] = age_seconds(age);
  out["passed"] = totals.passed;
  out["failed"] = totals.failed;
  out["skipped"] = totals.skipped;
  out["errors"] = totals.errors;
  if (run.results.not_run > 0) out["not_run"] = run.results.not_run;
  if (const auto line = unreached_line(run); !line.empty()) out["note"] = line;
  return out;
}

}  // namespace

const char* const package_status_schema =
    R"({"type":"object","required":["status","pkg_dir"],"properties":{"status":{"type":"string"},)"
    R"("pkg_dir":{"type":"string"}}})";

tool_answer render_package_status(const package_status& status) {
  const bool active = !status.packages.empty();
  json::object out{{"status", active ? "active" : "no_package"}, {"pkg_dir", status.folder}};
  if (active) {
    out["package_name"] = status.packages.front().name;
    out["test_dir"] = status.packages.front().test_dir;
    if (!status.problem.empty()) out["note"] = status.problem;
  } else {
    out["message"] = status.problem + "; call activate_package with the folder of a project";
  }
  out["languages"] = languages(status.packages);
  out["running"] = status.running;
  out["waiting"] = status.waiting;
  if (status.latest != nullptr) out["latest_run"] = summary(*status.latest, status.age);
  out["has_coverage"] = status.has_coverage;
  return json_answer(std::move(out));
}

const char* const activated_schema =
    R"({"type":"object","required":["status","pkg_dir","package_name"],"properties":{"status":{"type":"string"},)"
    R"("pkg_dir":{"type":"string"},"package_name":{"type":"string"}}})";

tool_answer render_activated(const std::string& folder, const std::vector<package>& packages) {
  return json_answer({{"status", "success"},
                      {"pkg_dir", folder},
                      {"package_name", packages.front().name},
                      {"languages", languages(packages)}});
}

}  // namespace covey::protocol
