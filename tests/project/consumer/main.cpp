// The smallest user of the library: fuzzes store buffering, and prints the result.
#include <cstdio>
#include <graphfuzz/graphfuzz.hpp>

constexpr const char* kStoreBuffering = R"(C SB
{}
P0 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
}
P1 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(y, 1, memory_order_relaxed);
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
}
exists (0:r0=0 /\ 1:r0=0)
)";

int main() {
  const auto program = graphfuzz::parse_litmus(kStoreBuffering, "SB");
  graphfuzz::Options options;
  options.executions = 1000;
  options.workers = 2;
  const graphfuzz::Report report = graphfuzz::check(*program, "rc11", options);
  for (const auto& state : report.states) std::printf("%s\n", state.text.c_str());
  return report.graphs == 4 && report.verdict == graphfuzz::Verdict::ok ? 0 : 1;
}
