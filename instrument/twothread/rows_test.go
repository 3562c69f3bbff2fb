package twothread

import (
	"math/big"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/arith/meaning"
	"gv2/instrument/key"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// What is assumed of products and quotients holds of all integers.
func TestFactsOfProductsAreTheorems(t *testing.T) {
	used := arith.NewVocabulary()
	a, b, n := boogie.V("a"), boogie.V("b"), boogie.V("n")
	facts := []boogie.Expr{
		boogie.Fn(used.RowsApart(), a, b, n), boogie.Fn(used.RowSign(), a, n), boogie.Fn(used.Euclid(), a, n),
	}
	for x := int64(-7); x <= 7; x++ {
		for y := int64(-7); y <= 7; y++ {
			for z := int64(-7); z <= 7; z++ {
				for _, f := range facts {
					v := meaning.New(t, map[string]*big.Int{
						"a": big.NewInt(x), "b": big.NewInt(y), "n": big.NewInt(z)}, arith.Exact(used.Decls()))
					require.Equal(t, 1, v.Eval(f).Sign(), "%s for %d %d %d", boogie.ExprString(f), x, y, z)
				}
			}
		}
	}
}

// randomIndex is a sum of products of values, some of them the same for all
// threads, in the shapes that indices have.
func randomIndex(r *rand.Rand, values []kernel.Expr, depth int) kernel.Expr {
	x := values[r.Intn(len(values))]
	if depth == 0 {
		return x
	}
	sub := func() kernel.Expr { return randomIndex(r, values, depth-1) }
	same := func(y kernel.Expr) kernel.Expr { return converted(y, x.Type()) }
	switch r.Intn(12) {
	case 0:
		return x
	case 10, 11:
		return randomMultiple(r, values)
	case 8, 9:
		return randomDigits(r, values)
	case 1:
		return kernel.Bin(kernel.Mul, x, kernel.NewConst(x.Type(), int64(r.Intn(7)-2)))
	case 2:
		return converted(sub(), []kernel.Type{kernel.I32, kernel.U32, kernel.I64}[r.Intn(3)])
	case 3, 4:
		return kernel.Bin(kernel.Add, x, same(sub()))
	case 5:
		return kernel.Bin(kernel.Sub, same(sub()), x)
	default:
		return kernel.Bin(kernel.Mul, same(sub()), x)
	}
}

// randomMultiple is a product with a multiple of a number, divided by that number.
func randomMultiple(r *rand.Rand, values []kernel.Expr) kernel.Expr {
	wide := []kernel.Type{kernel.I64, kernel.U64}[r.Intn(2)]
	value := func() kernel.Expr { return converted(values[r.Intn(len(values))], wide) }
	by := []int64{2, 4, 12}[r.Intn(3)]
	x := kernel.Bin(kernel.Mul, value(), kernel.NewConst(wide, by))
	if last := values[len(values)-1]; r.Intn(2) == 0 {
		x, by = converted(last, wide), 4
	}
	for range 1 + r.Intn(2) {
		x = kernel.Bin(kernel.Mul, value(), x)
		if r.Intn(3) == 0 {
			x = kernel.Bin(kernel.Add, x, kernel.Bin(kernel.Mul, value(), kernel.NewConst(wide, 2*by)))
		}
	}
	t := []kernel.Type{wide, kernel.I64}[r.Intn(2)]
	return kernel.Bin(kernel.Div, converted(x, t), kernel.NewConst(t, by))
}

// randomDigits takes a value apart by products of others, as by (x / (a * b)) and (x / a) % b.
func randomDigits(r *rand.Rand, values []kernel.Expr) kernel.Expr {
	of := values[r.Intn(len(values))]
	size := func() kernel.Expr {
		if r.Intn(5) == 0 {
			return kernel.NewConst(of.Type(), int64(r.Intn(5)-1))
		}
		x := values[r.Intn(len(values))]
		if r.Intn(6) == 0 {
			x = kernel.Bin(kernel.Sub, x, kernel.NewConst(x.Type(), 1))
		}
		return converted(converted(x, []kernel.Type{x.Type(), kernel.I64, kernel.I32}[r.Intn(3)]), of.Type())
	}
	a, b := size(), size()
	product := kernel.Bin(kernel.Mul, a, b)
	if r.Intn(2) == 0 {
		product = kernel.Bin(kernel.Mul, b, kernel.Bin(kernel.Mul, a, size()))
	}
	high := kernel.Bin(kernel.Div, of, product)
	if r.Intn(3) == 0 {
		of = kernel.Bin(kernel.Rem, of, product)
	}
	low := kernel.Bin(kernel.Rem, kernel.Bin(kernel.Div, of, a), b)
	return kernel.Bin(kernel.Add, kernel.Bin(kernel.Mul, high, product), kernel.Bin(kernel.Mul, low, size()))
}

func converted(x kernel.Expr, t kernel.Type) kernel.Expr {
	if x.Type() == t {
		return x
	}
	return &kernel.Convert{T: t, X: x}
}

// Whatever is stated about the rows of indices holds of all values, conversions
// that change them included.
func TestStatedFactsAreTrue(t *testing.T) {
	facts, chained, multiples := 0, 0, 0
	for seed := int64(0); seed < 1000; seed++ {
		r := rand.New(rand.NewSource(seed))
		uniform := map[*kernel.Var]bool{}
		var values []kernel.Expr
		k := &kernel.Kernel{Launch: kernel.Launch{BlockDim: [3]int{64, 1, 1}}}
		for i := range 4 {
			v := &kernel.Var{Name: string("abcd"[i]), T: []kernel.Type{kernel.I32, kernel.U32}[r.Intn(2)], Param: i < 2}
			uniform[v] = i < 3
			values = append(values, kernel.Ref(v))
			if v.Param {
				k.Params = append(k.Params, v)
			}
		}
		e := &arith.Encoder{Names: arith.NewNames(k), Uniform: uniform, Model: arith.ModelOf(key.IntArith), Ranges: fact.NewRanges(k), Used: arith.NewVocabulary(), Locals: map[string]boogie.Type{}}
		w := &text{stated: stated{}}
		bytes := &kernel.Var{Name: "bytes", T: kernel.U64}
		uniform[bytes] = true
		known := predicate.ValuesOf([]predicate.Stmt{&predicate.Do{Stmt: &kernel.Assign{Dst: bytes, X: kernel.Bin(kernel.Mul, converted(values[0], kernel.U64), kernel.NewConst(kernel.U64, 4))}}})
		values = append(values, kernel.Ref(bytes))
		rows := newSeparation(e, w, &known)
		indices := []kernel.Expr{randomIndex(r, values, 3), randomIndex(r, values, 3)}
		for _, x := range indices {
			rows.noteRows(x)
		}
		for _, x := range indices {
			rows.Separate(x)
		}
		facts += len(w.stmts)
		for _, st := range w.stmts {
			if strings.Contains(boogie.ExprString(st.(*boogie.Assume).E), "QUOTIENT(QUOTIENT(") {
				chained++
			}
			if strings.Contains(boogie.ExprString(st.(*boogie.Assume).E), "bytes == 4 * ") {
				multiples++
			}
		}
		for range 20 {
			vars := map[string]*big.Int{}
			for _, x := range values {
				for thread := range 3 {
					vars[e.Variable(x.(*kernel.VarRef).Var, thread)] = randomValue(r, x.Type())
				}
			}
			for _, st := range w.stmts {
				fact := st.(*boogie.Assume).E
				v := meaning.New(t, vars, arith.Exact(e.Used.Decls()))
				require.Equal(t, 1, v.Eval(fact).Sign(), "seed %d: %s for %v", seed, boogie.ExprString(fact), vars)
			}
		}
	}
	require.Greater(t, facts, 1000, "facts are stated")
	require.Greater(t, chained, 50, "quotients by products are told apart")
	require.Greater(t, multiples, 50, "products of multiples are multiples")
}

// randomValue is small or anything.
func randomValue(r *rand.Rand, t kernel.Type) *big.Int {
	if r.Intn(2) == 0 {
		return big.NewInt(t.Wrap(int64(r.Intn(12) - 4)))
	}
	return big.NewInt(t.Wrap(r.Int63()))
}
