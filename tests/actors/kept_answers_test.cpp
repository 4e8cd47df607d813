// Answers of toolchains that hold as long as what they were read from.
#include "actors/kept_answers.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <filesystem>
#include <functional>

using namespace covey;
using namespace covey::actors;
using parsers::answer_source;
using parsers::answer_sources;
using parsers::source_part;

namespace {

namespace fs = std::filesystem;

std::int64_t now_in_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

// Later than all that was written so far, by more than a tick of the file system's clock.
constexpr std::int64_t later = 1'000'000'000;

source_part code_and_names(std::string_view file) {
  if (file.ends_with(".code")) return source_part::text;
  return file.ends_with(".name") ? source_part::name : source_part::nothing;
}

std::string first_line(std::string_view text) {
  return std::string{text.substr(0, text.find('\n'))};
}

struct fixture {
  covey::testing::temp_dir folder;
  kept_answers kept{3, 100'000};
  answer_sources sources{.known = {{path("file")},
                                   {path("folder")},
                                   {.path = path("tree"), .below = code_and_names, .excerpt = first_line}}};

  std::string path(const std::string& name) const { return folder / name; }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories(fs::path{path(name)}.parent_path());
    covey::testing::write_file(path(name), text);
  }

  fixture() {
    write("program",
          "\x7f"
          "ELF");
    write("file", "one");
    write("folder/a", "");
    write("tree/deep/x.code", "head\nbody");
    write("tree/y.name", "");
  }

  void keep(const std::string& question = "?", std::string answer = "yes",
            std::int64_t began = now_in_ns() + later) {
    auto said =
        std::make_shared<const parsers::probe_answer>(parsers::probe_answer{0, std::move(answer), ""});
    kept.keep(question, sources, path("program"), std::move(said), began);
  }
  bool holds(const std::string& question = "?") { return kept.find(question) != nullptr; }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(kept_answers_suite, fixture)

BOOST_AUTO_TEST_CASE(an_answer_holds_while_its_sources_do) {
  keep();
  BOOST_TEST(kept.find("?")->out == "yes");
  BOOST_TEST(!holds("another question"));
  write("tree/deep/x.code", "head\nanother body");  // of which only the first line counts
  write("tree/unread", "");
  write("file", "one");  // again
  fs::last_write_time(path("file"), fs::file_time_type::clock::now() + std::chrono::hours{1});
  BOOST_TEST(holds());
  BOOST_TEST(holds());
}

BOOST_AUTO_TEST_CASE(every_source_can_end_it) {
  const std::vector<std::function<void(fixture&)>> changes{
      [](auto& in) { in.write("file", "two"); },
      [](auto& in) { fs::remove(in.path("file")); },
      [](auto& in) { in.write("folder/b", ""); },
      [](auto& in) { fs::remove(in.path("folder/a")); },
      [](auto& in) { in.write("tree/deep/x.code", "tail\nbody"); },
      [](auto& in) { in.write("tree/new.code", ""); },
      [](auto& in) { in.write("tree/new.name", ""); },
      [](auto& in) { fs::remove(in.path("tree/y.name")); },
      [](auto& in) { fs::rename(in.path("tree/deep"), in.path("tree/other")); },
      [](auto& in) {
        in.write("program",
                 "\x7f"
                 "ELF2");
      },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    fixture anew;
    anew.keep();
    BOOST_TEST(anew.holds(), i);
    changes[i](anew);
    BOOST_TEST(!anew.holds(), i);
  }
}

BOOST_AUTO_TEST_CASE(what_is_absent_may_come) {
  sources.known.push_back({path("absent")});
  keep();
  BOOST_TEST(holds());
  write("absent", "");
  BOOST_TEST(!holds());
}

BOOST_AUTO_TEST_CASE(the_answer_may_name_further_sources) {
  sources.named_in = [this](std::string_view said) {
    return std::vector<answer_source>{{path(std::string{said})}};
  };
  write("named", "one");
  keep("?", "named");
  BOOST_TEST(holds());
  write("named", "two");
  BOOST_TEST(!holds());
}

BOOST_AUTO_TEST_CASE(what_may_have_changed_meanwhile_is_not_kept) {
  keep("?", "yes", now_in_ns() - later);
  BOOST_TEST(!holds());
}

BOOST_AUTO_TEST_CASE(the_latest_asked_stay) {
  for (const std::string question : {"1", "2", "3"}) keep(question);
  BOOST_TEST(holds("1"));
  keep("4");
  BOOST_TEST(!holds("2"));
  BOOST_TEST((holds("1") && holds("3") && holds("4")));
  keep("large", std::string(200'000, 'x'));
  BOOST_TEST(!holds("large"));
}

// A version manager's program may answer for another one tomorrow.
BOOST_AUTO_TEST_CASE(only_what_a_program_is_called_answers_for_itself) {
  write("python3.11",
        "\x7f"
        "ELF");
  write("launcher",
        "\x7f"
        "ELF");
  write("script", "#!/bin/sh\n");
  const auto linked = [&](const std::string& name, const std::string& to) {
    fs::remove(path(name));
    fs::create_symlink(path(to), path(name));
    return path(name);
  };
  BOOST_TEST(answers_for_itself(linked("python3", "python3.11"), sources));
  BOOST_TEST(!answers_for_itself(linked("go", "launcher"), sources));
  BOOST_TEST(!answers_for_itself(path("script"), sources));
  BOOST_TEST(!answers_for_itself(path("nothing"), sources));
  sources.dispatcher = "launcher";
  BOOST_TEST(answers_for_itself(path("go"), sources));
  sources.may_be_script = true;
  BOOST_TEST(answers_for_itself(path("script"), sources));
}

BOOST_AUTO_TEST_SUITE_END()
