"""The lockout story of Touch ID through devicesim.py; prints what the app and the harness are told."""

import sys
import threading

sys.path.insert(0, sys.argv[1])
from devicesim import Device, DeviceError


def outcome(pending):
    try:
        return pending.result(timeout=10)["method"]
    except DeviceError as error:
        return f"{error.name} {error.code} {error.domain}"


with Device.fresh(biometryType="touchID", clock="manual") as device:
    events = device.events(kinds=["lockout", "lockoutCleared"])
    app = Device(device.name)  # another process, usually
    for scans in (3, 2):
        login = app.start(app.evaluatePolicy, policy="biometrics", reason="Open the vault")
        for _ in range(scans):
            scan = device.nonMatchingFinger(whenPrompted=True)
        print(scan["failedAttempts"], outcome(login))
    print(next(events)["reason"], app.canEvaluatePolicy("biometrics")["error"]["data"]["name"])

    # Calls that are answered while others go on, and a call taken back.
    login = app.start("evaluatePolicy", policy="owner", reason="Open the vault")
    waiting = device.start("waitFor", kind="lockoutCleared", where={"device": device.name})
    print(device.waitFor("promptShown")["pane"], login.done())
    print(device.enterPasscode("0000", whenPrompted=True)["outcome"])
    print(device.cancelRequest(waiting.id)["changed"], outcome(waiting))
    device.enterPasscode("1234")
    print(outcome(login), device.next_event()["kind"], device.getState()["failedAttempts"])

    try:
        device.matchingFinger()
    except DeviceError as error:
        print(error.name, error.code, error.domain, error.data["reason"])
    for wrong in (lambda: device.setPasscode(), lambda: device.match(identiy="x")):
        try:
            wrong()
        except TypeError as error:
            print(error)
    try:
        Device(device.name, timeout=0.05).evaluatePolicy("biometrics", "Open the vault")
    except TimeoutError as error:
        print(error)

    # One connection, many threads.
    threads = [threading.Thread(target=lambda: [device.ping() for _ in range(50)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    device.secItemAdd(class_="genericPassword", account="me", value="secret")
    print(device.secItemCopyMatching(class_="genericPassword", returnData=True)["items"])
    login = device.start("evaluatePolicy", policy="owner", reason="Open the vault")

try:
    login.result(timeout=10)
except ConnectionError as error:
    print(error)
try:
    Device(socket="/nonexistent/s")
except ConnectionError as error:
    print(error)
