#include "explore/candidates/builder.hpp"

#include <algorithm>
#include <cassert>
#include <stdexcept>

#include "program/requests.hpp"

namespace graphfuzz {
CandidateBuilder::CandidateBuilder(const Program& program, const MemoryModel& model, const CandidateOptions& options)
    : model_(model),
      options_(options),
      run_(program.start()),
      tracks_(run_->capabilities().dependencies),
      mo_last_(!options.coherent && !options.atomic && !options.monotone),
      initial_values_(program.initial_values()),
      constants_(program.constants()),
      writes_in_code_(program.writes_in_code()),
      fixed_(initial_values_.size(), !writes_in_code_.empty()),
      possible_writes_(static_cast<Location>(initial_values_.size())),
      threads_(program.threads()),
      writes_(initial_values_.size()),
      mo_(initial_values_.size()),
      observed_(program.threads() * initial_values_.size()),
      partial_(program.threads(), initial_values_),
      labels_(program.threads()),
      mo_slots_(initial_values_.size()) {
  const Capabilities run = run_->capabilities();
  const auto refuse_if = [](bool does, const char* what) {
    if (does) throw Unsupported(std::string("programs that ") + what + " cannot be explored by candidates");
  };
  refuse_if(run.starts_threads, "start threads");
  refuse_if(run.allocates, "allocate");
  refuse_if(run.watches, "have plain accesses that are no events");
  if (tracks_) run_->track_dependencies(true);
  for (const WriteInCode& write : writes_in_code_) {
    if (write.value) continue;
    if (write.location == kNoLocation) fixed_.assign(fixed_.size(), false);
    if (write.location != kNoLocation) fixed_[write.location] = false;
  }
}

void CandidateBuilder::reset() {
  run_->reset();
  failed_ = Result::complete;
  events_.clear();
  dependencies_.clear();
  failures_.clear();
  guesses_.clear();
  guessed_ = is_new_ = false;
  depth_ = 0;
  writes_so_far_ = 0;
  std::fill(observed_.begin(), observed_.end(), kNone);
  for (Location x = 0; x < initial_values_.size(); ++x) {
    Event initial;
    initial.id = {kInitThread, x};
    initial.label = {EventKind::write, MemoryOrder::non_atomic, x, 0, initial_values_[x]};
    events_.push_back(initial);
    writes_[x].assign(1, x);
    mo_[x].assign(1, x);
  }
  for (Thread& thread : threads_) {
    thread.events.clear();
    thread.ended = thread.waits = false;
    thread.seen = 0;
  }
}

CandidateBuilder::Result CandidateBuilder::build(CandidateChooser& chooser) {
  reset();
  const auto give_up = [&] { return failed_ == Result::complete ? Result::abandoned : failed_; };
  while (true) {
    if (const std::optional<ThreadId> active = active_thread()) {
      if (!step(*active, chooser)) return give_up();
      continue;
    }
    const auto waiting = std::find_if(threads_.begin(), threads_.end(), [](const Thread& t) { return !t.ended; });
    if (waiting == threads_.end()) break;
    if (is_hopeless() || !guess(static_cast<ThreadId>(waiting - threads_.begin()), chooser)) return give_up();
  }
  if (!guesses_.empty()) return give_up();
  assert(!guessed_ || !options_.coherent || settle());
  assert(!guessed_ || !options_.atomic || is_atomic());
  if (mo_last_) {
    for (Node node = static_cast<Node>(mo_.size()); node < events_.size(); ++node) {
      if (writes(events_[node].label.kind) && !insert_in_mo(node, chooser)) return give_up();
    }
  }
  return Result::complete;
}

bool CandidateBuilder::is_active(ThreadId thread) const {
  const Thread& t = threads_[thread];
  return !t.ended && (!t.waits || writes_[run_->pending(thread).location].size() > t.seen);
}

std::optional<ThreadId> CandidateBuilder::active_thread() const {
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    if (is_active(t)) return t;
  }
  return std::nullopt;
}

/// The thread's next event, or its end. False if the attempt has failed.
bool CandidateBuilder::step(ThreadId thread, CandidateChooser& chooser) {
  const Request& request = run_->pending(thread);
  switch (request.kind) {
    case RequestKind::finished:
      return end(thread);
    case RequestKind::blocked:
      failed_ = Result::blocked;
      return false;
    case RequestKind::truncated:
      failed_ = Result::truncated;
      return false;
    case RequestKind::start:
    case RequestKind::join:
    case RequestKind::allocate:
      throw Unsupported("a run asks for what its capabilities do not tell");
    case RequestKind::failure: {
      const Node error = add(thread, {EventKind::error, MemoryOrder::non_atomic, kNoLocation, 0, request.operand});
      failures_.push_back({events_[error].id, static_cast<std::size_t>(request.operand)});
      return end(thread) && added(chooser);
    }
    case RequestKind::fence:
      add(thread, {EventKind::fence, request.order});
      break;
    case RequestKind::write: {
      const Node write = add(thread, {EventKind::write, request.order, request.location, 0, request.operand});
      if (!place(write, chooser)) return false;
      break;
    }
    default:
      return read(thread, chooser);
  }
  run_->resume(thread, 0, true);
  return added(chooser);
}

bool CandidateBuilder::read(ThreadId thread, CandidateChooser& chooser) {
  Thread& t = threads_[thread];
  const std::vector<Node>& writes_here = writes_[run_->pending(thread).location];
  collect_options(thread, t.waits ? t.seen : 0);
  const bool may_wait = may_hope(thread, pass_);
  const EventId id{thread, static_cast<std::uint32_t>(t.events.size())};
  std::size_t chosen = choices_.size();
  if (choices_.size() + (may_wait ? 1 : 0) > 1) {
    chosen = chooser.choose_source(id, choices_, may_wait);
  } else if (!may_wait) {
    chosen = 0;
  }
  if (chosen < choices_.size()) {
    const CandidateOption option = choices_[chosen];
    return take(thread, option, find(option.source), chooser);
  }
  if (!may_wait) return false;
  if (guesses_at_all()) is_new_ |= !may_hope(thread, pass_ - 1);
  t.waits = true;
  t.seen = writes_here.size();
  return true;
}

void CandidateBuilder::collect_options(ThreadId thread, std::size_t from) {
  choices_.clear();
  const std::vector<Node>& writes_here = writes_[run_->pending(thread).location];
  for (std::size_t i = from; i < writes_here.size(); ++i) {
    const Node source = writes_here[i];
    if (may_read(thread, source)) offer(thread, events_[source].id, events_[source].label.written_value);
  }
}

bool CandidateBuilder::may_read(ThreadId thread, Node source) const {
  if (!options_.coherent || events_[source].chain != kNone) return true;
  const Node last = observed_[thread * mo_.size() + events_[source].label.location];
  return last == kNone || events_[source].mo_position >= events_[last].mo_position;
}

// What the pending request may do with the value: a compare-exchange may succeed or fail (see Executor::options).
void CandidateBuilder::offer(ThreadId thread, EventId source, Value value) {
  const Request& request = run_->pending(thread);
  const auto offer_outcome = [&](bool succeeds) {
    if (request.awaits && !run_->accepts(thread, value, succeeds)) return;
    const bool updates = request.kind == RequestKind::update || (succeeds && request.kind != RequestKind::read);
    // Another update of the same source is in the way.
    if (options_.atomic && updates && events_[find(source)].update != kNone) return;
    choices_.push_back({source, value, succeeds});
  };
  if (request.kind != RequestKind::compare_exchange) return offer_outcome(true);
  if (value == request.expected) offer_outcome(true);
  if (request.weak || value != request.expected) offer_outcome(false);
}

/// Performs the pending read, update or compare-exchange.
/// Without a source, the value is a guess.
bool CandidateBuilder::take(ThreadId thread, const CandidateOption& option, Node source, CandidateChooser& chooser) {
  const Request& request = run_->pending(thread);
  Label label{EventKind::read, request.order, request.location, option.value, 0};
  if (request.kind == RequestKind::update) {
    label.kind = EventKind::update;
    label.written_value = apply(request.operation, option.value, request.operand, request.bits, request.is_signed);
  } else if (request.kind == RequestKind::compare_exchange) {
    if (option.succeeds) {
      label.kind = EventKind::update;
      label.written_value = request.operand;
    } else {
      label.order = request.failure_order;
    }
  }
  const bool computes = request.kind == RequestKind::update && request.operation != Operation::exchange;
  const Node node = add(thread, label);
  Event& e = events_[node];
  e.source = source;
  e.computes = computes;
  if (source == kNone) {
    if (!is_hidden(label.location, option.value, thread)) {
      e.read_owes = possible_writes_.owes(label.location, option.value, pass_);
    }
    guesses_.push_back(node);
    guessed_ = true;
  } else {
    observes(thread, source);
    e.read_owes = events_[source].owes;
  }
  threads_[thread].waits = false;
  if (label.kind == EventKind::update && !place(node, chooser)) return false;
  run_->resume(thread, option.value, option.succeeds);
  return added(chooser);
}

CandidateBuilder::Node CandidateBuilder::add(ThreadId thread, const Label& label) {
  Thread& t = threads_[thread];
  const auto node = static_cast<Node>(events_.size());
  Event& e = events_.emplace_back();
  e.id = {thread, static_cast<std::uint32_t>(t.events.size())};
  e.label = label;
  e.dependencies_begin = static_cast<std::uint32_t>(dependencies_.size());
  const std::span<const Dependency> dependencies = run_->dependencies(thread);
  dependencies_.insert(dependencies_.end(), dependencies.begin(), dependencies.end());
  e.dependencies_end = static_cast<std::uint32_t>(dependencies_.size());
  t.events.push_back(node);
  return node;
}

/// A write has been added. Where it is in mo is decided now if that may rule out something, else at the end.
bool CandidateBuilder::place(Node write, CandidateChooser& chooser) {
  Event& e = events_[write];
  saw(e);
  most_writes_ = std::max(most_writes_, ++writes_so_far_);
  if (!mo_last_ && !insert_in_mo(write, chooser)) return false;
  std::vector<Node>& writes_here = writes_[e.label.location];
  writes_here.push_back(write);
  possible_writes_.counted(e.label.location, writes_here.size() - 1);
  return offer_to_guesses(write, chooser);
}

/// The place of an atomic update is the one behind its source, and unknown as long as the source is.
bool CandidateBuilder::insert_in_mo(Node write, CandidateChooser& chooser) {
  Event& e = events_[write];
  if (options_.atomic && e.label.kind == EventKind::update) {
    if (e.source == kNone) {
      if (chains_.size() <= write) chains_.resize(write + 1);
      chains_[write].assign(1, write);
      e.chain = write;
    } else {
      events_[e.source].update = write;
      insert_behind(e.source, {&write, 1});
    }
    observes(e.id.thread, write);
    return true;
  }
  const std::vector<Node>& order = mo_[e.label.location];
  const Node last = observed_[e.id.thread * mo_.size() + e.label.location];
  ids_.clear();
  for (std::size_t i = options_.coherent && last != kNone ? events_[last].mo_position : 0; i < order.size(); ++i) {
    if (!options_.atomic || events_[order[i]].update == kNone) ids_.push_back(events_[order[i]].id);
  }
  if (ids_.empty()) return false;
  const EventId predecessor = ids_[ids_.size() > 1 ? chooser.choose_predecessor(e.id, ids_) : 0];
  insert_behind(find(predecessor), {&write, 1});
  observes(e.id.thread, write);
  return true;
}

/// In mo, or in the chain that the predecessor is the last one of.
void CandidateBuilder::insert_behind(Node predecessor, std::span<const Node> writes) {
  const Node chain = events_[predecessor].chain;
  std::vector<Node>& order = chain == kNone ? mo_[events_[predecessor].label.location] : chains_[chain];
  const std::size_t position = events_[predecessor].mo_position + 1;
  order.insert(order.begin() + static_cast<std::ptrdiff_t>(position), writes.begin(), writes.end());
  for (std::size_t i = position; i < order.size(); ++i) {
    events_[order[i]].mo_position = static_cast<std::uint32_t>(i);
    events_[order[i]].chain = chain;
  }
}

void CandidateBuilder::observes(ThreadId thread, Node write) {
  if (events_[write].chain != kNone) return;
  Node& last = observed_[thread * mo_.size() + events_[write].label.location];
  if (last == kNone || events_[write].mo_position > events_[last].mo_position) last = write;
}

/// After an event: is it worth going on?
bool CandidateBuilder::added(CandidateChooser& chooser) {
  if (events_.size() > options_.maximum_events + initial_values_.size()) {
    failed_ = Result::truncated;
    return false;
  }
  if (!options_.monotone || chooser.replays()) return true;
  assemble(partial_, false);
  return model_.consistent(partial_);
}

}  // namespace graphfuzz
