#include "actors/snapshot_store.hpp"
#include "actors/limits.hpp"
#include "actors/storage/snapshot_folder.hpp"
#include "protocol/snapshot.hpp"

namespace covey::actors {
namespace {

using storage::snapshot_folder;
using storage::storage_problem;

caf::result<std::string> keep(const snapshot_folder& folder, const parsers::snapshot& value) {
  const auto text = protocol::to_text(value);
  if (text.size() > limits::snapshot_bytes)
    return fail(fault::snapshot_not_kept, "it would have " + std::to_string(text.size()) +
                                              " bytes, the limit is " +
                                              std::to_string(limits::snapshot_bytes));
  auto written = folder.write(text);
  if (const auto* problem = std::get_if<storage_problem>(&written))
    return fail(fault::snapshot_not_kept, problem->reason);
  return std::get<std::string>(std::move(written));
}

caf::result<snapshot_ptr> find(const snapshot_folder& folder, const std::string& id) {
  const auto found = folder.read(id, limits::snapshot_bytes);
  if (const auto* problem = std::get_if<storage_problem>(&found))
    return fail(problem->missing ? fault::snapshot_missing : fault::snapshot_unreadable, problem->reason);
  auto value = protocol::read_snapshot(std::get<snapshot_folder::content>(found).text);
  if (!value) return fail(fault::snapshot_unreadable, "its file is damaged; take a new snapshot");
  return std::make_shared<const parsers::snapshot>(std::move(*value));
}

}  // namespace

snapshot_store_actor::behavior_type snapshot_store(snapshot_store_actor::pointer,
                                                   std::string temp_directory) {
  const snapshot_folder folder{std::move(temp_directory)};
  return {
      [folder](const keep_snapshot& message) { return keep(folder, *message.value); },
      [folder](const find_snapshot& message) { return find(folder, message.id); },
  };
}

}  // namespace covey::actors
