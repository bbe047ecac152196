// What is changed in Go's installation for programs that are recorded while they run freely: functions note what they
// do and call what they were, under another name.
#include "frontend/real_go/patches.hpp"
#include "frontend/real_go/overlay_files.hpp"

namespace graphfuzz::real_go {
namespace {

constexpr Patch kFreePatches[] = {
    {"runtime/proc.go", "\tgcenable()", "\tgfInit()\n"},
    {"runtime/proc.go",
     "\tfn := main_main // make an indirect call, as the linker doesn't know the address of the main package when "
     "laying down the runtime",
     "\treal := fn\n\tfn = func() {\n\t\treal()\n\t\tGraphfuzzMainEnds()\n\t}\n"},
    {"runtime/proc.go", "func newproc(fn *funcval) {", "\tgfForking(fn)\n"},
    {"runtime/proc.go", "\tnewg.startpc = fn.fn", "\tgfForked(callergp, newg)\n"},
    {"runtime/proc.go", "func goexit1() {", "\tgfEnds()\n"},
    {"runtime/runtime2.go", "\tgcAssistBytes int64", "\tgf *gfRoutine\n"},
    {"runtime/chan.go", "\tlock mutex\n}\n\ntype waitq struct {", "\tgf, gfSent, gfTaken uint32\n", true},
    {"runtime/chan.go", "\tlockInit(&c.lock, lockRankHchan)", "\tgfMakes(c)\n"},
    {"runtime/chan.go", "func chansend(c *hchan, ep unsafe.Pointer, block bool, callerpc uintptr) bool {",
     "\tif GraphfuzzRecords() {\n\t\treturn gfSends(c, ep, block, callerpc)\n\t}\n"
     "\treturn gfRealSend(c, ep, block, callerpc)\n}\n\n"
     "func gfRealSend(c *hchan, ep unsafe.Pointer, block bool, callerpc uintptr) bool {\n"},
    {"runtime/chan.go", "\t\t// Space is available in the channel buffer. Enqueue the element to send.",
     "\t\tgfSent(c, getg(), c.qcount+1)\n"},
    {"runtime/chan.go", "func send(c *hchan, sg *sudog, ep unsafe.Pointer, unlockf func(), skip int) {",
     "\tgfMeets(c, getg(), sg.g)\n"},
    {"runtime/chan.go", "func closechan(c *hchan) {",
     "\tif GraphfuzzRecords() {\n\t\tgfCloses(c)\n\t\treturn\n\t}\n\tgfRealClose(c)\n}\n\n"
     "func gfRealClose(c *hchan) {\n"},
    {"runtime/chan.go", "\tc.closed = 1", "\tgfClosed(c)\n", true},
    {"runtime/chan.go", "func chanrecv(c *hchan, ep unsafe.Pointer, block bool) (selected, received bool) {",
     "\tif GraphfuzzRecords() {\n\t\treturn gfReceives(c, ep, block)\n\t}\n\treturn gfRealReceive(c, ep, block)\n}\n\n"
     "func gfRealReceive(c *hchan, ep unsafe.Pointer, block bool) (selected, received bool) {\n"},
    {"runtime/chan.go", "\t\t// Receive directly from queue", "\t\tgfTaken(c, getg(), c.qcount-1)\n"},
    {"runtime/chan.go", "func recv(c *hchan, sg *sudog, ep unsafe.Pointer, unlockf func(), skip int) {",
     "\tgfFinds(c, getg(), sg.g)\n"},
    {"runtime/select.go", "func block() {",
     "\tif GraphfuzzRecords() {\n\t\tgfBegin(getg().gf, gfSelect, gfNobody, 0)\n\t}\n"},
    {"runtime/select.go",
     "func selectgo(cas0 *scase, order0 *uint16, pc0 *uintptr, nsends, nrecvs int, block bool) (int, bool) {",
     "\tif GraphfuzzRecords() {\n\t\treturn gfSelects(cas0, order0, pc0, nsends, nrecvs, block)\n\t}\n"
     "\treturn gfRealSelect(cas0, order0, pc0, nsends, nrecvs, block)\n}\n\n"
     "func gfRealSelect(cas0 *scase, order0 *uint16, pc0 *uintptr, nsends, nrecvs int, block bool) (int, bool) {\n"},
    {"runtime/select.go", "bufrecv:", "\tgfTaken(c, getg(), c.qcount-1)\n"},
    {"runtime/select.go", "bufsend:", "\tgfSent(c, getg(), c.qcount+1)\n"},
    {"runtime/panic.go", "\tfatalpanic(gp._panic) // should not return", "\tgfPanicked(gp._panic)\n", true},
    {"runtime/panic.go", "func fatal(s string) {", "\tgfFatal(s)\n"},
    {"sync/mutex.go", "\tstate int32\n\tsema  uint32", "\tgf    uint32\n"},
    {"sync/mutex.go", "func (m *Mutex) Lock() {",
     "\tif operation := gfBegins(gfLock, &m.gf); operation != nil {\n\t\tm.gfLock()\n\t\toperation.Ends(true)\n"
     "\t\treturn\n\t}\n\tm.gfLock()\n}\n\nfunc (m *Mutex) gfLock() {\n"},
    {"sync/mutex.go", "func (m *Mutex) TryLock() bool {",
     "\tif operation := gfBegins(gfTryLock, &m.gf); operation != nil {\n\t\tok := m.gfTryLock()\n"
     "\t\toperation.Ends(ok)\n\t\treturn ok\n\t}\n\treturn m.gfTryLock()\n}\n\n"
     "func (m *Mutex) gfTryLock() bool {\n"},
    {"sync/mutex.go", "func (m *Mutex) Unlock() {",
     "\tif operation := gfBegins(gfUnlock, &m.gf); operation != nil {\n\t\toperation.Effect()\n\t}\n"
     "\tm.gfUnlock()\n}\n\nfunc (m *Mutex) gfUnlock() {\n"},
    {"sync/rwmutex.go", "\treaderWait  int32  // number of departing readers", "\tgf          uint32\n"},
    {"sync/rwmutex.go", "func (rw *RWMutex) RLock() {",
     "\tif operation := gfBegins(gfRLock, &rw.gf); operation != nil {\n\t\trw.gfRLock()\n\t\toperation.Ends(true)\n"
     "\t\treturn\n\t}\n\trw.gfRLock()\n}\n\nfunc (rw *RWMutex) gfRLock() {\n"},
    {"sync/rwmutex.go", "func (rw *RWMutex) TryRLock() bool {",
     "\tif operation := gfBegins(gfTryRLock, &rw.gf); operation != nil {\n\t\tok := rw.gfTryRLock()\n"
     "\t\toperation.Ends(ok)\n\t\treturn ok\n\t}\n\treturn rw.gfTryRLock()\n}\n\n"
     "func (rw *RWMutex) gfTryRLock() bool {\n"},
    {"sync/rwmutex.go", "func (rw *RWMutex) RUnlock() {",
     "\tif operation := gfBegins(gfRUnlock, &rw.gf); operation != nil {\n\t\toperation.Effect()\n\t}\n"
     "\trw.gfRUnlock()\n}\n\nfunc (rw *RWMutex) gfRUnlock() {\n"},
    {"sync/rwmutex.go", "func (rw *RWMutex) Lock() {",
     "\tif operation := gfBegins(gfLock, &rw.gf); operation != nil {\n\t\trw.gfLock()\n\t\toperation.Ends(true)\n"
     "\t\treturn\n\t}\n\trw.gfLock()\n}\n\nfunc (rw *RWMutex) gfLock() {\n"},
    {"sync/rwmutex.go", "func (rw *RWMutex) TryLock() bool {",
     "\tif operation := gfBegins(gfTryLock, &rw.gf); operation != nil {\n\t\tok := rw.gfTryLock()\n"
     "\t\toperation.Ends(ok)\n\t\treturn ok\n\t}\n\treturn rw.gfTryLock()\n}\n\n"
     "func (rw *RWMutex) gfTryLock() bool {\n"},
    {"sync/rwmutex.go", "func (rw *RWMutex) Unlock() {",
     "\tif operation := gfBegins(gfUnlock, &rw.gf); operation != nil {\n\t\toperation.Effect()\n\t}\n"
     "\trw.gfUnlock()\n}\n\nfunc (rw *RWMutex) gfUnlock() {\n"},
    {"sync/waitgroup.go", "\tstate1 uint64\n\tstate2 uint32", "\tgf     uint32\n"},
    {"sync/waitgroup.go", "func (wg *WaitGroup) Add(delta int) {",
     "\toperation := gfBegins(gfAdd, &wg.gf)\n\tif operation != nil {\n\t\toperation.Operand = "
     "int64(delta)\n\t\toperation.Effect()\n\t}\n"
     "\twg.gfAdd(delta, operation)\n}\n\nfunc (wg *WaitGroup) gfAdd(delta int, operation *gfOperation) {\n"},
    {"sync/waitgroup.go", "\tw := uint32(state)\n\tif race.Enabled && delta > 0 && v == int32(delta) {",
     "\tif operation != nil {\n\t\toperation.Counts(int32(state >> 32))\n\t}\n", true},
    {"sync/waitgroup.go", "func (wg *WaitGroup) Wait() {",
     "\tif operation := gfBegins(gfWait, &wg.gf); operation != nil {\n\t\twg.gfWait()\n\t\toperation.Ends(true)\n"
     "\t\treturn\n\t}\n\twg.gfWait()\n}\n\nfunc (wg *WaitGroup) gfWait() {\n"},
    {"sync/once.go", "\tdone uint32\n\tm    Mutex", "\tgf   uint32\n"},
    {"sync/once.go", "func (o *Once) Do(f func()) {",
     "\tif operation := gfBegins(gfOnce, &o.gf); operation != nil {\n\t\tgfDo(o, f, operation)\n\t\treturn\n\t}\n"
     "\to.gfDo(f)\n}\n\nfunc (o *Once) gfDo(f func()) {\n"},
    {"sync/cond.go", "\tnotify  notifyList\n\tchecker copyChecker", "\tgf      uint32\n"},
    {"sync/cond.go", "func (c *Cond) Wait() {",
     "\tif operation := gfBegins(gfCondWait, &c.gf); operation != nil {\n\t\tdefer operation.Ends(true)\n\t}\n"},
    {"sync/cond.go", "func (c *Cond) Signal() {",
     "\tif operation := gfBegins(gfSignal, &c.gf); operation != nil {\n\t\toperation.Effect()\n\t}\n"},
    {"sync/cond.go", "func (c *Cond) Broadcast() {",
     "\tif operation := gfBegins(gfBroadcast, &c.gf); operation != nil {\n\t\toperation.Effect()\n\t}\n"},
    {"os/proc.go", "func Exit(code int) {", "\truntime.GraphfuzzExits(code)\n"},
};

// Locks that are parts of something else are not noted; variables may not refer to functions that refer to them.
constexpr Replacement kFreeReplacements[] = {
    {"runtime/chan.go", "abi.FuncPCABIInternal(chansend)", "abi.FuncPCABIInternal(gfRealSend)"},
    {"runtime/chan.go", "abi.FuncPCABIInternal(chanrecv)", "abi.FuncPCABIInternal(gfRealReceive)"},
    {"runtime/select.go", "abi.FuncPCABIInternal(chansend)", "abi.FuncPCABIInternal(gfRealSend)"},
    {"runtime/select.go", "abi.FuncPCABIInternal(chanrecv)", "abi.FuncPCABIInternal(gfRealReceive)"},
    {"sync/rwmutex.go", "rw.w.Lock()", "rw.w.gfLock()"},
    {"sync/rwmutex.go", "rw.w.TryLock()", "rw.w.gfTryLock()"},
    {"sync/rwmutex.go", "rw.w.Unlock()", "rw.w.gfUnlock()"},
    {"sync/once.go", "o.m.Lock()", "o.m.gfLock()"},
    {"sync/once.go", "o.m.Unlock()", "o.m.gfUnlock()"},
    {"sync/pool.go", "allPoolsMu.Lock()", "allPoolsMu.gfLock()"},
    {"sync/pool.go", "allPoolsMu.Unlock()", "allPoolsMu.gfUnlock()"},
    {"sync/map.go", "m.mu.Lock()", "m.mu.gfLock()"},
    {"sync/map.go", "m.mu.Unlock()", "m.mu.gfUnlock()"},
};

constexpr OwnFile kFreeFiles[] = {{"runtime/graphfuzz.go", kFreeFile},
                                  {"runtime/graphfuzz_kinds.go", kKindsFile},
                                  {"runtime/graphfuzz_places.go", kPlacesFile},
                                  {"sync/graphfuzz_kinds.go", kSyncKindsFile},
                                  {"runtime/graphfuzz_orders.go", kFreeOrdersFile},
                                  {"sync/graphfuzz.go", kFreeSyncFile}};

}  // namespace

Edition recording(bool races) {
  Edition edition{.patches = {std::begin(kFreePatches), std::end(kFreePatches)},
                  .replacements = {std::begin(kFreeReplacements), std::end(kFreeReplacements)},
                  .own_files = {std::begin(kFreeFiles), std::end(kFreeFiles)}};
  if (!races) add_atomics(edition);
  return edition;
}

}  // namespace graphfuzz::real_go
