#include "graphfuzz/frontend/native/cells.hpp"

#include <algorithm>

namespace graphfuzz::native {

const Cell* CellTable::find(Address address, std::uint8_t size) const {
  const std::span<const Cell> cells = in(address & ~Address{7});
  const auto found = std::find_if(cells.begin(), cells.end(), [&](const Cell& cell) {
    return cell.address < address + size && address < cell.address + cell.size;
  });
  return found == cells.end() ? nullptr : &*found;
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
