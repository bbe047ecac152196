# A thread that waits for ever is said so, in text and JSON, and is a bug if one asks for it; unknown names are errors.
# Starts threads.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

cat >wait.litmus <<'LITMUS'
C wait
{ x=0; }
P0 (atomic_int* x) { while (atomic_load_explicit(x, memory_order_relaxed) != 1) {} }
P1 (atomic_int* x) { atomic_store_explicit(x, 2, memory_order_relaxed); }
~exists (x=3)
LITMUS

check 0 "$GRAPHFUZZ" wait.litmus --seed 1 --json result.json
has out "^Remark: liveness: P0 waits for ever in 'atomic_load_explicit.*' \(wait.litmus:3:29\): it reads x=2"
json result.json 'r[0]["bugs"] == [] and r[0]["remarks"][0]["kind"] == "liveness"'
check 0 "$GRAPHFUZZ" wait.litmus --seed 1 --dot remarks
has "$(ls remarks/*remark-1-liveness.dot)" 'P0 waits for ever'
test -s remarks/wait-rc11-remark-1-liveness.svg
json result.json 'r[0]["liveness_looked_at"]'
check 0 "$GRAPHFUZZ" wait.litmus --model coherence --liveness --seed 1 -n 20 --json result.json
has out '^Liveness +not looked at'
json result.json 'not r[0]["liveness_looked_at"]'
check 0 "$GRAPHFUZZ" wait.litmus exists.litmus --seed 1
has out 'wait under rc11: remark: liveness: P0 waits for ever'

for strategy in random mix optimal; do
  check 1 "$GRAPHFUZZ" wait.litmus --liveness --strategy "$strategy" --seed 1 -n 20 -j 2 --json result.json --dot pictures
  has out '^Bug 1: liveness: P0 waits for ever'
  has out 'R x=2 +for ever, reads from 1'
  json result.json 'r[0]["remarks"] == [] and r[0]["bugs"][0]["count"] <= r[0]["executions"]'
  has "$(ls pictures/*liveness*.dot | head -n 1)" 'P0 waits for ever'
  check 1 "$GRAPHFUZZ" --replay "$(ls graphfuzz-replays/wait*liveness*.json | head -n 1)"
  has out 'the execution is blocked'
  has out 'Bug: liveness: P0 waits for ever'
done

# A replay under other settings remarks on it, and finds no bug.
replay=$(ls graphfuzz-replays/wait*liveness*.json | head -n 1)
sed -i 's/"liveness": "yes"/"liveness": "no"/' "$replay"
check 0 "$GRAPHFUZZ" --replay "$replay" --json replay.json
has out '^Remark: liveness: P0 waits for ever'
json replay.json 'r[0]["bugs"] == [] and r[0]["remarks"][0]["kind"] == "liveness"'
check 1 "$GRAPHFUZZ" --replay "$replay" --liveness

# Conditions, outcomes and models that name what is not there, or nothing.
sed 's/x=3/zz=3/' wait.litmus >name.litmus
check 2 "$GRAPHFUZZ" name.litmus
has err "^graphfuzz: name.litmus:5:10: expected a location of the test \(one of x\), found 'zz'"
sed 's/x=3/0:r0=3/' wait.litmus >name.litmus
check 2 "$GRAPHFUZZ" name.litmus
has err '^graphfuzz: name.litmus:5:10: expected a register of thread 0 \(there is none\)'
printf '"a title"\n' >title.cat
check 2 "$GRAPHFUZZ" wait.litmus --model title.cat
has err 'title.cat:2:1: expected a check'
check 2 "$GRAPHFUZZ" models --explain sc wait.litmus --outcome 'x==1'
has err "1:2: expected '=' or '!=', found '=='"
