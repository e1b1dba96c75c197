"""The lockout story of Touch ID through devicesim.py; prints what the app and the harness are told."""

import os
import sys
import threading
import warnings

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

    # A fork copies the connection, but not the thread that reads it.
    events, parent = device.events(kinds=["lockout"]), os.getpid()
    sys.stdout.flush()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forks with threads, since Python 3.12
        child = os.fork()
    if child == 0:
        for call in (device.ping, lambda: device.start("ping"), lambda: next(events), device.next_event):
            try:
                call()
            except ConnectionError as error:
                print(str(error).replace(f"process {os.getpid()}", "process CHILD")
                      .replace(f"process {parent}", "process PARENT").replace(device.name, "NAME"))
        with Device(device.name) as own:
            print(own.setState(failedAttempts=4)["changed"])
        device.close()
        sys.stdout.flush()
        os._exit(0)
    print(os.waitpid(child, 0)[1], device.getState()["failedAttempts"])
    login = device.start("evaluatePolicy", policy="owner", reason="Open the vault")

try:
    login.result(timeout=10)
except ConnectionError as error:
    print(error)
try:
    Device(socket="/nonexistent/s")
except ConnectionError as error:
    print(error)
