"""What the tests of the pages share: the executables, and a page in the system's browser that is asked what is seen."""

import base64
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(os.environ.get("DEVICESIM_BIN", ROOT / ".build" / "debug")).resolve()
# Where the pictures of the pages are kept, for people to look at.
PICTURES = os.environ.get("DEVICESIM_PICTURES")
BROWSER = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
try:
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import sync_playwright
except ImportError:
    Axe = sync_playwright = None

# Widths and schemes at which the pages are looked at: a phone, a tablet upright, a half and a whole screen.
VIEWS = [(360, "light"), (600, "dark"), (900, "light"), (1440, "dark")]

# The elements that show text of their own.
TEXTS = """
const texts = [...document.querySelectorAll("body *")].filter((element) =>
  !element.closest("svg, .hidden") && element.checkVisibility({ visibilityProperty: true }) &&
  [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()));
const boxes = (element) => [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
  .flatMap((node) => { const range = document.createRange(); range.selectNodeContents(node);
    return [...range.getClientRects()]; }).filter((box) => box.width > 1 && box.height > 1 && isShown(element, box));
// What was scrolled away inside of the page is not seen.
const isShown = (element, box) => {
  const frame = element.closest("[tabindex]")?.getBoundingClientRect();
  return !frame || (box.bottom > frame.top && box.top < frame.bottom);
};
const name = (element) => `<${element.localName} class="${element.className}"> ${element.textContent.trim().slice(0, 40)}`;
"""

# Texts that lie on each other, though neither holds the other. What sticks above what scrolls is left out.
OVERLAPS = "() => {" + TEXTS + """
const placed = texts.filter((element) => !element.closest("header, .sticky"))
  .flatMap((element) => boxes(element).map((box) => ({ element, box }))).sort((a, b) => a.box.top - b.box.top);
const found = [];
for (let i = 0; i < placed.length; i++) {
  for (let j = i + 1; j < placed.length && placed[j].box.top < placed[i].box.bottom - 2; j++) {
    const [a, b] = [placed[i], placed[j]];
    if (a.element === b.element || a.element.contains(b.element) || b.element.contains(a.element)) continue;
    const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
    const height = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
    if (width > 2 && height > 3) found.push(`${name(a.element)} | ${name(b.element)}`);
  }
}
return found.slice(0, 10);
}"""

# Texts that are wider or higher than what shows them, reach out of the window, or are broken letter by letter.
CUTS = "() => {" + TEXTS + """
const found = [];
for (const element of texts) {
  const style = getComputedStyle(element);
  const scrolls = element.closest("[tabindex]");
  if (style.display !== "inline" && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2)
      && style.overflow !== "visible" && element !== scrolls) found.push("cut: " + name(element));
  const rows = boxes(element);
  if (!scrolls && rows.some((box) => box.left < -1 || box.right > innerWidth + 1)) found.push("outside: " + name(element));
  if (rows.length > 3 && rows.every((box) => box.width < 3 * parseFloat(style.fontSize) / 2))
    found.push("letters: " + name(element));
}
return found.slice(0, 10);
}"""


def run(*words, **options):
    """Runs a program of the product and returns what it printed."""
    env = {**options.pop("env", os.environ), "PATH": f"{PROGRAMS}:{os.environ['PATH']}"}
    return subprocess.run(list(map(str, words)), env=env, check=True, timeout=300, stdout=subprocess.PIPE, text=True, **options).stdout


@unittest.skipUnless(BROWSER, "there is no chromium")
@unittest.skipUnless(sync_playwright, "there is no playwright with axe")
class BrowserTestCase(unittest.TestCase):
    """Tests with one browser for all of the class."""

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="devicesim-browser-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.driver = sync_playwright().start()
        cls.addClassCleanup(cls.driver.stop)
        # The sandbox needs what root does not have.
        sandbox = [] if os.getuid() else ["--no-sandbox"]
        cls.browser = cls.driver.chromium.launch(executable_path=BROWSER, args=sandbox)
        cls.addClassCleanup(cls.browser.close)

    def open(self, address, width=900, scheme="light", height=800, **options):
        """A page in a window of its own. What it says on the console, or asks for elsewhere, is in `page.complaints`."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce", **options)
        self.addCleanup(context.close)
        page = context.new_page()
        page.complaints = []
        page.on("console", lambda message: page.complaints.append(message.text))
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        page.goto(address if "://" in str(address) else Path(address).as_uri())
        return page

    def keep_picture(self, page, name, **options):
        if PICTURES:
            page.screenshot(path=Path(PICTURES) / f"{name}.png", **options)

    def keep_small_picture(self, page, name, x, y, width, height):
        """A part of the page, for the README, as WebP: half as large as PNG."""
        if PICTURES:
            taken = page.context.new_cdp_session(page).send("Page.captureScreenshot", {
                "format": "webp", "quality": 80, "clip": {"x": x, "y": y, "width": width, "height": height, "scale": 1}})
            (Path(PICTURES) / f"{name}.webp").write_bytes(base64.b64decode(taken["data"]))

    def lay_out(self, page):
        """Lays out what is not in the window, too."""
        page.add_style_tag(content="* { content-visibility: visible !important }")

    def check_layout(self, page):
        """No text lies on another, is cut, or reaches out of the window, and the window does not scroll sideways."""
        self.lay_out(page)
        self.assertEqual(page.evaluate(OVERLAPS), [])
        self.assertEqual(page.evaluate(CUTS), [])
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), page.viewport_size["width"])

    def check_accessibility(self, page):
        """What axe finds, best practices and contrast (4.5 for text) included."""
        results = Axe().run(page)
        self.assertEqual(
            [f"{rule['id']}: {node['html']} {node['failureSummary']}"
             for rule in results.response["violations"] for node in rule["nodes"][:3]], [])
        return results
