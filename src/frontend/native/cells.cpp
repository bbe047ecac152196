#include "graphfuzz/frontend/native/cells.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace graphfuzz::native {

const Cell* CellTable::find(Address address, std::uint8_t size) const {
  const Address granule = address & ~Address{7};
  for (const Cell& cell : in(granule)) {
    if (cell.address == address && cell.size == size) return &cell;
    if (cell.address < address + size && address < cell.address + cell.size) {
      throw Unsupported(
          fmt::format("{:#x} is accessed as {} bytes, and as {} bytes at {:#x}: atomic accesses of mixed sizes are not "
                      "supported",
                      cell.address, cell.size, size, address));
    }
  }
  return nullptr;
}

const Cell& CellTable::add(Address address, std::uint8_t size, Value initial) {
  const Cell cell{address, size, static_cast<Location>(cells_.size()), initial};
  cells_.push_back(cell);
  ordered_.insert(address & ~Address{7});
  std::vector<Cell>& granule = granules_[address & ~Address{7}];
  const auto place =
      std::find_if(granule.begin(), granule.end(), [&](const Cell& other) { return other.address > cell.address; });
  granule.insert(place, cell);
  return cells_.back();
}

}  // namespace graphfuzz::native
