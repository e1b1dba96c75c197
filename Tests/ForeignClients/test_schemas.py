"""Every reply is what the OpenRPC document says, to requests of its own and to generated ones."""

import json
import os
import unittest
from pathlib import Path

# What hypothesis keeps from run to run lies beside everything else that is built. It reads this once, early.
os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(Path(__file__).parents[2] / ".build" / "hypothesis"))

import hypothesis
import hypothesis_jsonschema
from hypothesis import strategies

from contract import Contract
from support import Daemon

# How many requests are generated for each method.
EXAMPLES = int(os.environ.get("DEVICESIM_GENERATED_REQUESTS", "15"))
# These end the daemon, or every test after them.
LEFT_OUT = {"shutdown"}
# A device of few names is met more often than one of any.
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
        """Sends a request; what would wait for a prompt or an event is ended. Returns what is wrong."""
        params = dict(params)
        if "timeout" in {param["name"] for param in self.contract.methods[name]["params"]}:
            params["timeout"] = 0
        number = client.start(name, params)
        for _ in range(1000):
            reply = client.reply(number, within=0.02)
            if reply is not None:
                return self.contract.problems(name, reply)
            # It waits for the device's owner: a reset ends that.
            for device in DEVICES:
                self.harness.call("resetDevice", {"device": device})
        return [f"{name}: no reply to {params}"]

    def test_examples(self):
        """Every method's example is answered as its schemas say."""
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
        """Parameters made from the schemas are taken or refused by name, and the reply is as promised."""
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
        """Events are what the document says of their kinds."""
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
