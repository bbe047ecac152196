// What the executor needs to know of requests.
#pragma once

#include "graphfuzz/program/program.hpp"

namespace graphfuzz {

// Does the request add an event, when the thread is chosen to go on?
constexpr bool asks_for_event(RequestKind kind) { return kind <= RequestKind::fence || kind == RequestKind::join; }

constexpr bool reads(RequestKind kind) {
  return kind == RequestKind::read || kind == RequestKind::update || kind == RequestKind::compare_exchange;
}

}  // namespace graphfuzz
