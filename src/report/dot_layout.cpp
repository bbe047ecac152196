#include "report/dot_layout.hpp"

#include <algorithm>
#include <cstdint>

namespace graphfuzz {
namespace {

constexpr double kRow = 0.85;
constexpr double kGap = 1.15;        // between columns: room for the labels of edges
constexpr double kInitialGap = 0.5;  // between initial writes
constexpr double kInchesPerCharacter = 0.105;

double width(const std::string& label) { return std::max(0.9, 0.3 + kInchesPerCharacter * double(label.size())); }

/// Events are below what comes before them in porf; of a cycle, one edge goes up.
class Rows {
 public:
  explicit Rows(const ExecutionGraph& graph)
      : graph_(graph), row_(graph.size(), 0), state_(graph.size(), State::unseen) {
    for (Slot slot = graph.locations(); slot < graph.size(); ++slot) place(slot);
  }
  unsigned operator[](Slot slot) const { return row_[slot]; }

 private:
  enum class State : std::uint8_t { unseen, open, placed };

  void place(Slot slot) {
    state_[slot] = State::open;
    const Slot before = graph_.po_previous(slot);
    const Slot source = graph_[slot].rf;
    if (before != kNoSlot) put_below(slot, before);
    if (source != kNoSlot && !graph_.is_initial(source)) put_below(slot, source);
    state_[slot] = State::placed;
  }
  void put_below(Slot slot, Slot other) {
    if (state_[other] == State::unseen) place(other);
    row_[slot] = std::max(row_[slot], row_[other] + 1);
  }

  const ExecutionGraph& graph_;
  std::vector<unsigned> row_;
  std::vector<State> state_;
};

}  // namespace

Layout lay_out(const ExecutionGraph& graph, const std::vector<std::string>& labels, const std::vector<Slot>& needed) {
  Layout layout;
  layout.events.resize(graph.size());
  layout.shown.assign(graph.size(), true);
  const Rows row(graph);

  double x = 0;
  for (ThreadId t = 0; t < graph.threads(); ++t) {
    double column = 0.9;
    for (const Slot slot : graph.thread(t)) column = std::max(column, width(labels[slot]));
    layout.headers.push_back({x + column / 2, 0.55});
    for (const Slot slot : graph.thread(t)) layout.events[slot] = {x + column / 2, -kRow * row[slot]};
    x += column + kGap;
  }
  const double middle = (x - kGap) / 2;

  double total = -kInitialGap;
  for (Slot slot = 0; slot < graph.locations(); ++slot) {
    layout.shown[slot] =
        graph[slot].first_reader != kNoSlot || std::find(needed.begin(), needed.end(), slot) != needed.end();
    if (layout.shown[slot]) total += width(labels[slot]) + kInitialGap;
  }
  x = middle - total / 2;
  for (Slot slot = 0; slot < graph.locations(); ++slot) {
    if (!layout.shown[slot]) continue;
    layout.events[slot] = {x + width(labels[slot]) / 2, 1.4};
    x += width(labels[slot]) + kInitialGap;
  }
  return layout;
}

}  // namespace graphfuzz
