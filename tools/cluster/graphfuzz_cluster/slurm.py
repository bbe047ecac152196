"""The job script for Slurm: a scheduler, a worker for each task, and the campaign, on what the job was given."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

from .errors import ClusterError

WORKERS = 4

SCRIPT = """\
#!/bin/bash
# Written by graphfuzz-cluster.
#SBATCH --job-name=graphfuzz
#SBATCH --ntasks={workers}
#SBATCH --cpus-per-task=1
# Before its time is up, so that what was found is told, and the rest is kept.
#SBATCH --signal=B:INT@60
{options}
set -u
cd {folder} || exit 2
scheduler=graphfuzz-$SLURM_JOB_ID.scheduler.json
checkpoint={checkpoint}
# What Dask says, which is of use if nothing else comes.
log=graphfuzz-$SLURM_JOB_ID.dask.log
code=0
cleanup() {{
  kill $(jobs -p) 2>/dev/null
  rm -f "$scheduler"
  case $code in
    0|1|4) rm -f "$log" ;;
    *) echo "graphfuzz: what Dask said is in $log" >&2 ;;
  esac
}}
trap cleanup EXIT

{scheduler} --scheduler-file "$scheduler" --no-dashboard --port 0 >>"$log" 2>&1 &
# Each has a part of the machine; one that dies is started again by its nanny.
srun --kill-on-bad-exit=0 {worker} --scheduler-file "$scheduler" --nthreads 1 --no-dashboard \\
  --local-directory "${{TMPDIR:-/tmp}}" --death-timeout 120 >>"$log" 2>&1 &
for _ in $(seq 600); do [ -s "$scheduler" ] && break; sleep 0.1; done

# A job that was put back into the queue goes on where it was.
if [ -e "$checkpoint" ]; then
  what=(--resume "$checkpoint" {resumed})
else
  what=(--checkpoint "$checkpoint" {begun} {arguments})
fi
{cluster} --scheduler "$scheduler" "${{what[@]}}" &
campaign=$!
trap 'kill -INT $campaign' INT TERM
wait $campaign || code=$?
while kill -0 $campaign 2>/dev/null; do wait $campaign; code=$?; done
exit $code
"""


def _without(words: list[str], flags: set[str], valued: set[str]) -> list[str]:
    """The words without these options and their values; nothing after -- is an option."""
    kept: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "--":
            return [*kept, word, *rest]
        if word in valued:
            next(rest, None)
        elif word not in flags and word.split("=")[0] not in valued:
            kept.append(word)
    return kept


def _sbatch_options(options: str) -> str:
    """As a line of job scripts has them, which sbatch reads in its own way: only quotes keep blanks, and in any quotes
    a backslash is for what follows."""
    try:
        words = shlex.split(options)
    except ValueError as error:
        raise ClusterError(f"--slurm-options: {error}: {options}") from error
    if any("\n" in word for word in words):
        raise ClusterError("--slurm-options: a line ends within an option")
    quoted = ('"' + re.sub(r'(["\\])', r"\\\1", word) + '"' for word in words)
    return f"#SBATCH {' '.join(quoted)}" if words else ""


def script(line: Namespace, words: list[str], cluster: Path) -> str:
    words = _without(words, {"--slurm"}, {"--slurm-script", "--slurm-options", "--workers", "--checkpoint", "--resume"})
    end = words.index("--") if "--" in words else len(words)
    begun, arguments = words[:end], words[end:]
    resumed = [*line.counting, *line.report]
    for name in ("executions", "time", "unit_time", "wait", "worker_timeout", "log"):
        if (value := getattr(line, name)) is not None:
            resumed += [f"--{name.replace('_', '-')}", f"{value:f}" if isinstance(value, float) else str(value)]
    kept = line.checkpoint or line.resume
    return SCRIPT.format(
        workers=line.workers or WORKERS, folder=shlex.quote(os.getcwd()), cluster=shlex.quote(str(cluster)),
        options=_sbatch_options(line.slurm_options),
        checkpoint=shlex.quote(kept) if kept else '"graphfuzz-$SLURM_JOB_ID.gfz"',
        scheduler="dask-scheduler", worker="dask-worker", begun=shlex.join(begun), resumed=shlex.join(resumed),
        arguments=shlex.join(arguments))


def run(line: Namespace, words: list[str]) -> int:
    """Writes the script, or submits it; returns the exit code."""
    text = script(line, words, Path(sys.argv[0]).absolute())
    if line.slurm_script == "-":
        sys.stdout.write(text)
        return 0
    if line.slurm_script:
        try:
            Path(line.slurm_script).write_text(text, encoding="utf-8")
            os.chmod(line.slurm_script, 0o755)
        except OSError as error:
            raise ClusterError(f"{line.slurm_script}: {error.strerror}") from error
        return 0
    try:
        return subprocess.run(["sbatch"], input=text, text=True, check=False).returncode
    except FileNotFoundError as error:
        raise ClusterError("sbatch: there is no Slurm on this machine") from error
