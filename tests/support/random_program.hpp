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

/// 2 or 3 threads with 5 to 6 operations in all: small enough for brute force.
inline rc::Gen<Threads> any_program() {
  return rc::gen::resize(100, rc::gen::exec([] {
                           const int threads = *rc::gen::inRange(2, 4);
                           const int total = *rc::gen::inRange(4, 7);
                           Threads program(static_cast<std::size_t>(threads));
                           for (int i = 0; i < total; ++i) {
                             program[static_cast<std::size_t>(*rc::gen::inRange(0, threads))].push_back(*any_op());
                           }
                           return program;
                         }));
}

}  // namespace graphfuzz::testing
