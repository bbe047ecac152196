// Who polls under a lock (native_polls.cpp).
#include <fmt/format.h>

#include <algorithm>

#include "graphfuzz/frontend/native/knowledge.hpp"

namespace graphfuzz::native {
namespace {

bool covers(const ByteSet& all, const ByteSet& some) {
  return std::ranges::all_of(some, [&](const auto& bytes) {
    const auto found = all.find(bytes.first);
    return found != all.end() && (bytes.second & ~found->second) == 0;
  });
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

void Knowledge::note_looks(Address lock, Looks Polls::*where, std::span<const Access> accesses) {
  Looks looks;
  for (const Access& a : accesses) looks.read[granules_[a.granule].address] |= bytes_of(a.offset, a.size);
  note_looks(lock, where, looks);
}

void Knowledge::note_writes(Address lock, Looks Polls::*where, std::span<const PlainAccess> accesses) {
  Looks looks;
  for (const PlainAccess& a : accesses) {
    if ((!a.write && a.life == Life::goes_on) || a.location < kPlainBase) continue;
    const Granule& granule = granules_[(a.location - kPlainBase) / 8];
    const unsigned offset = (a.location - kPlainBase) % 8;
    looks.written[granule.address] |= bytes_of(offset, std::max<unsigned>(granule.pieces[offset], 1));
  }
  note_looks(lock, where, looks);
}

void Knowledge::note_looks(Address lock, Looks Polls::*where, const Looks& more) {
  const Looks& known = polls_[lock].*where;
  if (covers(known.read, more.read) && covers(known.written, more.written)) return;
  Polls polls;
  polls.*where = more;
  learn_polls(lock, polls, fmt::format("what is looked for under {} may race", machine_.name(lock)));
}

}  // namespace graphfuzz::native
