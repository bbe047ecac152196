// What threads change, or use up, of what is no memory: files, the process's folder, what the C library has for all. A
// thread that waits is in another state then, unless it has changed it back.
#pragma once

#include <cstdint>
#include <cstdio>
#include <initializer_list>

namespace graphfuzz::runtime {

/// What it is of, with a number of its own: a file descriptor, which streams and folders have, too, a signal, …
enum class Outside : std::uint8_t {
  descriptor,
  position,
  stream,
  stream_position,
  folder_position,
  current_folder,
  mask,
  handler
};

/// The thread that runs, if one does, has made it what `what` says, of which only whether it is the same counts: 0 is
/// as it was when the execution began. Checkpoints are disturbed if it was anything else.
void note_outside(Outside kind, std::uint64_t number, std::uint64_t what);
/// … has changed something of that kind for good.
void change_outside();
/// … has written something more to a file, which is for good, and is elsewhere in it.
void note_written(int fd);
void note_written(std::FILE* file);
/// … has changed something, if the call has not failed; its result.
template <class Result>
Result change_outside_by(Result result) {
  if (result >= 0) change_outside();
  return result;
}
/// … has read of the descriptor, or gone elsewhere in it. `got`: what comes only once may be gone.
void note_position(int fd, bool got);
void note_position(std::FILE* file, bool got);
/// … has opened the file, or closed it: 0.
void note_stream(std::FILE* file, std::uint64_t what);
/// Descriptors and streams have positions in common from now on, so that what one of them does changes others.
void share_positions();
/// All is as in the beginning of an execution.
void reset_outside();

/// These are the same in executions that are: no addresses, nor what the system gives others. Never 0.
std::uint64_t hash_of_all(std::initializer_list<std::uint64_t> numbers);
std::uint64_t hash_of_text(const char* text);

}  // namespace graphfuzz::runtime
