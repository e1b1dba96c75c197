"""A Slurm cluster on this host, for programs in `alone`: munge, the controller, and the nodes of slurm.conf.

A node is a slurmd in a process namespace of its own: when the slurmd is killed, all that it runs dies with it, as when
a machine loses its power.
"""

import os
import re
import secrets
import signal
import subprocess
import sys
from pathlib import Path

from commands import run, wait

CONFIGURATION = Path(__file__).resolve().with_name("slurm.conf")
FOLDER = Path("/run/farm")


def start(name, *words):
    """Starts a service, which writes a log of its name."""
    with open(FOLDER / f"{name}.log", "ab") as log:
        return subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log)


class Node:
    """A slurmd and its tasks."""

    def __init__(self, name):
        self.name = name
        (FOLDER / name).mkdir()
        alone = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"]
        self.process = start(name, *alone, "slurmd", "-D", "-N", name)

    @property
    def state(self):
        return run("sinfo", "--noheader", f"--nodes={self.name}", "--format=%t").strip()

    @property
    def slurmd(self):
        return int(Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text())

    def signal_all(self, number):
        """Sends a signal to every process of the node."""
        space = os.readlink(f"/proc/{self.slurmd}/ns/pid")
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if os.readlink(process / "ns" / "pid") == space:
                    os.kill(int(process.name), number)
            except (FileNotFoundError, ProcessLookupError):
                continue

    def die_during(self, tasks):
        """Kills the slurmd while `tasks()`, what the node is in the middle of, is not empty, and returns it."""

        def frozen():
            # A frozen node cannot finish what it runs, so it is certain what dies with it.
            self.signal_all(signal.SIGSTOP)
            running = tasks()
            if not running:
                self.signal_all(signal.SIGCONT)
            return running

        running = wait(f"tasks on {self.name}", frozen)
        os.kill(self.slurmd, signal.SIGKILL)
        return running


class Cluster:
    """The services, during a `with`; if that fails, the ends of their logs are shown."""

    def __enter__(self):
        os.environ["SLURM_CONF"] = str(CONFIGURATION)
        key = FOLDER / "munge.key"
        key.touch(mode=0o600)
        key.write_bytes(secrets.token_bytes(128))
        files = [f"--{kind}-file={FOLDER}/munge.{kind}" for kind in ["key", "pid", "seed"]]
        start("munged", "munged", "--foreground", "--origin=127.0.0.1", f"--socket={FOLDER}/munge.sock", *files)
        wait("munge", (FOLDER / "munge.sock").exists)
        (FOLDER / "state").mkdir()
        start("slurmctld", "slurmctld", "-D")
        names = re.findall(r"^NodeName=(\w+)", CONFIGURATION.read_text(encoding="utf-8"), re.M)
        self.nodes = [Node(name) for name in names]
        wait("the controller", lambda: subprocess.run(["scontrol", "ping"], capture_output=True).returncode == 0)
        wait("idle nodes", lambda: all(node.state == "idle" for node in self.nodes))
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            return
        for log in sorted(FOLDER.glob("*.log")):
            print(f"== {log.name}", *log.read_text(errors="replace").splitlines()[-10:], sep="\n", file=sys.stderr)
