# A replay file of a C program that is broken, or of another program, is refused with what is wrong, and never worse.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

[[ -n ${RUNTIME_FOLDER-} && -e $RUNTIME_FOLDER/libgraphfuzz-runtime.so ]] || exit 77
export XDG_CACHE_HOME=$work/cache

cp "$SOURCE_DIR/litmus/c/mp-relaxed-2-broken.c" mp.c
check 1 "$GRAPHFUZZ" mp.c --seed 1
file=$(echo graphfuzz-replays/mp.c-rc11-assertion-*.json)
check 1 "$GRAPHFUZZ" --replay "$file"

# refused NAME PATTERN: the replay file that is on standard input is.
refused() {
  cat >"$1.json"
  check 2 "$GRAPHFUZZ" --replay "$1.json"
  has err "$1.json:.*$2"
}
head -c 400 "$file" | refused cut '[0-9]+:[0-9]+: expected'
sed 's/"thread": 1/"thread": 99999999999999999999/' "$file" | refused huge 'steps\[0\].thread: expected an integer'
sed 's/"thread": 1/"thread": -1/' "$file" | refused negative 'steps\[0\].thread: expected an integer'
sed 's/"thread": 1/"thread": 65534/' "$file" | refused far-thread 'does not fit'
sed 's/"from": \[[^]]*\]/"from": [65534, 2147483647]/' "$file" | refused far-write 'does not fit'
sed 's/"thread": 1/"thread": 3/' "$file" | refused no-thread 'step 1 does not fit'
sed 's/"model": "rc11"/"model": "xyz"/' "$file" | refused model "unknown memory model 'xyz'"
sed 's/"plain": "watch"/"plain": "xyz"/' "$file" | refused plain "plain: expected .*found 'xyz'"
sed 's/"fork": "no"/"fork": "xyz"/' "$file" | refused fork "fork: expected yes or no, found 'xyz'"
sed 's/"facts": "[^"]*"/"facts": "ffffffffffffffff"/' "$file" | refused facts 'facts: expected what was learned'
python3 - "$file" <<'END_OF_PYTHON'
import json, sys
replay = json.load(open(sys.argv[1]))
json.dump(replay | {"steps": replay["steps"] * 2000}, open("long", "w"))
json.dump(replay | {"steps": replay["steps"][::-1]}, open("reversed", "w"))
json.dump(replay | {"steps": [step | {"from": [step["thread"], 0]} for step in replay["steps"]]}, open("own", "w"))
END_OF_PYTHON
for name in long reversed own; do
  refused "$name" 'step [0-9]+ does not fit' <"$name"
done

# What a program has from outside before main may be another in each process: what is not seen again is said.
cat >outside.c <<'END_OF_SOURCE'
#include <assert.h>
#include <stdlib.h>
static int fails;
__attribute__((constructor)) static void look(void) { fails = getenv("FAILS") != 0; }
int main(void) { assert(!fails); }
END_OF_SOURCE
FAILS=1 check 1 "$GRAPHFUZZ" outside.c --exhaustive
check 0 "$GRAPHFUZZ" --replay graphfuzz-replays/outside.c-*.json
has err 'does not show what .*outside.c-.* was written for, assertion: outside.c:5:1: .*another in each process'
FAILS=1 check 1 "$GRAPHFUZZ" --replay graphfuzz-replays/outside.c-*.json
hasnt err 'does not show'

# Of another program: that is said, and that its steps do not fit.
check 2 "$GRAPHFUZZ" --replay "$file" "$SOURCE_DIR/litmus/c/mcs-lock-2.c"
has err 'mcs-lock-2.c is not what it was when'
has err 'does not fit'
check 2 "$GRAPHFUZZ" --replay "$file" "$SOURCE_DIR/litmus/MP.litmus"
has err 'expected a program of kind native'
mv mp.c elsewhere.c
check 2 "$GRAPHFUZZ" --replay "$file"
has err 'mp.c: expected a source, found no such file'
check 1 "$GRAPHFUZZ" --replay "$file" elsewhere.c
mv elsewhere.c mp.c

# What is said to have been learned may be anything.
python3 - "$GRAPHFUZZ" "$file" <<'END_OF_PYTHON'
import json, random, subprocess, sys
replay = json.load(open(sys.argv[2]))
facts = replay["settings"]["facts"]
random.seed(7)
for _ in range(60):
    digits = list(facts)
    for _ in range(random.choice([1, 1, 2, 6])):
        digits[random.randrange(len(digits))] = random.choice("0123456789abcdef")
    changed = "".join(digits)[:random.choice([len(digits), random.randrange(len(digits))])]
    json.dump(replay | {"settings": replay["settings"] | {"facts": changed}}, open("changed.json", "w"))
    done = subprocess.run([sys.argv[1], "--replay", "changed.json"], capture_output=True, text=True, timeout=60)
    assert done.returncode in (0, 1, 2), (changed, done)
    assert done.returncode != 2 or "changed.json: " in done.stderr, (changed, done)
END_OF_PYTHON
