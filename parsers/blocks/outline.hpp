// Reads the outline of a source from its syntax tree.
#pragma once

#include "parsers/model/file_outline.hpp"
#include "parsers/syntax/tree.hpp"
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace covey::parsers {

constexpr std::size_t max_value_depth = 200;  // of a value that is looked through; a deeper one may do anything

std::uint32_t word_of(std::string_view word);

// The words of a name: letters, digits and underscores that stand together. "src/my-cart.v2.py" has five.
std::vector<std::uint32_t> words_of(std::string_view name);

enum class comment_role : std::uint8_t { none, token, documentation };

// What a part of the frame gives names to.
struct given_names {
  frame_piece::kind_type kind = frame_piece::kind_type::value;
  std::vector<std::string_view> names = {};  // those that are said to ask for it
  std::string declared = {};     // the function or the type, with what holds it if that is not around it
  std::string_view unless = {};  // it is no such part if the source says this
  std::string_view from = {};    // what stands around it and decides its value, too
  bool of_texts = false;         // its texts are no names that it takes
  bool of_holder = false;        // who has the type that holds it has it, too, and need not say its name
};

// What a language's outline is read by.
struct outline_rules {
  grammar syntax = nullptr;  // null: its sources are whole
  std::string_view separator = ".";
  declaration_reader read = nullptr;
  // The role of a comment in a source; null: none has any.
  comment_role (*role)(std::string_view comment, std::string_view source) = nullptr;
  // Whether the words of the node may name other files: an import, a literal.
  bool (*names_files)(const syntax_node& node) = nullptr;
  // Whether the node loads a file that only a value names; null: none does. Then the word "*" is among the source's.
  bool (*loads_by_value)(const syntax_node& node) = nullptr;
  // The name of a variable that the node declares; empty: it declares none. What begins empty is filled by functions, which keep that.
  std::string_view (*variable)(const syntax_node& node) = nullptr;
  // What of the node counts to the frame, too, if it is in a body: others see it without a call.
  std::string_view (*seen_outside)(const syntax_node& node) = nullptr;
  // What the node gives names to, if that is all that it does while the file is loaded; null: that is not told. Others are the rest.
  std::optional<given_names> (*gives)(const syntax_node& node) = nullptr;
  // A name that the node takes without saying it; empty: none. "*": all that a file gives which it names, "**": or any other. Null: no node does.
  std::string_view (*takes)(const syntax_node& node) = nullptr;
  bool counts_blanks = false;  // between tokens, though not how many
  // A body that has one of these, beside what caches are called everywhere, keeps what it makes for later calls. Where the words stand
  // in a decorator, later calls do not run the body: it counts to the frame.
  std::span<const std::string_view> sharing = {};
  std::span<const std::string_view> starting = {};      // a body that has one of these starts processes
  std::span<const std::string_view> all_starting = {};  // so do all bodies of a source that has one of these
  std::span<const std::string_view> asking =
      {};  // a body that has one of these asks for files; none: the usual words
  // A source that has one of these may look at where it stands: its lines count.
  std::span<const std::string_view> placing = {};
};

// Of any bytes. What is no source of the grammar, or longer than max_structured_source, is whole.
file_outline outline_in(const outline_rules& rules, std::string_view text);

// The bodies that have some of these lines, by their indices. The first and the last line of a body are also those of what it stands
// in, unless they are said to be apart. `ran`: sorted, disjoint.
std::vector<std::uint32_t> blocks_with(const file_outline& outline, std::span<const line_range> ran);

// Whether no body has a part of the line.
bool is_of_frame(const file_outline& outline, std::uint32_t line);

}  // namespace covey::parsers
