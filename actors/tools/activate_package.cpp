#include "actors/detached.hpp"
#include "actors/project.hpp"
#include "actors/tool.hpp"
#include "protocol/text.hpp"
#include <filesystem>

namespace covey::actors {
namespace {

protocol::tool_description describe_activate_package() {
  protocol::tool_description out;
  out.name = "activate_package";
  out.title = "Move to another project";
  out.description =
      "Make another folder the workspace of the calls that follow; what is known of the old one is "
      "forgotten.";
  protocol::argument folder{
      .name = "pkg_dir",
      .type = protocol::argument_type::string,
      .description = "the project's folder: absolute, or relative to the present workspace"};
  folder.required = true;
  out.arguments = {folder};
  out.output_schema = protocol::activated_schema;
  out.hints = {.read_only = false, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

constexpr std::size_t shown_bytes = 1024;  // of the caller's path that an answer displays

struct resolved_folder {
  std::string path;     // absolute, without symbolic links
  std::string problem;  // why there is none: the end of a sentence
};

resolved_folder resolve(const std::string& given, const std::string& workspace) {
  if (given.find('\0') != std::string::npos) return {"", "it holds a NUL byte"};
  std::error_code ec;
  const auto path = std::filesystem::canonical(std::filesystem::path{workspace} / given, ec);
  if (ec) return {"", ec.message() + "; give an existing folder"};
  if (!std::filesystem::is_directory(path, ec)) return {"", "it is no folder; give the folder of a project"};
  return {path.string(), ""};
}

using self_pointer = call_actor::pointer;

call_actor::behavior_type activate_package(self_pointer self, const std::shared_ptr<call_context>& shared,
                                           std::string given) {
  const call_context context = *shared;
  const auto refuse = [self, context, given](const std::string& why) {
    answer(self, context,
           protocol::tool_error("activate_package: pkg_dir \"" + protocol::clipped(given, shown_bytes) +
                                "\": " + why));
  };
  const auto [root, problem] = resolve(given, context.workspace);
  if (!problem.empty()) {
    refuse(problem);
  } else {
    look_at_projects(self, context.with->languages, root, [=, root = root](const auto& looked_at) {
      const auto packages = packages_of(looked_at, root);
      if (packages.empty())
        return refuse(no_project(looked_at) + "; the workspace stays " + context.workspace);
      // The dispatcher changes the workspace: it knows whether this call was cancelled.
      self->send(context.dispatcher, workspace_moved{context.key, root});
      answer(self, context, protocol::render_activated(root, packages));
    });
  }
  return {[self](const cancel_call&) { self->quit(); }, [](const run_progress&) {}};
}

// On its own thread: folders on a network drive can be slow.
call_actor start(caf::actor_system& system, call_context context, const protocol::arguments& arguments) {
  const auto shared = std::make_shared<call_context>(std::move(context));
  auto call = spawn_detached(system, activate_package, shared, arguments.text("pkg_dir"));
  // CAF never frees an actor whose thread could not be started: it must not hold other actors.
  if (!call) *shared = call_context{};
  return call;
}

}  // namespace

extern const tool activate_package_tool;
const tool activate_package_tool{describe_activate_package(), start, false, true};

}  // namespace covey::actors
