# graphfuzz models: the list, the texts, and explanations.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

check 0 "$GRAPHFUZZ" models --json list.json
has out '^model +written in +.*description$'
has out '^tso +C\+\+ '
has out '^tso-bare +C\+\+ '
has out '^rc11-c20 +C\+\+ '
has out '^sra +cat '
json list.json '{m["name"] for m in r} >= {"sc", "tso", "ra", "rc11", "rc11-c20", "tso-bare", "relaxed", "pso", "sra", "coherence"}'
check 0 "$GRAPHFUZZ" models --json -
json out 'all(m["description"] for m in r)'
check 0 "$GRAPHFUZZ" models --show tso
cmp out "$SOURCE_DIR/memory_models/tso.cat"
check 0 "$GRAPHFUZZ" models --show rc11-c20
cmp out "$SOURCE_DIR/memory_models/rc11-c20.cat"
check 0 "$GRAPHFUZZ" models --help
has out 'doc/models.md'
for word in -- --explain --outcome Examples 'Exit codes'; do has out "$word"; done

# Forbidden, allowed, not known.
check 0 "$GRAPHFUZZ" models --explain sc --json sb.json --dot pictures exists.litmus
has out 'sc forbids it'
has out '^1 graph ends in this outcome under relaxed: 1 violates `sc`$'
has out 'cycle of 4 edges'
test "$(grep -Eo -- '--(po|fr)-->' out | tr -d '\n')" = '--po-->--fr-->--po-->--fr-->'
json sb.json 'r["answer"] == "forbidden" and [e["relation"] for e in r["cycle"]] == ["po", "fr", "po", "fr"]'
has pictures/SB-sc-explained.dot fr
check 1 "$GRAPHFUZZ" models --explain tso exists.litmus
has out 'tso allows it'
has out 'reads from the initial write'
printf 'include "sc.cat"\n' >mine.cat
check 0 "$GRAPHFUZZ" models --explain mine.cat exists.litmus
has out 'mine.cat forbids it'

# ~exists asks for what is not to be, forall for a counterexample, --outcome for anything.
check 0 "$GRAPHFUZZ" models --explain sc forbidden.litmus
check 0 "$GRAPHFUZZ" models --explain sc required.litmus
has out 'Outcome not \('
check 1 "$GRAPHFUZZ" models --explain sc --outcome '0:r0=1 /\ 1:r0=1' required.litmus
check 0 "$GRAPHFUZZ" models --explain relaxed --outcome '0:r0=2' exists.litmus
has out 'No execution ends in it under a weaker model either'
cat >CoRR.litmus <<'END2'
C CoRR
{}
P0 (atomic_int* x) { atomic_store_explicit(x,1,memory_order_relaxed); }
P1 (atomic_int* x) {
  int r0 = atomic_load_explicit(x,memory_order_relaxed);
  int r1 = atomic_load_explicit(x,memory_order_relaxed);
}
exists (1:r0=1 /\ 1:r1=0)
END2
check 0 "$GRAPHFUZZ" models --explain rc11 CoRR.litmus
has out 'under minimal: 1 violates `coherence`'

# Bad input: one line that says what is wrong, and nothing on standard output.
wrong() {
  check 2 "$GRAPHFUZZ" models "$@"
  has err '^graphfuzz: '
  test "$(wc -l <err)" = 1 && test ! -s out || { echo "not one line: $*"; cat err out; exit 1; }
}
wrong --explain nonesuch exists.litmus
has err 'there are: sc, tso'
wrong --explain nonesuch.cat exists.litmus
printf 'acyclic po |\n' >broken.cat
wrong --explain broken.cat exists.litmus
has err 'broken.cat:'
wrong --explain sc
wrong --explain sc nowhere.litmus
wrong --explain sc broken.litmus
has err 'broken.litmus:4:3: '
wrong --explain sc --outcome '0:r0=' exists.litmus
has err 'outcome:1:6: '
wrong --explain sc --outcome 'z=1' exists.litmus
wrong --explain sc --outcome '' exists.litmus
wrong --explain sc -t 0 exists.litmus
wrong --explain sc --json nowhere/x.json exists.litmus
wrong --show nonesuch
wrong --show sc --explain sc exists.litmus
wrong exists.litmus
wrong --outcome x=1
wrong --bogus

# A file called models is one all the same.
cp exists.litmus models
check 0 "$GRAPHFUZZ" ./models
check 0 "$GRAPHFUZZ" -n 10 models
check 0 "$GRAPHFUZZ" --help
has out 'graphfuzz compare'
