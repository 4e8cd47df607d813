"""OpenAI's responses API: POST /v1/responses, streamed."""

import json

from ..script import Call, Say
from . import as_json, events, texts

RESULTS = ("function_call_output", "custom_tool_call_output", "mcp_tool_call_output")


def is_turn(path: str, body: dict) -> bool:
    return path.endswith("/responses") and bool(body.get("tools"))


def tools(body: dict) -> list[str]:
    """Also those that are grouped in a namespace, as NAMESPACE__NAME."""
    names = []
    for tool in body["tools"]:
        if tool.get("type") == "namespace":
            names += [f"{tool['name']}__{each['name']}" for each in tool["tools"] if not each.get("defer_loading")]
        elif not tool.get("defer_loading"):
            names.append(tool.get("name", tool.get("type", "")))
    return names


def read(body: dict) -> list[str]:
    found = []
    for item in reversed(body.get("input", [])):
        if item.get("type") in ("function_call", "custom_tool_call") or item.get("role") == "assistant":
            return found
        if item.get("type") in RESULTS:
            found.insert(0, texts(item.get("output")))
    return found


def reply(path: str, body: dict, step: Call | Say, number: int, named) -> tuple[str, bytes]:
    if isinstance(step, Call):
        item = {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "arguments": json.dumps(step.arguments),
                **named(step.name)}
    else:
        item = {"type": "message", "id": f"m_{number}", "role": "assistant", "content": [{"type": "output_text", "text": step.text}]}
    response = {"id": f"resp_{number}"}
    usage = {"input_tokens": 10, "input_tokens_details": None, "output_tokens": 10, "output_tokens_details": None, "total_tokens": 20}
    sent = [{"type": "response.created", "response": response},
            {"type": "response.output_item.done", "output_index": 0, "item": item},
            {"type": "response.completed", "response": {**response, "usage": usage}}]
    return events(*((each["type"], each) for each in sent))


def aside(path: str, body: dict) -> tuple[str, bytes]:
    return reply(path, body, Say("ok"), 0, dict) if path.endswith("/responses") else as_json({"data": [], "models": []})
