package predicate_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/predicate"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
)

// everything runs all passes of the package, as a translation does.
func everything(t testing.TB, k *kernel.Kernel) *predicate.Program {
	k = rewrite.SplitVars(rewrite.AlignBarriers(rewrite.WholeBlock(k, nil)), nil)
	k = rewrite.Slice(k, fact.Relevant(k), nil)
	p, diags := predicate.Predicate(k, fact.SameBlock)
	require.Zero(t, diags.Len())
	return p
}

// length counts the statements of a program with the nodes of their expressions.
func length(stmts []predicate.Stmt) int {
	n := 0
	expr := func(e kernel.Expr) {
		kernel.WalkExpr(e, func(kernel.Expr) bool {
			n++
			return true
		})
	}
	for _, s := range stmts {
		n++
		switch s := s.(type) {
		case *predicate.Do:
			expr(s.Pred)
			kernel.Exprs(s.Stmt, expr)
		case *predicate.If:
			expr(s.Cond)
			n += length(s.Then) + length(s.Else)
		case *predicate.While:
			expr(s.Guard)
			n += length(s.Body)
		}
	}
	return n
}

// nested is n statements deep: an if in a loop in a region, with a jump each.
func nested(w *writer, n int) kernel.Stmt {
	if n == 0 {
		return w.put(tid())
	}
	inner := nested(w, n-1)
	switch n % 3 {
	case 0:
		s := w.when(lt(tid(), konst(int64(n))), inner, w.put(kernel.Ref(w.x)))
		s.Else = one(w.set(w.x, binary(kernel.Add, kernel.Ref(w.x), konst(1))))
		return s
	case 1:
		v := &kernel.Var{Name: fmt.Sprintf("c%d", n), T: kernel.I32}
		w.vars = append(w.vars, v)
		return &kernel.Loop{Src: w.src(), Cond: lt(kernel.Ref(v), tid()), Post: one(w.set(v, binary(kernel.Add, kernel.Ref(v), konst(1)))),
			Body: []kernel.Stmt{inner, w.when(lt(kernel.Ref(v), kernel.Ref(w.x)), &kernel.Break{Src: w.src()}), w.put(kernel.Ref(v))}}
	default:
		label := fmt.Sprintf("L%d", n)
		return &kernel.Region{Src: w.src(), Label: label, Body: []kernel.Stmt{inner,
			w.when(lt(kernel.Ref(w.x), konst(int64(n))), &kernel.Leave{Src: w.src(), Label: label}), w.put(kernel.Ref(w.x))}}
	}
}

// The text must not grow faster than the depth of nesting.
func TestOutputIsLinearInDepth(t *testing.T) {
	size := func(depth int) int {
		w := newWriter()
		k := w.golden(w.set(w.x, tid()), nested(w, depth))
		k.Vars = append(k.Vars, w.vars...)
		require.NoError(t, kernel.Check(k))
		p := everything(t, k)
		require.NoError(t, predicate.Check(p))
		return length(p.Body)
	}
	small, large := size(200), size(800)
	assert.Less(t, large, 5*small)
}

// straight is a kernel of n lines with ifs, loops and early returns, one level
// deep.
func straight(n int) *kernel.Kernel {
	w := newWriter()
	body := one(w.set(w.x, tid()))
	for i := 0; len(body) < n; i++ {
		switch i % 5 {
		case 0:
			body = append(body, w.set(w.x, binary(kernel.Add, kernel.Ref(w.x), konst(1))))
		case 1:
			body = append(body, w.when(lt(kernel.Ref(w.x), konst(int64(i))), w.put(tid())))
		case 2:
			body = append(body, w.when(lt(kernel.Ref(w.n), konst(int64(i))), w.set(w.x, tid()), w.sync()))
		case 3:
			body = append(body, w.count(kernel.Ref(w.n), w.put(kernel.Ref(w.i)), w.sync())...)
		default:
			body = append(body, w.when(lt(kernel.Ref(w.x), konst(int64(-i))), &kernel.Return{Src: w.src()}))
		}
	}
	return w.golden(body...)
}

// elseChain is a switch of n cases as nested ifs.
func elseChain(n int) *kernel.Kernel {
	w := newWriter()
	body := one(w.put(kernel.Ref(w.n)))
	for i := 0; i < n; i++ {
		s := w.when(lt(tid(), konst(int64(i))), w.set(w.x, konst(int64(i))), w.put(kernel.Ref(w.x)))
		s.Else = body
		body = one(s)
	}
	return w.golden(body...)
}

func TestOutputIsLinearInLength(t *testing.T) {
	for name, make := range map[string]func(int) *kernel.Kernel{"straight": straight, "else chain": elseChain} {
		t.Run(name, func(t *testing.T) {
			small, large := everything(t, make(500)), everything(t, make(2000))
			require.NoError(t, predicate.Check(small))
			assert.Less(t, length(large.Body), 5*length(small.Body))
		})
	}
}

func BenchmarkPasses(b *testing.B) {
	for name, make := range map[string]func(int) *kernel.Kernel{"straight": straight, "else": elseChain} {
		for _, n := range []int{5000, 20_000} {
			k := make(n)
			b.Run(fmt.Sprintf("%s-%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				for i := 0; i < b.N; i++ {
					everything(b, k)
				}
			})
		}
	}
}
