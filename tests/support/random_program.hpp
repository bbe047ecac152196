// RapidCheck generators for straight-line programs.
#pragma once

#include <rapidcheck.h>

#include "support/straight_line.hpp"

namespace graphfuzz::testing {

inline rc::Gen<Op> any_op() {
  return rc::gen::resize(100, rc::gen::exec([] {
                           using rc::gen::element;
                           Op op;
                           const int kind = *rc::gen::inRange(0, 20);
                           op.kind = kind < 7    ? RequestKind::read
                                     : kind < 14 ? RequestKind::write
                                     : kind < 16 ? RequestKind::update
                                     : kind < 17 ? RequestKind::compare_exchange
                                                 : RequestKind::fence;
                           op.location = static_cast<Location>(*rc::gen::inRange(0, 2));
                           op.operand = *rc::gen::inRange(1, 3);
                           op.expected = *rc::gen::inRange(0, 2);
                           op.dependent = *rc::gen::inRange(0, 4) == 0;
                           op.weak = *rc::gen::inRange(0, 2) == 0;
                           op.operation = *element(Operation::add, Operation::exchange);
                           using enum MemoryOrder;
                           switch (op.kind) {
                             case RequestKind::read:
                               op.order = *element(non_atomic, relaxed, acquire, seq_cst, seq_cst);
                               break;
                             case RequestKind::write:
                               op.order = *element(non_atomic, relaxed, release, seq_cst, seq_cst);
                               break;
                             case RequestKind::fence:
                               op.order = *element(acquire, release, acq_rel, seq_cst, seq_cst);
                               break;
                             default:
                               op.order = *element(relaxed, acquire, release, acq_rel, seq_cst);
                           }
                           op.failure_order = *element(relaxed, acquire, seq_cst);
                           return op;
                         }));
}

/// Does every thread run to its end? No thread waits for one that never ends.
inline bool runs_to_its_end(const Threads& program) {
  std::vector<bool> running(program.size(), true);
  std::vector<std::size_t> next(program.size(), 0);
  const auto number = [](const Op& op) { return static_cast<std::size_t>(op.operand); };
  for (const std::vector<Op>& ops : program) {
    for (const Op& op : ops) {
      if (op.kind == RequestKind::start) running[number(op)] = false;
    }
  }
  for (bool progress = true; progress;) {
    progress = false;
    for (std::size_t t = 0; t < program.size(); ++t) {
      while (running[t] && next[t] < program[t].size()) {
        const Op& op = program[t][next[t]];
        if (op.kind == RequestKind::join && (!running[number(op)] || next[number(op)] < program[number(op)].size())) {
          break;
        }
        if (op.kind == RequestKind::start) running[number(op)] = true;
        ++next[t];
        progress = true;
      }
    }
  }
  for (std::size_t t = 0; t < program.size(); ++t) {
    if (!running[t] || next[t] < program[t].size()) return false;
  }
  return true;
}

/// Makes a thread start others, each at most once, and any thread join those that are started.
inline void start_and_join(Threads& program) {
  const auto threads = static_cast<int>(program.size());
  const auto insert = [&](int thread, RequestKind kind, int other) {
    std::vector<Op>& ops = program[static_cast<std::size_t>(thread)];
    Op op;
    op.kind = kind;
    op.operand = other;
    ops.insert(ops.begin() + *rc::gen::inRange<int>(0, static_cast<int>(ops.size()) + 1), op);
  };
  for (int t = 1; t < threads; ++t) {
    if (*rc::gen::inRange(0, 3) == 0) continue;
    insert(*rc::gen::inRange(0, t), RequestKind::start, t);
    for (int joins = *rc::gen::inRange(0, 3); joins > 0; --joins) {
      const Threads before = program;
      insert(*rc::gen::inRange(0, threads), RequestKind::join, t);
      if (!runs_to_its_end(program)) program = before;
    }
  }
}

/// 2 or 3 threads with 4 to 6 operations in all, besides starting and joining threads if they do: small enough for
/// brute force.
inline rc::Gen<Threads> any_program(bool starts_threads = false) {
  return rc::gen::resize(100, rc::gen::exec([=] {
                           const int threads = *rc::gen::inRange(2, 4);
                           const int total = *rc::gen::inRange(4, 7);
                           Threads program(static_cast<std::size_t>(threads));
                           for (int i = 0; i < total; ++i) {
                             program[static_cast<std::size_t>(*rc::gen::inRange(0, threads))].push_back(*any_op());
                           }
                           if (starts_threads) start_and_join(program);
                           return program;
                         }));
}

}  // namespace graphfuzz::testing
