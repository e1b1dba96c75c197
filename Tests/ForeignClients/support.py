"""A daemon for each test, and a simple client."""

import json
import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def program():
    """The built daemon: in $DEVICESIM_BIN, else in .build/debug."""
    folder = Path(os.environ.get("DEVICESIM_BIN", ROOT / ".build" / "debug"))
    return folder / "devicesimd"


class Daemon:
    """A daemon with a manual clock, in a folder of its own."""

    def __init__(self, *arguments):
        self.folder = tempfile.mkdtemp(prefix="/tmp/devicesim-foreign-")
        self.path = os.path.join(self.folder, "s")
        ready, writing = os.pipe()
        self.process = subprocess.Popen(
            [program(), "--socket", self.path, "--clock", "manual", "--ready-fd", str(writing), *arguments],
            pass_fds=[writing],
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(ready) as lines:
            if not lines.readline():
                raise RuntimeError("the daemon did not start")

    def stop(self):
        """Ends the daemon, and returns its exit status."""
        self.process.terminate()
        status = self.process.wait(timeout=20)
        shutil.rmtree(self.folder)
        return status

    def connect(self):
        return Client(self.path)


class Client:
    """Sends one request at a time; messages before its reply are events."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.buffer = b""
        self.last = 0
        self.events = []

    def close(self):
        self.socket.close()

    def start(self, method, params=None):
        """Sends a request, and returns its id."""
        self.last += 1
        request = {"jsonrpc": "2.0", "id": self.last, "method": method}
        if params is not None:
            request["params"] = params
        self.socket.sendall(json.dumps(request).encode() + b"\n")
        return self.last

    def reply(self, number, within=20):
        """The reply to a request, the only one that is open; None if it does not come in time."""
        while True:
            while b"\n" not in self.buffer:
                self.socket.settimeout(within)
                try:
                    some = self.socket.recv(1 << 16)
                except TimeoutError:
                    return None
                if not some:
                    raise ConnectionError("the daemon closed the connection")
                self.buffer += some
            line, self.buffer = self.buffer.split(b"\n", 1)
            message = json.loads(line)
            if message.get("method") == "event":
                self.events.append(message["params"])
                continue
            assert message["id"] == number, f"a reply to {message['id']}, not to {number}"
            return message

    def call(self, method, params=None):
        message = self.reply(self.start(method, params))
        assert message is not None, f"no reply to {method}"
        return message

    def result(self, method, **params):
        message = self.call(method, params)
        assert "result" in message, f"{method}: {message}"
        return message["result"]
