// The machine that the program is in this process.
#include <fmt/format.h>
#include <unistd.h>

#include "runtime/exceptions.hpp"
#include "runtime/faults.hpp"
#include "runtime/heap.hpp"
#include "runtime/image.hpp"
#include "runtime/request.hpp"
#include "runtime/runtime_machine.hpp"
#include "runtime/thread_memory.hpp"

namespace graphfuzz::runtime {
namespace {

struct Main {
  int (*function)(int, char**, char**) = nullptr;
  int count = 0;
  char** arguments = nullptr;
  char** environment = nullptr;
} the_main;

void* run_main(void*) {
  const long code = the_main.function(the_main.count, the_main.arguments, the_main.environment);
  return reinterpret_cast<void*>(code);
}

class RuntimeMachine final : public native::Machine {
 public:
  void use(const native::CellTable& cells) override { use_cells(&cells); }
  void reset() override {
    catch_faults();
    drop_fibers();
    reset_heap();
    reset_thread_memory();
    restore_image();
    catch_termination();
    make_fiber(0, {run_main, nullptr});
  }
  const Arrival& begin(ThreadId thread) override { return go_on(thread); }
  const Arrival& resume(ThreadId thread, Value value, bool succeeded) override {
    Fiber& f = *fiber(thread);
    f.value = value;
    f.succeeded = succeeded;
    return go_on(thread);
  }
  Value initial(Address granule) const override { return remembered(granule); }
  std::string message(std::size_t number) const override { return runtime::message(number); }
  std::size_t message_number(const std::string& text) override { return runtime::message_number(text); }
  std::vector<std::string> outcomes() const override { return outcome_names(); }
  Place place(Address code) const override { return place_of(code); }
  std::string name(Address data) const override { return data_name(data); }
  std::string program() const override {
    const std::string path = the_main.arguments[0];
    return path.substr(path.rfind('/') + 1);
  }

 private:
  const Arrival& go_on(ThreadId thread) {
    Fiber& f = *fiber(thread);
    run(f);
    return f.arrival;
  }
};

}  // namespace

void take_over(int (*function)(int, char**, char**), int count, char** arguments, char** environment) {
  the_main = {function, count, arguments, environment};
  take_image();
  static RuntimeMachine machine;
  native::set_machine(&machine);
}

}  // namespace graphfuzz::runtime
