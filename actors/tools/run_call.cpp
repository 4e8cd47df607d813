#include "actors/tools/run_call.hpp"
#include "actors/tree_age.hpp"
#include "actors/why_not_run.hpp"
#include "actors/tools/answer_arguments.hpp"
#include "actors/tools/listing_call.hpp"
#include "actors/project.hpp"
#include "protocol/render/run_news.hpp"
#include "protocol/render/selected.hpp"
#include "protocol/text.hpp"
#include "protocol/visible.hpp"
#include "parsers/text/near.hpp"
#include <cmath>
#include <utility>

namespace covey::actors {
namespace {

protocol::tool_answer plain(std::string text, std::string_view status) {
  return {std::move(text), {{"status", std::string{status}}}, false};
}

// The answer of a call when there was no run.
protocol::tool_answer diagnose(const run_order& order, const caf::error& error) {
  const auto why = why_not_run(error);
  if (error == fault::no_run_yet) return plain(why, "no_run");
  if (error == fault::nothing_to_rerun || error == fault::nothing_known)
    return plain(why, "nothing_to_rerun");
  const std::string tool{order.tool};
  if (error == caf::sec::invalid_argument)
    return protocol::tool_error(tool + ": the supervisor of runs " + why_silent(error));
  return protocol::tool_error(tool + ": " + why);
}

parsers::run_target target_of(const run_order& order, const run_selection& selection) {
  auto out = order.target;
  if (auto* all = std::get_if<parsers::run_all>(&out)) all->selections = selection.selections;
  if (auto* some = std::get_if<parsers::run_selected>(&out))
    *some = {selection.selections, selection.unknown};
  return out;
}

std::int64_t wall_clock() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

class run_call_state {
 public:
  static inline const char* name = "run_call";
  using self_pointer = waiting_call_actor::stateful_pointer<run_call_state>;

  explicit run_call_state(self_pointer self) : self_(self) {}

  void begin(call_context context, run_order order) {
    context_ = std::move(context);
    order_ = std::move(order);
    if (!order_.refusal.empty())
      return give_up(protocol::tool_error(std::string{order_.tool} + ": " + order_.refusal));
    self_->delayed_send(self_, order_.wait, wait_over{});
    // A rerun knows its language from the run it repeats.
    if (std::holds_alternative<parsers::run_failed>(order_.target) && order_.language.empty())
      return start("");
    find_project(self_, context_.with->languages, context_.workspace, order_.language,
                 [this](const project_resolution& found) { on_project(found); });
  }

  void cancel(bool time_was_over) {
    cancelled_ = true;
    self_->send(context_.with->supervisor, leave_run{.key = context_.key, .time_was_over = time_was_over});
    self_->send(context_.with->tests, cancel_listing{context_.key});
    if (!asked_) self_->quit();
  }

  void on_wait_over() {
    wait_is_over_ = true;
    if (cancelled_ || ended_) return;
    if (asked_) return hand_out();
    // A short wait ends once there is a run, which is soon; but not later than a client gives up.
    const auto waited = std::chrono::nanoseconds{wall_clock() - called_};
    const auto longest = std::chrono::milliseconds{context_.patience};
    if (waited >= longest) return tell_it_prepares();
    self_->delayed_send(self_, std::chrono::ceil<std::chrono::milliseconds>(longest - waited), wait_over{});
  }

  void hand_on(const run_progress& news) {
    if (!cancelled_) self_->send(context_.dispatcher, news);
  }

 private:
  void on_project(const project_resolution& found) {
    if (const auto* language = std::get_if<const parsers::language*>(&found))
      return on_language(std::string{(*language)->name});
    give_up(protocol::tool_error(std::get<std::string>(found)));
  }

  // Tells the supervisor first, since it still expects a run of this call.
  void give_up(const protocol::tool_answer& given) {
    self_->send(context_.with->supervisor, leave_run{context_.key});
    finish(given);
  }

  void on_language(std::string language) {
    if (!order_.choose) return start(std::move(language));
    self_
        ->request(context_.with->tests, within(limits::listing),
                  list_tests{context_.workspace, language, order_.file_query, true, context_.key})
        .then([this, language](const test_listing_ptr& listing) { on_listing(language, listing); },
              [this](const caf::error& error) {
                give_up(protocol::tool_error(std::string{order_.tool} + ": " + no_listing(error)));
              });
  }

  void on_listing(const std::string& language, const test_listing_ptr& listing) {
    selection_.listing = listing;
    order_.choose(selection_);
    if (!selection_.refusal.empty())
      return give_up(protocol::tool_error(std::string{order_.tool} + ": " + selection_.refusal));
    if (selection_.no_match)
      return give_up(
          protocol::render_no_matches(selection_.unmatched, order_.list_member, *selection_.listing));
    start(language);
  }

  void start(std::string language) {
    asked_ = true;
    start_run request;
    request.key = context_.key;
    request.root = context_.workspace;
    request.language = std::move(language);
    request.target = target_of(order_, selection_);
    request.timeout = order_.timeout;
    request.coverage = context_.with->coverage_on && order_.coverage;
    // The supervisor answers for every run, even if the run's actor dies; but the queue before this run can
    // be long.
    const auto patience = (limits::maximum_timeout + limits::plan_margin) * (limits::waiting_runs + 2);
    self_->request(context_.with->supervisor, within(patience), std::move(request), call_actor{self_})
        .then([this](const finished_run_ptr& run) { on_run(run); },
              [this](const caf::error& error) {
                if (!std::exchange(ended_, true)) finish(diagnose(order_, error));
              });
    if (wait_is_over_) hand_out();
  }

  // There is no run yet that could go on without this call.
  void tell_it_prepares() {
    ended_ = true;
    self_->send(context_.with->tests, cancel_listing{context_.key});
    give_up(
        {"no run has begun: the tests are still being looked for; what was read until now is kept, so call again",
         {{"status", "preparing"}},
         false});
  }

  // Tells the caller the run's id, and leaves the run to it.
  void hand_out() {
    self_->request(context_.with->supervisor, within(limits::question), hand_out_run{context_.key})
        .then([this](const run_news_ptr& news) { on_news(news); },
              [](const caf::error&) {});  // then the run's end is the answer
  }

  void on_news(const run_news_ptr& news) {
    if (!news || ended_ || cancelled_) return;
    ended_ = true;
    self_->send(context_.with->supervisor, leave_run{context_.key, true});
    with_view(self_, *context_.with, *news, context_.bytes, [this, news](const protocol::answer_view& view) {
      const bool in_text = order_.list_member.empty() || order_.output_was_asked;
      const auto reader = in_text ? protocol::news_for::run : protocol::news_for::json_run;
      auto given = protocol::render_news(*news, reader, view);
      protocol::add_freshness(given, view.tree.get());
      add_joined(given, news->id, news->began);
      finish(given);
    });
  }

  void on_run(const finished_run_ptr& run) {
    if (std::exchange(ended_, true)) return;
    with_view(self_, *context_.with, run, context_.bytes, [this, run](protocol::answer_view view) {
      view.of_own_run = true;
      view.detail = context_.detail;
      auto given = order_.render(*run, selection_, order_.output, view);
      if (order_.output_was_asked && !order_.list_member.empty()) {
        given.text = protocol::run_text(*run, order_.output, view);
        given.is_json = false;
      }
      if (!given.structured.contains("freshness") && protocol::tells_freshness(view))
        protocol::add_freshness(given, view.tree.get());
      add_joined(given, run->id, run->began);
      finish(given);
    });
  }

  void add_joined(protocol::tool_answer& to, std::uint64_t id, std::int64_t began) const {
    if (began > 0 && began < called_) protocol::add_joined(to, id, std::chrono::nanoseconds{called_ - began});
  }

  void finish(const protocol::tool_answer& given) {
    if (cancelled_) return self_->quit();
    answer(self_, context_, given);
  }

  self_pointer self_;
  call_context context_;
  run_order order_;
  run_selection selection_;
  std::int64_t called_ = wall_clock();  // as finished_run::began
  bool asked_ = false;                  // the supervisor, for the run
  bool cancelled_ = false;
  bool wait_is_over_ = false;
  bool ended_ = false;  // its answer is decided on
};

waiting_call_actor::behavior_type run_call(run_call_state::self_pointer self, call_context context,
                                           run_order order) {
  auto& state = state_of(self);
  state.begin(std::move(context), std::move(order));
  return {
      [&state](const cancel_call& message) { state.cancel(message.time_was_over); },
      [&state](const run_progress& news) { state.hand_on(news); },
      [&state](const wait_over&) { state.on_wait_over(); },
  };
}

}  // namespace

call_actor start_run_call(caf::actor_system& system, call_context context, run_order order) {
  // The calls' actors run concurrently; only here, on the dispatcher's thread, their order is still known.
  caf::anon_send(context.with->supervisor, expect_run{context.key});
  return caf::actor_cast<call_actor>(system.spawn(run_call, std::move(context), std::move(order)));
}

parsers::file_selection select_file(const parsers::listed_file& file) {
  return {file.path, true, file.found ? file.found->blocks : std::vector<parsers::test_block>{},
          file.complete};
}

bool exact_names::has(std::string_view listed) {
  auto known = found_.find(listed);
  if (known == found_.end() && !protocol::is_visible(listed)) known = found_.find(protocol::visible(listed));
  if (known == found_.end()) return false;
  known->second = true;
  return true;
}

std::vector<std::string> exact_names::unmatched() const {
  std::vector<std::string> out;
  for (const auto& [name, found] : found_)
    if (!found) out.push_back(name);
  return out;
}

namespace {

struct name_with_near {
  std::string name;
  std::string near;  // "near: A, B"; empty: none is
};

// Only of the first few: for more the search would take long.
std::vector<name_with_near> with_near(const std::vector<std::string>& names,
                                      const std::vector<std::string>& listed) {
  constexpr std::size_t most_searched = 8, most_near = 3, most_bytes = 200;
  std::vector<name_with_near> out;
  for (const auto& name : names) {
    std::string near;
    if (out.size() < most_searched)
      for (const auto& one : parsers::names_near(name, listed, most_near))
        near += (near.empty() ? "near: " : ", ") + protocol::clipped(protocol::one_line(one), most_bytes);
    out.push_back({name, std::move(near)});
  }
  return out;
}

std::string refusal_of(const std::vector<name_with_near>& unknown, const std::string& argument,
                       const std::string& remedy) {
  constexpr std::size_t shown_bytes = 1024;
  if (unknown.empty()) return argument + " is empty: name at least one";
  std::string list;
  for (const auto& [name, near] : unknown)
    list += (list.empty() ? "" : ", ") + protocol::one_line(name) + (near.empty() ? "" : " (" + near + ")");
  return "nothing is listed under exactly these " + argument + ": " + protocol::clipped(list, shown_bytes) +
         "; " + remedy;
}

}  // namespace

void settle_unknown(run_selection& selection, const exact_names& names, const name_list& from) {
  const std::string argument{from.argument};
  const auto remedy = std::string{from.lister} + " shows the " + argument + " that there are";
  const auto unknown = with_near(names.unmatched(), from.listed);
  for (const auto& [name, near] : unknown)
    selection.unknown.push_back({name, (near.empty() ? "" : near + "; ") + remedy});
  if (selection.selections.empty()) selection.refusal = refusal_of(unknown, argument, remedy);
}

std::string one_of(const protocol::arguments& given, std::string_view query, std::string_view list) {
  const bool has_query = given.text(query).find_first_not_of(" \t\r\n") != std::string::npos;
  const std::string both = std::string{query} + " or " + std::string{list};
  if (has_query && given.has(list)) return both + ", not both: " + std::string{list} + " holds exact names";
  return has_query || given.has(list) ? "" : both + " is required";
}

protocol::argument names_argument(std::string_view name, std::string_view description) {
  protocol::argument out{name, protocol::argument_type::strings, description};
  out.most_bytes = limits::exact_names;
  return out;
}

namespace {

protocol::argument timeout_argument() {
  protocol::argument out{
      .name = "timeout", .type = protocol::argument_type::number, .description = "seconds"};
  out.default_value = limits::default_timeout.count();
  out.maximum = limits::maximum_timeout.count();
  out.lenient = true;
  return out;
}

protocol::argument output_argument() {
  protocol::argument out{.name = "output", .type = protocol::argument_type::string, .description = ""};
  out.choices = {"auto", "raw", "summary"};
  return out;
}

std::chrono::milliseconds time_of(const protocol::arguments& given, std::string_view name) {
  const double ms = std::ceil(given.number(name) * 1000);
  return std::chrono::milliseconds{static_cast<std::int64_t>(ms)};
}

std::chrono::milliseconds wait_of(const call_context& context, const protocol::arguments& given) {
  return given.has("wait") ? time_of(given, "wait") : std::chrono::milliseconds{context.patience};
}

protocol::run_output output_of(std::string_view name, protocol::run_output usual) {
  using enum protocol::run_output;
  return name == "auto" ? automatic : name == "raw" ? raw : name == "summary" ? summary : usual;
}

}  // namespace

std::vector<protocol::argument> run_arguments(std::vector<protocol::argument> own) {
  protocol::argument coverage{
      .name = "coverage", .type = protocol::argument_type::boolean, .description = "false: measure nothing"};
  own.insert(own.end(), {timeout_argument(), wait_argument(), language_argument(), output_argument(),
                         coverage, budget_argument()});
  return own;
}

run_order order_of(std::string_view tool, const call_context& context, const protocol::arguments& given,
                   protocol::run_output usual) {
  run_order out;
  out.tool = tool;
  out.language = given.text("language");
  out.timeout = time_of(given, "timeout");
  out.wait = wait_of(context, given);
  out.coverage = !given.has("coverage") || given.boolean("coverage");
  out.output_was_asked = given.has("output");
  out.output = output_of(given.text("output"), output_of(context.with->answers.output, usual));
  return out;
}

}  // namespace covey::actors
