"""Sessions to look at, played on a real device by the client for Python, which `devicesim record` runs."""

import sys

from devicesim import Device, DeviceError

APP = "com.example.diary"


def unlock(device, reason, policy="biometrics"):
    return device.start("evaluatePolicy", policy=policy, reason=reason, app=APP)


def lockout():
    """A face that is not recognised, a lockout, the passcode, and a day later the lock screen."""
    with Device() as device:
        login = unlock(device, "Log in")
        device.nonMatchingFace(whenPrompted=True)
        device.tapTryAgain()
        device.matchingFace()
        login.result(timeout=10)
        diary = unlock(device, "Open the diary", policy="owner")
        device.unreadableScan(whenPrompted=True)
        device.tapTryAgain()
        device.nonMatchingFace()
        device.tapTryAgain()
        device.nonMatchingFace()
        try:
            device.tapTryAgain()
        except DeviceError:
            pass
        device.tapFallback()
        device.enterPasscode("9999")
        device.enterPasscode("1234")
        diary.result(timeout=10)
        device.setState(failedAttempts=4)
        last = unlock(device, "Pay 12 €")
        device.nonMatchingFace(whenPrompted=True)
        device.advanceClock(86400)
        device.lockDevice()
        device.unlockDevice(passcode="1234")
        again = unlock(device, "Close the account")
        device.tapCancel(whenPrompted=True)
        for answer in [last, again]:
            try:
                answer.result(timeout=10)
            except DeviceError:
                pass


def long():
    """A thousand steps."""
    with Device() as device:
        for number in range(250):
            login = unlock(device, f"Log in for the {number + 1}th time")
            device.nonMatchingFace(whenPrompted=True)
            device.tapTryAgain()
            device.matchingFace()
            login.result(timeout=10)


def hostile():
    """Names and reasons that would be markup, or turn the writing."""
    with Device() as device:
        for text in ["<script>document.title='owned'</script>", "\"'><img src=x onerror=alert(1)>", "&lt;b&gt;",
                     "a\u202eb\u2066c", "line\nbreak\ttab\u0007bell\u001b[31mred", "</style></svg><h1>big", "x" * 200]:
            # No app is called with control characters.
            app = text if text.isprintable() else APP
            asked = device.start("evaluatePolicy", policy="biometrics", reason=text, app=app)
            device.tapCancel(whenPrompted=True)
            try:
                asked.result(timeout=10)
            except DeviceError:
                pass


if __name__ == "__main__":
    {"lockout": lockout, "long": long, "hostile": hostile}[sys.argv[1]]()
