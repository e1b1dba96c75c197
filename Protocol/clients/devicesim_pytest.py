"""A plugin for pytest: a simulated device for each test, and what happened to it when the test fails.

    @pytest.mark.device(biometryType="touchID", passcode="4711")     # how it begins, as for setState; clock="manual"
    def test_login(device):
        ...

    device          a Device of the test's own
    async_device    the same as an AsyncDevice, for whatever runs async tests on asyncio
    device_factory  makes more: device_factory(biometryType="faceID")

Each device has a daemon of its own, so that tests run side by side, and all that happens to it is recorded. Code under
test finds `device` by $DEVICESIM_SOCKET and $DEVICESIM_DEVICE. When a test fails its recording is kept, with a report for
a browser. The wheel brings the plugin along; with the file alone: pytest -p devicesim_pytest. It needs devicesim in PATH.
"""

import json
import re
import shutil
import subprocess
import tempfile
import zlib
from pathlib import Path

import pytest

import devicesim
from devicesim import AsyncDevice, Device

# Tells where the device is, and stays until pytest closes its input, or ends.
_HOLD = 'printf "%s\\n" "$DEVICESIM_SOCKET" "$DEVICESIM_DEVICE" "${DEVICESIM_APP_SOCKET-}"; read -r _'
_PROPERTY = "devicesim report"
_failed, _kept = pytest.StashKey(), pytest.StashKey()


class _RecordedDevice:
    """A device in a daemon of its own, with a recording of all that happens to it."""

    def __init__(self, fields):
        self.folder = Path(tempfile.mkdtemp(prefix="devicesim-pytest-"))
        self.recording = self.folder / "recording.jsonl"
        words = [f"{name}:={json.dumps(value)}" for name, value in fields.items()]
        command = ["devicesim", "record", self.recording, *words, "--", "sh", "-c", _HOLD]
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        except FileNotFoundError:
            self.remove()
            raise pytest.UsageError("there is no 'devicesim' in PATH, which the fixtures for devices need") from None
        lines = [self.process.stdout.readline().rstrip("\n") for _ in range(3)]
        if not lines[0]:
            said = self.process.communicate()[1].strip()
            self.remove()
            raise pytest.UsageError(said or "devicesim record ended at once")
        self.variables = dict(zip(("DEVICESIM_SOCKET", "DEVICESIM_DEVICE", "DEVICESIM_APP_SOCKET"), lines))
        # The daemons are all the same: one is asked for its methods, and the recordings of the others are short.
        interfaces = devicesim._interfaces
        interfaces.update({lines[0]: interface for interface in list(interfaces.values())[:1]})
        try:
            self.device = Device(lines[1], socket=lines[0])
        except BaseException:
            self.end()
            self.remove()
            raise

    def end(self):
        """Ends the daemon and the recording. Returns what could not be recorded."""
        return self.process.communicate()[1].strip()

    def keep(self, path):
        """Moves the recording to `path`.jsonl and writes its report to `path`.html, which it returns."""
        path.parent.mkdir(parents=True, exist_ok=True)
        recording, page = (path.with_name(path.name + end) for end in (".jsonl", ".html"))
        shutil.move(self.recording, recording)
        subprocess.run(["devicesim", "report", recording, "-o", page], check=True, capture_output=True, text=True)
        return page

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.fixture
def device_factory(request):
    """Makes devices of this test's own, each with the fields of its state: device_factory(biometryType="touchID")."""
    made = []

    def make(**fields):
        made.append(_RecordedDevice(fields))
        return made[-1].device

    make.made = made
    yield make
    for number, one in enumerate(made, 1):
        one.device.close()
        said = one.end()
        try:
            if request.node.stash.get(_failed, False):
                name = _file_name(request.node.nodeid) + (f"-{number}" if number > 1 else "")
                folder = Path(request.config.rootpath, request.config.getoption("--devicesim-folder"))
                try:
                    page = one.keep(folder / name)
                    request.node.stash.setdefault(_kept, []).append((_PROPERTY, str(page)))
                except (OSError, subprocess.CalledProcessError) as error:
                    reason = getattr(error, "stderr", None) or error
                    request.node.stash.setdefault(_kept, []).append((_PROPERTY, f"none: {said or reason}"))
        finally:
            one.remove()


@pytest.fixture
def device(request, device_factory, monkeypatch):
    """A device of this test's own, which begins as the mark `device` says; the code under test finds it, too."""
    mark = request.node.get_closest_marker("device")
    device = device_factory(**(mark.kwargs if mark else {}))
    for name, value in device_factory.made[-1].variables.items():
        monkeypatch.setenv(name, value)
    return device


@pytest.fixture
def async_device(device):
    """The device of this test, for asyncio."""
    return AsyncDevice.of(device)


def pytest_addoption(parser):
    parser.getgroup("devicesim", "simulated devices").addoption(
        "--devicesim-folder", default="devicesim-failures", metavar="FOLDER",
        help="where the recordings and reports of failed tests go (default: %(default)s)")


def pytest_configure(config):
    config.addinivalue_line(
        "markers", "device(**fields): how the test's device begins: fields as for setState, and clock='manual'")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    report = (yield).get_result()
    if report.failed:
        item.stash[_failed] = True
    if report.when == "teardown":
        report.user_properties.extend(item.stash.get(_kept, []))


def pytest_terminal_summary(terminalreporter):
    reports = [report for some in terminalreporter.stats.values() for report in some]
    kept = [value for report in reports for name, value in getattr(report, "user_properties", ()) if name == _PROPERTY]
    if kept:
        terminalreporter.section("simulated devices of the failed tests")
        for page in dict.fromkeys(kept):
            terminalreporter.line(page)


def _file_name(test):
    """A file name for a test, another one for each."""
    name = re.sub(r"[^\w.-]+", "-", test).strip("-")
    if len(name) > 120 or re.search(r"[^\w./:\[\]-]", test):
        name = f"{name[:120]}-{zlib.crc32(test.encode()):08x}"
    return name
