#include "protocol/render/failure.hpp"
#include "protocol/visible.hpp"
#include <algorithm>

namespace covey::protocol {
namespace {

using parsers::failure;

// Every line behind three spaces; empty lines stay empty.
void indent(std::string& out, std::string_view text) {
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  while (!text.empty()) {
    const auto end = text.find('\n');
    const auto line = text.substr(0, end);
    if (!line.empty()) out.append("   ").append(line);
    out += '\n';
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

// The diff as the runner printed it, else the two values where the message does not name them.
std::string difference(const failure& from) {
  if (!from.diff.empty()) return from.diff;
  const auto said = [&](const std::optional<std::string>& value) {
    return !value || from.message.find(*value) != std::string::npos;
  };
  std::string out;
  if (said(from.actual) && said(from.expected)) return out;
  const auto words = words_of(from.values, {"got", "want"});
  const auto add = [&](std::string_view word, const std::optional<std::string>& value) {
    if (value) out.append(word).append(": ").append(*value).append("\n");
  };
  add(words.actual, from.actual);
  add(words.expected, from.expected);
  return out;
}

std::string_view worth_showing(const failure& from) {
  std::string_view output = from.output;
  while (!output.empty() && output.back() == '\n') output.remove_suffix(1);
  const bool message_says_it_all = from.kind == parsers::failure_kind::assertion && !from.message.empty();
  if (message_says_it_all || from.message.find(output) != std::string::npos) return {};
  return output;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const auto& text : texts) out += (out.empty() ? "" : ", ") + text;
  return out;
}

// `remark` follows the name.
std::string block(std::size_t number, const failure& from, std::string_view remark, text_budget budget) {
  std::string out = std::to_string(number) + ". " + budget.take(one_line(parsers::full_name(from.id)));
  out.append(remark).append("\n");
  if (!from.where.file.empty()) indent(out, budget.take(one_line(place_text(from.where))));
  if (!from.raised_at.file.empty())
    indent(out, "raised at " + budget.take(one_line(place_text(from.raised_at))));
  indent(out, budget.take(from.message));
  if (const auto diff = difference(from); !diff.empty()) {
    indent(out, "--- diff ---");
    indent(out, budget.take(diff));
  }
  if (!from.also_failed.empty())
    indent(out, "also failed for this reason: " + budget.take(one_line(joined(from.also_failed))));
  if (const auto output = worth_showing(from); !output.empty()) {
    indent(out, "--- output ---");
    indent(out, budget.take(output));
  }
  return out += "\n";
}

json::object to_object(const failure& from, text_budget& budget) {
  json::object out{{"name", budget.take(parsers::full_name(from.id))}, {"group", budget.take(from.id.group)}};
  if (!from.id.name.empty()) out["test"] = budget.take(from.id.name);
  out["kind"] = parsers::to_string(from.kind);
  if (!from.where.file.empty()) out["file"] = budget.take(from.where.file);
  if (from.where.line > 0) out["line"] = from.where.line;
  if (!from.raised_at.file.empty()) out["raised_at"] = budget.take(place_text(from.raised_at));
  out["message"] = budget.take(from.message);
  const auto words = words_of(from.values, {"actual", "expected"});
  if (from.expected) out[words.expected] = budget.take(*from.expected);
  if (from.actual) out[words.actual] = budget.take(*from.actual);
  if (!from.diff.empty()) out["diff"] = budget.take(from.diff);
  if (!from.also_failed.empty()) out["also_failed"] = bounded_list(from.also_failed, budget);
  if (!from.output.empty()) out["output"] = budget.take(from.output);
  return out;
}

}  // namespace

std::string place_text(const parsers::location& where) {
  return where.line == 0 ? where.file.string() : where.file + ":" + std::to_string(where.line);
}

value_words words_of(parsers::value_names names, value_words usual) {
  return names == parsers::value_names::left_right ? value_words{"left", "right"} : usual;
}

std::string failure_blocks(failure_span failures, std::size_t bytes) {
  std::string out;
  for (std::size_t i = 0; i < failures.size(); ++i) {
    const auto left = bytes - std::min(bytes, out.size());
    out += block(i + 1, failures[i], "", text_budget{left / (failures.size() - i)});
  }
  return out;
}

std::string failure_blocks(found_span failures, std::uint64_t latest, std::size_t bytes) {
  std::string out;
  for (std::size_t i = 0; i < failures.size(); ++i) {
    const auto& [what, language, run_id] = failures[i];
    const auto left = bytes - std::min(bytes, out.size());
    std::string remark;
    if (run_id != latest)
      remark.append(" (").append(language).append(", run " + std::to_string(run_id) + ", not rerun since)");
    out += block(i + 1, *what, remark, text_budget{left / (failures.size() - i)});
  }
  return out;
}

json::array failures_json(failure_span failures, std::size_t bytes) {
  json::array out;
  for (std::size_t i = 0; i < failures.size(); ++i) {
    const auto share = bytes / (failures.size() - i);
    text_budget budget{share};
    out.emplace_back(to_object(failures[i], budget));
    bytes -= share - budget.left();
  }
  return out;
}

json::array failures_json(found_span failures, std::uint64_t latest, std::size_t bytes) {
  json::array out;
  for (std::size_t i = 0; i < failures.size(); ++i) {
    const auto share = bytes / (failures.size() - i);
    text_budget budget{share};
    auto entry = to_object(*failures[i].what, budget);
    if (failures[i].run_id != latest) entry["found_in_run"] = failures[i].run_id;
    out.emplace_back(std::move(entry));
    bytes -= share - budget.left();
  }
  return out;
}

json::array bounded_list(const std::vector<std::string>& texts, text_budget& budget) {
  json::array out;
  for (const auto& text : texts) {
    if (budget.left() == 0) {
      out.emplace_back("… [" + std::to_string(texts.size() - out.size()) + " more]");
      break;
    }
    out.emplace_back(budget.take(text));
  }
  return out;
}

}  // namespace covey::protocol
