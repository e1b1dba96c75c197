"""The plugin for pytest, in runs of pytest."""

import unittest
from pathlib import Path

from support import TestCase, environment, examples, needs, run

SUITE = """\
import subprocess
import pytest

@pytest.mark.device(biometryType="touchID", passcode="4711", behavior={"maxFailures": 3})
def test_passes(device):
    login = device.start(device.evaluatePolicy, "biometrics", "Log in")
    device.matchingFinger(whenPrompted=True)
    assert login.result(5)["method"] == "biometry"
    assert subprocess.check_output(["devicesim", "getState", "biometryType"], text=True) == "touchID\\n"

def test_fails(device):
    device.start("evaluatePolicy", policy="biometrics", reason="Log in")
    device.nonMatchingFace(whenPrompted=True)
    device.enterPasscode("1234")

def test_two_devices(device_factory):
    first, second = device_factory(biometryType="touchID"), device_factory()
    assert type(first) is type(second), "the daemons are the same, and so are their methods"
    assert first.getState()["biometryType"] == second.getState()["biometryType"]

@pytest.mark.parametrize("turn", range(6))
def test_turns(device, turn):
    assert device.getState()["failedAttempts"] == 0
    device.setState(failedAttempts=4)
"""


@needs("pytest")
class PytestPluginTests(TestCase):
    def pytest(self, *words, **variables):
        return run(
            "pytest", "-p", "devicesim_pytest", "-p", "no:cacheprovider", *words, cwd=self.folder,
            env=environment(**variables))

    def kept(self):
        return sorted(path.name for path in (self.folder / "devicesim-failures").glob("*"))

    def test_a_failed_test_leaves_its_recordings_and_reports_and_its_error_is_at_its_own_line(self):
        self.write("test_it.py", SUITE)
        printed, status = self.pytest()
        self.assertEqual(status, 1, printed)
        self.assertIn("2 failed, 7 passed", printed)
        names = ["test_it.py-test_fails", "test_it.py-test_two_devices", "test_it.py-test_two_devices-2"]
        self.assertEqual(self.kept(), sorted(name + end for name in names for end in (".html", ".jsonl")))
        for name in names:
            self.assertIn(f"devicesim-failures/{name}.html", printed)
            replayed, status = run("devicesim", "replay", self.folder / "devicesim-failures" / f"{name}.jsonl")
            self.assertEqual(status, 0, replayed)
        self.assertIn("test_it.py:14: DeviceError", printed)
        self.assertNotIn("devicesim.py:", printed, "no line of the client")
        page = (self.folder / "devicesim-failures" / f"{names[0]}.html").read_text(encoding="utf-8")
        self.assertIn("Log in", page)

    def test_what_cannot_connect_or_begin_is_shown_at_the_line_of_the_test(self):
        self.write("test_it.py", """\
from devicesim import Device

def test_socket():
    Device(socket="/nonexistent/s")

def test_field(device):
    Device.fresh(socket=device.path, failedAttempts=-1)
""")
        printed, _ = self.pytest()
        self.assertIn("test_it.py:4: ConnectionError", printed)
        self.assertIn("test_it.py:7: DeviceError", printed)
        self.assertNotIn("devicesim.py:", printed)

    def test_workers_side_by_side_have_devices_of_their_own(self):
        try:
            import xdist  # noqa: F401
        except ImportError:
            self.skipTest("there is no pytest-xdist")
        self.write("test_it.py", SUITE)
        printed, _ = self.pytest("-n", "3")
        self.assertIn("2 failed, 7 passed", printed)
        self.assertEqual(len(self.kept()), 6)
        self.assertIn("devicesim-failures/test_it.py-test_fails.html", printed)

    def test_the_examples_of_the_page_pass(self):
        example = next(text for _, text in examples("python") if "import pytest" in text)
        self.write("test_example.py", example)
        self.write("conftest.py", """\
import asyncio
import inspect
import pytest

def pytest_configure(config):
    config.addinivalue_line("markers", "asyncio: runs on asyncio")

@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    if inspect.iscoroutinefunction(pyfuncitem.obj):
        asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}))
        return True
""")
        printed, status = self.pytest("-p", "no:asyncio")
        self.assertEqual(status, 0, printed)
        self.assertEqual(self.kept(), [], "only of tests that failed")

    def test_what_is_missing_or_wrong_is_said_in_one_line(self):
        self.write("test_it.py", """\
import pytest

@pytest.mark.device(biometryTyp="touchID")
def test_field(device):
    pass
""")
        printed, _ = self.pytest()
        self.assertIn("biometryType", printed)
        printed, _ = self.pytest(PATH=f"{Path(self.which('pytest')).parent}:/usr/bin:/bin")
        self.assertIn("there is no 'devicesim' in PATH", printed)

    @staticmethod
    def which(name):
        import shutil

        return shutil.which(name, path=environment()["PATH"])


if __name__ == "__main__":
    unittest.main()
