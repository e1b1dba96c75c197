"""The types of both clients, on every example of the pages and on what must be refused."""

import shutil
import sys
import unittest

from support import CLIENTS, TestCase, examples, has_program, needs, run

# What the examples and the types use of Node.
NODE = """\
declare module "node:events" {
  export class EventEmitter {
    on(name: string, listener: (...values: any[]) => void): this;
    once(name: string, listener: (...values: any[]) => void): this;
  }
}
declare const console: { log(...values: unknown[]): void };
"""


@needs("mypy")
class PythonTypeTests(TestCase):
    def check(self):
        for name in ["devicesim.py", "devicesim.pyi"]:
            shutil.copy(CLIENTS / name, self.folder)
        return run("mypy", "--strict", "--no-incremental", "--cache-dir", "/dev/null", ".", cwd=self.folder)

    def test_every_python_example_of_the_pages_passes_mypy_strict(self):
        found = list(examples("python"))
        self.assertGreaterEqual(len(found), 4)
        for name, text in found:
            self.write(f"{name.replace('-', '_')}.py", text)
        printed, status = self.check()
        self.assertEqual(status, 0, printed)

    def test_what_is_wrong_is_refused(self):
        self.write("wrong.py", """\
from devicesim import AsyncDevice, Device

device = Device.fresh(biometryType="thumb")
device.setState(failedAttempts="four")
device.matchingFnger()
device.waitFor("lockout")["matched"]
device.start(device.setPasscode, 1234)


async def story(device: AsyncDevice) -> None:
    (await device.ping())["seqq"]
""")
        printed, status = self.check()
        self.assertEqual(status, 1)
        for line in [3, 4, 5, 6, 7, 11]:
            self.assertIn(f"wrong.py:{line}: error", printed)


@needs("tsc")
class NodeTypeTests(TestCase):
    def check(self):
        for name in ["devicesim.mjs", "devicesim.d.mts"]:
            shutil.copy(CLIENTS / name, self.folder)
        self.write("node.d.ts", NODE)
        sources = [path.name for path in self.folder.glob("*.mts") if not path.name.endswith(".d.mts")]
        return run(
            "tsc", "--strict", "--noEmit", "--module", "nodenext", "--moduleResolution", "nodenext", "--target", "es2022",
            "--lib", "es2022", "node.d.ts", "devicesim.d.mts", *sources, cwd=self.folder)

    def test_every_node_example_of_the_pages_passes_tsc_strict(self):
        found = list(examples("js"))
        self.assertGreaterEqual(len(found), 2)
        for name, text in found:
            self.write(f"{name}.mts", text)
        printed, status = self.check()
        self.assertEqual(status, 0, printed)

    def test_events_have_the_type_of_the_kinds_that_were_asked_for(self):
        self.write("events.mts", """\
import { Device, type Event, type EventKind } from "./devicesim.mjs";

const device = await Device.open();
const lockout: Event<"lockout"> = await device.waitFor({ kind: "lockout" });
const reason: "failedAttempts" | "restart" | "remoteLock" | "sos" | "passcodeExpired" = lockout.reason;
for await (const event of await device.events({ kinds: ["lockout", "scan"] })) {
  console.log(event.kind === "scan" ? event.matched : event.reason);
}
for await (const event of await device.events()) if (event.kind === "promptShown") console.log(event.buttons);
const { events } = await device.getEvents({ kinds: ["scan"] });
const matched: boolean = events[0].matched;
const kind: EventKind = "scan";
device.on("event", (event) => console.log(event.kind, reason, matched, kind));
const taken: boolean = device.evaluatePolicy({ policy: "owner", reason: "Log in" }).cancel();
""")
        printed, status = self.check()
        self.assertEqual(status, 0, printed)

    def test_what_is_wrong_is_refused(self):
        self.write("wrong.mts", """\
import { Device } from "./devicesim.mjs";
const device = await Device.fresh({ biometryType: "thumb" });
(await device.waitFor({ kind: "lockout" })).matched;
await device.setState({ failedAttempts: "four" });
await device.matchingFnger();
device.on("evnt", () => {});
""")
        printed, status = self.check()
        self.assertNotEqual(status, 0)
        for line in range(2, 7):
            self.assertIn(f"wrong.mts({line},", printed)


if __name__ == "__main__":
    unittest.main()
