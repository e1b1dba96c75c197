"""What the checks of the farm share: to run a command, to wait for something, to fail."""

import subprocess
import sys
import time

SECONDS = 60


def fail(message):
    sys.exit(f"check-farm: {message}")


def run(*words, **options):
    """Runs a command, which has to succeed, and returns its output; what it says beside it is shown if it fails."""
    line = " ".join(map(str, words))
    try:
        done = subprocess.run(
            words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS, **options)
    except subprocess.TimeoutExpired:
        fail(f"{line}: still runs after {SECONDS} s")
    if done.returncode != 0:
        fail(f"{line}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def expect(what, got, wanted):
    if got != wanted:
        fail(f"{what}: wanted {wanted!r}, got {got!r}")


def wait(what, condition):
    """Waits until a condition holds, and returns its value."""
    deadline = time.monotonic() + SECONDS
    while not (value := condition()):
        if time.monotonic() > deadline:
            fail(f"{what}: not within {SECONDS} s")
        time.sleep(0.05)
    return value
