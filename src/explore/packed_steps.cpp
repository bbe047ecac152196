#include "graphfuzz/explore/packed_steps.hpp"

namespace graphfuzz {

// The initial thread is 0, so that it takes one byte.
void pack(store::Packer& out, ThreadId thread) { out.add(thread == kInitThread ? 0 : std::uint64_t{thread} + 1); }

void pack(store::Packer& out, const Step& step) {
  pack(out, step.thread);
  pack(out, step.source_thread);
  out.add(std::uint64_t{step.source_index} << 1 | step.fails);
}

void pack(store::Packer& out, const Prefix& prefix) {
  out.add(prefix.steps.size());
  for (const Step& step : prefix.steps) pack(out, step);
}

ThreadId unpack_thread(store::Unpacker& in, unsigned threads) {
  return static_cast<ThreadId>(in.integer<unsigned>(1, threads) - 1);
}

ThreadId unpack_thread_or_init(store::Unpacker& in, unsigned threads) {
  const auto number = in.integer<unsigned>(0, threads);
  return number == 0 ? kInitThread : static_cast<ThreadId>(number - 1);
}

Step unpack_step(store::Unpacker& in, unsigned threads) {
  Step step;
  step.thread = unpack_thread(in, threads);
  step.source_thread = unpack_thread_or_init(in, threads);
  const auto source = in.integer<std::uint32_t>();
  step.source_index = source >> 1;
  step.fails = source & 1;
  return step;
}

Prefix unpack_prefix(store::Unpacker& in, unsigned threads) {
  Prefix prefix;
  const std::size_t count = in.count(3);
  prefix.steps.reserve(count);
  for (std::size_t i = 0; i < count; ++i) prefix.steps.push_back(unpack_step(in, threads));
  return prefix;
}

}  // namespace graphfuzz
