"""Opens a report in headless Chromium, as on a phone and on a desk, light and
dark, and looks at what is shown.

Usage: page_test.py GELU
"""

import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile

# The report in a frame of some width, and what can be measured of it, which
# becomes the text of the page around it.
PAGE = """<!DOCTYPE html><meta charset="utf-8"><body style="margin:0">
<iframe srcdoc="{report}" style="border:0;width:{width}px;height:900px"></iframe>
<script>
document.querySelector('iframe').onload = e => {{
  const page = e.target.contentDocument, view = e.target.contentWindow;
  const box = x => x.getBoundingClientRect();
  const drawn = svg => [...svg.querySelectorAll('path')].some(
      p => box(p).width > 20 && box(p).height > 20);
  document.body.textContent = 'MEASURED' + JSON.stringify({{
    title: page.querySelector('h1').textContent,
    below: box(page.querySelector('h1')).bottom,
    captions: [...page.querySelectorAll('figure')].map(f => [
        f.querySelector('figcaption').textContent,
        [...f.querySelectorAll('svg')].filter(drawn).length]),
    overflow: page.documentElement.scrollWidth - view.innerWidth,
    outside: [...page.querySelectorAll('h1,h2,p,figure,svg,pre,dl,dd,.scroll')]
        .filter(x => box(x).right > view.innerWidth + 0.5).length,
    fetched: view.performance.getEntriesByType('resource').length,
    paper: view.getComputedStyle(page.body).backgroundColor,
    tables: page.querySelectorAll('table').length,
    sections: [...page.querySelectorAll('h2')].map(h => h.textContent),
  }}) + 'END';
}};
</script>"""

PLOTS = ["gelu − relu", "Training", "Validation", "relu", "gelu",
         "Without a gradient", "Value", "Derivative"]
SECTIONS = ["Seed by seed", "Learning curves", "What the networks learnt",
            "Units that learn nothing", "The activations", "Statistics",
            "All measures", "Every seed", "Run it again"]


def show(report, folder, width, dark):
    page = folder / "page.html"
    page.write_text(PAGE.format(report=html.escape(report), width=width))
    scheme = 0 if dark else 1
    result = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu",
         f"--user-data-dir={folder / 'profile'}", "--enable-logging=stderr",
         f"--blink-settings=preferredColorScheme={scheme}",
         "--window-size=1400,1000", "--virtual-time-budget=10000",
         "--dump-dom", page.as_uri()],
        capture_output=True, text=True, timeout=120, check=True)
    complaints = [line for line in result.stderr.splitlines()
                  if "CONSOLE" in line]
    assert not complaints, complaints
    measured = re.search("MEASURED(.*)END", result.stdout, re.DOTALL)
    assert measured, result.stdout[-2000:]
    return json.loads(html.unescape(measured[1]))


def check(seen, verdict):
    assert seen["title"] == verdict, seen["title"]
    assert seen["below"] < 400, "the verdict is not at the top"
    for name in PLOTS:
        drawn = [count for caption, count in seen["captions"]
                 if caption.startswith(name + " ")]
        assert drawn and min(drawn) == 1, (name, seen["captions"])
    assert seen["sections"] == SECTIONS, seen["sections"]
    assert seen["tables"] == 3, seen["tables"]
    assert seen["overflow"] <= 0, f"{seen['overflow']} pixels too wide"
    assert seen["outside"] == 0, f"{seen['outside']} elements stick out"
    assert seen["fetched"] == 0, "something was fetched"


def main(gelu):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run(
            [gelu, "lab", "moons", "--samples", "200", "--epochs", "10",
             "--seeds", "7", "--out", folder / "out"],
            check=True, stdout=subprocess.DEVNULL)
        report = (folder / "out/report.html").read_text()
        sentence = json.loads(
            (folder / "out/results.json").read_text())["sentence"]
        paper = {}
        for dark in (False, True):
            for width in (390, 1280):
                seen = show(report, folder, width, dark)
                check(seen, sentence.split(":")[0])
                paper[dark] = seen["paper"]
        assert paper[False] != paper[True], "dark is as light"


main(sys.argv[1])
