// Part of graphfuzz, built and run on its own: len of a channel is read by code that the compiler writes, without any
// call that could be a point. So in copies of the user's files len(c) becomes a call where c is a channel, which only
// types tell. Lines stay where they are.
//
//	lengths FOLDER go list …   the packages, as `go list -e -export -deps -json` tells of them
//
// It writes copies into the folder, and on its output what is to replace what, a line each: file, tab, copy. A package
// that it cannot look at is a line with an empty copy: package, tab.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"hash/fnv"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"time"
)

type listed struct {
	ImportPath, Dir, Name, Export, ForTest string
	Standard                               bool
	GoFiles, CgoFiles                      []string
	ImportMap                              map[string]string
}

const call = "graphfuzzlengths.GraphfuzzLen"

func main() {
	if err := work(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func work(folder string, command []string) error {
	run := exec.Command(command[0], command[1:]...)
	run.Stderr = os.Stderr
	// Packages that do not compile are told by how it ends, after all of them.
	text, failed := run.Output()
	exports := map[string]string{}
	var users []listed
	for decoder := json.NewDecoder(bytes.NewReader(text)); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		exports[p.ImportPath] = p.Export
		if !p.Standard && !strings.HasSuffix(p.ImportPath, ".test") {
			users = append(users, p)
		}
	}
	if failed != nil && len(users) == 0 {
		return failed
	}
	copies := map[string]string{}
	for i := range users {
		if failed != nil && users[i].Export == "" {
			continue // it does not compile, and is in no program; what is wrong is told at the user's own lines
		}
		if err := rewrite(&users[i], exports, folder, copies); err != nil {
			fmt.Printf("%s\t\n", users[i].ImportPath)
		}
	}
	var files []string
	for file := range copies {
		files = append(files, file)
	}
	sort.Strings(files)
	for _, file := range files {
		fmt.Printf("%s\t%s\n", file, copies[file])
	}
	return nil
}

// rewrite adds to the copies those of the package's files that ask for the length of a channel.
func rewrite(p *listed, exports map[string]string, folder string, copies map[string]string) error {
	set := token.NewFileSet()
	var files []*ast.File
	texts := map[string][]byte{}
	asks := false
	for _, name := range append(append([]string{}, p.GoFiles...), p.CgoFiles...) {
		path := name
		if !filepath.IsAbs(path) {
			path = filepath.Join(p.Dir, name)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		asks = asks || bytes.Contains(text, []byte("len"))
		texts[path] = text
		file, err := parser.ParseFile(set, path, text, 0)
		if err != nil {
			return err
		}
		files = append(files, file)
	}
	if !asks {
		return nil
	}
	lookup := func(path string) (io.ReadCloser, error) {
		if mapped, ok := p.ImportMap[path]; ok {
			path = mapped
		}
		if exports[path] == "" {
			return nil, fmt.Errorf("%s: no export data", path)
		}
		return os.Open(exports[path])
	}
	config := types.Config{Importer: importer.ForCompiler(set, "gc", lookup), FakeImportC: true, Error: func(error) {}}
	info := types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	_, failed := config.Check(p.ImportPath, set, files, &info)
	unknown := false
	for _, file := range files {
		var at []int // offsets of the words "len"
		ast.Inspect(file, func(node ast.Node) bool {
			asked, ok := node.(*ast.CallExpr)
			if !ok || len(asked.Args) != 1 {
				return true
			}
			fun := asked.Fun
			for inner, ok := fun.(*ast.ParenExpr); ok; inner, ok = fun.(*ast.ParenExpr) {
				fun = inner.X
			}
			word, ok := fun.(*ast.Ident)
			if !ok || word.Name != "len" {
				return true
			}
			if object, known := info.Uses[word]; known && object.Parent() != types.Universe {
				return true
			}
			kind := info.Types[asked.Args[0]].Type
			if kind == nil || kind == types.Typ[types.Invalid] {
				unknown = true
			} else if all, some := channels(kind); all {
				at = append(at, set.PositionFor(word.Pos(), false).Offset)
			} else if some {
				unknown = true
			}
			return true
		})
		if len(at) == 0 {
			continue
		}
		path := set.File(file.Package).Name()
		if err := write(path, texts[path], set.PositionFor(file.Name.End(), false).Offset, at, folder, copies); err != nil {
			return err
		}
	}
	if unknown {
		return fmt.Errorf("what it asks for the length of is not known: %v", failed)
	}
	return nil
}

// channels tells whether all types that it may stand for are channels, and whether some are.
func channels(kind types.Type) (all, some bool) {
	constraint, ok := kind.Underlying().(*types.Interface)
	if !ok {
		_, ok := kind.Underlying().(*types.Chan)
		return ok, ok
	}
	others := false
	look := func(kind types.Type) {
		one, any := channels(kind)
		some = some || any
		others = others || !one
	}
	for i := 0; i < constraint.NumEmbeddeds(); i++ {
		union, ok := constraint.EmbeddedType(i).(*types.Union)
		if !ok {
			look(constraint.EmbeddedType(i))
			continue
		}
		for j := 0; j < union.Len(); j++ {
			look(union.Term(j).Type())
		}
	}
	return some && !others, some
}

// write makes the copy: the package that has the function is imported on the line of the package clause.
func write(path string, text []byte, clause int, at []int, folder string, copies map[string]string) error {
	sort.Ints(at)
	var changed bytes.Buffer
	changed.Write(text[:clause])
	changed.WriteString("; import graphfuzzlengths \"runtime\"")
	last := clause
	for _, offset := range at {
		changed.Write(text[last:offset])
		changed.WriteString(call)
		last = offset + len("len")
	}
	changed.Write(text[last:])
	hash := fnv.New64a()
	hash.Write([]byte(path))
	hash.Write(changed.Bytes())
	into := filepath.Join(folder, fmt.Sprintf("%016x-%s", hash.Sum64(), filepath.Base(path)))
	copies[path] = into
	now := time.Now()
	if err := os.Chtimes(into, now, now); err == nil { // it is there, and used
		return nil
	}
	beside := fmt.Sprintf("%s.%d", into, os.Getpid())
	if err := os.WriteFile(beside, changed.Bytes(), 0o666); err != nil {
		return err
	}
	return os.Rename(beside, into)
}
