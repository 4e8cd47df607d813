"""The model APIs that clients speak, one module each. A module has

- `is_turn(path, body)`: whether a request belongs to the conversation, and takes the next step of the script,
- `tools(body)`: the names of the tools whose schemas the model sees,
- `read(body)`: the results of tools at the end of the conversation, which the model has not answered yet,
- `reply(path, body, step, number, named)`: the content type and the bytes of a step,
- `aside(path, body)`: the same for any other request.
"""

import json


def as_json(value: object) -> tuple[str, bytes]:
    return "application/json", json.dumps(value).encode()


def events(*given: tuple[str | None, object]) -> tuple[str, bytes]:
    """A stream of server-sent events: names, if any, and data."""
    text = ""
    for name, data in given:
        text += (f"event: {name}\n" if name else "") + f"data: {data if isinstance(data, str) else json.dumps(data)}\n\n"
    return "text/event-stream", text.encode()


def texts(content: object) -> str:
    """All text of a content that is a string or a list of parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(texts(part) for part in content)
    if isinstance(content, dict):
        return texts(content.get("text", content.get("content", "")))
    return ""
