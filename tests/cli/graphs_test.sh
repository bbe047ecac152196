# graphfuzz graphs: the lines are graphs, all of them, each once; they agree with herd7 and with an exhaustive run.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

# What is read is judged here from nothing but the lines.
cat >lines.py <<'END'
import json, sys

def graphs_of(file):
    lines = [json.loads(line) for line in open(file)]
    head, graphs, tail = lines[0], lines[1:-1], lines[-1]
    assert (head["format"], head["version"]) == ("graphfuzz graphs", 1), head
    assert tail["end"] is True and tail["graphs"] == len(graphs), tail
    assert [g["graph"] for g in graphs] == list(range(1, len(graphs) + 1))
    assert len({g["fingerprint"] for g in graphs}) == len(graphs)
    forms = set()
    for g in graphs:
        check(g)
        forms.add(canonical(g))
    assert len(forms) == len(graphs)  # whatever the fingerprints say
    return head, graphs, tail

def name(event):
    return (event["thread"], event["index"]) if event["thread"] is not None else event["location"]

def canonical(g):
    names = {e["id"]: str(name(e)) for e in g["events"]}
    labels = tuple(sorted((str(name(e)), e["text"], str(e.get("written"))) for e in g["events"]))
    edges = tuple(tuple(sorted((names[a], names[b]) for a, b in g[r])) for r in ("rf", "mo", "asw"))
    return labels, edges

def check(g):
    events = {e["id"]: e for e in g["events"]}
    order = {e["id"]: i for i, e in enumerate(g["events"])}
    threads = {}
    for e in g["events"]:
        if e["thread"] is not None:
            threads.setdefault(e["thread"], []).append(e)
    for thread in threads.values():
        assert [e["index"] for e in thread] == list(range(len(thread)))
    po = {(a["id"], b["id"]) for thread in threads.values() for a, b in zip(thread, thread[1:])}
    assert {tuple(p) for p in g["po"]} == po
    read_by = {}
    for a, b in g["rf"]:
        assert events[a]["location"] == events[b]["location"] and events[a]["written"] == events[b]["read"]
        assert b not in read_by and order[a] < order[b]
        read_by[b] = a
    assert set(read_by) == {e["id"] for e in g["events"] if e["kind"] in ("read", "update")}
    # mo: of each location one chain, which begins with the initial value and has all writes.
    next_write = {a: b for a, b in g["mo"]}
    assert len(next_write) == len(g["mo"]) == len(set(next_write.values()))
    g["last"] = {}
    for e in g["events"]:
        if e["kind"] != "initial":
            continue
        at, count = e["id"], 1
        while at in next_write:
            at, count = next_write[at], count + 1
            assert events[at]["location"] == e["location"]
        writes = [w for w in g["events"] if "written" in w and w["location"] == e["location"]]
        assert count == len(writes), (g, e)
        g["last"][e["location"]] = events[at]["written"]
END

# Numbers and states are those of an exhaustive run, and what states say of memory is what the last writes wrote.
for file in "$SOURCE_DIR"/litmus/{SB,MP+na,2+2W,CAS+both,IRIW+sc}.litmus exists.litmus; do
  for model in sc rc11 ra; do
    check 0 "$GRAPHFUZZ" graphs --exhaustive --model $model "$file" -o graphs.jsonl
    has err 'which are all$'
    check '0|1' "$GRAPHFUZZ" --exhaustive --model $model "$file" --json all.json
    python3 - <<'END'
import json, re
from lines import graphs_of
head, graphs, tail = graphs_of("graphs.jsonl")
result = json.load(open("all.json"))[0]
assert tail["all"] and result["complete"] and len(graphs) == result["graphs"], (tail, result["graphs"])
assert head["model"] == result["model"] and head["condition"] == result["condition"]
assert {g["state"] for g in graphs} == set(result["states"])
holds = result["negative" if result["kind"] == "Forbidden" else "positive"]  # JSON counts for the condition as a whole
assert sum(g["satisfies"] for g in graphs) == holds
for g in graphs:
    for location, value in re.findall(r"(?<![:\w])([a-z]\w*)=(-?\d+);", g["state"]):
        assert g["last"].get(location, int(value)) == int(value), g
END
  done
done

# herd7 has as many executions, which end in the same states.
if [ -f "${ORACLE_DIR:-}/herd7.jsonl" ]; then
  python3 - <<'END'
import json, os
oracle = os.environ["ORACLE_DIR"]
chosen = {}
for line in open(f"{oracle}/herd7.jsonl"):
    r = json.loads(line)
    if r["model"] in ("sc", "rc11", "ra") and not r.get("loop") and 20 <= r["executions"] <= 400:
        chosen.setdefault(r["file"], {})[r["model"]] = r
files = sorted(f for f, models in chosen.items() if len(models) == 3)[::5]
assert len(files) >= 5, len(files)
with open("chosen", "w") as out:
    for f in files:
        for m, r in sorted(chosen[f].items()):
            out.write(f"{f} {m}\n")
json.dump({f"{f} {m}": chosen[f][m] for f in files for m in chosen[f]}, open("expected.json", "w"))
END
  while read -r file model; do
    check 0 "$GRAPHFUZZ" graphs --exhaustive --quiet --model "$model" "$ORACLE_DIR/$file" -o oracle.jsonl
    python3 - "$file $model" <<'END'
import json, sys
from lines import graphs_of
expected = json.load(open("expected.json"))[sys.argv[1]]
head, graphs, tail = graphs_of("oracle.jsonl")
assert tail["all"] and len(graphs) == expected["executions"], (sys.argv[1], len(graphs), expected["executions"])
assert sorted({g["state"] for g in graphs}) == expected["states"], sys.argv[1]
END
  done <chosen
fi

# Go programs, too; and the same graphs from another strategy and seed have the same fingerprints.
for file in "$SOURCE_DIR/litmus/go/spec-kubernetes.go" "$SOURCE_DIR/litmus/SB.litmus"; do
  check 0 "$GRAPHFUZZ" graphs --exhaustive "$file" -o one.jsonl
  check 0 "$GRAPHFUZZ" graphs --seed 5 --strategy mix -n 3000 "$file" -o other.jsonl
  python3 - <<'END'
from lines import graphs_of
one, other = graphs_of("one.jsonl"), graphs_of("other.jsonl")
assert one[2]["all"] and not other[2]["all"]
assert {g["fingerprint"] for g in one[1]} == {g["fingerprint"] for g in other[1]}
END
done

# A part of them; nothing is said of the others. A reader may leave.
check 0 "$GRAPHFUZZ" graphs -n 2 "$SOURCE_DIR/litmus/IRIW.litmus" -o part.jsonl
has err '2 graphs; there may be more'
has part.jsonl '"graphs": 2, "all": false'
"$GRAPHFUZZ" graphs --exhaustive "$SOURCE_DIR/litmus/IRIW.litmus" 2>err | head -1 >first
has first '"format": "graphfuzz graphs"'
test ! -s err

# What goes wrong leaves no file.
check 2 "$GRAPHFUZZ" graphs broken.litmus -o none.jsonl
has err '^graphfuzz: broken.litmus:4:'
check 2 "$GRAPHFUZZ" graphs exists.litmus race.litmus -o none.jsonl
has err 'expected one FILE, found 2'
check 2 "$GRAPHFUZZ" graphs exists.litmus --model sc,ra -o none.jsonl
has err 'expected one test under one model, found sc, ra'
check 2 "$GRAPHFUZZ" graphs nowhere.litmus -o none.jsonl
check 2 "$GRAPHFUZZ" graphs exists.litmus -o nowhere/none.jsonl
check 2 "$GRAPHFUZZ" graphs exists.litmus --json none.jsonl
has err 'graphs does not go with --json'
test ! -e none.jsonl && ! ls -A | grep -q '\.new$'
check 0 "$GRAPHFUZZ" graphs --help
has out 'the last line says "all":true'
