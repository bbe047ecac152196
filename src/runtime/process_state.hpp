// What the program changes of the process that is the engine's as well: the working folder, the mask of new files, the
// environment, the locale. The engine has its own, and each execution begins with that.
#pragma once

namespace graphfuzz::runtime {

/// Remembers how it is.
void take_process_state();
/// An execution begins.
void reset_process_state();

/// Has the program changed the folder or the mask, in this execution?
extern bool process_state_differs __attribute__((visibility("hidden")));
/// While a thread of the program runs, the process is as the program wants it.
class ProcessStateOfProgram {
 public:
  ProcessStateOfProgram() {
    if (process_state_differs) [[unlikely]]
      enter();
  }
  ProcessStateOfProgram(const ProcessStateOfProgram&) = delete;
  ProcessStateOfProgram& operator=(const ProcessStateOfProgram&) = delete;
  ~ProcessStateOfProgram() {
    if (process_state_differs) [[unlikely]]
      leave();
  }

 private:
  static void enter();
  static void leave();
};

}  // namespace graphfuzz::runtime
