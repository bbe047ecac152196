#include "graphfuzz/fuzz/search.hpp"

#include <stdexcept>

#include "graphfuzz/explore/random.hpp"

namespace graphfuzz {
namespace {

class IndependentSearches final : public Searches {
 public:
  using Make = std::function<std::unique_ptr<Search>(std::uint64_t seed)>;
  IndependentSearches(std::uint64_t seed, Make make, std::string cannot_save)
      : seed_(seed), make_(std::move(make)), cannot_save_(std::move(cannot_save)) {}
  std::unique_ptr<Search> make(unsigned worker) override { return make_(seed_of(worker, seed_)); }
  std::string cannot_save() const override { return cannot_save_; }

 private:
  std::uint64_t seed_;
  Make make_;
  std::string cannot_save_;
};

}  // namespace

void Search::save(store::Writer&, Extent) const { throw std::logic_error("this search cannot be saved"); }
void Search::load(const store::Value&) { throw std::logic_error("this search cannot be loaded"); }
void Searches::save(store::Writer& out, Extent) const { out.begin_object().end_object(); }
void Searches::load(const store::Value& saved) { saved.expect_keys({}); }
std::vector<std::string> Searches::split(std::size_t) { return {}; }

void Left::add(const Left& other) {
  kept = other.shared ? other.kept : kept + other.kept;
  covered = other.shared ? other.covered : covered + other.covered;
  shared = other.shared;
  size.add(other.size);
}

void Guidance::add(const Guidance& other) {
  runs += other.runs;
  obeyed += other.obeyed;
  timed_out += other.timed_out;
  proposed += other.proposed;
  filtered += other.filtered;
}

std::unique_ptr<Searches> independent_searches(std::uint64_t seed, IndependentSearches::Make make,
                                               std::string cannot_save) {
  return std::make_unique<IndependentSearches>(seed, std::move(make), std::move(cannot_save));
}

std::uint64_t seed_of(unsigned worker, std::uint64_t seed) {
  Random seeds(seed);
  for (unsigned i = 0; i < worker; ++i) seed = seeds.next();
  return seed;
}

}  // namespace graphfuzz
