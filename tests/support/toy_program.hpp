// Programs in process whose threads are coroutines: they start threads, allocate and have plain data while they run, as
// native programs do.
#pragma once

#include <coroutine>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "graphfuzz/graph/execution_graph.hpp"
#include "graphfuzz/program/goes_back.hpp"
#include "graphfuzz/program/numbering.hpp"
#include "graphfuzz/program/program.hpp"

namespace graphfuzz::testing {

struct ToyCode {
  struct promise_type {
    ToyCode get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { error = std::current_exception(); }
    std::exception_ptr error;
  };
  std::coroutine_handle<promise_type> handle;
};

class ToyThread;
using ToyBody = std::function<ToyCode(ToyThread&)>;

/// What the threads of one execution share.
struct ToyMemory {
  explicit ToyMemory(Location at_the_start) : heap(at_the_start) {}
  Heap heap;
  std::map<Location, Value> plain;  // of watched accesses
  bool watches = true;
};

/// What the code of a thread sees of the engine. All functions but `id` are to be awaited.
class ToyThread {
 public:
  struct Result {
    Value value = 0;
    bool succeeded = false;
  };
  struct Awaited {
    ToyThread& thread;
    bool ready = false;
    bool await_ready() const { return ready; }
    void await_suspend(std::coroutine_handle<>) const {}
    Result await_resume() const { return thread.result_; }
  };

  ToyThread(ThreadId id, ToyMemory& memory) : id_(id), memory_(memory) {}

  ThreadId id() const { return id_; }
  Awaited ask(const Request& request) {
    request_ = request;
    return {*this};
  }
  Awaited read(Location x, MemoryOrder order) { return ask(access(RequestKind::read, x, order)); }
  Awaited write(Location x, Value value, MemoryOrder order) {
    Request request = access(RequestKind::write, x, order);
    request.operand = value;
    return ask(request);
  }
  Awaited compare_exchange(Location x, Value expected, Value desired, MemoryOrder order, MemoryOrder failure) {
    Request request = access(RequestKind::compare_exchange, x, order);
    request.expected = expected;
    request.operand = desired;
    request.failure_order = failure;
    return ask(request);
  }
  /// Gives the thread's number. By reference: GCC 12 destroys temporaries in awaited expressions twice.
  Awaited start(const ToyBody& body) {
    child_ = body;
    Request request;
    request.kind = RequestKind::start;
    request.operand = child_thread(id_, children_++);
    return ask(request);
  }
  Awaited join(Value thread) {
    Request request;
    request.kind = RequestKind::join;
    request.operand = thread;
    return ask(request);
  }
  /// Gives the number of the first of so many locations.
  Awaited allocate(std::uint32_t count, Value initial = 0) {
    Request request;
    request.kind = RequestKind::allocate;
    request.location = memory_.heap.allocate(id_, count);
    request.expected = count;
    request.operand = initial;
    return ask(request);
  }
  Awaited fail(Value message) {
    Request request;
    request.kind = RequestKind::failure;
    request.operand = message;
    return ask(request);
  }
  /// Plain accesses are watched, or events, as the program wants.
  Awaited plain_read(Location x, std::uint32_t place) {
    if (!memory_.watches) return read(x, MemoryOrder::non_atomic);
    plain_.push_back({x, false, place});
    result_ = {memory_.plain[x], false};
    return {*this, true};
  }
  Awaited plain_write(Location x, Value value, std::uint32_t place) {
    if (!memory_.watches) return write(x, value, MemoryOrder::non_atomic);
    plain_.push_back({x, true, place});
    memory_.plain[x] = value;
    return {*this, true};
  }

 private:
  friend class ToyRun;
  static Request access(RequestKind kind, Location x, MemoryOrder order) {
    Request request;
    request.kind = kind;
    request.location = x;
    request.order = order;
    return request;
  }

  ThreadId id_;
  ToyMemory& memory_;
  std::uint32_t children_ = 0;
  Request request_;
  Result result_;
  ToyBody child_;
  ToyBody body_;
  std::vector<PlainAccess> plain_;
  std::coroutine_handle<ToyCode::promise_type> code_;
};

class ToyRun final : public Run, public GoesBack {
 public:
  ToyRun(const ToyBody& main, Location at_the_start, bool watches) : main_(main), memory_(at_the_start) {
    memory_.watches = watches;
    make_room(1);
    ToyRun::reset();
  }
  ToyRun(const ToyRun&) = delete;
  ToyRun& operator=(const ToyRun&) = delete;
  ~ToyRun() override { clear(); }

  Capabilities capabilities() const override {
    return {.starts_threads = true, .allocates = true, .watches = memory_.watches};
  }
  void reset() override {
    past_.clear();
    clear();
    memory_.heap.reset();
    memory_.plain.clear();
    std::fill(pending_.begin(), pending_.end(), Request{});
    begin(0, main_);
  }
  std::size_t position() const override { return past_.size(); }
  /// By doing everything before it once more.
  bool go_back(std::size_t position) override {
    ++went_back;
    const std::vector<Resumed> past(past_.begin(), past_.begin() + static_cast<std::ptrdiff_t>(position));
    reset();
    for (const Resumed& r : past) resume(r.thread, r.value, r.succeeded);
    return true;
  }
  void resume(ThreadId id, Value value, bool succeeded) override {
    past_.push_back({id, value, succeeded});
    ToyThread& thread = *threads_.at(id);
    thread.result_ = {value, succeeded};
    if (pending_[id].kind == RequestKind::start) {
      const auto child = static_cast<ThreadId>(pending_[id].operand);
      thread.result_.value = child;
      begin(child, std::move(thread.child_));
    } else if (pending_[id].kind == RequestKind::allocate) {
      thread.result_.value = pending_[id].location;
    }
    go_on(thread);
  }
  bool accepts(ThreadId, Value, bool) const override { return true; }
  void rewind(ThreadId) override { throw std::logic_error("a toy cannot rewind"); }
  void save() override { throw std::logic_error("a toy cannot be saved"); }
  void restore() override { throw std::logic_error("a toy cannot be saved"); }
  std::span<const PlainAccess> plain_accesses(ThreadId id) const override { return threads_.at(id)->plain_; }
  void observe(const ExecutionGraph& graph, std::span<Value> state) const override {
    for (Location x = 0; x < state.size(); ++x) state[x] = graph[graph.mo_last(x)].label.written_value;
  }

  static inline unsigned went_back = 0;

 private:
  struct Resumed {
    ThreadId thread;
    Value value;
    bool succeeded;
  };
  void begin(ThreadId id, ToyBody body) {
    ToyThread& thread = *(threads_[id] = std::make_unique<ToyThread>(id, memory_));
    thread.body_ = std::move(body);  // the coroutine refers to it
    thread.code_ = thread.body_(thread).handle;
    go_on(thread);
  }
  void go_on(ToyThread& thread) {
    thread.plain_.clear();
    thread.code_.resume();
    if (thread.code_.done() && thread.code_.promise().error) std::rethrow_exception(thread.code_.promise().error);
    pending_.at(thread.id_) = thread.code_.done() ? Request{} : thread.request_;
  }
  void clear() {
    for (auto& [id, thread] : threads_) thread->code_.destroy();
    threads_.clear();
  }

  ToyBody main_;
  ToyMemory memory_;
  std::map<ThreadId, std::unique_ptr<ToyThread>> threads_;
  std::vector<Resumed> past_;
};

/// The state is that of the locations that there are at the start.
class ToyProgram final : public Program {
 public:
  ToyProgram(std::vector<LocationInfo> locations, ToyBody main, bool watches = true)
      : locations_(std::move(locations)), main_(std::move(main)), watches_(watches) {}

  std::string_view name() const override { return "toy"; }
  unsigned threads() const override { return 1; }
  const std::vector<LocationInfo>& locations() const override { return locations_; }
  std::unique_ptr<Run> start() const override {
    return std::make_unique<ToyRun>(main_, static_cast<Location>(locations_.size()), watches_);
  }
  std::size_t state_size() const override { return locations_.size(); }
  std::string describe(std::span<const Value> state) const override {
    std::string text;
    for (std::size_t x = 0; x < state.size(); ++x) text += locations_[x].name + "=" + std::to_string(state[x]) + ";";
    return text;
  }
  std::string message(std::size_t number) const override { return "toy failure " + std::to_string(number); }
  Place place(std::uint32_t number) const override { return {"toy.c", number}; }
  std::string show(Value value) const override { return std::to_string(value); }

 private:
  std::vector<LocationInfo> locations_;
  ToyBody main_;
  bool watches_;
};

}  // namespace graphfuzz::testing
