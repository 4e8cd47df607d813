// Picked files and blocks -> the targets that hold them, and what their tests are called there.
#pragma once

#include "parsers/languages/rust/job.hpp"
#include "parsers/model/selection.hpp"
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct rust_picks {
  std::vector<file_selection> selections;
  std::string root;  // what their files are relative to, absolute
  // The name of a file as rustdoc's names of tests begin with it; of a file of the target's package.
  std::function<std::string(const rust_job_target& of, const std::string& file)> doc_name;
};

// The main files of the targets that a picked file can be a module of: whether it is one, they say.
std::vector<std::string> rust_pick_sources(const rust_picks& selected,
                                           const std::vector<rust_job_target>& targets);

struct rust_resolved {
  selector_lists selectors;  // of each pick, in order
  std::vector<std::string> notes;
};

// `sources`: the texts of rust_pick_sources(), by path. `choose`: what is picked becomes the targets'
// choices; else it is only to be told apart.
rust_resolved resolve_rust_picks(const rust_picks& selected,
                                 const std::map<std::string, std::string, std::less<>>& sources, bool choose,
                                 std::vector<rust_job_target>& targets);

test_selector rust_selector(std::string group, const rust_pattern& pattern);

// The name of `module` as `text` declares it: "try" -> "r#try" for `mod r#try;`. "": it does not.
std::string declared_rust_module(std::string_view text, std::string_view module);

// The name of the module that `text` puts into `path`, relative to its own folder: `#[path = "a/b.rs"] mod
// c;`. "": none.
std::string rust_module_placed_at(std::string_view text, std::string_view path);

}  // namespace covey::parsers
