"""A client of devicesimd in one file. It needs Python 3.8 or newer and no other package.

    from devicesim import Device, DeviceError

    with Device.fresh(biometryType="touchID") as device:          # a device of its own, deleted at the end
        login = device.start("evaluatePolicy", policy="biometrics", reason="Log in")  # runs meanwhile
        device.nonMatchingFinger(whenPrompted=True)
        device.matchingFinger()
        assert login.result(timeout=5)["method"] == "biometry"

Every method of the protocol is a method of Device, made from the rpc.discover of the daemon: see help(device.arm).
An error of the daemon is raised as DeviceError. AsyncDevice is the same for asyncio. devicesim.pyi has the types, for
editors and type checkers; README.md beside it has more, with the plugin for pytest.
"""

import collections
import concurrent.futures
import functools
import inspect
import json
import keyword
import os
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

    def __reduce__(self):
        return DeviceError, ({"code": self.code, "message": self.message, "data": self.data},)


class Pending(concurrent.futures.Future):
    """A running call: result(timeout=None) waits for its result, and cancel() takes the request back."""

    def __init__(self, device, method, id):
        super().__init__()
        self.device, self.method, self.id = device, method, id

    def result(self, timeout=None):
        """Waits for the result, and raises TimeoutError after `timeout` seconds; the call goes on then."""
        __tracebackhide__ = True
        try:
            return super().result(timeout)
        except concurrent.futures.TimeoutError:
            if self.done():  # it came at the last moment
                return super().result()
            raise _TimedOut(f"no reply to {self.method} within {timeout} seconds; cancel() takes it back") from None
        except (DeviceError, ConnectionError) as error:
            # Raised here, at the line of the caller; it was made in the thread that reads.
            raise error.with_traceback(None) from None

    def cancel(self):
        """Takes the request back, and its prompt goes. False if it was answered already."""
        if self.cancelled():
            return True
        if not super().cancel():
            return False
        try:
            self.device.start("cancelRequest", id=self.id)
        except OSError:
            pass  # the connection is closed, and the request ended with it
        return True

    def __repr__(self):
        if not self.done():
            state = "pending"
        elif self.cancelled():
            state = "cancelled"
        else:
            state = repr(self.exception() or super().result())
        return f"<Pending {self.method} of {self.device!r}: {state}>"


class Device:
    """A connection to the daemon, for one of its devices. Several threads may use it, but one process only."""

    _functions = {}  # the daemon's methods by name, once it has told them

    def __init__(self, name=None, *, socket=None, timeout=30):
        """Connects for the device `name`, else $DEVICESIM_DEVICE, else the default device of the daemon.

        A call without a `timeout` parameter raises TimeoutError after `timeout` seconds.
        """
        __tracebackhide__ = True  # pytest then shows the line of the caller
        self.name, self.timeout = name or os.environ.get("DEVICESIM_DEVICE") or None, timeout
        named = socket or os.environ.get("DEVICESIM_SOCKET")
        self.path = named or _default_path()
        self._process = os.getpid()
        self._lock, self._pending, self._last, self._closed = threading.Lock(), {}, 0, False
        self._events = _Events()
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
            if self.path not in _interfaces:
                _interfaces[self.path] = _Interface(self._discover())
        except BaseException:
            self.close()
            raise
        _interfaces[self.path].give_methods(self)

    @classmethod
    def fresh(cls, *, socket=None, timeout=30, clock="real", **state):
        """Creates a device that is deleted when the connection closes, and connects for it; `state` as for setState."""
        __tracebackhide__ = True
        device = cls(f"fresh-{uuid.uuid4().hex[:12]}", socket=socket, timeout=timeout)
        try:
            device.createDevice(device=device.name, ephemeral=True, clock=clock, state=state)
        except BaseException:
            device.close()
            raise
        return device

    def start(self, method, /, *values, **params):
        """Sends a call, named as text or as a method of this device, and returns a Pending at once."""
        __tracebackhide__ = True
        method = method if isinstance(method, str) else method.__name__
        if values:
            params = self._method(method).bind(values, params)
        params = {name.rstrip("_"): value for name, value in params.items()}
        if params.setdefault("device", self.name) is None:
            del params["device"]
        self._check_process()
        with self._lock:
            if self._closed:
                raise ConnectionError("the connection to the daemon is closed")
            self._last += 1
            future = self._pending[self._last] = Pending(self, method, self._last)
            request = {"jsonrpc": "2.0", "id": future.id, "method": method, "params": params}
            self._socket.sendall(json.dumps(request).encode() + b"\n")
        return future

    def call(self, method, /, *values, **params):
        """Sends a call and waits for its result; one that takes too long is taken back."""
        __tracebackhide__ = True
        pending = self.start(method, *values, **params)
        limit = self._limit(params)
        try:
            return pending.result(limit)
        except concurrent.futures.TimeoutError:
            raise self._late(pending, limit) from None

    def _limit(self, params):
        """How long to wait for a call; one with a time of its own is the daemon's to end."""
        return None if "timeout" in params else self.timeout

    @staticmethod
    def _late(pending, limit):
        """The error of a call that nobody waits for any more."""
        pending.cancel()
        return TimeoutError(
            f"no reply to {pending.method} within {limit} seconds, so it was taken back; start() does not wait")

    def _method(self, name):
        """The function of a method."""
        __tracebackhide__ = True
        try:
            return self._functions[name]
        except KeyError:
            raise self._unknown(name) from None

    def __getattr__(self, name):
        # Only for what is not there.
        __tracebackhide__ = True
        raise self._unknown(name)

    def _unknown(self, name):
        return AttributeError(f"the daemon has no method {name!r}{_nearest(name, self._functions)}")

    def __repr__(self):
        return f"<Device {self.name or 'without a name'} at {self.path}>"

    def events(self, **params):
        """Subscribes, with the parameters of subscribe, and returns an iterator that waits for each event."""
        __tracebackhide__ = True
        self.call("subscribe", **params)
        return iter(self._next_event, None)

    def next_event(self, timeout=10):
        """Waits for the next event of a subscription."""
        __tracebackhide__ = True
        event = self._next_event(timeout)
        if event is None:
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
        __tracebackhide__ = True
        self._check_process()
        waiting = self._events.take()
        try:
            return waiting.result(timeout)
        except concurrent.futures.TimeoutError:
            if waiting.cancel():
                raise TimeoutError(f"no event within {timeout} seconds") from None
            return waiting.result()  # it came at the last moment

    def _check_process(self):
        """Refuses to go on after a fork: the thread that reads the replies is in the parent only."""
        __tracebackhide__ = True
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
            if future.set_running_or_notify_cancel():
                future.set_exception(reason)
        self._events.end()

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
        if not future.set_running_or_notify_cancel():
            return None  # it was taken back
        if error:
            future.set_exception(error)
        else:
            future.set_result(message["result"])
        return None


class AsyncDevice:
    """A Device for asyncio: its methods are to be awaited. A task that is cancelled takes its request back.

        async with AsyncDevice.fresh(biometryType="touchID") as device:
            login = device.start("evaluatePolicy", policy="biometrics", reason="Log in")
            await device.matchingFinger(whenPrompted=True)
            assert (await login)["method"] == "biometry"

    It connects at `async with`, and belongs to no event loop.
    """

    _functions = {}  # as in Device

    def __init__(self, name=None, *, socket=None, timeout=30):
        """As for Device."""
        import asyncio  # here, for it takes as long to import as all the rest

        self._asyncio = asyncio
        self._open, self._device = functools.partial(Device, name, socket=socket, timeout=timeout), None

    @classmethod
    def fresh(cls, **given):
        """As Device.fresh()."""
        front = cls()
        front._open = functools.partial(Device.fresh, **given)
        return front

    @classmethod
    def of(cls, device):
        """The front of a Device that is connected; it shares its connection."""
        front = cls()
        front._connected(device)
        return front

    @property
    def device(self):
        """The Device that this is a front of."""
        if self._device is None:
            raise ConnectionError("an AsyncDevice connects at 'async with'")
        return self._device

    @property
    def name(self):
        return self.device.name

    @property
    def timeout(self):
        return self.device.timeout

    @property
    def path(self):
        return self.device.path

    async def __aenter__(self):
        if self._device is None:
            self._connected(await self._in_thread(self._open))
        return self

    def _connected(self, device):
        self._device = device
        _interfaces[device.path].give_methods(self)

    async def __aexit__(self, *_):
        await self.close()

    async def close(self):
        """Closes the connection."""
        await self._in_thread(self.device.close)

    def start(self, method, /, *values, **params):
        """Sends a call at once, and returns a future of its result; cancel() takes the request back."""
        __tracebackhide__ = True
        return self._asyncio.wrap_future(self.device.start(method, *values, **params))

    async def call(self, method, /, *values, **params):
        """Sends a call and waits for its result; one that takes too long is taken back."""
        __tracebackhide__ = True
        pending = self.device.start(method, *values, **params)
        limit = self.device._limit(params)
        try:
            return await self._asyncio.wait_for(self._asyncio.wrap_future(pending), limit)
        except self._asyncio.TimeoutError:
            raise self.device._late(pending, limit) from None
        except (DeviceError, ConnectionError) as error:
            raise error.with_traceback(None) from None

    def events(self, **params):
        """Subscribes at once, with the parameters of subscribe, and returns a generator that waits for each event."""
        __tracebackhide__ = True
        subscribed = self.start("subscribe", **params)

        async def events():
            await subscribed
            while True:
                event = await self._next_event()
                if event is None:
                    return
                yield event

        return events()

    async def next_event(self, timeout=10):
        """Waits for the next event of a subscription."""
        __tracebackhide__ = True
        try:
            event = await self._asyncio.wait_for(self._next_event(), timeout)
        except self._asyncio.TimeoutError:
            raise TimeoutError(f"no event within {timeout} seconds") from None
        if event is None:
            raise ConnectionError("the connection to the daemon is closed")
        return event

    async def _next_event(self):
        waiting = self.device._events.take()
        try:
            return await self._asyncio.wrap_future(waiting)
        except self._asyncio.CancelledError:
            if not waiting.cancel():
                self.device._events.put_back(waiting.result())
            raise

    def _in_thread(self, function):
        """Runs what blocks beside the event loop."""
        return self._asyncio.get_running_loop().run_in_executor(None, function)

    def __getattr__(self, name):
        # Only for what is not there.
        __tracebackhide__ = True
        if name.startswith("_"):
            raise AttributeError(name)
        raise self.device._unknown(name)

    def __repr__(self):
        return f"<AsyncDevice of {self._device!r}>" if self._device else "<AsyncDevice, not connected>"


class _Events:
    """The events that came, and those who wait for one: the first gets the first."""

    def __init__(self):
        self._lock, self._ended = threading.Lock(), False
        self._there, self._waiting = collections.deque(), collections.deque()

    def put(self, event):
        with self._lock:
            while self._waiting:
                waiting = self._waiting.popleft()
                if waiting.set_running_or_notify_cancel():
                    waiting.set_result(event)
                    return
            self._there.append(event)

    def put_back(self, event):
        """For one who waited for it and left."""
        with self._lock:
            self._there.appendleft(event)

    def end(self):
        """From now on who waits gets None."""
        with self._lock:
            self._ended = True
            for waiting in self._waiting:
                if waiting.set_running_or_notify_cancel():
                    waiting.set_result(None)
            self._waiting.clear()

    def take(self):
        """A future of the next event; None at the end."""
        waiting = concurrent.futures.Future()
        with self._lock:
            if self._there or self._ended:
                waiting.set_result(self._there.popleft() if self._there else None)
            else:
                self._waiting.append(waiting)
        return waiting


# Before Python 3.11 futures have a TimeoutError of their own; this one is both.
_TimedOut = TimeoutError if issubclass(concurrent.futures.TimeoutError, TimeoutError) else type(
    "TimeoutError", (TimeoutError, concurrent.futures.TimeoutError), {})
_protocol_version = 1  # that is spoken here
_interfaces = {}  # by socket: what its rpc.discover offers
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


def _nearest(word, words):
    import difflib  # for errors only: it takes as long as a connection

    near = difflib.get_close_matches(word, words, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


class _Interface:
    """The methods of a daemon, in the classes of its devices: made once for a socket, however many connect to it."""

    def __init__(self, methods):
        self._methods = [_Method(method) for method in methods if method["name"].isidentifier()]
        self._classes = {}

    def give_methods(self, device):
        """Makes a Device, or an AsyncDevice, one of the class that has the methods."""
        kind = type(device)
        if kind not in self._classes:
            makes = _Method.async_function if issubclass(kind, AsyncDevice) else _Method.function
            functions = {method.name: makes(method) for method in self._methods}
            # A class of the user's, which may have methods of these names, comes before them.
            own = type("Methods", (), functions)
            members = {"__doc__": kind.__doc__, "__module__": kind.__module__, "_functions": functions}
            made = type(kind.__name__, (kind, own), members)
            self._classes[kind] = self._classes[made] = made
        device.__class__ = self._classes[kind]


class _Method:
    """A method of the protocol as Python's functions have it; the parameters class and with are named class_ and with_."""

    def __init__(self, described):
        self.name, self._described = described["name"], described
        given = {param["name"]: param for param in described["params"]}
        # The device is this one, unless the method requires a name.
        first = [key for key in described["x-positional"] if key != "device" or given[key]["required"]]
        self._order = [given[key] for key in first] + [param for key, param in given.items() if key not in first]
        words = [_word(param) for param in self._order]
        self._first, self._words = words[:len(first)], frozenset(words)
        self._required = frozenset(_word(param) for param in self._order if param["required"])

    def bind(self, values, params):
        """The parameters by name, of a call that gives some by position."""
        __tracebackhide__ = True
        bound = {**dict(zip(self._first, values)), **params}
        count = len(values) + len(params)
        if len(bound) == count and self._required <= bound.keys() <= self._words:
            return bound
        signature = self.signature()
        try:
            return signature.bind(*values, **params).arguments
        except TypeError as error:
            unknown = [word for word in params if word not in self._words]
            hint = _nearest(unknown[0], self._words) if unknown else ""
            raise TypeError(f"{self.name}{signature}: {error}{hint}") from None

    def signature(self, *before):
        new = inspect.Parameter
        return inspect.Signature([*before, *(
            new(
                _word(param),
                new.POSITIONAL_OR_KEYWORD if index < len(self._first) else new.KEYWORD_ONLY,
                default=new.empty if param["required"] else _left_out)
            for index, param in enumerate(self._order))])

    def function(self):
        """The function in the class of a Device."""
        name, bind = self.name, self.bind

        def function(self, /, *values, **params):
            __tracebackhide__ = True
            return self.call(name, **bind(values, params))

        return self._described_as(function)

    def async_function(self):
        """The function in the class of an AsyncDevice."""
        name, bind = self.name, self.bind

        async def function(self, /, *values, **params):
            __tracebackhide__ = True
            return await self.call(name, **bind(values, params))

        return self._described_as(function)

    def _described_as(self, function):
        function.__name__ = function.__qualname__ = self.name
        function.__signature__ = self.signature(inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY))
        function.__doc__ = "\n".join([
            self._described["summary"], *filter(None, [self._described.get("description")]), "",
            *(f"{param['name']}: {param['description']}" for param in self._order)])
        function.bind = self.bind
        return function


def _word(param):
    """The name of a parameter in Python."""
    return param["name"] + "_" * keyword.iskeyword(param["name"])
