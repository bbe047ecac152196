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

}  // namespace graphfuzz::go::packages
