#include "frontend/go/packages/packages.hpp"

namespace graphfuzz::go::packages {

const std::string_view kErrors = R"go(
package errors

type errorString struct{ s string }

func (e *errorString) Error() string { return e.s }

func New(s string) error { return &errorString{s} }

func same(a, b error) bool
func assign(err error, target any) bool

func Unwrap(err error) error {
	if u, ok := err.(interface{ Unwrap() error }); ok {
		return u.Unwrap()
	}
	return nil
}

func Is(err, target error) bool {
	if target == nil {
		return err == nil
	}
	for err != nil {
		if same(err, target) {
			return true
		}
		if x, ok := err.(interface{ Is(error) bool }); ok && x.Is(target) {
			return true
		}
		err = Unwrap(err)
	}
	return false
}

func As(err error, target any) bool {
	if target == nil {
		panic("errors: target cannot be nil")
	}
	for err != nil {
		if assign(err, target) {
			return true
		}
		if x, ok := err.(interface{ As(any) bool }); ok && x.As(target) {
			return true
		}
		err = Unwrap(err)
	}
	return false
}
)go";

const std::string_view kFmt = R"go(
package fmt

import "errors"

type Stringer interface{ String() string }

func Print(a ...any) (n int, err error)
func Println(a ...any) (n int, err error)
func Printf(format string, a ...any) (n int, err error)
func Sprint(a ...any) string
func Sprintln(a ...any) string
func Sprintf(format string, a ...any) string

type writer interface{ Write(p []byte) (n int, err error) }

func Fprint(w writer, a ...any) (n int, err error)   { return w.Write([]byte(Sprint(a...))) }
func Fprintln(w writer, a ...any) (n int, err error) { return w.Write([]byte(Sprintln(a...))) }
func Fprintf(w writer, format string, a ...any) (n int, err error) {
	return w.Write([]byte(Sprintf(format, a...)))
}

type wrapError struct {
	msg string
	err error
}

func (e *wrapError) Error() string { return e.msg }
func (e *wrapError) Unwrap() error { return e.err }

func Errorf(format string, a ...any) error {
	text := Sprintf(format, a...)
	argument := 0
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		i++
		for i < len(format) && (format[i] == '+' || format[i] == '-' || format[i] == '#' || format[i] == ' ' ||
			format[i] == '.' || format[i] >= '0' && format[i] <= '9') {
			i++
		}
		if i == len(format) {
			break
		}
		if format[i] == '%' {
			continue
		}
		if format[i] == 'w' && argument < len(a) {
			if err, ok := a[argument].(error); ok {
				return &wrapError{text, err}
			}
		}
		argument++
	}
	return errors.New(text)
}
)go";

const std::string_view kStrconv = R"go(
package strconv

import (
	"errors"
	"fmt"
)

var ErrSyntax = errors.New("invalid syntax")
var ErrRange = errors.New("value out of range")

type NumError struct {
	Func string
	Num  string
	Err  error
}

func (e *NumError) Error() string { return "strconv." + e.Func + ": parsing " + Quote(e.Num) + ": " + e.Err.Error() }
func (e *NumError) Unwrap() error { return e.Err }

func Itoa(i int) string     { return fmt.Sprint(i) }
func Quote(s string) string { return fmt.Sprintf("%q", s) }

func FormatBool(b bool) string { return fmt.Sprint(b) }

func Atoi(s string) (int, error) {
	n, i, negative := 0, 0, false
	if len(s) > 0 && (s[0] == '-' || s[0] == '+') {
		negative = s[0] == '-'
		i = 1
	}
	if i == len(s) {
		return 0, &NumError{"Atoi", s, ErrSyntax}
	}
	for ; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, &NumError{"Atoi", s, ErrSyntax}
		}
		d := int(s[i] - '0')
		if n > (9223372036854775807-d)/10 {
			return 9223372036854775807, &NumError{"Atoi", s, ErrRange}
		}
		n = n*10 + d
	}
	if negative {
		n = -n
	}
	return n, nil
}
)go";

const std::string_view kStrings = R"go(
package strings

import "io"

func Index(s, part string) int {
	for i := 0; i+len(part) <= len(s); i++ {
		if s[i:i+len(part)] == part {
			return i
		}
	}
	return -1
}

func LastIndex(s, part string) int {
	for i := len(s) - len(part); i >= 0; i-- {
		if s[i:i+len(part)] == part {
			return i
		}
	}
	return -1
}

func IndexByte(s string, c byte) int { return Index(s, string([]byte{c})) }
func IndexRune(s string, r rune) int { return IndexFunc(s, func(c rune) bool { return c == r }) }
func IndexAny(s, chars string) int   { return IndexFunc(s, among(chars)) }

func IndexFunc(s string, f func(rune) bool) int {
	for i, r := range s {
		if f(r) {
			return i
		}
	}
	return -1
}

func among(chars string) func(rune) bool { return func(r rune) bool { return IndexRune(chars, r) >= 0 } }

func ContainsRune(s string, r rune) bool { return IndexRune(s, r) >= 0 }
func ContainsAny(s, chars string) bool   { return IndexAny(s, chars) >= 0 }

func Count(s, part string) int {
	if part == "" {
		return len([]rune(s)) + 1
	}
	return len(Split(s, part)) - 1
}

func Cut(s, at string) (before, after string, found bool) {
	if i := Index(s, at); i >= 0 {
		return s[:i], s[i+len(at):], true
	}
	return s, "", false
}

func Compare(a, b string) int {
	if a < b {
		return -1
	}
	if a > b {
		return 1
	}
	return 0
}

func EqualFold(a, b string) bool { return ToLower(a) == ToLower(b) }

func Map(f func(rune) rune, s string) string {
	var mapped []rune
	for _, r := range s {
		if r = f(r); r >= 0 {
			mapped = append(mapped, r)
		}
	}
	return string(mapped)
}

func TrimLeftFunc(s string, f func(rune) bool) string {
	for i, r := range s {
		if !f(r) {
			return s[i:]
		}
	}
	return ""
}

func TrimRightFunc(s string, f func(rune) bool) string {
	end := 0
	for i, r := range s {
		if !f(r) {
			end = i + len(string(r))
		}
	}
	return s[:end]
}

func TrimFunc(s string, f func(rune) bool) string { return TrimRightFunc(TrimLeftFunc(s, f), f) }
func Trim(s, chars string) string                 { return TrimFunc(s, among(chars)) }
func TrimLeft(s, chars string) string             { return TrimLeftFunc(s, among(chars)) }
func TrimRight(s, chars string) string            { return TrimRightFunc(s, among(chars)) }

func Contains(s, part string) bool  { return Index(s, part) >= 0 }
func HasPrefix(s, part string) bool { return len(s) >= len(part) && s[:len(part)] == part }
func HasSuffix(s, part string) bool { return len(s) >= len(part) && s[len(s)-len(part):] == part }

func TrimPrefix(s, part string) string {
	if HasPrefix(s, part) {
		return s[len(part):]
	}
	return s
}

func TrimSuffix(s, part string) string {
	if HasSuffix(s, part) {
		return s[:len(s)-len(part)]
	}
	return s
}

func TrimSpace(s string) string {
	for len(s) > 0 && (s[0] == ' ' || s[0] == '\t' || s[0] == '\n' || s[0] == '\r') {
		s = s[1:]
	}
	for len(s) > 0 && (s[len(s)-1] == ' ' || s[len(s)-1] == '\t' || s[len(s)-1] == '\n' || s[len(s)-1] == '\r') {
		s = s[:len(s)-1]
	}
	return s
}

func Repeat(s string, n int) string {
	if n < 0 {
		panic("strings: negative Repeat count")
	}
	text := ""
	for i := 0; i < n; i++ {
		text += s
	}
	return text
}

func Join(parts []string, between string) string {
	text := ""
	for i, part := range parts {
		if i > 0 {
			text += between
		}
		text += part
	}
	return text
}

func Split(s, at string) []string { return SplitN(s, at, -1) }

// SplitN makes at most n parts; all if n is negative.
func SplitN(s, at string, n int) []string {
	if n == 0 {
		return nil
	}
	var parts []string
	if at == "" {
		for s != "" && (n < 0 || len(parts) < n-1) {
			for _, r := range s {
				parts = append(parts, s[:len(string(r))])
				s = s[len(string(r)):]
				break
			}
		}
		if s != "" {
			parts = append(parts, s)
		}
		return parts
	}
	for n < 0 || len(parts) < n-1 {
		i := Index(s, at)
		if i < 0 {
			break
		}
		parts = append(parts, s[:i])
		s = s[i+len(at):]
	}
	return append(parts, s)
}

func Fields(s string) []string {
	parts := []string{}
	from := -1
	for i := 0; i <= len(s); i++ {
		if i == len(s) || s[i] == ' ' || s[i] == '\t' || s[i] == '\n' || s[i] == '\r' {
			if from >= 0 {
				parts = append(parts, s[from:i])
			}
			from = -1
		} else if from < 0 {
			from = i
		}
	}
	return parts
}

func ReplaceAll(s, old, new string) string { return Replace(s, old, new, -1) }

func Replace(s, old, new string, n int) string {
	if n == 0 || old == new {
		return s
	}
	if old != "" {
		if n > 0 {
			n++
		}
		return Join(SplitN(s, old, n), new)
	}
	text := new
	for i, r := range s {
		n--
		if n == 0 {
			return text + s[i:]
		}
		text += string(r) + new
	}
	return text
}

func upper(s string, from, to byte, by int) string {
	b := []byte(s)
	for i := range b {
		if b[i] >= from && b[i] <= to {
			b[i] = byte(int(b[i]) + by)
		}
	}
	return string(b)
}

func ToUpper(s string) string { return upper(s, 'a', 'z', -32) }
func ToLower(s string) string { return upper(s, 'A', 'Z', 32) }

type Reader struct{ left string }

func NewReader(s string) *Reader { return &Reader{s} }
func (r *Reader) Len() int       { return len(r.left) }

func (r *Reader) Read(p []byte) (n int, err error) {
	if r.left == "" && len(p) > 0 {
		return 0, io.EOF
	}
	n = copy(p, []byte(r.left))
	r.left = r.left[n:]
	return n, nil
}

func (r *Reader) ReadByte() (byte, error) {
	if r.left == "" {
		return 0, io.EOF
	}
	c := r.left[0]
	r.left = r.left[1:]
	return c, nil
}

type Builder struct{ text string }

func (b *Builder) Write(p []byte) (int, error)       { b.text += string(p); return len(p), nil }
func (b *Builder) WriteString(s string) (int, error) { b.text += s; return len(s), nil }
func (b *Builder) WriteByte(c byte) error            { b.text += string([]byte{c}); return nil }
func (b *Builder) WriteRune(r rune) (int, error)     { b.text += string(r); return len(string(r)), nil }
func (b *Builder) String() string                    { return b.text }
func (b *Builder) Len() int                          { return len(b.text) }
func (b *Builder) Reset()                            { b.text = "" }
func (b *Builder) Grow(n int)                        {}
)go";

}  // namespace graphfuzz::go::packages
