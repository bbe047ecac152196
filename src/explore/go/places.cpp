#include "explore/go/places.hpp"

#include "graphfuzz/program/go/graph.hpp"
#include "graphfuzz/program/go/position.hpp"

namespace graphfuzz::go {

void Places::look() {
  for (std::size_t known = program_.positions(); words_.size() < known;) {
    const auto next = static_cast<Position>(words_.size());
    words_.push_back(program_.position(next));
    names_.push_back(file_hash_line(words_.back()));
    hashes_.push_back(hash_of_position(names_.back()));
    canonical_.push_back(first_.try_emplace(names_.back(), next).first->second);
  }
}

const std::string& Places::words(Position position) const {
  static const std::string kUnknown = "?";
  return position < words_.size() ? words_[position] : kUnknown;
}

std::uint64_t Places::hash(Position position) const {
  static const std::uint64_t kNowhere = hash_of_position("");
  return position < hashes_.size() ? hashes_[position] : kNowhere;
}

Position Places::find(std::string_view name) {
  auto found = first_.find(name);
  if (found == first_.end()) found = first_.find(file_hash_line(std::string(name)));
  if (found != first_.end()) return found->second;
  const Position learned = program_.know(file_colon_line(std::string(name)));
  if (learned != kNoPosition) look();
  return learned == kNoPosition ? kNoPosition : canonical(learned);
}

}  // namespace graphfuzz::go
