// The things the tool does.
#pragma once

#include "command_line.hpp"

namespace graphfuzz::cli {

/// Runs a campaign per input and model, and prints and writes the results. Returns the exit code. Throws UserError.
int fuzz(const CommandLine& line);

/// Goes on with a campaign from a checkpoint, or from results of units. As `fuzz` otherwise; throws store::Error, too.
int resume(const ResumeLine& line);

/// Takes the work of one campaign apart into units. Exit codes: 0, 1 if a bug was found on the way, 2 errors. Throws
/// UserError.
int split(const SplitLine& line);

/// Works on one unit, or on those that come. Exit codes: 0, 1 if bugs were found, 2 errors. Throws UserError and
/// store::Error.
int work(const WorkLine& line);

/// Puts together what came of units, and reports on it as `fuzz` does. Throws UserError and store::Error.
int merge(const MergeLine& line);

/// Replays one replay file under each model, and prints what happened. Returns the exit code. Throws UserError,
/// ParseError or store::Error.
int replay(const CommandLine& line);

/// Writes all graphs of one test as lines of JSON. Exit codes: 0; 2 errors; 4 none. Throws UserError.
int graphs(const GraphsLine& line);

/// Looks for an execution that ends in a state, and writes a replay file of it. Exit codes: 0 there is none, which is
/// proven; 1 it was found; 4 neither. Throws UserError.
int witness(const WitnessLine& line);

/// Makes the program and the execution of a replay file smaller, as long as they show the same. Returns the exit code
/// of a replay. Throws UserError, ParseError or store::Error.
int minimize(const MinimizeLine& line);

/// Lists the models, prints one, or explains why one forbids an outcome. Exit codes of the latter: 0 if it does, 1 if
/// it allows it, 2 if that is not known. Throws UserError or ParseError.
int models(const ModelsLine& line);

/// Compares models on files, or searches for a smallest program that tells two apart. Exit codes: 0 no difference, 1 a
/// difference, 2 errors. Throws UserError.
int compare(const CompareLine& line);

/// Analyses recorded executions of Go programs, one after the other. Exit codes: 0 no bug, 1 a bug that happened or
/// could have, 2 errors; the other traces are analysed nevertheless. With `diff`: 0 the same graph, 1 different ones.
/// Throws UserError.
int trace(const TraceLine& line);

/// Writes a litmus test as a program of C: `graphfuzz translate`, whose name is argv[0]. Returns the exit code. Throws
/// UserError, ParseError and store::Error.
int translate(int argc, char** argv);

/// Puts the results of several runs on one page: `graphfuzz html`, whose name is argv[0]. Returns the exit code. Throws
/// UserError and store::FileError.
int html(int argc, char** argv);

}  // namespace graphfuzz::cli
