# Exit codes and what is printed for what a campaign finds.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

check 0 "$GRAPHFUZZ" --strategy mix exists.litmus
has out '^Test SB Allowed$'
has out '^States 4$'
has out '^P0:r0=0; P1:r0=0;$'
has out '^Ok$'
has out '^Positive: 1 Negative: 3$'
has out '^Observation SB Sometimes 1 3$'
has out 'seed [0-9]+'

check 0 "$GRAPHFUZZ" --strategy mix --model sc -n 500 exists.litmus
has out '^States 3$'
has out '^No\?$'
has out '^Not observed in 500 executions$'

check 1 "$GRAPHFUZZ" --strategy mix forbidden.litmus
has out '^Test SB Forbidden$'
has out '^Positive: 3 Negative: 1$'
check 0 "$GRAPHFUZZ" --strategy mix safe.litmus
check 0 "$GRAPHFUZZ" --strategy mix --model sc forbidden.litmus
check 1 "$GRAPHFUZZ" --strategy mix required.litmus
has out 'counterexample'

check 1 "$GRAPHFUZZ" --strategy mix race.litmus
has out '^Undef$'
has out 'Bug 1: race:'
check 0 "$GRAPHFUZZ" --strategy mix --model sc race.litmus

check 1 "$GRAPHFUZZ" --strategy mix --stop-on-bug assertion.litmus
has out 'assertion.litmus:6:3: assertion failed'
has out 'reads from [0-9]'

check 1 "$GRAPHFUZZ" --strategy mix --color always race.litmus
has out $'\x1b'
check 1 "$GRAPHFUZZ" --strategy mix --color auto race.litmus
hasnt out $'\x1b'

# "No" only where it is proven, in the table, the block and the JSON; what is left has a column.
check 0 "$GRAPHFUZZ" --model sc -n 2 --json open.json exists.litmus exists.litmus
has out '^SB +sc +No\? .* %'
has out '^\? not proven'
json open.json 'r[0]["verdict"] == "open" and r[0]["condition_verdict"] == "No?" and not r[0]["complete"]'
check 0 "$GRAPHFUZZ" --model sc --json proven.json exists.litmus safe.litmus
has out '^SB +sc +No .* nothing '
json proven.json '[t["verdict"] for t in r] == ["excluded", "shown"]'

# Nothing was decided: no execution came to its end.
cat >bounded.litmus <<'END'
C bounded
{}
P0 (atomic_int* x) {
  for (int i = 0; i < 100; i++) {
    atomic_fetch_add_explicit(x,1,memory_order_relaxed);
    if (atomic_load_explicit(x,memory_order_relaxed) == 200) i = 200;
  }
}
exists (x=200)
END
sed 's/int i = 0; i < 100; i++/int i = atomic_load_explicit(x,memory_order_relaxed); i < 100; i = atomic_fetch_add_explicit(x,1,memory_order_relaxed)/' bounded.litmus >looping.litmus
check 4 "$GRAPHFUZZ" --json nothing.json looping.litmus
has out '^Nothing is decided: no execution came to its end'
has out '^Observation bounded Never\? '
json nothing.json 'r[0]["verdict"] == "open" and r[0]["truncated"] == r[0]["executions"]'
check 4 "$GRAPHFUZZ" looping.litmus exists.litmus
has out '^bounded +rc11 +No\?'

# Too short a time has no rate.
hasnt out 'per second'

# What a file says is expected of it; JUnit.
sed 's/^C SB/C SB\nExpect-sc=Never\nExpect-rc11=Sometimes/' exists.litmus >said.litmus
check 0 "$GRAPHFUZZ" --expect -m sc,rc11 --junit said.xml said.litmus
has out '^Expected: 2 came true, 0 did not, 0 open, 0 not stated$'
check 4 "$GRAPHFUZZ" --expect -m sc -n 1 said.litmus
has out 'open: expected Never, no bug; found Never'
check 4 "$GRAPHFUZZ" --expect exists.litmus
sed 's/rc11=Sometimes/rc11=Never/' said.litmus >'a&<".litmus'
check 1 "$GRAPHFUZZ" --expect --junit wrong.xml 'a&<".litmus' said.litmus
has out 'expected Never, no bug; found Sometimes, no bug$'
python3 -c 'import sys, xml.etree.ElementTree as x
suites = x.parse("wrong.xml").getroot()
assert suites.get("failures") == "1" and [s.get("name") for s in suites] == ["a&<\"" + ".litmus", "said.litmus"]
assert "found Sometimes" in suites[0][0][0].get("message")'
sed -i 's/Expect-sc=Never/Expect-sc=Nevr/' said.litmus
check 2 "$GRAPHFUZZ" --expect said.litmus
has err '^graphfuzz: said.litmus:2:11: expected Never, Sometimes or Always'
