"""The page that `devicesim report` makes of a session, in a browser: what is seen, at a phone's width and at a screen's."""

import os
import re
import stat
import subprocess
import sys
import unittest

from support import ROOT, VIEWS, BrowserTestCase, run

STORIES = ROOT / "Tests" / "Browser" / "stories.py"


class ReportTestCase(BrowserTestCase):
    @classmethod
    def report(cls, story, *options):
        """Records a story with a manual clock, and makes its page."""
        recording, page = cls.folder / f"{story}.jsonl", cls.folder / f"{story}.html"
        env = {**os.environ, "PYTHONPATH": str(ROOT / "Protocol" / "clients"), "PYTHONDONTWRITEBYTECODE": "1"}
        run("devicesim", "record", recording, "clock=manual", "--", sys.executable, STORIES, story, env=env)
        run("devicesim", "report", recording, "-o", page, *options)
        return page


class LookTests(ReportTestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.page = cls.report("lockout")

    def test_at_four_widths_and_schemes_no_text_is_cut_or_lies_on_another_and_axe_finds_nothing(self):
        for width, scheme in VIEWS:
            with self.subTest(width=width, scheme=scheme):
                page = self.open(self.page, width, scheme)
                self.keep_picture(page, f"report-{width}-{scheme}")
                self.check_layout(page)
                self.keep_picture(page, f"report-{width}-{scheme}-whole", full_page=True)
                self.check_accessibility(page)
                self.assertEqual(page.complaints, [])

    def test_dark_is_dark_and_light_is_light(self):
        grounds = [self.open(self.page, scheme=scheme).evaluate("getComputedStyle(document.body).backgroundColor")
                   for scheme in ["light", "dark"]]
        self.assertEqual(grounds, ["rgb(255, 255, 255)", "rgb(21, 21, 23)"])

    def test_below_600_pixels_the_columns_of_a_step_stack(self):
        place = """(() => { const step = [...document.querySelectorAll('.step')].find((step) => step.querySelector('.seen'));
          return ['.when', '.what', '.seen'].map((part) => step.querySelector(part).getBoundingClientRect().left); })()"""
        self.assertEqual(len(set(self.open(self.page, 360).evaluate(place))), 1)
        self.assertEqual(len(set(self.open(self.page, 1440).evaluate(place))), 3)

    def test_the_prompt_is_drawn_with_the_scan_or_the_button_and_its_steps_tell_the_story(self):
        page = self.open(self.page)
        self.lay_out(page)
        stories = page.locator(".step h3").all_inner_texts()
        for text in ["com.example.diary asks for Face ID: “Log in”", "Face not recognised, 1 of 5", "The person taps “Try Again”",
                     "Face recognised", "Face could not be read; it counts as nothing", "The person taps “Enter Passcode”",
                     "The person enters the wrong passcode", "The person enters the right passcode",
                     "Face not recognised, 5 of 5", "The clock went on by 24 h"]:
            self.assertIn(text, [story.strip() for story in stories])
        step = page.locator(".step", has=page.get_by_role("heading", name="The person taps “Enter Passcode”"))
        self.assertEqual(step.locator(".phone .pressed").all_inner_texts(), ["Enter Passcode"])
        self.assertEqual(step.locator(".phone .title").all_inner_texts(), ["Face not recognised", "Enter Passcode"])

    def test_a_bar_of_the_timeline_leads_to_its_step_by_mouse_and_by_key(self):
        for width, scheme in VIEWS:
            with self.subTest(width=width):
                page = self.open(self.page, width, scheme)
                page.locator(".timeline a:not([tabindex])").nth(1).press("Enter")
                self.assertRegex(page.url, r"#s\d+$")
                target = page.locator(":target")
                self.assertIn("asks for Face ID", target.locator("h3").inner_text())
                sticky = page.locator(".sticky").bounding_box()
                self.assertGreaterEqual(target.bounding_box()["y"], sticky["y"] + sticky["height"] - 1)

    def test_the_filter_shows_steps_of_one_kind_stays_in_sight_and_hides_no_step_that_a_link_leads_to(self):
        page = self.open(self.page)
        shown = "[...document.querySelectorAll('.step')].filter((step) => step.checkVisibility()).length"
        every = page.evaluate(shown)
        for choice in page.get_by_role("radio").all():
            choice.check()
            label = choice.locator("..").inner_text()
            self.assertEqual(page.evaluate(shown), int(re.search(r"\d+$", label.strip())[0]), label)
        page.get_by_role("radio", name="Locks").focus()
        page.get_by_role("radio", name="Locks").press("Space")
        self.assertLess(page.evaluate(shown), every)
        page.get_by_role("radio", name="Locks").press("ArrowLeft")
        self.assertTrue(page.get_by_role("radio", name="Scans and taps").is_checked())
        page.evaluate("location.hash = '#s1'")
        self.assertTrue(page.locator("#s1").is_visible())
        page.get_by_role("radio", name="All").check()
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        self.assertEqual(page.locator(".sticky").bounding_box()["y"], 0)

    def test_every_place_that_scrolls_is_reached_by_the_keyboard_and_the_focus_is_seen(self):
        page = self.open(self.page, 360)
        self.assertEqual(page.evaluate("""[...document.querySelectorAll("body *")].filter((element) =>
          element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === "auto" &&
          element.tabIndex !== 0).map((element) => element.className)"""), [])
        for _ in range(12):
            page.keyboard.press("Tab")
            outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            self.assertEqual(outline, "solid", page.evaluate("document.activeElement.outerHTML.slice(0, 100)"))

    def test_it_has_one_title_headings_without_gaps_and_landmarks(self):
        page = self.open(self.page)
        levels = [int(name[1]) for name in page.evaluate("[...document.querySelectorAll('h1, h2, h3')].map((h) => h.localName)")]
        self.assertEqual(levels[0], 1)
        self.assertEqual(levels.count(1), 1)
        self.assertTrue(all(after - before <= 1 for before, after in zip(levels, levels[1:])))
        for role in ["banner", "main", "contentinfo"]:
            self.assertEqual(page.get_by_role(role).count(), 1)

    def test_on_paper_it_is_light_without_filter_and_no_picture_is_cut_by_the_end_of_a_page(self):
        page = self.open(self.page, scheme="dark")
        page.emulate_media(media="print", color_scheme="dark")
        self.assertEqual(page.evaluate("getComputedStyle(document.body).color"), "rgb(28, 28, 30)")
        self.assertFalse(page.locator(".sticky").is_visible())
        self.assertEqual(page.evaluate("getComputedStyle(document.querySelector('.step')).breakInside"), "avoid")
        lanes = page.evaluate("""[...document.querySelectorAll(".timeline .lane")].slice(1).map((lane, index) => {
          const ground = document.querySelectorAll(".timeline .ground")[index].getBoundingClientRect();
          const box = lane.getBoundingClientRect(); return box.top >= ground.top - 1 && box.bottom <= ground.bottom + 1; })""")
        self.assertEqual(lanes, [True] * 4, "the names stand beside their lanes")
        paper = page.pdf(format="A4")
        self.assertTrue(paper.startswith(b"%PDF"))
        self.assertGreater(len(re.findall(rb"/Type\s*/Page\b", paper)), 1)


    def test_the_readme_shows_a_small_picture_of_it(self):
        """DEVICESIM_PICTURES=.github takes it anew."""
        page = self.open(self.page, 1000, height=1200)
        page.get_by_role("radio", name="Scans and taps").check()
        page.evaluate("document.activeElement.blur()")
        top = page.locator("#timeline").bounding_box()["y"] - 12
        last = page.locator(".step:visible").nth(1).bounding_box()
        self.keep_small_picture(page, "report", 0, top, 1000, last["y"] + last["height"] - top)
        self.assertLess((ROOT / ".github" / "report.webp").stat().st_size, 60_000)
        self.assertRegex((ROOT / "README.md").read_text(), r"!\[[^]]{20,}\]\(\.github/report\.webp\)")


class TextTests(ReportTestCase):
    def test_names_and_reasons_with_markup_bidi_and_control_characters_are_text(self):
        page = self.open(self.report("hostile"), 360)
        self.assertEqual(page.title(), "hostile.jsonl")
        self.assertEqual(page.complaints, [])
        self.assertEqual(page.locator("img, script, h1 ~ h1").count(), 0)
        self.lay_out(page)
        text = page.locator("body").inner_text()
        for shown in ["<script>document.title='owned'</script>", "&lt;b&gt;", r"a\u{202e}b\u{2066}c",
                      r"line\nbreak\ttab\u{7}bell\u{1b}[31mred", "</style></svg><h1>big"]:
            self.assertIn(shown, text)
        self.assertIsNone(re.search("[\u202a-\u202e\u2066-\u2069\x00-\x08\x0b-\x1f\x7f]", text))
        self.check_layout(page)
        self.check_accessibility(page)

    def test_no_passcode_is_in_it_and_it_is_for_its_owner_only(self):
        page = self.report("lockout")
        self.assertNotIn("1234", page.read_text())
        self.assertNotIn("9999", page.read_text())
        self.assertEqual(stat.S_IMODE(page.stat().st_mode), 0o600)

    def test_a_damaged_recording_says_at_which_line(self):
        self.report("lockout")
        damaged = self.folder / "damaged.jsonl"
        lines = (self.folder / "lockout.jsonl").read_text().splitlines(True)
        for number, line, reason in [(5, '{"time":', "damaged"), (9, '"text"\n', "damaged: no line of a recording")]:
            damaged.write_text("".join(lines[:number - 1] + [line if line.endswith("\n") else line + "\n"] + lines[number:]))
            with self.assertRaises(subprocess.CalledProcessError) as failed:
                run("devicesim", "report", damaged, stderr=subprocess.STDOUT)
            self.assertEqual(failed.exception.returncode, 2)
            self.assertIn(f"damaged.jsonl:{number}: {reason}", failed.exception.output)


class LongSessionTests(ReportTestCase):
    def test_a_thousand_steps_are_one_page_of_two_megabytes_with_few_elements_for_each(self):
        path = self.report("long")
        page = self.open(path, 360)
        steps = page.locator(".step").count()
        self.assertGreater(steps, 1000)
        self.assertLess(path.stat().st_size / steps, 2000)
        self.assertLess(page.evaluate("document.querySelectorAll('*').length") / steps, 45)
        # What is not in the window costs no layout.
        self.assertEqual(page.evaluate("getComputedStyle(document.querySelector('.step')).contentVisibility"), "auto")
        self.assertFalse(page.locator(".step").last.locator("h3").evaluate(
            "(element) => element.checkVisibility({ contentVisibilityAuto: true })"))
        if os.environ.get("DEVICESIM_NOTES"):
            loaded = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
            print(f"\n{steps} steps: {path.stat().st_size / 1e6:.2f} MB, loaded in {loaded:.0f} ms")
        page.evaluate("location.hash = '#s900'")
        self.assertTrue(page.locator("#s900").is_visible())


if __name__ == "__main__":
    unittest.main()
