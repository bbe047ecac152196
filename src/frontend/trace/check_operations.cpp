// Do the operations of different routines fit each other? Goes through them in the order in which they took effect.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "frontend/trace/raw_trace.hpp"

namespace graphfuzz::go {
namespace {

class OperationCheck {
 public:
  OperationCheck(const RawTrace& recording, const std::vector<std::uint32_t>& order, Contradictions& contradictions)
      : recording_(recording), order_(order), contradictions_(contradictions) {}

  std::vector<std::uint32_t> run() {
    partners_.assign(recording_.events.size(), kNoEvent);
    objects_.resize(recording_.objects.size());
    forks_.assign(recording_.routines.size(), kNoEvent);
    begun_.assign(recording_.routines.size(), false);
    match_pairs();
    for (const std::uint32_t e : order_) {
      if (recording_.events[e].kind == Kind::close) close_of(recording_.events[e].object, e);
    }
    for (const std::uint32_t e : order_) {
      if (contradictions_.is_cut(e)) {
        cut_dependents(e);
      } else {
        check(e);
      }
    }
    return std::move(partners_);
  }

 private:
  struct ObjectState {
    std::uint32_t made = kNoEvent;
    std::uint32_t used = kNoEvent;    ///< the first use
    std::uint32_t close = kNoEvent;   ///< the first one that took effect
    std::uint32_t holder = kNoEvent;  ///< the lock that is held
    std::uint32_t winner = kNoEvent;
    std::size_t readers = 0;
  };
  struct Side {
    Object channel;
    std::uint32_t number;
    std::uint32_t event;
  };

  const TraceEvent& event(std::uint32_t e) const { return recording_.events[e]; }
  template <typename... Arguments>
  void report(std::uint32_t e, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    contradictions_.report(e, fmt::format(format, std::forward<Arguments>(arguments)...));
  }
  const std::string& id(Object object) const { return recording_.objects[object].id; }

  void close_of(Object channel, std::uint32_t e) {
    if (channel != kNoObject && event(e).finished() && objects_[channel].close == kNoEvent) objects_[channel].close = e;
  }

  /// The k-th send and the k-th receive become partners.
  void match_pairs() {
    for (const std::uint32_t e : order_) {
      const auto [kind, channel] = recording_.effect(e);
      if (channel == kNoObject || !event(e).ok) continue;
      if (kind == Kind::send) sends_.push_back({channel, event(e).pair, e});
      if (kind == Kind::receive) receives_.push_back({channel, event(e).pair, e});
    }
    // In the order of their effects where the number is the same: the first is the one that counts.
    const auto by_number = [](const Side& a, const Side& b) {
      return std::tie(a.channel, a.number) < std::tie(b.channel, b.number);
    };
    std::stable_sort(sends_.begin(), sends_.end(), by_number);
    std::stable_sort(receives_.begin(), receives_.end(), by_number);
    for (const Side& receive : receives_) {
      const std::uint32_t send = find(sends_, receive.channel, receive.number);
      if (send == kNoEvent || receive.number == 0 || partners_[send] != kNoEvent) continue;
      partners_[receive.event] = send;
      partners_[send] = receive.event;
    }
  }

  static std::uint32_t find(const std::vector<Side>& sides, Object channel, std::uint32_t number) {
    const auto at = std::lower_bound(
        sides.begin(), sides.end(), Side{channel, number, 0},
        [](const Side& a, const Side& b) { return std::tie(a.channel, a.number) < std::tie(b.channel, b.number); });
    return at != sides.end() && at->channel == channel && at->number == number ? at->event : kNoEvent;
  }

  /// An event is left out; so is the send without buffer that it received from. What comes later notices by itself.
  void cut_dependents(std::uint32_t e) {
    const std::uint32_t partner = partners_[e];
    if (partner == kNoEvent) return;
    const auto [kind, channel] = recording_.effect(partner);
    if (kind == Kind::send && recording_.objects[channel].capacity == 0) contradictions_.cut(partner);
  }

  void check(std::uint32_t e) {
    check_fork(e);
    if (contradictions_.is_cut(e)) return cut_dependents(e);
    const auto [kind, channel] = recording_.effect(e);
    if (kind != Kind::end) {
      check_channel(e, kind, channel);
    } else if (event(e).kind == Kind::make) {
      check_make(e);
    } else if (is_mutex(event(e).kind) && event(e).finished() && event(e).ok && !recording_.plan) {
      check_lock(e);
    } else if (event(e).kind == Kind::once && event(e).finished() && !recording_.plan) {
      check_once(e);
    }
    if (contradictions_.is_cut(e)) cut_dependents(e);
  }

  void check_fork(std::uint32_t e) {
    const Routine routine = event(e).routine;
    if (!begun_[routine] && !recording_.plan) {
      // By program order, what comes first need not be what takes effect first.
      begun_[routine] = true;
      const std::uint32_t first = recording_.routines[routine].first;
      const std::uint32_t fork = forks_[routine];
      if (routine != 0 && fork == kNoEvent) {
        report(first, "expected a fork of routine {} before its first element, found none: a routine without a fork",
               recording_.routines[routine].id);
      } else if (routine != 0 && event(first).begin <= event(fork).end) {
        report(first, "expected a time after {} (the fork of routine {} at {}), found {}: time goes back",
               event(fork).end, recording_.routines[routine].id, recording_.place(fork), event(first).begin);
      }
    }
    if (event(e).kind != Kind::fork || contradictions_.is_cut(e)) return;
    const Routine child = event(e).child;
    if (child == 0) {
      report(e, "expected the fork of a new routine, found that of the first one, {}", recording_.routines[0].id);
    } else if (forks_[child] != kNoEvent && !recording_.plan) {
      report(e, "expected the fork of a new routine, found routine {}, which was forked at {} already",
             recording_.routines[child].id, recording_.place(forks_[child]));
    } else {
      forks_[child] = e;
    }
  }

  void check_make(std::uint32_t e) {
    ObjectState& object = objects_[event(e).object];
    if (object.made != kNoEvent) {
      report(e, "expected a new object, found {}, which was made at {} already", id(event(e).object),
             recording_.place(object.made));
    } else if (object.used != kNoEvent) {
      report(e, "expected object {} to be made before it is used at {}, found it made afterwards", id(event(e).object),
             recording_.place(object.used));
    } else {
      object.made = e;
    }
  }

  void check_channel(std::uint32_t e, Kind kind, Object channel) {
    if (channel == kNoObject) {
      report(e, "expected a {} that never finished, found one that did, on a nil channel", name(kind));
      return;
    }
    ObjectState& object = objects_[channel];
    if (object.used == kNoEvent) object.used = e;
    if (recording_.plan) {
      if (kind == Kind::receive && !event(e).ok) partners_[e] = object.close;
      return;
    }
    if (kind == Kind::close) {
      if (object.close != e) {
        report(e, "expected no second close of channel {}, found one after that at {}", id(channel),
               recording_.place(object.close));
      }
    } else if (kind == Kind::send) {
      if (event(e).ok) check_send(e, channel);
    } else if (event(e).ok) {
      check_receive(e, channel);
    } else {
      check_found_closed(e, channel);
    }
  }

  /// Is it there, and is it kept? Reports or cuts `e` if not.
  bool depends(std::uint32_t e, std::uint32_t on, const char* what, std::uint32_t number, Object channel) {
    if (on == kNoEvent) {
      report(e, "expected the {} number {} on channel {}, found none in the trace", what, number, id(channel));
    } else if (contradictions_.is_cut(on)) {
      contradictions_.cut(e);
    } else {
      return true;
    }
    return false;
  }

  void check_send(std::uint32_t e, Object channel) {
    const TraceEvent& send = event(e);
    const std::uint64_t capacity = recording_.objects[channel].capacity;
    const std::uint32_t close = objects_[channel].close;
    if (send.pair == 0) {
      report(e, "expected the number of a send that finished, found 0");
    } else if (find(sends_, channel, send.pair) != e) {
      report(e, "expected one send number {} on channel {}, found a second after that at {}", send.pair, id(channel),
             recording_.place(find(sends_, channel, send.pair)));
    } else if (close != kNoEvent && event(close).end < send.begin) {
      report(e, "expected a send on an open channel, found channel {} closed at {}", id(channel),
             recording_.place(close));
    } else if (capacity == 0) {
      const std::uint32_t receive = partners_[e];
      if (!depends(e, receive, "receive", send.pair, channel)) return;
      if (event(receive).begin > send.end) {
        report(e, "expected a receive at {} that has begun when the send finishes at {}, found that it begins at {}",
               recording_.place(receive), send.end, event(receive).begin);
      }
    } else if (send.pair > capacity) {
      const auto number = static_cast<std::uint32_t>(send.pair - capacity);
      const std::uint32_t receive = find(receives_, channel, number);
      if (!depends(e, receive, "receive", number, channel)) return;
      if (event(receive).begin > send.end) {
        report(e, "expected room in the buffer of channel {}, found that the receive at {} begins later", id(channel),
               recording_.place(receive));
      }
    }
  }

  void check_receive(std::uint32_t e, Object channel) {
    const TraceEvent& receive = event(e);
    if (receive.pair == 0) {
      report(e, "expected the number of a receive that finished, found 0");
      return;
    }
    const std::uint32_t first = find(receives_, channel, receive.pair);
    if (first != e) {
      report(e, "expected one receive number {} on channel {}, found a second after that at {}", receive.pair,
             id(channel), recording_.place(first));
      return;
    }
    const std::uint32_t send = partners_[e];
    if (!depends(e, send, "send", receive.pair, channel)) return;
    if (event(send).begin > receive.end) {
      report(e, "expected a send at {} that has begun when the receive finishes at {}, found that it begins at {}",
             recording_.place(send), receive.end, event(send).begin);
    } else if (recording_.objects[channel].capacity == 0 && receive.begin > event(send).end) {
      report(e, "expected the receive to begin before the send at {} finishes at {}, found {}", recording_.place(send),
             event(send).end, receive.begin);
    }
  }

  void check_found_closed(std::uint32_t e, Object channel) {
    const std::uint32_t close = objects_[channel].close;
    if (close == kNoEvent) {
      report(e, "expected a close of channel {}, found none in the trace: it is received from as a closed one",
             id(channel));
    } else if (contradictions_.is_cut(close)) {
      contradictions_.cut(e);
    } else if (event(close).begin > event(e).end) {
      report(e, "expected the close of channel {} at {} before the receive that finds it closed, found it afterwards",
             id(channel), recording_.place(close));
    } else {
      partners_[e] = close;
    }
  }

  void check_lock(std::uint32_t e) {
    ObjectState& mutex = objects_[event(e).object];
    const std::string& lock = id(event(e).object);
    const bool held = mutex.holder != kNoEvent;
    switch (event(e).kind) {
      case Kind::lock:
      case Kind::try_lock:
      case Kind::rlock:
      case Kind::try_rlock: {
        const bool reads = event(e).kind == Kind::rlock || event(e).kind == Kind::try_rlock;
        if (held) {
          report(e, "expected mutex {} to be free, found it locked at {}", lock, recording_.place(mutex.holder));
        } else if (reads) {
          ++mutex.readers;
        } else if (mutex.readers > 0) {
          report(e, "expected mutex {} to be free, found it locked for reading", lock);
        } else {
          mutex.holder = e;
        }
        return;
      }
      case Kind::unlock:
        if (!held) report(e, "expected mutex {} to be locked, found it free: an unlock without a lock", lock);
        mutex.holder = kNoEvent;
        return;
      default:
        if (mutex.readers == 0) {
          report(e, "expected mutex {} to be locked for reading, found it not: an unlock without a lock", lock);
        } else {
          --mutex.readers;
        }
    }
  }

  void check_once(std::uint32_t e) {
    ObjectState& once = objects_[event(e).object];
    if (!event(e).ok) {
      if (once.winner == kNoEvent) {
        report(e, "expected a first Do of once {} that has finished, found none before this one, which did nothing",
               id(event(e).object));
      }
    } else if (once.winner != kNoEvent) {
      report(e, "expected one Do of once {} to succeed, found a second after that at {}", id(event(e).object),
             recording_.place(once.winner));
    } else {
      once.winner = e;
    }
  }

  const RawTrace& recording_;
  const std::vector<std::uint32_t>& order_;
  Contradictions& contradictions_;
  std::vector<std::uint32_t> partners_;
  std::vector<ObjectState> objects_;
  std::vector<std::uint32_t> forks_;  ///< by routine
  std::vector<bool> begun_;           ///< by routine
  std::vector<Side> sends_, receives_;
};

}  // namespace

std::vector<std::uint32_t> check_operations(const RawTrace& recording, const std::vector<std::uint32_t>& order,
                                            Contradictions& contradictions) {
  return OperationCheck(recording, order, contradictions).run();
}

}  // namespace graphfuzz::go
