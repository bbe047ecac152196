#include "explore/go/places.hpp"

#include "graphfuzz/program/go/position.hpp"

namespace graphfuzz::go {

void Places::look() {
  for (std::size_t known = program_.positions(); words_.size() < known;) {
    const auto next = static_cast<Position>(words_.size());
    words_.push_back(program_.position(next));
    names_.push_back(file_hash_line(words_.back()));
    canonical_.push_back(first_.try_emplace(names_.back(), next).first->second);
  }
}

const std::string& Places::words(Position position) const {
  static const std::string kUnknown = "?";
  return position < words_.size() ? words_[position] : kUnknown;
}

Position Places::find(std::string_view name) const {
  auto found = first_.find(name);
  if (found == first_.end()) found = first_.find(file_hash_line(std::string(name)));
  return found == first_.end() ? kNoPosition : found->second;
}

}  // namespace graphfuzz::go
