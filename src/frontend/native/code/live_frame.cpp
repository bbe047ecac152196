#include "frontend/native/code/live_frame.hpp"

#include "frontend/native/code/calling_convention.hpp"
#include "frontend/native/code/function_code.hpp"

namespace graphfuzz::native {
namespace {

LiveFrame live_frame(CodeAddress at, Callees& callees) {
  const FunctionCode function(at, callees);
  LiveFrame frame;
  const FunctionCode::Step* const step = function.at(at);
  if (step == nullptr) {
    frame.registers = kKeptSet;
    frame.others = ~kKeptSet;
    return frame;
  }
  frame.registers = step->live & kKeptSet;
  frame.others = step->live & step->set & ~kKeptSet;
  frame.vectors = function.uses_vectors();
  if (!function.is_frame_known() || !step->reached || *step->held[kRsp] >= 0) return frame;
  frame.reads_arguments = function.reads_arguments();
  frame.size = static_cast<std::uint32_t>(-*step->held[kRsp]);
  constexpr std::uint32_t kReturnAddress = 8;
  const auto is_live = [&](std::uint32_t from_end, const FrameBytes& live) {
    return from_end <= kReturnAddress || from_end > kMostFrame || live[kMostFrame - from_end];
  };
  const auto add = [](std::vector<std::pair<std::uint32_t, std::uint32_t>>& to, std::uint32_t i) {
    if (!to.empty() && to.back().second == i) {
      ++to.back().second;
    } else {
      to.emplace_back(i, i + 1);
    }
  };
  const FrameBytes called = function.live_since_call(at);
  for (std::uint32_t i = 0; i < frame.size; ++i) {
    if (is_live(frame.size - i, step->live_bytes)) add(frame.bytes, i);
    if (function.is_frame_lent() || is_live(frame.size - i, called)) add(frame.called, i);
  }
  frame.below.clear();
  for (std::uint32_t i = 0; i < kRedZone; ++i) {
    if (is_live(frame.size + kRedZone - i, step->live_bytes)) add(frame.below, i);
  }
  return frame;
}

}  // namespace

LiveFrame live_frame(CodeAddress at) {
  static Callees callees(classify_function);
  return live_frame(at, callees);
}

LiveFrame live_frame(CodeAddress at, const ClassifyFunction& classify) {
  Callees callees(classify);
  return live_frame(at, callees);
}

}  // namespace graphfuzz::native
