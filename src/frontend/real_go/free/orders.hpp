// A directive, as a Go program that runs freely finds it in the memory that it shares with this process.
#pragma once

#include <span>
#include <string>

#include "frontend/real_go/free/protocol.hpp"
#include "graphfuzz/frontend/real_go_free.hpp"
#include "graphfuzz/program/go/directive.hpp"

namespace graphfuzz::real_go::free {

/// Writes it, and returns where what follows may begin. Places that are told without their folder are in `folder`.
/// Throws std::length_error if there is no room.
std::size_t write_orders(std::span<Word> memory, const go::Directive& directive, const std::string& folder,
                         const RoutineIds& ids);

}  // namespace graphfuzz::real_go::free
