// Attempts that their thread undoes when they fail, and makes once more (doc/decisions/0011-retries-without-effect.md):
// they await. Found by what the thread would do if it read this or that, and dropped only as long as no access is seen
// that would tell whether somebody has tried in vain.
#include <fmt/format.h>

#include <algorithm>

#include "frontend/native/native_run.hpp"
#include "frontend/native/supposition.hpp"
#include "program/requests.hpp"

namespace graphfuzz::native {
namespace {

// Sums of what others may have added for a while; if there are more, attempts are not dropped.
constexpr std::size_t kMostSums = 64;
// Requests that read nothing, after which two threads are compared.
constexpr unsigned kMostCompared = 8;

/// Of a Spot or a Node.
template <class Where>
bool undoes(const Where& attempt, const Where& node) {
  return amount(attempt.request) != 0 && node.address == attempt.address && node.request.size == attempt.request.size &&
         wrap(amount(attempt.request) + amount(node.request), attempt.request.bits, false) == 0;
}

bool same_update(const Spot& one, const Spot& other) {
  const Request& a = one.request;
  const Request& b = other.request;
  return a.kind == b.kind && one.address == other.address && a.size == b.size && a.operation == b.operation &&
         a.operand == b.operand && a.order == b.order;
}

}  // namespace

const Attempts* NativeRun::attempts_at(const Node& node) const {
  if (!knowledge_.has_attempts() || amount(node.request) == 0) return nullptr;
  const Attempts* const attempts = knowledge_.attempts(node.address);
  return attempts != nullptr && attempts->places.contains(node.place) ? attempts : nullptr;
}

// The pending request is an attempt. Does it fail with the value?
bool NativeRun::attempt_fails(ThreadId thread, Value value) const {
  const Spot attempt(knowledge_.node(threads_[thread].node));
  const Attempts* const attempts = knowledge_.attempts(attempt.address);
  Supposition run(*this, thread);
  if (attempts == nullptr || !undoes(attempt, run.answer(value)) || !run.quiet()) return false;
  const Spot back = run.answer(with(attempt.request, value, amount(attempt.request)));
  return run.quiet() && back.address == attempt.address && attempts->waits.contains(back.place);
}

// What a thread does up to where its state says the rest.
struct NativeRun::Course {
  struct Step {
    Spot spot;
    std::vector<Bytes> writes;  // on the way there
  };
  std::vector<Step> steps{};
  bool decided = false;  // have we got there?
};

NativeRun::Course NativeRun::course(ThreadId thread, Value value) const {
  Supposition run(*this, thread);
  Course course;
  for (run.answer(value); course.steps.size() < kMostCompared; run.answer(0)) {
    const Spot spot = run.spot();
    course.steps.push_back({spot, run.writes()});
    const RequestKind kind = spot.request.kind;
    course.decided = spot.state != 0 || kind == RequestKind::finished;
    if (course.decided || !run.quiet() || (kind != RequestKind::write && kind != RequestKind::fence)) break;
  }
  return course;
}

bool NativeRun::goes_on_alike(ThreadId thread, Value one, Value other) const {
  const Course a = course(thread, one);
  const Course b = course(thread, other);
  if (!a.decided || !b.decided) return false;
  return std::equal(a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end(),
                    [](const Course::Step& x, const Course::Step& y) {
                      return same_place(x.spot, y.spot) &&
                             std::equal(x.writes.begin(), x.writes.end(), y.writes.begin(), y.writes.end(),
                                        [](const Bytes& v, const Bytes& w) {
                                          return v.granule == w.granule && v.mask == w.mask && v.value == w.value;
                                        });
                    });
}

// The thread is about to read the value with an update. If it undoes that then, and comes back to try once more, the
// update is an attempt from now on.
void NativeRun::look_for_attempt(ThreadId thread, Value value) {
  const NodeId at = threads_[thread].node;
  if (amount(knowledge_.node(at).request) == 0 || attempts_at(knowledge_.node(at)) != nullptr) return;
  // Most updates are none, which is known by now.
  const Edge* const taken = known(at, value, true, false);
  if (taken != nullptr && !undoes(knowledge_.node(at), knowledge_.node(taken->to))) return;
  const Spot attempt(knowledge_.node(at));
  const Attempts* const attempts = knowledge_.attempts(attempt.address);
  if (attempts != nullptr && attempts->seen) return;
  const Value after = with(attempt.request, value, amount(attempt.request));
  Spot back;
  {
    Supposition run(*this, thread);
    if (!undoes(attempt, run.answer(value)) || !knowledge_.look_for_attempt(at, value)) return;
    back = run.answer(after);
    if (!run.quiet() || !reads(back.request.kind) || back.address != attempt.address) return;
  }
  {  // what the undoing reads is not looked at
    Supposition run(*this, thread);
    run.answer(value);
    if (!same_place(run.answer(with(attempt.request, after, amount(attempt.request))), back)) return;
  }
  const auto learn = [&] {
    Attempts learned;
    learned.places = {attempt.place};
    learned.waits = {back.place};
    learned.amounts = {{thread, amount(attempt.request)}};
    knowledge_.learn_attempts(
        attempt.address, learned,
        fmt::format("an attempt at {} is undone", to_text(knowledge_.machine().place(attempt.place))));
  };
  if (same_update(back, attempt) && same_place(back, attempt)) return learn();  // whatever ends it, if anything does
  const std::span<const Value> seen = knowledge_.values(attempt.address);
  for (const Value good : std::vector<Value>(seen.begin(), seen.end())) {
    const Spot well = Supposition(*this, thread).answer(good);
    if (undoes(attempt, well)) {  // as who has the lock does when it gives it back
      Supposition run(*this, thread);
      run.answer(good);
      if (run.quiet() && run.answer(with(attempt.request, good, amount(attempt.request))).place == back.place) continue;
    }
    Supposition run(*this, thread);
    run.answer(value);
    run.answer(after);
    if (!same_update(run.spot(), attempt)) {
      if (back.request.kind != RequestKind::read) continue;
      run.answer(good);
      if (!run.quiet() || !same_update(run.spot(), attempt)) continue;
    }
    const Spot again = run.spot();
    if (!same_place(again, attempt) && (well.state == 0 || !same_place(run.answer(good), well))) continue;
    return learn();
  }
}

// What others may have added at a time with attempts that fail.
std::vector<Value> NativeRun::sums_of_attempts(ThreadId thread, const Attempts& attempts) const {
  const Request& request = pending_[thread];
  std::vector<Value> sums{0};
  for (ThreadId other = 0; other < threads_.size(); ++other) {
    if (!may_run_beside(thread, other)) continue;
    const std::size_t before = sums.size();
    for (const auto& [who, added] : attempts.amounts) {
      if (who != other) continue;
      for (std::size_t i = 0; i < before && sums.size() <= kMostSums; ++i)
        sums.push_back(with(request, sums[i], added));
    }
    std::sort(sums.begin(), sums.end());
    sums.erase(std::unique(sums.begin(), sums.end()), sums.end());
  }
  return sums;
}

// The attempt succeeds with the value. Who has failed before, and waits for a better value, must not wait on.
bool NativeRun::ends_waits(ThreadId thread, Value value) const {
  const Spot attempt(knowledge_.node(threads_[thread].node));
  const std::span<const Value> seen = knowledge_.values(attempt.address);
  const std::vector<Value> values(seen.begin(), seen.end());
  return std::all_of(values.begin(), values.end(), [&](Value bad) {
    if (!attempt_fails(thread, bad)) return true;
    Supposition run(*this, thread);
    run.answer(bad);
    return same_update(run.answer(with(attempt.request, bad, amount(attempt.request))), attempt) ||
           same_update(run.answer(value), attempt);
  });
}

// The thread is about to read the value, or to write. Would it tell if others had tried in vain just then?
void NativeRun::look_for_witness(ThreadId thread, Value value) {
  const Spot node(knowledge_.node(threads_[thread].node));
  const Attempts* const attempts = knowledge_.attempts(node.address);
  if (attempts == nullptr || attempts->seen) return;

  const std::vector<Value> sums = sums_of_attempts(thread, *attempts);
  const RequestKind kind = node.request.kind;
  const bool adds = kind == RequestKind::update && amount(node.request) != 0;
  if (adds) edge(thread, value, true);  // with what comes then it is known when one does not fail
  const auto fails = [&](Value other) {
    look_for_attempt(thread, other);  // which may be one that nobody has seen fail
    return attempts_at(knowledge_.node(threads_[thread].node)) != nullptr && attempt_fails(thread, other);
  };
  const bool unseen = std::all_of(sums.begin(), sums.end(), [&](Value sum) {
    const Value other = with(node.request, value, sum);
    if (other == value) return true;
    const bool may_be_unseen = adds || (kind == RequestKind::read && node.request.order != MemoryOrder::non_atomic);
    if (!may_be_unseen || sums.size() > kMostSums) return false;
    if (adds && fails(other)) return true;
    if (kind == RequestKind::read && pending_[thread].awaits && !accepts(thread, other, true)) return true;
    return goes_on_alike(thread, value, other);
  });
  const bool is_attempt = attempts_at(knowledge_.node(threads_[thread].node)) != nullptr;
  if (unseen && (!is_attempt || attempt_fails(thread, value) || ends_waits(thread, value))) return;
  Attempts learned;
  learned.seen = true;
  knowledge_.learn_attempts(node.address, learned,
                            fmt::format("it makes a difference at {} whether an attempt has failed",
                                        to_text(knowledge_.machine().place(node.place))));
}

}  // namespace graphfuzz::native
