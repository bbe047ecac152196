// The machine that the program is in this process.
#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "runtime/calls.hpp"
#include "runtime/changed_files.hpp"
#include "runtime/checkpoint.hpp"
#include "runtime/early_heap.hpp"
#include "runtime/early_threads.hpp"
#include "runtime/exceptions.hpp"
#include "runtime/exit.hpp"
#include "runtime/faults.hpp"
#include "runtime/files.hpp"
#include "runtime/folders.hpp"
#include "runtime/forked_machine.hpp"
#include "runtime/heap.hpp"
#include "runtime/image.hpp"
#include "runtime/late_libraries.hpp"
#include "runtime/leaks.hpp"
#include "runtime/machine_atomics.hpp"
#include "runtime/mappings.hpp"
#include "runtime/output.hpp"
#include "runtime/outside.hpp"
#include "runtime/process_state.hpp"
#include "runtime/real.hpp"
#include "runtime/request.hpp"
#include "runtime/runtime_machine.hpp"
#include "runtime/signals.hpp"
#include "runtime/stack_memory.hpp"
#include "runtime/thread_memory.hpp"

namespace graphfuzz::runtime {
namespace {

ProgramMain the_main;

void* run_main(void*) {
  start_early_threads();
  int code = the_main.function(the_main.count, the_main.arguments, the_main.environment);
  // A main without a value leaves behind whatever there was.
  const bool intended = checks.is_intended(code & 0xff);
  if (code != 0 || !intended) {
    Hook hook;
    const auto function = reinterpret_cast<Address>(the_main.function);
    if (returns_nothing(function)) {
      code = 0;
    } else if (!intended) {
      fail(hook.fiber(), fmt::format("exit: main returns {}", code), function);
    }
  }
  InRuntime in;
  return_from_main(in.fiber(), code);
}

/// The tool's command line begins with the name of the tool.
std::string executable() {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? the_main.arguments[0] : path.string();
}

class RuntimeMachine final : public native::Machine {
 public:
  void set_arguments(const std::vector<std::string>& arguments) override {
    // The program may write to all of it.
    std::string texts = executable() + '\0';
    for (const std::string& text : arguments) texts += text + '\0';
    const std::size_t count = arguments.size() + 1;
    forget(arguments_.data());
    arguments_.assign(count + 1 + (texts.size() + sizeof(char*) - 1) / sizeof(char*), nullptr);
    char* text = reinterpret_cast<char*>(&arguments_[count + 1]);
    texts.copy(text, texts.size());
    for (std::size_t i = 0; i < count; text += std::strlen(text) + 1) arguments_[i++] = text;
    remember(arguments_.data(), arguments_.size() * sizeof(char*));
    the_main.count = static_cast<int>(count);
    the_main.arguments = arguments_.data();
  }
  void use(const native::CellTable& cells) override { use_cells(&cells); }
  void count_calls(bool wanted) override { runtime::count_calls(wanted); }
  void reset() override {
    disturb_checkpoints();
    catch_faults();
    drop_fibers();
    reset_files();  // some are in the heap
    reset_folders();
    reset_outside();
    reset_heap();
    reset_thread_memory();
    reset_exit();
    reset_mappings();
    reset_changed_files();
    reset_signals();
    forget_stack_memory();
    reset_output();
    reset_process_state();
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
  std::uint64_t mark(std::size_t number) override { return save_checkpoint(number); }
  bool go_back_to(std::size_t number, std::uint64_t ticket) override { return restore_checkpoint(number, ticket); }
  std::string output() const override { return kept_output(); }
  Value initial(Address granule) const override { return remembered(granule); }
  std::string message(std::size_t number) const override { return runtime::message(number); }
  std::size_t message_number(const std::string& text) override { return runtime::message_number(text); }
  void explain(std::size_t number, std::vector<native::CallStack> stacks) override {
    explain_message(number, std::move(stacks));
  }
  std::vector<native::CallStack> explanation(std::size_t number) const override { return runtime::explanation(number); }
  std::vector<Address> calls(std::uint32_t number) const override { return calls_of(number); }
  std::optional<ThreadId> stack_owner(Address data) const override {
    if (data < kStacks || data >= kThreadPages) return std::nullopt;
    return static_cast<ThreadId>((data - kStacks) / kStackSize);
  }
  std::optional<ThreadId> heap_owner(Address data) const override {
    if (!in_heap(data)) return std::nullopt;
    return static_cast<ThreadId>((data - kHeaps) / kHeapSize);
  }
  void look_for(const native::Checks& wanted) override {
    if (wanted.brief != checks.brief) watched = false;  // there will be other times to look
    checks = wanted;
  }
  bool looks_for_leaks() const override { return checks.leaks; }
  std::vector<std::size_t> leaks(std::span<const native::CellValue> cells) override { return find_leaks(cells); }
  std::vector<std::string> outcomes() const override { return outcome_names(); }
  std::size_t outcome_number(const std::string& name) override { return runtime::outcome_number(name); }
  std::vector<std::string> functions_of_some_values() const override { return runtime::functions_of_some_values(); }
  std::vector<std::string> functions_of_timers() const override { return runtime::functions_of_timers(); }
  bool is_elsewhere_the_same() const override { return the_main.is_all; }
  std::uint64_t layout() const override { return image_layout(); }
  bool is_memory(Address address) const override { return is_readable(address); }
  Place place(Address code) const override { return place_of(code); }
  std::string name(Address data) const override { return data_name(data); }
  std::optional<bool> is_signed(Address data, std::size_t size) const override {
    return runtime::is_signed(data, size);
  }
  std::string block_name(Address data) const override {
    return in_heap(data) && block_of(data) != nullptr ? data_name(data) : std::string();
  }
  std::vector<std::string> unseen_libraries() const override {
    std::vector<std::string> all = foreign_libraries();
    for (const std::string& library : late_libraries()) all.push_back(library);
    return all;
  }
  std::string program() const override {
    const char* const sources = std::getenv("GRAPHFUZZ_SOURCES");
    std::string path = sources == nullptr ? executable() : sources;
    path.resize(std::min(path.find(0x0a), path.size()));
    return path.substr(path.rfind('/') + 1);
  }
  native::Machine* forked() override { return &forked_machine(*this); }

 private:
  std::vector<char*> arguments_;  // and, behind the null pointer, their texts

  const Arrival& go_on(ThreadId thread) {
    Fiber& f = *fiber(thread);
    const ProcessStateOfProgram state;
    run(f);
    return f.arrival;
  }
};

}  // namespace

void take_over(const ProgramMain& main) {
  early_heap_is_open = false;
  the_main = main;
  take_standard_input();
  take_standard_output();
  // There will be threads: reference counts of the standard library are to be atomic from the start.
  if (auto* const alone = static_cast<char*>(next_definition("__libc_single_threaded"))) *alone = 0;
  if (auto* const alone = static_cast<char*>(::dlsym(RTLD_DEFAULT, "__libc_single_threaded"))) *alone = 0;
  take_changed_files();
  take_process_state();
  take_image();
  end_early_threads();
  watch_machine_atomics();
  static RuntimeMachine machine;
  native::set_machine(&machine);
}

void leave_to_others() {
  reset_files();
  reset_folders();
  reset_mappings();
  reset_changed_files();
}

}  // namespace graphfuzz::runtime
