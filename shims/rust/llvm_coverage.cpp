#include "shims/rust/commands.hpp"
#include "parsers/coverage/merge.hpp"
#include "parsers/coverage/llvm/region_lines.hpp"
#include "parsers/languages/rust/job.hpp"
#include "parsers/languages/rust/test_counts.hpp"
#include "parsers/text/streams.hpp"
#include "process/piped_child.hpp"
#include "shims/rust/test_binary.hpp"
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace covey::shims::rust {

namespace fs = std::filesystem;
namespace json = boost::json;
namespace language = parsers::languages::rust;
namespace llvm = parsers::llvm;
namespace {

using strings = std::vector<std::string>;

// --- Which lines each test of a binary ran, in the format of parsers/events/unit_coverage.hpp ---

struct measured_binary {
  std::string group;    // of its tests
  strings objects;      // its path, and those of the programs that its tests may start
  strings raw;          // profiles
  std::string profile;  // what they are merged into
  strings records;      // of its processes: files of reporters/rust/covey_tests.rs
  bool alone = true;    // its tests started no other measured program
};

// What ran of each file, by the binary's whole coverage.
using lines_by_file = std::map<std::string, std::vector<std::uint32_t>>;

using ranges = std::vector<parsers::line_range>;

std::string text_of(const ranges& lines) {
  std::string out;
  for (const auto& [first, last] : lines) {
    out += (out.empty() ? "" : ",") + std::to_string(first);
    if (last > first) out += "-" + std::to_string(last);
  }
  return out;
}

class writer {
 public:
  writer(std::string group, const lines_by_file& ran) : group_(std::move(group)) {
    for (const auto& [file, lines] : ran)
      for (const auto line : lines) rest_[file].push_back({line, line});
  }

  void add(const std::string& test, const std::vector<llvm::file_lines>& ran,
           const std::vector<std::string>& names) {
    json::object files;
    for (const auto& [file, lines] : ran) {
      const auto& name = names[file];
      if (!rest_.contains(name)) continue;  // it is not measured
      files[name] = text_of(lines);
      auto& told = told_[name];
      told.insert(told.end(), lines.begin(), lines.end());
      if (told.size() > max_ranges) parsers::put_in_order(told);
    }
    write(std::move(files), "name", json::value(test));
  }

  // `sure`: no test ran the lines that have no test yet.
  std::string finish(bool sure) {
    json::object files;
    for (auto& [file, lines] : rest_) {
      auto& told = told_[file];
      parsers::put_in_order(told);
      std::erase_if(lines, [&told](const auto& line) {
        const auto at = std::lower_bound(told.begin(), told.end(), line.first,
                                         [](const auto& range, auto value) { return range.last < value; });
        return at != told.end() && at->first <= line.first;
      });
      parsers::put_in_order(lines);
      if (!lines.empty()) files[file] = text_of(lines);
    }
    write(std::move(files), "all", !sure);
    return std::move(out_);
  }

 private:
  static constexpr std::size_t max_ranges = 100'000;  // of one file that are not united

  void write(json::object files, std::string_view which, json::value value) {
    if (files.empty()) return;
    out_ += json::serialize(
                json::object{{"group", group_}, {which, std::move(value)}, {"ran", std::move(files)}}) +
            "\n";
  }

  std::string group_;
  std::map<std::string, ranges> rest_;  // what ran
  std::map<std::string, ranges> told_;  // of that, what tests ran
  std::string out_;
};

// Lines that ran, but while none of its tests did, are no test's; where that is not sure, all of its tests'.
std::string test_lines(const measured_binary& binary, const lines_by_file& ran) {
  writer out{binary.group, ran};
  bool sure = !binary.records.empty() && binary.alone;
  if (!binary.records.empty()) {
    const llvm::region_lines program{
        llvm::read_mapped_program(process::read_file(binary.objects.front()).text)};
    const auto& files = program.program().files;
    sure = sure && program.program().malformed == 0 && !files.empty();
    for (const auto& record : binary.records) {
      const auto counts = language::read_test_counts(process::read_file(record).text);
      sure = sure && counts.complete;
      for (const auto& test : counts.tests) out.add(test.name, program.ran(test.counted, test.shared), files);
    }
  }
  return out.finish(sure);
}

constexpr std::size_t max_line = 1024 * 1024;
constexpr std::size_t max_said = 16 * 1024;

struct tools {
  std::string profdata;
  std::string cov;
};

struct tool_answer {
  bool good = false;
  std::string err;
};

tool_answer run_tool(strings argv, const std::function<void(std::string_view)>& on_out = {}) {
  tool_answer out;
  process::child_request request;
  request.argv = std::move(argv);
  request.on_out = on_out ? on_out : [](std::string_view) {};
  parsers::head_tail said{max_said};
  request.on_err = [&said](std::string_view bytes) { said.append(bytes); };
  out.good = process::exit_code_of(process::run_child(request)) == 0;
  out.err = said.text();
  return out;
}

strings files_in(const std::string& folder, std::string_view ending = ".profraw") {
  strings out;
  std::error_code ec;
  for (const auto& entry : fs::directory_iterator{folder, ec})
    if (entry.path().extension() == ending) out.push_back(entry.path().string());
  std::sort(out.begin(), out.end());
  return out;
}

// "PID-SIGNATURE.profraw": one signature is one program.
bool several_programs(const strings& profiles) {
  std::set<std::string> signatures;
  for (const auto& path : profiles) signatures.insert(path.substr(path.rfind('-')));
  return signatures.size() > 1;
}

// LLVM counts some regions as the difference of two counters. If a panic leaves the code between them, the
// difference is negative, but printed as 64 bits without a sign: "DA:7,18446744073709551615".
std::string without_underflow(std::string_view line) {
  constexpr std::string_view begin_of_negative = "184467440737095";
  constexpr std::size_t digits = 20;
  const auto comma = line.find(',') + 1;
  const auto count = line.substr(comma);
  const bool negative = comma > 0 && count.size() == digits && count.starts_with(begin_of_negative);
  return negative ? std::string{line.substr(0, comma)} + '0' : std::string{line};
}

class exporter {
 public:
  exporter(std::string folder, std::string out, std::string ignore, std::vector<tools> candidates)
      : folder_(std::move(folder)),
        out_(std::move(out)),
        ignore_(std::move(ignore)),
        candidates_(std::move(candidates)) {}

  bool run(const language::cargo_session& session) {
    std::vector<measured_binary> binaries;
    strings silent;  // binaries that ended before they could write a profile
    for (const auto& [path, binary] : session.binaries) {
      if (binary.chosen.empty()) continue;
      auto raw = files_in(binary.profiles);
      if (raw.empty()) {
        silent.push_back(path);
        continue;
      }
      strings objects{path};
      const bool alone = !several_programs(raw);
      if (!alone) objects.insert(objects.end(), session.programs.begin(), session.programs.end());
      binaries.push_back({binary.group, std::move(objects), std::move(raw), binary.profiles + ".profdata",
                          files_in(binary.profiles, tests_ending), alone});
    }
    // No binary ran, for example because none was built: the run's failures say why.
    if (binaries.empty() && silent.empty()) return true;
    if (binaries.empty())
      return complain(
          "no test process wrote a coverage profile: none ran a test to its end, and documentation tests are not measured");
    if (!choose_tools(binaries.front()) || !export_all(binaries)) return false;
    return export_rest(silent, session.programs, binaries);
  }

 private:
  // Chooses the first tools that can read the profiles.
  bool choose_tools(const measured_binary& one) {
    std::string reasons;
    for (const auto& candidate : candidates_) {
      tools_ = candidate;
      const auto said = merge(one.raw, one.profile);
      if (said.good) return true;
      reasons += tools_.profdata + ": " + said.err;
    }
    return complain(
        "the profiles could not be read; `rustup component add llvm-tools` installs the tools that fit\n" +
        reasons);
  }

  // The tools use one core each.
  bool export_all(const std::vector<measured_binary>& binaries) {
    std::atomic<std::size_t> next{0};
    std::atomic<bool> good{true};
    const auto work = [&] {
      for (auto at = next++; at < binaries.size() && good; at = next++) {
        const auto& one = binaries[at];
        // choose_tools() has already merged the first binary's profiles.
        const auto said = at == 0 ? tool_answer{true, {}} : merge(one.raw, one.profile);
        lines_by_file ran;
        const bool done = said.good ? export_lines(one.group, one.objects, one.profile, at, ran)
                                    : complain(tools_.profdata + " merge: " + said.err);
        if (done)
          std::ofstream{out_ + "/" + std::to_string(at) + ".cov", std::ios::binary} << test_lines(one, ran);
        if (!done) good = false;
      }
    };
    std::vector<std::jthread> workers;
    const auto cores = std::max<std::size_t>(1, std::thread::hardware_concurrency());
    for (std::size_t i = 1; i < std::min(cores, binaries.size()); ++i) workers.emplace_back(work);
    work();
    workers.clear();  // joins
    return good;
  }

  static bool complain(const std::string& reason) {
    std::fprintf(stderr, "%s\n", reason.c_str());
    return false;
  }

  // Exports the remaining lines: those of binaries without a profile, and those of programs, which run only
  // if tests start them.
  bool export_rest(strings objects, const strings& programs, const std::vector<measured_binary>& binaries) {
    objects.insert(objects.end(), programs.begin(), programs.end());
    if (objects.empty()) return true;
    strings merged;
    for (const auto& one : binaries) merged.push_back(one.profile);
    const auto all = folder_ + "/all.profdata";
    const auto said = merge(merged, all);
    lines_by_file ran;
    return said.good ? export_lines("", objects, all, binaries.size(), ran)
                     : complain(tools_.profdata + " merge: " + said.err);
  }

  tool_answer merge(const strings& from, const std::string& to) const {
    const auto list = to + ".list";
    std::ofstream names{list};
    for (const auto& name : from) names << name << '\n';
    names.close();
    // A process that was killed at its start leaves an incomplete profile, and has counted nothing yet.
    return run_tool(
        {tools_.profdata, "merge", "-sparse", "--failure-mode=all", "-o", to, "--input-files=" + list});
  }

  bool export_lines(const std::string& group, const strings& objects, const std::string& profile,
                    std::size_t number, lines_by_file& ran) const {
    const auto& cov = tools_.cov;
    strings argv{cov, "export", "--format=lcov", "--instr-profile=" + profile, objects.front()};
    for (std::size_t i = 1; i < objects.size(); ++i) argv.push_back("--object=" + objects[i]);
    if (!ignore_.empty()) argv.push_back("--ignore-filename-regex=" + ignore_);
    std::ofstream file{out_ + "/" + std::to_string(number) + ".info", std::ios::binary};
    file << "TN:" << group << '\n';
    parsers::line_splitter lines{max_line};
    // Keep only lines: functions and branches are most of the text and are not used.
    std::vector<std::uint32_t>* of_file = nullptr;
    const auto keep = [&](std::string_view line, bool) {
      if (line.starts_with("SF:")) of_file = &ran[std::string{line.substr(3)}];
      if (line.starts_with("DA:")) {
        const auto count = without_underflow(line);
        file << count << '\n';
        if (of_file != nullptr && !count.ends_with(",0"))
          of_file->push_back(static_cast<std::uint32_t>(std::strtoul(count.c_str() + 3, nullptr, 10)));
      } else if (line.starts_with("SF:") || line == "end_of_record")
        file << line << '\n';
    };
    const auto said = run_tool(argv, [&](std::string_view bytes) { lines.feed(bytes, keep); });
    lines.finish(keep);
    // A binary may contain no line of the project: tests/feature.rs whose feature is off.
    if (!said.good && said.err.find("coverage data found") == std::string::npos)
      return complain(cov + " export: " + said.err);
    return file.flush() ? true : complain(out_ + ": could not be written");
  }

  std::string folder_;
  std::string out_;
  std::string ignore_;
  std::vector<tools> candidates_;
  tools tools_;
};

}  // namespace

int llvm_coverage(int argc, char** argv) {
  constexpr int first_tool = 3;
  if (argc < first_tool + 2 || (argc - first_tool) % 2 != 0) {
    std::fputs("covey __llvm-coverage: SESSION OUT IGNORE (PROFDATA COV)... are needed\n", stderr);
    return 2;
  }
  const std::string folder = argv[0];
  const auto session = language::read_session(process::read_file(folder + session_file).text);
  if (!session) {
    std::fputs("no test was built\n", stderr);
    return 1;
  }
  std::vector<tools> candidates;
  for (int i = first_tool; i < argc; i += 2) candidates.push_back({argv[i], argv[i + 1]});
  return exporter{folder, argv[1], argv[2], std::move(candidates)}.run(*session) ? 0 : 1;
}

}  // namespace covey::shims::rust
