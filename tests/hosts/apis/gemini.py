"""Google's Gemini API: POST /v1beta/models/MODEL:generateContent and :streamGenerateContent."""

import json

from ..script import Call, Say
from . import as_json, events

# Every field that a side request of the client's asks for: who speaks next, how hard the task is.
JUDGEMENT = {"reasoning": "none", "next_speaker": "user", "complexity_score": 10, "complexity_reasoning": "none", "model_choice": "flash"}


def is_turn(path: str, body: dict) -> bool:
    return "streamGenerateContent" in path and bool(body.get("tools"))


def tools(body: dict) -> list[str]:
    return [each["name"] for tool in body["tools"] for each in tool.get("functionDeclarations", [])]


def read(body: dict) -> list[str]:
    found = []
    for content in reversed(body.get("contents", [])):
        if content["role"] == "model":
            return found
        for part in reversed(content["parts"]):
            if "functionResponse" in part:
                response = part["functionResponse"]["response"]
                found.insert(0, response.get("output") or response.get("error") or json.dumps(response))
    return found


def candidate(part: dict) -> dict:
    return {"candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}],
            "usageMetadata": {"promptTokenCount": 10, "candidatesTokenCount": 10, "totalTokenCount": 20}, "modelVersion": "mock"}


def reply(path: str, body: dict, step: Call | Say, number: int, named) -> tuple[str, bytes]:
    if isinstance(step, Call):
        made = candidate({"functionCall": {"name": named(step.name), "args": step.arguments}})
    else:
        made = candidate({"text": step.text})
    return events((None, made)) if "stream" in path else as_json(made)


def aside(path: str, body: dict) -> tuple[str, bytes]:
    if "countTokens" in path:
        return as_json({"totalTokens": 10})
    return reply(path, body, Say(json.dumps(JUDGEMENT)), 0, str)
