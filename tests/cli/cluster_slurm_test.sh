# graphfuzz-cluster --slurm on a Slurm of one machine, which is started for it.
# Runs two programs at a time.
set -eu
. "$SOURCE_DIR/tests/cli/setup.sh"

skip() { echo "skipped: $*"; exit 77; }
PATH=$PATH:/usr/sbin
for program in slurmctld slurmd munged sbatch dask-worker; do
  command -v $program >/dev/null || skip "there is no $program"
done
[[ -z ${SANITIZE-} ]] || skip "the workers are as they are"
[[ $(id -u) == 0 ]] || skip "slurmd is for root"
processes=()
trap 'kill "${processes[@]}" 2>/dev/null || true; sleep 0.2; kill -9 "${processes[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT

chmod 755 "$work"
mkdir munge state spool
chmod 700 munge
head -c 128 /dev/urandom >munge/key
chmod 600 munge/key
munged --foreground --force --key-file=munge/key --socket="$work/munge/socket" --pid-file="$work/munge/pid" \
  --seed-file="$work/munge/seed" --log-file="$work/munge/log" >munge.log 2>&1 &
processes+=($!)
port() { python3 -c 'import socket; s = socket.socket(); s.bind(("", 0)); print(s.getsockname()[1])'; }
host=$(hostname)
cat >slurm.conf <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CredType=cred/munge
SlurmctldPort=$(port)
SlurmdPort=$(port)
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP OverSubscribe=FORCE:4
END
export SLURM_CONF=$work/slurm.conf
wait_for test -S munge/socket
slurmctld -D -f slurm.conf >slurmctld.log 2>&1 &
processes+=($!)
slurmd -D -f slurm.conf >slurmd.log 2>&1 &
processes+=($!)
ready() { sinfo -h -o %T 2>/dev/null | grep -q idle; }
for ((tries = 0; tries < 150; ++tries)); do ready && break; sleep 0.1; done
ready || { tail -n 3 slurmctld.log slurmd.log munge.log; skip "Slurm cannot be started here"; }

cluster=$SOURCE_DIR/tools/cluster/graphfuzz-cluster
state() { scontrol show job "$1" | grep -Eo 'JobState=[A-Z]+'; }
ended() { state "$1" | grep -Eq 'COMPLETED|FAILED|CANCELLED|TIMEOUT'; }

# What is submitted does the work, and its exit code is graphfuzz's.
program=$SOURCE_DIR/litmus/mp.litmus
check 1 "$GRAPHFUZZ" --exhaustive "$program" -q --seed 1 --json whole.json
check 0 "$cluster" --exhaustive "$program" -q --seed 1 --json parts.json --slurm --workers 2 --slurm-options "--output=job.log"
job=$(grep -Eo '[0-9]+' out)
wait_for ended "$job"
state "$job" | grep -q FAILED
scontrol show job "$job" | grep -q 'ExitCode=1:0'
python3 - <<'END'
import json
a, b = (json.load(open(name))[0] for name in ("whole.json", "parts.json"))
assert b["complete"] and (a["graphs"], a["states"]) == (b["graphs"], b["states"]), (a["graphs"], b)
END
test -s "graphfuzz-$job.gfz"
[[ ! -e graphfuzz-$job.dask.log ]]
# Of one that comes to nothing, what Dask said is left behind.
check 0 "$cluster" nowhere.litmus --slurm --workers 1 --slurm-options "--output=failed.log"
job=$(grep -Eo '[0-9]+' out)
wait_for ended "$job"
has failed.log 'nowhere.litmus'
has failed.log "what Dask said is in graphfuzz-$job.dask.log"
test -s "graphfuzz-$job.dask.log"

# Options of sbatch are as they were given, and a job that finds a checkpoint goes on with the same options.
options="--output='job two.log' --comment \"it's #2 of \\\"two\\\" \\\\ words\" -J 'a b'"
again() {
  check 0 "$cluster" --strategy mix "$program" -q --seed 1 -n "$1" --checkpoint "kept here" --log "log of it" --unit-time 300ms \
    --wait 50s --worker-timeout 20s --json again.json --slurm --workers 2 --slurm-options "$options"
  job=$(grep -Eo '[0-9]+' out)
  wait_for ended "$job"
  json again.json "r[0]['executions'] == $1"
}
again 2000
scontrol show job "$job" >described
has described "Comment=it's #2 of \"two\" \\\\ words"
has described "JobName=a b$"
has "job two.log" '^mp '
units=$(grep -c '"unit"' "log of it")
again 3000
[[ $(grep -c '"unit"' "log of it") -gt $units ]]
check 0 "$cluster" --slurm-script - "$program" --checkpoint there --log l --unit-time 300ms --wait 50s --worker-timeout 20s
has out "^  what=\(--resume \"\\\$checkpoint\" .*--unit-time 0.300000 --wait 50.000000 --worker-timeout 20.000000 --log l\)"
check 2 "$cluster" --slurm-script - "$program" --slurm-options "--comment='no end"
has err 'slurm-options: No closing quotation'

# Written only: --slurm-script; without Slurm's programs --slurm says so.
check 0 "$cluster" --exhaustive "$program" --slurm-script job.sh
has job.sh '^#SBATCH --ntasks=4$'
bash -n job.sh
PATH=$(dirname "$GRAPHFUZZ") check 2 /usr/bin/python3 "$cluster" --exhaustive "$program" --slurm
has err 'there is no Slurm'
