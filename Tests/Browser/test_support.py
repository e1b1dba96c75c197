"""The checks of `support` find what they look for."""

import unittest

from support import CUTS, OVERLAPS, BrowserTestCase


class CheckTests(BrowserTestCase):
    def page(self, body, width=360):
        path = self.folder / "page.html"
        path.write_text(f"<!DOCTYPE html><html lang='en'><title>t</title><body><main><h1>h</h1>{body}</main></body></html>")
        return self.open(path, width)

    def test_a_text_on_another_is_found(self):
        page = self.page("<p>one line</p><p style='margin-top:-2.2em'>another line</p>")
        self.assertEqual(len(page.evaluate(OVERLAPS)), 1)

    def test_a_text_that_is_cut_is_found(self):
        page = self.page("<p style='width:4em;overflow:hidden;white-space:nowrap'>more than there is room for</p>")
        self.assertIn("cut", page.evaluate(CUTS)[0])

    def test_a_text_outside_of_the_window_is_found(self):
        self.assertIn("outside", self.page("<p style='width:600px'>" + "word " * 30 + "</p>").evaluate(CUTS)[0])

    def test_a_text_that_is_broken_letter_by_letter_is_found(self):
        self.assertIn("letters", self.page("<p style='width:.7em;overflow-wrap:anywhere'>letters</p>").evaluate(CUTS)[0])

    def test_a_faint_text_is_found(self):
        with self.assertRaisesRegex(AssertionError, "color-contrast"):
            self.check_accessibility(self.page("<p style='color:#888'>faint</p>"))

    def test_a_page_without_faults_passes(self):
        page = self.page("<p>fine</p>")
        self.check_layout(page)
        self.check_accessibility(page)


if __name__ == "__main__":
    unittest.main()
