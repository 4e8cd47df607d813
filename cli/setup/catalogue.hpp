// Every client that `covey setup` knows, in the order in which they are named to the user.
#pragma once

#include "cli/setup/client.hpp"
#include <span>
#include <string>
#include <string_view>

namespace covey::cli {

std::span<const client_setup* const> all_clients();

const client_setup* find_client(std::string_view name);  // null: no such client

// "claude-code, codex": those with a hook only, if `hooks` is set.
std::string names_of_clients(bool hooks);

}  // namespace covey::cli
