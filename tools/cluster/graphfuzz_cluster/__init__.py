"""Campaigns of graphfuzz on many machines, by Dask distributed.

  command   from the command line to the exit code
  options   the command line
  beginning the work is taken apart, or what is left of it is taken up
  campaign  what becomes of the units: a page, and all that there is to a campaign
  plan      which unit is worked on next, for how long, and what is left over: no machine, no clock
  worker    what runs on the workers: one `graphfuzz work`
  crew      the workers: who there is, who is of no use, what was given to them and what came back
  deaf      what workers on this machine are not to hear
  results   what was found, put together by `graphfuzz merge`, and kept in the checkpoint
  graphs    the graphs of strategies that sample, which workers put together
  shards    … their fingerprints, which are too many for one place
  luggage   what goes along with units: an executable, a memory model
  models    memory models in files
  gofolder  what is in the folder of a Go program
  durable   files that a crash leaves whole
  slurm     the job script
"""
