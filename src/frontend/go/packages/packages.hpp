// The sources of the engine's packages, in Go. They are our own: they offer what litmus-sized programs use of the
// packages of those names, and synchronise as those do. Functions without a body are intrinsic (vm/natives.hpp).
#pragma once

#include <string_view>

namespace graphfuzz::go::packages {

extern const std::string_view kAtomic;
extern const std::string_view kBytes;
extern const std::string_view kContext;
extern const std::string_view kErrors;
extern const std::string_view kFmt;
extern const std::string_view kIo;
extern const std::string_view kLog;
extern const std::string_view kOs;
extern const std::string_view kRand;
extern const std::string_view kRuntime;
extern const std::string_view kSort;
extern const std::string_view kStrconv;
extern const std::string_view kStrings;
extern const std::string_view kSync;
extern const std::string_view kTesting;
extern const std::string_view kTime;

}  // namespace graphfuzz::go::packages
