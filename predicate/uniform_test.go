package predicate_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// Whether x is uniform after the statements, for both kinds of pairs.
func TestUniformVariables(t *testing.T) {
	array := func(space kernel.Space) *kernel.Array {
		return &kernel.Array{Name: "b", Space: space, Elem: kernel.I32, Len: -1, Scale: 1}
	}
	load := func(w *writer, a *kernel.Array, i kernel.Expr) *kernel.Load {
		return &kernel.Load{Src: w.src(), Dst: w.x, Acc: kernel.Access{Array: a, Index: &kernel.Convert{T: kernel.I64, X: i}, Width: 1}}
	}
	count := func(w *writer) *kernel.Barrier {
		return &kernel.Barrier{Src: w.src(), ID: konst(0), Reduce: kernel.ReduceCount, Arg: lt(tid(), konst(3)), Dst: w.x}
	}
	tests := []struct {
		name        string
		body        func(w *writer) []kernel.Stmt
		same, other bool
	}{
		{"parameter", func(w *writer) []kernel.Stmt { return one(w.set(w.x, kernel.Ref(w.n))) }, true, true},
		{"threadIdx", func(w *writer) []kernel.Stmt { return one(w.set(w.x, tid())) }, false, false},
		{"blockIdx", func(w *writer) []kernel.Stmt { return one(w.set(w.x, bid())) }, true, false},
		{"threadIdx of a flat dimension", func(w *writer) []kernel.Stmt {
			return one(w.set(w.x, &kernel.Convert{T: kernel.I32, X: &kernel.Builtin{Kind: kernel.ThreadIdx, Dim: 1}}))
		}, true, true},
		{"under a condition on threadIdx", func(w *writer) []kernel.Stmt {
			return one(w.when(lt(tid(), konst(3)), w.set(w.x, konst(1))))
		}, false, false},
		{"behind a return of some", func(w *writer) []kernel.Stmt {
			return []kernel.Stmt{w.when(lt(tid(), konst(3)), &kernel.Return{Src: w.src()}), w.set(w.x, konst(1))}
		}, false, false},
		{"before a return of some", func(w *writer) []kernel.Stmt {
			return []kernel.Stmt{w.set(w.x, konst(1)), w.when(lt(tid(), konst(3)), &kernel.Return{Src: w.src()}), w.put(tid())}
		}, true, true},
		{"constant memory", func(w *writer) []kernel.Stmt { return one(load(w, array(kernel.Constant), kernel.Ref(w.n))) }, true, true},
		{"global memory never written", func(w *writer) []kernel.Stmt { return one(load(w, array(kernel.Global), kernel.Ref(w.n))) }, true, true},
		{"global memory written", func(w *writer) []kernel.Stmt {
			a := array(kernel.Global)
			return []kernel.Stmt{&kernel.Atomic{Src: w.src(), Op: "add", Args: []kernel.Expr{konst(1)},
				Acc: kernel.Access{Array: a, Index: &kernel.Const{T: kernel.I64}, Width: 1}}, load(w, a, kernel.Ref(w.n))}
		}, false, false},
		{"shared memory never written", func(w *writer) []kernel.Stmt { return one(load(w, array(kernel.Shared), kernel.Ref(w.n))) }, true, false},
		{"local memory", func(w *writer) []kernel.Stmt { return one(load(w, array(kernel.Local), kernel.Ref(w.n))) }, false, false},
		{"index that differs", func(w *writer) []kernel.Stmt { return one(load(w, array(kernel.Global), tid())) }, false, false},
		{"volatile", func(w *writer) []kernel.Stmt {
			l := load(w, array(kernel.Global), kernel.Ref(w.n))
			l.Volatile = true
			return one(l)
		}, false, false},
		{"wide load", func(w *writer) []kernel.Stmt {
			l := load(w, array(kernel.Global), kernel.Ref(w.n))
			l.Acc.Width = 2
			return one(l)
		}, false, false},
		{"syncthreads_count", func(w *writer) []kernel.Stmt { return one(count(w)) }, true, false},
		{"reduction of a part of the block", func(w *writer) []kernel.Stmt {
			b := count(w)
			b.Count = konst(32)
			return one(b)
		}, false, false},
		{"arbitrary", func(w *writer) []kernel.Stmt { return one(&kernel.Havoc{Src: w.src(), Dst: w.x}) }, false, false},
		{"vote", func(w *writer) []kernel.Stmt {
			return one(&kernel.Vote{Src: w.src(), Op: kernel.Ballot, Dst: w.x, Mask: konst(-1), Arg: lt(kernel.Ref(w.n), konst(1))})
		}, false, false},
		{"what all lanes give in a shuffle", func(w *writer) []kernel.Stmt { return one(shuffled(w, kernel.Ref(w.n))) }, true, true},
		{"what lanes give of their own", func(w *writer) []kernel.Stmt { return one(shuffled(w, tid())) }, false, false},
		{"never set", func(w *writer) []kernel.Stmt { return one(w.put(kernel.Ref(w.x))) }, false, false},
		{"counter of a loop that some leave early", func(w *writer) []kernel.Stmt {
			loop := w.count(kernel.Ref(w.n), w.when(lt(tid(), kernel.Ref(w.i)), &kernel.Break{Src: w.src()}))
			return append(loop, w.set(w.x, kernel.Ref(w.i)))
		}, false, false},
		{"counter of a loop that some continue", func(w *writer) []kernel.Stmt {
			loop := w.count(kernel.Ref(w.n), w.when(lt(tid(), kernel.Ref(w.i)), &kernel.Continue{Src: w.src()}), w.put(tid()))
			return append(loop, w.set(w.x, kernel.Ref(w.i)))
		}, true, true},
		{"behind a region that some left", func(w *writer) []kernel.Stmt {
			return []kernel.Stmt{&kernel.Region{Src: w.src(), Label: "L", Body: []kernel.Stmt{
				w.when(lt(tid(), konst(3)), &kernel.Leave{Src: w.src(), Label: "L"}), w.put(tid())}}, w.set(w.x, konst(1))}
		}, true, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := newWriter()
			k := w.golden(test.body(w)...)
			assert.Equal(t, test.same, fact.Uniform(k, fact.SameBlock).Var(w.x), "same block")
			assert.Equal(t, test.other, fact.Uniform(k, fact.OtherBlock).Var(w.x), "other block")
		})
	}
}

func TestInvariantsThatCannotBeStated(t *testing.T) {
	w := newWriter()
	load := &kernel.Load{Src: w.src(), Dst: w.x, Acc: kernel.Access{Array: w.a, Index: &kernel.Const{T: kernel.I64}, Width: 1}}
	var doubling []kernel.Stmt
	for i := 0; i < 40; i++ {
		doubling = append(doubling, w.set(w.x, binary(kernel.Add, kernel.Ref(w.x), kernel.Ref(w.x))))
	}
	for name, head := range map[string][]kernel.Stmt{"reads memory": one(load), "this large": doubling} {
		t.Run(name, func(t *testing.T) {
			loop := w.count(kernel.Ref(w.n), w.put(kernel.Ref(w.i)))
			inv := kernel.Invariant{Src: w.src(), Head: head, Cond: lt(kernel.Ref(w.x), konst(1))}
			loop[1].(*kernel.Loop).Invariants = []kernel.Invariant{inv}
			_, diags := predicate.Predicate(w.golden(loop...), fact.SameBlock)
			require.Equal(t, 1, diags.Len())
			assert.True(t, diags.HasErrors())
			assert.Equal(t, inv.Pos, diags.All()[0].Pos)
			assert.Contains(t, diags.All()[0].Message, name)
		})
	}
}

// shuffled sets x to the value of lane 0.
func shuffled(w *writer, value kernel.Expr) kernel.Stmt {
	return &kernel.Shuffle{Src: w.src(), Dst: w.x, Mode: "idx", Mask: konst(-1), Value: value, Lane: konst(0), Width: konst(32)}
}
