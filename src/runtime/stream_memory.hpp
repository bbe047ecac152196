// Where the C library has the FILEs that the program opens: at the same addresses in executions that open the same, as
// threads keep them, and one that waits is to be in the same state.
#pragma once

#include <cstddef>

namespace graphfuzz::runtime {

/// While there is one, a FILE is being opened.
class OpensStream {
 public:
  OpensStream();
  OpensStream(const OpensStream&) = delete;
  OpensStream& operator=(const OpensStream&) = delete;
  ~OpensStream();
};
/// The FILE that `open` opens, which has nothing else allocated.
template <class Open>
auto open_stream(const Open& open) {
  const OpensStream opens;
  return open();
}
/// Null if none is, or there is no room for so much: it is to be taken elsewhere.
void* take_stream_memory(std::size_t size);
/// False if it was taken elsewhere.
bool give_back_stream_memory(void* memory);
/// Was there a stream that is no more?
bool was_stream(const void* memory);

}  // namespace graphfuzz::runtime
