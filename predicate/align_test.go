package predicate_test

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
)

// AlignBarriers keeps the actions of each thread and their order.
func TestAlignedBarriersKeepEachThreadsOrder(t *testing.T) {
	aligned := 0
	for seed := int64(0); seed < 4000; seed++ {
		k := (&generator{chooser: seeded{rand.New(rand.NewSource(seed))}, budget: 60, meets: true}).kernel()
		a := rewrite.AlignBarriers(k)
		if len(a.Vars) == len(k.Vars) {
			continue
		}
		aligned++
		require.NoError(t, kernel.Check(a), "seed %d", seed)
		for tid := int64(0); tid < 4; tid++ {
			before, after := direct(k, tid, 1), direct(a, tid, 1)
			if before.err != nil {
				continue
			}
			require.Equal(t, before.trace, after.trace, "seed %d\n%s\n%s", seed, kernel.Print(k), kernel.Print(a))
			for _, v := range k.Vars {
				require.Equal(t, before.vars[v], after.vars[v], "seed %d: %s", seed, v.Name)
			}
		}
		_, err := agree(a, fact.SameBlock, map[string]int{})
		require.NoError(t, err, "seed %d", seed)
	}
	require.Greater(t, aligned, 1000)
}

func unaligned(g *generator, id int64) kernel.Stmt {
	return &kernel.Barrier{Src: g.src(), ID: konst(id)}
}

func TestAlignBarriers(t *testing.T) {
	g := &generator{}
	x := &kernel.Var{Name: "x", T: kernel.I32}
	set := func(v int64) kernel.Stmt { return &kernel.Assign{Src: g.src(), Dst: x, X: konst(v)} }
	cond := binary(kernel.Lt, kernel.Ref(x), konst(3))
	reduction := &kernel.Barrier{Src: g.src(), ID: konst(0), Reduce: kernel.ReduceOr, Arg: cond, Dst: x}
	counted := func(n int64) kernel.Stmt { return &kernel.Barrier{Src: g.src(), ID: konst(0), Count: konst(n)} }
	nested := &kernel.If{Src: g.src(), Cond: cond, Then: one(unaligned(g, 0)), Else: one(unaligned(g, 0))}
	loop := &kernel.Loop{Src: g.src(), Cond: cond, Body: one(&kernel.Break{Src: g.src()})}
	tests := []struct {
		name         string
		then, orElse []kernel.Stmt
		want         string
	}{
		{"interleaved", []kernel.Stmt{set(1), unaligned(g, 0), set(2)}, []kernel.Stmt{set(3), unaligned(g, 0), set(4)},
			"if sync if"},
		{"two of them", []kernel.Stmt{unaligned(g, 0), unaligned(g, 1)}, []kernel.Stmt{unaligned(g, 0), set(4), unaligned(g, 1)},
			"sync if sync"},
		{"same count", []kernel.Stmt{counted(64)}, []kernel.Stmt{counted(64)}, "sync"},
		{"inner first", one(nested), one(unaligned(g, 0)), "if sync"},
		{"inner loop with its own break", []kernel.Stmt{loop, unaligned(g, 0)}, []kernel.Stmt{unaligned(g, 0)}, "if sync"},
		{"different count", []kernel.Stmt{counted(64)}, []kernel.Stmt{counted(32)}, ""},
		{"different id", one(unaligned(g, 0)), one(unaligned(g, 1)), ""},
		{"different number", one(unaligned(g, 0)), []kernel.Stmt{unaligned(g, 0), unaligned(g, 0)}, ""},
		{"aligned form", one(&kernel.Barrier{Src: g.src(), ID: konst(0), Aligned: true}), one(unaligned(g, 0)), ""},
		{"reduction", one(reduction), one(unaligned(g, 0)), ""},
		{"arrive", one(&kernel.Barrier{Src: g.src(), ID: konst(0), Kind: kernel.Arrive}), one(unaligned(g, 0)), ""},
		{"id not constant", one(&kernel.Barrier{Src: g.src(), ID: kernel.Ref(x)}), one(unaligned(g, 0)), ""},
		{"jump out", []kernel.Stmt{unaligned(g, 0), &kernel.Return{Src: g.src()}}, one(unaligned(g, 0)), ""},
		{"in a loop", []kernel.Stmt{unaligned(g, 0), &kernel.Loop{Src: g.src(), Cond: cond, Body: one(unaligned(g, 0))}},
			one(unaligned(g, 0)), ""},
		{"one arm only", one(unaligned(g, 0)), nil, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			k := &kernel.Kernel{Name: "k", Vars: []*kernel.Var{x}, Body: []kernel.Stmt{
				&kernel.If{Src: g.src(), Cond: cond, Then: test.then, Else: test.orElse}}}
			require.NoError(t, kernel.Check(k))
			before := kernel.Print(k)
			a := rewrite.AlignBarriers(k)
			assert.Equal(t, before, kernel.Print(k), "input changed")
			require.NoError(t, kernel.Check(a))
			if test.want == "" {
				assert.Equal(t, before, kernel.Print(a))
				return
			}
			assert.Equal(t, "arm "+test.want, shape(a.Body))
		})
	}
}

// shape names the statements of a list by one word each.
func shape(stmts []kernel.Stmt) string {
	out := "arm"
	for _, s := range stmts[1:] {
		switch s.(type) {
		case *kernel.Barrier:
			out += " sync"
		case *kernel.If:
			out += " if"
		default:
			out += fmt.Sprintf(" %T", s)
		}
	}
	return out
}

func TestWholeBlock(t *testing.T) {
	g := &generator{}
	x := &kernel.Var{Name: "x", T: kernel.I32, Param: true}
	tests := []struct {
		name    string
		barrier *kernel.Barrier
		dims    [3]int
		whole   bool
	}{
		{"all threads", &kernel.Barrier{ID: konst(1), Count: konst(64)}, [3]int{32, 2, 1}, true},
		{"half the block", &kernel.Barrier{ID: konst(1), Count: konst(32)}, [3]int{32, 2, 1}, false},
		{"count not constant", &kernel.Barrier{ID: konst(1), Count: kernel.Ref(x)}, [3]int{32, 2, 1}, false},
		{"id not constant", &kernel.Barrier{ID: kernel.Ref(x), Count: konst(64)}, [3]int{32, 2, 1}, false},
		{"arrive", &kernel.Barrier{Kind: kernel.Arrive, ID: konst(1), Count: konst(64)}, [3]int{64, 1, 1}, false},
		{"open launch", &kernel.Barrier{ID: konst(1), Count: konst(0)}, [3]int{0, 1, 1}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := *test.barrier
			b.Src = g.src()
			loop := &kernel.Loop{Src: g.src(), Cond: binary(kernel.Lt, kernel.Ref(x), konst(3)), Body: one(&b)}
			k := &kernel.Kernel{Name: "k", Params: []*kernel.Var{x}, Launch: kernel.Launch{BlockDim: test.dims}, Body: one(loop)}
			got := rewrite.WholeBlock(k, nil).Body[0].(*kernel.Loop).Body[0].(*kernel.Barrier)
			assert.Equal(t, test.whole, got.Count == nil)
			assert.NotNil(t, b.Count, "input changed")
		})
	}
}
