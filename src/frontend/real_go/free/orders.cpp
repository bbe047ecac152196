#include "frontend/real_go/free/orders.hpp"

#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

namespace graphfuzz::real_go::free {
namespace {

/// "/folder/file:line", as the program has it.
std::string whole_place(std::string position, const std::string& folder) {
  if (!position.starts_with('/')) position.insert(0, folder + '/');
  if (const std::size_t mark = position.rfind('#'); mark != position.npos) position[mark] = ':';
  return position;
}

class Orders {
 public:
  Orders(std::span<Word> memory, const go::Directive& directive, const std::string& folder, const RoutineIds& ids)
      : memory_(memory), directive_(directive), folder_(folder), ids_(ids) {}

  std::size_t write() {
    for (const auto& [position, cases] : directive_.preferred) add(position);
    for (const auto& [position, visits] : directive_.delays) add(position);
    for (const auto* const list : {&directive_.prefix, &directive_.chain}) {
      for (const go::OperationId& operation : *list) add(operation.position);
    }
    next_ = kAsk + positions_.size() * kWordsOfPosition;
    memory_[kPositions] = positions_.size();
    memory_[kPrefix] = directive_.prefix.size();
    memory_[kRecorded] = directive_.chain.empty() ? directive_.prefix.size() : 0;
    for (const auto& [position, number] : positions_) {
      const std::string text = whole_place(position, folder_);
      const std::size_t at = room((text.size() + 7) / 8);
      std::memcpy(&memory_[at], text.data(), text.size());
      field(number, kTextAt) = at;
      field(number, kTextLength) = text.size();
    }
    for (const auto& [position, cases] : directive_.preferred) {
      field(positions_.at(position), kPreferredAt) = list(cases);
      field(positions_.at(position), kPreferredCount) = cases.size();
    }
    for (const auto& [position, visits] : directive_.delays) {
      field(positions_.at(position), kDelaysAt) = list(visits);
      field(positions_.at(position), kDelaysCount) = visits.size();
    }
    Word index = 0;
    for (const auto* const list : {&directive_.prefix, &directive_.chain}) {
      for (const go::OperationId& operation : *list) write_element(operation, index++);
    }
    return next_;
  }

 private:
  void add(const std::string& position) { positions_.try_emplace(position, positions_.size()); }
  Word& field(std::size_t number, PositionField field) { return memory_[kAsk + number * kWordsOfPosition + field]; }

  std::size_t room(std::size_t words) {
    const std::size_t at = next_;
    // No more than half of it, as there is to be room for what happens.
    if (at + words > memory_.size() / 2) throw std::length_error("the order of operations is too long");
    next_ += words;
    return at;
  }

  template <class Numbers>
  std::size_t list(const Numbers& numbers) {
    const std::size_t at = room(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      memory_[at + i] = static_cast<Word>(static_cast<std::int64_t>(numbers[i]));
    }
    return at;
  }

  Word hash_of(std::uint32_t routine) const {
    Word hash = kHashOfMain;
    for (const std::uint32_t index : ids_.path(routine)) hash = hash_of_child(hash, index);
    return hash;
  }

  void write_element(const go::OperationId& operation, Word index) {
    std::size_t& site = sites_[{operation.routine, operation.position}];
    if (site == 0) {
      site = room(kWordsOfSite);
      Word& first = field(positions_.at(operation.position), kSite);
      memory_[site + kSiteHash] = hash_of(operation.routine);
      memory_[site + kSiteNext] = first;
      first = site;
    }
    const std::size_t element = room(kWordsOfElement);
    memory_[element + kElementVisit] = operation.visit;
    memory_[element + kElementNext] = memory_[site + kSiteElement];
    memory_[element + kElementIndex] = index;
    memory_[site + kSiteElement] = element;
  }

  std::span<Word> memory_;
  const go::Directive& directive_;
  const std::string& folder_;
  const RoutineIds& ids_;
  std::map<std::string, std::size_t> positions_;
  std::map<std::pair<std::uint32_t, std::string>, std::size_t> sites_;
  std::size_t next_ = 0;
};

}  // namespace

std::size_t write_orders(std::span<Word> memory, const go::Directive& directive, const std::string& folder,
                         const RoutineIds& ids) {
  return Orders(memory, directive, folder, ids).write();
}

}  // namespace graphfuzz::real_go::free
