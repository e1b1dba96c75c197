"""A client of devicesimd in one file. It needs Python 3.8 or newer and no other package.

    from devicesim import Device, DeviceError

    with Device.fresh(biometryType="touchID") as device:          # a device of its own, deleted at the end
        login = device.start("evaluatePolicy", policy="biometrics", reason="Log in")  # runs meanwhile
        device.nonMatchingFinger(whenPrompted=True)
        device.matchingFinger()
        assert login.result(timeout=5)["method"] == "biometry"

Every method of the protocol is a method of Device, made from the rpc.discover of the daemon: see help(device.arm).
An error of the daemon is raised as DeviceError. devicesim.pyi has the types, for editors and type checkers.
"""

import concurrent.futures
import inspect
import json
import keyword
import os
import queue
import socket as sockets
import stat
import struct
import threading
import uuid


class DeviceError(Exception):
    """An error reply of the daemon. Its name, such as biometryLockout or notDelivered, tells which error it is."""

    def __init__(self, error):
        self.code, self.message, self.data = error["code"], error["message"], error["data"]
        self.name, self.domain = self.data["name"], self.data["domain"]
        super().__init__(f"{self.name} ({self.code}): {self.message}")


class Pending(concurrent.futures.Future):
    """A running call: result(timeout=None) waits for its result, and cancelRequest(id=pending.id) cancels it."""


class Device:
    """A connection to the daemon, for one of its devices. Several threads may use it, but one process only."""

    def __init__(self, name=None, *, socket=None, timeout=30):
        """Connects for the device `name`, else $DEVICESIM_DEVICE, else the default device of the daemon.

        A call without a `timeout` parameter raises TimeoutError after `timeout` seconds.
        """
        self.name, self.timeout = name or os.environ.get("DEVICESIM_DEVICE") or None, timeout
        named = socket or os.environ.get("DEVICESIM_SOCKET")
        self.path = named or _default_path()
        self._process = os.getpid()
        self._lock, self._pending, self._last, self._closed = threading.Lock(), {}, 0, False
        self._events = queue.Queue()
        _check_files(self.path, not named)
        self._socket = sockets.socket(sockets.AF_UNIX)
        try:
            self._socket.connect(self.path)
        except OSError as error:
            self._socket.close()
            raise ConnectionError(f"no daemon at {self.path} ({error.strerror}): devicesim start --detach") from None
        try:
            _check_owner(
                f"the process that listens on {self.path}", _peer(self._socket), {os.geteuid(), 0}, not named)
        except BaseException:
            self._socket.close()
            raise
        self._reader = threading.Thread(target=self._read, name="devicesim", daemon=True)
        self._reader.start()
        try:
            if self.path not in _methods:
                _methods[self.path] = self._discover()
        except BaseException:
            self.close()
            raise
        for method in _methods[self.path]:
            if method["name"].isidentifier():
                setattr(self, method["name"], _function(self, method))

    @classmethod
    def fresh(cls, *, socket=None, timeout=30, clock="real", **state):
        """Creates a device that is deleted when the connection closes, and connects for it; `state` as for setState."""
        device = cls(f"fresh-{uuid.uuid4().hex[:12]}", socket=socket, timeout=timeout)
        try:
            device.createDevice(device=device.name, ephemeral=True, clock=clock, state=state)
        except BaseException:
            device.close()
            raise
        return device

    def start(self, method, /, **params):
        """Sends a call, named as text or as a method of this device, and returns a Pending at once."""
        method = method if isinstance(method, str) else method.__name__
        params = {name.rstrip("_"): value for name, value in params.items()}
        if params.setdefault("device", self.name) is None:
            del params["device"]
        self._check_process()
        future = Pending()
        future.set_running_or_notify_cancel()
        with self._lock:
            if self._closed:
                raise ConnectionError("the connection to the daemon is closed")
            self._last = future.id = self._last + 1
            self._pending[future.id] = future
            request = {"jsonrpc": "2.0", "id": future.id, "method": method, "params": params}
            self._socket.sendall(json.dumps(request).encode() + b"\n")
        return future

    def call(self, method, /, **params):
        """Sends a call and waits for its result."""
        limit = None if "timeout" in params else self.timeout
        pending = self.start(method, **params)
        try:
            return pending.result(limit)
        except concurrent.futures.TimeoutError:
            raise TimeoutError(f"no reply to {method} within {limit} seconds; start() does not wait") from None

    def events(self, **params):
        """Subscribes, with the parameters of subscribe, and returns an iterator that waits for each event."""
        self.call("subscribe", **params)
        return iter(self._next_event, None)

    def next_event(self, timeout=10):
        """Waits for the next event of a subscription."""
        try:
            event = self._next_event(timeout)
        except queue.Empty:
            raise TimeoutError(f"no event within {timeout} seconds") from None
        if event is None:
            self._events.put(None)
            raise ConnectionError("the connection to the daemon is closed")
        return event

    def close(self):
        """Closes the connection; its fresh device and its contexts end with it. In a forked process it stays open."""
        if os.getpid() != self._process:
            descriptor = self._socket.detach()  # the parent goes on with its own
            if descriptor >= 0:
                os.close(descriptor)
            return
        try:
            self._socket.shutdown(sockets.SHUT_RDWR)
        except OSError:
            pass  # the daemon closed it first
        if threading.current_thread() is not self._reader:
            self._reader.join()
        self._socket.close()

    def _discover(self):
        """The methods of the daemon, if it speaks this protocol."""
        document = self.call("rpc.discover")
        try:
            version, methods = document["info"]["x-protocolVersion"], document["methods"]
        except (KeyError, TypeError):
            raise ConnectionError(f"{self.path} does not speak the protocol: rpc.discover is no document") from None
        if version != _protocol_version:
            raise ConnectionError(
                f"the daemon at {self.path} speaks version {version} of the protocol, and this client version "
                f"{_protocol_version}")
        return methods

    def _next_event(self, timeout=None):
        self._check_process()
        return self._events.get(timeout=timeout)

    def _check_process(self):
        """Refuses to go on after a fork: the thread that reads the replies is in the parent only."""
        if os.getpid() != self._process:
            raise ConnectionError(
                f"process {os.getpid()} was forked from process {self._process}, to which this connection belongs; "
                f"make a new Device({self.name!r}) after the fork")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _read(self):
        reason = ConnectionError("the connection closed before the daemon answered")
        try:
            for line in self._socket.makefile("rb"):
                try:
                    reason = self._take(json.loads(line)) or reason
                except (AttributeError, KeyError, TypeError, ValueError):
                    reason = ConnectionError(f"{self.path} does not speak the protocol: {line[:200]!r}")
                    break
        except OSError:
            pass  # a reset counts as an end
        with self._lock:
            self._closed = True
        for future in self._pending.values():
            future.set_exception(reason)
        self._events.put(None)

    def _take(self, message):
        """Hands on what the daemon says. Returns the error of a connection that it refuses."""
        if message["jsonrpc"] != "2.0" or ("result" in message) + ("error" in message) + ("method" in message) != 1:
            raise ValueError
        if "method" in message:
            if message["method"] == "event":
                self._events.put(message["params"])
            return None
        error = DeviceError(message["error"]) if "error" in message else None
        if message["id"] is None and error:
            return error
        future = self._pending.pop(message["id"])
        if error:
            future.set_exception(error)
        else:
            future.set_result(message["result"])
        return None


_protocol_version = 1  # that is spoken here
_methods = {}  # by socket: the methods of its rpc.discover
_left_out = type("LeftOut", (), {"__repr__": lambda _: "..."})()


def _default_path():
    folder = os.environ.get("XDG_RUNTIME_DIR", "")
    folder = f"{folder}/devicesim" if folder.startswith("/") else f"/tmp/devicesim-{os.geteuid()}"
    return f"{folder}/devicesim.sock"


def _check_files(path, is_default):
    """Looks before anything is opened. At the default path the folder and the socket must be ours; who names a path has
    chosen its folder, and the socket there may be root's, too."""
    user = os.geteuid()
    try:
        if is_default:
            folder = os.path.dirname(path)
            status = os.lstat(folder)
            if not stat.S_ISDIR(status.st_mode) or status.st_uid != user or status.st_mode & 0o077:
                raise ConnectionError(
                    f"the folder {folder} must be a directory of user {user} with mode 0700, which it is not; correct "
                    "that, or name another socket")
        owner = os.stat(path).st_uid
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return  # as connecting will show
    _check_owner(f"the socket {path}", owner, {user} if is_default else {user, 0}, is_default)


def _check_owner(what, owner, trusted, is_default=False):
    """Root may use anyone's socket that it names."""
    if owner not in trusted and (is_default or os.geteuid() != 0):
        raise ConnectionError(f"{what} belongs to user {owner}, not to user {os.geteuid()}; name another socket")


def _peer(connection):
    """The user whose process listens."""
    if hasattr(sockets, "SO_PEERCRED"):
        return struct.unpack("iII", connection.getsockopt(sockets.SOL_SOCKET, sockets.SO_PEERCRED, 12))[1]
    return struct.unpack("II", connection.getsockopt(0, 1, 76)[:8])[1]  # LOCAL_PEERCRED of macOS


def _function(device, method):
    """Makes a function with the parameters of a method; the parameters class and with are named class_ and with_."""
    name, given = method["name"], {param["name"]: param for param in method["params"]}
    # The device is this one, unless the method requires a name.
    first = [key for key in method["x-positional"] if key != "device" or given[key]["required"]]
    new = inspect.Parameter
    order = first + [key for key in given if key not in first]
    signature = inspect.Signature([
        new(
            key + "_" * keyword.iskeyword(key),
            new.POSITIONAL_OR_KEYWORD if key in first else new.KEYWORD_ONLY,
            default=new.empty if given[key]["required"] else _left_out)
        for key in order])

    def function(*values, **params):
        try:
            bound = signature.bind(*values, **params)
        except TypeError as error:
            raise TypeError(f"{name}{signature}: {error}") from None
        return device.call(name, **bound.arguments)

    function.__name__ = function.__qualname__ = name
    function.__signature__ = signature
    function.__doc__ = "\n".join([
        method["summary"], *([method["description"]] if "description" in method else []), "",
        *(f"{key}: {given[key]['description']}" for key in order)])
    return function
