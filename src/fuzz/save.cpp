// What is kept of the parts of searches from one process to the next.
#include <algorithm>
#include <cmath>

#include "graphfuzz/fuzz/cut_chooser.hpp"
#include "graphfuzz/fuzz/pairs.hpp"
#include "graphfuzz/fuzz/tree_size.hpp"
#include "graphfuzz/store/packed.hpp"
#include "graphfuzz/store/writer.hpp"

namespace graphfuzz {

// In their order, each as the difference from the one before.
void Pairs::save(store::Writer& out) const {
  std::vector<std::uint64_t> keys(keys_.begin(), keys_.end());
  std::sort(keys.begin(), keys.end());
  store::Packer numbers;
  std::uint64_t last = 0;
  for (const std::uint64_t key : keys) {
    numbers.add(key - last);
    last = key;
  }
  out.bytes(numbers.bytes());
}

void Pairs::load(const store::Value& saved) {
  std::uint64_t last = 0;
  for (store::Unpacker numbers(saved); !numbers.at_end();)
    keys_.insert(last += numbers.integer<std::uint64_t>(0, ~last));
}

namespace {

// A number that is not negative; null is infinity.
void save_real(store::Writer& out, std::string_view name, double number) {
  if (std::isinf(number)) {
    out.key(name).null();
  } else {
    out.field(name, number);
  }
}
double load_real(const store::Value& saved) { return saved.is_null() ? INFINITY : saved.real(0); }

}  // namespace

void TreeSize::save(store::Writer& out) const {
  out.begin_object().field("walks", walks_);
  save_real(out, "mean", mean_);
  save_real(out, "squares", squares_);
  out.end_object();
}

void TreeSize::load(const store::Value& saved) {
  saved.expect_keys({"walks", "mean", "squares"});
  walks_ = saved.field("walks").integer<std::uint64_t>(0, std::uint64_t{1} << 62);
  mean_ = load_real(saved.field("mean"));
  squares_ = load_real(saved.field("squares"));
  if (walks_ == 0 && (mean_ != 0 || squares_ != 0)) saved.reject("is an estimate from nothing");
}

void CutChooser::save(store::Writer& out) const {
  out.begin_array();
  for (const Record& r : records_) out.begin_array().value(r.tries).value(r.hits).end_array();
  out.end_array();
}

void CutChooser::load(const store::Value& saved) {
  std::size_t i = 0;
  for (const store::Value record : saved.array(kCuts, kCuts)) {
    const store::Items<store::Value> numbers = record.array(2, 2);
    Record& r = records_[i++];
    r.tries = numbers[0].real(0, 1 / (1 - kMemory) + 1);
    r.hits = numbers[1].real(0, r.tries);
  }
}

}  // namespace graphfuzz
