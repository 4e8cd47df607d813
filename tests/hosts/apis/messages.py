"""Anthropic's messages API: POST /v1/messages."""

from ..script import Call, Say
from . import as_json, events, texts


def is_turn(path: str, body: dict) -> bool:
    return "/messages" in path and "count_tokens" not in path and bool(body.get("tools"))


def tools(body: dict) -> list[str]:
    return [tool["name"] for tool in body["tools"] if "input_schema" in tool and not tool.get("defer_loading")]


def read(body: dict) -> list[str]:
    """What is behind the model's own last message: results, and what the client says of itself between them."""
    found = []
    for message in reversed(body.get("messages", [])):
        if message["role"] == "assistant":
            return found
        parts = message["content"] if isinstance(message["content"], list) else []
        found = [texts(part.get("content")) for part in parts if part.get("type") == "tool_result"] + found
    return found


def block_of(step: Call | Say, number: int, named) -> dict:
    if isinstance(step, Call):
        return {"type": "tool_use", "id": f"toolu_{number}", "name": named(step.name), "input": step.arguments}
    return {"type": "text", "text": step.text}


def reply(path: str, body: dict, step: Call | Say, number: int, named) -> tuple[str, bytes]:
    block = block_of(step, number, named)
    stop = "tool_use" if isinstance(step, Call) else "end_turn"
    message = {"id": f"msg_{number}", "type": "message", "role": "assistant", "model": body.get("model", "mock"),
               "content": [block], "stop_reason": stop, "stop_sequence": None, "usage": {"input_tokens": 10, "output_tokens": 10}}
    if not body.get("stream"):
        return as_json(message)
    if isinstance(step, Call):
        begun, delta = {**block, "input": {}}, {"type": "input_json_delta", "partial_json": as_json(step.arguments)[1].decode()}
    else:
        begun, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": step.text}
    sent = [{"type": "message_start", "message": {**message, "content": [], "stop_reason": None}},
            {"type": "content_block_start", "index": 0, "content_block": begun},
            {"type": "content_block_delta", "index": 0, "delta": delta},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": None}, "usage": {"output_tokens": 10}},
            {"type": "message_stop"}]
    return events(*((each["type"], each) for each in sent))


def aside(path: str, body: dict) -> tuple[str, bytes]:
    if "count_tokens" in path:
        return as_json({"input_tokens": 100})
    if "/messages" in path:
        return reply(path, body, Say("ok"), 0, str)
    return as_json({})
