#include "frontend/go/packages/packages.hpp"

namespace graphfuzz::go::packages {

/// The numbers are the same in every execution, but for who asks first: those without a source of their own come from
/// one atomic variable. They are not the ones that Go has for the same seed.
const std::string_view kRand = R"go(
package rand

import "sync/atomic"

type Source interface {
	Int63() int64
	Seed(seed int64)
}

const step = 0x9e3779b97f4a7c15

func mixed(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

type source struct{ state uint64 }

func (s *source) Int63() int64 {
	s.state += step
	return int64(mixed(s.state) >> 1)
}
func (s *source) Seed(seed int64) { s.state = uint64(seed) }

type shared struct{ state uint64 }

func (s *shared) Int63() int64    { return int64(mixed(atomic.AddUint64(&s.state, step)) >> 1) }
func (s *shared) Seed(seed int64) { atomic.StoreUint64(&s.state, uint64(seed)) }

func NewSource(seed int64) Source { return &source{uint64(seed)} }

type Rand struct{ s Source }

func New(s Source) *Rand { return &Rand{s} }

var common = New(&shared{1})

func (r *Rand) Seed(seed int64)  { r.s.Seed(seed) }
func (r *Rand) Int63() int64     { return r.s.Int63() }
func (r *Rand) Uint32() uint32   { return uint32(r.s.Int63() >> 31) }
func (r *Rand) Uint64() uint64   { return uint64(r.s.Int63())>>31 | uint64(r.s.Int63())<<32 }
func (r *Rand) Int31() int32     { return int32(r.s.Int63() >> 32) }
func (r *Rand) Int() int         { return int(r.s.Int63()) }
func (r *Rand) Float64() float64 { return float64(r.s.Int63()>>10) / (1 << 53) }
func (r *Rand) Float32() float32 { return float32(r.s.Int63()>>39) / (1 << 24) }

func (r *Rand) Int63n(n int64) int64 {
	if n <= 0 {
		panic("invalid argument to Int63n")
	}
	return r.s.Int63() % n
}

func (r *Rand) Int31n(n int32) int32 {
	if n <= 0 {
		panic("invalid argument to Int31n")
	}
	return int32(r.s.Int63() % int64(n))
}

func (r *Rand) Intn(n int) int {
	if n <= 0 {
		panic("invalid argument to Intn")
	}
	return int(r.s.Int63() % int64(n))
}

func (r *Rand) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, r.Intn(i+1))
	}
}

func (r *Rand) Perm(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	r.Shuffle(n, func(i, j int) { p[i], p[j] = p[j], p[i] })
	return p
}

func Seed(seed int64)                    { common.Seed(seed) }
func Int63() int64                       { return common.Int63() }
func Uint32() uint32                     { return common.Uint32() }
func Uint64() uint64                     { return common.Uint64() }
func Int31() int32                       { return common.Int31() }
func Int() int                           { return common.Int() }
func Float64() float64                   { return common.Float64() }
func Float32() float32                   { return common.Float32() }
func Int63n(n int64) int64               { return common.Int63n(n) }
func Int31n(n int32) int32               { return common.Int31n(n) }
func Intn(n int) int                     { return common.Intn(n) }
func Perm(n int) []int                   { return common.Perm(n) }
func Shuffle(n int, swap func(i, j int)) { common.Shuffle(n, swap) }
)go";

}  // namespace graphfuzz::go::packages
