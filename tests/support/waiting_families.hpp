// Families of programs that grow, and whose threads wait: as litmus tests.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <string>
#include <vector>

namespace graphfuzz::testing {

struct WaitingFamily {
  std::string name;
  unsigned least;
  unsigned most;  ///< for a benchmark
  std::function<std::string(unsigned)> program;
  std::function<std::uint64_t(unsigned)> graphs;  ///< complete ones under rc11
};

namespace waiting_families_detail {

/// `locations` integers x0, x1, … and a thread for each of the bodies.
inline std::string test(unsigned locations, const std::vector<std::string>& bodies) {
  std::string init;
  std::string parameters;
  for (unsigned i = 0; i < locations; ++i) {
    init += fmt::format(" x{}=0;", i);
    parameters += fmt::format("{}atomic_int* x{}", i == 0 ? "" : ", ", i);
  }
  std::string text = "C family\n{" + init + " }\n";
  for (std::size_t t = 0; t < bodies.size(); ++t)
    text += fmt::format("P{} ({}) {{\n{}\n}}\n", t, parameters, bodies[t]);
  return text + "exists (x0=77)\n";
}

constexpr const char* kRelaxed = "memory_order_relaxed";

inline std::uint64_t factorial(unsigned n) { return n < 2 ? 1 : n * factorial(n - 1); }

inline std::uint64_t power(std::uint64_t base, unsigned exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

}  // namespace waiting_families_detail

/// No complete graph of these is in vain: theory allows none.
inline std::vector<WaitingFamily> waiting_families() {
  using namespace waiting_families_detail;
  std::vector<WaitingFamily> families;
  families.push_back({"own variable", 2, 22,
                      [](unsigned n) {
                        std::vector<std::string> bodies;
                        for (unsigned i = 0; i < n; ++i) {
                          bodies.push_back(
                              fmt::format("int d = 0; while (!d) {{ int e = 0; d = "
                                          "atomic_compare_exchange_strong_explicit(x{}, &e, 1, {}, {}); }}",
                                          i, kRelaxed, kRelaxed));
                        }
                        return test(n, bodies);
                      },
                      [](unsigned) -> std::uint64_t { return 1; }});
  families.push_back({"hash table", 2, 16,  // two threads for every slot to begin with
                      [](unsigned n) {
                        std::string text = fmt::format("C family\n{{ int t[{}]; }}\n", 2 * n);
                        for (unsigned i = 0; i < n; ++i) {
                          text += fmt::format(
                              "P{} (atomic_int* t) {{\nint i = {}; int d = 0; while (!d) {{ int e = 0; d = "
                              "atomic_compare_exchange_strong_explicit(&t[i], &e, {}, {}, {}); "
                              "if (!d) i = (i + 1) % {}; }}\n}}\n",
                              i, i / 2 * 2, i + 1, kRelaxed, kRelaxed, 2 * n);
                        }
                        return text + "exists (t[0]=77)\n";
                      },
                      [](unsigned n) { return power(2, n / 2); }});
  families.push_back({"compare-exchange lock", 2, 6,
                      [](unsigned n) {
                        return test(1, std::vector<std::string>(
                                           n,
                                           "int d = 0; while (!d) { int e = 0; d = "
                                           "atomic_compare_exchange_strong_explicit(x0, &e, 1, memory_order_acquire, "
                                           "memory_order_relaxed); } atomic_store_explicit(x0, 0, "
                                           "memory_order_release);"));
                      },
                      factorial});
  families.push_back({"pairs with a lock each", 1, 6,
                      [](unsigned n) {
                        std::vector<std::string> bodies;
                        for (unsigned i = 0; i < 2 * n; ++i) {
                          bodies.push_back(fmt::format(
                              "int d = 0; while (!d) {{ int e = 0; d = atomic_compare_exchange_strong_explicit(x{0}, "
                              "&e, 1, memory_order_acquire, {1}); }} atomic_store_explicit(x{0}, 0, "
                              "memory_order_release);",
                              i / 2, kRelaxed));
                        }
                        return test(n, bodies);
                      },
                      [](unsigned n) { return power(2, n); }});
  families.push_back({"counter by compare-exchange", 2, 7,
                      [](unsigned n) {
                        return test(1, std::vector<std::string>(
                                           n,
                                           "int d = 0; while (!d) { int e = atomic_load_explicit(x0, "
                                           "memory_order_relaxed); d = atomic_compare_exchange_strong_explicit(x0, "
                                           "&e, e + 1, memory_order_acq_rel, memory_order_relaxed); }"));
                      },
                      factorial});
  families.push_back({"sequence lock", 1, 6,
                      [](unsigned n) {
                        std::vector<std::string> bodies = {
                            "atomic_store_explicit(x0, 1, memory_order_relaxed); "
                            "atomic_thread_fence(memory_order_release); atomic_store_explicit(x1, 1, "
                            "memory_order_relaxed); atomic_store_explicit(x0, 2, memory_order_release);"};
                        bodies.resize(n + 1,
                                      "int a; int b; do { a = atomic_load_explicit(x0, memory_order_acquire); int v = "
                                      "atomic_load_explicit(x1, memory_order_relaxed); "
                                      "atomic_thread_fence(memory_order_acquire); b = atomic_load_explicit(x0, "
                                      "memory_order_relaxed); } while (a != b || (a & 1));");
                        return test(2, bodies);
                      },
                      [](unsigned n) { return power(2, n); }});
  return families;
}

}  // namespace graphfuzz::testing
