#include "frontend/go/packages/packages.hpp"

namespace graphfuzz::go::packages {

/// The engine knows a lock by its address, so that the fields are only there to give it one.
const std::string_view kSync = R"go(
package sync

type Locker interface {
	Lock()
	Unlock()
}

type Mutex struct{ place int }

func (m *Mutex) Lock()
func (m *Mutex) Unlock()
func (m *Mutex) TryLock() bool

type RWMutex struct{ place int }

func (m *RWMutex) Lock()
func (m *RWMutex) Unlock()
func (m *RWMutex) TryLock() bool
func (m *RWMutex) RLock()
func (m *RWMutex) RUnlock()
func (m *RWMutex) TryRLock() bool
func (m *RWMutex) RLocker() Locker { return (*rlocker)(m) }

type rlocker RWMutex

func (m *rlocker) Lock()   { (*RWMutex)(m).RLock() }
func (m *rlocker) Unlock() { (*RWMutex)(m).RUnlock() }

type Once struct{ place int }

func onceBegin(o *Once) bool
func onceEnd(o *Once)

func (o *Once) Do(f func()) {
	if onceBegin(o) {
		defer onceEnd(o)
		f()
	}
}

type WaitGroup struct{ place int }

func (w *WaitGroup) Add(delta int)
func (w *WaitGroup) Done()
func (w *WaitGroup) Wait()

// Who loads shares a lock, who changes something has it alone: each is one moment, as in Go.
type Map struct {
	lock    RWMutex
	entries map[any]any
}

func (m *Map) Load(key any) (value any, ok bool) {
	m.lock.RLock()
	value, ok = m.entries[key]
	m.lock.RUnlock()
	return
}

func (m *Map) begin() {
	m.lock.Lock()
	if m.entries == nil {
		m.entries = map[any]any{}
	}
}

func (m *Map) Store(key, value any) {
	m.begin()
	m.entries[key] = value
	m.lock.Unlock()
}

func (m *Map) LoadOrStore(key, value any) (actual any, loaded bool) {
	m.begin()
	actual, loaded = m.entries[key]
	if !loaded {
		m.entries[key] = value
		actual = value
	}
	m.lock.Unlock()
	return
}

func (m *Map) LoadAndDelete(key any) (value any, loaded bool) {
	m.begin()
	value, loaded = m.entries[key]
	delete(m.entries, key)
	m.lock.Unlock()
	return
}

func (m *Map) Delete(key any) { m.LoadAndDelete(key) }

func (m *Map) Range(f func(key, value any) bool) {
	m.lock.RLock()
	var keys, values []any
	for key, value := range m.entries {
		keys, values = append(keys, key), append(values, value)
	}
	m.lock.RUnlock()
	for i, key := range keys {
		if !f(key, values[i]) {
			return
		}
	}
}

// What was put last comes out first, as in Go on one processor.
type Pool struct {
	New   func() any
	lock  Mutex
	items []any
}

func (p *Pool) Put(x any) {
	if x == nil {
		return
	}
	p.lock.Lock()
	p.items = append(p.items, x)
	p.lock.Unlock()
}

func (p *Pool) Get() any {
	p.lock.Lock()
	if n := len(p.items); n > 0 {
		x := p.items[n-1]
		p.items = p.items[:n-1]
		p.lock.Unlock()
		return x
	}
	p.lock.Unlock()
	if p.New == nil {
		return nil
	}
	return p.New()
}

type Cond struct{ L Locker }

func NewCond(l Locker) *Cond { return &Cond{L: l} }
func (c *Cond) Wait()
func (c *Cond) Signal()
func (c *Cond) Broadcast()
)go";

const std::string_view kAtomic = R"go(
package atomic

func LoadInt32(p *int32) int32
func LoadInt64(p *int64) int64
func LoadUint32(p *uint32) uint32
func LoadUint64(p *uint64) uint64
func LoadUintptr(p *uintptr) uintptr
func StoreInt32(p *int32, v int32)
func StoreInt64(p *int64, v int64)
func StoreUint32(p *uint32, v uint32)
func StoreUint64(p *uint64, v uint64)
func StoreUintptr(p *uintptr, v uintptr)
func AddInt32(p *int32, d int32) int32
func AddInt64(p *int64, d int64) int64
func AddUint32(p *uint32, d uint32) uint32
func AddUint64(p *uint64, d uint64) uint64
func AddUintptr(p *uintptr, d uintptr) uintptr
func SwapInt32(p *int32, v int32) int32
func SwapInt64(p *int64, v int64) int64
func SwapUint32(p *uint32, v uint32) uint32
func SwapUint64(p *uint64, v uint64) uint64
func SwapUintptr(p *uintptr, v uintptr) uintptr
func CompareAndSwapInt32(p *int32, old, new int32) bool
func CompareAndSwapInt64(p *int64, old, new int64) bool
func CompareAndSwapUint32(p *uint32, old, new uint32) bool
func CompareAndSwapUint64(p *uint64, old, new uint64) bool
func CompareAndSwapUintptr(p *uintptr, old, new uintptr) bool
func loadAny(p *any) any
func storeAny(p *any, v any) (fits bool)
func sameType(a, b any) bool
func swapAny(p *any, v any) any
func compareAndSwapAny(p *any, old, new any) bool

type Int32 struct{ v int32 }

func (x *Int32) Load() int32                       { return LoadInt32(&x.v) }
func (x *Int32) Store(v int32)                     { StoreInt32(&x.v, v) }
func (x *Int32) Add(d int32) int32                 { return AddInt32(&x.v, d) }
func (x *Int32) Swap(v int32) int32                { return SwapInt32(&x.v, v) }
func (x *Int32) CompareAndSwap(old, new int32) bool { return CompareAndSwapInt32(&x.v, old, new) }

type Int64 struct{ v int64 }

func (x *Int64) Load() int64                       { return LoadInt64(&x.v) }
func (x *Int64) Store(v int64)                     { StoreInt64(&x.v, v) }
func (x *Int64) Add(d int64) int64                 { return AddInt64(&x.v, d) }
func (x *Int64) Swap(v int64) int64                { return SwapInt64(&x.v, v) }
func (x *Int64) CompareAndSwap(old, new int64) bool { return CompareAndSwapInt64(&x.v, old, new) }

type Uint32 struct{ v uint32 }

func (x *Uint32) Load() uint32                       { return LoadUint32(&x.v) }
func (x *Uint32) Store(v uint32)                     { StoreUint32(&x.v, v) }
func (x *Uint32) Add(d uint32) uint32                { return AddUint32(&x.v, d) }
func (x *Uint32) Swap(v uint32) uint32               { return SwapUint32(&x.v, v) }
func (x *Uint32) CompareAndSwap(old, new uint32) bool { return CompareAndSwapUint32(&x.v, old, new) }

type Uint64 struct{ v uint64 }

func (x *Uint64) Load() uint64                       { return LoadUint64(&x.v) }
func (x *Uint64) Store(v uint64)                     { StoreUint64(&x.v, v) }
func (x *Uint64) Add(d uint64) uint64                { return AddUint64(&x.v, d) }
func (x *Uint64) Swap(v uint64) uint64               { return SwapUint64(&x.v, v) }
func (x *Uint64) CompareAndSwap(old, new uint64) bool { return CompareAndSwapUint64(&x.v, old, new) }

type Uintptr struct{ v uintptr }

func (x *Uintptr) Load() uintptr                       { return LoadUintptr(&x.v) }
func (x *Uintptr) Store(v uintptr)                     { StoreUintptr(&x.v, v) }
func (x *Uintptr) Add(d uintptr) uintptr               { return AddUintptr(&x.v, d) }
func (x *Uintptr) Swap(v uintptr) uintptr              { return SwapUintptr(&x.v, v) }
func (x *Uintptr) CompareAndSwap(old, new uintptr) bool { return CompareAndSwapUintptr(&x.v, old, new) }

type Bool struct{ v uint32 }

func number(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

func (x *Bool) Load() bool                       { return LoadUint32(&x.v) != 0 }
func (x *Bool) Store(v bool)                     { StoreUint32(&x.v, number(v)) }
func (x *Bool) Swap(v bool) bool                 { return SwapUint32(&x.v, number(v)) != 0 }
func (x *Bool) CompareAndSwap(old, new bool) bool { return CompareAndSwapUint32(&x.v, number(old), number(new)) }

type Value struct{ v any }

func (x *Value) Load() any { return loadAny(&x.v) }
func (x *Value) Store(v any) {
	if v == nil {
		panic("sync/atomic: store of nil value into Value")
	}
	if !storeAny(&x.v, v) {
		panic("sync/atomic: store of inconsistently typed value into Value")
	}
}
func (x *Value) Swap(v any) any {
	if v == nil {
		panic("sync/atomic: swap of nil value into Value")
	}
	old := swapAny(&x.v, v)
	if old != nil && !sameType(old, v) {
		panic("sync/atomic: swap of inconsistently typed value into Value")
	}
	return old
}
func (x *Value) CompareAndSwap(old, new any) bool {
	if new == nil {
		panic("sync/atomic: compare and swap of nil value into Value")
	}
	if old != nil && !sameType(old, new) {
		panic("sync/atomic: compare and swap of inconsistently typed values")
	}
	return compareAndSwapAny(&x.v, old, new)
}
)go";

}  // namespace graphfuzz::go::packages
