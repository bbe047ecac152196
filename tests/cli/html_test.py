#!/usr/bin/env python3
"""The page of --html, opened, clicked and read in a headless Chromium: the results are those of --json, nothing comes
from the network, no text of a result becomes a part of the page, and it is quick, whatever it has to show."""

# Runs two programs at a time: the browser is one of them.

import base64
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

if os.environ.get("SANITIZE"):
    # What writes pages is looked at by other tests, too; here it is the browser that takes the time.
    print("skipped: the page is the same with sanitizers")
    sys.exit(77)
try:
    from selenium import webdriver
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
except ImportError:
    SYSTEM = "/usr/bin/python3"  # for which Debian's packages are; another one may come first
    if sys.executable != SYSTEM and os.access(SYSTEM, os.X_OK):
        os.execv(SYSTEM, [SYSTEM, *sys.argv])
    print("skipped: there is no selenium (python3-selenium)")
    sys.exit(77)
BROWSER, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
if not BROWSER or not DRIVER:
    print("skipped: there is no chromium with its chromedriver")
    sys.exit(77)

GRAPHFUZZ = os.environ["GRAPHFUZZ"]
SOURCE = Path(os.environ["SOURCE_DIR"])
QUICK = 6.0  # seconds of processor time of the browser that a large page may take, with what is done there; it takes one to three

# Elements that are what they are by a name alone.
NAMELESS = """return [...document.querySelectorAll("button, input, select, a, summary, [role=grid], [role=region], section, nav")]
  .filter((e) => e.checkVisibility() && !(e.textContent.trim() || e.getAttribute("aria-label") || e.getAttribute("aria-labelledby") || (e.labels && e.labels.length)))
  .map((e) => e.outerHTML)"""
# Texts whose contrast with what is behind them is less than 4.5, and edges of what can be used, of which it is less than 3.
PALE = r"""
const parse = (c) => { const p = c.match(/[\d.]+/g).map(Number); return p.length < 4 ? [...p, 1] : p; };
const light = ([r, g, b]) => { const f = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
  return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
const behind = (e) => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c[3] === 1) return c; } return [255, 255, 255, 1]; };
const found = new Set();
for (const e of document.querySelectorAll("body *")) {
  if (!e.checkVisibility() || ![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
  const s = getComputedStyle(e), svg = e.namespaceURI.endsWith("svg");
  const a = light(parse(svg ? s.fill : s.color)), b = light(behind(svg ? e.closest("div") : e));
  const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (contrast < 4.5) found.add(`${e.tagName}.${e.getAttribute("class")} ${e.textContent.slice(0, 30)} ${contrast.toFixed(2)}`);
}
for (const e of document.querySelectorAll("button:not(.link, .sort), select, input[type=search]")) {
  if (!e.checkVisibility()) continue;
  const near = (colour, least, what) => {
    const a = light(parse(colour)), b = light(behind(what === "edge" ? e.parentElement : e));
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < least) found.add(`${what} of ${e.tagName} ${contrast.toFixed(2)}`);
  };
  near(getComputedStyle(e).borderTopColor, 3, "edge");
  if (e.placeholder) near(getComputedStyle(e, "::placeholder").color, 4.5, "placeholder");
}
return [...found]"""


def store_buffering(name):
    return (f"C {name}\n{{}}\nP0 (atomic_int* x, atomic_int* y) {{\n"
            "  atomic_store_explicit(x,1,memory_order_relaxed);\n"
            "  int r0 = atomic_load_explicit(y,memory_order_relaxed);\n}\n"
            "P1 (atomic_int* x, atomic_int* y) {\n  atomic_store_explicit(y,1,memory_order_relaxed);\n"
            "  int r0 = atomic_load_explicit(x,memory_order_relaxed);\n}\nexists (0:r0=0 /\\ 1:r0=0)\n")


RACE = """package main

func main() {
	data, ready, noise := 0, make(chan bool, 1), make(chan int, 9)
	go func() { noise <- 5; close(noise); <-noise; <-noise }()
	go func() {
		ready <- true
		data = 1
	}()
	<-ready
	println(data)
}
"""


class Html(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        os.chdir(cls.folder.name)
        options = webdriver.ChromeOptions()
        options.binary_location = BROWSER
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         "--window-size=1280,1000", f"--user-data-dir={cls.folder.name}/browser"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        cls.browser = webdriver.Chrome(service=Service(DRIVER), options=options)
        cls.browser.get("about:blank")
        cls.browser.get_log("performance")  # what the browser begins with

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()
        cls.folder.cleanup()

    def tearDown(self):
        """Whatever a test did: no error, no request but for the page itself, nothing that ran."""
        self.assertEqual(self.browser.get_log("browser"), [])
        for entry in self.browser.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                self.assertRegex(message["params"]["request"]["url"], r"^(file|data):")
        self.assertIsNone(self.run_script("return window.pwned ?? null"))

    def graphfuzz(self, code, *arguments):
        done = subprocess.run([GRAPHFUZZ, *arguments], capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, code, f"{arguments}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done

    def run_script(self, script):
        return self.browser.execute_script(script)

    def open(self, page, hash=""):
        self.browser.get("about:blank")
        self.browser.get(Path(page).resolve().as_uri() + hash)

    def processor_time(self):
        """Of the browser, all processes of it: a page may have one of its own, and those that are no more count for who
        has waited for them."""
        parents, times = {}, {}
        for status in Path("/proc").glob("[0-9]*/stat"):
            try:
                text = status.read_text()
            except OSError:  # it has just ended
                continue
            fields = text[text.rindex(")") + 2:].split()
            process = int(status.parent.name)
            parents[process], times[process] = int(fields[1]), sum(map(int, fields[11:15]))

        def is_of_browser(process):
            while process > 1 and process != self.browser.service.process.pid:
                process = parents.get(process, 0)
            return process > 1

        return sum(time for process, time in times.items() if is_of_browser(process)) / os.sysconf("SC_CLK_TCK")

    def check_quick(self, before):
        self.assertLess(self.processor_time() - before, QUICK)

    def all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        found = self.all(selector)
        self.assertTrue(found, selector)
        return found[0]

    def text(self, selector):
        return self.one(selector).text

    def until(self, condition, message=""):
        """What the browser does of its own accord (events of history, of what is opened, of sizes) is done a little later."""
        def holds():
            try:
                return condition()
            except WebDriverException:  # of an element, or of a page, that is no more
                return False

        deadline = time.monotonic() + 30
        while not holds():
            self.assertLess(time.monotonic(), deadline, message)
            time.sleep(0.02)

    def results(self):
        return json.loads(self.run_script('return document.getElementById("results").textContent'))

    def look(self):
        """Light and dark, on a desk and on a phone: nothing sticks out, and all can be read, seen and named."""
        for scheme in ("light", "dark"):
            self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
            self.assertEqual(self.run_script(PALE), [], scheme)
        self.assertEqual(self.run_script(NAMELESS), [])
        levels = [int(heading.tag_name[1]) for heading in self.all("h1, h2, h3")]
        self.assertEqual(levels[0], 1)
        self.assertTrue(all(b <= a + 1 for a, b in zip(levels, levels[1:])), levels)
        ids = self.run_script("return [...document.querySelectorAll('[id]')].map((e) => e.id)")
        self.assertEqual(len(ids), len(set(ids)))
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True})
        time.sleep(0.1)  # what watches its size draws anew
        self.assertLessEqual(self.run_script("return document.documentElement.scrollWidth"), 390)
        self.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def test_a_campaign_is_shown_whole(self):
        done = self.graphfuzz(1, str(SOURCE / "litmus/MP+na.litmus"), "--seed", "7", "--json", "mp.json", "--html", "mp.html")
        self.assertIn("Observation MP+na", done.stdout)
        self.open("mp.html")
        data = self.results()
        [campaign], page = data["campaigns"], data["campaigns"][0].pop("page")
        self.assertEqual([campaign], json.loads(Path("mp.json").read_text()))
        self.assertEqual(sum(graphs for graphs, _, _ in page["states"]), campaign["graphs"])
        self.assertEqual(page["curve"][-1], [campaign["executions"], campaign["graphs"]])

        self.assertEqual(self.text("h1"), "MP+na under rc11")
        self.assertIn("1 bug", self.text(".verdict"))
        self.assertIn("all graphs were built", self.text(".verdict"))
        self.assertIn("data race on x", self.text(".finding .message"))
        self.assertEqual(len(self.all("main, header, footer")), 3)
        self.assertIn("--seed 7", self.text("section:last-of-type .command"))
        self.assertIn("--replay graphfuzz-replays/MP+na-rc11-race-", self.text(".finding .command"))
        self.assertIn("3 distinct in 3 executions", self.one(".chart svg").get_attribute("aria-label"))
        self.look()

        # Event 4 is the plain read, which read what was there first though x was written; the keys go to event 3.
        self.assertIn("Event 4", self.text(".finding .event"))
        self.assertIn("Could also have read from\ninitially x=0", self.text(".finding .event"))
        grid = self.one(".finding .lanes")
        grid.send_keys(Keys.ARROW_UP)
        self.assertIn("Event 3", self.text(".finding .event"))
        self.assertIn("Reads from (rf)\n2 · P0 W y=1 rlx", self.text(".finding .event"))
        self.assertEqual(grid.get_attribute("aria-activedescendant"), self.one("[aria-selected]").get_attribute("id"))
        self.one(".finding .event button.link").click()
        self.assertIn("Event 2", self.text(".finding .event"))
        self.assertIn("Read by (rf)\n3 · P1 R y=1 rlx", self.text(".finding .event"))
        self.assertEqual(self.browser.switch_to.active_element, grid)
        webdriver.ActionChains(self.browser).move_to_element(self.all(".finding .lanes-body .lane")[0]).perform()
        self.assertIn("Event 1", self.text(".finding .event"))

        # States are sorted by what one asks for, and the execution of one is shown beside another.
        states = lambda: [row.text for row in self.all("td code, tbody th code")][:3]
        self.one("section .sort").click()
        self.assertEqual(states(), sorted(campaign["states"]))
        self.one("section .sort").click()
        self.assertEqual(states(), sorted(campaign["states"], reverse=True))
        self.all("td button")[0].click()
        self.assertEqual(len(self.all(".sides .lanes")), 2)
        chosen = [self.browser.execute_script("return arguments[0].selectedOptions[0].text", select)
                  for select in self.all(".sides select")]
        self.assertEqual(chosen[0], campaign["states"][-1])
        self.assertTrue(self.all(".sides .differs"))
        self.look()

    def test_of_a_finding_its_causes_are_shown(self):
        Path("race.go").write_text(RACE)
        self.graphfuzz(1, "race.go", "--exhaustive", "--html", "race.html")
        self.open("race.html")
        # All at once: the page may be drawing them anew.
        texts = lambda: [text.split("\n")[-1] for text in self.browser.execute_script(
            "return [...document.querySelectorAll('.finding .lanes-body .lane')].map(cell => cell.innerText)")]
        causes = texts()
        self.assertEqual([text for text in causes if text.startswith("✗")], ["✗ write", "✗ read"])
        self.assertTrue(any("receive" in text for text in causes), causes)
        self.assertFalse(any("send c1" in text for text in causes), causes)
        self.assertEqual([lane.text for lane in self.all(".finding .lanes-head .lane")], ["G0", "G2"])
        self.assertRegex(self.text(".finding .event"), "Not ordered with\n.*write")
        self.look()
        # Below it are the arrows that there are: not those between events that are left out.
        [story] = [story for story in self.results()["campaigns"][0]["page"]["stories"] if story["leads"]][:1]
        between = lambda rows: {arrow[2] for arrow in story["arrows"] if {arrow[0], arrow[1]} <= rows}
        legend = lambda: {word.text for word in self.all(".finding .legend strong")}
        everything = set(range(len(story["rows"])))
        self.assertEqual(legend(), between(set(story["leads"])))
        self.assertNotIn("closed", legend())
        grid = self.one(".finding .lanes")
        numbers = [int(cell.text) for cell in self.all(".finding .lanes-body .number")]
        grid.send_keys(Keys.HOME)
        for number in numbers[:-1]:
            self.assertIn(f"Event {number}", self.text(".finding .event"))
            grid.send_keys(Keys.ARROW_DOWN)
        more = self.one(".finding .choice-of-rows button")
        self.assertRegex(more.text, "^Show [0-9]+ more events that do not lead to this$")
        left_out = int(more.text.split()[1])
        more.click()
        self.assertTrue(any("send c1" in text for text in texts()), texts())
        self.assertEqual(len(texts()), len(causes) + left_out)
        self.assertEqual(len(self.all(".finding .lanes-head .lane")), 3)
        self.assertEqual(legend(), between(everything))
        self.assertIn("closed", legend())
        self.look()
        self.one(".finding .choice-of-rows button").click()
        self.assertEqual(texts(), causes)

    def size(self, width, height):
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})
        time.sleep(0.1)  # what watches its size draws anew

    def usual_size(self):
        self.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def test_what_arrows_say_is_explained(self):
        """Codes of analyses are no words: those on arrows are in the legend, and are explained under the pointer, too."""
        self.graphfuzz(1, str(SOURCE / "litmus/go/ab-ba-three.go"), "--html", "circle.html", "-q")
        Path("closed").mkdir()
        Path("closed/trace_1.log").write_text("N,1,1000000001,C,1,f.go#3\nG,2,2,f.go#4\nC,6,7,1000000001,C,f,0,1,1,f.go#8\nE,8\n")
        Path("closed/trace_2.log").write_text("C,3,4,1000000001,S,f,1,1,1,f.go#5\nE,5\n")
        self.graphfuzz(1, "trace", "closed", "--html", "order.html", "-q")
        for page, word, panel in (("circle.html", "circle", "In a circle of locks with"), ("order.html", "other order", "Could also have come in the other order with")):
            self.open(page)
            if page == "order.html":
                self.one(".lanes").send_keys(Keys.HOME)
                while "send" not in self.text(".event"):
                    self.one(".lanes").send_keys(Keys.ARROW_DOWN)
            self.assertIn(panel, self.text(".event"))
            self.assertNotRegex(self.text(".event"), r"\bP0\d\b")
            legend = {item.text.removesuffix(explained).strip(): explained for item in self.all(".legend li")
                      for explained in [self.browser.execute_script("return arguments[0].querySelector('span').lastChild.data", item)]}
            names = self.run_script("return [...document.querySelectorAll('.arrow-name')].map((e) => [e.lastChild.data, e.querySelector('title')?.textContent, getComputedStyle(e).pointerEvents])")
            self.assertIn(word, [name for name, _, _ in names])
            for name, title, pointer in names:
                self.assertEqual(legend[name].strip(), title)
                self.assertEqual(pointer, "auto")
                self.assertGreater(len(title.split()), 3)
            arrows = {arrow[2] for kind in ("campaigns", "traces") for result in self.results()[kind]
                      for story in result["page"]["stories"] for arrow in story["arrows"]}
            self.assertEqual(len(legend), len(arrows))
            self.look()

    def test_many_lanes_begin_at_the_first(self):
        """However far off is what went wrong: a button goes there, and so do keys; the panel covers nothing for good."""
        Path("lanes.go").write_text("package main\n\nimport \"sync\"\n\nfunc main() {\n\tvar w sync.WaitGroup\n\tw.Add(20)\n"
                                    + "\tgo func() { w.Done() }()\n" * 20 + "\tw.Wait()\n\tgo func() { select {} }()\n\t<-make(chan int)\n}\n")
        self.graphfuzz(1, "lanes.go", "-n", "1", "--html", "lanes.html", "-q")
        left = lambda: self.run_script("const g = document.querySelector('.finding .lanes'); return [g.scrollLeft, g.scrollTop]")
        # Of a row, whether it is in sight whole: not beside its lanes, not off the window, not below the panel.
        in_sight = """
            const row = document.querySelector(".finding [aria-selected]"), lane = row.querySelector(".lane").getBoundingClientRect();
            const grid = document.querySelector(".finding .lanes").getBoundingClientRect();
            if (lane.left < grid.left || lane.left + 40 > grid.right || lane.top < Math.max(grid.top, 0) || lane.bottom > Math.min(grid.bottom, innerHeight) + 1) return "out of sight";
            const there = document.elementFromPoint(lane.left + 20, lane.top + 13);
            return there && row.contains(there) ? "" : `below ${there?.outerHTML.slice(0, 80)}`"""
        for width, height in ((1280, 800), (1280, 500), (800, 450), (390, 800), (390, 500)):
            self.size(width, height)
            self.open("lanes.html")
            for button in self.all(".finding .choice-of-rows button"):
                button.click()
            wrong = next(i for i, (_, _, *rest) in enumerate(self.results()["campaigns"][0]["page"]["stories"][0]["rows"]) if rest[-1:] == [1])
            self.assertGreater(wrong, 20)
            self.assertEqual(left(), [0, 0], (width, height))
            if width > 400:
                self.assertEqual([head.text for head in self.all(".finding .lanes-head .lane")][0], "G0")
            chosen = self.text(".finding .event").split("\n")[0]
            self.one(".finding .way button").click()
            self.assertEqual(self.text(".finding .event").split("\n")[0], chosen)
            self.assertEqual(self.run_script("return document.activeElement.className").split()[0], "lanes")
            self.until(lambda: self.run_script(in_sight) == "", (width, height))
            grid = self.one(".finding .lanes")
            for key in (Keys.HOME, Keys.ARROW_DOWN, Keys.PAGE_DOWN, Keys.PAGE_DOWN, Keys.ARROW_RIGHT, Keys.END, Keys.ARROW_UP):
                grid.send_keys(key)
                self.until(lambda: self.run_script(in_sight) == "", f"{width} {height} {key!r} {self.run_script(in_sight)}")
        self.usual_size()
        # What went wrong in one of the first lanes is where the lanes begin.
        self.open("lanes.html")
        self.assertEqual(left()[0], 0)

    def test_all_by_the_keyboard(self):
        """What can be used is come to by Tab in the order in which it is there, and can be seen to be; it does by Enter and
        by blanks what it does by a click."""
        Path("race.go").write_text(RACE)
        shutil.copy(SOURCE / "litmus/SB.litmus", "SB.litmus")
        self.graphfuzz(1, "race.go", "SB.litmus", "--html", "keys.html", "-q")
        self.open("keys.html")
        press = lambda *keys: [webdriver.ActionChains(self.browser).send_keys(key).perform() for key in keys]
        active = lambda: self.browser.switch_to.active_element
        described = "const d = (e) => `${e.tagName} ${e.className} ${(e.getAttribute('aria-label') || e.placeholder || e.textContent).slice(0, 40)}`;"

        def way():
            """All that Tab comes to; each shows that it has the focus."""
            self.run_script("document.querySelector('.skip').focus()")
            there = self.run_script(described + """
                return [...document.querySelectorAll("a[href], button, input, select, summary, [tabindex='0']")].filter((e) => e.checkVisibility()).map(d)""")
            found = []
            while active().tag_name != "body" and len(found) < 200:
                word, style, width = self.run_script(described + "const e = document.activeElement, s = getComputedStyle(e); return [d(e), s.outlineStyle, s.outlineWidth]")
                self.assertEqual((style, width), ("solid", "2px"), word)
                found.append(word)
                press(Keys.TAB)
            self.assertEqual([word for word in found if word in there], there)

        press(Keys.TAB)
        self.assertEqual(active().text, "Skip to the results")
        self.assertGreaterEqual(active().rect["x"], 0)
        press(Keys.ENTER)
        self.assertEqual(active().tag_name, "main")
        press(Keys.TAB, *"race")
        self.assertEqual(len(self.all("main tbody tr")), 1)
        way()
        self.one("main tbody a").send_keys(Keys.ENTER)
        self.until(lambda: self.text("h1") == "race", "a link, by Enter")
        self.assertEqual(active().tag_name, "h1")
        way()
        for key in (Keys.ENTER, Keys.SPACE):
            before = len(self.all(".finding .lanes-body [role=row]"))
            self.one(".finding .choice-of-rows button").send_keys(key)
            self.assertNotEqual(len(self.all(".finding .lanes-body [role=row]")), before)
            self.assertEqual(active(), self.one(".finding .lanes"))
        press(Keys.HOME)
        first = self.text(".finding .event strong")
        press(Keys.ARROW_DOWN)
        self.assertNotEqual(self.text(".finding .event strong"), first)
        press(Keys.END)
        press(Keys.TAB)
        while active().get_attribute("class") != "link":
            press(Keys.TAB)
        there = f"Event {active().text.split()[0]}"
        press(Keys.SPACE)
        self.assertEqual(self.text(".finding .event strong"), there)
        self.assertEqual(active(), self.one(".finding .lanes"))
        self.one("#trail a[rel=next]").send_keys(Keys.ENTER)
        self.until(lambda: self.text("h1") == "SB under rc11", "the next one, by Enter")
        for summary in self.all("main summary"):
            summary.send_keys(Keys.SPACE)
        self.until(lambda: all(box.get_property("open") for box in self.all("main details")), "opened by blanks")
        press(Keys.TAB)
        self.one("figure input").send_keys(Keys.SPACE)
        self.assertTrue(self.one("figure input").is_selected())
        self.one("section .sort").send_keys(Keys.ENTER)
        self.assertTrue(self.all("th[aria-sort]"))
        way()

    def test_estimates_have_a_history(self):
        """The band is drawn through the estimates, of which the table has the numbers, too; without them it is a bar."""
        self.graphfuzz(0, str(SOURCE / "litmus/P2-4.litmus"), "--strategy", "random", "-n", "3000", "--seed", "1", "--json", "r.json", "--html", "r.html")
        self.open("r.html")
        [campaign] = self.results()["campaigns"]
        history = campaign["estimates"]
        self.assertGreater(len(history), 20)
        self.assertEqual(history[-1][1:], [campaign["discovery"][name] for name in ("total", "total_low", "total_high")])
        corners = lambda: len(self.one(".chart .band").get_attribute("points").split())
        self.one("figure input").click()  # the estimate may be far above
        self.assertEqual(corners(), 2 * len(history))
        self.assertEqual(len(self.one(".chart polyline.estimate").get_attribute("points").split()), len(history))
        self.one("[data-key=curve-table] summary").click()
        self.until(lambda: self.all("[data-key=curve-table] thead"), "the table is made when it is opened")
        heads = [head.text for head in self.all("[data-key=curve-table] thead th")]
        self.assertEqual(heads, ["Executions", "Distinct", "In all, estimated", "At least", "At most"])
        rows = [row.text for row in self.all("[data-key=curve-table] tbody tr")]
        self.assertEqual(len(rows), len(campaign["curve"]))
        self.assertIn("no bound", rows[0])
        self.look()

        old = json.loads(Path("r.json").read_text())
        del old[0]["estimates"]
        Path("old.json").write_text(json.dumps(old))
        self.graphfuzz(0, "html", "old.json", "-o", "old.html")
        self.open("old.html")
        self.one("figure input").click()
        self.assertEqual(corners(), 4)

    def pages(self):
        """How many it is printed on."""
        document = base64.b64decode(self.browser.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})["data"])
        return len(re.findall(rb"/Type\s*/Page\b", document))

    def test_printed(self):
        """On white, nothing cut off or over something else, with what a person may have to know and nothing to click."""
        Path("many.go").write_text("package main\n\nfunc main() {\n\tdone := make(chan int)\n" + "\tgo func() { done <- 1 }()\n" * 6 + "\t<-done\n}\n")
        self.graphfuzz(1, "many.go", "-n", "50", "--seed", "1", "--html", "many.html")
        self.graphfuzz(1, str(SOURCE / "litmus/MP+na.litmus"), str(SOURCE / "litmus/SB.litmus"), "--model", "sc,rc11", "--html", "matrix.html")
        self.graphfuzz(1, str(SOURCE / "litmus/MP+na.litmus"), "--html", "mp.html")
        for page in ("mp.html", "many.html", "matrix.html"):
            self.open(page)
            self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 700, "height": 1000, "deviceScaleFactor": 1, "mobile": False})
            self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print", "features": [{"name": "prefers-color-scheme", "value": "dark"}]})
            self.run_script("dispatchEvent(new Event('beforeprint'))")
            self.assertEqual(self.run_script("return getComputedStyle(document.documentElement).backgroundColor"), "rgb(255, 255, 255)")
            self.assertEqual(self.run_script(PALE), [])
            self.assertLessEqual(self.run_script("return document.documentElement.scrollWidth"), 700)
            self.assertTrue(all(head.text for head in self.all("thead th")), page)
            self.assertEqual([button.text for button in self.all("button:not(.sort, .link)") if button.is_displayed()], [])
            for execution in self.all(".finding .execution"):
                rows, event = execution.find_element(By.CLASS_NAME, "lanes"), execution.find_element(By.CLASS_NAME, "event")
                self.assertLessEqual(rows.rect["y"] + rows.rect["height"], event.rect["y"] + 1)
                self.assertLessEqual(rows.get_property("scrollWidth"), 700)
            self.run_script("dispatchEvent(new Event('afterprint'))")
            self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
            self.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
            self.assertLessEqual(self.pages(), 10, page)
        Path("long").mkdir()
        Path("long/trace_1.log").write_text("".join(f"N,{i},{10**9 + i},C,1,f.go#{i % 50}\n" for i in range(1, 10001)))
        self.graphfuzz(0, "trace", "long", "--html", "long.html", "-q")
        self.open("long.html")
        self.assertLessEqual(self.pages(), 3)

    def test_what_could_have_been_read(self):
        """What the last read of an execution could have read from is what it has read in other executions that are the
        same in all else: there is one for each state, and all states are known."""
        Path("SB.litmus").write_text(store_buffering("SB"))
        checked = 0
        for model in ("sc", "tso", "rc11"):
            self.graphfuzz(0, "SB.litmus", "--model", model, "--html", "sb.html", "-q")
            results = re.search(r'id="results">(.*?)</script>', Path("sb.html").read_text(), re.S)[1]
            [campaign] = json.loads(results)["campaigns"]
            page = campaign["page"]
            for state, (_, _, number) in zip(campaign["states"], page["states"]):
                story = page["stories"][number]
                lane, text = story["rows"][-1][:2]
                if not text.startswith("R "):
                    continue
                checked += 1
                register = f"P{lane}:r0="
                values = {v for v in "01" if re.sub(register + ".", register + v, state) in campaign["states"]}
                [sources] = [sources for row, sources, *_ in story["choices"] if row == len(story["rows"]) - 1]
                self.assertEqual({"0" if source < 0 else "1" for source in sources}, values, (model, state))
        self.assertGreater(checked, 6)

    def test_a_folder_under_two_models_is_a_matrix(self):
        Path("tests").mkdir()
        for name in ("SB", "LB", "other"):
            Path(f"tests/{name}.litmus").write_text(store_buffering(name))
        shutil.copy(SOURCE / "litmus/MP+na.litmus", "tests")
        self.graphfuzz(1, "--model", "sc,rc11", "tests", "--json", "all.json", "--html", "all.html", "-q")
        self.open("all.html")
        data = self.results()["campaigns"]
        for campaign in data:
            campaign.pop("page")
        self.assertEqual(data, json.loads(Path("all.json").read_text()))
        rows = {row.find_element(By.TAG_NAME, "th").text: [cell.text for cell in row.find_elements(By.TAG_NAME, "td")] for row in self.all(".matrix tbody tr")}
        self.assertEqual(rows["SB"], ["○ never 3 states", "● observed 4 states"])
        self.assertTrue(rows["MP+na"][1].startswith("✗ 1 bug"))
        self.look()
        self.one("input[type=search]").send_keys("race")
        self.assertEqual(len(self.all(".matrix tbody tr")), 1)
        self.assertIn("1 of 4 tests", self.text("[role=search] [role=status]"))
        self.all(".matrix tbody a")[1].click()
        self.until(lambda: self.text("h1") == "MP+na under rc11", "a link leads to the campaign")
        self.assertEqual(self.run_script("return document.activeElement.tagName"), "H1")
        self.browser.back()
        self.until(lambda: len(self.all(".matrix tbody tr")) == 1, "the matrix is as it was left")

    def rows(self, table):
        return [[cell.text for cell in row.find_elements(By.CSS_SELECTOR, "th, td")] for row in self.all(f"{table} tbody tr")]

    def test_what_has_no_results_is_on_the_overview(self):
        """What cannot be read, and what there was no time for, with the reason; also where that is all there is, on a page
        that is put together from others, and of other commands."""
        for name in ("a", "b/a"):
            Path("read", name).mkdir(parents=True, exist_ok=True)
            Path("read", name, "SB.litmus").write_text(store_buffering("SB"))
        Path("read/a/bad.litmus").write_text("C bad\n{}\nP0 (")
        Path("read/a/<b>.litmus").write_text("nonsense")
        arguments = ("read/a", "read/nowhere.litmus")
        self.graphfuzz(2, *arguments, "--html", "few.html", "-q")
        self.graphfuzz(2, "compare", "--models", "sc,tso", *arguments, "--html", "compared.html", "-q")
        self.graphfuzz(2, "read/a/bad.litmus", "--html", "none.html", "-q")
        self.graphfuzz(2, "trace", "read/nowhere", "--html", "traces.html", "-q")
        self.graphfuzz(0, "html", "few.html", "traces.html", "-o", "joined.html")
        bad = ["read/a/<b>.litmus", "read/a/bad.litmus", "read/nowhere.litmus"]
        for page, files in (("few.html", bad), ("compared.html", bad), ("none.html", bad[1:2]), ("traces.html", ["read/nowhere"]), ("joined.html", [*bad, "read/nowhere"])):
            self.open(page)
            self.assertEqual(sorted(file for file, _ in self.rows(".failures")), sorted(files), page)
            self.assertEqual(self.text(".failures h2"), f"! {len(files)} without results")
            reasons = dict(self.rows(".failures"))
            if page != "traces.html" and "read/a/bad.litmus" in reasons:
                self.assertRegex(reasons["read/a/bad.litmus"], r"^line 3, column \d+: expected ")
            self.assertTrue(all(reasons.values()), reasons)
            self.look()
        self.assertEqual(self.results()["failures"][-1]["run"], 2)
        self.open("few.html")
        self.assertEqual(self.text("h1"), "1 test")
        self.one("main a[href='#r1']").click()
        self.until(lambda: self.text("h1") == "SB under rc11", "one result has its address, too")
        self.one("#trail a").click()
        self.until(lambda: self.all(".failures"), "… and leads back")
        self.open("none.html")
        self.assertEqual(self.text("h1"), "No results")
        self.assertIn("graphfuzz read/a/bad.litmus", self.text(".command"))

    def test_what_was_not_run_is_on_the_overview(self):
        Path("SB.litmus").write_text(store_buffering("SB"))
        with subprocess.Popen([GRAPHFUZZ, str(SOURCE / "litmus/reorder_10.litmus"), "SB.litmus", "-t", "60s", "--html", "stopped.html", "-q"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as run:
            self.until(lambda: Path("stopped.html").exists() and '"test":"reorder_10"' in Path("stopped.html").read_text(), "the first is run")
            run.terminate()
            run.wait(30)
        self.open("stopped.html")
        self.assertEqual(self.rows(".failures"), [["SB.litmus", "SB under rc11 was not run: the search was interrupted"]])
        self.assertEqual(self.text("h1"), "1 test")

    def test_tests_of_one_name_are_told_apart(self):
        for name in ("one/x/SB", "two/x/SB", "two/y/SB", "two/y/other"):
            Path("same", name).parent.mkdir(parents=True, exist_ok=True)
            Path("same", f"{name}.litmus").write_text(store_buffering(name.rsplit("/", 1)[1]))
        folders = ("same/one/x", "same/two/x", "same/two/y")
        names = ["SB one/x/SB.litmus", "SB two/x/SB.litmus", "SB y/SB.litmus", "other"]
        self.graphfuzz(0, *folders, "--html", "list.html", "-q")
        self.graphfuzz(0, *folders, "--model", "sc,tso", "--html", "matrix.html", "-q")
        self.graphfuzz(1, "compare", "--models", "sc,tso", *folders, "--html", "models.html", "-q")
        for page in ("list.html", "matrix.html", "models.html"):
            self.open(page)
            self.assertEqual([row[0] for row in self.rows("main")], names, page)
            self.look()
            for _ in range(2):  # up and down
                self.one("main .sort").click()
            self.assertEqual([row[0] for row in self.rows("main")], [*names[2::-1], names[3]])
        self.one("main details summary").click()
        self.until(lambda: self.all("main details li"), "opened")
        self.assertEqual([item.text for item in self.all("main details li")], names)
        self.open("matrix.html", "#r3")
        self.assertEqual(self.text("h1"), "SB under sc two/x/SB.litmus")
        self.open("matrix.html", "#r7")
        self.assertEqual(self.text("h1"), "other under sc")

    def test_verdicts_cannot_be_misread(self):
        """A bug is what is said first, whatever becomes of a condition; no bug is no condition that holds; and what exists
        asks for is neither good nor bad."""
        Path("fine.go").write_text("package main\n\nfunc main() {\n\tc := make(chan int)\n\tgo func() { c <- 1 }()\n\t<-c\n}\n")
        Path("SB.litmus").write_text(store_buffering("SB"))
        tests = {"fine.go": (0, "verdict ok", "✓ no bug"), "SB.litmus": (0, "verdict neutral", "● observed"),
                 str(SOURCE / "litmus/MP+na.litmus"): (1, "verdict bug", "✗ 1 bug"), str(SOURCE / "litmus/MP+assert.litmus"): (1, "verdict bug", "✗ 1 bug")}
        if shutil.which("gcc"):
            Path("assert.c").write_text("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\natomic_int x;\n"
                                        "void *set(void *p) { x = 1; return p; }\nint main(void) {\n  pthread_t t;\n"
                                        "  pthread_create(&t, 0, set, 0);\n  assert(x == 0);\n  pthread_join(t, 0);\n}\n")
            tests["assert.c"] = (1, "verdict bug", "✗ 1 bug")
        for test, (code, look, words) in tests.items():
            self.graphfuzz(code, test, "--html", "verdict.html", "-q")
            self.open("verdict.html")
            self.assertEqual(self.one(".verdict").get_attribute("class"), look, test)
            self.assertEqual(self.text(".verdict .badge"), words)
            self.assertTrue(self.text(".verdict").startswith(words), test)
            self.assertNotRegex(self.text("main"), r"\bOk\b")
            headline = self.text(".headline")
            self.assertNotRegex(headline, r"/[^/ ]+/[^/ ]+/", "places without their folders")
            self.look()

    def test_without_a_curve_it_is_said_why(self):
        self.graphfuzz(0, "split", "--strategy", "mix", str(SOURCE / "litmus/P2-4.litmus"), "-n", "300", "--seed", "1", "--parts", "3", "-o", "parts", "-q")
        for number, unit in enumerate(Path("parts").glob("*.unit")):
            self.graphfuzz(0, "work", str(unit), "-o", f"{number}.result")
        section = lambda: [s.text for s in self.all("section") if s.text.startswith("Discovery")]
        self.graphfuzz(0, "merge", "0.result", "-q", "--html", "one.html")
        self.open("one.html")
        self.assertEqual(len(self.results()["campaigns"][0]["page"]["curve"]), 1)
        self.assertEqual(section(), ["Discovery\nNo curve: all of it came of one unit of work."])
        self.graphfuzz(0, "merge", "parts/split.result", *map(str, Path(".").glob("*.result")), "-q", "--html", "merged.html")
        self.open("merged.html")
        self.assertGreater(len(self.results()["campaigns"][0]["page"]["curve"]), 2)
        self.assertNotIn("No curve", section()[0])
        self.look()
        self.graphfuzz(0, str(SOURCE / "litmus/P2-4.litmus"), "-n", "300", "--seed", "1", "--html", "whole.html", "-q")
        self.open("whole.html")
        self.assertNotIn("No curve", section()[0])

    def test_what_is_known_by_halves(self):
        """Results that were put together, or come from --json alone, say what they do not know; commands have the seed."""
        self.graphfuzz(0, str(SOURCE / "litmus/P2-4.litmus"), "--strategy", "mix", "-n", "300", "--json", "p2.json", "-q")
        [whole] = json.loads(Path("p2.json").read_text())
        facts = lambda: {fact.find_element(By.TAG_NAME, "dt").text: fact.find_element(By.TAG_NAME, "dd").text for fact in self.all(".verdict dl > div")}

        def told(**changes):
            Path("some.json").write_text(json.dumps([{**whole, **changes}]))
            self.graphfuzz(0, "html", "some.json", "-o", "some.html")
            self.open("some.html")
            return facts()

        number = f'{whole["graphs"]:,}'
        plain = told()
        self.assertRegex(plain["Left"], r"^the next graph is new with probability [0-9.e-]+ \([0-9.e-]+ to [0-9.e-]+\)$")
        self.assertEqual(plain["Graphs"], number)
        self.assertNotIn("Time of all workers", plain)
        lost = told(graphs_lost="shard 3 was damaged", unit_seconds=7.5, lost="2 workers ended")
        self.assertEqual((lost["Graphs"], lost["Left"], lost["Not counted"], lost["Lost"]), (f"≥ {number}", "unknown", "shard 3 was damaged", "2 workers ended"))
        self.assertEqual(lost["Time of all workers"], "7.50 s")
        self.assertTrue(told(complete=True, truncated=0)["Left"] == "nothing")
        self.assertTrue(told(complete=True, truncated=3)["Left"] == "nothing within the bounds on loops and steps")
        told(curve=[])
        self.assertIn("No curve: this result does not say when its graphs were found.", self.text("main"))

        # The seed that was drawn is told to who wants the same again; of several, where they are.
        for name in ("SB", "LB"):
            Path(f"{name}.litmus").write_text(store_buffering(name))
        self.graphfuzz(0, "SB.litmus", "LB.litmus", "--strategy", "random", "-n", "50", "--html", "seeds.html", "-q")
        self.open("seeds.html")
        seed = self.results()["campaigns"][0]["page"]["seed"]
        self.assertRegex(self.text("section:last-of-type .command"), rf"-q --seed {seed}\b")
        results = Path("seeds.html").read_text()
        other = results.rindex(f'"seed":"{seed}"')
        Path("seeds2.html").write_text(results[:other] + '"seed":"18446744073709551615"' + results[other + len(f'"seed":"{seed}"'):])
        self.open("seeds2.html")
        self.assertNotIn("--seed", self.text("section:last-of-type .command"))
        self.assertIn("several seeds", self.text("section:last-of-type"))
        self.open("seeds2.html", "#r2")
        self.assertIn("--seed 18446744073709551615", self.text("section:last-of-type .command"))

        # Who is not asked for a condition has no proposition.
        columns = lambda: [head.text.split()[0] for head in self.all("section thead th")]
        self.assertIn("Proposition", columns())
        Path("fine.go").write_text("package main\n\nfunc main() {\n\tc := make(chan int)\n\tgo func() { c <- 1 }()\n\t<-c\n}\n")
        self.graphfuzz(0, "fine.go", "--html", "fine.html", "-q")
        self.open("fine.html")
        self.assertNotIn("Proposition", columns())
        self.assertIn("Share", columns())

    def test_strategies_are_compared(self):
        Path("SB.litmus").write_text(store_buffering("SB"))
        for strategy in ("mix", "random"):
            self.graphfuzz(0, "SB.litmus", "--strategy", strategy, "--seed", "3", "-n", "100", "--html", f"{strategy}.html", "-q")
        self.graphfuzz(0, "SB.litmus", "--json", "optimal.json", "-q")
        self.graphfuzz(0, "html", "mix.html", "random.html", "optimal.json", "-o", "both.html")
        self.open("both.html", "#r1")
        table = next(s for s in self.all("section") if s.text.startswith("Strategies compared"))
        self.assertEqual([row.text.split(",")[0] for row in table.find_elements(By.CSS_SELECTOR, "tbody tr")], ["mix", "random", "optimal"])
        self.assertEqual(len(table.find_elements(By.CSS_SELECTOR, "polyline")), 3)
        self.look()
        self.assertEqual(self.graphfuzz(2, "html", "SB.litmus", "-o", "none.html").stderr.count("\n"), 1)
        self.assertFalse(Path("none.html").exists())

    def test_models_compared_replays_and_traces(self):
        Path("SB.litmus").write_text(store_buffering("SB"))
        self.graphfuzz(1, "compare", "--models", "sc,tso", "SB.litmus", "--html", "compare.html")
        self.open("compare.html")
        [row] = [row.text for row in self.all("section:first-of-type tbody tr") if "forbidden" in row.text]
        self.assertIn("P0:r0=0; P1:r0=0;", row)
        self.look()
        self.graphfuzz(1, str(SOURCE / "litmus/MP+na.litmus"), "--seed", "7", "-q", "--replay-dir", "again")
        [replay] = Path("again").glob("*race*.json")
        self.graphfuzz(1, "--replay", str(replay), "--html", "replay.html")
        self.open("replay.html")
        self.assertIn("Replay of MP+na", self.text("h1"))
        self.assertIn("Event 4", self.text(".event"))
        self.assertRegex(self.text(".headline"), "^✗ 1 bug ?race: data race on x")
        self.look()
        # What was foreseen has not happened, and nobody said how the run ended.
        traces = {"foreseen": ("N,1,1000000001,C,1,f.go#3\nG,2,2,f.go#4\nC,6,7,1000000001,C,f,0,1,1,f.go#8\nE,8\n", "C,3,4,1000000001,S,f,1,1,1,f.go#5\nE,5\n", "✗ 1 bug that could have happened"),
                  "leak": ("N,1,1000000001,C,0,f.go#3\nG,2,2,f.go#4\nE,3\n", "C,4,0,1000000001,S,f,0,0,0,f.go#5\n", "✗ 1 operation blocked for good"),
                  "clean": ("N,1,1000000001,C,0,f.go#3\nG,2,2,f.go#4\nC,3,5,1000000001,R,f,1,0,0,f.go#7\nE,7\n", "C,4,6,1000000001,S,f,1,0,0,f.go#5\nE,8\n", "✓ no bugs found")}
        for name, (first, second, words) in traces.items():
            Path(name).mkdir()
            Path(name, "trace_1.log").write_text(first)
            Path(name, "trace_2.log").write_text(second)
            self.graphfuzz(0 if name == "clean" else 1, "trace", name, "--html", "one-trace.html", "-q")
            self.open("one-trace.html")
            self.assertEqual(self.text(".headline .badge"), words)
            self.assertIn("outcome unknown", self.text(".headline"))
            self.assertNotIn("what went wrong", self.text(".event") if name == "foreseen" else "")
            self.look()

    def test_models_compared_with_more_states_than_there_is_room_for(self):
        """Those that tell models apart come first, and the page says how many there are besides."""
        self.graphfuzz(4, "compare", "--models", "sc,tso", str(SOURCE / "litmus/long-assert-7.litmus"), "-t", "5s",
                       "--html", "many.html", "--json", "many.json")
        [whole] = json.loads(Path("many.json").read_text())
        seen = {name: len(model["states"]) for name, model in whole["models"].items()}
        self.assertGreater(min(seen.values()), 2000)
        self.assertLess(Path("many.html").stat().st_size, 2_000_000)
        before = self.processor_time()
        self.open("many.html")
        self.check_quick(before)
        [told] = re.findall(r"([\d\u202f,. ]+) states more, for which there is no room", self.text("main"))
        states = set(whole["models"]["sc"]["states"]) | set(whole["models"]["tso"]["states"])
        self.assertEqual(int(re.sub(r"\D", "", told)), len(states) - 2000)
        rows = [row.text.split() for row in self.all("section:nth-of-type(2) tbody tr")]
        self.assertEqual({row[0]: int(re.sub(r"\D", "", row[1])) for row in rows}, seen)

    def test_go(self):
        self.graphfuzz(1, str(SOURCE / "litmus/go/spec-kubernetes.go"), "--seed", "1", "--html", "go.html")
        self.open("go.html")
        # What a row says of its line is what the file has there, and what could have come next includes what did.
        lines = (SOURCE / "litmus/go/spec-kubernetes.go").read_text().splitlines()
        page = self.results()["campaigns"][0]["page"]
        self.assertTrue(page["source"])
        for place, line in page["source"].items():
            self.assertEqual(line, lines[int(place.rsplit(":", 1)[1]) - 1])
        story = page["stories"][page["bugs"][0]["story"]]
        self.assertTrue(any(len(steps) > 1 for _, _, *rest in story["choices"] for steps in rest))
        self.look()

    def test_hostile_texts_are_texts(self):
        evil = "</script><!--<script><img src=x onerror='window.pwned=1'>"
        Path("evil.go").write_text(f'package main\n\nfunc main() {{\n\tpanic("{evil}")\n}}\n')
        self.graphfuzz(1, "evil.go", "--html", "evil.html")
        self.open("evil.html")
        self.assertIn(evil, self.text(".finding .message"))
        self.assertEqual(self.all("img"), [])
        folder = Path("<img src=x onerror=window.pwned=1>")
        folder.mkdir()
        (folder / "a<b>&amp;.litmus").write_text(store_buffering("SB"))
        results = json.loads(self.graphfuzz(0, str(folder), "--json", "-").stdout)
        results[0]["test"] = results[0]["states"][0] = results[0]["condition"] = evil
        Path("evil.json").write_text(json.dumps(results))
        self.graphfuzz(0, "html", "evil.json", "-o", "evil2.html")
        self.open("evil2.html")
        self.assertIn(evil, self.text("h1"))
        self.assertEqual(self.all("img"), [])

    def test_time_is_measured(self):
        """Of a page that is busy, whatever process it is in."""
        Path("busy.html").write_text("<script>for (const end = performance.now() + 700; performance.now() < end;);</script>")
        before = self.processor_time()
        self.open("busy.html")
        loaded = self.processor_time()
        self.assertGreater(loaded - before, 0.2)  # others need processors, too
        self.run_script("for (const end = performance.now() + 700; performance.now() < end;);")
        self.assertGreater(self.processor_time() - loaded, 0.2)

    def test_a_large_execution_with_its_causes(self):
        """Of 10,000 events some lead to what went wrong; the others are a button away."""
        Path("long.go").write_text("package main\n\nimport \"sync\"\n\nfunc main() {\n\tvar m sync.Mutex\n\tn := make(chan int, 5000)\n"
                                   "\tgo func() {\n\t\tfor i := 0; i < 5000; i++ {\n\t\t\tn <- i\n\t\t}\n\t}()\n"
                                   + "\tfor i := 0; i < 2500; i++ {\n\t\tm.Lock()\n\t\tm.Unlock()\n\t}\n\tm.Lock()\n\tm.Lock()\n}\n")
        self.graphfuzz(1, "long.go", "-n", "1", "--max-steps", "100000", "--html", "long.html", "-q")
        self.assertLess(Path("long.html").stat().st_size, 3_000_000)
        before = self.processor_time()
        self.open("long.html")
        told = self.results()["campaigns"][0]["page"]["stories"][0]
        self.assertGreater(len(told["rows"]), 9_999)
        self.one(".finding .choice-of-rows button").click()
        self.one(".finding .lanes").send_keys(Keys.HOME)
        self.assertIn("Event 1 ", self.text(".finding .event") + " ")
        self.one(".finding .lanes").send_keys(Keys.END)
        self.assertIn(f'Event {len(told["rows"])}', self.text(".finding .event"))
        self.check_quick(before)
        self.assertLess(len(self.all("*")), 3000)

    def test_large_pages_are_quick(self):
        Path("large").mkdir()
        events = "".join(f"N,{i},{10**9 + i},C,1,f.go#{i % 50}\n" for i in range(1, 10001))
        Path("large/trace_1.log").write_text(events)
        self.graphfuzz(0, "trace", "large", "--html", "large.html", "-q")
        before = self.processor_time()
        self.open("large.html")
        self.assertIn("10,000", self.text(".verdict"))
        self.one(".lanes").send_keys(Keys.HOME)
        self.assertIn("Event 1 ", self.text(".event") + " ")
        self.one(".lanes").send_keys(Keys.END)
        self.assertIn("Event 10000", self.text(".event"))
        self.assertIn("make c9999", self.text(".lanes [aria-selected]"))
        self.check_quick(before)
        self.assertLess(len(self.all("*")), 3000)
        results = json.loads(self.graphfuzz(1, str(SOURCE / "litmus/MP+na.litmus"), "--json", "-").stdout)
        Path("many.json").write_text(json.dumps([{**results[0], "test": f"test-{i}", "file": f"{i}"} for i in range(1000)]))
        self.graphfuzz(0, "html", "many.json", "-o", "many.html")
        before = self.processor_time()
        self.open("many.html")
        self.one("input[type=search]").send_keys("test-99")
        self.assertIn("11 of 1,000 tests", self.text("[role=search] [role=status]"))
        self.assertEqual(len(self.all("tbody tr")), 11)
        self.check_quick(before)
        self.assertLess(Path("many.html").stat().st_size, 3_000_000)
        # With executions to look at, as a folder has them: one is opened, and the way back.
        self.graphfuzz(1, str(SOURCE / "litmus/MP+na.litmus"), "--html", "one.html", "-q")
        begin, results, end = re.fullmatch(r'(.*id="results">)(.*?)(</script>.*)', Path("one.html").read_text(), re.S).groups()
        data = json.loads(results)
        data["campaigns"] = [{**data["campaigns"][0], "test": f"test-{i}", "file": f"{i}"} for i in range(1000)]
        Path("folder.html").write_text(begin + json.dumps(data).replace("<", "\\u003c") + end)
        self.assertLess(Path("folder.html").stat().st_size, 10_000_000)
        before = self.processor_time()
        self.open("folder.html")
        self.one("main .sort").click()
        self.one("button.more").click()
        self.assertEqual(len(self.all("tbody tr")), 1000)
        self.one("input[type=search]").send_keys("test-500")
        self.one("main tbody a").click()
        self.until(lambda: self.text("h1").startswith("test-500"), "a result is opened")
        self.one("[data-key=sides] summary").click()
        self.until(lambda: len(self.all(".sides .lanes")) == 2, "and its outcomes")
        self.browser.back()
        self.until(lambda: len(self.all("tbody tr")) == 1, "the way back")
        self.check_quick(before)

    def test_live(self):
        with subprocess.Popen([GRAPHFUZZ, str(SOURCE / "litmus/reorder_10.litmus"), "-t", "60s", "--seed", "1", "--html", "live.html", "-q"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as run:
            try:
                wait_until = time.monotonic() + 30
                while time.monotonic() < wait_until:
                    if Path("live.html").exists() and '"progress":{' in Path("live.html").read_text() and '"test":"reorder_10"' in Path("live.html").read_text():
                        break
                    time.sleep(0.2)
                self.open("live.html")
                self.assertIn("Running: reorder_10 under rc11", self.text("#live"))
                self.assertGreater(self.results()["campaigns"][0]["executions"], 0)
                # It is loaded again, and looks as it did.
                self.run_script("document.querySelector('details').open = true; scrollTo(0, 300); window.before = true")
                self.until(lambda: not self.run_script("return window.before ?? false"), "it is loaded again")
                self.until(lambda: self.run_script("return scrollY") == 300, "at the same place")
                self.until(lambda: self.run_script("return document.querySelector('details').open"), "with the same opened")
            finally:
                run.terminate()
                run.wait(30)
        self.open("live.html")
        self.assertIsNone(self.results()["progress"])
        self.assertTrue(self.results()["campaigns"][0]["interrupted"])
        self.assertEqual(self.text("#live"), "")

    def test_what_cannot_be_written_is_said_before_the_run(self):
        Path("SB.litmus").write_text(store_buffering("SB"))
        for arguments in (("SB.litmus",), ("compare", "--models", "sc,tso", "SB.litmus"), ("trace", "SB.litmus")):
            for page in ("nowhere/page.html", "."):
                done = self.graphfuzz(2, *arguments, "--html", page)
                self.assertRegex(done.stderr, r"^graphfuzz: .*cannot be written")
                self.assertEqual(done.stdout, "")
        self.assertIn("only one of", self.graphfuzz(2, "SB.litmus", "--html", "-", "--json", "-").stderr)
        self.assertTrue(self.graphfuzz(0, "SB.litmus", "--html", "-").stdout.startswith("<!doctype html>"))


if __name__ == "__main__":
    unittest.main(verbosity=0)
