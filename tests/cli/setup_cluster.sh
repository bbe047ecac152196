# Sourced by tests that start a scheduler of Dask and workers: what setup.sh has, and `cluster`, which is what they test.
. "$SOURCE_DIR/tests/cli/setup.sh"
/usr/bin/python3 -c 'import distributed' 2>/dev/null || { echo "skipped: needs python3-distributed"; exit 77; }
[[ -z ${SANITIZE-} ]] || { echo "skipped: the workers are as they are"; exit 77; }
cluster=$SOURCE_DIR/tools/cluster/graphfuzz-cluster
scheduler= workers=()
stop() { kill -9 $scheduler "${workers[@]}" 2>/dev/null || true; wait 2>/dev/null || true; workers=(); }
trap 'stop; rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache

start_scheduler() {
  rm -f scheduler.json
  dask-scheduler --host 127.0.0.1 --port 0 --no-dashboard --scheduler-file scheduler.json >scheduler.log 2>&1 &
  scheduler=$!
  wait_for test -s scheduler.json
}
# start_workers N [VARIABLE=VALUE]: they have no graphfuzz of their own, unless told so.
start_workers() {
  env -u GRAPHFUZZ "${@:2}" dask-worker --scheduler-file scheduler.json --nworkers "$1" --nthreads 1 --no-dashboard \
    --local-directory workers --death-timeout 30 >>workers.log 2>&1 &
  workers+=($!)
}
# write_many_graphs NAME: a litmus test with some 2 million graphs.
write_many_graphs() {
  sed "s/^C writes/C $1/" <<'END'
C writes
{}
P0 (atomic_int* x) { for (int i = 1; i < 4; i++) atomic_store_explicit(x,i,memory_order_relaxed); }
P1 (atomic_int* x) { for (int i = 4; i < 7; i++) atomic_store_explicit(x,i,memory_order_relaxed); }
P2 (atomic_int* x) { for (int i = 7; i < 10; i++) atomic_store_explicit(x,i,memory_order_relaxed); }
P3 (atomic_int* x) { int a = atomic_load_explicit(x,memory_order_relaxed); int b = atomic_load_explicit(x,memory_order_relaxed); }
P4 (atomic_int* x) { int a = atomic_load_explicit(x,memory_order_relaxed); }
exists (3:a=5 /\ 4:a=6)
END
}
