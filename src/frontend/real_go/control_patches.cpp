// What is changed in Go's installation for programs that are under control: goroutines stop before each operation.
#include "frontend/real_go/overlay_files.hpp"
#include "frontend/real_go/patches.hpp"

namespace graphfuzz::real_go {
namespace {

constexpr Patch kControlPatches[] = {
    {"runtime/proc.go", "\tgoenvs()", "\tgfAlone()\n"},
    {"runtime/time_fake.go", "func nanotime() int64 {",
     "\tif faketime == 0 {\n\t\treturn nanotime1()\n\t}\n\tif GraphfuzzOn() {\n\t\treturn gfSeesTime()\n\t}\n"},
    {"runtime/time_fake.go", "func time_now() (sec int64, nsec int32, mono int64) {",
     "\tif faketime == 0 {\n\t\tsec, nsec = gfTimeOfDay()\n\t\treturn sec, nsec, nanotime1()\n\t}\n"
     "\tif GraphfuzzOn() {\n\t\tmono = gfSeesTime()\n\t\treturn mono / 1e9, int32(mono % 1e9), mono\n\t}\n"},
    {"runtime/time_fake.go", "func write(fd uintptr, p unsafe.Pointer, n int32) int32 {",
     "\tif faketime == 0 {\n\t\treturn write1(fd, p, n)\n\t}\n"},
    {"runtime/proc.go", "\tgcenable()", "\tgfInit()\n"},
    {"runtime/proc.go",
     "\tfn := main_main // make an indirect call, as the linker doesn't know the address of the main package when "
     "laying "
     "down the runtime",
     "\tif gf.main {\n\t\treal := fn\n\t\tfn = func() "
     "{\n\t\t\tGraphfuzzBegin()\n\t\t\treal()\n\t\t\tGraphfuzzEnd()\n\t\t}\n"
     "\t}\n"},
    {"runtime/proc.go", "\t// Poll network.\n\t// This netpoll is only an optimization before we resort to stealing.",
     "\tif gp := gfIdle(); gp != nil {\n\t\treturn gp, false, false\n\t}\n", true},
    {"runtime/proc.go", "func newproc(fn *funcval) {",
     "\tif gfStartsEarly(fn) {\n\t\tgfBegin()\n\t}\n\tif GraphfuzzOn() && !gfOfRuntime(fn) {\n\t\tgfForks(fn, "
     "getcallerpc())\n\t\treturn\n\t}\n"},
    {"runtime/proc.go", "func goexit1() {", "\tif GraphfuzzOn() {\n\t\tgfEnds()\n\t}\n"},
    {"runtime/proc.go", "func Gosched() {", "\tif GraphfuzzOn() {\n\t\tgfYieldHook()\n\t\treturn\n\t}\n"},
    {"runtime/os_linux.go", "func getRandomData(r []byte) {", "\tif r != nil {\n\t\tgfNotRandom(r)\n\t\treturn\n\t}\n"},
    {"runtime/os_linux.go", "func readRandom(r []byte) int {",
     "\tif r != nil {\n\t\tgfNotRandom(r)\n\t\treturn len(r)\n\t}\n", false, true},
    {"runtime/runtime2.go", "\tgcAssistBytes int64", "\tgf uint32\n"},
    {"runtime/chan.go", "\tlock mutex\n}\n\ntype waitq struct {", "\tgf uint32\n", true},
    // A channel is told of where it is made, and not where it is used first.
    {"runtime/chan.go", "\tlockInit(&c.lock, lockRankHchan)",
     "\tif GraphfuzzOn() {\n\t\tgfChannel(c)\n\t} else if GraphfuzzBefore() {\n\t\tgf.early = append(gf.early, "
     "c)\n\t}\n"},
    {"runtime/netpoll.go", "func poll_runtime_pollWait(pd *pollDesc, mode int) int {",
     "\tif GraphfuzzOn() {\n\t\tgfPollWaits(pd, mode)\n\t}\n"},
    {"runtime/chan.go", "func chansend(c *hchan, ep unsafe.Pointer, block bool, callerpc uintptr) bool {",
     "\tif GraphfuzzOn() {\n\t\treturn gfSends(c, ep, block)\n\t}\n"},
    {"runtime/chan.go", "func closechan(c *hchan) {", "\tif GraphfuzzOn() {\n\t\tgfCloses(c)\n\t\treturn\n\t}\n"},
    {"runtime/chan.go", "func chanrecv(c *hchan, ep unsafe.Pointer, block bool) (selected, received bool) {",
     "\tif GraphfuzzOn() {\n\t\treturn gfReceives(c, ep, block)\n\t}\n"},
    {"runtime/select.go", "func block() {", "\tif GraphfuzzOn() {\n\t\tgfSelects(nil, 0, true)\n\t}\n"},
    {"runtime/select.go",
     "func selectgo(cas0 *scase, order0 *uint16, pc0 *uintptr, nsends, nrecvs int, block bool) (int, bool) {",
     "\tif GraphfuzzOn() {\n\t\treturn gfSelects((*[1 << 16]scase)(unsafe.Pointer(cas0))[:nsends+nrecvs], nsends, "
     "block)\n\t}\n"},
    {"runtime/panic.go", "\tfatalpanic(gp._panic) // should not return",
     "\tif GraphfuzzOn() {\n\t\tgfPanicked(gp._panic)\n\t}\n", true},
    {"runtime/panic.go", "\tfatalpanic(&p)   // should not return", "\tif GraphfuzzOn() {\n\t\tgfPanicked(&p)\n\t}\n",
     true, true},
    {"runtime/panic.go", "func fatal(s string) {", "\tif GraphfuzzOn() {\n\t\tgfFatalHook(s)\n\t}\n"},
    {"runtime/debug.go", "func GOMAXPROCS(n int) int {", "\tif gf.memory != nil {\n\t\treturn gfProcessors(n)\n\t}\n"},
    {"runtime/time.go", "func timeSleep(ns int64) {", "\tif GraphfuzzOn() {\n\t\tgfSleeps(ns)\n\t\treturn\n\t}\n"},
    {"runtime/time.go", "func startTimer(t *timer) {",
     "\tif GraphfuzzOn() {\n\t\tgfStartTimer(t, t.when, t.period)\n\t\treturn\n\t}\n\tgfEarlyTimer(t)\n"},
    {"runtime/time.go", "func stopTimer(t *timer) bool {",
     "\tif GraphfuzzOn() && gfKnows(t) {\n\t\treturn gfStopTimer(t)\n\t}\n"},
    {"runtime/time.go", "func resetTimer(t *timer, when int64) bool {",
     "\tif GraphfuzzOn() && gfKnows(t) {\n\t\treturn gfStartTimer(t, when, t.period)\n\t}\n"},
    {"runtime/time.go", "func modTimer(t *timer, when, period int64, f func(any, uintptr), arg any, seq uintptr) {",
     "\tif GraphfuzzOn() && gfKnows(t) {\n\t\tt.f, t.arg, t.seq = f, arg, seq\n\t\tgfStartTimer(t, when, "
     "period)\n\t\treturn\n\t}\n"},
    {"runtime/signal_unix.go", "func sigenable(sig uint32) {",
     "\tif number := gfLeaves(); number != 0 {\n\t\tsigenable(sig)\n\t\tgfComesBack(number)\n\t\treturn\n\t}\n"},
    {"runtime/signal_unix.go", "func sigdisable(sig uint32) {",
     "\tif number := gfLeaves(); number != 0 {\n\t\tsigdisable(sig)\n\t\tgfComesBack(number)\n\t\treturn\n\t}\n"},
    {"runtime/sigqueue.go", "func signal_recv() uint32 {", "\tif GraphfuzzOn() {\n\t\tgfAwaitsSignal()\n\t}\n"},
    {"runtime/sigqueue.go", "func signalWaitUntilIdle() {",
     "\tif GraphfuzzOn() {\n\t\tgfAwaitsPassedOn()\n\t\treturn\n\t}\n"},
    {"syscall/zsyscall_linux_amd64.go", "func Kill(pid int, sig Signal) (err error) {",
     "\tdefer gfAwaitsOwn(pid, sig)\n"},
    {"syscall/zsyscall_linux_arm64.go", "func Kill(pid int, sig Signal) (err error) {",
     "\tdefer gfAwaitsOwn(pid, sig)\n"},
    {"syscall/syscall_linux.go", "func Syscall(trap, a1, a2, a3 uintptr) (r1, r2 uintptr, err Errno) {",
     "\tr1, r2, err = gfSyscall(trap, a1, a2, a3)\n\tgfOutside(trap, a1, a3)\n\treturn\n}\n\n"
     "//go:uintptrkeepalive\n//go:nosplit\n"
     "func gfSyscall(trap, a1, a2, a3 uintptr) (r1, r2 uintptr, err Errno) {\n"},
    {"syscall/syscall_linux.go", "func Syscall6(trap, a1, a2, a3, a4, a5, a6 uintptr) (r1, r2 uintptr, err Errno) {",
     "\tr1, r2, err = gfSyscall6(trap, a1, a2, a3, a4, a5, a6)\n\tgfOutside(trap, a1, a3)\n\treturn\n}\n\n"
     "//go:uintptrkeepalive\n//go:nosplit\n"
     "func gfSyscall6(trap, a1, a2, a3, a4, a5, a6 uintptr) (r1, r2 uintptr, err Errno) {\n"},
    // Who closes a file or a connection waits until nobody uses it any more; those who do wait for what is outside.
    {"runtime/sema.go", "func poll_runtime_Semacquire(addr *uint32) {",
     "\tif gfAwaitsRelease(addr) {\n\t\treturn\n\t}\n"},
    {"sync/mutex.go", "func (m *Mutex) Lock() {",
     "\tif gfOnMutex(m) {\n\t\tgfMutex(m, gfLock)\n\t\treturn\n\t}\n\tgfUsed(m)\n"},
    {"sync/mutex.go", "func (m *Mutex) TryLock() bool {",
     "\tif gfOnMutex(m) {\n\t\treturn gfMutex(m, gfTryLock)\n\t}\n\tgfUsed(m)\n"},
    {"sync/mutex.go", "func (m *Mutex) Unlock() {", "\tif gfOnMutex(m) {\n\t\tgfMutex(m, gfUnlock)\n\t\treturn\n\t}\n"},
    {"sync/rwmutex.go", "func (rw *RWMutex) RLock() {",
     "\tif gfOnRead() {\n\t\tgfRWMutex(rw, gfRLock)\n\t\treturn\n\t}\n\tgfUsed(rw)\n"},
    {"sync/rwmutex.go", "func (rw *RWMutex) TryRLock() bool {",
     "\tif gfOnRead() {\n\t\treturn gfRWMutex(rw, gfTryRLock)\n\t}\n\tgfUsed(rw)\n"},
    {"sync/rwmutex.go", "func (rw *RWMutex) RUnlock() {",
     "\tif gfOnRead() {\n\t\tgfRWMutex(rw, gfRUnlock)\n\t\treturn\n\t}\n"},
    {"sync/rwmutex.go", "func (rw *RWMutex) Lock() {",
     "\tif gfOnLock() {\n\t\tgfRWMutex(rw, gfLock)\n\t\treturn\n\t}\n\tgfUsed(rw)\n"},
    {"sync/rwmutex.go", "func (rw *RWMutex) TryLock() bool {",
     "\tif gfOnLock() {\n\t\treturn gfRWMutex(rw, gfTryLock)\n\t}\n\tgfUsed(rw)\n"},
    {"sync/rwmutex.go", "func (rw *RWMutex) Unlock() {",
     "\tif gfOnLock() {\n\t\tgfRWMutex(rw, gfUnlock)\n\t\treturn\n\t}\n"},
    {"sync/waitgroup.go", "func (wg *WaitGroup) Add(delta int) {",
     "\tif gfOn() {\n\t\tgfGroup(wg, gfAdd, delta)\n\t\treturn\n\t}\n\tgfUsed(wg)\n"},
    {"sync/waitgroup.go", "func (wg *WaitGroup) Wait() {",
     "\tif gfOn() {\n\t\tgfGroup(wg, gfWait, 0)\n\t\treturn\n\t}\n"},
    {"sync/once.go", "func (o *Once) Do(f func()) {",
     "\tif gfOn() && gfOnceIsOurs(o) {\n\t\tgfOnce(o, f)\n\t\treturn\n\t}\n\tif gfOn() "
     "{\n\t\tgfOnceDone(o)\n\t}\n"},
    {"sync/pool.go", "func (p *Pool) Put(x any) {", "\tgfPool(p, gfReleases)\n"},
    {"sync/pool.go", "func (p *Pool) Get() any {", "\tgfPool(p, gfAcquires)\n"},
    {"sync/cond.go", "func (c *Cond) Wait() {", "\tif gfOn() {\n\t\tgfCondWait(c)\n\t\treturn\n\t}\n"},
    {"sync/cond.go", "func (c *Cond) Signal() {", "\tif gfOn() {\n\t\tgfCond(c, gfSignal)\n\t\treturn\n\t}\n"},
    {"sync/cond.go", "func (c *Cond) Broadcast() {", "\tif gfOn() {\n\t\tgfCond(c, gfBroadcast)\n\t\treturn\n\t}\n"},
    {"runtime/mgc.go", "func GC() {",
     "\tif number := gfLeaves(); number != 0 {\n\t\tgfCollects(number)\n\t\treturn\n\t}\n"},
    {"runtime/mfinal.go", "func wakefing() *g {", "\tif gfHoldsFinalizers() {\n\t\treturn nil\n\t}\n"},
    {"runtime/mfinal.go", "\t\tif fb == nil {",
     "\t\tif fb == nil && gp.gf != 0 {\n\t\t\tunlock(&finlock)\n\t\t\treturn\n\t\t}\n", true},
    {"runtime/chan.go", "func reflect_chanlen(c *hchan) int {", "\tgfAsksLength(c)\n"},
    {"os/stat_linux.go", "\tfs.modTime = time.Unix(fs.sys.Mtim.Unix())", "\tfs.modTime = gfFileTime(fs.modTime)\n"},
    {"os/proc.go", "func Exit(code int) {", "\truntime.GraphfuzzExit(code)\n"},
    {"os/wait_waitid.go", "\tvar e syscall.Errno",
     "\tvar away runtime.GraphfuzzAway\n"
     "\tfor runtime.GraphfuzzOn() {\n"
     "\t\t_, _, e = syscall.Syscall6(syscall.SYS_WAITID, _P_PID, uintptr(p.Pid), uintptr(unsafe.Pointer(psig)), "
     "syscall.WEXITED|syscall.WNOWAIT|syscall.WNOHANG, 0, 0)\n"
     "\t\tif e != 0 || siginfo[0] != 0 || !away.Again() {\n\t\t\tbreak\n\t\t}\n"
     "\t\tlook := syscall.NsecToTimespec(away.Delay)\n\t\tsyscall.Nanosleep(&look, nil)\n"
     "\t}\n"},
    {"testing/testing.go", "\tt.raceErrors = -race.Errors()\n\tfn(t)", "\truntime.GraphfuzzBegin()\n", true},
    {"testing/testing.go", "\tt.resetRaces()\n\tfn(t)", "\truntime.GraphfuzzBegin()\n", true, true},
    {"testing/testing.go", "func (t *T) Parallel() {",
     "\tif runtime.GraphfuzzOn() && t.level == 1 {\n\t\treturn\n\t}\n"},
    {"testing/testing.go", "func (c *common) Fail() {", "\truntime.GraphfuzzFails(c.output)\n"},
    // Computing takes no time: a benchmark would never have had enough of it.
    {"testing/benchmark.go", "func (b *B) launch() {",
     "\tif b.benchTime.n == 0 && runtime.GraphfuzzControls() {\n\t\tb.benchTime.n = 10\n\t}\n"},
    {"runtime/pprof/pprof.go", "\tcpu.profiling = true", "\tif gfStartsProfile(w) {\n\t\treturn nil\n\t}\n"},
    {"runtime/pprof/pprof.go", "\tcpu.profiling = false", "\tif gfStopsProfile() {\n\t\treturn\n\t}\n"},
};

constexpr Replacement kControlReplacements[] = {
    {"runtime/mfinal.go", "\tfing = gp\n", "\tif gp.gf == 0 {\n\t\tfing = gp\n\t}\n"},
    {"runtime/mfinal.go", "\t\tfb := finq\n\t\tfinq = nil\n", "\t\tfb := gfTakesFinalizers()\n"},
    {"runtime/os_linux.go", "startupRand = (*[16]byte)(unsafe.Pointer(val))[:]", "startupRand = nil"},
    // Whoever logs looks whether the test is over, under that lock, and panics if it is. Tests that somebody has run
    // have been asked before whether they have failed; the one around all of them has not.
    {"testing/testing.go", "\t\tt.done = true\n",
     "\t\tif t.parent == nil {\n"
     "\t\t\truntime.GraphfuzzTellsEnd(true)\n\t\t\tt.mu.RLock()\n\t\t\tt.mu.RUnlock()\n"
     "\t\t\truntime.GraphfuzzTellsEnd(false)\n\t\t}\n"
     "\t\tt.mu.Lock()\n\t\tt.done = true\n\t\tt.mu.Unlock()\n"},
};

constexpr OwnFile kControlFiles[] = {{"runtime/graphfuzz.go", kRuntimeFile},
                                     {"runtime/graphfuzz_kinds.go", kKindsFile},
                                     {"runtime/graphfuzz_places.go", kPlacesFile},
                                     {"runtime/graphfuzz_stacks.go", kStacksFile},
                                     {"runtime/graphfuzz_versions.go", kVersionsFile},
                                     {"sync/graphfuzz_versions.go", kSyncVersionsFile},
                                     {"sync/graphfuzz_kinds.go", kSyncKindsFile},
                                     {"runtime/graphfuzz_fork.go", kForkFile},
                                     {"runtime/graphfuzz_alone.go", kAloneFile},
                                     {"runtime/graphfuzz_failures.go", kFailuresFile},
                                     {"runtime/graphfuzz_clock.go", kClockFile},
                                     {"runtime/graphfuzz_signals.go", kSignalsFile},
                                     {"runtime/graphfuzz_finalizers.go", kFinalizersFile},
                                     {"runtime/graphfuzz_files.go", kFilesFile},
                                     {"syscall/graphfuzz_kill.go", kKillFile},
                                     {"syscall/graphfuzz_outside.go", kOutsideFile},
                                     {"os/graphfuzz.go", kFileTimesFile},
                                     {"runtime/pprof/graphfuzz.go", kProfileFile},
                                     {"runtime/race0.go", kRaceFile},
                                     {"sync/graphfuzz.go", kSyncFile}};

}  // namespace

Edition control() {
  Edition edition{.patches = {std::begin(kControlPatches), std::end(kControlPatches)},
                  .replacements = {std::begin(kControlReplacements), std::end(kControlReplacements)},
                  .own_files = {std::begin(kControlFiles), std::end(kControlFiles)}};
  add_atomics(edition);
  add_variations(edition);
  return edition;
}

}  // namespace graphfuzz::real_go
