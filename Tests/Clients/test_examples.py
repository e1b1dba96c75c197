"""The examples of the pages run as they stand and print what stands beside them."""

import re
import shutil
import unittest

from support import CLIENTS, DaemonTestCase, environment, examples, needs, run


class ExampleTests(DaemonTestCase):
    def check(self, language, *command):
        found = [text for _, text in examples(language) if "import pytest" not in text]
        self.assertGreaterEqual(len(found), 2)
        for text in found:
            with self.subTest(text.strip().splitlines()[-1]):
                example = self.write(f"example.{command[-1]}", text)
                printed, status = run(*command[:-1], example, env=environment(DEVICESIM_SOCKET=self.socket))
                self.assertEqual(status, 0, printed)
                wanted = re.findall(r"(?:print|console\.log)\(.*\);? +(?:#|//) (.*)", text)
                self.assertEqual(printed.splitlines(), wanted)

    def test_the_python_examples(self):
        self.check("python", "python", "-W", "error", "py")

    @needs("node")
    def test_the_node_examples(self):
        shutil.copy(CLIENTS / "devicesim.mjs", self.folder)
        self.check("js", "node", "mjs")


if __name__ == "__main__":
    unittest.main()
