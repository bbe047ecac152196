// What the loop of all fuzzers of Go programs goes on with: memory and queue as in the state of a campaign with another
// tool; and what such a campaign reads from traces again, the recordings of the runs that inputs were made from, which
// inputs share.
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fuzz/go/memory_json.hpp"
#include "graphfuzz/fuzz/go/fuzzing.hpp"
#include "graphfuzz/store/packed.hpp"

namespace graphfuzz::go {
namespace {

using Recordings = std::vector<std::shared_ptr<const Recording>>;

constexpr std::size_t kLongestPosition = 8'192;
// Positions are written once, however often they occur; in memory each has its own.
constexpr std::size_t kMostText = std::size_t{1} << 30;

class RecordingWriter {
 public:
  std::size_t number(const std::string& position) {
    const auto [known, is_new] = numbers_.try_emplace(position, positions_.size());
    if (is_new) positions_.push_back(position);
    return known->second;
  }
  void write(store::Writer& out, const Recording& recording) {
    store::Packer order, selects;
    std::uint64_t last = 0;
    for (std::size_t i = 0; i < recording.order.size(); ++i) {
      const OperationId& id = recording.order[i];
      const std::uint64_t moment = recording.moments[i];
      order.add(id.routine).add(number(id.position)).add(id.visit).add(moment - std::exchange(last, moment));
    }
    for (const Recording::Selected& s : recording.selects) {
      selects.add(number(s.position))
          .add(s.begin)
          .add(s.moment)
          .add(static_cast<std::uint32_t>(s.chosen - kNoPreference));
    }
    out.begin_object().field("run", recording.run).key("order").bytes(order.bytes());
    out.key("selects").bytes(selects.bytes()).end_object();
  }
  const std::vector<std::string>& positions() const { return positions_; }

 private:
  std::unordered_map<std::string, std::size_t> numbers_;
  std::vector<std::string> positions_;
};

class RecordingReader {
 public:
  explicit RecordingReader(const store::Value& positions) {
    for (const store::Value position : positions.array()) positions_.emplace_back(position.text(kLongestPosition));
  }
  Recording read(const store::Value& value) {
    value.expect_keys({"run", "order", "selects"});
    Recording recording;
    recording.run = value.field("run").integer<std::uint64_t>();
    std::uint64_t last = 0;
    for (store::Unpacker order(value.field("order")); !order.at_end();) {
      OperationId id;
      id.routine = order.integer<std::uint32_t>();
      id.position = position(order);
      id.visit = order.integer<std::uint32_t>();
      recording.order.push_back(std::move(id));
      recording.moments.push_back(last += order.integer<std::uint64_t>(0, ~last));
    }
    for (store::Unpacker selects(value.field("selects")); !selects.at_end();) {
      Recording::Selected s;
      s.position = position(selects);
      s.begin = selects.integer<std::uint64_t>();
      s.moment = selects.integer<std::uint64_t>();
      s.chosen = static_cast<int>(selects.integer<std::uint32_t>(0, 0x7fff)) + kNoPreference;
      recording.selects.push_back(std::move(s));
    }
    return recording;
  }

 private:
  const std::string& position(store::Unpacker& in) {
    if (positions_.empty()) in.reject("has a position, of which there are none");
    const std::string& text = positions_[in.integer<std::size_t>(0, positions_.size() - 1)];
    text_ += text.size();
    if (text_ > kMostText) in.reject("makes recordings too large");
    return text;
  }

  std::vector<std::string> positions_;
  std::size_t text_ = 0;
};

}  // namespace

void Fuzzing::save(store::Writer& out, Extent extent) const {
  out.begin_object();
  write(out.key("memory"), memory_);
  std::unordered_map<const Recording*, std::size_t> known;
  Recordings recordings;
  store::Packer made_from;  // by input; 0: no recording
  for (const Input& input : memory_.queue.waiting()) {
    if (!input.recording) {
      made_from.add(0);
      continue;
    }
    const auto [place, is_new] = known.try_emplace(input.recording.get(), recordings.size() + 1);
    if (is_new) recordings.push_back(input.recording);
    made_from.add(place->second);
  }
  RecordingWriter writer;
  out.key("recordings").begin_array();
  for (const auto& recording : recordings) writer.write(out, *recording);
  out.end_array().key("positions").values(writer.positions()).key("made from").bytes(made_from.bytes());
  if (extent == Extent::exact) random_.save(out.key("random"));
  out.end_object();
}

void Fuzzing::load(const store::Value& saved) {
  saved.expect_keys({"memory", "recordings", "positions", "made from", "random"});
  memory_ = read_memory(saved.field("memory"));
  RecordingReader reader(saved.field("positions"));
  Recordings recordings = {nullptr};
  for (const store::Value recording : saved.field("recordings").array()) {
    recordings.push_back(std::make_shared<const Recording>(reader.read(recording)));
  }
  Recordings made_from;
  store::Unpacker numbers(saved.field("made from"));
  for (std::size_t i = 0; i < memory_.queue.size(); ++i) {
    made_from.push_back(recordings[numbers.integer<std::size_t>(0, recordings.size() - 1)]);
  }
  numbers.expect_end();
  memory_.queue.restore(made_from);
  if (const auto random = saved.find("random")) random_.load(*random);
}

}  // namespace graphfuzz::go
