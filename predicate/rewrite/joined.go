package rewrite

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// JoinedReads writes what a thread reads of several elements at once as the number that they make, the
// lowest first, where no thread changes them: two threads that read the same have the same.
//
//	t = p[2 +: 2]      p[2 +: 2]; ghost a = p[2]; ghost b = p[3]; t = (i32)((u32)(u16)a + 65536 * (u32)(u16)b)
//
// A struct of an int and a short is read so, and in PTX an address; a float is the number that has those bits. Later stages take what several elements yield as arbitrary.
func JoinedReads(k *kernel.Kernel) *kernel.Kernel {
	written := fact.Written(k)
	joins := func(s kernel.Stmt) *kernel.Load {
		load, is := s.(*kernel.Load)
		if !is || load.Dst == nil || load.Acc.Width < 2 || load.Volatile || load.Agent != nil || written[load.Acc.Array] {
			return nil
		}
		if t, unit := load.Dst.T, load.Acc.Array.Elem; t.Kind == kernel.Bool || unit.Kind != kernel.Float && !unit.IsInt() || unit.Bits*load.Acc.Width != t.Bits {
			return nil
		}
		return load
	}
	if !kernel.Any(k.Body, func(s kernel.Stmt) bool { return joins(s) != nil }) {
		return k
	}
	c := *k
	c.Vars = k.Vars[:len(k.Vars):len(k.Vars)]
	names := kernel.NewNames(k)
	c.Body = kernel.Rewrite(k.Body, func(s, inner kernel.Stmt) []kernel.Stmt {
		load := joins(s)
		if load == nil {
			return []kernel.Stmt{inner}
		}
		access := *load
		access.Dst = nil
		out := []kernel.Stmt{&access}
		unit, whole := load.Acc.Array.Elem, kernel.Type{Kind: kernel.Int, Bits: load.Dst.T.Bits}
		var sum kernel.Expr
		for n := range load.Acc.Width {
			part := &kernel.Var{Name: names.Unused(load.Dst.Name + "_part"), T: unit, Temp: true, Pos: load.Pos}
			c.Vars = append(c.Vars, part)
			acc := load.Acc
			acc.Width, acc.Index = 1, plus(load.Acc.Index, int64(n))
			out = append(out, &kernel.Load{Src: load.Src, Dst: part, Acc: acc, Ghost: true})
			bits := kernel.Type{Kind: kernel.Int, Bits: unit.Bits}
			var number kernel.Expr = &kernel.VarRef{Var: part}
			if unit.Kind == kernel.Float {
				number = &kernel.Call{T: bits, Fn: "bits_" + unit.String() + "_as_" + bits.String(), Args: []kernel.Expr{number}}
			}
			x := converted(whole, converted(bits, number))
			if sum == nil {
				sum = x
				continue
			}
			sum = kernel.Bin(kernel.Add, sum, kernel.Bin(kernel.Mul, kernel.NewConst(whole, int64(1)<<(n*unit.Bits)), x))
		}
		if load.Dst.T.Kind == kernel.Float {
			sum = &kernel.Call{T: load.Dst.T, Fn: "bits_" + whole.String() + "_as_" + load.Dst.T.String(), Args: []kernel.Expr{sum}}
		}
		return append(out, &kernel.Assign{Src: load.Src, Dst: load.Dst, X: converted(load.Dst.T, sum)})
	})
	return &c
}

func plus(x kernel.Expr, n int64) kernel.Expr {
	if n == 0 {
		return x
	}
	return kernel.FoldNode(kernel.Bin(kernel.Add, x, kernel.NewConst(x.Type(), n)))
}

func converted(t kernel.Type, x kernel.Expr) kernel.Expr {
	if x.Type() == t {
		return x
	}
	return &kernel.Convert{T: t, X: x}
}
