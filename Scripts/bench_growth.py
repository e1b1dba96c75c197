"""The growth table of Scripts/bench: what a request takes among n, 10 n and 100 n of what it does not touch."""

import contextlib
import json
import subprocess


def request(method, **params):
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}, separators=(",", ":"))


PING = request("ping")
ITEM = {"class": "genericPassword"}
SOME, MORE, MANY = (100, 1000, 10_000), (1000, 10_000, 100_000), (50, 500, 5000)
# A client that waits in vain is not waited for: what answers it is the ping behind it.
AND_PING = f"\n{PING}"


class Growth:
    """Measures with the load generator, on a daemon of its own for each size."""

    def __init__(self, bench, on_one_core):
        self.bench = bench
        self.on_one_core = on_one_core
        self.rows = []

    def measure(self):
        everyone = ["--max-connections", 6000, "--max-devices", 60_000, "--max-apps", 200_000]
        self.row("secItemCopyMatching by service", MORE, self.items, self.search(service="service-7", account=None))
        self.row("secItemCopyMatching by class, the oldest", MORE, self.items, self.search())
        self.row("secItemCopyMatching by class, all", SOME, self.items, self.search(limit="all"), "proportional")
        self.row("resetKeychain, and back", MORE, self.kept_items,
                 self.pair(request("resetKeychain"), request("restoreSnapshot", name="s")))
        self.row("secItemAdd after saveSnapshot, and back", MORE, self.kept_items,
                 self.pair(request("secItemAdd", **ITEM, account="new", value="v"),
                           request("restoreSnapshot", name="s")))
        self.row("the first call of an app", MORE, self.apps, self.first_calls, options=everyone)
        self.row("createContext, and its connection closes", (150, 1500, 15_000), self.contexts, self.new_contexts)
        self.row("setState while others watch another device", MANY, self.watchers, self.change, options=everyone)
        self.row("setState while others wait for another device", MANY, self.waiters, self.change, options=everyone)
        self.row("all that wait are met", MANY, self.waiters, self.meet, "proportional", everyone)
        self.row("one that watches closes", MANY, self.watchers, self.close, options=everyone)
        self.row("listDevices", (500, 5000, 50_000), self.devices,
                 lambda server: self.send(server, 20, request("listDevices")), "proportional", everyone)
        self.row("waitFor with where.prompt, events since", SOME, self.events,
                 self.latency(request("waitFor", kind="promptDismissed", where={"prompt": "p1"}, timeout=5)),
                 options=["--kept-events", 100_000])

    def row(self, what, sizes, populate, measure, growth="constant", options=()):
        times = []
        for size in sizes:
            server = self.bench.start_daemon(f"growth-{len(self.rows)}-{size}", *options)
            with contextlib.ExitStack() as held:
                for holder in populate(server, size) or ():
                    held.enter_context(holder)
                # What is over once it was measured is measured once.
                rounds = 1 if measure == self.meet else min(self.bench.rounds, 3)
                with self.on_one_core(server):
                    times.append(min(measure(server) for _ in range(rounds)))
            server.stop()
        self.rows.append({"what": what, "sizes": sizes, "times": times, "growth": growth})

    # What there is. What is returned is held while the measurement lasts.

    def send(self, server, count, line):
        return self.bench.load("send", count, server.socket, line)["each"]

    def items(self, server, count):
        self.send(server, count, request("secItemAdd", **ITEM, account="account-#", service="service-#", value="v"))
        self.send(server, 1, request("secItemAdd", **ITEM, account="account", service="service-7", value="v"))

    def kept_items(self, server, count):
        self.items(server, count)
        self.send(server, 1, request("saveSnapshot", name="s"))

    def apps(self, server, count):
        self.send(server, count, request("canEvaluatePolicy", app="app-#", policy="owner"))

    def contexts(self, server, count):
        each = min(count, 750)
        return [self.hold(server, count // each, "\n".join([request("createContext")] * each))]

    def watchers(self, server, count):
        self.send(server, 1, request("createDevice", device="other"))
        return [self.hold(server, count, request("subscribe", device="other"))]

    def waiters(self, server, count):
        self.send(server, 1, request("createDevice", device="other"))
        return [self.hold(server, count, request("waitFor", device="other", kind="deviceLocked") + AND_PING)]

    def devices(self, server, count):
        self.send(server, count, request("createDevice", device="device-#"))

    def events(self, server, count):
        # Without an id, for nobody waits for its reply.
        asks = request("evaluatePolicy", policy="owner", reason="r").replace('"id":1,', "")
        self.send(server, 1, f"{asks}\n{request('tapCancel')}")
        self.send(server, count, request("installApp", app="app-#"))

    def hold(self, server, count, line):
        return self.bench.holding(server, count, line)

    # What is measured: nanoseconds.

    def latency(self, line):
        return lambda server: self.bench.load("latency", 200, server.socket, line)["targets"][0]["p50"]

    def search(self, **query):
        query = {key: value for key, value in query.items() if value is not None}
        return self.latency(request("secItemCopyMatching", **ITEM, **query, returnData=True))

    def pair(self, first, second):
        return self.latency(f"{first}\n{second}")

    def change(self, server):
        return self.latency(request("setState", device="default", failedAttempts=1))(server)

    def first_calls(self, server):
        return self.send(server, 200, request("canEvaluatePolicy", app="new-#", policy="owner"))

    def new_contexts(self, server):
        return self.cpu(server, request("createContext"))

    def close(self, server):
        return self.cpu(server, request("subscribe", device="other"))

    def cpu(self, server, line):
        """The processor time of connections that send a line and close."""
        before = server.cpu()
        for _ in range(20):
            self.send(server, 1, line)
        return (server.cpu() - before) / 20 * 1e9

    def meet(self, server):
        before = server.cpu()
        self.send(server, 1, request("lockDevice", device="other"))
        return max((server.cpu() - before) * 1e9, 1)

    # The table.

    def text(self):
        lines = ["| what | n | among n | 10 n | 100 n | growth | should be |", "|---|---|---|---|---|---|---|"]
        for row in self.rows:
            times = " | ".join(self.time(time) for time in row["times"])
            growth = f"{row['times'][2] / row['times'][0]:.1f}"
            lines.append(f"| {row['what']} | {row['sizes'][0]:,} | {times} | {growth} | {row['growth']} |")
        return "\n".join(lines)

    @staticmethod
    def time(nanoseconds):
        return f"{nanoseconds / 1e6:.2f} ms" if nanoseconds >= 1e6 else f"{nanoseconds / 1e3:.1f} µs"
