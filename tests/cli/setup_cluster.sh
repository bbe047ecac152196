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
