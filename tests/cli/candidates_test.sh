# A model whose graphs cannot be built event by event: what is said about it, and about a graph that has a cycle.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

cat >lb.litmus <<'END'
C LB
{}
P0 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_relaxed);
}
P1 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
  atomic_store_explicit(x, 1, memory_order_relaxed);
}
~exists (0:r0=1 /\ 1:r0=1)
END

check 1 "$GRAPHFUZZ" --model coherence --exhaustive --dot pictures --json lb.json lb.litmus
has out '^States 4$'
has out '^Built +candidate graphs: LB\+rlx: a cycle in po \| rf is consistent$'
has out 'no replay file: the graph has a cycle'
has out 'reads from 4'
json lb.json 'r[0]["model_kind"] == "candidates" and r[0]["model_kind_reason"].startswith("LB+rlx")'
json lb.json 'r[0]["complete"] and r[0]["graphs"] == 4 and r[0]["bugs"][0]["replay"] is None'
grep -q digraph pictures/*bug-1*.dot

# Without a cycle the steps are known.
sed 's/~exists.*/~exists (0:r0=1)/' lb.litmus >acyclic.litmus
check 1 "$GRAPHFUZZ" --model coherence -n 200 --seed 3 --replay-dir replays acyclic.litmus
check 1 "$GRAPHFUZZ" --replay replays/*.json
has out 'Replayed 4 of 4 steps'

check 0 "$GRAPHFUZZ" --model rc11 --exhaustive --json native.json lb.litmus
json native.json 'r[0]["model_kind"] == "porf" and r[0]["model_kind_reason"] is None'

# A thread that comes to the bound of its loop might have gone on: nothing is proven.
cat >bound.litmus <<'EOF2'
C bound
{}
P0 (atomic_int* x) {
  int i = 0;
  int r = 0;
  while (r < 3) { r = atomic_fetch_add_explicit(x, 1, memory_order_relaxed); i = i + 1; }
}
~exists (0:i=4)
EOF2
check 4 "$GRAPHFUZZ" --model coherence --exhaustive bound.litmus --json bound.json
json bound.json 'not r[0]["complete"] or r[0]["truncated"] > 0'
check 1 "$GRAPHFUZZ" --model coherence --exhaustive --unroll 9 bound.litmus
