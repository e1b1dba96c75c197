#!/usr/bin/env python3
"""Attacks a daemon as a bad neighbour would, and measures what another client notices: the longest wait for a ping
meanwhile, the bytes of memory held per byte sent, the time until SIGTERM ends the daemon.

usage: attack.py DEVICESIMD [ATTACK ...]     (default: all attacks)

Prints a line for each attack, with `note:` before it, and exits with 1 if a target is missed.
"""

import json
import multiprocessing
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

# Seconds: a ping; a ping while a large state is folded; one among a hundred busy clients; SIGTERM.
SHORT, FOLDING, MANY, ENDING = 0.05, 0.2, 0.2, 2.0
ITEMS = int(os.environ.get("DEVICESIM_ATTACK_ITEMS", "200000"))
SCALE = float(os.environ.get("DEVICESIM_ATTACK_SCALE", "1"))


def scaled(number):
    return max(1, int(number * SCALE))


class Daemon:
    def __init__(self, program, *arguments):
        self.folder = tempfile.mkdtemp(prefix="attack-")
        self.arguments = [program, "--socket", f"{self.folder}/s", "--app-socket", f"{self.folder}/a", *arguments]
        self.start()

    def start(self):
        begin = time.monotonic()
        reading, writing = os.pipe()
        self.process = subprocess.Popen(
            [*self.arguments, "--ready-fd", str(writing)], pass_fds=[writing], stderr=subprocess.DEVNULL
        )
        os.close(writing)
        with open(reading) as ready:
            if not ready.readline():
                raise RuntimeError("the daemon did not start")
        return time.monotonic() - begin

    def memory(self):
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def terminate(self):
        begin = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=120)
        return time.monotonic() - begin

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder)


class Client:
    """A blocking client that can send without reading."""

    def __init__(self, daemon, side="s"):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(f"{daemon.folder}/{side}")
        self.input = self.socket.makefile("rb")

    def send(self, *requests):
        self.socket.sendall(b"".join(requests))

    def line(self):
        return self.input.readline()

    def call(self, method, **parameters):
        self.send(line(method, parameters))
        return json.loads(self.line())

    def result(self, method, **parameters):
        reply = self.call(method, **parameters)
        if "result" not in reply:
            raise RuntimeError(f"{method}: {reply}")
        return reply["result"]

    def many(self, count, request):
        """Sends requests in pieces and reads their replies; returns how many were refused."""
        refused = 0
        for start in range(0, count, 500):
            numbers = range(start, min(start + 500, count))
            self.send(*(request(number) for number in numbers))
            refused += sum(b'"error"' in self.line() for _ in numbers)
        return refused

    def close(self):
        self.input.close()
        self.socket.close()


def line(method, parameters=None, id=1):
    return json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": parameters or {}}).encode() + b"\n"


def ping_all_the_time(path, pipe):
    client = socket.socket(socket.AF_UNIX)
    client.connect(path)
    request = line("ping")
    longest = count = 0
    pipe.send("ready")
    while not pipe.poll():
        begin = time.monotonic()
        client.sendall(request)
        data = b""
        while not data.endswith(b"\n"):
            data += client.recv(65536)
        longest = max(longest, time.monotonic() - begin)
        count += 1
        time.sleep(0.0005)
    pipe.send((longest, count))


class Pinger:
    """Another client, in a process of its own: what it waits for at the longest is the stall."""

    def __init__(self, daemon):
        self.pipe, other = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=ping_all_the_time, args=(f"{daemon.folder}/s", other))
        self.process.start()
        self.pipe.recv()

    def stop(self):
        self.pipe.send("stop")
        longest, _ = self.pipe.recv()
        self.process.join()
        return longest


failed = False


def row(attack, took=None, stall=None, limit=SHORT, **figures):
    global failed
    words = []
    if took is not None:
        words.append(f"took {took:.2f} s")
    if stall is not None:
        words.append(f"worst ping {stall * 1000:.0f} ms")
        if stall > limit:
            failed = True
            words.append(f"(MISSED: {limit * 1000:.0f} ms)")
    words += [f"{name.replace('_', ' ')} {value}" for name, value in figures.items()]
    print(f"note: {attack}: {', '.join(words)}", flush=True)


def check(attack, value, limit, what, form="{:.2f}"):
    """A figure with a target of its own."""
    global failed
    text = f"{what} {form.format(value)}"
    if value > limit:
        failed = True
        text += f" (MISSED: {form.format(limit)})"
    print(f"note: {attack}: {text}", flush=True)


def watched(daemon, attack, body, limit=SHORT, **figures):
    """Runs an attack while another client pings."""
    pinger = Pinger(daemon)
    begin = time.monotonic()
    try:
        found = body() or {}
    finally:
        took = time.monotonic() - begin
        stall = pinger.stop()
    row(attack, took, stall, limit, **figures, **found)


def fill(client, count, device=None, size=0, start=0):
    value = "x" * size

    def add(number):
        parameters = {
            "class": "genericPassword", "service": f"s{number % 100}", "account": f"a{number}", "label": "l",
            "value": value,
        }
        if device:
            parameters["device"] = device
        return line("secItemAdd", parameters)

    refused = client.many(count, lambda number: add(start + number))
    if refused:
        raise RuntimeError(f"{refused} of {count} items were refused")


def batch_reply(client, requests):
    client.send(json.dumps(requests).encode() + b"\n")
    return client.line()


def request(method, id, **parameters):
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": parameters}


# The attacks


def searches(program):
    daemon = Daemon(program)
    harness, app = Client(daemon), Client(daemon, "a")
    count = scaled(ITEMS)
    fill(harness, count)
    many = [request("secItemCopyMatching", number, **{"class": "genericPassword", "label": "none"}) for number in range(6000)]
    watched(daemon, f"6,000 searches without an index over {count} items, one batch of the app's",
            lambda: {"reply": f"{len(batch_reply(app, many))} bytes"})
    by_service = [request("secItemCopyMatching", number, **{"class": "genericPassword", "service": f"s{number % 100}"})
                  for number in range(6000)]
    watched(daemon, f"6,000 searches by service over {count} items, one batch", lambda: {"reply": f"{len(batch_reply(app, by_service))} bytes"})
    watched(daemon, f"all attributes of {count} items", lambda: {
        "reply": f"{len(app_all(app))} bytes"})
    watched(daemon, f"listKeychainItems of {count} items", lambda: {"reply": f"{len(raw(harness, 'listKeychainItems'))} bytes"})
    watched(daemon, f"exportState with {count} items", lambda: {"reply": f"{len(raw(harness, 'exportState'))} bytes"})
    harness.result("saveSnapshot", name="full")
    watched(daemon, f"secItemUpdate of all {count} items, which is refused", lambda: update_all(app))
    watched(daemon, f"secItemDelete of all {count} items, which is refused", lambda: delete_all(app))
    watched(daemon, f"resetKeychain of {count} items", lambda: reset(harness))
    fill(harness, scaled(10_000))
    watched(daemon, f"secItemUpdate of {scaled(10_000)} items", lambda: update_all(app))
    watched(daemon, f"secItemDelete of {scaled(10_000)} items", lambda: delete_all(app))
    harness.many(scaled(20_000), lambda number: line("secItemAdd", {
        "class": "genericPassword", "account": f"a{number}", "value": "v",
        "accessControl": {"accessible": "whenUnlocked", "flags": ["biometryCurrentSet"]}}))
    watched(daemon, f"a new face where {scaled(20_000)} items are bound to the old one", lambda: harness.result("enroll", identity="new") and None)
    daemon.close()


def raw(client, method, **parameters):
    client.send(line(method, parameters))
    return client.line()


def app_all(app):
    return raw(app, "secItemCopyMatching", **{"class": "genericPassword", "limit": "all", "returnAttributes": True})


def update_all(app):
    query = {"class": "genericPassword"}
    return {"reply": raw(app, "secItemUpdate", query=query, attributes={"label": "m"}).decode().strip()[:70]}


def delete_all(app):
    return {"reply": raw(app, "secItemDelete", **{"class": "genericPassword"}).decode().strip()[:70]}


def reset(harness):
    harness.result("resetKeychain")


def first_calls(program):
    daemon = Daemon(program)
    app = Client(daemon, "a")
    count = scaled(100_000)

    def call():
        refused = app.many(count, lambda number: line(
            "canEvaluatePolicy", {"policy": "biometrics", "app": f"com.example.app{number}"}))
        return {"refused": refused}

    watched(daemon, f"{count} apps' first calls", call)
    harness = Client(daemon)
    watched(daemon, f"getState with {count} apps", lambda: {"reply": f"{len(raw(harness, 'getState'))} bytes"})
    daemon.close()


def waiters(program):
    daemon = Daemon(program)
    clients = [Client(daemon) for _ in range(20)]
    count = scaled(1000)
    trigger = Client(daemon)

    def wait(method, **parameters):
        for client in clients:
            client.send(*(line(method, parameters, number) for number in range(count)))
        trigger.result("ping")
        for client in clients:
            # The daemon has read them when it answers the next one.
            client.send(line("cancelRequest", {"id": "none"}, "read"))
            client.line()

    def drain():
        for client in clients:
            for _ in range(count):
                client.line()

    wait("waitFor", kind="deviceLocked", timeout=600)

    def meet():
        trigger.result("lockDevice")
        drain()

    watched(daemon, f"{20 * count} requests that wait, met at once", meet)
    trigger.result("unlockDevice", passcode="1234")
    wait("waitFor", kind="deviceLocked", timeout=600)

    def cancel():
        for client in clients:
            client.send(*(line("cancelRequest", {"id": number}, f"c{number}") for number in range(count)))
        for client in clients:
            for _ in range(2 * count):
                client.line()

    watched(daemon, f"{20 * count} requests that wait, taken back one by one", cancel)
    wait("matchingFace", whenPrompted=True, timeout=600)

    def close():
        for client in clients:
            client.close()
        # Another turn, and one more, for the ends come in some order.
        time.sleep(0.5)

    watched(daemon, f"{20 * count} parked responses whose connections end", close)
    daemon.close()


def hoard(daemon, attack, body, limit):
    """A hundred clients ask for the same again and again, and read nothing."""
    before, sent = daemon.memory(), 0
    clients = [Client(daemon) for _ in range(scaled(100))]
    batch = b"".join(line(*body, number) for number in range(200))
    for client in clients:
        client.socket.settimeout(0.2)
        try:
            client.socket.sendall(batch)
            sent += len(batch)
        except TimeoutError:
            pass

    def held():
        time.sleep(1)
        return {"held per byte sent": f"{(daemon.memory() - before) / max(1, sent):.1f}"}

    watched(daemon, attack, held, limit)
    check(attack, daemon.memory() - before, 256 << 20, "bytes held", "{:.0f}")
    for client in clients:
        client.close()


def unread(program):
    daemon = Daemon(program)
    # Another client waits for a turn of each.
    hoard(daemon, "100 clients that ask for rpc.discover and do not read", ("rpc.discover", {}), MANY)
    daemon.close()

    daemon = Daemon(program)
    harness = Client(daemon)
    name = "n" * 100
    harness.result("createDevice", device=name)
    for _ in range(2000):
        harness.result("lockDevice", device=name)
        harness.result("unlockDevice", device=name, passcode="1234")
    hoard(daemon, "100 clients that ask for 4,000 events with long names and do not read",
          ("getEvents", {"allDevices": True}), MANY)
    daemon.close()


def half_lines(program):
    daemon = Daemon(program)
    before = daemon.memory()
    clients = []

    def attack():
        for _ in range(scaled(1000)):
            client = Client(daemon)
            client.socket.settimeout(5)
            try:
                client.socket.sendall(b"x" * 1_000_000)
            except (TimeoutError, BrokenPipeError, ConnectionResetError):
                pass
            clients.append(client)

    watched(daemon, f"{scaled(1000)} clients with a line of 1 MB that does not end", attack)
    check(f"{scaled(1000)} clients with a line of 1 MB that does not end", daemon.memory() - before, 300 << 20, "bytes held",
          "{:.0f}")
    for client in clients:
        client.close()
    daemon.close()


def slow_subscribers(program):
    daemon = Daemon(program)
    before = daemon.memory()
    subscribers = [Client(daemon) for _ in range(scaled(500))]
    for subscriber in subscribers:
        subscriber.result("subscribe")
    app = Client(daemon)

    def attack():
        reason = "r" * 60_000
        for _ in range(300):
            app.send(line("evaluatePolicy", {"policy": "biometrics", "reason": reason}, "e"),
                     line("tapCancel", {}, "t"))
            app.line()
            app.line()

    watched(daemon, f"{len(subscribers)} subscribers that do not read 36 MB of events", attack)
    check(f"{len(subscribers)} subscribers that do not read 36 MB of events", daemon.memory() - before, 400 << 20, "bytes held",
          "{:.0f}")
    daemon.close()


def devices(program):
    daemon = Daemon(program)
    harness = Client(daemon)
    count = scaled(50_000)
    harness.many(count, lambda number: line("createDevice", {"device": f"d{number}"}))
    watched(daemon, f"listDevices of {count}", lambda: {"reply": f"{len(raw(harness, 'listDevices'))} bytes"})
    daemon.close()


def snapshots(program):
    state = tempfile.mkdtemp(prefix="attack-")
    daemon = Daemon(program, "--state", f"{state}/state")
    harness = Client(daemon)
    count = scaled(60)
    fill(harness, count, size=1_000_000)
    watched(daemon, f"20 snapshots of a keychain of {count} MB", lambda: [
        harness.result("saveSnapshot", name=f"s{number}") for number in range(20)] and None, FOLDING)
    check("SIGTERM with them", daemon.terminate(), ENDING, "seconds")
    size = sum(os.path.getsize(f"{state}/state/{name}") for name in os.listdir(f"{state}/state"))
    check("the state folder with them", size / 1e6, 4 * count + 20, "MB", "{:.0f}")
    row("the start with them", daemon.start())
    shutil.rmtree(daemon.folder)
    daemon.process.kill()
    shutil.rmtree(state)


def fold(program):
    state = tempfile.mkdtemp(prefix="attack-")
    daemon = Daemon(program, "--state", f"{state}/state")
    harness = Client(daemon)
    names = ["default", "b", "c", "d"]
    for name in names[1:]:
        harness.result("createDevice", device=name)

    def attack():
        for name in names:
            fill(harness, scaled(60), device=name, size=1_000_000)

    watched(daemon, f"a state of {4 * scaled(60)} MB that is folded as it grows", attack, FOLDING)
    check("SIGTERM with it", daemon.terminate(), ENDING, "seconds")
    daemon.close()
    shutil.rmtree(state)


def synchronized(program):
    state = tempfile.mkdtemp(prefix="attack-", dir=os.environ.get("DEVICESIM_ATTACK_DISK"))
    daemon = Daemon(program, "--state", f"{state}/state", "--durability", "fsync")
    clients = [Client(daemon) for _ in range(20)]

    def attack():
        for number in range(scaled(100)):
            for client in clients:
                client.send(line("setState", {"failedAttempts": number % 4}))
            for client in clients:
                client.line()

    watched(daemon, f"{20 * scaled(100)} changes of 20 clients, each on the disk", attack)
    daemon.close()
    shutil.rmtree(state)


def ending(program):
    daemon = Daemon(program)
    harness = Client(daemon)
    fill(harness, scaled(ITEMS) // 2)
    clients = [Client(daemon, "a") for _ in range(20)]
    many = json.dumps([request("secItemCopyMatching", number, **{"class": "genericPassword", "label": "none"})
                       for number in range(6000)]).encode() + b"\n"
    for client in clients:
        client.socket.settimeout(0.1)
        try:
            client.socket.sendall(many)
        except TimeoutError:
            pass
    check("SIGTERM while 20 batches search", daemon.terminate(), ENDING + 0.5, "seconds")
    daemon.close()


ATTACKS = {
    body.__name__: body
    for body in [searches, first_calls, waiters, unread, half_lines, slow_subscribers, devices, snapshots, fold, synchronized,
                 ending]
}


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: attack.py DEVICESIMD [ATTACK ...]")
    program, *names = sys.argv[1:]
    unknown = [name for name in names if name not in ATTACKS]
    if unknown:
        sys.exit(f"there is no attack {unknown[0]!r}; the attacks are {' '.join(ATTACKS)}")
    for name in names or ATTACKS:
        try:
            ATTACKS[name](program)
        except Exception as error:  # the others are of interest, too
            global failed
            failed = True
            print(f"note: {name}: FAILED: {error!r}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
