// What is kept of candidates from one process to the next.
#include <algorithm>
#include <bit>
#include <cmath>

#include "explore/candidates/frontier.hpp"
#include "graphfuzz/explore/packed_steps.hpp"
#include "graphfuzz/store/packed.hpp"
#include "graphfuzz/store/writer.hpp"

namespace graphfuzz {
namespace {

constexpr std::uint32_t kMostPasses = 1u << 20;

void pack(store::Packer& out, const Ancestry& owes) {
  for (const std::uint8_t count : owes.counts()) out.add(count);
}
Ancestry unpack_ancestry(store::Unpacker& in) {
  Ancestry owes;
  for (std::uint8_t& count : owes.counts()) count = in.integer<std::uint8_t>();
  return owes;
}

void save_numbers(store::Writer& out, const std::vector<std::size_t>& all) {
  store::Packer numbers;
  for (const std::size_t number : all) numbers.add(number);
  out.bytes(numbers.bytes());
}
void load_numbers(const store::Value& saved, std::vector<std::size_t>& all) {
  store::Unpacker numbers(saved);
  for (std::size_t& number : all) number = numbers.integer<std::size_t>(0, ~std::uint32_t{0});
  numbers.expect_end();
}

void save(store::Writer& out, const std::vector<Digit>& digits) {
  store::Packer numbers;
  for (const Digit& digit : digits) numbers.add(digit.value).add(digit.end).add(digit.base);
  out.bytes(numbers.bytes());
}
std::vector<Digit> load_digits(const store::Value& saved) {
  std::vector<Digit> digits;
  for (store::Unpacker numbers(saved); !numbers.at_end();) {
    Digit digit{};
    digit.value = numbers.integer<std::size_t>(0, ~std::uint32_t{0});
    digit.end = numbers.integer<std::size_t>(digit.value + 1);
    digit.base = numbers.integer<std::size_t>(digit.end);
    digits.push_back(digit);
  }
  return digits;
}

// The share of what is left of a sequence, if every choice were to split the rest evenly.
double share_of(const std::vector<Digit>& digits) {
  double share = 1, left = 0;
  for (const Digit& digit : digits) {
    share /= static_cast<double>(digit.base);
    left += share * static_cast<double>(digit.end - digit.value - 1);
  }
  return left + share;
}

struct Piece {
  double share;
  std::vector<Digit> digits;
  friend bool operator<(const Piece& a, const Piece& b) { return a.share < b.share; }
};

// Takes pieces apart, the largest first, until there are enough.
std::vector<Piece> pieces_of(std::deque<std::vector<Digit>> waiting, std::size_t enough) {
  std::vector<Piece> pieces, whole;
  for (std::vector<Digit>& digits : waiting) pieces.push_back({share_of(digits), std::move(digits)});
  std::make_heap(pieces.begin(), pieces.end());
  while (!pieces.empty() && pieces.size() + whole.size() < enough) {
    std::pop_heap(pieces.begin(), pieces.end());
    Odometer odometer;
    odometer.load(std::move(pieces.back().digits));
    const std::optional<std::vector<Digit>> given = odometer.split();
    pieces.back() = {share_of(odometer.digits()), odometer.digits()};
    if (!given) {
      whole.push_back(std::move(pieces.back()));
      pieces.pop_back();
      continue;
    }
    std::push_heap(pieces.begin(), pieces.end());
    pieces.push_back({share_of(*given), *given});
    std::push_heap(pieces.begin(), pieces.end());
  }
  pieces.insert(pieces.end(), std::make_move_iterator(whole.begin()), std::make_move_iterator(whole.end()));
  return pieces;
}

}  // namespace

void PossibleWrites::save(store::Writer& out) const {
  out.begin_object().key("writes").begin_array();
  for (const std::vector<PossibleWrite>& here : by_location_) {
    store::Packer numbers;
    for (const PossibleWrite& write : here) {
      graphfuzz::pack(numbers, write.id.thread);
      numbers.add(write.id.index).add(static_cast<std::uint64_t>(write.value)).add(write.pass);
      pack(numbers, write.owes);
      pack(numbers, write.owes_next);
    }
    out.bytes(numbers.bytes());
  }
  store::Packer told;
  for (const auto& [location, number] : told_) told.add(location).add(number);
  out.end_array().key("told").bytes(told.bytes()).key("most");
  save_numbers(out, most_);
  out.key("most next");
  save_numbers(out, most_next_);
  out.field("last pass", last_pass_).end_object();
}

void PossibleWrites::load(const store::Value& saved, unsigned threads) {
  saved.expect_keys({"writes", "told", "most", "most next", "last pass"});
  const std::size_t locations = by_location_.size();
  known_.clear();
  Location location = 0;
  for (const store::Value writes : saved.field("writes").array(locations, locations)) {
    std::vector<PossibleWrite>& here = by_location_[location];
    here.clear();
    for (store::Unpacker in(writes); !in.at_end();) {
      PossibleWrite write;
      write.id.thread = unpack_thread(in, threads);
      write.id.index = in.integer<std::uint32_t>();
      write.value = static_cast<Value>(in.integer<std::uint64_t>());
      write.pass = in.integer<std::uint32_t>(0, kMostPasses);
      write.owes = unpack_ancestry(in);
      write.owes_next = unpack_ancestry(in);
      if (!known_.try_emplace(Key{write.id, location, write.value}, here.size()).second) in.reject("has a write twice");
      here.push_back(write);
    }
    ++location;
  }
  told_.clear();
  for (store::Unpacker in(saved.field("told")); !in.at_end();) {
    if (locations == 0) in.reject("tells of a program without locations");
    const auto where = in.integer<Location>(0, static_cast<Location>(locations - 1));
    const auto number = in.integer<std::size_t>();
    if (number >= by_location_[where].size()) in.reject("tells of a write that is not there");
    told_.emplace_back(where, number);
  }
  load_numbers(saved.field("most"), most_);
  load_numbers(saved.field("most next"), most_next_);
  last_pass_ = saved.field("last pass").integer<std::uint32_t>(0, kMostPasses);
}

void CandidateFrontier::Shared::save(store::Writer& out, std::span<const std::vector<Digit>> left,
                                     double told_covered) const {
  out.begin_object().field("pass", pass).field("finished", finished.load()).field("covered", told_covered);
  out.field("most writes", most_writes).key("seen");
  if (seen.empty()) {  // nobody has begun
    out.null();
  } else {
    seen.front().save(out);
  }
  out.key("waiting").begin_array();
  for (const std::vector<Digit>& digits : left) graphfuzz::save(out, digits);
  out.end_array().end_object();
}

void CandidateFrontier::save(store::Writer& out, bool covered) const {
  const std::vector<std::vector<Digit>> waiting(shared_->waiting.begin(), shared_->waiting.end());
  shared_->save(out, waiting, covered ? shared_->covered.load() : 0);
}

void CandidateFrontier::load(const store::Value& saved, const Program& program) {
  saved.expect_keys({"pass", "finished", "covered", "most writes", "seen", "waiting"});
  Shared& s = *shared_;
  s.pass = saved.field("pass").integer<std::uint32_t>(0, kMostPasses);
  s.finished = saved.field("finished").boolean();
  s.covered = saved.field("covered").real(0, 2);
  s.most_writes = saved.field("most writes").integer<std::size_t>(0, ~std::uint32_t{0});
  s.waiting.clear();
  s.seen.clear();
  for (const store::Value digits : saved.field("waiting").array()) {
    s.waiting.push_back(load_digits(digits));
    if (s.waiting.back().empty() && s.waiting.size() > 1) digits.reject("is all there is, but not the only one");
  }
  s.waiting_size = s.unfinished = s.waiting.size();
  const store::Value seen = saved.field("seen");
  if (seen.is_null()) {
    if (!s.waiting.empty() || s.finished || s.pass > 0) seen.reject("is missing");
    s.unfinished = 1;
    return;
  }
  if (s.waiting.empty() != s.finished.load())
    saved.reject("has nothing left, but is not finished, or the other way round");
  s.seen.emplace_back(static_cast<Location>(program.initial_values().size())).load(seen, program.threads());
}

std::vector<std::string> CandidateFrontier::split(std::size_t parts) {
  constexpr std::size_t kPieces = 8;
  Shared& s = *shared_;
  if (parts == 0 || s.finished) return {};
  std::vector<std::vector<std::vector<Digit>>> taken(1);
  if (s.has_cycles || s.seen.empty()) {
    taken[0].assign(s.waiting.begin(), s.waiting.end());
  } else {
    std::vector<Piece> pieces = pieces_of(std::move(s.waiting), parts * kPieces);
    std::stable_sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return b < a; });
    taken.resize(std::min(parts, pieces.size()));
    std::vector<double> shares(taken.size());
    for (Piece& piece : pieces) {
      const auto least = static_cast<std::size_t>(std::min_element(shares.begin(), shares.end()) - shares.begin());
      shares[least] += piece.share;
      taken[least].push_back(std::move(piece.digits));
    }
  }
  std::vector<std::string> documents;
  for (const auto& part : taken) {
    store::Writer out = store::Writer::cbor();
    s.save(out, part, 0);
    documents.push_back(out.finish());
  }
  s.waiting.clear();
  s.waiting_size = s.unfinished = 0;
  s.finished = true;
  return documents;
}

}  // namespace graphfuzz
