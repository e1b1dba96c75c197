"""The progress of long work, for the scripts in Python; common.sh has the same for those in Bash."""

import os
import shutil
import sys
import time


class Progress:
    """How far long work is, on standard error. On a terminal one line is rewritten in place, from the second `quiet` on;
    elsewhere there is a line in ten seconds."""

    def __init__(self, total, quiet=1, clock=time.monotonic):
        self.total, self.quiet, self.clock = total, quiet, clock
        self.start = self.last = clock()
        self.in_place = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self.is_up = False

    def show(self, done, what):
        now = self.clock()
        text = f"{done} of {self.total}{self.left(done, now)}: {what}"
        if self.in_place:
            if now - self.start >= self.quiet:
                self.is_up = True
                self.write(f"\r{text[:shutil.get_terminal_size().columns - 1]}\033[K")
        elif now - self.last >= 10:
            self.last = now
            self.write(f"{text}\n")

    def clear(self):
        if self.is_up:
            self.is_up = False
            self.write("\r\033[K")

    def left(self, done, now):
        if not 0 < done < self.total:
            return ""
        seconds = int((now - self.start) * (self.total - done) / done)
        return f", {seconds} s left" if seconds < 120 else f", {-(-seconds // 60)} min left"

    @staticmethod
    def write(text):
        sys.stderr.write(text)
        sys.stderr.flush()
