"""A server on 127.0.0.1 in the place of a client's model: it keeps each request whole and answers by a script."""

import http.server
import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType

from .script import Call, Say, Script


@dataclass
class Request:
    at: float
    path: str
    body: dict
    read: list[str] = field(default_factory=list)  # results of tools that the model is told here, the latest ones only
    reply: Call | Say | None = None                # None: a side request, such as one for a title


def parsed(body: bytes) -> dict:
    try:
        made = json.loads(body or b"{}")
    except ValueError:
        made = {"unreadable": body[:1000].decode(errors="replace")}
    return made if isinstance(made, dict) else {"list": made}


class Handler(http.server.BaseHTTPRequestHandler):
    """`server.mock` has the answers; whatever else a client asks for is answered with an empty list."""
    protocol_version = "HTTP/1.1"

    def log_message(self, *_) -> None:
        pass

    def do_GET(self) -> None:
        self.answer("application/json", json.dumps({"data": [], "models": []}).encode())

    do_HEAD = do_GET

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.answer(*self.server.mock.answer(self.path, parsed(body)))

    def answer(self, kind: str, data: bytes) -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, mock: "Mock"):
        super().__init__(("127.0.0.1", 0), Handler)
        self.mock = mock

    def handle_error(self, *_) -> None:
        """A client that is killed leaves its connections broken: nothing to tell."""


class Mock:
    """`api` is one of the modules in apis/; `named` makes the client's name of a tool of covey's, `own` of one of its own."""

    def __init__(self, api: ModuleType, script: Script, named: Callable[[str], str | dict], own: Callable[[str], str | dict]):
        self.api, self.script, self.named, self.own = api, script, named, own
        self.requests: list[Request] = []
        self.lock = threading.Lock()
        self.server = Server(self)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def answer(self, path: str, body: dict) -> tuple[str, bytes]:
        with self.lock:
            request = Request(time.time(), path, body)
            self.requests.append(request)
            if self.api.is_turn(path, body):
                request.read = self.api.read(body)
                request.reply = self.script.next("\n".join(request.read))
                named = self.own if getattr(request.reply, "own", False) else self.named
                return self.api.reply(path, body, request.reply, len(self.requests), named)
            return self.api.aside(path, body)

    @property
    def turns(self) -> list[Request]:
        """What belongs to the conversation."""
        with self.lock:
            return [request for request in self.requests if request.reply is not None]

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
