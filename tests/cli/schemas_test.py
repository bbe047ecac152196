"""Outputs in JSON are as their schemas in doc/schemas say, with no field that these do not know, and what is wrong in
any field is told. GRAPHFUZZ: the executable."""

import copy
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import warnings
from pathlib import Path

if os.environ.get("SANITIZE"):
    print("native programs do not run under sanitizers, and schemas are the same")
    sys.exit(77)
try:
    import jsonschema
except ImportError:
    # It is a package of Debian's Python, which need not be the first in PATH.
    debian = "/usr/bin/python3"
    if sys.executable == debian or not Path(debian).exists() or os.environ.get("GRAPHFUZZ_TRIED_DEBIAN"):
        print("there is no python3-jsonschema")
        sys.exit(77)
    os.environ["GRAPHFUZZ_TRIED_DEBIAN"] = "yes"
    os.execv(debian, [debian, __file__])

SOURCE = Path(os.environ.get("SOURCE_DIR") or Path(__file__).resolve().parents[2])
GRAPHFUZZ = os.environ["GRAPHFUZZ"]
SCHEMAS = SOURCE / "doc/schemas"
LITMUS = SOURCE / "litmus"
NATIVE = SOURCE / "tests/runtime/programs/race.c"
# Runs of the same program: one goroutine is left behind; a send may come after the close.
TRACES = {"leak": ["N,1,1000000001,C,0,f.go#3\nG,2,2,f.go#4\nE,3\n", "C,4,0,1000000001,S,f,0,0,0,f.go#5\n"],
          "closed": ["N,1,1000000001,C,1,f.go#3\nG,2,2,f.go#4\nC,6,7,1000000001,C,f,0,1,1,f.go#8\nE,8\n",
                     "C,3,4,1000000001,S,f,1,1,1,f.go#5\nE,5\n"]}


def closed(schema):
    """The same schema, of documents that have no other fields."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    schema = {key: closed(part) for key, part in schema.items()}
    if schema.get("type") in ("object", ["object", "null"]) and isinstance(schema.get("properties"), dict):
        schema.setdefault("additionalProperties", False)
    return schema


def validator(name):
    warnings.simplefilter("ignore", DeprecationWarning)
    store = {}
    for file in SCHEMAS.glob("*.schema.json"):
        schema = json.loads(file.read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        store[file.as_uri()] = closed(schema)
    uri = (SCHEMAS / f"{name}.schema.json").as_uri()
    return jsonschema.Draft202012Validator(
        store[uri], resolver=jsonschema.RefResolver(uri, store[uri], store=store))


def run(*words, code=None):
    done = subprocess.run([GRAPHFUZZ, *map(str, words)], capture_output=True, text=True)
    if code is not None and done.returncode not in code:
        raise AssertionError(f"{words}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done


# The kinds of results on a page, and their schemas.
ON_PAGES = {"campaigns": "results", "comparisons": "comparisons", "replays": "replay-results", "traces": "traces"}
# What need not be there.
OPTIONAL = ("model", "program", "executions", "seconds", "covered", "run", "from", "program", "initials", "before", "after", "choices", "leads", "first", "no_replay")


def data_of(page):
    return json.loads(Path(page).read_text().split('<script type="application/json" id="results">')[1].split("</script>")[0])


def take_page(found, file):
    """Adds the data of a page, without what its results have in common with other documents, which are added, too."""
    document = data_of(file)
    for kind, schema in ON_PAGES.items():
        rest = [{key: value for key, value in result.items() if key not in ("run", "page")} for result in document[kind]]
        if rest:
            found[schema].append(rest)
        document[kind] = [{key: result[key] for key in ("run", "page") if key in result} for result in document[kind]]
    found["page"].append(document)


def pages(found, replay):
    Path("broken.litmus").write_text("C broken")
    run(LITMUS / "MP+na.litmus", LITMUS / "go/ab-ba-three.go", "broken.litmus", "-n", 200, "--seed", 1, "--html", "page.html", code=(2,))
    run("race.c", "-n", 50, "--html", "native.html", code=(1,))
    run("compare", "--models", "sc,tso", LITMUS / "SB.litmus", "--html", "comparison.html", code=(0, 1))
    run("--replay", replay, "--model", "sc", "--html", "replay.html", code=(0, 1))
    run("trace", "leak", "--html", "trace.html", code=(0, 1))
    run(LITMUS / "SB.litmus", "--json", "sb.json", code=(0, 1))
    parts = ["page.html", "native.html", "comparison.html", "replay.html", "trace.html"]
    run("html", *parts, "sb.json", "-o", "all.html", code=(0,))
    found["page"] = []
    for file in (*parts, "all.html"):
        take_page(found, file)


def units(found):
    """Of litmus tests, as trees and sampled, of a model in a file, and of a native program; and what came of them."""
    Path("ours.cat").write_text('"ours"\ninclude "cos.cat"\nacyclic po | rf | co | fr as order\n')
    ways = [[LITMUS / "SB.litmus", "--exhaustive", "--model", "ours.cat"], ["race.c", "--exhaustive", "-t", "10s"],
            [LITMUS / "SB3.litmus", "--strategy", "mix", "-n", 1000, "--shards", 2, "--stop-on-bug"]]
    found["units"], found["summary"] = [], []
    for number, words in enumerate(ways):
        folder = Path(f"units-{number}")
        run("split", *words, "--parts", 2, "-o", folder, "-q", code=(0, 1))
        for unit in sorted(folder.glob("*.unit"))[:1]:
            shards = words[words.index("--shards"):][:2] if "--shards" in words else []
            run("work", unit, "-o", folder / "one", "--json", folder / "work.json", "-q", *shards, code=(0, 1))
            run("merge", folder / "split.result", folder / "one", "--summary", folder / "merge.json", "-o", folder / "both",
                "--units", folder / "more", code=(0, 1))
            found["summary"] += [json.loads(Path(folder, f"{name}.json").read_text()) for name in ("work", "merge")]
        found["units"] += [json.loads(file.read_text()) for file in sorted(folder.glob("**/units.json"))]
    run("split", LITMUS / "SB.litmus", LITMUS / "MP.litmus", "nowhere.litmus", "-o", "several", "-q", "--parts", 1, code=(2,))
    found["campaigns"] = [json.loads(Path("several/campaigns.json").read_text())]
    shards = [f"units-2/{name}.0" for name in ("split.result", "one")]
    run("merge", *shards, "-o", "shard", "--summary", "shard.json", code=(0,))
    found["summary"].insert(0, json.loads(Path("shard.json").read_text()))


def cluster_log():
    """Its lines; None if there is no Dask here."""
    if subprocess.run(["/usr/bin/python3", "-c", "import distributed"], capture_output=True).returncode:
        return None
    cluster = SOURCE / "tools/cluster/graphfuzz-cluster"
    words = ["--strategy", "mix", "-n", "1000", LITMUS / "SB3.litmus", "--local", "1", "-q", "--log", "units.log"]
    done = subprocess.run([cluster, *words], capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(done.stdout + done.stderr)
    return [json.loads(line) for line in Path("units.log").read_text().splitlines()]


def outputs():
    """{schema: [document]}, made in the current folder."""
    def json_of(*words):
        run(*words, "--json", "out.json", code=(0, 1))
        return json.loads(Path("out.json").read_text())

    found = {"results": [
        json_of(LITMUS / "SB.litmus", "--seed", 1),
        json_of("--exhaustive", LITMUS / "IRIW.litmus", LITMUS / "MP+na.litmus", "--model", "sc,coherence"),
        json_of(LITMUS / "MP+na.litmus", "--strategy", "mix", "--minimise", "-n", 500, "--seed", 1),
        json_of(LITMUS / "SB.litmus", "--strategy", "pct", "--model", "sc", "-n", 50),
        json_of(LITMUS / "reorder_10.litmus", "--approximate", "--strategy", "random", "-n", 60000, "--memory", "1M"),
        json_of("-n", 50, LITMUS / "go/ab-ba-three.go"),
        json_of("-n", 50, "--strategy", "gopie+", LITMUS / "go/ab-ba-three.go"),
    ]}
    replays = sorted(Path("graphfuzz-replays").iterdir())
    found["replay"] = [json.loads(file.read_text()) for file in replays]
    litmus = next(file for file in replays if file.name.startswith("MP+na-rc11"))
    found["replay-results"] = [json_of("--replay", litmus), json_of("--replay", litmus, "--minimise", "--model", "sc"),
                               json_of("witness", LITMUS / "SB.litmus", "--all")]
    run("minimize", litmus, "-n", 1000, "-o", "small.json", "--json", "out.json", code=(0, 1))
    found["reduction"] = [json.loads(Path("out.json").read_text())]
    run("graphs", LITMUS / "SB.litmus", "-o", "graphs.jsonl", code=(0, 1))
    found["graphs"] = [json.loads(line) for line in Path("graphs.jsonl").read_text().splitlines()]
    shutil.copy(NATIVE, "race.c")
    found["results"].append(json_of("race.c", "-n", 100, "--leaks"))
    found["replay"] += [json.loads(file.read_text()) for file in Path("graphfuzz-replays").glob("race*")]
    found["comparisons"] = [json_of("compare", "--models", "sc,tso", LITMUS / "SB.litmus", LITMUS / "MP.litmus")]
    found["separation"] = [json_of("compare", "--find", "--models", "sc,tso", "--events", 4),
                           json_of("compare", "--find", "--models", "sc,tso", "--events", 2)]
    found["explanation"] = [json_of("models", "--explain", "sc", LITMUS / "SB.litmus"),
                            json_of("models", "--explain", "rc11", LITMUS / "SB.litmus")]
    found["models"] = [json_of("models")]
    for name, routines in TRACES.items():
        Path(name).mkdir()
        for number, text in enumerate(routines, 1):
            Path(name, f"trace_{number}.log").write_text(text)
    found["traces"] = [json_of("trace", "leak", "closed")]
    found["trace-difference"] = [json_of("trace", "--diff", "leak", "closed")]
    run("mutate", "--strategy", "gopie", "--state", "state", "leak", code=(0, 1))
    found["campaign-state"] = [json.loads(Path("state/state.json").read_text())]
    pages(found, litmus)
    units(found)
    if (log := cluster_log()) is not None:
        found["cluster-log"] = log
    return found


def places(document, path=()):
    """The paths of all values that stand in objects."""
    if isinstance(document, dict):
        for key, value in document.items():
            yield (*path, key)
            yield from places(value, (*path, key))
    elif isinstance(document, list):
        for i, value in enumerate(document):
            yield from places(value, (*path, i))


def changed(document, path, value=None, drop=False):
    document = copy.deepcopy(document)
    inner = document
    for key in path[:-1]:
        inner = inner[key]
    if drop:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return document


class Schemas(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.before = os.getcwd()
        os.chdir(cls.folder.name)
        cls.found = outputs()

    @classmethod
    def tearDownClass(cls):
        os.chdir(cls.before)
        cls.folder.cleanup()

    def test_every_schema_has_outputs(self):
        names = {file.name.removesuffix(".schema.json") for file in SCHEMAS.glob("*.schema.json")}
        self.assertEqual(names - {"common"}, set(self.found) | {"cluster-log"})
        self.assertTrue(all(self.found.values()))

    def test_outputs_are_as_the_schemas_say(self):
        for name, documents in self.found.items():
            check = validator(name)
            for document in documents:
                errors = [f"{'/'.join(map(str, e.absolute_path))}: {e.message[:300]}" for e in check.iter_errors(document)]
                self.assertEqual(errors, [], f"{name}.schema.json")

    def test_every_document_names_its_format_and_version(self):
        for name, documents in self.found.items():
            for document in documents[:1] if name == "graphs" else documents:  # a line each
                for part in document if isinstance(document, list) else [document]:
                    self.assertEqual(list(part)[:2], ["format", "version"], name)
                    self.assertRegex(part["format"], "^graphfuzz [a-z ]+$")

    def test_there_was_something_to_check(self):
        results = [r for document in self.found["results"] for r in document]
        bugs = [bug for r in results for bug in r["bugs"]]
        self.assertTrue({"race", "deadlock"} <= {bug["kind"] for bug in bugs}, bugs)
        for field in ("discovery", "tree", "guidance", "peak_memory", "depth"):
            self.assertTrue(any(r[field] is not None for r in results), field)
        self.assertTrue(any(r["standard_errors"]["graphs"] is not None for r in results))
        self.assertTrue(any(bug["minimised"] for bug in bugs))
        self.assertTrue(any(bug["stacks"] for bug in bugs))
        self.assertEqual({s["found"] for s in self.found["separation"]}, {True, False})
        self.assertEqual({e["answer"] for e in self.found["explanation"]}, {"allowed", "forbidden"})
        self.assertFalse(self.found["trace-difference"][0]["same"])
        stories = [story for page in self.found["page"] for kind in ON_PAGES for result in page[kind]
                   for story in result.get("page", {}).get("stories", [])]
        for field in ("initials", "choices", "arrows"):
            self.assertTrue(any(story.get(field) for story in stories), field)
        for kind in ON_PAGES:
            self.assertTrue(any(page[kind] for page in self.found["page"]), kind)
        self.assertEqual({len(page["failures"]) for page in self.found["page"]}, {0, 1})
        self.assertTrue(any(r["estimates"] for r in results))
        self.assertEqual({r["kind"] for r in self.found["replay"]}, {"litmus", "go", "native"})
        for field in ("model", "program", "executions", "seconds", "shards"):
            self.assertTrue(any(field in u for u in self.found["units"]), field)
        self.assertEqual({"shard" in s for s in self.found["summary"]}, {True, False})
        self.assertTrue(any("covered" in s for s in self.found["summary"]))

    def test_what_is_wrong_is_told(self):
        """Each field of one document of each kind, left out, of another type, or with another beside it."""
        def is_free(path):  # whose names or contents are not fixed
            return any(key in ("settings", "steps", "memory", "outstanding", "traces", "outcome", "events", "source") for key in path[:-1])

        for name, documents in self.found.items():
            check = validator(name)
            document = documents[1 if name == "graphs" else 0]
            tried = 0
            for path in places(document):
                if is_free(path) or (name == "comparisons" and path[-2] == "models"):
                    continue
                wrongs = [changed(document, path, value=[1.5]), changed(document, (*path[:-1], "wrong"), value=1)]
                if name not in ("page", "units", "summary") or path[-1] not in OPTIONAL:
                    wrongs.append(changed(document, path, drop=True))
                for wrong in wrongs:
                    tried += 1
                    self.assertFalse(check.is_valid(wrong), f"{name}: {path}")
            self.assertGreater(tried, 10, name)
            if name in ("page", "cluster-log", "units", "campaigns", "summary"):
                for field, value in (("version", 0), ("format", "graphfuzz")):
                    self.assertFalse(check.is_valid(changed(document, (field,), value=value)), name)
            if not isinstance(document, list):
                continue
            self.assertFalse(check.is_valid(document[0]), name)
            self.assertFalse(check.is_valid([changed(document[0], ("version",), value=0)]), name)
            self.assertFalse(check.is_valid([changed(document[0], ("format",), value="graphfuzz")]), name)


if __name__ == "__main__":
    unittest.main()
