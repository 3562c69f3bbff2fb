package predicate_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/predicate"
	"gv2/predicate/fact"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// writer builds kernels for the goldens; each statement gets a line of its own.
type writer struct {
	generator
	x, i, n *kernel.Var
	a       *kernel.Array
}

func newWriter() *writer {
	w := &writer{}
	w.a = &kernel.Array{Name: "a", Space: kernel.Shared, Elem: kernel.I32, Len: 64, Scale: 1}
	w.n = &kernel.Var{Name: "n", T: kernel.I32, Param: true}
	w.x = &kernel.Var{Name: "x", T: kernel.I32}
	w.i = &kernel.Var{Name: "i", T: kernel.I32}
	w.line = 1
	return w
}

func (w *writer) golden(body ...kernel.Stmt) *kernel.Kernel {
	return &kernel.Kernel{Name: "k", Pos: diag.Pos{File: "k.cu", Line: 1, Col: 1}, Params: []*kernel.Var{w.n},
		Launch: kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{4, 1, 1}},
		Vars:   []*kernel.Var{w.x, w.i}, Arrays: []*kernel.Array{w.a}, Body: body}
}

func tid() kernel.Expr {
	return &kernel.Convert{T: kernel.I32, X: &kernel.Builtin{Kind: kernel.ThreadIdx}}
}

func bid() kernel.Expr {
	return &kernel.Convert{T: kernel.I32, X: &kernel.Builtin{Kind: kernel.BlockIdx}}
}

func (w *writer) set(v *kernel.Var, e kernel.Expr) kernel.Stmt {
	return &kernel.Assign{Src: w.src(), Dst: v, X: e}
}

func (w *writer) put(e kernel.Expr) kernel.Stmt {
	return &kernel.Store{Src: w.src(), Acc: kernel.Access{Array: w.a, Index: &kernel.Convert{T: kernel.I64, X: e}, Width: 1}, X: konst(1)}
}

func (w *writer) sync() kernel.Stmt {
	return &kernel.Barrier{Src: w.src(), ID: konst(0), Aligned: true}
}

func (w *writer) when(c kernel.Expr, then ...kernel.Stmt) *kernel.If {
	return &kernel.If{Src: w.src(), Cond: c, Then: then}
}

func (w *writer) count(bound kernel.Expr, body ...kernel.Stmt) []kernel.Stmt {
	start := w.set(w.i, konst(0))
	l := &kernel.Loop{Src: w.src(), Cond: lt(kernel.Ref(w.i), bound), Body: body}
	l.Post = one(w.set(w.i, binary(kernel.Add, kernel.Ref(w.i), konst(1))))
	return []kernel.Stmt{start, l}
}

func lt(x, y kernel.Expr) kernel.Expr { return binary(kernel.Lt, x, y) }

// goldens are the forms that the package documentation promises, by file name.
func goldens() map[string]*kernel.Kernel {
	all := map[string]*kernel.Kernel{}
	add := func(name string, f func(w *writer) []kernel.Stmt) {
		w := newWriter()
		all[name] = w.golden(f(w)...)
	}
	add("uniform-if", func(w *writer) []kernel.Stmt {
		s := w.when(lt(kernel.Ref(w.n), konst(8)), w.put(tid()), w.sync())
		s.Else = one(w.set(w.x, konst(2)))
		return one(s)
	})
	add("if-else", func(w *writer) []kernel.Stmt {
		s := w.when(lt(tid(), kernel.Ref(w.n)), w.set(w.x, konst(1)), w.put(tid()))
		s.Else = one(w.put(kernel.Ref(w.x)))
		return []kernel.Stmt{s, w.sync()}
	})
	add("block-if", func(w *writer) []kernel.Stmt {
		return one(w.when(lt(bid(), konst(2)), w.put(tid()), w.sync()))
	})
	add("uniform-loop", func(w *writer) []kernel.Stmt {
		return w.count(kernel.Ref(w.n), w.put(kernel.Ref(w.i)), w.sync())
	})
	add("loop", func(w *writer) []kernel.Stmt {
		return w.count(tid(), w.put(kernel.Ref(w.i)))
	})
	add("break", func(w *writer) []kernel.Stmt {
		return w.count(kernel.Ref(w.n), w.when(lt(tid(), kernel.Ref(w.i)), w.put(tid()), &kernel.Break{Src: w.src()}), w.put(kernel.Ref(w.i)))
	})
	add("uniform-break", func(w *writer) []kernel.Stmt {
		return w.count(kernel.Ref(w.n), w.when(lt(konst(7), kernel.Ref(w.i)), &kernel.Break{Src: w.src()}), w.put(kernel.Ref(w.i)), w.sync())
	})
	add("continue", func(w *writer) []kernel.Stmt {
		return w.count(kernel.Ref(w.n), w.when(lt(tid(), kernel.Ref(w.i)), &kernel.Continue{Src: w.src()}), w.put(kernel.Ref(w.i)))
	})
	add("return", func(w *writer) []kernel.Stmt {
		return []kernel.Stmt{w.when(lt(kernel.Ref(w.n), tid()), &kernel.Return{Src: w.src()}), w.put(tid()), w.sync(),
			&kernel.Return{Src: w.src()}}
	})
	add("uniform-return", func(w *writer) []kernel.Stmt {
		return []kernel.Stmt{w.when(lt(kernel.Ref(w.n), konst(1)), &kernel.Return{Src: w.src()}), w.put(tid()), w.sync()}
	})
	add("return-in-loop", func(w *writer) []kernel.Stmt {
		return append(w.count(kernel.Ref(w.n), w.when(lt(tid(), kernel.Ref(w.i)), &kernel.Return{Src: w.src()}), w.put(kernel.Ref(w.i))), w.sync())
	})
	add("leave-through-loop", func(w *writer) []kernel.Stmt {
		loop := w.count(kernel.Ref(w.n), w.when(lt(tid(), kernel.Ref(w.i)), &kernel.Leave{Src: w.src(), Label: "f_exit"}), w.put(kernel.Ref(w.i)))
		return []kernel.Stmt{&kernel.Region{Src: w.src(), Label: "f_exit", Body: append(loop, w.put(tid()))}, w.sync()}
	})
	add("do-while", func(w *writer) []kernel.Stmt {
		loop := w.count(tid(), w.put(kernel.Ref(w.i)))
		loop[1].(*kernel.Loop).DoWhile = true
		return loop
	})
	add("uniform-do-while", func(w *writer) []kernel.Stmt {
		loop := w.count(kernel.Ref(w.n), w.put(kernel.Ref(w.i)))
		loop[1].(*kernel.Loop).DoWhile = true
		return loop
	})
	add("loop-in-branch-invariant", func(w *writer) []kernel.Stmt {
		loop := w.count(kernel.Ref(w.n), w.when(lt(tid(), kernel.Ref(w.i)), &kernel.Break{Src: w.src()}), w.put(kernel.Ref(w.i)))
		loop[1].(*kernel.Loop).Invariants = []kernel.Invariant{{Src: w.src(),
			Head: one(w.set(w.x, binary(kernel.Add, kernel.Ref(w.i), konst(1)))), Cond: lt(konst(0), kernel.Ref(w.x))}}
		return one(w.when(lt(tid(), konst(9)), loop...))
	})
	add("head-with-region", func(w *writer) []kernel.Stmt {
		loop := w.count(tid(), w.put(kernel.Ref(w.i)))
		loop[1].(*kernel.Loop).Head = one(&kernel.Region{Src: w.src(), Label: "g_exit", Body: []kernel.Stmt{
			w.when(lt(tid(), kernel.Ref(w.i)), w.set(w.x, konst(1)), &kernel.Leave{Src: w.src(), Label: "g_exit"}),
			w.set(w.x, konst(2))}})
		return loop
	})
	return all
}

func TestGoldens(t *testing.T) {
	for name, k := range goldens() {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, kernel.Check(k))
			text := kernel.Print(k)
			for _, pair := range []fact.Pair{fact.SameBlock, fact.OtherBlock} {
				p, diags := predicate.Predicate(k, pair)
				require.Zero(t, diags.Len())
				require.NoError(t, predicate.Check(p))
				text += "\n" + predicate.Print(p)
			}
			path := filepath.Join("testdata", name+".txt")
			if *update {
				require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
			}
			want, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.Equal(t, string(want), text)
		})
	}
}
