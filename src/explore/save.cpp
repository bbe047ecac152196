// What is kept from one process to the next: random numbers, counts, what executions know of earlier ones.
#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/explore/pair_counts.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/store/packed.hpp"
#include "graphfuzz/store/writer.hpp"

namespace graphfuzz {

void Random::save(store::Writer& out) const { out.values(state_); }

void Random::load(const store::Value& saved) {
  std::uint64_t any = 0;
  std::size_t i = 0;
  for (const store::Value word : saved.array(4, 4)) any |= state_[i++] = word.integer<std::uint64_t>();
  if (any == 0) saved.reject("is no state of a source of random numbers");
}

// Most are 0: each of the others comes after the number of those before it.
void PairCounts::save(store::Writer& out) const {
  store::Packer numbers;
  std::size_t next = 0;
  for (std::size_t i = 0; i < kSize; ++i) {
    if (counts_[i] == 0) continue;
    numbers.add(i - next).add(counts_[i]);
    next = i + 1;
  }
  out.bytes(numbers.bytes());
}

void PairCounts::load(const store::Value& saved) {
  counts_.assign(kSize, 0);
  std::size_t next = 0;
  for (store::Unpacker numbers(saved); !numbers.at_end(); ++next) {
    if (next == kSize) numbers.reject("has too many counts");
    next += numbers.integer<std::size_t>(0, kSize - 1 - next);
    counts_[next] = numbers.integer<std::uint32_t>(1);
  }
}

// Of each thread the places of weak compare-exchanges, eight to a byte.
void Builder::save(store::Writer& out) const {
  out.begin_object().field("plain accesses", plain_accesses_).key("weak").begin_array();
  for (const std::vector<bool>& thread : weak_) {
    std::string bits((thread.size() + 7) / 8, '\0');
    for (std::size_t i = 0; i < thread.size(); ++i) {
      if (thread[i]) bits[i / 8] = static_cast<char>(bits[i / 8] | 1 << i % 8);
    }
    out.bytes(bits);
  }
  out.end_array().end_object();
}

void Builder::load(const store::Value& saved) {
  saved.expect_keys({"plain accesses", "weak"});
  plain_accesses_ = saved.field("plain accesses").boolean();
  weak_.clear();
  for (const store::Value thread : saved.field("weak").array(0, graph_.threads())) {
    const std::string bits = thread.bytes();
    std::vector<bool>& weak = weak_.emplace_back(bits.size() * 8);
    for (std::size_t i = 0; i < weak.size(); ++i) weak[i] = (bits[i / 8] >> i % 8 & 1) != 0;
  }
  if (!weak_.empty()) weak_.resize(graph_.threads());
}

void Executor::save(store::Writer& out) const {
  out.begin_object().field("hopeless", hopeless_).key("builder");
  builder_.save(out);
  out.end_object();
}

void Executor::load(const store::Value& saved) {
  saved.expect_keys({"hopeless", "builder"});
  hopeless_ = saved.field("hopeless").integer<unsigned>(0, 1u << 31);
  builder_.load(saved.field("builder"));
}

}  // namespace graphfuzz
