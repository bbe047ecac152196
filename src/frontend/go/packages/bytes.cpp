#include "frontend/go/packages/packages.hpp"

namespace graphfuzz::go::packages {

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

}  // namespace graphfuzz::go::packages
