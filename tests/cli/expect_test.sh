# --expect: what files say of themselves is checked; --junit.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

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
has err '^graphfuzz: said.litmus:2:11: expected one of Never, Sometimes, Always, found .Nevr.; did you mean .Never.'

# What could never be checked is an error with its place.
sed 's/Expect-sc=Nevr/Expect-sq=Never/' said.litmus >model.litmus
check 2 "$GRAPHFUZZ" --expect model.litmus
has err "^graphfuzz: model.litmus:2:8: expected one of sc, .*, found 'sq'"
sed 's/Expect-sc=Nevr/Bug-sc=rice/' said.litmus >kind.litmus
check 2 "$GRAPHFUZZ" --expect kind.litmus
has err "^graphfuzz: kind.litmus:2:8: expected one of none, assertion, race, .*, found 'rice'"
check 0 "$GRAPHFUZZ" kind.litmus  # nobody else looks at these lines

# Files that cannot be read, or are no programs, are errors in JUnit's file.
check 2 "$GRAPHFUZZ" --expect --junit bad.xml nowhere.litmus broken.litmus 'a&<".litmus'
python3 -c 'import xml.etree.ElementTree as x
root = x.parse("bad.xml").getroot()
assert root.get("errors") == "2" and root.get("failures") == "1" and root.get("tests") == "3", root.attrib
cases = {s.get("name"): s[0][0] for s in root}
assert cases["nowhere.litmus"].tag == "error" and "No such file" in cases["nowhere.litmus"].get("message")
assert cases["broken.litmus"].tag == "error" and "broken.litmus:4:3: " in cases["broken.litmus"].get("message")'
check 2 "$GRAPHFUZZ" --junit only.xml nowhere.litmus
has only.xml 'errors="1"'

# A thread that waits for a mutex for ever is a bug, expected or not; one that spins is remarked on.
cat >mutex.litmus <<'END'
C mutex
Bug-rc11=liveness
{ x=0; l=0; }
P0 (mutex* l) { lock(l); unlock(l); }
P1 (atomic_int* x, mutex* l) {
  lock(l);
  while (atomic_load_explicit(x, memory_order_relaxed) != 1) {}
}
exists (x=0)
END
check 0 "$GRAPHFUZZ" --expect mutex.litmus
has out '^Expected: 1 came true'
sed 's/Bug-rc11=liveness/Expect-rc11=Never/' mutex.litmus >unexpected.litmus
check 1 "$GRAPHFUZZ" --expect unexpected.litmus
has out 'expected Never, no bug; found Never, liveness$'

# Go programs: kinds, texts and the lines that are marked.
go=$SOURCE_DIR/litmus/go
check 0 "$GRAPHFUZZ" --expect "$go/ab-ba-three.go" "$go/data-race-counter.go" "$go/data-race-counter-fixed.go" \
  "$go/test-lost-update_test.go"
has out '^Expected: 4 came true, 0 did not, 0 open, 0 not stated$'
sed 's,^// bug: none,// bug: race requests,' "$go/data-race-counter-fixed.go" >wrong.go
check 1 "$GRAPHFUZZ" --expect wrong.go
has out '^wrong.go: wrong: expected race: requests; found no bug$'
sed 's,  *// BUG$,,; s,^package main,package main // BUG,' "$go/data-race-counter.go" >elsewhere.go
check 1 "$GRAPHFUZZ" --expect elsewhere.go
sed 's,^// bug: race,// bug: rice,' "$go/data-race-counter.go" >kind.go
check 2 "$GRAPHFUZZ" --expect kind.go
has err "^graphfuzz: kind.go:[0-9]+:9: expected one of none, panic, .*, found 'rice'; did you mean 'race'"
