"""What the tee recorded between a client and covey, as requests and what became of them."""

import json
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class ToolCall:
    id: object
    name: str
    arguments: dict
    at: float
    has_token: bool
    answer: dict | None = None     # the result, or {"error": …}
    answered: float | None = None
    progress: int = 0              # notifications that covey sent for it
    cancelled: dict | None = None  # the parameters of the client's notifications/cancelled
    cancelled_at: float | None = None

    @property
    def text(self) -> str:
        return "".join(part.get("text", "") for part in (self.answer or {}).get("content", []))

    @property
    def structured(self) -> object:
        return (self.answer or {}).get("structuredContent")


@dataclass
class Wire:
    """Of all servers that the client started, in the order of time."""
    calls: list[ToolCall] = field(default_factory=list)
    methods: list[str] = field(default_factory=list)  # of the client's messages
    opening: dict = field(default_factory=dict)       # the first request that says who the client is
    opened: dict = field(default_factory=dict)        # covey's answer to it
    tools: list[dict] = field(default_factory=list)
    servers: list[int] = field(default_factory=list)  # processes: tees and coveys
    ends: list[dict] = field(default_factory=list)    # how streams and processes ended


def read(file: Path) -> Wire:
    wire, requests = Wire(), {}
    records = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    for record in records:
        if record["side"] == "tee":
            wire.servers += [record["tee"], record["server"]]
        elif "line" not in record:
            wire.ends.append(record)
        elif message := parsed(record["line"]):
            (of_client if record["side"] == "client" else of_server)(wire, requests, record, message)
    return wire


def parsed(line: str) -> dict | None:
    try:
        message = json.loads(line)
    except ValueError:
        return None
    return message if isinstance(message, dict) else None


def of_client(wire: Wire, requests: dict, record: dict, message: dict) -> None:
    method, parameters = message.get("method"), message.get("params") or {}
    if method is None:
        return
    wire.methods.append(method)
    if "id" in message:
        requests[record["tee"], message["id"]] = method, None
    if method in ("initialize", "server/discover"):
        wire.opening = message  # the later one counts: a client that asked in vain goes on in its other way
    elif method == "tools/call":
        token = (parameters.get("_meta") or {}).get("progressToken")
        call = ToolCall(message["id"], parameters["name"], parameters.get("arguments") or {}, record["t"], token is not None)
        wire.calls.append(call)
        requests[record["tee"], message["id"]] = method, call
        requests[record["tee"], "token", json.dumps(token)] = method, call
    elif method == "notifications/cancelled":
        call = requests.get((record["tee"], parameters.get("requestId")), (None, None))[1]
        if call is not None and call.cancelled is None:  # opencode says it twice, and for answered calls too
            call.cancelled, call.cancelled_at = parameters, record["t"]


def of_server(wire: Wire, requests: dict, record: dict, message: dict) -> None:
    if message.get("method") == "notifications/progress":
        call = requests.get((record["tee"], "token", json.dumps(message["params"].get("progressToken"))), (None, None))[1]
        if call is not None:
            call.progress += 1
        return
    method, call = requests.get((record["tee"], message.get("id")), (None, None))
    result = message["result"] if "result" in message else {"error": message.get("error")}
    if call is not None:
        call.answer, call.answered = result, record["t"]
    elif method in ("initialize", "server/discover") and "error" not in result:
        wire.opened = result
    elif method == "tools/list" and result.get("tools"):
        wire.tools = result["tools"]


def era(wire: Wire) -> dict:
    """Who the client says it is, in which generation of the protocol, and whether it takes tasks."""
    parameters = wire.opening.get("params") or {}
    meta = parameters.get("_meta") or {}
    prefix = "io.modelcontextprotocol/"
    capabilities = parameters.get("capabilities") or meta.get(prefix + "clientCapabilities") or {}
    return {"method": wire.opening.get("method"), "client": parameters.get("clientInfo") or meta.get(prefix + "clientInfo"),
            "revision": parameters.get("protocolVersion") or meta.get(prefix + "protocolVersion"), "capabilities": capabilities,
            "tasks": "io.modelcontextprotocol/tasks" in json.dumps(capabilities)}
