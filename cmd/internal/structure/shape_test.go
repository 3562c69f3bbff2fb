package structure

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
)

// The shape of packages: how large they are, how far their files are tangled,
// which structs embed large types, and which types have too many methods.
// shapeFile lists the figures that are over a limit today; they may only shrink.

// The limits for a package, a knot of files, an embedded type and a type.
const (
	mostLines    = 8000
	mostKnotted  = 30
	mostEmbedded = 10  // methods of an embedded type
	mostMethods  = 100 // of one type
)

const shapeFile = "testdata/shape.txt"

var update = flag.Bool("update", false, "take over figures that have shrunk")

// TestShape measures every package of the module without its tests. A figure over
// its limit must be in shapeFile, and not above the one there; -update takes over
// smaller figures, and drops those within their limits.
func TestShape(t *testing.T) {
	found := excesses(t)
	listed := readShape(t)
	if *update {
		for name, n := range found {
			if most, known := listed[name]; known && n <= most {
				listed[name] = n
			}
		}
		maps.DeleteFunc(listed, func(name string, _ int) bool { _, still := found[name]; return !still })
		writeShape(t, listed)
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		most, known := listed[name]
		if assert.True(t, known, "%s is %d: that is over the limit; cut before it grows (CONTRIBUTING.md, The shape of the house)", name, found[name]) {
			assert.LessOrEqual(t, found[name], most, "%s has grown; these figures may only shrink", name)
			assert.GreaterOrEqual(t, found[name], most, "%s has shrunk: take it over with -update", name)
		}
	}
	for name := range listed {
		assert.Contains(t, found, name, "%s is within its limit now: take it over with -update", name)
	}
}

// excesses are the figures of the module over their limits.
func excesses(t *testing.T) map[string]int {
	out := map[string]int{}
	for _, p := range sources(t) {
		folder := strings.TrimPrefix(p.PkgPath, "gv2/")
		over := func(what string, n, most int) {
			if n > most {
				out[what] = n
			}
		}
		over("lines of "+folder, linesOf(t, p), mostLines)
		over("knot of "+folder, len(largestKnot(fileUses(p))), mostKnotted)
		for name, n := range methodsOf(p) {
			over("methods of "+folder+"."+name, n, mostMethods)
		}
		for pair, n := range embedded(p) {
			over(folder+": "+pair, n, mostEmbedded)
		}
	}
	return out
}

// sources loads the packages of the module with their types, without tests. Several
// tests use them, and loading takes seconds.
var loaded = sync.OnceValues(func() ([]*packages.Package, error) {
	return packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports,
		Dir:  moduleRoot,
	}, "./...")
})

func sources(t *testing.T) []*packages.Package {
	list, err := loaded()
	require.NoError(t, err)
	require.NotEmpty(t, list)
	for _, p := range list {
		require.Empty(t, p.Errors, "%s", p.PkgPath)
	}
	return list
}

// linesOf counts the lines of a package.
func linesOf(t *testing.T, p *packages.Package) int {
	n := 0
	for _, name := range p.GoFiles {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		n += strings.Count(string(text), "\n")
	}
	return n
}

// fileUses is the graph of a package's files: an edge leads from a file to each other
// one with a definition that it uses.
func fileUses(p *packages.Package) map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for _, file := range p.Syntax {
		from := p.Fset.Position(file.Pos()).Filename
		out[from] = map[string]bool{}
		ast.Inspect(file, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			if used := p.TypesInfo.Uses[id]; used != nil && used.Pkg() == p.Types {
				if to := p.Fset.Position(used.Pos()).Filename; to != from {
					out[from][to] = true
				}
			}
			return true
		})
	}
	return out
}

// largestKnot is the largest strongly connected component of a graph (Tarjan, 1972).
func largestKnot(edges map[string]map[string]bool) []string {
	var stack, largest []string
	index, low, on := map[string]int{}, map[string]int{}, map[string]bool{}
	var visit func(v string)
	visit = func(v string) {
		index[v] = len(index) + 1
		low[v] = index[v]
		stack, on[v] = append(stack, v), true
		for w := range edges[v] {
			if index[w] == 0 {
				visit(w)
				low[v] = min(low[v], low[w])
			} else if on[w] {
				low[v] = min(low[v], index[w])
			}
		}
		if low[v] != index[v] {
			return
		}
		at := slices.Index(stack, v)
		knot := slices.Clone(stack[at:])
		for _, w := range knot {
			on[w] = false
		}
		if stack = stack[:at]; len(knot) > len(largest) {
			largest = knot
		}
	}
	for _, v := range slices.Sorted(maps.Keys(edges)) {
		if index[v] == 0 {
			visit(v)
		}
	}
	slices.Sort(largest)
	return largest
}

// methodsOf counts the methods declared on each type of a package.
func methodsOf(p *packages.Package) map[string]int {
	out := map[string]int{}
	for _, name := range p.Types.Scope().Names() {
		if named, ok := types.Unalias(p.Types.Scope().Lookup(name).Type()).(*types.Named); ok && named.Obj().Pkg() == p.Types {
			out[name] = named.NumMethods()
		}
	}
	return out
}

// embedded counts, for each struct that embeds a type of the module, the methods that
// the type promotes.
func embedded(p *packages.Package) map[string]int {
	out := map[string]int{}
	for _, name := range p.Types.Scope().Names() {
		s, ok := p.Types.Scope().Lookup(name).Type().Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for i := range s.NumFields() {
			f := s.Field(i)
			if !f.Embedded() || !ours(f.Type()) || types.IsInterface(f.Type()) {
				continue
			}
			t := f.Type()
			if _, pointer := t.(*types.Pointer); !pointer {
				t = types.NewPointer(t)
			}
			out[fmt.Sprintf("%s embeds %s", name, f.Name())] = types.NewMethodSet(t).Len()
		}
	}
	return out
}

func ours(t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && strings.HasPrefix(named.Obj().Pkg().Path(), "gv2/")
}

// readShape reads shapeFile: one figure and its name a line.
func readShape(t *testing.T) map[string]int {
	text, err := os.ReadFile(shapeFile)
	require.NoError(t, err)
	out := map[string]int{}
	for line := range strings.Lines(string(text)) {
		number, name, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		var n int
		_, err := fmt.Sscan(number, &n)
		require.NoError(t, err, "%s: %q", shapeFile, line)
		out[name] = n
	}
	return out
}

func writeShape(t *testing.T, listed map[string]int) {
	var out strings.Builder
	out.WriteString("# What is over a limit of shape_test.go; these figures may only shrink.\n")
	names := slices.SortedFunc(maps.Keys(listed), func(a, b string) int {
		return cmp.Or(strings.Compare(strings.Fields(a)[0], strings.Fields(b)[0]), strings.Compare(a, b))
	})
	for _, name := range names {
		fmt.Fprintf(&out, "%d %s\n", listed[name], name)
	}
	require.NoError(t, os.WriteFile(filepath.FromSlash(shapeFile), []byte(out.String()), 0o644))
}

// TestKnots tests the measure on small graphs.
func TestKnots(t *testing.T) {
	graph := func(pairs ...string) map[string]map[string]bool {
		out := map[string]map[string]bool{}
		for _, p := range pairs {
			for _, v := range p {
				if out[string(v)] == nil {
					out[string(v)] = map[string]bool{}
				}
			}
			out[p[:1]][p[1:]] = true
		}
		return out
	}
	assert.Len(t, largestKnot(graph("ab", "bc", "cd")), 1, "a chain has no knot")
	assert.Equal(t, []string{"a", "b", "c"}, largestKnot(graph("ab", "bc", "ca", "cd", "de", "ed")))
	assert.Equal(t, []string{"c", "d", "e", "f"}, largestKnot(graph("ab", "ba", "bc", "cd", "de", "ef", "fc")))
}
