// The x86-TSO abstract machine (Owens, Sarkar, Sewell, TPHOLs 2009, section 3; Sewell et al., CACM 2010): a memory, and
// for each thread a FIFO buffer of the writes on their way there. By brute force, all its executions of a straight-line
// program. An operational definition, to hold the axiomatic one to.
#pragma once

#include <deque>
#include <set>
#include <string>
#include <vector>

#include "support/straight_line.hpp"

namespace graphfuzz::testing {

/// What a seq_cst store is compiled to: a store; a locked exchange; a store and an mfence after it.
enum class SeqCstStoreAs { mov, xchg, mov_mfence };

class TsoMachine {
 public:
  explicit TsoMachine(const StraightLine& program, SeqCstStoreAs store) : program_(program), store_(store) {}

  /// The graphs of all executions, as `canonical` spells them: mo is the order in which writes reach memory. A thread
  /// begins when what its parent wrote before has reached memory, and is joined when what it wrote has.
  std::set<std::string> graphs() {
    seen_.clear();
    found_.clear();
    State state;
    state.threads.resize(program_.threads());
    for (Location x = 0; x < program_.locations().size(); ++x) {
      state.memory.push_back({{"i." + std::to_string(x), x, program_.locations()[x].initial}});
    }
    for (ThreadId t = 0; t < program_.threads(); ++t) state.threads[t].running = !program_.started_by(t);
    explore(state);
    return found_;
  }

 private:
  struct Write {
    std::string id;
    Location location;
    Value value;
  };
  struct Thread {
    bool running = false;
    bool started = false;  // but perhaps not yet running
    bool ended = false;    // with an end event
    bool fencing = false;  // an mfence is next
    std::size_t next = 0;  // operation
    std::size_t events = 0;
    std::size_t issued = 0, flushed = 0;  // pure writes
    std::size_t awaited = 0;              // of the parent's writes
    std::string begin_source;
    Value last_read = 0;
    std::deque<Write> buffer;
    std::string text;
  };
  struct State {
    std::vector<Thread> threads;
    std::vector<std::vector<Write>> memory;  // by location, all writes that have reached it
  };

  static std::string id(ThreadId t, std::size_t index) { return std::to_string(t) + "." + std::to_string(index); }

  static void event(Thread& thread, EventKind kind, Value read, Value written, const std::string& source) {
    thread.text += std::to_string(static_cast<int>(kind)) + "," + std::to_string(read) + "," + std::to_string(written) +
                   "," + source + " ";
    ++thread.events;
  }

  static std::string graph(const State& state) {
    std::string text;
    for (const Thread& thread : state.threads) text += thread.text + "| ";
    for (const std::vector<Write>& order : state.memory) {
      for (const Write& write : order) text += write.id + " ";
      text += "/ ";
    }
    return text;
  }

  void explore(const State& state) {
    std::string key = graph(state);
    bool done = true;
    for (const Thread& thread : state.threads) {
      key += (thread.started ? "s" : "") + std::to_string(thread.next) + "b" + std::to_string(thread.buffer.size());
      done = done && thread.running && thread.buffer.empty() && thread.next == operations(state, thread);
      key += thread.fencing ? "f" : "";
      done = done && (!thread.started || thread.ended);
    }
    if (!seen_.insert(key).second) return;
    if (done) found_.insert(graph(state));
    for (ThreadId t = 0; t < state.threads.size(); ++t) {
      if (!state.threads[t].buffer.empty()) {
        State after = state;
        flush(after, t);
        explore(after);
      }
      step(state, t);
    }
  }

  std::size_t operations(const State& state, const Thread& thread) const {
    return program_.ops()[static_cast<std::size_t>(&thread - state.threads.data())].size();
  }

  static void flush(State& state, ThreadId t) {
    Thread& thread = state.threads[t];
    const Write write = thread.buffer.front();
    thread.buffer.pop_front();
    ++thread.flushed;
    state.memory[write.location].push_back(write);
  }

  void step(const State& state, ThreadId t) {
    State after = state;
    Thread& thread = after.threads[t];
    if (!thread.running) {
      if (!thread.started) return;
      const ThreadId parent = *program_.started_by(t);
      if (after.threads[parent].flushed < thread.awaited) return;
      thread.running = true;
      event(thread, EventKind::begin, 0, parent, thread.begin_source);
      return explore(after);
    }
    if (thread.fencing) {
      if (!thread.buffer.empty()) return;
      thread.fencing = false;
      return explore(after);
    }
    if (thread.next == program_.ops()[t].size()) {
      if (!thread.started || thread.ended) return;
      thread.ended = true;
      event(thread, EventKind::end, 0, 0, "-");
      return explore(after);
    }
    const Op& op = program_.ops()[t][thread.next++];
    const Value operand = op.operand + (op.dependent ? thread.last_read : 0);
    switch (op.kind) {
      case RequestKind::start: {
        Thread& child = after.threads[static_cast<std::size_t>(op.operand)];
        child.started = true;
        child.awaited = thread.issued;
        child.begin_source = thread.events == 0 ? "-" : id(t, thread.events - 1);
        break;
      }
      case RequestKind::join: {
        const auto number = static_cast<ThreadId>(op.operand);
        const Thread& child = after.threads[number];
        if (!child.ended || !child.buffer.empty()) return;
        event(thread, EventKind::join, 0, number, id(number, child.events - 1));
        break;
      }
      case RequestKind::fence:
        if (is_seq_cst(op.order) && !thread.buffer.empty()) return;
        event(thread, EventKind::fence, 0, 0, "-");
        break;
      case RequestKind::write:
        if (is_seq_cst(op.order) && store_ == SeqCstStoreAs::xchg && !thread.buffer.empty()) return;
        thread.buffer.push_back({id(t, thread.events), op.location, operand});
        ++thread.issued;
        if (is_seq_cst(op.order) && store_ == SeqCstStoreAs::xchg) flush(after, t);
        thread.fencing = is_seq_cst(op.order) && store_ == SeqCstStoreAs::mov_mfence;
        event(thread, EventKind::write, 0, operand, "-");
        break;
      case RequestKind::read:
        read(after, thread, op.location);
        break;
      case RequestKind::update:
        if (!thread.buffer.empty()) return;
        update(after, t, op.location,
               [&](Value old) { return op.operation == Operation::add ? old + operand : operand; });
        break;
      default: {  // compare_exchange: one that fails is a read
        State failed = after;
        const Value value = read(failed, failed.threads[t], op.location);
        if (value != op.expected || op.weak) explore(failed);
        if (!thread.buffer.empty() || after.memory[op.location].back().value != op.expected) return;
        update(after, t, op.location, [&](Value) { return operand; });
      }
    }
    explore(after);
  }

  static Value read(State& state, Thread& thread, Location location) {
    const Write* source = &state.memory[location].back();
    for (const Write& write : thread.buffer) {
      if (write.location == location) source = &write;
    }
    thread.last_read = source->value;
    event(thread, EventKind::read, thread.last_read, 0, source->id);
    return thread.last_read;
  }

  template <class Function>
  static void update(State& state, ThreadId t, Location location, Function written) {
    Thread& thread = state.threads[t];
    const Write source = state.memory[location].back();
    thread.last_read = source.value;
    state.memory[location].push_back({id(t, thread.events), location, written(source.value)});
    event(thread, EventKind::update, source.value, written(source.value), source.id);
  }

  const StraightLine& program_;
  SeqCstStoreAs store_;
  std::set<std::string> seen_, found_;
};

}  // namespace graphfuzz::testing
