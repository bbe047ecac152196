"""The evaluation of graphfuzz: programs, runs, measures, claims, tables, plots. Started by thesis/evaluate."""
