"""What a model has seen of covey, by comparing its requests with what was on the wire."""

import json
import re

from .mock import Request
from .wire import ToolCall, Wire

LEAST_PREFIX = 20  # characters of the instructions that do not stand there by chance


def strings(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    return [text for part in value for text in strings(part)] if isinstance(value, list) else []


def seen_of(instructions: str, request: Request) -> int:
    """How many characters of covey's instructions the model sees, from their first one on."""
    text = "\n".join(strings(request.body))
    low, high = 0, len(instructions)
    while low < high:  # a shorter beginning is there wherever a longer one is
        middle = (low + high + 1) // 2
        low, high = (middle, high) if instructions[:middle] in text else (low, middle - 1)
    return low if low >= LEAST_PREFIX else 0


def flat(text: str) -> str:
    """Without blanks, line ends and the marks of JSON's escapes, which clients add and take away."""
    return re.sub(r"\\n|\\|\s", "", text)


def as_text(structured: object) -> str:
    return json.dumps(structured, ensure_ascii=False, separators=(",", ":"))


def half(read: str, call: ToolCall) -> str:
    """Which half of an answer the model has read: text, structured, both, part of … or none."""
    there = flat(read)
    halves = {"text": call.text, "structured": as_text(call.structured) if call.structured is not None else ""}
    found = [name for name, whole in halves.items() if whole and flat(whole) in there]
    if not found:
        found = [f"part of {name}" for name, whole in halves.items() if whole and flat(whole)[:80] in there]
    return "both" if len(found) == 2 else "".join(found) or "none"


def at_start(wire: Wire, request: Request, api) -> dict:
    """What the first request of a conversation says of covey."""
    offered = [tool["name"] for tool in wire.tools]
    loaded = api.tools(request.body)
    instructions = wire.opened.get("instructions", "")
    return {"offered": len(offered), "instructions": len(instructions), "seen": seen_of(instructions, request),
            "tools": [name for name in offered if any(re.search(rf"(?:^|\W|_){name}$", each) for each in loaded)],
            "first": instructions[:seen_of(instructions, request)], "schemas": sum("outputSchema" in tool for tool in wire.tools)}


def answer(wire: Wire, requests: list[Request]) -> dict:
    """The first call's answer on the wire, and what the model's next request has of it."""
    call = wire.calls[0]
    read = "\n".join(requests[1].read)
    return {"half": half(read, call), "read": len(read), "text": len(call.text), "what was read": read,
            "structured": len(as_text(call.structured)) if call.structured is not None else 0}
