#include "explore/probes.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace graphfuzz {
namespace {

using Dependence = ProbeOperation::Dependence;

/// How the operations of a thread are ordered: their memory orders, and what is between two of them.
struct Variant {
  std::string_view name;
  MemoryOrder read = MemoryOrder::relaxed;
  MemoryOrder write = MemoryOrder::relaxed;
  MemoryOrder update = MemoryOrder::relaxed;
  std::optional<MemoryOrder> fence;
  Dependence dependence = Dependence::none;
};

constexpr MemoryOrder rlx = MemoryOrder::relaxed;
constexpr MemoryOrder acq = MemoryOrder::acquire;
constexpr MemoryOrder rel = MemoryOrder::release;
constexpr MemoryOrder sc = MemoryOrder::seq_cst;

const std::vector<Variant>& variants() {
  static const std::vector<Variant> all = {
      {"rlx", rlx, rlx, rlx, {}, Dependence::none},
      {"rel+acq", acq, rel, MemoryOrder::acq_rel, {}, Dependence::none},
      {"sc", sc, sc, sc, {}, Dependence::none},
      {"na", MemoryOrder::non_atomic, MemoryOrder::non_atomic, rlx, {}, Dependence::none},
      {"fences", rlx, rlx, rlx, MemoryOrder::acq_rel, Dependence::none},
      {"sc-fences", rlx, rlx, rlx, sc, Dependence::none},
      {"addr", rlx, rlx, rlx, {}, Dependence::address},
      {"data", rlx, rlx, rlx, {}, Dependence::data},
      {"ctrl", rlx, rlx, rlx, {}, Dependence::control},
  };
  return all;
}

/// A thread from words such as "Rx" (read x), "Wy" (write), "Ux" (fetch-and-add), "Cx" (compare-exchange). Every write
/// gets a value of its own.
std::vector<ProbeOperation> thread(std::string_view words, const Variant& variant, Value& next_value) {
  std::vector<ProbeOperation> result;
  for (std::size_t i = 0; i + 1 < words.size(); i += 3) {
    ProbeOperation operation;
    operation.location = static_cast<Location>(words[i + 1] - 'x');
    if (!result.empty()) {
      const bool after_read = result.back().kind != RequestKind::write;
      if (after_read && !(variant.dependence == Dependence::data && words[i] == 'R')) {
        operation.dependence = variant.dependence;
      }
      if (variant.fence) result.push_back({RequestKind::fence, *variant.fence, 0, 0, Dependence::none});
    }
    switch (words[i]) {
      case 'R':
        operation.kind = RequestKind::read;
        operation.order = variant.read;
        break;
      case 'W':
        operation.kind = RequestKind::write;
        operation.order = variant.write;
        operation.operand = next_value++;
        break;
      case 'U':
        operation.kind = RequestKind::update;
        operation.order = variant.update;
        operation.operand = 16;
        break;
      default:
        operation.kind = RequestKind::compare_exchange;
        operation.order = variant.update;
        operation.operand = next_value++;
    }
    result.push_back(operation);
  }
  return result;
}

class ProbeRun final : public Run {
 public:
  explicit ProbeRun(const Probe& probe) : probe_(probe), next_(probe.threads.size()) {
    pending_.resize(next_.size());
    dependencies_.resize(next_.size());
    ProbeRun::reset();
  }

  void reset() override {
    std::fill(next_.begin(), next_.end(), 0);
    for (ThreadId t = 0; t < next_.size(); ++t) prepare(t);
  }
  void resume(ThreadId t, Value, bool) override {
    ++next_[t];
    prepare(t);
  }
  bool accepts(ThreadId, Value, bool) const override { return true; }
  void rewind(ThreadId) override {}
  void save() override { saved_ = next_; }
  void restore() override {
    next_ = saved_;
    for (ThreadId t = 0; t < next_.size(); ++t) prepare(t);
  }
  Capabilities capabilities() const override { return {.dependencies = true}; }
  std::span<const Dependency> dependencies(ThreadId t) const override { return dependencies_[t]; }
  void observe(const ExecutionGraph&, std::span<Value>) const override {}

 private:
  void prepare(ThreadId t) {
    const std::vector<ProbeOperation>& operations = probe_.threads[t];
    Request& request = pending_[t];
    request = {};
    dependencies_[t].clear();
    if (next_[t] == operations.size()) return;
    const ProbeOperation& operation = operations[next_[t]];
    request.kind = operation.kind;
    request.order = operation.order;
    request.failure_order = operation.order == sc ? sc : is_acquire(operation.order) ? acq : rlx;
    request.operation = Operation::add;
    request.location = operation.location;
    request.operand = operation.operand;
    std::optional<std::uint32_t> last_read;
    for (std::uint32_t i = 0; i <= next_[t]; ++i) {
      const Dependence dependence = operations[i].dependence;
      const bool counts = i == next_[t] ? dependence != Dependence::none : dependence == Dependence::control;
      if (counts && last_read) {
        const auto kind = static_cast<DependencyKind>(static_cast<int>(dependence) - 1);
        dependencies_[t].push_back({kind, false, *last_read});
      }
      if (operations[i].kind != RequestKind::write && operations[i].kind != RequestKind::fence) last_read = i;
    }
    std::sort(dependencies_[t].begin(), dependencies_[t].end());
  }
  static_assert(static_cast<int>(Dependence::address) - 1 == static_cast<int>(DependencyKind::address));
  static_assert(static_cast<int>(Dependence::control) - 1 == static_cast<int>(DependencyKind::control));

  const Probe& probe_;
  std::vector<std::size_t> next_;
  std::vector<std::size_t> saved_;
  std::vector<std::vector<Dependency>> dependencies_;
};

class ProbeProgram final : public Program {
 public:
  explicit ProbeProgram(const Probe& probe) : probe_(probe), locations_{{"x", 0}, {"y", 0}, {"z", 0}} {}

  std::string_view name() const override { return probe_.name; }
  unsigned threads() const override { return static_cast<unsigned>(probe_.threads.size()); }
  const std::vector<LocationInfo>& locations() const override { return locations_; }
  std::unique_ptr<Run> start() const override { return std::make_unique<ProbeRun>(probe_); }
  std::size_t state_size() const override { return 0; }
  std::string describe(std::span<const Value>) const override { return ""; }
  std::string message(std::size_t) const override { return ""; }
  std::string show(Value value) const override { return std::to_string(value); }

 private:
  const Probe& probe_;
  std::vector<LocationInfo> locations_;
};

}  // namespace

// Names of shapes: Alglave, Maranget and Tautschnig, "Herding Cats", TOPLAS 2014, table III.
std::vector<Probe> probes() {
  struct Shape {
    std::string_view name;
    std::vector<std::string_view> threads;
  };
  static const std::vector<Shape> shapes = {
      {"CoWW", {"Wx Wx"}},
      {"CoRW1", {"Rx Wx"}},
      {"CoRW2", {"Rx Wx", "Wx"}},
      {"CoWR", {"Wx Rx", "Wx"}},
      {"CoRR", {"Rx Rx", "Wx"}},
      {"SB", {"Wx Ry", "Wy Rx"}},
      {"MP", {"Wx Wy", "Ry Rx"}},
      {"2+2W", {"Wx Wy", "Wy Wx"}},
      {"R", {"Wx Wy", "Wy Rx"}},
      {"S", {"Wx Wy", "Ry Wx"}},
      {"WRC", {"Wx", "Rx Wy", "Ry Rx"}},
      {"RWC", {"Wx", "Rx Ry", "Wy Rx"}},
      {"IRIW", {"Wx", "Rx Ry", "Wy", "Ry Rx"}},
      {"LB3", {"Rx Wy", "Ry Wz", "Rz Wx"}},
      {"RMW", {"Ux", "Ux", "Wx"}},
      {"CAS", {"Cx", "Cx"}},
      {"SB-RMW", {"Ux Ry", "Uy Rx"}},
      {"MP-RMW", {"Wx Wy", "Uy", "Ry Rx"}},
      {"LB-RMW", {"Ux Uy", "Uy Ux"}},
  };
  std::vector<Probe> result;
  const auto add = [&](std::string name, const std::vector<std::string_view>& threads,
                       const std::vector<const Variant*>& chosen) {
    Probe& probe = result.emplace_back();
    probe.name = std::move(name);
    Value next_value = 1;
    for (std::size_t t = 0; t < threads.size(); ++t) {
      probe.threads.push_back(thread(threads[t], *chosen[t], next_value));
    }
  };
  // Load buffering first: it decides most often.
  for (std::size_t a = 0; a < variants().size(); ++a) {
    for (std::size_t b = a; b < variants().size(); ++b) {
      const Variant& left = variants()[a];
      const Variant& right = variants()[b];
      const std::string name = "LB+" + std::string(left.name) + (a == b ? "" : "+" + std::string(right.name));
      add(name, {"Rx Wy", "Ry Wx"}, {&left, &right});
    }
  }
  for (const Shape& shape : shapes) {
    for (const Variant& variant : variants()) {
      add(std::string(shape.name) + "+" + std::string(variant.name), shape.threads, {4, &variant});
    }
  }
  return result;
}

std::unique_ptr<Program> make_program(const Probe& probe) { return std::make_unique<ProbeProgram>(probe); }

}  // namespace graphfuzz
