"""The remote control in a real browser: what a person does there reaches the device, and what happens there is seen."""

import http.server
import json
import os
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

from support import PROGRAMS, BrowserTestCase

# A name and a reason that would do something if they were markup, and that turn the direction of writing.
MARKUP = "<img src=x onerror=document.title=1> \u202ecba"
SHOWN = "<img src=x onerror=document.title=1> \\u{202e}cba"


class Listener:
    """Another server of this machine, which keeps the header fields of the last request, in small letters."""

    def __enter__(self):
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                outer.fields = {name.lower(): value for name, value in self.headers.items()}
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


class PanelTests(BrowserTestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="devicesim-panel-")
        self.addCleanup(folder.cleanup)
        self.environment = {
            **os.environ, "PATH": f"{PROGRAMS}:{os.environ['PATH']}",
            "DEVICESIM_SOCKET": str(Path(folder.name) / "devicesim.sock")}
        self.environment.pop("DEVICESIM_DEVICE", None)
        self.start_daemon()
        self.addCleanup(self.devicesim, "stop", "--force")

    def devicesim(self, *words, check=True):
        return subprocess.run(
            ["devicesim", *words], env=self.environment, check=check, timeout=30, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True).stdout.strip()

    def start_daemon(self):
        self.devicesim("start", "--detach")

    def background(self, *words, **options):
        process = subprocess.Popen(
            ["devicesim", *words], env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def open_panel(self, *words, **view):
        self.panel = self.background("panel", *words, stdin=subprocess.DEVNULL)
        page = self.open(self.panel.stdout.readline().strip(), **view)
        self.expect(page, "#link", "connected")
        return page

    def expect(self, page, place, text):
        """Waits until a place shows a text."""
        page.wait_for_function(
            "([place, text]) => document.querySelector(place)?.textContent.includes(text)", arg=[place, text], timeout=10000)

    def press(self, page, name):
        page.get_by_role("button", name=name, exact=True).click()

    def lay_out(self, page):
        """Nothing is laid out later, and the page's policy takes no style of others."""

    def test_lockout_and_passcode(self):
        """Five faces that do not match lock the sensor, the page says so, and the passcode typed into the phone unlocks it."""
        page = self.open_panel(width=1100)
        phone = page.locator("#phone")
        for count in (1, 3):
            app = self.background("evaluatePolicy", "biometrics", "Log in")
            self.expect(page, "#phone", "Log in")
            self.press(page, "no match")
            self.expect(page, "#facts", f"{count} of 5 failed")
            phone.get_by_role("button", name="Try Again").click()
            self.expect(page, "#phone .title", "Face ID")
            self.press(page, "no match")
            self.expect(page, "#facts", f"{count + 1} of 5 failed")
            phone.get_by_role("button", name="Cancel").click()
            self.expect(page, "#phone", "no prompt")
            self.assertIn("userCancel", app.communicate(timeout=10)[0])
        app = self.background("evaluatePolicy", "owner", "Log in")
        self.expect(page, "#phone", "Log in")
        self.press(page, "no match")
        self.expect(page, "#facts", "LOCKED OUT")
        self.expect(page, "#log", "Locked out: too many failed scans")
        self.expect(page, "#phone", "Enter Passcode")
        self.keep_small_picture(page, "panel", 0, 0, 1100, 585)
        page.get_by_label("Passcode", exact=True).fill("0000")
        page.keyboard.press("Enter")
        self.expect(page, "#outcome", "wrong passcode")
        page.get_by_label("Passcode", exact=True).fill("1234")
        page.keyboard.press("Enter")
        self.expect(page, "#phone", "no prompt")
        self.expect(page, "#facts", "0 of 5 failed")
        self.expect(page, "#log", "The lockout is over")
        self.assertEqual(app.communicate(timeout=10)[0], "success: passcode\n")
        self.assertEqual(page.complaints, [])
        self.assertNotIn("1234", page.content())

    def test_lock_screen(self):
        """The lock screen is on the phone, and opens by the face or by the passcode."""
        page = self.open_panel()
        for button, answer in [("Unlock with Face ID", None), ("Enter", "1234")]:
            self.press(page, "lock")
            self.expect(page, "#phone", "Locked")
            if answer:
                page.get_by_label("Passcode", exact=True).fill(answer)
            page.locator("#phone").get_by_role("button", name=button).click()
            self.expect(page, "#facts", "unlocked")

    def test_two_devices(self):
        """What is pressed reaches the chosen device only; a page for each shows its own."""
        page = self.open_panel()
        page.get_by_text("Another device").click()
        page.locator("#name").fill("tablet")
        page.locator("#sensor").select_option("touchID")
        self.press(page, "Create it")
        self.expect(page, "#facts", "Touch ID")
        other = page.context.new_page()
        other.goto(page.url)
        self.expect(other, "#facts", "Face ID")
        self.press(page, "lock")
        self.expect(page, "#phone", "Locked")
        self.assertIn("unlocked", other.locator("#facts").inner_text())
        self.assertEqual(self.devicesim("--device", "tablet", "getState", "deviceLocked"), "true")
        self.assertEqual(self.devicesim("--device", "default", "getState", "deviceLocked"), "false")
        page.reload()
        self.expect(page, "#facts", "Touch ID")
        self.devicesim("deleteDevice", "tablet")
        self.expect(page, "#devices", "(gone)")
        page.locator("#devices").select_option("default")
        self.expect(page, "#facts", "Face ID")
        self.assertNotIn("tablet", page.locator("#devices").inner_text())

    def test_many_devices(self):
        """Of very many devices the first thousand are listed, and the one that is shown."""
        page = self.open_panel("--device", "z")
        requests = [{"jsonrpc": "2.0", "id": number, "method": "createDevice", "params": {"device": f"d{number:04}"}}
                    for number in range(1500)]
        requests.append({"jsonrpc": "2.0", "id": "z", "method": "createDevice", "params": {"device": "z"}})
        lines = "".join(json.dumps(request) + "\n" for request in requests)
        subprocess.run(["devicesim", "connect"], env=self.environment, input=lines, check=True, timeout=30, text=True,
                       stdout=subprocess.DEVNULL)
        self.expect(page, "#devices", "and 501 more")
        self.expect(page, "#facts", "Face ID")
        self.assertEqual(page.locator("#devices").input_value(), "z")
        self.assertEqual(page.locator("#devices option").count(), 1002)

    def test_restarted_daemon(self):
        """When the daemon is gone the page says so, and goes on with the next one by itself."""
        page = self.open_panel()
        self.press(page, "lock")
        self.expect(page, "#phone", "Locked")
        self.devicesim("stop", "--force")
        self.expect(page, "#link", "no daemon listens on")
        self.assertIn("locked", page.locator("#log").inner_text())
        self.press(page, "match")
        self.expect(page, "#outcome", "nothing was done")
        self.start_daemon()
        self.expect(page, "#link", "connected")
        self.expect(page, "#facts", "unlocked")
        self.assertNotIn("locked", page.locator("#log").inner_text())
        self.press(page, "lock")
        self.expect(page, "#phone", "Locked")

    def test_hostile_texts(self):
        """Names and reasons are text: no markup, and what is not seen is written out."""
        page = self.open_panel()
        self.devicesim("createDevice", MARKUP)
        page.wait_for_function("() => document.querySelector('#devices').options.length === 2")
        page.locator("#devices").select_option(MARKUP)
        self.expect(page, "#devices", SHOWN)
        self.background("--device", MARKUP, "evaluatePolicy", "owner", MARKUP, f"app={MARKUP}", f"cancelTitle={MARKUP}")
        for place in ["#phone .reason", "#phone .behind", "#phone .buttons", "#log", "#facts"]:
            self.expect(page, place, SHOWN)
        self.devicesim("--device", MARKUP, "setState", f"identities:={json.dumps([MARKUP])}")
        page.wait_for_function("() => document.querySelector('[data-path=identities]').value.includes('\\\\u202e')")
        self.assertEqual(page.locator("img").count(), 0)
        self.assertNotEqual(page.title(), "1")
        self.assertNotIn("\u202e", page.locator("body").inner_text())
        self.assertEqual(page.complaints, [])

    def test_state_form(self):
        """The form has every field that can be set, sets what was changed, and says what is wrong."""
        page = self.open_panel()
        paths = page.eval_on_selector_all("[data-path]", "all => all.map((control) => control.dataset.path)")
        document = json.loads((Path(__file__).parents[2] / "Protocol" / "openrpc.json").read_text())
        [method] = [method for method in document["methods"] if method["name"] == "setState"]
        names = {parameter["name"] for parameter in method["params"]} - {"device"}
        self.assertEqual({path.split(".")[0] for path in paths}, names)
        page.locator("[data-path=failedAttempts]").fill("3")
        page.locator("[data-path=passcode]").fill("4711")
        page.locator("summary", has_text="behavior").click()
        page.locator("[data-path='behavior.maxFailures']").fill("7")
        self.press(page, "Set what was changed")
        self.expect(page, "#facts", "3 of 7 failed")
        self.assertEqual(page.locator("[data-path=passcode]").input_value(), "")
        self.assertEqual(page.locator(".changed").count(), 0)
        page.locator("[data-path=identities]").fill('["a", "b", "c"]')
        self.press(page, "Set what was changed")
        self.expect(page, "#outcome", "identities")
        self.assertEqual(page.locator(".changed").count(), 1)
        self.press(page, "Forget changes")
        self.assertEqual(page.locator("[data-path=identities]").input_value(), '["face-1"]')

    def test_an_app_is_not_needed(self):
        """A prompt can be asked for on the page, and outlives the answer that it waits."""
        page = self.open_panel()
        page.get_by_text("Ask as an app").click()
        page.locator("#reason").fill("Open the diary")
        self.press(page, "Show the prompt")
        self.expect(page, "#phone", "Open the diary")
        self.expect(page, "#outcome", "waiting")
        self.press(page, "match")
        self.expect(page, "#log", "The prompt succeeds by biometry")

    def test_keyboard(self):
        """Everything is reached with the keyboard, and an answer leaves the focus in the phone."""
        page = self.open_panel()
        self.background("evaluatePolicy", "owner", "Log in")
        self.expect(page, "#phone", "Log in")
        self.press(page, "no match")
        self.expect(page, "#phone", "Try Again")
        page.locator("#phone").get_by_role("button", name="Try Again").focus()
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector('#phone').contains(document.activeElement)")

    def test_many_pages(self):
        """Of more pages than there is room for the oldest pauses, says so, and can go on."""
        page = self.open_panel()
        others = [page.context.new_page() for _ in range(4)]
        for other in others:
            other.goto(page.url)
            self.expect(other, "#link", "connected")
        self.expect(page, "#link", "paused")
        self.press(page, "go on here")
        self.expect(page, "#link", "connected")
        self.expect(others[0], "#link", "paused")

    def test_end(self):
        """A page says so when its panel has ended."""
        page = self.open_panel()
        self.panel.terminate()
        self.assertEqual(self.panel.wait(10), 143)
        self.expect(page, "#link", "may have ended")
        self.press(page, "match")
        self.expect(page, "#outcome", "the panel has ended")

    def test_only_this_browser(self):
        """The address opens the page once; another browser gets nothing, and the cookie goes to no other port."""
        page = self.open_panel()
        self.assertRegex(page.url, r"^http://127\.0\.0\.1:\d+/[0-9a-f]{32}/$")
        [cookie] = page.context.cookies(page.url)
        self.assertEqual((cookie["httpOnly"], cookie["sameSite"], cookie["domain"]), (True, "Strict", "127.0.0.1"))
        self.assertEqual(page.evaluate("document.cookie"), "")
        page.reload()
        self.expect(page, "#link", "connected")
        other = self.browser.new_context()
        self.addCleanup(other.close)
        response = other.request.get(page.url)
        self.assertEqual((response.status, response.body()), (403, b""))
        with Listener() as listener:
            stranger = page.context.new_page()
            stranger.goto(listener.address)
            self.assertNotIn("cookie", listener.fields)

    def test_other_pages(self):
        """A page of another origin neither shows the panel in a frame, nor asks it for anything."""
        page = self.open_panel()
        stranger = page.context.new_page()
        stranger.route("http://evil.test/", lambda route: route.fulfill(content_type="text/html", body="<iframe></iframe>"))
        stranger.goto("http://evil.test/")
        address = json.dumps(page.url)
        refused = stranger.evaluate(f"""async () => {{
          const ask = (path, options) => fetch({address} + path, options).then(() => "answered", () => "refused");
          return [
            await ask("", {{ credentials: "include", mode: "no-cors" }}),
            await ask("call", {{ credentials: "include", mode: "no-cors", method: "POST", body: "{{}}" }}),
          ];
        }}""")
        # A GET without the cookie, which another site does not send, is told nothing but that it may not.
        self.assertEqual(refused[1], "refused")
        stranger.evaluate(f"document.querySelector('iframe').src = {address}")
        stranger.wait_for_timeout(300)
        self.assertNotIn("devicesim panel", "".join(frame.content() for frame in stranger.frames[1:]))

    def test_layout(self):
        """At the widths of a phone and of a screen, in light and dark: nothing overlaps, is cut, or is hard to read."""
        for width, scheme in [(360, "light"), (360, "dark"), (800, "light"), (1280, "light"), (1280, "dark")]:
            with self.subTest(width=width, scheme=scheme):
                page = self.open_panel(width=width, scheme=scheme)
                app = self.background("evaluatePolicy", "owner", "Open the diary that only its owner may read")
                self.expect(page, "#phone", "diary")
                self.press(page, "no match")
                self.expect(page, "#phone", "Try Again")
                for details in page.locator("summary").all():
                    details.click()
                self.check_layout(page)
                self.check_accessibility(page)
                for details in page.locator("summary").all():
                    details.click()
                page.mouse.move(0, 0)
                self.keep_picture(page, f"panel-{width}-{scheme}", full_page=True)
                app.kill()
                self.devicesim("resetDevice")


if __name__ == "__main__":
    unittest.main()
