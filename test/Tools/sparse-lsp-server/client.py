"""A client of the language server protocol, as far as the tests need one."""

import json
import subprocess
from typing import Any

Json = dict[str, Any]


class Client:
    """A server, and a document that is open in it.

    Messages are framed as the protocol says: a header with the length in bytes, an
    empty line, and JSON.
    """

    def __init__(self, command: list[str], uri: str):
        self.server = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.uri = uri
        self.text = ""
        self.version = 0
        self.requests = 0

    def send(self, message: Json) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.server.stdin.flush()

    def receive(self) -> Json:
        length = 0
        while (line := self.server.stdout.readline()) != b"\r\n":
            if not line:
                raise EOFError("expected a message but the server's output ended")
            name, _, value = line.decode().partition(":")
            if name.lower() == "content-length":
                length = int(value)
        return json.loads(self.server.stdout.read(length))

    def notify(self, method: str, parameters: Json) -> None:
        self.send({"method": method, "params": parameters})

    def request(self, method: str, parameters: Json) -> Any:
        """The result that the server answers with."""
        self.requests += 1
        self.send({"id": self.requests, "method": method, "params": parameters})
        answer = self.receive()
        if answer.get("id") != self.requests or "result" not in answer:
            raise ValueError(f"expected an answer to {method} but got {answer}")
        return answer["result"]

    def initialize(self) -> Json:
        """The server's capabilities."""
        parameters = {"processId": None, "rootUri": None, "capabilities": {}}
        answer = self.request("initialize", parameters)
        self.notify("initialized", {})
        return answer["capabilities"]

    def show(self, text: str) -> list[Json]:
        """Opens the document or changes its text; returns its diagnostics."""
        self.version += 1
        self.text = text
        name = {"uri": self.uri, "version": self.version}
        if self.version == 1:
            document = {**name, "languageId": "mlir", "text": text}
            self.notify("textDocument/didOpen", {"textDocument": document})
        else:
            change = {"textDocument": name, "contentChanges": [{"text": text}]}
            self.notify("textDocument/didChange", change)
        message = self.receive()
        parameters = message.get("params", {})
        if parameters.get("version") != self.version:
            raise ValueError(f"expected diagnostics of the text but got {message}")
        return parameters["diagnostics"]

    def ask(self, query: str, mark: str, offset: int = 0, **more: Any) -> Any:
        """Asks about the location `offset` characters behind the first `mark`."""
        begin = self.text.index(mark) + offset
        line = self.text.count("\n", 0, begin)
        column = begin - (self.text.rfind("\n", 0, begin) + 1)
        parameters = {
            "textDocument": {"uri": self.uri},
            "position": {"line": line, "character": column},
        }
        return self.request(f"textDocument/{query}", {**parameters, **more})

    def quoted(self, span: Json) -> str:
        """The text in a range of one line of the document."""
        line = self.text.splitlines()[span["start"]["line"]]
        return line[span["start"]["character"] : span["end"]["character"]]

    def close(self) -> int:
        """Ends the session; returns the server's exit status."""
        self.request("shutdown", {})
        self.notify("exit", {})
        return self.server.wait(timeout=60)
