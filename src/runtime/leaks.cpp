// Every word, at a multiple of eight, that could be an address is taken for one, as in Boehm's collector: of static
// data, of the stacks and thread-locals of threads that have not ended, and of blocks that are reached themselves. An
// address within a block, or right behind it, reaches it.
#include "runtime/leaks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "runtime/early_heap.hpp"
#include "runtime/exit.hpp"
#include "runtime/heap.hpp"
#include "runtime/hook.hpp"
#include "runtime/image.hpp"
#include "runtime/request.hpp"
#include "runtime/thread_memory.hpp"

namespace graphfuzz::runtime {
namespace {

// Memory with what cells hold in the end: of two writes the one that was made last need not be the last of the graph.
class FinalMemory {
 public:
  explicit FinalMemory(std::span<const native::CellValue> cells) {
    for (const native::CellValue& cell : cells) {
      if (cell.size != 8) continue;
      before_.push_back({cell.address, cell.size, read_memory(cell.address, cell.size)});
      write_memory(cell.address, cell.size, cell.value);
    }
  }
  FinalMemory(const FinalMemory&) = delete;
  FinalMemory& operator=(const FinalMemory&) = delete;
  ~FinalMemory() {
    for (const native::CellValue& cell : before_) write_memory(cell.address, cell.size, cell.value);
  }

 private:
  std::vector<native::CellValue> before_;
};

class Search {
 public:
  Search() {
    for (const Block* const block : blocks_left()) nodes_.push_back({block, false, false});
    std::sort(nodes_.begin(), nodes_.end(),
              [](const Node& a, const Node& b) { return a.block->address < b.block->address; });
  }

  void scan(Address begin, Address end) {
    const std::size_t from = reached_.size();
    scan(begin, end, [this](Node& node) { reach(node); });
    for (std::size_t i = from; i < reached_.size(); ++i) {
      scan(reached_[i]->address, reached_[i]->address + reached_[i]->size, [this](Node& node) { reach(node); });
    }
  }
  void reach(Address address) {
    if (Node* const node = find(address)) {
      reach(*node);
      scan(node->block->address, node->block->address + node->block->size);
    }
  }

  // Of those that are lost, the ones that no other one points to. Of a ring, one.
  std::vector<const Block*> lost() {
    for (Node& node : nodes_) {
      if (node.reached) continue;
      scan(node.block->address, node.block->address + node.block->size,
           [&](Node& other) { other.inner |= &other != &node; });
    }
    std::vector<const Block*> result;
    for (const bool inner : {false, true}) {
      for (Node& node : nodes_) {
        if (node.reached || node.inner != inner) continue;
        result.push_back(node.block);
        node.reached = true;
        scan(node.block->address, node.block->address + node.block->size);
      }
    }
    return result;
  }

 private:
  struct Node {
    const Block* block;
    bool reached;
    bool inner;  // another one points to it
  };
  std::vector<Node> nodes_;
  std::vector<const Block*> reached_;

  Node* find(Address address) {
    if (!in_heap(address)) return nullptr;
    const auto after = std::upper_bound(nodes_.begin(), nodes_.end(), address,
                                        [](Address at, const Node& node) { return at < node.block->address; });
    if (after == nodes_.begin()) return nullptr;
    Node& node = *std::prev(after);
    return address <= node.block->address + node.block->size ? &node : nullptr;
  }
  void reach(Node& node) {
    if (node.reached) return;
    node.reached = true;
    reached_.push_back(node.block);
  }
  template <class Each>
  void scan(Address begin, Address end, Each each) {
    for (Address at = (begin + 7) & ~Address{7}; at + 8 <= end; at += 8) {
      if (Node* const node = find(static_cast<Address>(read_memory(at, 8)))) each(*node);
    }
  }
};

void scan_thread(Search& search, const Fiber& fiber) {
  search.reach(address_of(fiber.result));
  if (fiber.finished && !fiber.gone && fiber.id != 0) return;  // there is nothing left of it
  for (const Fiber::Specific& specific : fiber.specific) search.reach(address_of(specific.value));
  for (const Fiber::Destructor& destructor : fiber.destructors) search.reach(address_of(destructor.object));
  for_each_thread_local(fiber.thread_pointer, [&](Address begin, Address end) { search.scan(begin, end); });
  if (fiber.finished && !fiber.gone) return;
  search.scan(address_of(fiber.context), address_of(fiber.stack) + kStackSize);
}

}  // namespace

std::vector<std::size_t> find_leaks(std::span<const native::CellValue> cells) {
  const FinalMemory memory(cells);
  Search search;
  for_each_root([&](Address begin, Address end) { search.scan(begin, end); });
  if (early_heap_was_opened()) search.scan(kEarlyHeap, early_heap_end());
  for (std::size_t i = 0; i < fiber_count(); ++i) {
    const Fiber* const f = fiber(static_cast<ThreadId>(i));
    if (f != nullptr && f->context != nullptr) scan_thread(search, *f);
  }
  std::vector<std::size_t> messages;
  for (const Block* const block : search.lost()) {
    const std::size_t number =
        message_number(message_at(block->place, fmt::format("leak: block of {} bytes", block->size)));
    explain_message(number, stacks_of(block));
    if (std::find(messages.begin(), messages.end(), number) == messages.end()) messages.push_back(number);
  }
  return messages;
}

}  // namespace graphfuzz::runtime
