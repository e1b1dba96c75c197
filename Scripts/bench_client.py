"""Measures the Python client for Scripts/bench: prints how long Device() takes, and how many stories there are in a second.

usage: bench_client.py SOCKET SECONDS
"""

import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Protocol" / "clients"))
from devicesim import Device, DeviceError  # noqa: E402


def opening():
    Device(socket=sys.argv[1]).close()


def story():
    """A fresh device, five wrong fingers, and the lockout."""
    with Device.fresh(socket=sys.argv[1], biometryType="touchID") as device:
        for tries in (3, 2):
            login = device.start("evaluatePolicy", policy="biometrics", reason="Log in")
            for _ in range(tries):
                device.nonMatchingFinger(whenPrompted=True)
            try:
                login.result(timeout=5)
            except DeviceError as error:
                name = error.name
        if name != "biometryLockout":
            sys.exit(f"bench_client: the story ends with {name}")


def each(action):
    """How many seconds one takes."""
    action()
    count, start = 0, time.perf_counter()
    while (took := time.perf_counter() - start) < float(sys.argv[2]):
        action()
        count += 1
    return took / count


print(json.dumps({"open": each(opening) * 1e9, "stories": 1 / each(story)}))
