"""The Node client: whose line an error names, and what is taken back."""

import json
import socket
import threading
import time
import unittest

from support import CLIENTS, DaemonTestCase, environment, needs, run


@needs("node")
class NodeClientTests(DaemonTestCase):
    def story(self, text):
        """Runs a module, and returns the lines it printed."""
        story = self.write("story.mjs", f'import {{ Device, DeviceError }} from "{CLIENTS}/devicesim.mjs";\n{text}')
        printed, status = run("node", story, env=environment(DEVICESIM_SOCKET=self.socket))
        self.assertEqual(status, 0, printed)
        return printed.splitlines()

    def test_the_stack_of_an_error_begins_at_the_line_of_the_call(self):
        lines = self.story("""\
const device = await Device.fresh({ biometryType: "touchID" });
async function scan() {
  await device.matchingFinger(); // line 4
}
const stack = async (call) => call().catch((error) => console.log(error.stack.split("\\n").slice(0, 2).join(" | ")));
await stack(scan);
await stack(() => device.call("tapCancel")); // line 8
device.close();
await stack(() => device.ping()); // line 10
await stack(() => Device.open({ socket: "/nonexistent/s" })); // line 11
""")
        self.assertRegex(lines[0], r"^notDelivered: no prompt .* \|     at scan \(.*story\.mjs:4:16\)$")
        self.assertRegex(lines[1], r"^notDelivered: .* \|     at .*story\.mjs:8:26\)?$")
        self.assertRegex(lines[2], r"^Error: the connection to the daemon is closed \|     at .*story\.mjs:10:26\)?$")
        self.assertRegex(lines[3], r"^Error: no daemon at /nonexistent/s .* \|     at .*story\.mjs:11:26\)?$")

    def test_calls_that_end_with_the_connection_have_an_error_each_at_their_own_lines(self):
        lines = self.story("""\
import { createServer } from "node:net";
const path = `${process.env.DEVICESIM_SOCKET}.other`;
const document = { info: { "x-protocolVersion": 1 }, methods: [] };
const server = createServer((connection) => connection.on("data", (data) => {
  const { id, method } = JSON.parse(String(data).split("\\n")[0]);
  connection.write(method === "rpc.discover" ? JSON.stringify({ jsonrpc: "2.0", id, result: document }) + "\\n" : "?\\n");
})).listen(path);
await new Promise((resolve) => server.once("listening", resolve));
const device = await Device.open({ socket: path });
const first = device.call("one"); // line 11
const second = device.call("two"); // line 12
for (const call of [first, second]) await call.catch((error) => console.log(error.stack.split("\\n").slice(0, 2).join(" | ")));
server.close();
""")
        self.assertRegex(lines[0], r"does not speak the protocol: \? \|     at .*story\.mjs:11:22\)?$")
        self.assertRegex(lines[1], r"does not speak the protocol: \? \|     at .*story\.mjs:12:23\)?$")

    def test_cancel_takes_the_request_back_and_the_prompt_goes(self):
        lines = self.story("""\
const device = await Device.fresh({ biometryType: "touchID" });
const login = device.evaluatePolicy({ policy: "owner", reason: "Log in" });
await device.waitFor({ kind: "promptShown" });
console.log(login.cancel(), (await device.getState()).prompt);
await login.catch((error) => console.log(error.name));
console.log(login.cancel());
const waiting = device.waitFor({ kind: "lockout" }); // nobody looks at its end
console.log(waiting.cancel());
await device.ping();
device.close();
""")
        self.assertEqual(lines, ["true null", "cancelled", "false", "true"])

    def test_devices_of_one_socket_share_their_methods_which_are_asked_for_once(self):
        lines = self.story("""\
import { Socket } from "node:net";
const first = await Device.open();
let requests = 0;
const { write } = Socket.prototype;
Socket.prototype.write = function (...words) { requests++; return write.apply(this, words); };
const second = await Device.open();
console.log(requests, Object.getPrototypeOf(first) === Object.getPrototypeOf(second), Object.hasOwn(second, "ping"));
console.log(second instanceof Device, "matchingFinger" in second, "matchingFnger" in second);
const { ping } = second; // handed on without its device
console.log((await ping()).seq >= 0, second.ping === ping, first.ping === ping);
second.ping = () => "another"; // as a test does that replaces it
console.log(second.ping(), (await first.ping()).seq >= 0);
first.close();
second.close();
""")
        self.assertEqual(lines, ["0 true false", "true true false", "true true false", "another true"])

    def test_a_daemon_that_is_too_busy_to_accept_a_connection_is_tried_again(self):
        path = f"{self.folder}/busy"
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
        listener.listen(0)
        waiting = socket.socket(socket.AF_UNIX)
        waiting.connect(path)  # there is room for no other
        self.addCleanup(listener.close)
        self.addCleanup(waiting.close)

        def serve():
            time.sleep(0.3)
            listener.accept()[0].close()
            with listener.accept()[0] as connection, connection.makefile() as lines:
                request = json.loads(lines.readline())
                document = {"info": {"x-protocolVersion": 1}, "methods": []}
                reply = json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": document})
                connection.sendall(f"{reply}\n".encode())
                connection.recv(1)

        thread = threading.Thread(target=serve)
        thread.start()
        self.addCleanup(thread.join)
        lines = self.story(f"""\
const device = await Device.open({{ socket: "{path}" }});
console.log("connected");
device.close();
""")
        self.assertEqual(lines, ["connected"])


if __name__ == "__main__":
    unittest.main()
