// Relations on few events, as bit matrices: for definitions by brute force, apart from the library.
#pragma once

#include <array>
#include <cstdint>

namespace graphfuzz::testing {

/// A relation on at most 32 events.
struct Matrix {
  static constexpr int kMax = 32;
  std::array<std::uint32_t, kMax> row{};

  bool at(int a, int b) const { return row[a] >> b & 1; }
  void set(int a, int b) { row[a] |= 1U << b; }
  Matrix operator|(const Matrix& o) const {
    Matrix r;
    for (int a = 0; a < kMax; ++a) r.row[a] = row[a] | o.row[a];
    return r;
  }
  Matrix operator&(const Matrix& o) const {
    Matrix r;
    for (int a = 0; a < kMax; ++a) r.row[a] = row[a] & o.row[a];
    return r;
  }
  Matrix operator-(const Matrix& o) const {
    Matrix r;
    for (int a = 0; a < kMax; ++a) r.row[a] = row[a] & ~o.row[a];
    return r;
  }
  Matrix operator*(const Matrix& o) const {
    Matrix r;
    for (int a = 0; a < kMax; ++a) {
      for (int b = 0; b < kMax; ++b) {
        if (at(a, b)) r.row[a] |= o.row[b];
      }
    }
    return r;
  }
  Matrix inverse() const {
    Matrix r;
    for (int a = 0; a < kMax; ++a) {
      for (int b = 0; b < kMax; ++b) {
        if (at(a, b)) r.set(b, a);
      }
    }
    return r;
  }
  static Matrix identity() {
    Matrix r;
    for (int a = 0; a < kMax; ++a) r.set(a, a);
    return r;
  }
  Matrix maybe() const { return *this | identity(); }
  Matrix plus() const {
    Matrix r = *this;
    while (true) {
      const Matrix next = r | r * r;
      if (next.row == r.row) return r;
      r = next;
    }
  }
  bool irreflexive() const {
    for (int a = 0; a < kMax; ++a) {
      if (at(a, a)) return false;
    }
    return true;
  }
  bool acyclic() const { return plus().irreflexive(); }
};

}  // namespace graphfuzz::testing
