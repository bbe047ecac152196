// What is to be known of kinds of requests.
#pragma once

#include "graphfuzz/program/program.hpp"

namespace graphfuzz {

// Does the request add an event, when the thread is chosen to go on?
constexpr bool asks_for_event(RequestKind kind) { return kind <= RequestKind::fence || kind == RequestKind::join; }

constexpr bool reads(RequestKind kind) {
  return kind == RequestKind::read || kind == RequestKind::update || kind == RequestKind::compare_exchange;
}

constexpr bool may_write(RequestKind kind) {
  return kind == RequestKind::write || kind == RequestKind::update || kind == RequestKind::compare_exchange;
}

/// Does a request that was answered so add an event that writes?
constexpr bool writes(RequestKind kind, bool succeeded) {
  return kind == RequestKind::write || kind == RequestKind::update ||
         (kind == RequestKind::compare_exchange && succeeded);
}

}  // namespace graphfuzz
