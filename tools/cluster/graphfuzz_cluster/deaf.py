"""Loaded by the workers of --local: Ctrl-C in a terminal is for all processes, but it is we who say when they stop."""

import signal

signal.signal(signal.SIGINT, signal.SIG_IGN)
