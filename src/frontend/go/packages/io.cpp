#include "frontend/go/packages/packages.hpp"

namespace graphfuzz::go::packages {

/// Pipe: a writer gives a reader, by channels, as much as it takes, as in Go.
const std::string_view kIo = R"go(
package io

import (
	"errors"
	"sync"
)

type Reader interface{ Read(p []byte) (n int, err error) }
type Writer interface{ Write(p []byte) (n int, err error) }
type Closer interface{ Close() error }

type ReadWriter interface {
	Reader
	Writer
}
type ReadCloser interface {
	Reader
	Closer
}
type WriteCloser interface {
	Writer
	Closer
}
type ReadWriteCloser interface {
	Reader
	Writer
	Closer
}
type ByteReader interface{ ReadByte() (byte, error) }
type ByteWriter interface{ WriteByte(c byte) error }
type StringWriter interface{ WriteString(s string) (n int, err error) }

type WriterTo interface{ WriteTo(w Writer) (n int64, err error) }
type ReaderFrom interface{ ReadFrom(r Reader) (n int64, err error) }

var EOF = errors.New("EOF")
var ErrUnexpectedEOF = errors.New("unexpected EOF")
var ErrShortWrite = errors.New("short write")
var ErrClosedPipe = errors.New("io: read/write on closed pipe")

func WriteString(w Writer, s string) (n int, err error) {
	if sw, ok := w.(StringWriter); ok {
		return sw.WriteString(s)
	}
	return w.Write([]byte(s))
}

func ReadAll(r Reader) ([]byte, error) {
	var all []byte
	buffer := make([]byte, 512)
	for {
		n, err := r.Read(buffer)
		all = append(all, buffer[:n]...)
		if err == EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
	}
}

func ReadAtLeast(r Reader, p []byte, least int) (n int, err error) {
	for n < least && err == nil {
		var read int
		read, err = r.Read(p[n:])
		n += read
	}
	if n >= least {
		return n, nil
	}
	if n > 0 && err == EOF {
		err = ErrUnexpectedEOF
	}
	return n, err
}

func ReadFull(r Reader, p []byte) (n int, err error) { return ReadAtLeast(r, p, len(p)) }

func Copy(w Writer, r Reader) (written int64, err error) {
	buffer := make([]byte, 512)
	for {
		n, failed := r.Read(buffer)
		if n > 0 {
			put, err := w.Write(buffer[:n])
			written += int64(put)
			if err != nil {
				return written, err
			}
			if put < n {
				return written, ErrShortWrite
			}
		}
		if failed == EOF {
			return written, nil
		}
		if failed != nil {
			return written, failed
		}
	}
}

func CopyN(w Writer, r Reader, n int64) (written int64, err error) {
	written, err = Copy(w, LimitReader(r, n))
	if written < n && err == nil {
		err = EOF
	}
	return written, err
}

type LimitedReader struct {
	R Reader
	N int64
}

func LimitReader(r Reader, n int64) Reader { return &LimitedReader{r, n} }

func (l *LimitedReader) Read(p []byte) (n int, err error) {
	if l.N <= 0 {
		return 0, EOF
	}
	if int64(len(p)) > l.N {
		p = p[:l.N]
	}
	n, err = l.R.Read(p)
	l.N -= int64(n)
	return n, err
}

type tee struct {
	r Reader
	w Writer
}

func TeeReader(r Reader, w Writer) Reader { return &tee{r, w} }

func (t *tee) Read(p []byte) (n int, err error) {
	n, err = t.r.Read(p)
	if n > 0 {
		if n, err := t.w.Write(p[:n]); err != nil {
			return n, err
		}
	}
	return n, err
}

type multiReader struct{ left []Reader }

func MultiReader(readers ...Reader) Reader { return &multiReader{append([]Reader(nil), readers...)} }

func (m *multiReader) Read(p []byte) (n int, err error) {
	for len(m.left) > 0 {
		n, err = m.left[0].Read(p)
		if err == EOF {
			m.left = m.left[1:]
		}
		if n > 0 || err != EOF {
			if err == EOF && len(m.left) > 0 {
				err = nil
			}
			return n, err
		}
	}
	return 0, EOF
}

type multiWriter struct{ all []Writer }

func MultiWriter(writers ...Writer) Writer { return &multiWriter{append([]Writer(nil), writers...)} }

func (m *multiWriter) Write(p []byte) (n int, err error) {
	for _, w := range m.all {
		n, err = w.Write(p)
		if err == nil && n < len(p) {
			err = ErrShortWrite
		}
		if err != nil {
			return n, err
		}
	}
	return len(p), nil
}

type discard struct{}

func (discard) Write(p []byte) (int, error)       { return len(p), nil }
func (discard) WriteString(s string) (int, error) { return len(s), nil }

var Discard Writer = discard{}

type nopCloser struct{ Reader }

func (nopCloser) Close() error { return nil }

func NopCloser(r Reader) ReadCloser { return nopCloser{r} }

type pipe struct {
	writing sync.Mutex
	data    chan []byte
	taken   chan int
	once    sync.Once
	done    chan struct{}
	mu      sync.Mutex
	read    error
	written error
}

func (p *pipe) ended(of *error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if *of != nil {
		return *of
	}
	return ErrClosedPipe
}

func (p *pipe) end(of *error, err error) error {
	p.mu.Lock()
	if *of == nil {
		*of = err
	}
	p.mu.Unlock()
	p.once.Do(func() { close(p.done) })
	return nil
}

type PipeReader struct{ p *pipe }
type PipeWriter struct{ p *pipe }

func Pipe() (*PipeReader, *PipeWriter) {
	p := &pipe{data: make(chan []byte), taken: make(chan int), done: make(chan struct{})}
	return &PipeReader{p}, &PipeWriter{p}
}

func (r *PipeReader) Read(b []byte) (n int, err error) {
	select {
	case <-r.p.done:
		return 0, r.p.ended(&r.p.written)
	default:
	}
	select {
	case data := <-r.p.data:
		n = copy(b, data)
		r.p.taken <- n
		return n, nil
	case <-r.p.done:
		return 0, r.p.ended(&r.p.written)
	}
}

func (r *PipeReader) Close() error { return r.CloseWithError(nil) }
func (r *PipeReader) CloseWithError(err error) error {
	if err == nil {
		err = ErrClosedPipe
	}
	return r.p.end(&r.p.read, err)
}

func (w *PipeWriter) Write(b []byte) (n int, err error) {
	select {
	case <-w.p.done:
		return 0, w.p.ended(&w.p.read)
	default:
		w.p.writing.Lock()
		defer w.p.writing.Unlock()
	}
	for once := true; once || len(b) > 0; once = false {
		select {
		case w.p.data <- b:
			taken := <-w.p.taken
			b = b[taken:]
			n += taken
		case <-w.p.done:
			return n, w.p.ended(&w.p.read)
		}
	}
	return n, nil
}

func (w *PipeWriter) Close() error { return w.CloseWithError(nil) }
func (w *PipeWriter) CloseWithError(err error) error {
	if err == nil {
		err = EOF
	}
	return w.p.end(&w.p.written, err)
}
)go";

const std::string_view kBytes = R"go(
package bytes

import (
	"io"
	"strings"
)

const MinRead = 512

func Equal(a, b []byte) bool        { return string(a) == string(b) }
func Contains(b, part []byte) bool  { return strings.Contains(string(b), string(part)) }
func HasPrefix(b, part []byte) bool { return strings.HasPrefix(string(b), string(part)) }
func HasSuffix(b, part []byte) bool { return strings.HasSuffix(string(b), string(part)) }
func Index(b, part []byte) int      { return strings.Index(string(b), string(part)) }
func IndexByte(b []byte, c byte) int { return strings.IndexByte(string(b), c) }
func TrimSpace(b []byte) []byte     { return []byte(strings.TrimSpace(string(b))) }
func ToUpper(b []byte) []byte       { return []byte(strings.ToUpper(string(b))) }
func ToLower(b []byte) []byte       { return []byte(strings.ToLower(string(b))) }
func Repeat(b []byte, n int) []byte { return []byte(strings.Repeat(string(b), n)) }

func Compare(a, b []byte) int {
	if string(a) < string(b) {
		return -1
	}
	if string(a) > string(b) {
		return 1
	}
	return 0
}

func Join(parts [][]byte, between []byte) []byte {
	var all []byte
	for i, part := range parts {
		if i > 0 {
			all = append(all, between...)
		}
		all = append(all, part...)
	}
	return all
}

func Split(b, at []byte) [][]byte {
	var parts [][]byte
	for _, part := range strings.Split(string(b), string(at)) {
		parts = append(parts, []byte(part))
	}
	return parts
}

type Buffer struct{ data []byte }

func NewBuffer(b []byte) *Buffer       { return &Buffer{b} }
func NewBufferString(s string) *Buffer { return &Buffer{[]byte(s)} }

func (b *Buffer) Write(p []byte) (int, error)       { b.data = append(b.data, p...); return len(p), nil }
func (b *Buffer) WriteString(s string) (int, error) { b.data = append(b.data, []byte(s)...); return len(s), nil }
func (b *Buffer) WriteByte(c byte) error            { b.data = append(b.data, c); return nil }
func (b *Buffer) WriteRune(r rune) (int, error)     { return b.WriteString(string(r)) }
func (b *Buffer) Bytes() []byte                     { return b.data }
func (b *Buffer) Len() int                          { return len(b.data) }
func (b *Buffer) Reset()                            { b.data = b.data[:0] }
func (b *Buffer) Grow(n int)                        {}
func (b *Buffer) Truncate(n int) {
	if n < 0 || n > len(b.data) {
		panic("bytes.Buffer: truncation out of range")
	}
	b.data = b.data[:n]
}
func (b *Buffer) String() string {
	if b == nil {
		return "<nil>"
	}
	return string(b.data)
}

func (b *Buffer) Read(p []byte) (n int, err error) {
	if len(b.data) == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	n = copy(p, b.data)
	b.data = b.data[n:]
	return n, nil
}

func (b *Buffer) ReadByte() (byte, error) {
	if len(b.data) == 0 {
		return 0, io.EOF
	}
	c := b.data[0]
	b.data = b.data[1:]
	return c, nil
}

func (b *Buffer) ReadBytes(end byte) (line []byte, err error) {
	n := IndexByte(b.data, end) + 1
	if n == 0 {
		n, err = len(b.data), io.EOF
	}
	line = append(line, b.data[:n]...)
	b.data = b.data[n:]
	return line, err
}

func (b *Buffer) ReadString(end byte) (line string, err error) {
	bytes, err := b.ReadBytes(end)
	return string(bytes), err
}

func (b *Buffer) ReadRune() (r rune, size int, err error) {
	for _, r := range string(b.data) {
		size = len(string(r))
		if r == 0xfffd && b.data[0] != 0xef {
			size = 1
		}
		b.data = b.data[size:]
		return r, size, nil
	}
	return 0, 0, io.EOF
}

func (b *Buffer) WriteTo(w io.Writer) (n int64, err error) {
	if len(b.data) == 0 {
		return 0, nil
	}
	all := b.data
	put, err := w.Write(all)
	b.data = all[put:]
	if err == nil && put < len(all) {
		err = io.ErrShortWrite
	}
	return int64(put), err
}

func (b *Buffer) ReadFrom(r io.Reader) (n int64, err error) {
	all, err := io.ReadAll(r)
	b.data = append(b.data, all...)
	return int64(len(all)), err
}

func (b *Buffer) Next(n int) []byte {
	if n > len(b.data) {
		n = len(b.data)
	}
	next := b.data[:n]
	b.data = b.data[n:]
	return next
}

type Reader struct{ b Buffer }

func NewReader(b []byte) *Reader                { return &Reader{Buffer{b}} }
func (r *Reader) Read(p []byte) (int, error)    { return r.b.Read(p) }
func (r *Reader) ReadByte() (byte, error)       { return r.b.ReadByte() }
func (r *Reader) Len() int                      { return r.b.Len() }
)go";

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
