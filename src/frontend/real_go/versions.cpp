// What Go 1.21 and 1.22 have in other ways than overlay/versions.go and overlay/sync_versions.go, which are as
// 1.19 has it. What tells is what is in the installation, not its number.
#include "frontend/real_go/patches.hpp"

namespace graphfuzz::real_go {
namespace {

constexpr std::string_view kOfRuntime = "runtime/graphfuzz_versions.go";
constexpr std::string_view kOfSync = "sync/graphfuzz_versions.go";

constexpr Variation kVariations[] = {
    {kOfRuntime, "runtime/type.go", "type _type = abi.Type", "return t.size", "return t.Size_"},
    {kOfRuntime, "runtime/time.go", "status atomic.Uint32", "t.status ==", "t.status.Load() =="},
    {kOfRuntime, "runtime/runtime2.go", "sysmonwait atomic.Bool", "atomic.Store(&sched.sysmonwait, 0)",
     "sched.sysmonwait.Store(false)"},
    {kOfRuntime, "runtime/runtime2.go", "sysmonwait atomic.Bool", "\t\"runtime/internal/atomic\"\n", ""},
    {kOfRuntime, "runtime/proc.go", "reason waitReason, traceReason traceBlockReason", "traceEvNone",
     "traceBlockGeneric"},
    {kOfRuntime, "runtime/netpoll_epoll.go", "func netpoll(delay int64) (gList, int32) {", "{ return netpoll(delay) }",
     "{\n\tlist, _ := netpoll(delay)\n\treturn list\n}"},
    {kOfRuntime, "runtime/rand.go", "func cheaprand() uint32 {", "getg().m.fastrand = seed",
     "\n\tmp := getg().m\n\tmp.cheaprand = seed\n\tmp.chacha8.Init([32]byte{byte(seed), byte(seed >> 8), byte(seed >> "
     "16)})\n"},
    {kOfSync, "sync/waitgroup.go", "state atomic.Uint64", "&wg.state2", "&wg.sema"},
    {kOfSync, "sync/waitgroup.go", "state atomic.Uint64", "wg.state1", "wg.state"},
    {kOfSync, "sync/once.go", "done atomic.Uint32", "o.done != 0", "o.done.Load() != 0"},
    {kOfSync, "sync/once.go", "done atomic.Uint32", "o.done = 1", "o.done.Store(1)"},
};

}  // namespace

void add_variations(Edition& edition) {
  edition.variations.insert(edition.variations.end(), std::begin(kVariations), std::end(kVariations));
}

}  // namespace graphfuzz::real_go
