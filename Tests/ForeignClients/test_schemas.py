"""Every reply follows the OpenRPC document, for its own examples and for generated requests."""

import json
import os
import unittest
from pathlib import Path

# hypothesis keeps its data in .build. It reads this variable once, when it is imported.
os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(Path(__file__).parents[2] / ".build" / "hypothesis"))

import hypothesis
import hypothesis_jsonschema
from hypothesis import strategies

from contract import Contract
from support import Daemon

# The number of generated requests for each method.
EXAMPLES = int(os.environ.get("DEVICESIM_GENERATED_REQUESTS", "15"))
# These methods would end the daemon.
LEFT_OUT = {"shutdown"}
# With few names, requests meet the same device more often.
DEVICES = ["default", "phone", "phone-2"]


class Schemas(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon()
        cls.harness = cls.daemon.connect()
        cls.contract = Contract(cls.harness.result("rpc.discover"))

    @classmethod
    def tearDownClass(cls):
        cls.harness.close()
        assert cls.daemon.stop() == 0

    def ask(self, client, name, params):
        """Sends a request, and ends it if it waits for a prompt or an event. Returns the errors of the reply."""
        params = dict(params)
        if "timeout" in {param["name"] for param in self.contract.methods[name]["params"]}:
            params["timeout"] = 0
        number = client.start(name, params)
        for _ in range(1000):
            reply = client.reply(number, within=0.02)
            if reply is not None:
                return self.contract.problems(name, reply)
            # It waits for a person at the device; a reset ends this.
            for device in DEVICES:
                self.harness.call("resetDevice", {"device": device})
        return [f"{name}: no reply to {params}"]

    def test_examples(self):
        """The reply to the example of each method follows its schema."""
        client = self.daemon.connect()
        for name, method in self.contract.methods.items():
            if name in LEFT_OUT:
                continue
            for example in method["examples"]:
                params = {param["name"]: param["value"] for param in example["params"]}
                with self.subTest(method=name):
                    self.assertEqual(self.ask(client, name, params), [])
        client.close()

    def test_generated(self):
        """Generated parameters are accepted or refused by name, and the reply follows the schema."""
        for name in self.contract.methods:
            if name in LEFT_OUT:
                continue
            with self.subTest(method=name):
                self.generate(name)

    def generate(self, name):
        client = self.daemon.connect()
        devices = strategies.sampled_from(DEVICES)

        @hypothesis.settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        @hypothesis.given(hypothesis_jsonschema.from_schema(self.contract.params(name)), devices)
        def check(params, device):
            if "device" in params:
                params["device"] = device
            json.dumps(params).encode()
            self.assertEqual(self.ask(client, name, params), [])

        try:
            check()
        finally:
            client.close()
        self.harness.result("ping")

    def test_events(self):
        """Events are of the kinds in the document."""
        client = self.daemon.connect()
        client.result("subscribe", allDevices=True)
        client.result("lockDevice")
        client.result("unlockDevice", passcode="1234")
        client.result("ping")
        self.assertIn("deviceLocked", [event["kind"] for event in client.events])
        kinds = self.contract.document["x-events"]
        for event in client.events:
            self.assertIn(event["kind"], json.dumps(kinds))
        client.close()


if __name__ == "__main__":
    unittest.main()
