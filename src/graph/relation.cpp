#include "graphfuzz/graph/relation.hpp"

#include <bit>

#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz {

Relation Relation::where(std::size_t size, const std::function<bool(Slot, Slot)>& holds) {
  Relation r(size);
  for (Slot a = 0; a < size; ++a) {
    stop_point();
    for (Slot b = 0; b < size; ++b) {
      if (holds(a, b)) r.insert(a, b);
    }
  }
  return r;
}

Relation Relation::identity(std::size_t size, const std::function<bool(Slot)>& holds) {
  Relation r(size);
  for (Slot a = 0; a < size; ++a) {
    if (holds(a)) r.insert(a, a);
  }
  return r;
}

Slot Relation::next(Slot a, Slot from) const {
  if (from >= size_) return static_cast<Slot>(size_);
  std::size_t word = from / 64;
  std::uint64_t rest = bits_[a * words_ + word] & ~std::uint64_t{0} << (from % 64);
  while (rest == 0) {
    if (++word == words_) return static_cast<Slot>(size_);
    rest = bits_[a * words_ + word];
  }
  return static_cast<Slot>(word * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
}

Relation operator|(Relation a, const Relation& b) {
  for (std::size_t i = 0; i < a.bits_.size(); ++i) a.bits_[i] |= b.bits_[i];
  return a;
}

Relation operator&(Relation a, const Relation& b) {
  for (std::size_t i = 0; i < a.bits_.size(); ++i) a.bits_[i] &= b.bits_[i];
  return a;
}

Relation operator-(Relation a, const Relation& b) {
  for (std::size_t i = 0; i < a.bits_.size(); ++i) a.bits_[i] &= ~b.bits_[i];
  return a;
}

Relation operator*(const Relation& a, const Relation& b) {
  Relation r(a.size_);
  for (Slot x = 0; x < a.size_; ++x) {
    stop_point();
    for (Slot y = a.next(x, 0); y < a.size_; y = a.next(x, y + 1)) {
      for (std::size_t w = 0; w < a.words_; ++w) r.bits_[x * a.words_ + w] |= b.bits_[y * a.words_ + w];
    }
  }
  return r;
}

Relation Relation::inverse() const {
  Relation r(size_);
  for (Slot a = 0; a < size_; ++a) {
    stop_point();
    for (Slot b = next(a, 0); b < size_; b = next(a, b + 1)) r.insert(b, a);
  }
  return r;
}

Relation Relation::closure() const {
  Relation r = *this;
  for (Slot via = 0; via < size_; ++via) {
    stop_point();
    for (Slot a = 0; a < size_; ++a) {
      if (!r(a, via)) continue;
      for (std::size_t w = 0; w < words_; ++w) r.bits_[a * words_ + w] |= r.bits_[via * words_ + w];
    }
  }
  return r;
}

Relation Relation::optional() const {
  return *this | identity(size_, [](Slot) { return true; });
}

bool Relation::irreflexive() const {
  for (Slot a = 0; a < size_; ++a) {
    if ((*this)(a, a)) return false;
  }
  return true;
}

}  // namespace graphfuzz
