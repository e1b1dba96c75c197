"""What the tests of the clients share: the executables, a daemon, and programs that may be missing."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLIENTS = ROOT / "Protocol" / "clients"
PROGRAMS = Path(os.environ.get("DEVICESIM_BIN", ROOT / ".build" / "debug")).resolve()
PAGES = [ROOT / "README.md", CLIENTS / "README.md"]
sys.path.insert(0, str(CLIENTS))


def environment(**more):
    """The variables for a program: the executables and the clients are found, and nothing else of devicesim."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("DEVICESIM_")}
    path = f"{PROGRAMS}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    return {**kept, "PATH": path, "PYTHONPATH": str(CLIENTS), "PYTHONDONTWRITEBYTECODE": "1", **more}


def run(*words, **options):
    """Runs a program and returns what it printed and its status."""
    options = {"env": environment(), **options}
    done = subprocess.run(
        list(map(str, words)), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        timeout=300, **options)
    return done.stdout, done.returncode


def examples(language):
    """The examples of the pages in a language, each with the page it stands on."""
    for page in PAGES:
        for number, text in enumerate(re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.S), 1):
            yield f"{page.parent.name}-{number}", text


def has_program(name):
    return shutil.which(name, path=environment()["PATH"]) is not None


def needs(name):
    """Leaves a test out by name where a program is missing."""
    return unittest.skipUnless(has_program(name), f"there is no {name}")


class TestCase(unittest.TestCase):
    """Tests with a folder of their own."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="devicesim-clients-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path


class DaemonTestCase(TestCase):
    """Tests with a daemon for all of the class."""

    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.mkdtemp(prefix="devicesim-clients-")
        cls.socket = f"{cls.place}/s"
        printed, status = run("devicesim", "--socket", cls.socket, "start", "--detach")
        assert status == 0, printed

    @classmethod
    def tearDownClass(cls):
        run("devicesim", "--socket", cls.socket, "shutdown")
        shutil.rmtree(cls.place, ignore_errors=True)
