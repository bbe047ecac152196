// Who polls under a lock (native_polls.cpp).
#include <fmt/format.h>

#include <algorithm>

#include "graphfuzz/frontend/native/knowledge.hpp"

namespace graphfuzz::native {
namespace {

void add_unknown(ByteSet& news, const ByteSet& known, Address address, std::uint8_t bytes) {
  const auto found = known.find(address);
  if (found == known.end() || (bytes & ~found->second) != 0) news[address] |= bytes;
}

}  // namespace

void Knowledge::learn_polls(Address lock, const Polls& polls, const std::string& what) {
  Polls& all = polls_[lock];
  const Polls before = all;
  all.add(polls);
  if (all.same(before)) return;
  ++version_;
  if (strict) throw Learned(what);
}

// Nearly always it is known already.
void Knowledge::note_looks(Address lock, Looks Polls::*where, std::span<const Access> accesses) {
  Looks news;
  for (const Access& a : accesses) {
    add_unknown(news.read, (polls_[lock].*where).read, granules_[a.granule].address, bytes_of(a.offset, a.size));
  }
  if (!news.read.empty()) learn_looks(lock, where, news);
}

void Knowledge::note_writes(Address lock, Looks Polls::*where, std::span<const PlainAccess> accesses) {
  Looks news;
  for (const PlainAccess& a : accesses) {
    if ((!a.write && a.life == Life::goes_on) || a.location < kPlainBase) continue;
    const Granule& granule = granules_[(a.location - kPlainBase) / 8];
    const unsigned offset = (a.location - kPlainBase) % 8;
    const std::uint8_t bytes = bytes_of(offset, std::max<unsigned>(granule.pieces[offset], 1));
    add_unknown(news.written, (polls_[lock].*where).written, granule.address, bytes);
  }
  if (!news.written.empty()) learn_looks(lock, where, news);
}

void Knowledge::learn_looks(Address lock, Looks Polls::*where, const Looks& news) {
  Polls polls;
  polls.*where = news;
  learn_polls(lock, polls, fmt::format("what is looked for under {} may race", machine_.name(lock)));
}

}  // namespace graphfuzz::native
