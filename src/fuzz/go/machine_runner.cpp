#include "graphfuzz/fuzz/go/engine.hpp"
#include "graphfuzz/fuzz/go/runner.hpp"

namespace graphfuzz::go {
namespace {

class MachineRunner final : public Runner, private MachineEngine<SteppedMachine> {
 public:
  MachineRunner(const GoProgram& program, const MachineOptions& options, std::shared_ptr<RoutineNames> names)
      : MachineEngine(program, options, std::move(names)),
        timing_(options.timing == Timing::idle ? Timing::patient : options.timing) {}

  Obedience run(const Directive* directive, Random& random) override {
    if (directive != nullptr) {
      source_.record().clear();
      const Obedience obedience = run_as_directed(source_.machine(), *directive, random, &source_.record(), timing_);
      static_cast<void>(machine().ending());  // before its trace is asked for, the machine is to know that it is over
      return obedience;
    }
    source_.machine().set_timing(timing_);
    source_.restart();
    source_.go_on(random);
    return {};
  }

  const Trace& trace() const override { return machine().trace(); }
  Ending ending() const override { return machine().ending(); }
  Fingerprints fingerprints() override { return MachineEngine::fingerprints(); }
  const ExecutionGraph& graph() override { return MachineEngine::graph(); }
  std::string outcome() const override { return MachineEngine::outcome(); }
  Fingerprint outcome_fingerprint() const override { return MachineEngine::outcome_fingerprint(); }
  bool add_pairs(Pairs& pairs) override { return MachineEngine::add_pairs(pairs); }
  std::vector<Finding> findings() const override {
    std::vector<Finding> found;
    for (const GoBug& bug : machine().bugs()) found.push_back(finding_of(bug, machine().trace()));
    return found;
  }
  std::vector<Stack> stacks(const Finding& finding) const override {
    for (const GoBug& bug : machine().bugs()) {
      if (key_of(bug) == finding.key) return stacks_of(bug, machine());
    }
    return {};
  }
  Witness witness(const Finding* finding) override { return MachineEngine::witness(finding); }

 private:
  Timing timing_;
};

}  // namespace

std::unique_ptr<Runner> machine_runner(const GoProgram& program, const MachineOptions& options,
                                       std::shared_ptr<RoutineNames> names) {
  return std::make_unique<MachineRunner>(program, options, std::move(names));
}

}  // namespace graphfuzz::go
