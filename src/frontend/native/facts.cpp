#include "graphfuzz/frontend/native/facts.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace graphfuzz::native {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";
constexpr std::uint64_t kVersion = 8;
constexpr std::uint64_t kMostVisits = ~std::uint32_t{0};
constexpr std::uint64_t kMostUnroll = 1'000'000;

class FactsWriter {
 public:
  void number(std::uint64_t number) {
    while (number >= 0x80) {
      byte(static_cast<unsigned>(number & 0x7f) | 0x80);
      number >>= 7;
    }
    byte(static_cast<unsigned>(number));
  }
  /// Addresses come in their order.
  void address(Address address) { number(address - std::exchange(last_, address)); }
  void begin_list(std::size_t size) {
    number(size);
    last_ = 0;
  }
  void addresses(const std::set<Address>& all) {
    begin_list(all.size());
    for (const Address one : all) address(one);
  }
  void text(std::string_view text) {
    number(text.size());
    for (const char c : text) byte(static_cast<unsigned char>(c));
  }
  std::string finish() { return std::move(text_); }

 private:
  void byte(unsigned byte) { text_ += {kDigits[byte >> 4], kDigits[byte & 15]}; }
  std::string text_;
  Address last_ = 0;
};

class FactsReader {
 public:
  explicit FactsReader(std::string_view text) : text_(text) {}
  std::uint64_t number(std::uint64_t most = ~std::uint64_t{0}) {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const unsigned b = byte();
      number |= std::uint64_t{b & 0x7f} << shift;
      if (b < 0x80) {
        if (number > most) fail();
        return number;
      }
    }
    fail();
  }
  Address address() {
    constexpr Address kEnd = Address{1} << 47;  // of user space
    const Address address = last_ + number(kEnd);
    if (address >= kEnd) fail();
    return last_ = address;
  }
  std::size_t begin_list() {
    last_ = 0;
    return number(text_.size());
  }
  std::set<Address> addresses() {
    std::set<Address> all;
    for (std::size_t size = begin_list(); size > 0; --size) all.insert(address());
    return all;
  }
  std::string text() {
    std::string text(number(text_.size()), ' ');
    for (char& c : text) c = static_cast<char>(byte());
    return text;
  }
  void end() const {
    if (!text_.empty()) fail();
  }
  [[noreturn]] static void fail() {
    throw std::invalid_argument("facts: expected what was learned of a program, found something else");
  }

 private:
  unsigned byte() {
    if (text_.size() < 2) fail();
    const std::size_t high = kDigits.find(text_[0]);
    const std::size_t low = kDigits.find(text_[1]);
    if (high == std::string_view::npos || low == std::string_view::npos) fail();
    text_.remove_prefix(2);
    return static_cast<unsigned>(high << 4 | low);
  }
  std::string_view text_;
  Address last_ = 0;
};

}  // namespace

void Loop::add(const Loop& other) {
  places.insert(other.places.begin(), other.places.end());
  visits = std::max(visits, other.visits);
}

void Attempts::add(const Attempts& other) {
  seen |= other.seen;
  places.insert(other.places.begin(), other.places.end());
  waits.insert(other.waits.begin(), other.waits.end());
  amounts.insert(other.amounts.begin(), other.amounts.end());
  if (!seen) return;
  places.clear();
  waits.clear();
  amounts.clear();
}

void add_writers(Writers& to, const Writers& others) {
  for (const auto& [thread, times] : others) {
    std::uint32_t& most = to[thread];
    most = std::max(most, times);
  }
}

namespace {

/// As few pieces as there can be.
void make_pieces(Pieces& pieces, unsigned begin, unsigned end) {
  while (begin < end) {
    std::uint8_t size = 8;
    while (begin % size != 0 || begin + size > end) size /= 2;
    pieces[begin] = size;
    begin += size;
  }
}

}  // namespace

bool cut_at(Pieces& pieces, unsigned offset) {
  for (unsigned begin = 0; begin < offset; ++begin) {
    const unsigned end = begin + pieces[begin];
    if (end <= offset) continue;
    make_pieces(pieces, begin, offset);
    make_pieces(pieces, offset, end);
    return true;
  }
  return false;
}

bool cut(Pieces& pieces, unsigned offset, unsigned size) {
  const bool at_begin = cut_at(pieces, offset), at_end = cut_at(pieces, offset + size);
  for (unsigned at = offset; at < offset + size;) {
    unsigned end = at;
    while (end < offset + size && pieces[end] == 0) ++end;
    make_pieces(pieces, at, end);
    at = end == at ? at + pieces[at] : end;
  }
  return at_begin || at_end;
}

bool Facts::Memory::covers(unsigned offset, unsigned size) const {
  for (unsigned other = 0; other < 8; ++other) {
    if (pieces[other] != 0 && other < offset + size && offset < other + pieces[other]) return true;
  }
  return false;
}

// As if one process had seen the accesses of both.
void Facts::Memory::add(const Memory& other) {
  shared |= other.shared || owner != other.owner;
  written |= other.written;
  racing |= other.racing;
  split |= other.split;
  for (unsigned offset = 0; offset < 8; ++offset) {
    if (other.pieces[offset] != 0) cut(pieces, offset, other.pieces[offset]);
    atomics[offset] = std::max(atomics[offset], other.atomics[offset]);
  }
}

void Looks::add(const Looks& other) {
  for (const auto& [address, bytes] : other.read) read[address] |= bytes;
  for (const auto& [address, bytes] : other.written) written[address] |= bytes;
}

bool Looks::may_race() const {
  return std::ranges::any_of(read, [&](const auto& look) {
    const auto found = written.find(look.first);
    return found != written.end() && (found->second & look.second) != 0;
  });
}

void Polls::add(const Polls& other) {
  places.insert(other.places.begin(), other.places.end());
  threads.insert(other.threads.begin(), other.threads.end());
  under.add(other.under);
  outside.add(other.outside);
  seen |= other.seen || under.may_race() || outside.may_race();
}

OtherAddresses::OtherAddresses()
    : std::invalid_argument(
          "the program is at other addresses here than where it was worked on: expected the same shared libraries, "
          "and a system that lets programs turn off the randomisation of addresses") {}

void Facts::add(const Facts& other) {
  if (layout != other.layout) {
    throw OtherAddresses();
  }
  plain_is_event |= other.plain_is_event;
  racing_alone |= other.racing_alone;
  found_out |= other.found_out;
  sections_are_accesses |= other.sections_are_accesses;
  sections_make_several |= other.sections_make_several;
  unroll = std::max(unroll, other.unroll);
  for (const auto& [address, theirs] : other.memory) {
    const auto [place, is_new] = memory.try_emplace(address, theirs);
    if (!is_new) place->second.add(theirs);
  }
  for (const auto& [cell, theirs] : other.cells) {
    Location& ours = cells[cell];
    ours.plainly |= theirs.plainly;
    ours.is_signed |= theirs.is_signed;
    if (ours.name.empty()) ours.name = theirs.name;
  }
  for (auto& [cell, what] : cells) {
    const auto found = memory.find(cell.first & ~Address{7});
    what.plainly |= found != memory.end() && found->second.covers(cell.first & 7, cell.second);
  }
  for (const auto& [head, loop] : other.loops) loops[head].add(loop);
  for (const auto& [location, theirs] : other.attempts) attempts[location].add(theirs);
  for (const auto& [location, theirs] : other.polls) polls[location].add(theirs);
  lock_news = std::max(lock_news, other.lock_news);
  for (const auto& [location, theirs] : other.locks) add_writers(locks[location], theirs);
  outcomes.insert(other.outcomes.begin(), other.outcomes.end());
}

Facts Facts::without_private_memory() const {
  Facts rest = *this;
  std::erase_if(rest.memory, [](const auto& m) { return !m.second.shared; });
  return rest;
}

bool Facts::same_executions(const Facts& other) const {
  const auto events = [](const Facts& facts) {
    std::map<Address, std::tuple<bool, Pieces, std::array<std::uint8_t, 8>>> result;
    for (const auto& [address, m] : facts.memory) {
      if (!facts.has_events(m)) continue;
      Pieces pieces = m.pieces;
      for (unsigned offset = 0; facts.racing_alone && offset < 8; ++offset) {
        if ((m.racing & bytes_of(offset, pieces[offset])) == 0) pieces[offset] = 0;
      }
      result.emplace(address, std::tuple(m.split, pieces, m.split ? m.atomics : decltype(m.atomics){}));
    }
    return result;
  };
  const auto changed = [](const Facts& facts) {
    std::set<std::pair<Address, std::uint8_t>> result;
    for (const auto& [cell, what] : facts.cells) {
      if (what.plainly) result.insert(cell);
    }
    return result;
  };
  // One thread alone does not wait.
  const auto contended = [](const Facts& facts) {
    std::map<Address, Writers> result;
    if (facts.locks_tell()) result = facts.locks;
    std::erase_if(result, [](const auto& lock) { return lock.second.size() < 2; });
    return result;
  };
  const auto same_polls = [](const Facts& one, const Facts& two) {
    return std::ranges::equal(one.polls, two.polls, [](const auto& a, const auto& b) {
      return a.first == b.first && a.second.same(b.second);
    });
  };
  const auto without_lock = [](const Facts& facts) {
    return facts.sections_are_accesses && !facts.sections_make_several;
  };
  return layout == other.layout && without_lock(*this) == without_lock(other) &&
         plain_is_event == other.plain_is_event && racing_alone == other.racing_alone && unroll == other.unroll &&
         loops == other.loops && attempts == other.attempts && same_polls(*this, other) &&
         locks_tell() == other.locks_tell() && contended(*this) == contended(other) && outcomes == other.outcomes &&
         changed(*this) == changed(other) && events(*this) == events(other);
}

std::string Facts::to_text() const {
  FactsWriter out;
  out.number(kVersion);
  out.number(layout);
  out.number((plain_is_event ? 1 : 0) | (found_out ? 2 : 0) | (racing_alone ? 4 : 0) | (sections_are_accesses ? 8 : 0) |
             (sections_make_several ? 16 : 0));
  out.number(unroll);
  out.begin_list(cells.size());
  for (const auto& [cell, what] : cells) {
    out.address(cell.first);
    out.number(unsigned{cell.second} << 2 | (what.is_signed ? 2 : 0) | (what.plainly ? 1 : 0));
    out.text(what.name);
  }
  out.begin_list(memory.size());
  for (const auto& [address, m] : memory) {
    out.address(address);
    out.number(unsigned{m.owner} << 4 | (m.racing != 0 ? 8 : 0) | (m.shared ? 4 : 0) | (m.written ? 2 : 0) |
               (m.split ? 1 : 0));
    if (m.racing != 0) out.number(m.racing);
    for (const auto* const all : {&m.pieces, &m.atomics}) {
      std::uint64_t sizes = 0;
      for (const std::uint8_t size : *all) sizes = sizes << 4 | size;
      out.number(sizes);
    }
  }
  out.number(loops.size());
  for (const auto& [head, loop] : loops) {
    out.number(head);
    out.number(loop.visits);
    out.addresses(loop.places);
  }
  out.begin_list(attempts.size());
  for (const auto& [location, a] : attempts) {
    out.number(location);
    out.number(a.seen ? 1 : 0);
    out.addresses(a.places);
    out.addresses(a.waits);
    out.number(a.amounts.size());
    for (const auto& [thread, amount] : a.amounts) {
      out.number(thread);
      out.number(static_cast<std::uint64_t>(amount));
    }
  }
  out.begin_list(polls.size());
  for (const auto& [location, p] : polls) {
    out.number(location);
    out.number(p.seen ? 1 : 0);
    out.addresses(p.places);
    out.number(p.threads.size());
    for (const ThreadId thread : p.threads) out.number(thread);
    for (const ByteSet* const set : {&p.under.read, &p.under.written, &p.outside.read, &p.outside.written}) {
      out.begin_list(set->size());
      for (const auto& [address, bytes] : *set) {
        out.address(address);
        out.number(bytes);
      }
    }
  }
  out.number(lock_news);
  out.begin_list(locks.size());
  for (const auto& [location, writers] : locks) {
    out.address(location);
    out.number(writers.size());
    for (const auto& [writer, times] : writers) {
      out.number(writer);
      out.number(times);
    }
  }
  out.number(outcomes.size());
  for (const std::string& name : outcomes) out.text(name);
  return out.finish();
}

Facts Facts::parse(std::string_view text) {
  FactsReader in(text);
  if (in.number() != kVersion) FactsReader::fail();
  Facts facts;
  facts.layout = in.number();
  const std::uint64_t flags_of_all = in.number(31);
  facts.plain_is_event = (flags_of_all & 1) != 0;
  facts.found_out = (flags_of_all & 2) != 0;
  facts.racing_alone = (flags_of_all & 4) != 0;
  facts.sections_are_accesses = (flags_of_all & 8) != 0;
  facts.sections_make_several = (flags_of_all & 16) != 0;
  facts.unroll = static_cast<std::uint32_t>(in.number(kMostUnroll));
  for (std::size_t count = in.begin_list(); count > 0; --count) {
    const Address address = in.address();
    const std::uint64_t what = in.number(35);
    const auto size = static_cast<std::uint8_t>(what >> 2);
    if ((size != 1 && size != 2 && size != 4 && size != 8) || address % size != 0) FactsReader::fail();
    facts.cells[{address, size}] = {(what & 1) != 0, (what & 2) != 0, in.text()};
  }
  for (std::size_t count = in.begin_list(); count > 0; --count) {
    const Address address = in.address();
    if (address % 8 != 0) FactsReader::fail();
    Memory& m = facts.memory[address];
    const std::uint64_t flags = in.number((std::uint64_t{kInitThread} << 4) - 1);
    m.owner = static_cast<ThreadId>(flags >> 4);
    if ((flags & 8) != 0) m.racing = static_cast<std::uint8_t>(in.number(0xff));
    m.shared = (flags & 4) != 0;
    m.written = (flags & 2) != 0;
    m.split = (flags & 1) != 0;
    for (auto* const all : {&m.pieces, &m.atomics}) {
      std::uint64_t sizes = in.number(0xffff'ffff);
      for (unsigned offset = 8; offset-- > 0; sizes >>= 4) {
        (*all)[offset] = sizes & 15;
        if (offset + (*all)[offset] > 8) FactsReader::fail();
      }
    }
    for (const auto* const all : {&m.pieces, &m.atomics}) {
      for (unsigned offset = 0, free = 0; offset < 8; ++offset) {
        const unsigned size = (*all)[offset];
        if (size == 0) continue;
        if (!std::has_single_bit(size) || offset % size != 0 || (all == &m.pieces && offset < free))
          FactsReader::fail();
        free = offset + size;
      }
    }
  }
  for (std::size_t count = in.number(text.size()); count > 0; --count) {
    Loop& loop = facts.loops[in.number()];
    loop.visits = static_cast<unsigned>(in.number(kMostVisits));
    loop.places = in.addresses();
  }
  for (std::size_t count = in.begin_list(); count > 0; --count) {
    Attempts& a = facts.attempts[in.number()];
    a.seen = in.number(1) != 0;
    a.places = in.addresses();
    a.waits = in.addresses();
    for (std::size_t size = in.number(text.size()); size > 0; --size) {
      const auto thread = static_cast<ThreadId>(in.number(kInitThread - 1));
      a.amounts.emplace(thread, static_cast<Value>(in.number()));
    }
  }
  for (std::size_t count = in.begin_list(); count > 0; --count) {
    Polls& p = facts.polls[in.number()];
    p.seen = in.number(1) != 0;
    p.places = in.addresses();
    for (std::size_t size = in.number(text.size()); size > 0; --size) {
      p.threads.insert(static_cast<ThreadId>(in.number(kInitThread - 1)));
    }
    for (ByteSet* const set : {&p.under.read, &p.under.written, &p.outside.read, &p.outside.written}) {
      for (std::size_t size = in.begin_list(); size > 0; --size) {
        const Address address = in.address();
        (*set)[address] = static_cast<std::uint8_t>(in.number(0xff));
      }
    }
  }
  facts.lock_news = static_cast<std::uint32_t>(in.number(kMostLockNews + 1));
  for (std::size_t count = in.begin_list(); count > 0; --count) {
    Writers& writers = facts.locks[in.address()];
    for (std::size_t size = in.number(text.size()); size > 0; --size) {
      const auto writer = static_cast<ThreadId>(in.number(kInitThread - 1));
      writers[writer] = static_cast<std::uint32_t>(in.number(kManyTimes));
    }
  }
  for (std::size_t count = in.number(text.size()); count > 0; --count) facts.outcomes.insert(in.text());
  in.end();
  return facts;
}

}  // namespace graphfuzz::native
