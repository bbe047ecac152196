#include "explore/go/places.hpp"

#include "graphfuzz/program/go/position.hpp"

namespace graphfuzz::go {

Places::Places(const std::vector<std::string>& positions) : positions_(positions) {
  for (const std::string& position : positions) {
    names_.push_back(file_hash_line(position));
    const auto next = static_cast<Position>(canonical_.size());
    canonical_.push_back(first_.try_emplace(names_.back(), next).first->second);
  }
}

const std::string& Places::words(Position position) const {
  static const std::string kUnknown = "?";
  return position < positions_.size() ? positions_[position] : kUnknown;
}

Position Places::find(std::string_view name) const {
  auto found = first_.find(name);
  if (found == first_.end()) found = first_.find(file_hash_line(std::string(name)));
  return found == first_.end() ? kNoPosition : found->second;
}

}  // namespace graphfuzz::go
