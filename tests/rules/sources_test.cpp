// What every source file keeps to.
#include "tests/rules/source_tree.hpp"
#include "reporters/embedded.hpp"
#include "tests/support/piped_process.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <array>
#include <set>

using namespace covey::testing;

BOOST_AUTO_TEST_SUITE(sources)

BOOST_AUTO_TEST_CASE(no_file_is_longer_than_800_lines) {
  for (const auto& file : project_files()) {
    if (file.has_extension(".json")) continue;  // lock files
    constexpr std::size_t limit = 800;
    BOOST_CHECK_MESSAGE(file.lines.size() <= limit, file.path << ": " << file.lines.size());
  }
}

// The budget (ARCHITECTURE.md): a change that needs more raises a number here, in a commit of its own that says why.
BOOST_AUTO_TEST_CASE(the_product_stays_within_its_budget) {
  constexpr std::size_t max_lines = 85'386, max_files = 469, max_reporter_lines = 12'172;
  const auto hold = [](const char* what, std::size_t value, std::size_t limit) {
    BOOST_TEST(value > limit / 4);  // they were found
    BOOST_CHECK_MESSAGE(value <= limit, what << ": " << value << ", at most " << limit
                                             << ": remove what is no longer needed, or raise the limit in a "
                                                "commit of its own with the reason");
  };
  std::size_t lines = 0, files = 0, reporter_lines = 0;
  for (const auto& file : cpp_files()) {
    if (file.is_below("tests") || file.is_below("bench")) continue;
    ++files;
    lines += file.lines.size();
  }
  for (const auto& file : project_files())
    if (file.is_below("reporters")) reporter_lines += file.lines.size();
  hold("lines of C++ outside of tests and bench", lines, max_lines);
  hold("files of C++ outside of tests and bench", files, max_files);
  hold("lines in reporters", reporter_lines, max_reporter_lines);
}

BOOST_AUTO_TEST_CASE(every_reporter_is_in_the_binary) {
  std::size_t looked_at = 0;
  for (const auto& file : project_files()) {
    const auto name = file.is_below("reporters") ? file.path.substr(std::string{"reporters/"}.size()) : "";
    if (name.find('/') == std::string::npos) continue;  // what builds and describes them
    ++looked_at;
    std::string contents;
    for (const auto& line : file.lines) contents += line + "\n";
    BOOST_CHECK_MESSAGE(covey::reporters::text(name) == contents, name);
  }
  BOOST_TEST(looked_at > 5u);
}

// They live in the process of the tests. The numbers of a stat stay behind there, and how Node resolves the next link depends on
// them: after a FIFO's, packages behind links are not found by their real paths.
BOOST_AUTO_TEST_CASE(a_reporter_in_node_leaves_no_numbers_of_a_stat_behind) {
  const std::string stat = "statSync(";
  std::size_t looked_at = 0;
  for (const auto& file : project_files()) {
    if (!file.is_below("reporters/node")) continue;
    for (const auto& line : file.lines)
      for (auto at = line.find(stat); at != std::string::npos; at = line.find(stat, at + 1)) {
        ++looked_at;
        const auto call = line.substr(at, line.find(')', at) - at);
        BOOST_CHECK_MESSAGE(call.find("bigint: true") != std::string::npos, file.path << ": " << line);
      }
  }
  BOOST_TEST(looked_at > 2u);
}

// A reporter may be compiled: a jar, a class file.
BOOST_AUTO_TEST_CASE(any_bytes_can_be_embedded) {
  temp_dir folder;
  std::string bytes, escapes;
  for (int i = 0; i < 256; ++i) {
    bytes += static_cast<char>(i);
    constexpr const char* digits = "0123456789abcdef";
    escapes += std::string{"\\x"} + digits[i / 16] + digits[i % 16];
  }
  write_file(folder / "any.jar", bytes);
  process_options options;
  options.arguments = {"-DOUTPUT=" + (folder / "out.cpp"), "-DFOLDER=" + folder.path(), "-DFILES=any.jar",
                       "-P", std::string{COVEY_SOURCE_DIR} + "/cmake/EmbedFiles.cmake"};
  const auto result = run_program(COVEY_CMAKE, options);
  BOOST_TEST(result.exit_code == 0, result.err);
  std::string made;
  for (const auto& line : lines_of(folder / "out.cpp")) made += line + "\n";
  BOOST_TEST(made.find("\"" + escapes + "\"") != std::string::npos);
  BOOST_TEST(made.find("\"\", 256}}") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_main_function_fits_on_two_pages) {
  for (const auto& file : cpp_files())
    if (file.path == "main.cpp") BOOST_TEST(file.lines.size() <= 120u);
}

BOOST_AUTO_TEST_CASE(every_header_is_included_once) {
  for (const auto& file : cpp_files()) {
    if (!file.has_extension(".hpp")) continue;
    const bool once = std::find(file.lines.begin(), file.lines.end(), "#pragma once") != file.lines.end();
    BOOST_CHECK_MESSAGE(once, file.path);
  }
}

BOOST_AUTO_TEST_CASE(no_request_between_actors_waits_for_ever) {
  const std::string infinite = std::string{"caf::"} + "infinite";
  for (const auto& file : cpp_files()) {
    if (file.is_below("tests")) continue;
    for (const auto& line : file.lines)
      BOOST_CHECK_MESSAGE(line.find(infinite) == std::string::npos, file.path << ": " << line);
  }
}

BOOST_AUTO_TEST_CASE(every_answer_leaves_through_the_filter) {
  const std::string call = "encode_answer(";
  std::size_t looked_at = 0;
  for (const auto& file : cpp_files()) {
    if (!file.is_below("actors")) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const auto at = file.lines[i].find(call);
      if (at == std::string::npos || file.lines[i].find("//") < at) continue;
      ++looked_at;
      const auto next = i + 1 < file.lines.size() ? file.lines[i + 1] : "";
      BOOST_CHECK_MESSAGE((file.lines[i] + next).find("filter") != std::string::npos,
                          file.path << ":" << i + 1 << ": " << file.lines[i]);
    }
  }
  BOOST_TEST(looked_at >= 2u);
}

BOOST_AUTO_TEST_CASE(no_file_names_a_place_on_a_machine) {
  // In two pieces each, so that this file passes.
  const std::array<std::string, 5> places = {std::string{"/work"} + "/", std::string{"/root"} + "/",
                                             std::string{"/home"} + "/", std::string{"/tmp"} + "/",
                                             std::string{"/Users"} + "/"};
  for (const auto& file : project_files())
    for (std::size_t i = 0; i < file.lines.size(); ++i)
      for (const auto& place : places) {
        const auto at = file.lines[i].find(place);
        // "net/home/…" is a path inside something.
        const bool is_absolute =
            at != std::string::npos &&
            (at == 0 || !std::isalnum(static_cast<unsigned char>(file.lines[i][at - 1])));
        BOOST_CHECK_MESSAGE(!is_absolute, file.path << ":" << i + 1 << ": " << file.lines[i]);
      }
}

// A header that some source includes first is proved by it; one with a source of its own is among them
// (layers/every_source_includes_its_own_header_first).
BOOST_AUTO_TEST_CASE(every_header_that_is_nowhere_first_compiles_alone, *boost::unit_test::label("slow")) {
  const auto files = cpp_files();
  const std::string root = COVEY_SOURCE_DIR;
  std::set<std::string> first;
  for (const auto& file : files)
    if (const auto names = file.includes(); file.has_extension(".cpp") && !names.empty())
      first.insert(names.front());
  std::size_t compiled = 0;
  for (const auto& file : files) {
    if (!file.has_extension(".hpp") || first.contains(file.path)) continue;
    process_options options;
    options.arguments = {"-std=c++20", "-fsyntax-only", "-I" + root, "-x", "c++", root + "/" + file.path};
    const auto result = run_program(COVEY_COMPILER, options);
    ++compiled;
    // A main file with `#pragma once` is worth a warning, no more.
    BOOST_CHECK_MESSAGE(result.exit_code == 0, file.path << "\n" << result.err.substr(0, 2000));
  }
  BOOST_TEST(compiled > 5u);
}

BOOST_AUTO_TEST_SUITE_END()
