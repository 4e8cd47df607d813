#include "parsers/languages/go/discovery/suites.hpp"
#include "parsers/languages/go/discovery/specs.hpp"
#include <algorithm>
#include <charconv>
#include <set>
#include <string>
#include <utility>

namespace covey::parsers::languages::go {
namespace {

// Offers, by their first letter; after it stands "package.Type", and in the second half:
constexpr char method_of = 'm';          // the place of a block whose first name is unknown
constexpr char dynamic_method_of = 'd';  // the same, of one that is dynamic in any case
constexpr char run_of = 'r';             // the place of a block that runs the suite
constexpr char embedding = 'e';          // a type it embeds, "package.Type", or "Type" of another package

std::string key(char what, std::string_view package, std::string_view type) {
  if (type == spec_suite) return what + std::string{type};
  return what + std::string{package} + "." + std::string{type};
}

void offer_embedded(const declarations& file, file_blocks& out) {
  for (const auto& [name, type] : file.types) {
    if (!type.is("struct_type")) continue;
    for (const auto& field : parts_of(type.first_child("field_declaration_list"))) {
      if (field.first_child("field_identifier")) continue;
      const auto embedded = field.field("type");
      const auto base = std::string{type_name(embedded)};
      const bool of_other = embedded.is("qualified_type");
      out.offers.emplace_back(key(embedding, file.package, name),
                              of_other ? base : std::string{file.package} + "." + base);
    }
  }
}

std::size_t place_in(const std::string& text) {
  std::size_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

struct runner {
  std::string label;
  std::vector<block_name> path;
  bool dynamic = false;
};

class linker {
 public:
  explicit linker(std::span<file_blocks* const> folder) : folder_(folder) {
    for (const auto* file : folder)
      for (const auto& [key, value] : file->offers)
        if (key.front() == embedding) embedded_[key.substr(1)].insert(value);
    for (const auto* file : folder)
      for (const auto& [key, value] : file->offers)
        if (key.front() == run_of) add_runner(key.substr(1), file->blocks[place_in(value)]);
  }

  void link() {
    for (auto* file : folder_) link(*file);
  }

 private:
  void add_runner(const std::string& type, const test_block& block) {
    for (const auto& each : reached_from(type))
      runners_[each].push_back({block.label, block.path, block.dynamic});
  }

  // The type and all that it embeds: their methods are its own.
  std::set<std::string> reached_from(const std::string& type) {
    std::set<std::string> out{type};
    std::vector<std::string> open{type};
    while (!open.empty()) {
      const auto one = std::move(open.back());
      open.pop_back();
      const auto it = embedded_.find(one);
      if (it == embedded_.end()) continue;
      for (const auto& next : it->second)
        if (out.insert(next).second) open.push_back(next);
    }
    return out;
  }

  bool looks_like_a_suite(const std::string& type) {
    const auto all = reached_from(type);
    return std::any_of(all.begin(), all.end(),
                       [](const auto& name) { return name.find("Suite") != std::string::npos; });
  }

  void link(file_blocks& file) {
    std::map<std::size_t, std::pair<std::string, bool>> methods;
    for (const auto& [key, value] : file.offers)
      if (key.front() == method_of || key.front() == dynamic_method_of)
        methods[place_in(value)] = {key.substr(1), key.front() == dynamic_method_of};
    std::vector<test_block> out;
    for (std::size_t i = 0; i < file.blocks.size(); ++i) {
      const auto method = methods.find(i);
      if (method == methods.end())
        out.push_back(std::move(file.blocks[i]));
      else
        add(file.blocks[i], method->second.first, method->second.second, out);
    }
    file.blocks = std::move(out);
  }

  // Once for every test function that runs the suite; unchanged if none is known.
  void add(const test_block& method, const std::string& type, bool dynamic, std::vector<test_block>& out) {
    const auto known = runners_.find(type);
    if (known == runners_.end()) {
      if (looks_like_a_suite(type)) out.push_back(method);
      return;
    }
    const auto own = method.label.find(label_separator);
    for (const auto& by : known->second) {
      if (out.size() >= max_blocks) return;
      auto block = method;
      block.label = by.label + (own == std::string::npos ? std::string{} : method.label.substr(own));
      block.path = by.path;
      block.path.insert(block.path.end(), method.path.begin() + 1, method.path.end());
      block.dynamic = dynamic || by.dynamic;
      out.push_back(std::move(block));
    }
  }

  static constexpr std::size_t max_blocks = 50'000;  // suites times runners

  std::span<file_blocks* const> folder_;
  std::map<std::string, std::set<std::string>> embedded_;
  std::map<std::string, std::vector<runner>> runners_;
};

}  // namespace

void finish_file(block_tree& blocks, const suite_roots& suites, const declarations& file,
                 const std::vector<suite_run>& runs, file_blocks& out) {
  std::vector<std::size_t> places;
  out.blocks = blocks.finish(places);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto suite = places[i] == block_tree::none ? suites.end() : suites.find(blocks.root_of(i));
    if (suite == suites.end()) continue;
    auto& block = out.blocks[places[i]];
    out.offers.emplace_back(key(block.dynamic ? dynamic_method_of : method_of, file.package, suite->second),
                            std::to_string(places[i]));
    block.dynamic = true;
    out.incomplete = true;
  }
  for (const auto& run : runs)
    if (places[run.block] != block_tree::none)
      out.offers.emplace_back(key(run_of, file.package, run.type), std::to_string(places[run.block]));
  offer_embedded(file, out);
}

void link_suites(std::span<file_blocks* const> folder) {
  linker{folder}.link();
}

}  // namespace covey::parsers::languages::go
