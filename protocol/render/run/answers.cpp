#include "protocol/render/run/answers.hpp"
#include "parsers/text/utf8.hpp"
#include "protocol/render/words.hpp"
#include "protocol/render/failures/views.hpp"
#include "protocol/render/run/views.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <charconv>
#include <set>
#include <utility>
#include <vector>

namespace covey::protocol {

// --- by its own tool

tool_answer render_run(const parsers::finished_run& run, run_output output, const answer_view& view,
                       const std::vector<std::string>& told) {
  const bool raw =
      output == run_output::raw || (output == run_output::automatic && is_readable(run, view.bytes));
  auto from = run_view_of(run, view);
  from.told = told;
  const auto lines = raw ? lines_around_output(from) : summary_lines(from, output == run_output::automatic);
  auto members = members_of(from);
  const auto said = lines.before.size() + lines.after.size();
  const auto used = to_text(members).size();
  const auto room = [&](std::size_t bytes) { return view.bytes - std::min(view.bytes, bytes); };
  const auto failures = run_failures_of(run, view, room(raw ? used : std::max(used, said)));
  const auto middle = raw ? shown_streams(run.out, run.err, room(said)) : text_of(failures);
  for (auto& member : object_of(failures)) members[member.key()] = std::move(member.value());
  return {lines.before + middle + lines.after, std::move(members), could_not_run(run)};
}

// --- by its id

namespace {

using parsers::finished_run;

// The longest that a failure is shown in a list, its number and name included.
constexpr std::size_t page_entry_bytes = 5 * 1024;

std::string which(const finished_run& run, std::chrono::milliseconds age) {
  return "run " + std::to_string(run.id) + " (" + run.language + ", ended " + ago(age) + ")";
}

json::object members_of(const finished_run& run, bool detail) {
  json::object out;
  add_still_failing(out, run);
  out["status"] = parsers::to_string(parsers::status_of(run));
  out["run_id"] = run.id;
  if (detail) out["language"] = run.language;
  return out;
}

// What must come before anything that could be read as a pass.
std::string first_line(const finished_run& run) {
  const auto line = still_failing_line(run);
  return line.empty() ? "" : line + "\n";
}

bool parse_number(std::string_view text, std::uint64_t& into) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
  return error == std::errc{} && end == text.data() + text.size();
}

// Where a slice may begin without cutting a character in two.
std::size_t character_start(std::string_view text, std::size_t at) {
  while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0u) == 0x80u) --at;
  return at;
}

}  // namespace

tool_answer render_ended(const finished_run& run, std::chrono::milliseconds age, const answer_view& view) {
  auto out = render_run(run, run_output::summary, view);
  out.text = which(run, age) + ":\n" + out.text;
  if (view.detail || !view.freshness) out.structured["age_seconds"] = age_seconds(age);
  out.is_error = false;  // the question was answered, whatever became of the run
  return out;
}

tool_answer render_page(const finished_run& run, std::size_t page, std::chrono::milliseconds age,
                        const answer_view& view) {
  const auto failures = own_failures(run, view.freshness.get());
  const auto each = std::max<std::size_t>(1, view.bytes / page_entry_bytes);
  const auto pages = std::max<std::size_t>(1, (failures.size() + each - 1) / each);
  if (page > pages)
    return tool_error("run_status: page is " + std::to_string(page) + ", run " + std::to_string(run.id) +
                      " has " + std::to_string(pages) + " page(s) of failures");
  const auto first = (page - 1) * each;
  const auto count = std::min(each, failures.size() - std::min(first, failures.size()));
  const auto prefix = common_prefix(failures);
  const failure_style style{view.sources, run.id, prefix, view.detail};
  const list_page wanted{.offset = first, .limit = count, .in_full = true, .last_takes_rest = true};
  tool_answer out;
  out.structured = members_of(run, view.detail);
  if (view.detail || !view.freshness) out.structured["age_seconds"] = age_seconds(age);
  out.structured["page"] = page;
  out.structured["pages"] = pages;
  out.structured["total"] = failures.size();
  if (first > 0) out.structured["offset"] = first;  // of the first, for those that are `like` another
  if (failures.empty()) {
    out.text = first_line(run) + "no failures in " + which(run, age) + ": " +
               std::string{parsers::to_string(parsers::status_of(run))};
    out.structured["failures"] = json::array{};
    return out;
  }
  out.text = first_line(run) + "page " + std::to_string(page) + " of " + std::to_string(pages) +
             ": failures " + std::to_string(first + 1) + " to " + std::to_string(first + count) + " of " +
             std::to_string(failures.size()) + " of " + which(run, age) + prefix_remark(prefix) + ":\n\n";
  const auto said = std::max(out.text.size(), to_text(out.structured).size());
  const auto listed = list_failures(failures, wanted, style, view.bytes - std::min(view.bytes, said));
  out.text += text_of(listed);
  add_failures(out.structured, listed);
  return out;
}

std::variant<output_range, std::string> parse_range(std::string_view text) {
  output_range out;
  const auto whole = text;
  if (text.starts_with("out:") || text.starts_with("err:")) {
    out.err = text.starts_with("err:");
    text.remove_prefix(4);
  }
  const auto dash = text.find('-');
  const auto last = dash == std::string_view::npos ? std::string_view{} : text.substr(dash + 1);
  out.last = ~std::uint64_t{0};
  const bool good = dash != std::string_view::npos && parse_number(text.substr(0, dash), out.first) &&
                    (last.empty() || parse_number(last, out.last)) && out.first <= out.last;
  if (good) return out;
  return "range is '" + clipped(whole, 100) +
         "': give the first and the last byte, such as \"0-20000\", or \"err:0-20000\" for stderr";
}

tool_answer render_range(const finished_run& run, const output_range& range, const answer_filter& filter,
                         const answer_view& view) {
  const auto& stream = range.err ? run.err : run.out;
  const std::string name = range.err ? "stderr" : "stdout";
  // Masked as a whole: of a secret that is cut on both sides, no part would be known.
  const auto kept = filter.text(stream.text);
  constexpr std::size_t frame = 512;  // the lines around the text
  const auto room = view.bytes - std::min(view.bytes / 2, frame);
  const auto begin =
      character_start(kept, static_cast<std::size_t>(std::min<std::uint64_t>(range.first, kept.size())));
  const auto wanted =
      static_cast<std::size_t>(std::min<std::uint64_t>(range.last - range.first, kept.size())) + 1;
  const auto part = parsers::first_bytes(std::string_view{kept}.substr(begin), std::min(room, wanted));
  const auto end = begin + part.size();
  std::string text;
  if (begin > 0) text += "[TRUNCATED] " + std::to_string(begin) + " bytes before\n";
  text += part;
  if (end < kept.size()) {
    if (!part.ends_with('\n')) text += '\n';
    text += "[TRUNCATED] " + std::to_string(kept.size() - end) + " bytes after";
  }
  tool_answer out;
  out.structured = members_of(run, view.detail);
  out.structured["stream"] = name;
  out.structured["first"] = begin;
  out.structured["kept"] = kept.size();
  if (view.detail || stream.truncated) out.structured["printed"] = stream.total;
  out.text = first_line(run) + name + " of run " + std::to_string(run.id) + ", " +
             std::to_string(part.size()) + " bytes from byte " + std::to_string(begin) + " of " +
             std::to_string(kept.size());
  if (stream.truncated)
    out.text += " kept; the runner printed " + std::to_string(stream.total) + ", of which the middle is lost";
  out.text += "\n" + text;
  out.structured["output"] = std::move(text);
  if (end < kept.size()) {
    const auto next = (range.err ? "err:" : "") + std::to_string(end) + "-" +
                      std::to_string(std::min(end + room, kept.size()) - 1);
    out.structured["next_range"] = next;
    out.text += "\nnext: range \"" + next + "\"";
  }
  return out;
}

// --- what is new to a caller who was told its first failures

namespace {

constexpr std::size_t example_bytes = 800;
constexpr std::size_t told_bytes =
    450;  // of a cause that was told while the run went on, perhaps by name alone

struct rest {
  std::vector<cause_view> causes;  // those with failures that are new to the caller first
  std::size_t failures = 0;        // that are
};

rest rest_of(found_span all, const cause_index& by_cause, std::size_t since, const failure_style& style,
             std::size_t bytes) {
  const auto failures = failures_in(all);
  rest out;
  std::vector<cause_view> told;
  std::size_t used = 0;
  for (std::size_t i = 0; i < by_cause.causes().size(); ++i) {
    const auto& cause = by_cause.causes()[i];
    std::vector<std::size_t> news;
    for (const auto member : cause.members)
      if (all[member].what->found_at == 0 || all[member].what->found_at > since) news.push_back(member);
    auto left = cause;
    if (!news.empty() && news.size() < cause.members.size()) keep_members(left, news, failures);
    auto one = view_of(left, all, style, news.empty() ? told_bytes : example_bytes);
    if (used + bytes_of(one, style.detail) > bytes) one = name_of(left, all, style);
    one.id = by_cause.id_of(i);
    one.suspects = suspects_view_of(cause.suspects, style.sources);
    if (const auto before = cause.members.size() - left.members.size(); before > 0)
      one.parts.push_back(std::to_string(before) + " more of it were told before");
    used += bytes_of(one, style.detail);
    out.failures += news.size();
    (news.empty() ? told : out.causes).push_back(std::move(one));
  }
  std::move(told.begin(), told.end(), std::back_inserter(out.causes));
  return out;
}

std::string text_of(const rest& from, std::size_t all, std::size_t since) {
  if (all == 0) return "";
  std::string out =
      "\n" + (from.failures == 0 ? "no failure" : std::to_string(from.failures) + " failure(s)") +
      " since place " + std::to_string(since) + "; in all " + std::to_string(all) + " of " +
      std::to_string(from.causes.size()) + (from.causes.size() == 1 ? " cause" : " causes") + ":\n\n";
  for (const auto& one : from.causes) out += protocol::text_of(one);
  return out;
}

}  // namespace

tool_answer render_rest(const parsers::finished_run& run, std::size_t since, std::chrono::milliseconds age,
                        const answer_view& view) {
  const auto from = run_view_of(run, view);
  const auto lines = summary_lines(from, false);
  tool_answer out;
  out.structured = members_of(from);
  const auto said = std::max(lines.before.size() + lines.after.size(), to_text(out.structured).size());
  const auto all = own_failures(run, view.freshness.get());
  const auto prefix = common_prefix(all);
  const failure_style style{view.sources, run.id, prefix, view.detail};
  const auto found = rest_of(all, {all, run}, since, style, view.bytes - std::min(view.bytes, said));
  out.text = which(run, age) + ":\n" + lines.before + text_of(found, all.size(), since) + lines.after;
  auto [causes, examples] = protocol::members_of(found.causes, style.detail);
  if (!prefix.empty() && !all.empty()) out.structured["names_begin_with"] = prefix;
  if (!causes.empty()) out.structured["causes"] = std::move(causes);
  if (!examples.empty()) out.structured["failures"] = std::move(examples);
  out.structured["since"] = since;
  return out;
}

// --- of a selection: in JSON

namespace {

using parsers::run_status;

constexpr std::size_t notes_bytes = 4 * 1024;
constexpr std::size_t entry_bytes = 64;  // of JSON around the texts of an entry
constexpr std::size_t max_ran = 5;       // names of what ran, in the text
constexpr std::size_t ran_bytes = 400;

// The verdict in the words of these tools. For a selection it is enough that each of its tests says itself that it was skipped.
std::string_view status(const finished_run& run) {
  const auto is = parsers::status_of(run);
  const bool was_skipped = run.scope == parsers::run_scope::selected && run.results.totals.skipped > 0;
  if (is == run_status::passed || (is == run_status::no_tests && was_skipped)) return "completed";
  return is == run_status::timed_out || is == run_status::cancelled ? parsers::to_string(is) : "failed";
}

// Half of an answer is for what ran, the rest for what failed.
std::size_t list_bytes(const answer_view& view) {
  return view.bytes / 2;
}

// The failures, in the bytes that the lists leave; and the runner's output, if requested.
void add_details(json::object& out, const finished_run& run, run_output output, const answer_view& view) {
  auto room = view.bytes - std::min(view.bytes, to_text(out).size());
  if (output == run_output::raw) {
    out["stdout"] = shown_stream(run.out, room / 2);
    out["stderr"] = shown_stream(run.err, room / 8);
    room -= room / 2 + room / 8;
  }
  if (run.results.failures.empty()) return;
  for (auto& member : object_of(run_failures_of(run, view, room, true))) {
    std::string key{member.key()};
    if (key.starts_with("failures")) key.replace(0, std::string_view{"failures"}.size(), "details");
    out[key] = std::move(member.value());
  }
}

// The selected files that could not be read completely.
std::vector<std::string> unread_files(const selected_run& from) {
  std::set<std::string_view> selected;
  for (const auto& selection : from.selections) selected.insert(selection.file);
  std::vector<std::string> out;
  for (const auto& file : from.listing.files)
    if (!file.unread.empty() && selected.contains(file.path)) out.push_back(file.unread);
  text_budget budget{notes_bytes};
  return bounded_list(out, budget);
}

// As run_tests says it, with the figures one by one; `ran` are the members for what ran.
tool_answer answer_of(const selected_run& from, json::object ran, std::vector<std::string> told,
                      run_output output, const answer_view& view) {
  const auto& run = from.run;
  auto out = members_of(run_view_of(run, view));
  out.erase("counts");
  out["status"] = status(run);
  for (auto& member : ran) out[member.key()] = std::move(member.value());
  const auto& totals = run.results.totals;
  out["failures"] = totals.failed;
  out["errors"] = totals.errors;
  out["passed"] = totals.passed;
  out["skipped"] = totals.skipped;
  for (const auto& note : unread_files(from)) {
    out.emplace("notes", json::array{}).first->value().as_array().emplace_back(note);
    told.push_back("note: " + note);
  }
  add_details(out, run, output, view);
  auto text = render_run(run, output, view, told).text;
  return {
      .text = std::move(text), .structured = std::move(out), .is_error = could_not_run(run), .is_json = true};
}

const parsers::selected_tests& outcome_of(const selected_run& from, std::size_t selection) {
  static const parsers::selected_tests nothing;
  return selection < from.run.selected.size() ? from.run.selected[selection] : nothing;
}

// A file that failed to load counts as run, too.
bool was_run(const parsers::selected_tests& selected) {
  return !selected.tests.empty() || selected.failed > 0;
}

// "ran 7 files: a_test.go; b_test.go; … 5 more"
std::string ran_line(std::string_view what, const std::vector<std::string>& names) {
  std::string out;
  std::size_t shown = 0;
  for (const auto& name : names) {
    if (shown == max_ran || (shown > 0 && out.size() + name.size() > ran_bytes)) break;
    out += (shown++ == 0 ? ": " : "; ") + one_line(clipped(name, ran_bytes));
  }
  if (shown < names.size()) out += "; … " + std::to_string(names.size() - shown) + " more";
  return "ran " + std::to_string(names.size()) + " " + std::string{what} + (names.size() == 1 ? "" : "s") +
         out;
}

// Adds the selected files for which `holds` is true, and a member that counts those left out; gives all of them.
template <class Predicate>
std::vector<std::string> add_files(json::object& out, std::string_view member, const selected_run& from,
                                   std::size_t max_bytes, Predicate holds) {
  std::vector<std::string> all;
  json::array files;
  std::size_t bytes = 0, left_out = 0;
  for (std::size_t i = 0; i < from.selections.size(); ++i) {
    if (!holds(outcome_of(from, i))) continue;
    const auto path = parsers::displayed_path(from.listing, from.selections[i].file);
    all.emplace_back(path);
    bytes += path.size() + 3;
    if (bytes <= max_bytes)
      files.emplace_back(path);
    else
      ++left_out;
  }
  out[member] = std::move(files);
  if (left_out > 0) out[std::string{member} + "_left_out"] = left_out;
  return all;
}

json::object test_entry(const parsers::test_record& test, text_budget& budget) {
  json::object out{{"name", budget.take(test.id.name.empty() ? test.id.group.string() : test.id.name)},
                   {"outcome", parsers::to_string(test.result)}};
  if (test.defined.line > 0) out["line"] = test.defined.line;
  return out;
}

json::object block_entry(const selected_run& from, std::size_t selection, text_budget& budget,
                         bool with_tests) {
  const auto& block = from.selections[selection].blocks.front();
  const auto& ran = outcome_of(from, selection);
  json::object out{
      {"label", budget.take(block.label)},
      {"file", budget.take(parsers::displayed_path(from.listing, from.selections[selection].file))},
      {"line", block.line_start},
      {"success", ran.success()},
      {"count", ran.tests.size()}};
  if (!with_tests) return out;
  json::array tests;
  for (const auto index : ran.tests) {
    if (budget.left() == 0) break;
    tests.emplace_back(test_entry(from.run.results.tests[index], budget));
  }
  out["tests"] = std::move(tests);
  return out;
}

// Whether another selected block holds this one and says the same of it.
bool is_told_by(const selected_run& from, std::size_t inner, std::size_t outer) {
  const auto &one = from.selections[inner], &other = from.selections[outer];
  if (one.file != other.file) return false;
  const auto &of = one.blocks.front(), &in = other.blocks.front();
  const auto rest = of.label.starts_with(in.label) ? std::string_view{of.label}.substr(in.label.size()) : "";
  return (rest.starts_with(parsers::label_separator) || rest.starts_with('[')) &&
         in.line_start <= of.line_start && of.line_end <= in.line_end &&
         (outcome_of(from, inner).success() || !outcome_of(from, outer).success());
}

std::vector<std::size_t> outermost(const selected_run& from) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < from.selections.size(); ++i) {
    bool told = false;
    for (std::size_t k = 0; k < from.selections.size() && !told; ++k) told = is_told_by(from, i, k);
    if (!told) out.push_back(i);
  }
  return out;
}

}  // namespace

tool_answer render_all_tests(const selected_run& from, run_output output, const answer_view& view) {
  std::size_t files = 0;
  for (std::size_t i = 0; i < from.selections.size(); ++i) files += was_run(outcome_of(from, i)) ? 1u : 0u;
  return answer_of(from, {{"files_run", files}}, {}, output, view);
}

tool_answer render_selected_files(const selected_run& from, run_output output, const answer_view& view) {
  json::object ran;
  const auto files = add_files(ran, "files_run", from, list_bytes(view) / 2, was_run);
  add_files(ran, "files_failed", from, list_bytes(view) / 2,
            [](const auto& selected) { return selected.failed > 0; });
  return answer_of(from, std::move(ran), {ran_line("file", files)}, output, view);
}

tool_answer render_selected_blocks(const selected_run& from, run_output output, const answer_view& view) {
  const auto all = outermost(from);
  json::array blocks;
  std::vector<std::string> names;
  auto bytes = list_bytes(view);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& selection = from.selections[all[i]];
    names.push_back(selection.blocks.front().label + " (" +
                    std::string{parsers::displayed_path(from.listing, selection.file)} + ":" +
                    std::to_string(selection.blocks.front().line_start) + ")");
    if (bytes <= entry_bytes) continue;
    // An even share of the remaining bytes, so that a block of many tests cannot hide the blocks after it.
    const auto share = std::max(bytes / (all.size() - i), entry_bytes);
    text_budget budget{share};
    blocks.emplace_back(block_entry(from, all[i], budget, view.detail));
    bytes -= std::min(bytes, share - budget.left() + entry_bytes);
  }
  json::object ran;
  const auto shown = blocks.size();
  ran["blocks_run"] = std::move(blocks);
  if (shown < all.size()) ran["blocks_run_left_out"] = all.size() - shown;
  return answer_of(from, std::move(ran), {ran_line("block", names)}, output, view);
}

tool_answer render_no_matches(std::string_view query, std::string_view list,
                              const parsers::test_listing& listing) {
  auto text = "No matches for '" + one_line(clipped(query, 1024)) + "'";
  json::object out{{"status", "no_matches"},
                   {list, json::array{}},
                   {"hint", "list_testblocks and list_testfiles show what there is"}};
  const auto last = query.find_last_not_of(' ');
  std::vector<std::string> unread;
  if (const auto blank = query.find(' ', query.find_first_not_of(' '));
      blank < last && query.find('|') == query.npos)
    unread.emplace_back("a blank means *and*: one name must have all of the words; `a | b` takes either");
  for (const auto& file : listing.files)
    if (!file.unread.empty()) unread.push_back(file.unread);
  text_budget budget{notes_bytes};
  const auto notes = bounded_list(unread, budget);
  for (const auto& note : notes) text.append("\n").append(note);
  if (!notes.empty()) out["notes"] = json_list(notes);
  return {std::move(text), std::move(out), false};
}

// --- while it waits or goes on

namespace {

using parsers::partial_run;

constexpr std::size_t max_name = 200;
constexpr std::size_t partial_bytes = 1200;  // of an overview of few causes
constexpr std::size_t frame = 300;           // the lines around it, and around a list
constexpr std::size_t least_example = 150;

std::string so_far(std::chrono::milliseconds elapsed) {
  return ", for " + (elapsed < std::chrono::seconds{1} ? std::string{"0s"} : age(elapsed)) + " so far";
}

// It is seen only now and then.
std::string time_of(std::chrono::milliseconds running) {
  return running < std::chrono::seconds{1} ? "" : ", " + age(running);
}

std::string first_line(const partial_run& run) {
  const auto which =
      "(" + (run.language.empty() ? "" : run.language + ", ") + "run " + std::to_string(run.id) + ")";
  if (run.waiting)
    return "waiting for its turn " + which + ": other runs of this workspace come first" +
           so_far(run.elapsed);
  auto out = "still running " + which + ": " + progress_message(run.done, run.total, run.failed, "") +
             so_far(run.elapsed);
  if (const auto others = run.found - std::min(run.found, run.failed); others > 0)
    out += "; " + std::to_string(others) + " failure(s) beside tests";
  if (!run.doing.empty()) return out + "; now: " + one_line(clipped(run.doing, max_name));
  if (!run.running.empty())
    return out + "; running: " + one_line(clipped(run.running, max_name)) + time_of(run.running_for);
  return run.current.empty() ? out : out + "; last: " + one_line(clipped(run.current, max_name));
}

// `patience`: of the client; to wait for less takes it a turn more.
std::string how_on(const partial_run& run, std::chrono::seconds patience) {
  using namespace std::chrono_literals;
  const auto id = std::to_string(run.id);
  const auto since = run.next > 0 ? R"(, "since": )" + std::to_string(run.next) : "";
  const auto wait = std::to_string(std::clamp(patience, 45s, 100s).count());
  return R"(go on with run_status {"run": )" + id + R"(, "wait": )" + wait + since +
         R"(}; stop it with cancel_run {"run": )" + id + "}\n";
}

json::object structured_of(const partial_run& run) {
  json::object out{{"status", run.waiting ? "waiting" : "running"}, {"run_id", run.id}};
  if (!run.language.empty()) out["language"] = run.language;
  out["elapsed_ms"] = run.elapsed.count();
  if (run.waiting) return out;
  out["done"] = run.done;
  out["failed"] = run.failed;
  out["found"] = run.found;
  if (run.total > 0) out["total"] = run.total;
  if (!run.running.empty()) {
    out["running"] = clipped(run.running, max_name);
    if (run.running_for >= std::chrono::seconds{1})
      out["running_s"] = run.running_for / std::chrono::seconds{1};
  } else if (!run.current.empty()) {
    out["last"] = clipped(run.current, max_name);
  }
  if (!run.doing.empty()) out["doing"] = clipped(run.doing, max_name);
  if (!run.first.empty()) out["first"] = run.first;
  return out;
}

// Every cause, whatever the room is: those that come first with their example, the others in a line or by name.
std::vector<cause_view> causes_in(found_span found, const failure_style& style, std::size_t room) {
  const auto causes = parsers::causes_of(failures_in(found));
  const auto each = room / std::max<std::size_t>(causes.size(), 1);
  std::vector<cause_view> out;
  std::size_t used = 0;
  for (const auto& cause : causes) {
    auto one = view_of(cause, found, style, each > least_example ? each : 0);
    const auto fits = [&] { return used + bytes_of(one, style.detail) <= room; };
    if (!fits()) one = view_of(cause, found, style, 0);
    if (!fits()) one.others.clear();
    if (!fits()) one = name_of(cause, found, style);
    used += bytes_of(one, style.detail);
    out.push_back(std::move(one));
  }
  return out;
}

// Returns how many of the failures it tells.
std::size_t add_overview(tool_answer& to, std::size_t from, found_span found, const failure_style& style,
                         std::string_view list) {
  const auto causes =
      causes_in(found, style, partial_bytes - std::min(partial_bytes, frame + to.text.size()));
  to.text += std::to_string(found.size()) +
             (from == 0 ? " failure(s) so far, of " : " more failure(s), of ") +
             std::to_string(causes.size()) + (causes.size() == 1 ? " cause" : " causes") +
             prefix_remark(style.prefix) + ":\n\n";
  for (const auto& one : causes) to.text += text_of(one);
  auto [members, examples] = members_of(causes, style.detail);
  if (!style.prefix.empty()) to.structured["names_begin_with"] = style.prefix;
  if (examples.size() < found.size()) to.structured["causes"] = std::move(members);
  to.structured[list] = std::move(examples);
  return found.size();
}

// As many as fit.
std::size_t add_list(tool_answer& to, found_span found, const failure_style& style, std::string_view list,
                     std::size_t bytes) {
  const list_page page{.offset = 0, .limit = found.size(), .in_full = true, .last_takes_rest = true};
  const auto listed = list_failures(found, page, style, bytes - std::min(bytes, frame + to.text.size()));
  to.text += "found since" + prefix_remark(style.prefix) + ":\n\n" + text_of(listed);
  add_failures(to.structured, listed, list);
  return listed.shown.size();
}

}  // namespace

tool_answer render_partial_run(const partial_run& run, partial_for reader, const answer_view& view,
                               std::chrono::seconds patience) {
  std::vector<found_failure> found;
  for (const auto& one : run.failures) found.push_back({&one, run.language, run.id});
  const auto prefix = common_prefix(found);
  const failure_style style{view.sources, run.id, prefix, view.detail};
  // The tools that answer in JSON count their failures by that name.
  const auto* const list = reader == partial_for::json_run ? "details" : "failures";
  tool_answer out;
  out.structured = structured_of(run);
  out.text = first_line(run) + "\n" + (run.first.empty() ? "" : run.first + "; now all run\n");
  auto next = run;
  if (!found.empty()) {
    const auto shown = run.from == 0 || found.size() > handful
                           ? add_overview(out, run.from, found, style, list)
                           : add_list(out, found, style, list, view.bytes);
    // What did not fit is not passed over: the next question begins with it.
    if (shown < found.size())
      next.next = shown == 0 ? run.from : std::max(run.after[shown - 1], run.from + 1);
  }
  out.structured["since"] = next.next;
  out.text += how_on(next, patience);
  out.is_json = reader == partial_for::json_run;
  return out;
}

void add_joined(tool_answer& to, std::uint64_t run_id, std::chrono::nanoseconds before) {
  const auto joined = "this call joined run " + std::to_string(run_id) + ", which had begun " +
                      seconds(std::chrono::duration_cast<std::chrono::milliseconds>(before)) +
                      " before it: edits made in between may not be in it";
  if (!to.is_error) to.structured["joined"] = joined;
  if (has_text(to)) to.text = joined + "\n" + to.text;
}

}  // namespace covey::protocol
