// The operators of relational algebra on bit matrices: rows of words, one per event.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "graphfuzz/stop/stop.hpp"
#include "model/cat/registers.hpp"

namespace graphfuzz::cat {

// By bit: that bit and all below.
inline constexpr std::array<Word, kWordBits> kUpTo = [] {
  std::array<Word, kWordBits> masks{};
  for (std::size_t i = 0; i < kWordBits; ++i) masks[i] = ~Word{0} >> (kWordBits - 1 - i);
  return masks;
}();

/// kWords: words in a row if it is known when compiling, otherwise 0. No bit of a row is beyond the events there are.
template <std::size_t kWords>
class BitMatrices {
 public:
  /// For the events that `registers` has now. They lend the space to work in.
  explicit BitMatrices(Registers& registers)
      : registers_(registers), n_(registers.size()), dynamic_words_(registers.words()) {}

  std::size_t words() const { return kWords == 0 ? dynamic_words_ : kWords; }
  Word* row(Word* matrix, std::size_t a) const { return matrix + a * words(); }
  const Word* row(const Word* matrix, std::size_t a) const { return matrix + a * words(); }
  static bool bit(const Word* set, std::size_t i) { return set[i / kWordBits] >> (i % kWordBits) & 1; }
  static void insert(Word* set, std::size_t i) { set[i / kWordBits] |= Word{1} << (i % kWordBits); }

  template <class Visit>
  void for_each_bit(const Word* set, Visit visit) const {
    for (std::size_t w = 0; w < words(); ++w) {
      for (Word rest = set[w]; rest != 0; rest &= rest - 1) {
        visit(w * kWordBits + static_cast<std::size_t>(std::countr_zero(rest)));
      }
    }
  }

  void unite(Word* to, const Word* from) const {
    for (std::size_t w = 0; w < words(); ++w) to[w] |= from[w];
  }
  void copy(Word* to, const Word* from) const { std::copy_n(from, words(), to); }

  void domain(Word* out, const Word* r) const {
    std::fill_n(out, words(), 0);
    for (std::size_t x = 0; x < n_; ++x) {
      const Word* const targets = row(r, x);
      if (std::any_of(targets, targets + words(), [](Word w) { return w != 0; })) insert(out, x);
    }
  }

  void range(Word* out, const Word* r) const {
    std::fill_n(out, words(), 0);
    for (std::size_t x = 0; x < n_; ++x) unite(out, row(r, x));
  }

  void identity(Word* out, const Word* set) const {
    std::fill_n(out, n_ * words(), 0);
    for_each_bit(set, [&](std::size_t x) { insert(row(out, x), x); });
  }

  void cartesian(Word* out, const Word* a, const Word* b) const {
    for (std::size_t x = 0; x < n_; ++x) {
      const Word mask = bit(a, x) ? ~Word{0} : 0;
      for (std::size_t w = 0; w < words(); ++w) row(out, x)[w] = b[w] & mask;
    }
  }

  // The next three tell whether the result has any edge.
  bool compose(Word* out, const Word* a, const Word* b) const {
    Word any = 0;
    for (std::size_t x = 0; x < n_; ++x) {
      if constexpr (kWords == 1) {
        Word all = 0;
        for (Word rest = a[x]; rest != 0; rest &= rest - 1) all |= b[std::countr_zero(rest)];
        out[x] = all;
        any |= all;
      } else {
        stop_point();
        std::fill_n(row(out, x), words(), 0);
        for_each_bit(row(a, x), [&](std::size_t y) { unite(row(out, x), row(b, y)); });
        for (std::size_t w = 0; w < words(); ++w) any |= row(out, x)[w];
      }
    }
    return any != 0;
  }

  bool from(Word* out, const Word* set, const Word* r) const {
    Word any = 0;
    for (std::size_t x = 0; x < n_; ++x) {
      const Word mask = bit(set, x) ? ~Word{0} : 0;
      for (std::size_t w = 0; w < words(); ++w) any |= row(out, x)[w] = row(r, x)[w] & mask;
    }
    return any != 0;
  }

  bool into(Word* out, const Word* r, const Word* set) const {
    Word any = 0;
    for (std::size_t x = 0; x < n_; ++x) {
      for (std::size_t w = 0; w < words(); ++w) any |= row(out, x)[w] = row(r, x)[w] & set[w];
    }
    return any != 0;
  }

  void invert(Word* out, const Word* r) const {
    std::fill_n(out, n_ * words(), 0);
    for (std::size_t x = 0; x < n_; ++x) {
      if constexpr (kWords == 0) stop_point();
      for_each_bit(row(r, x), [&](std::size_t y) { insert(row(out, y), x); });
    }
  }

  // Does it only lead from earlier to later slots? po, rf and all that is made of them does.
  bool forward(const Word* r) const {
    Word backward = 0;
    if constexpr (kWords == 1) {
      for (std::size_t x = 0; x < n_; ++x) backward |= r[x] & kUpTo[x];
    } else {
      for (std::size_t x = 0; x < n_ && backward == 0; ++x) {
        const std::size_t word = x / kWordBits;
        backward = row(r, x)[word] & kUpTo[x % kWordBits];
        for (std::size_t w = 0; w < word; ++w) backward |= row(r, x)[w];
      }
    }
    return backward == 0;
  }

  void close(Word* out, const Word* r) const {
    std::copy_n(r, n_ * words(), out);
    if (forward(r)) {
      for (std::size_t x = n_; x-- > 0;) {
        if constexpr (kWords == 1) {
          Word all = out[x];
          for (Word rest = all; rest != 0;) {
            const Word next = out[std::countr_zero(rest)];
            all |= next;
            rest &= (rest - 1) & ~next;
          }
          out[x] = all;
        } else {
          stop_point();
          for_each_bit(row(r, x), [&](std::size_t y) { unite(row(out, x), row(out, y)); });
        }
      }
      return;
    }
    if constexpr (kWords == 1) {
      // Warshall 1962. For few events nothing beats it.
      for (std::size_t via = 0; via < n_; ++via) {
        const Word targets = out[via];
        if (targets == 0) continue;
        for (std::size_t x = 0; x < n_; ++x) out[x] |= targets & (Word{0} - (out[x] >> via & 1));
      }
    } else {
      Word* const rest = registers_.scratch(2);
      const bool acyclic = search(r, [&](std::size_t x) {
        stop_point();
        // What x leads to is complete; most of it is in the rows of the first few.
        copy(rest, row(r, x));
        for (std::size_t w = 0; w < words(); ++w) {
          while (rest[w] != 0) {
            const std::size_t y = w * kWordBits + static_cast<std::size_t>(std::countr_zero(rest[w]));
            const Word* const further = row(out, y);
            rest[w] &= rest[w] - 1;
            for (std::size_t v = w; v < words(); ++v) rest[v] &= ~further[v];
            unite(row(out, x), further);
          }
        }
      });
      if (acyclic) return;
      for (std::size_t via = 0; via < n_; ++via) {
        stop_point();
        for (std::size_t x = 0; x < n_; ++x) {
          if (bit(row(out, x), via)) unite(row(out, x), row(out, via));
        }
      }
    }
  }

  // Depth first: calls done(x) for each event after all that it leads to. False if there is a cycle. O(n words).
  template <class Done>
  bool search(const Word* r, Done done) const {
    Word* const fresh = registers_.scratch(0);
    Word* const unfinished = registers_.scratch(1);
    Slot* const stack = registers_.stack();
    copy(fresh, registers_.universe());
    copy(unfinished, registers_.universe());
    const auto erase = [](Word* set, std::size_t i) { set[i / kWordBits] &= ~(Word{1} << (i % kWordBits)); };
    for (std::size_t start = 0; start < n_; ++start) {
      if (!bit(fresh, start)) continue;
      std::size_t depth = 0;
      stack[depth++] = static_cast<Slot>(start);
      erase(fresh, start);
      while (depth > 0) {
        if constexpr (kWords == 0) stop_point();
        const Slot x = stack[depth - 1];
        const Word* const targets = row(r, x);
        std::size_t next = n_;
        Word back = 0;
        for (std::size_t w = 0; w < words(); ++w) {
          if (const Word found = targets[w] & fresh[w]; found != 0) {
            next = w * kWordBits + static_cast<std::size_t>(std::countr_zero(found));
            break;
          }
          back |= targets[w] & unfinished[w];
        }
        if (next < n_) {
          erase(fresh, next);
          stack[depth++] = static_cast<Slot>(next);
          continue;
        }
        if (back != 0) return false;
        erase(unfinished, x);
        done(x);
        --depth;
      }
    }
    return true;
  }

  bool irreflexive(const Word* r) const {
    Word loops = 0;
    for (std::size_t x = 0; x < n_; ++x) loops |= row(r, x)[x / kWordBits] & (Word{1} << (x % kWordBits));
    return loops == 0;
  }

  bool irreflexive_composition(const Word* a, const Word* b) const {
    bool found = false;
    for (std::size_t x = 0; x < n_ && !found; ++x) {
      if constexpr (kWords == 0) stop_point();
      for_each_bit(row(a, x), [&](std::size_t y) { found |= bit(row(b, y), x); });
    }
    return !found;
  }

  // With short rows: takes away events that lead to none of those left, until there are none, or none of these.
  bool acyclic(const Word* r) const {
    if (forward(r)) return true;
    if constexpr (kWords == 1) {
      Word left = registers_.universe()[0];
      for (Word before = 0; left != 0 && left != before;) {
        before = left;
        for (std::size_t x = n_; x-- > 0;) {
          if ((r[x] & left) == 0) left &= ~(Word{1} << x);
        }
      }
      return left == 0;
    } else {
      return search(r, [](std::size_t) {});
    }
  }

 protected:
  Registers& registers_;
  const std::size_t n_;  // events

 private:
  const std::size_t dynamic_words_;
};

}  // namespace graphfuzz::cat
