// The files that the program has open. Standard input is at its end, standard output and standard error are kept
// (output.hpp), and all others that it opens are closed after the execution. What it has written to them is taken back
// (changed_files.hpp).
#pragma once

namespace graphfuzz::runtime {

/// Standard input of the process has nothing to read from now on.
void take_standard_input();
/// Is what is written there kept?
inline bool is_output(int fd) { return fd == 1 || fd == 2; }
/// Closes what the program has left.
void reset_files();
/// Has the program opened any that are not closed?
bool has_files();
/// The program has opened it now; if it is none, nothing is.
int open_new(int fd);
/// … and another closes it with itself.
void give_away(int fd);
/// Has the program opened it?
bool is_of_program(int fd);

}  // namespace graphfuzz::runtime
