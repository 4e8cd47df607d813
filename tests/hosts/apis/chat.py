"""OpenAI's chat completions API: POST /v1/chat/completions."""

import json

from ..script import Call, Say
from . import as_json, events, texts


def is_turn(path: str, body: dict) -> bool:
    return "chat/completions" in path and bool(body.get("tools"))


def tools(body: dict) -> list[str]:
    return [tool["function"]["name"] for tool in body["tools"] if "parameters" in tool.get("function", {})]


def read(body: dict) -> list[str]:
    found = []
    for message in reversed(body.get("messages", [])):
        if message["role"] == "assistant":
            return found
        if message["role"] == "tool":
            found.insert(0, texts(message.get("content")))
    return found


def reply(path: str, body: dict, step: Call | Say, number: int, named) -> tuple[str, bytes]:
    if isinstance(step, Call):
        function = {"name": named(step.name), "arguments": json.dumps(step.arguments)}
        delta = {"role": "assistant", "content": None,
                 "tool_calls": [{"index": 0, "id": f"call_{number}", "type": "function", "function": function}]}
    else:
        delta = {"role": "assistant", "content": step.text}
    finish = "tool_calls" if isinstance(step, Call) else "stop"
    about = {"id": f"chat_{number}", "created": 1, "model": body.get("model", "mock")}
    usage = {"prompt_tokens": 10, "completion_tokens": 10, "total_tokens": 20}
    if not body.get("stream"):
        choice = {"index": 0, "message": delta, "finish_reason": finish}
        return as_json({**about, "object": "chat.completion", "choices": [choice], "usage": usage})
    chunk = {**about, "object": "chat.completion.chunk"}
    return events((None, {**chunk, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}),
                  (None, {**chunk, "choices": [{"index": 0, "delta": {}, "finish_reason": finish}], "usage": usage}),
                  (None, "[DONE]"))


def aside(path: str, body: dict) -> tuple[str, bytes]:
    return reply(path, body, Say("A title"), 0, str) if "chat/completions" in path else as_json({})
