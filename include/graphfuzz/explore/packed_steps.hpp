// Steps, and prefixes of them, as a few bytes each.
#pragma once

#include "graphfuzz/explore/prefix.hpp"
#include "graphfuzz/store/packed.hpp"

namespace graphfuzz {

/// `thread`: one of the program's, or kInitThread.
void pack(store::Packer& out, ThreadId thread);
void pack(store::Packer& out, const Step& step);
void pack(store::Packer& out, const Prefix& prefix);

/// A thread of a program that has so many.
ThreadId unpack_thread(store::Unpacker& in, unsigned threads);
/// … or kInitThread.
ThreadId unpack_thread_or_init(store::Unpacker& in, unsigned threads);
/// A step of one of the threads; what comes before it may not have its source.
Step unpack_step(store::Unpacker& in, unsigned threads);
Prefix unpack_prefix(store::Unpacker& in, unsigned threads);

}  // namespace graphfuzz
