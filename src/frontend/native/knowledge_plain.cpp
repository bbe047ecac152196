// What threads access plainly: what an edge comes to, who shares memory, and what is to become a location.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "graphfuzz/frontend/native/knowledge.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::native {
namespace {

constexpr std::size_t kTouchesToStop = 256;

}  // namespace

// O(touches), but for several accesses to one granule, which are compared with each other: programs clear megabytes.
void Knowledge::digest(Edge& edge) {
  ++digests_;
  const auto add = [](std::vector<Bytes>& all, std::uint32_t& at, const Bytes& bytes) {
    if (at == kNoNode) {
      at = static_cast<std::uint32_t>(all.size());
      return all.push_back(bytes);
    }
    all[at].mask |= bytes.mask;
    all[at].value = (all[at].value & ~bytes.mask) | bytes.value;
  };
  std::size_t until_stop = 0;
  for (const Touch& touch : touches(edge)) {
    if (until_stop-- == 0) {  // nobody knows of the edge yet
      until_stop = kTouchesToStop;
      stop_point();
    }
    if (touch.kind != Touch::Kind::read && touch.kind != Touch::Kind::write) {
      (touch.kind == Touch::Kind::end_stack ? edge.ends : edge.heap) = true;
      continue;
    }
    Access access;
    access.offset = static_cast<std::uint8_t>(touch.address & 7);
    access.size = touch.size;
    access.write = touch.kind == Touch::Kind::write;
    access.place = place_number(touch.place);
    access.calls = touch.calls;
    if (!touch.own) note_stack(edge.thread, touch.address);
    access.granule = look_at(edge.thread, access, touch.address & ~Address{7});
    Digested& digested = digested_in_this(access.granule);
    if (!touch.unwatched) note_once(edge, access, digested);
    const unsigned shift = 8U * access.offset;
    Bytes bytes{access.granule, 0, 0};
    bytes.mask = (access.size >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8U * access.size)) - 1) << shift;
    bytes.value = (static_cast<std::uint64_t>(touch.value) << shift) & bytes.mask;
    if (access.write) {
      add(edge.writes, digested.write, bytes);
      continue;
    }
    if (digested.write != kNoNode) bytes.mask &= ~edge.writes[digested.write].mask;
    if (digested.read != kNoNode) bytes.mask &= ~edge.reads[digested.read].mask;
    bytes.value &= bytes.mask;
    if (bytes.mask != 0) add(edge.reads, digested.read, bytes);
  }
}

Knowledge::Digested& Knowledge::digested_in_this(std::uint32_t granule) {
  if (granule >= digested_.size()) digested_.resize(granules_.size());
  Digested& digested = digested_[granule];
  if (digested.digest != digests_) digested = {digests_};
  return digested;
}

void Knowledge::note_once(Edge& edge, const Access& access, Digested& digested) {
  if (edge.accesses.empty()) earlier_access_.clear();
  for (std::uint32_t at = digested.access; at != kNoNode; at = earlier_access_[at]) {
    if (edge.accesses[at] == access) return;
  }
  earlier_access_.push_back(std::exchange(digested.access, static_cast<std::uint32_t>(edge.accesses.size())));
  edge.accesses.push_back(access);
}

// Takes down who accesses the granule, and how. Its number.
std::uint32_t Knowledge::look_at(ThreadId thread, const Access& access, Address address) {
  std::uint32_t number = find_granule(address);
  const bool is_new = number == kNoNode;
  if (is_new) number = add_granule(address, machine_.heap_owner(address).value_or(thread));
  Granule& granule = granules_[number];
  bool changed = false;
  const bool others = granule.owner != thread || (is_new && is_freed_by_others(thread, address));
  if (!granule.shared && others) changed = granule.shared = true;
  if (granule.pieces[access.offset] != access.size) changed |= native::cut(granule.pieces, access.offset, access.size);
  granule.written |= access.write;
  const bool wanted = is_to_be_cell(granule, access.offset, access.size);
  if (wanted) to_be_cells_.push_back(number);
  if (changed && !wanted) learn_sharing("is accessed by more than one thread, or in more than one size", address);
  return number;
}

// There is none at the address yet. Its number.
std::uint32_t Knowledge::add_granule(Address address, ThreadId owner) {
  const auto number = static_cast<std::uint32_t>(granules_.size());
  granule_numbers_.emplace(address, number);
  ordered_granules_.emplace(address, number);
  Granule& granule = granules_.emplace_back(Granule{address, machine_.initial(address), owner});
  for (const Cell& cell : cells_.in(address)) granule.atomics[cell.address & 7] = cell.size;
  return number;
}

void Knowledge::note_access(ThreadId thread, std::uint32_t number) {
  Granule& granule = granules_[number];
  if (granule.shared || granule.owner == thread) return;
  granule.shared = true;
  if (is_to_be_cell(granule, 0, 8)) to_be_cells_.push_back(number);
  learn_sharing("is accessed by more than one thread", granule.address);
}

void Knowledge::note_free(ThreadId thread, Address begin, Address end) {
  const auto [block, is_new] = freed_blocks_.try_emplace(begin, FreedBlock{end, thread, false});
  if (is_new) {
    const Address address = begin & ~Address{7};
    if (find_granule(address) == kNoNode) add_granule(address, machine_.heap_owner(address).value_or(thread));
    return;
  }
  block->second.end = std::max(block->second.end, end);
  block->second.by_several |= block->second.thread != thread;
}

bool Knowledge::is_freed_by_others(ThreadId thread, Address granule) const {
  const auto after = freed_blocks_.upper_bound(granule + 7);
  if (after == freed_blocks_.begin()) return false;
  const FreedBlock& block = std::prev(after)->second;
  return granule < block.end && (block.by_several || block.thread != thread);
}

// Is one of these bytes to be a location, or part of one?
bool Knowledge::is_to_be_cell(const Granule& granule, unsigned offset, unsigned size) const {
  if (!plain_is_event_ || !granule.shared || !granule.written) return false;
  return !racing_alone_ || (granule.racing & bytes_of(offset, size)) != 0;
}

void Knowledge::learn_races(std::span<const Location> locations) {
  for (const Location location : locations) {
    if (location < kPlainBase) continue;
    const std::uint32_t number = (location - kPlainBase) / 8;
    Granule& granule = granules_[number];
    const unsigned offset = (location - kPlainBase) % 8;
    const std::uint8_t bytes = bytes_of(offset, granule.pieces[offset]);
    if ((granule.racing & bytes) == bytes) continue;
    granule.racing |= bytes;
    to_be_cells_.push_back(number);
  }
  take_up();
}

void Knowledge::learn_sharing(const char* what, Address address) {
  ++sharing_;
  ++version_;
  if (strict) throw Learned(fmt::format("{} {}", machine_.name(address), what));
}

void Knowledge::bring_up_to_date(Edge& edge) const {
  edge.sharing = sharing_;
  edge.shared_reads.clear();
  edge.watched.clear();
  for (const Bytes& bytes : edge.reads) {
    if (granules_[bytes.granule].shared) edge.shared_reads.push_back(bytes);
  }
  for (const Access& access : edge.accesses) {
    if (!granules_[access.granule].shared) continue;
    for_each_location(access, [&](Location x) {
      edge.watched.push_back({x, access.write, access.place, access.calls});
    });
  }
}

// Is what is there a location by plain accesses alone? Then these are split around the atomic one.
void Knowledge::make_room(Address address, std::uint8_t size) {
  const std::uint32_t number = find_granule(address & ~Address{7});
  if (number == kNoNode || !plain_is_event_) return;
  Granule& granule = granules_[number];
  const unsigned begin = address & 7;
  for (unsigned offset = 0; offset < 8; ++offset) {
    if (offset < begin + size && begin < offset + granule.atomics[offset]) return;
  }
  granule.atomics[begin] = size;
  granule.split = true;
  cut_at(granule.pieces, begin);
  cut_at(granule.pieces, begin + size);
  to_be_cells_.push_back(number);
  take_up();
}

// Pieces are locations, but of what is accessed atomically.
void Knowledge::take_up() {
  if (to_be_cells_.empty()) return;
  std::sort(to_be_cells_.begin(), to_be_cells_.end());
  to_be_cells_.erase(std::unique(to_be_cells_.begin(), to_be_cells_.end()), to_be_cells_.end());
  for (const std::uint32_t number : to_be_cells_) {
    const Granule& granule = granules_[number];
    const auto add = [&](unsigned offset, std::uint8_t size) {
      const Value bits = static_cast<Value>(static_cast<std::uint64_t>(granule.initial) >> (8 * offset));
      for (const Cell& cell : cells_.in(granule.address)) {
        if (cell.address < granule.address + offset + size && granule.address + offset < cell.address + cell.size)
          return;
      }
      cells_.add(granule.address + offset, size, wrap(bits, 8U * size, false));
    };
    if (granule.split) {
      cells_.remove(granule.address);
      for (unsigned offset = 0; offset < 8; ++offset) {
        if (granule.atomics[offset] != 0) add(offset, granule.atomics[offset]);
      }
    }
    for (unsigned offset = 0; offset < 8; ++offset) {
      const std::uint8_t size = granule.pieces[offset];
      if (size != 0 && is_to_be_cell(granule, offset, size)) add(offset, size);
    }
  }
  to_be_cells_.clear();
  ++version_;
  throw Learned("memory that several threads access plainly");
}

}  // namespace graphfuzz::native
