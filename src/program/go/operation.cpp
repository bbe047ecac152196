// The words for operations and panics.
#include "graphfuzz/program/go/operation.hpp"

namespace graphfuzz::go {

std::string_view name(Kind kind) {
  switch (kind) {
    case Kind::make:
      return "make";
    case Kind::send:
      return "send";
    case Kind::receive:
      return "receive";
    case Kind::close:
      return "close";
    case Kind::select:
      return "select";
    case Kind::lock:
      return "lock";
    case Kind::unlock:
      return "unlock";
    case Kind::try_lock:
      return "try lock";
    case Kind::rlock:
      return "rlock";
    case Kind::runlock:
      return "runlock";
    case Kind::try_rlock:
      return "try rlock";
    case Kind::once:
      return "once";
    case Kind::once_end:
      return "once end";
    case Kind::wg_add:
      return "wg add";
    case Kind::wg_wait:
      return "wg wait";
    case Kind::cond_wait:
      return "cond wait";
    case Kind::cond_signal:
      return "cond signal";
    case Kind::cond_broadcast:
      return "cond broadcast";
    case Kind::atomic_load:
      return "atomic load";
    case Kind::atomic_store:
      return "atomic store";
    case Kind::atomic_add:
      return "atomic add";
    case Kind::atomic_swap:
      return "atomic swap";
    case Kind::atomic_cas:
      return "atomic cas";
    case Kind::atomic_and:
      return "atomic and";
    case Kind::atomic_or:
      return "atomic or";
    case Kind::fork:
      return "go";
    case Kind::end:
      return "end";
    case Kind::panic:
      return "panic";
    case Kind::exit:
      return "exit";
    case Kind::sleep:
      return "sleep";
    case Kind::timer_start:
      return "timer start";
    case Kind::timer_stop:
      return "timer stop";
    case Kind::length:
      return "len";
    case Kind::clock:
      return "clock";
    case Kind::plain_read:
      return "read";
    case Kind::plain_write:
      return "write";
    case Kind::gone:
      return "gone";
  }
  return "";
}

std::string_view message(Panic panic) {
  switch (panic) {
    case Panic::none:
      return "";
    case Panic::send_on_closed:
      return "send on closed channel";
    case Panic::close_of_closed:
      return "close of closed channel";
    case Panic::close_of_nil:
      return "close of nil channel";
    case Panic::negative_wait_group:
      return "sync: negative WaitGroup counter";
    case Panic::unlock_of_unlocked:
      return "sync: unlock of unlocked mutex";
    case Panic::nil_dereference:
      return "invalid memory address or nil pointer dereference";
    case Panic::index_out_of_range:
      return "index out of range";
    case Panic::other:
      return "panic";
  }
  return "";
}

}  // namespace graphfuzz::go
