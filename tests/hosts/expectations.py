"""What must hold. Each line: whose it is, the scenario, a sentence, the condition on the scenario's facts, what to show if it fails."""

import pathlib
from collections.abc import Callable
from dataclasses import dataclass

CLAUDE = ("claude-code -p", "claude-code interactive")
OTHERS = ("copilot-cli", "gemini-cli", "opencode")
HOOKED = ("claude-code -p", "codex", "copilot-cli", "gemini-cli")
ALL = (*CLAUDE, "codex", *OTHERS)

LOADED = {"run_tests", "run_failing_tests", "run_testfiles", "last_test_failures", "tests_covering"}
TOOLS = len(list((pathlib.Path(__file__).parents[1] / "snapshots" / "tools").glob("*.json")))
MOST_SHOWN = 300  # characters of what is not as expected
ADVERTISEMENT = ("run_tests", "pytest")  # Codex shows the beginning of the instructions alone: it says what for, and instead of what


@dataclass(frozen=True)
class Expectation:
    clients: tuple[str, ...]
    scenario: str
    sentence: str
    holds: Callable[[dict], bool]
    saw: Callable[[dict], object]


def is_gone(facts: dict) -> bool:
    return facts["seconds"] is not None and not facts["left"]


EXPECTED = [
    Expectation(CLAUDE, "green", "exactly the five tools are loaded at the start",
                lambda facts: set(facts["start"]["tools"]) == LOADED, lambda facts: facts["start"]["tools"]),
    Expectation(CLAUDE, "green", "the instructions are seen whole",
                lambda facts: facts["start"]["seen"] == facts["start"]["instructions"] > 0, lambda facts: facts["start"]["seen"]),
    Expectation(CLAUDE, "green", "no structured half and no outputSchema is on the wire",
                lambda facts: facts["structured"] == 0 and facts["start"]["schemas"] == 0,
                lambda facts: f"{facts['structured']} characters, {facts['start']['schemas']} schemas"),
    Expectation(("codex",), "green", "the part of the instructions that is seen is an advertisement",
                lambda facts: all(word in facts["start"]["first"] for word in ADVERTISEMENT), lambda facts: facts["start"]["first"]),
    Expectation(OTHERS, "green", f"all {TOOLS} tools are loaded at the start",
                lambda facts: len(facts["start"]["tools"]) == TOOLS, lambda facts: len(facts["start"]["tools"])),
    Expectation(ALL, "green", "the text half alone is read", lambda facts: facts["half"] == "text", lambda facts: facts["half"]),
    Expectation(ALL, "red", "the text half alone is read", lambda facts: facts["half"] == "text", lambda facts: facts["half"]),
    Expectation(ALL, "red", "source lines, values and places are read", lambda facts: not facts["missing"],
                lambda facts: f"without {', '.join(facts['missing'])}"),
    Expectation(ALL, "run20", "the verdict comes within the turn", lambda facts: facts["same turn"],
                lambda facts: facts["what was read"]),
    Expectation(ALL, "run130", "it is followed to its verdict", lambda facts: facts["verdict"],
                lambda facts: facts["what was read"][-1]),
    Expectation(ALL, "limit", "the call after one that the client cancelled says first that its run was given up",
                lambda facts: not facts["cancelled"] or facts["given up"] and facts["given up was read"],
                lambda facts: facts["next answer"]),
    Expectation(HOOKED, "hook", "the shell is denied, the call that is named is made, and its verdict is read",
                lambda facts: facts["denied"] and facts["calls"] == ["run_testblocks"] and facts["verdict"],
                lambda facts: [facts["what was read"], *facts["calls"], facts["at last"]]),
    Expectation(ALL, "cancel", "no process of the run remains", lambda facts: is_gone(facts), lambda facts: facts["left"]),
    Expectation(ALL, "eof", "no process of the run remains, nor covey",
                lambda facts: is_gone(facts) and facts["server"] == "ended", lambda facts: [facts["server"], *facts["left"]]),
]


def deviations(client: str, seen: dict[str, dict]) -> list[str]:
    """Of one client, by the scenarios that were played."""
    found = [f"{client}: {scenario}: FAILED: {facts['failed']}" for scenario, facts in seen.items() if "failed" in facts]
    for each in EXPECTED:
        facts = seen.get(each.scenario)
        if client in each.clients and facts is not None and "failed" not in facts and not each.holds(facts):
            seen_instead = " ".join(str(each.saw(facts)).split())
            found.append(f"{client}: {each.scenario}: {each.sentence}; seen: {seen_instead[:MOST_SHOWN]}")
    return found
