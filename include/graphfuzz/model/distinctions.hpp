// Which memory orders a model tells apart: those that it does not need not be tried, one by one, in small programs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "graphfuzz/model/memory_model.hpp"

namespace graphfuzz {

/// Of the `orders`, weakest first, which events of this `kind` (read, write, update or fence) may have: the first of
/// each class of orders that none of the models tells apart. Fences that are nothing but an event in po under all of
/// the models are left out. `models`: names and paths as for make_model.
///
/// It is read off the text of the models in cat (for native ones, their definition): two orders are the same if every
/// set that a relation or a test is made of holds both, or neither. So they may be kept apart without need, but are
/// never taken for one if they are not.
///
/// Throws std::invalid_argument for an unknown model, and CatError.
std::vector<MemoryOrder> distinguished_orders(std::span<const std::string> models, EventKind kind,
                                              std::span<const MemoryOrder> orders);

}  // namespace graphfuzz
