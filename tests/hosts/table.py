"""What was seen, as tables of markdown: one for each question, a line for each client."""

from collections.abc import Callable
from dataclasses import dataclass, field

from .scenarios import LIMIT


@dataclass
class Row:
    client: str
    version: str = ""
    skipped: str = ""
    seen: dict[str, dict] = field(default_factory=dict)  # a scenario's facts


def tools(facts: dict) -> str:
    found, offered = facts["start"]["tools"], facts["start"]["offered"]
    if len(found) in (0, offered):
        return f"{'all' if found else 'none of'} {offered}"
    return f"{len(found)} of {offered}: {', '.join(found)}"


def instructions(facts: dict) -> str:
    seen, whole = facts["start"]["seen"], facts["start"]["instructions"]
    return "none" if seen == 0 else f"whole ({whole:,})" if seen == whole else f"the first {seen:,} of {whole:,}"


def who(facts: dict) -> str:
    client = facts["era"]["client"] or {}
    return f"{client.get('name')} {client.get('version')}"


def in_time(facts: dict) -> str:
    where = "same turn" if facts["same turn"] else "moved to the background" if facts["background"] else "not in the turn"
    return f"{where}, {facts['seconds']:.0f} s"


def followed(facts: dict) -> str:
    how = "verdict" if facts["verdict"] else "moved to the background" if facts["background"] else "no verdict"
    return f"{how} after {facts['seconds']:.0f} s"


def at_limit(facts: dict) -> str:
    return code(facts["what was read"].split("\n")[-1]) if facts["cut"] else f"not cut, answered after {facts['seconds']:.0f} s"


def gone(facts: dict) -> str:
    if facts["left"] or facts["seconds"] is None:
        return f"**not in time, {len(facts['left'])} remain**"
    return f"after {facts['seconds']:.1f} s"


def code(text: str, most: int = 110) -> str:
    text = " ".join(text.split()).replace("|", "\\|").replace("`", "'")
    return f"`{text[:most]}{'…' if len(text) > most else ''}`" if text else "–"


def sizes(facts: dict) -> str:
    return f"{facts['text']:,} / {facts['structured']:,}"


Column = tuple[str, str, Callable[[dict], str]]  # heading, scenario, cell
TABLES: list[tuple[str, list[Column]]] = [
    ("At the start", [
        ("is", "green", who),
        ("speaks", "green", lambda facts: f"{facts['era']['revision']} ({facts['era']['method']})"),
        ("tasks", "green", lambda facts: "yes" if facts["era"]["tasks"] else "no"),
        ("tools loaded", "green", tools),
        ("instructions seen", "green", instructions)]),
    ("An answer: characters of it on the wire (text / structured), and what the model reads", [
        ("green: wire", "green", sizes),
        ("reads", "green", lambda facts: f"{facts['half']}, {facts['read']:,}"),
        ("red: wire", "red", sizes),
        ("reads", "red", lambda facts: f"{facts['half']}, {facts['read']:,}"),
        ("lines, values, places", "red", lambda facts: "all" if not facts["missing"] else f"without {', '.join(facts['missing'])}")]),
    ("Long runs", [
        ("20 s run", "run20", in_time),
        ("130 s run", "run130", followed),
        ("calls", "run130", lambda facts: str(facts["calls"])),
        ("first answer", "run130", lambda facts: f"after {facts['first answer']:.0f} s"),
        (f"at a limit of {LIMIT} s it reads", "limit", at_limit),
        ("the client sends", "limit", lambda facts: f"cancelled: {code(facts['cancelled'])}" if facts["cancelled"] else "nothing"),
        ("the next answer begins", "limit", lambda facts: code(facts["next answer"].split("\n")[0], 60))]),
    ("`pytest` in the client's shell, with covey's hook", [
        ("it reads", "hook", lambda facts: code(facts["what was read"], 90)),
        ("then calls", "hook", lambda facts: ", ".join(map(code, facts["calls"])) or "nothing"),
        ("and reads", "hook", lambda facts: code(facts["at last"].split("\n")[0], 60))]),
    ("The end of a run", [
        ("cancelled by", "cancel", lambda facts: facts["by"]),
        ("reaches covey", "cancel", lambda facts: ", ".join(map(code, facts["sent"])) or "nothing"),
        ("processes gone", "cancel", gone),
        ("client killed: processes gone", "eof", gone),
        ("covey", "eof", lambda facts: facts["server"])]),
]


def cell(row: Row, scenario: str, of: Callable[[dict], str]) -> str:
    facts = row.seen.get(scenario)
    if facts is None:
        return ""
    if "failed" in facts:
        return "**FAILED**"
    return of(facts)


def line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def markdown(rows: list[Row], scenarios: list[str]) -> str:
    out = []
    for title, columns in TABLES:
        columns = [column for column in columns if column[1] in scenarios]
        if not columns:
            continue
        out += [f"### {title}", "", line(["client", *(heading for heading, _, _ in columns)]), line(["---"] * (len(columns) + 1))]
        for row in rows:
            cells = [cell(row, scenario, of) for _, scenario, of in columns]
            out.append(line([f"{row.client} {row.version}".strip(), *([f"skipped: {row.skipped}", *cells[1:]] if row.skipped else cells)]))
        out.append("")
    return "\n".join(out)
