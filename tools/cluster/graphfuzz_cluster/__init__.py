"""Campaigns of graphfuzz on many machines, by Dask distributed.

  options   the command line
  plan      which unit is worked on next, for how long, and what is left over: no machine, no clock
  worker    what runs on the workers: one `graphfuzz work`
  crew      the workers: who there is, who is of no use, what was given to them and what came back
  deaf      what workers on this machine are not to hear
  models    memory models in files
  durable   files that a crash leaves whole
  shards    the fingerprints of graphs, which are too many for one place
  results   what was found, put together by `graphfuzz merge`, and kept in the checkpoint
  campaign  all of it together: a page
  slurm     the job script
"""
