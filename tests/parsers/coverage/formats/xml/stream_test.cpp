// What holds of all XML reports; Cobertura stands for them.
#include "parsers/coverage/formats/xml.hpp"
#include "parsers/coverage/formats/any_report.hpp"
#include "tests/parsers/coverage/formats/xml_reading.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::parsers;
using namespace covey::parsers::testing;
using namespace std::string_literals;

namespace {

using texts = std::vector<std::string>;

const std::string body =
    "<coverage line-rate='1'><packages><class filename='a.c'>"
    "<lines><line number='1' hits='1'/></lines></class></packages></coverage>";

coverage_report read(const std::string& bytes) {
  return read_report(cobertura_format, bytes);
}

std::string utf16(const std::string& ascii, bool little) {
  std::string out = little ? "\xff\xfe"s : "\xfe\xff"s;
  for (const char c : ascii) out += little ? std::string{c, '\0'} : std::string{'\0', c};
  return out;
}

// Which of the XML formats take it; a report may be only one.
std::string taken_by(const std::string& head) {
  std::string out;
  for (const auto* format : coverage_formats())
    if (format->recognises(head)) out += (out.empty() ? "" : ", ") + std::string{format->name};
  return out;
}

BOOST_AUTO_TEST_SUITE(xml_suite)

BOOST_AUTO_TEST_CASE(malformed_xml_keeps_what_came_before) {
  const std::string open = "<coverage><class filename='a.c'><lines>\n<line number='1' hits='1'/>\n";
  const auto malformed = [](int line) {
    return texts{"XML that does not read, read no further: 1 @" + std::to_string(line)};
  };
  struct example {
    std::string rest;
    texts diagnostics;
  };
  const example all[] = {
      {"", {"XML that breaks off: 1 @3"}},
      {"<line number='2' hi", {"XML that breaks off: 1 @3"}},
      {"<!-- no end", {"XML that breaks off: 1 @3"}},
      {"<![CDATA[ no end", {"XML that breaks off: 1 @3"}},
      {"<line number='0'>\n\n</lines>",
       {"line number 0: 1 @3", "XML that does not read, read no further: 1 @5"}},
      {"<line number=2 hits='1'/>", malformed(3)},
      {"<line number='2' number='3' hits='1'/>", malformed(3)},
      {"<line number='<' hits='1'/>", malformed(3)},
      {"<line number='2' hits='\xff'/>", malformed(3)},
      {"\xc3", malformed(3)},
      {"<line number='2' hits='1\x01'/>", malformed(3)},
      {"\0"s, malformed(3)},
      {"&unknown;", malformed(3)},
      {"&#0;", malformed(3)},
      {"</lines></class></coverage>\njunk", malformed(4)},
      {"</lines></class></coverage><coverage/>", malformed(3)},
      {"</lines></class></coverage>\n\n", {}},
  };
  for (const auto& one : all) {
    BOOST_TEST_CONTEXT(one.rest) {
      auto report = read(open + one.rest);
      // What ends in half a character may be called either.
      if (one.rest == "\xc3") report.diagnostics.front().what = "XML that does not read, read no further";
      BOOST_TEST(lines_of(report.data.files.at("a.c")) == "1:1");
      BOOST_TEST(diagnostics_of(report) == one.diagnostics, boost::test_tools::per_element());
      check_every_split(cobertura_format, open + one.rest);
    }
  }
}

BOOST_AUTO_TEST_CASE(white_space_before_xml_does_no_harm) {
  const auto report = read("\n \t\r\n<?xml version='1.0'?>\n" + body + "<");
  BOOST_TEST(file_names(report) == "a.c");
  BOOST_TEST(diagnostics_of(report) == texts{"XML that breaks off: 1 @4"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(no_xml_at_all_is_told) {
  for (const auto& bytes : {""s, "   \n"s, "<?xml version='1.0'?>"s})
    BOOST_TEST_CONTEXT(bytes) BOOST_TEST(read(bytes).diagnostics.front().what == "XML that breaks off");
  for (const auto& bytes : {"text"s, "{}"s, "\x1f\x8b\x08"s, "<>"s}) BOOST_TEST_CONTEXT(bytes)
  BOOST_TEST(read(bytes).diagnostics.front().what == "XML that does not read, read no further");
}

BOOST_AUTO_TEST_CASE(encodings_are_read_as_they_say) {
  const auto of = [](const std::string& encoding, const std::string& name) {
    return "<?xml version='1.0' encoding='" + encoding + "'?><coverage><class filename='" + name +
           "'><line number='1' hits='1'/></class></coverage>";
  };
  BOOST_TEST(file_names(read(of("UTF-8", "\xc3\xa4.c"))) == "\xc3\xa4.c");
  BOOST_TEST(file_names(read(of("ISO-8859-1", "\xe4.c"))) == "\xc3\xa4.c");
  BOOST_TEST(file_names(read(utf16(of("UTF-16", "a.c"), true))) == "a.c");
  BOOST_TEST(file_names(read(utf16(of("UTF-16", "a.c"), false))) == "a.c");
  BOOST_TEST(file_names(read("\xef\xbb\xbf" + of("UTF-8", "a.c"))) == "a.c");
  for (const auto* unknown : {"windows-1252", "EBCDIC"})
    BOOST_TEST(diagnostics_of(read(of(unknown, "a.c"))) ==
                   texts{"XML in an unknown encoding, read no further: 1 @1"},
               boost::test_tools::per_element());
  // It says that it is what it is not.
  BOOST_TEST(
      diagnostics_of(read(of("UTF-16", "a.c"))) == texts{"XML in an unknown encoding, read no further: 1 @1"},
      boost::test_tools::per_element());
  BOOST_TEST(
      diagnostics_of(read(of("UTF-8", "\xe4.c"))) == texts{"XML that does not read, read no further: 1 @1"},
      boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(utf_16_comes_through_the_front_door) {
  for (const bool little : {true, false}) {
    any_report_parser reader;
    reader.feed(utf16("<?xml version='1.0' encoding='UTF-16'?>" + body, little));
    const auto got = reader.finish();
    BOOST_REQUIRE(std::holds_alternative<coverage_report>(got));
    BOOST_TEST(std::get<coverage_report>(got).format == "Cobertura XML");
  }
}

BOOST_AUTO_TEST_CASE(entities_are_never_expanded) {
  std::string laughs = "<!DOCTYPE coverage [\n<!ENTITY a 'ha'>";
  for (char c = 'b'; c <= 'z'; ++c)
    laughs +=
        "<!ENTITY "s + c + " '" + "&"s + static_cast<char>(c - 1) + ";&" + static_cast<char>(c - 1) + ";'>";
  const std::string all[] = {
      laughs + "]><coverage><class filename='&z;'><line number='1' hits='1'/></class></coverage>",
      laughs + "]><coverage>&z;</coverage>",
      "<!DOCTYPE coverage [\n<!ENTITY % a 'ha'> %a; ]>" + body,
      "<!DOCTYPE coverage [\n<!ENTITY file SYSTEM 'file:///etc/passwd'>]><coverage>&file;</coverage>",
      "<!DOCTYPE coverage [\n<!ENTITY % file SYSTEM 'file:///etc/passwd'> %file;]>" + body,
  };
  for (const auto& bytes : all) {
    BOOST_TEST_CONTEXT(bytes.substr(0, 60)) {
      const auto report = read(bytes);
      BOOST_TEST(report.data.files.empty());
      BOOST_TEST(diagnostics_of(report) == texts{"XML that declares entities, read no further: 1 @2"},
                 boost::test_tools::per_element());
    }
  }
}

BOOST_AUTO_TEST_CASE(a_doctype_elsewhere_is_passed_over) {
  const std::string types[] = {
      "<!DOCTYPE coverage SYSTEM 'http://localhost:1/coverage-04.dtd'>",
      "<!DOCTYPE coverage PUBLIC '-//A//B' '/etc/passwd'>",
      "<!DOCTYPE coverage [<!ELEMENT coverage ANY><!ATTLIST line hits CDATA '9'>]>",
  };
  for (const auto& type : types) {
    BOOST_TEST_CONTEXT(type) {
      const auto report = read(type + body);
      BOOST_TEST(diagnostics_of(report).empty());
      BOOST_TEST(lines_of(report.data.files.at("a.c")) == "1:1");
      BOOST_TEST(taken_by(type + body) == "Cobertura XML");
    }
  }
}

BOOST_AUTO_TEST_CASE(depth_has_its_limit) {
  const auto nested = [](std::size_t depth) {
    std::string out = "<coverage><class filename='a.c'><line number='1' hits='1'/></class>";
    for (std::size_t i = 1; i < depth; ++i) out += "<x>";
    out += "<class filename='b.c'><line number='1' hits='1'/></class>";
    for (std::size_t i = 1; i < depth; ++i) out += "</x>";
    return out + "</coverage>";
  };
  BOOST_TEST(file_names(read(nested(max_xml - 2))) == "a.c b.c");
  BOOST_TEST(diagnostics_of(read(nested(max_xml - 2))).empty());
  BOOST_TEST(file_names(read(nested(max_xml))) == "a.c");
  for (const auto depth : {max_xml, std::size_t{1'000'000}})
    BOOST_TEST(diagnostics_of(read(nested(depth))) ==
                   texts{"XML of more than 256 elements inside each other, read no further: 1 @1"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(tags_have_their_limit) {
  const auto with = [](std::size_t length, const std::string& before, const std::string& after) {
    return "<coverage><class filename='a.c'><line number='1' hits='1'/></class>" + before +
           std::string(length, 'x') + after +
           "<class filename='b.c'><line number='1' hits='1'/></class></coverage>";
  };
  struct kind {
    const char* before;
    const char* after;
  };
  for (const auto& [before, after] : {kind{"<method name='", "'/>"}, kind{"<!--", "-->"}, kind{"<x", "/>"}}) {
    BOOST_TEST_CONTEXT(before) {
      for (std::size_t length = 100'000; length < max_xml_tag; length += 36'000)
        BOOST_TEST(file_names(read(with(length, before, after))) == "a.c b.c");
      BOOST_TEST(file_names(read(with(max_xml_tag - 100, before, after))) == "a.c b.c");
      const auto long_one = with(max_xml_tag * 4, before, after);
      for (const std::size_t piece : {0u, 1000u, 100'000u}) {
        const auto report = read_report(cobertura_format, long_one, piece);
        BOOST_TEST(file_names(report) == "a.c");
        BOOST_TEST(
            diagnostics_of(report) == texts{"XML with a tag over 1048576 bytes, read no further: 1 @1"},
            boost::test_tools::per_element());
      }
    }
  }
  // Text and CDATA are no tags.
  BOOST_TEST(file_names(read(with(max_xml_tag * 4, "", ""))) == "a.c b.c");
  BOOST_TEST(file_names(read(with(max_xml_tag * 4, "<![CDATA[", "]]>"))) == "a.c b.c");
}

BOOST_AUTO_TEST_CASE(the_root_says_which_format_it_is) {
  const std::string cobertura = "Cobertura XML", clover = "Clover XML", jacoco = "JaCoCo XML", none;
  const std::string long_comment =
      "<!-- <coverage clover='1'> > " + std::string(8000, '-').replace(0, 8000, 8000, ' ') + "<report> -->";
  struct example {
    std::string head;
    std::string expected;
  };
  const example all[] = {
      {body, cobertura},
      {"<?xml version='1.0'?>\n" + long_comment + body, cobertura},
      {"<coverage\n  lines-valid = \"1\">", cobertura},
      {"<coverage version='1'><!-- x --><sources>", cobertura},
      {"<coverage><packages/></coverage>", cobertura},
      {"<coverage note='>' branch-rate='0'>", cobertura},
      {"<!DOCTYPE coverage SYSTEM 'coverage-04.dtd'><!-- no end", cobertura},
      {"<coverage generated='1'>", clover},
      {"<coverage clover='3.2.0' generated='1'>", clover},
      {long_comment + "<coverage><project>", clover},
      {"<coverage note=' clover=1'><packages>", cobertura},
      {"<coverage clovers='1'><packages>", cobertura},
      {"<coverage><testproject/>", clover},
      {"<coverage version='1'><file path='a'>", none},  // SonarQube's own
      {"<coverage>", none},
      {"<coverage/>", none},
      {"<coverage></coverage><packages/>", none},
      {"<coverage line-rate='1", none},
      {"<report name='r'><sessioninfo id='x'/>", jacoco},
      {"<report name='r'><package name='p'>", jacoco},
      {"<report name='r'>\n<group name='p'>", jacoco},
      {"<!DOCTYPE report PUBLIC '-//JACOCO//DTD Report 1.0//EN' 'report.dtd'><report name='r'/>", jacoco},
      {"<!DOCTYPE report PUBLIC \"-//JACOCO//DTD Report 1.1//EN\" \"report.dtd\" [ <!ELEMENT report ANY> "
       "<!-- ]> --> ]>"
       "<report name='r'/>",
       jacoco},
      {"<report><stats/></report>", none},  // EMMA
      {"<report name='r'/>", none},
      {"<testsuites><testsuite/></testsuites>", none},
      {"<html><coverage line-rate='1'>", none},
      {"<", none},
      {"<>", none},
      {"<!", none},
      {"<!DOCTYPE", none},
      {"<!-- <coverage line-rate='1'>", none},
      {"<?xml", none},
      {"text", none},
      {"", none},
  };
  for (const auto& one : all) {
    BOOST_TEST_CONTEXT(one.head.substr(0, 100)) {
      BOOST_TEST(taken_by(one.head) == one.expected);
      if (!one.head.empty()) BOOST_TEST(taken_by(utf16(one.head, true)) == one.expected);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_head_that_ends_anywhere_is_no_other_format) {
  for (const auto* path : {"cobertura/c8.xml", "jacoco/project.xml", "clover/nyc.xml"}) {
    const auto bytes = recorded_report(path);
    const auto whole = taken_by(bytes);
    BOOST_TEST(!whole.empty());
    for (std::size_t length = 0; length < std::min<std::size_t>(bytes.size(), 600); ++length) {
      const auto part = taken_by(bytes.substr(0, length));
      BOOST_REQUIRE_MESSAGE(part.empty() || part == whole, path << " cut at " << length << ": " << part);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
