#include "graphfuzz/explore/model_kind.hpp"

#include <boost/unordered/unordered_flat_set.hpp>

#include "explore/probes.hpp"
#include "graphfuzz/explore/candidates.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz {
namespace {

using Fingerprints = boost::unordered_flat_set<Fingerprint, std::hash<Fingerprint>>;

/// Builds a program's graphs in porf order, in all ways, as long as they are consistent.
class PorfBuilder {
 public:
  PorfBuilder(const Program& program, const MemoryModel& model) : model_(model), run_(program.start()) {
    run_->track_dependencies(true);
    todo_.emplace_back(program.threads(), program.initial_values());
  }

  /// False if a consistent graph could not be extended.
  bool run() {
    while (!todo_.empty()) {
      stop_point();
      const ExecutionGraph graph = std::move(todo_.back());
      todo_.pop_back();
      if (!extend(graph)) return false;
    }
    return true;
  }

  /// The complete graphs that were built.
  const Fingerprints& complete() const { return complete_; }

 private:
  bool extend(const ExecutionGraph& graph) {
    run_->reset();
    for (ThreadId t = 0; t < graph.threads(); ++t) {
      for (const Slot slot : graph.thread(t)) {
        run_->resume(t, graph[slot].label.read_value, graph[slot].label.kind == EventKind::update);
      }
    }
    bool finished = true;
    for (ThreadId t = 0; t < graph.threads(); ++t) {
      if (run_->pending(t).kind == RequestKind::finished) continue;
      finished = false;
      if (!extend(graph, t)) return false;
    }
    if (finished) complete_.insert(fingerprint(graph).graph);
    return true;
  }

  bool extend(const ExecutionGraph& graph, ThreadId thread) {
    const Request& request = run_->pending(thread);
    Label label{EventKind::fence, request.order};
    if (request.kind == RequestKind::fence) {
      return judge(graph, [&](ExecutionGraph& g) { return g.add_other(thread, label); });
    }
    label.location = request.location;
    bool any = false;
    if (request.kind == RequestKind::write) {
      label.kind = EventKind::write;
      label.written_value = request.operand;
      for (const Slot predecessor : graph.mo(request.location)) {
        any |= judge(graph, [&](ExecutionGraph& g) { return g.add_write(thread, label, predecessor); });
      }
      return any;
    }
    for (const Slot source : graph.mo(request.location)) {
      label.read_value = graph[source].label.written_value;
      const bool succeeds = request.kind == RequestKind::update ||
                            (request.kind == RequestKind::compare_exchange && label.read_value == request.expected);
      if (!succeeds) {
        label.kind = EventKind::read;
        label.order = request.kind == RequestKind::read ? request.order : request.failure_order;
        label.written_value = 0;
        any |= judge(graph, [&](ExecutionGraph& g) { return g.add_read(thread, label, source); });
        continue;
      }
      label.kind = EventKind::update;
      label.order = request.order;
      label.written_value =
          request.kind == RequestKind::update
              ? apply(request.operation, label.read_value, request.operand, request.bits, request.is_signed)
              : request.operand;
      for (const Slot predecessor : graph.mo(request.location)) {
        any |= judge(graph, [&](ExecutionGraph& g) { return g.add_update(thread, label, source, predecessor); });
      }
    }
    return any;
  }

  template <class Add>
  bool judge(const ExecutionGraph& graph, Add add) {
    ExecutionGraph extended = graph;
    const Slot slot = add(extended);
    extended.set_dependencies(slot, run_->dependencies(extended[slot].id.thread));
    if (!model_.consistent(extended)) return false;
    if (seen_.insert(fingerprint(extended).graph).second) todo_.push_back(std::move(extended));
    return true;
  }

  const MemoryModel& model_;
  std::unique_ptr<Run> run_;
  std::vector<ExecutionGraph> todo_;
  Fingerprints seen_;
  Fingerprints complete_;
};

/// Why the program's graphs cannot be built in porf order; empty if they can.
std::string objection(const Program& program, const MemoryModel& model) {
  CandidateEnumerator candidates(program, model);
  std::vector<Fingerprint> consistent;
  while (candidates.next()) {
    if (!candidates.graph().porf_acyclic()) return "a cycle in po | rf is consistent";
    consistent.push_back(fingerprint(candidates.graph()).graph);
  }
  PorfBuilder builder(program, model);
  if (!builder.run()) return "a consistent graph has no consistent extension by the next event of a thread";
  for (const Fingerprint& graph : consistent) {
    if (!builder.complete().contains(graph)) return "a consistent graph has an inconsistent prefix";
  }
  return "";
}

}  // namespace

std::string_view name(ModelKind kind) { return kind == ModelKind::porf_ordered ? "porf-ordered" : "candidates"; }

DetectedKind detect_kind(const MemoryModel& model) {
  DetectedKind result;
  for (const Probe& probe : probes()) {
    ++result.programs;
    const std::string why_not = objection(*make_program(probe), model);
    if (why_not.empty()) continue;
    result.kind = ModelKind::candidates;
    result.reason = probe.name + ": " + why_not;
    return result;
  }
  result.reason =
      "the consistent graphs of " + std::to_string(result.programs) + " programs can be built in porf order";
  return result;
}

}  // namespace graphfuzz
