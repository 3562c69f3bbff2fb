package object

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// How far apart two arrays are, and which comes first, nobody knows. But it is one number for all threads: a
// parameter of its own, such as q_minus_p, by which the arrays that are compared hang together. So what differences and
// orders of pointers tell agrees: p - q is -(q - p), and not both are less than the other.

// lies tells where a memory is: by bytes behind another one, nil for the first of those that hang together.
type lies struct {
	behind *Memory
	by     kernel.Expr
}

// distances are the memories whose distance to others matters.
//
// Addresses as numbers, which pointers in memory are too, are distances from address 0: a parameter such as
// address_of_q. What is compared with one of those hangs together with zero.
type distances struct {
	mem  *Model
	at   map[*Memory]lies
	zero Memory
	// numbers are the addresses of memories, in the order in which they were asked for.
	numbers []numbered
	// held are the variables that take them first.
	held map[*kernel.Var]bool
	// asked are the memories whose addresses the program has as numbers.
	asked map[*Memory]bool
}

// numbered is a memory whose address is a parameter.
type numbered struct {
	m       *Memory
	address *kernel.Var
}

// counted reports whether what hangs together with m, the first of those, is told by numbers.
func (d *distances) counted(m *Memory) bool { return m == &d.zero || m.rowsOf != nil }

// known reports whether m lies at one place for all threads of all blocks, next to others of
// its kind: nothing is known of arrays of a thread, nor between shared and global ones.
func (m *Memory) known(shared bool) bool {
	return m != nil && (shared && m.Space == kernel.Shared || !shared && (m.Space == kernel.Global || m.Space == kernel.Constant))
}

// measurable reports whether distances between what p and q lead to can be told.
func measurable(p, q *Pointer) bool {
	if len(p.Targets) == 0 || len(q.Targets) == 0 {
		return false
	}
	m := p.Targets[0].Mem
	shared := m != nil && m.Space == kernel.Shared
	for _, of := range []*Pointer{p, q} {
		for _, t := range of.Targets {
			if !t.Mem.known(shared) || t.Mem.rowsOf != nil && len(of.Targets) > 1 {
				return false
			}
		}
	}
	return true
}

// between is p - q in bytes, nil where nothing is known.
func (d *distances) between(pos diag.Pos, p, q *Pointer) kernel.Expr {
	if !measurable(p, q) {
		return nil
	}
	for _, t := range p.Targets {
		for _, u := range q.Targets {
			d.connect(t.Mem, u.Mem)
		}
	}
	x := d.position(pos, p)
	return cexpr.Binary(kernel.Sub, x, d.position(pos, q))
}

// measured is what a comparison or difference of p and q tells: x by their offsets where they lead to one array or row,
// which same says of their tags, elsewhere what of makes of p - q in bytes.
func (d *distances) measured(pos diag.Pos, p, q *Pointer, same kernel.Expr, t kernel.Type, x kernel.Expr, what string, of func(bytes kernel.Expr) kernel.Expr) kernel.Expr {
	apart := func() kernel.Expr {
		if bytes := d.between(pos, p, q); bytes != nil {
			return of(bytes)
		}
		return d.mem.out.Arbitrary(pos, t, what+" of pointers into different arrays")
	}
	if c, ok := same.(*kernel.Const); !ok || c.Val == 0 {
		return apart()
	}
	for _, to := range p.Targets {
		if to.Mem == nil || to.Mem.rowsOf == nil {
			continue
		}
		row := cexpr.Binary(kernel.Eq, to.Mem.rowAt(p), to.Mem.rowAt(q))
		if c, ok := row.(*kernel.Const); ok && c.Val != 0 || kernel.ExprString(to.Mem.rowAt(p)) == kernel.ExprString(to.Mem.rowAt(q)) {
			return x
		}
		return kernel.FoldNode(&kernel.Cond{C: row, X: x, Y: apart()})
	}
	return x
}

// connect makes the distance between m and n known, by a parameter if nothing tells it yet. Pointers in
// memory are numbers: what they lead to lies where these say.
func (d *distances) connect(m, n *Memory) {
	a, b := d.root(m), d.root(n)
	switch {
	case a == b || d.counted(a) && d.counted(b):
		return
	case d.counted(a):
		d.count(n)
		return
	case d.counted(b):
		d.count(m)
		return
	}
	v := &kernel.Var{Name: d.mem.out.Unique(m.name + "_minus_" + n.name), T: kernel.I64, Param: true, Pos: d.mem.kernelPos}
	d.mem.out.Kernel.Params = append(d.mem.out.Kernel.Params, v)
	by := cexpr.Binary(kernel.Mul, &kernel.VarRef{Var: v}, Offset(min(m.step(), n.step())))
	// m = n + by, so a + behind(m) = b + behind(n) + by.
	d.at[a] = lies{b, cexpr.Binary(kernel.Sub, AddOffset(d.behind(n), by), d.behind(m))}
}

// step is a number of bytes that divides the address of m.
func (m *Memory) step() int64 { return min(m.Bytes, m.T.Alignment()) }

// count makes the address of m known, by a parameter if nothing tells it yet.
func (d *distances) count(m *Memory) {
	root := d.root(m)
	if d.counted(root) {
		return
	}
	v := &kernel.Var{Name: d.mem.out.Unique("address_of_" + m.name), T: kernel.U64, Param: true, Pos: d.mem.kernelPos}
	d.numbers = append(d.numbers, numbered{m, v})
	d.at[root] = lies{&d.zero, cexpr.Binary(kernel.Sub, cexpr.Convert(&kernel.VarRef{Var: v}, kernel.I64), d.behind(m))}
}

// number is the address that p leads to, as a number of type t.
func (d *distances) number(pos diag.Pos, p *Pointer, t kernel.Type) kernel.Expr {
	for _, to := range p.Targets {
		d.count(to.Mem)
		d.asked[to.Mem] = true
	}
	if len(p.Targets) == 1 {
		for _, n := range d.numbers {
			if n.m == p.Targets[0].Mem {
				bytes := cexpr.Binary(kernel.Mul, cexpr.Convert(p.Off, kernel.U64), kernel.NewConst(kernel.U64, p.Unit()))
				return cexpr.Convert(cexpr.Binary(kernel.Add, &kernel.VarRef{Var: n.address}, bytes), t)
			}
		}
	}
	return cexpr.Convert(d.position(pos, p), t)
}

// root is the memory that places of those which hang together with m are told by. All rows are told by
// their numbers, and so hang together.
func (d *distances) root(m *Memory) *Memory {
	for {
		at, ok := d.at[m]
		if !ok {
			return m
		}
		m = at.behind
	}
}

// behind is how many bytes behind its root m begins.
func (d *distances) behind(m *Memory) kernel.Expr {
	var sum kernel.Expr = ZeroOffset
	for {
		at, ok := d.at[m]
		if !ok {
			return sum
		}
		sum, m = AddOffset(sum, at.by), at.behind
	}
}

// position is where p leads to, in bytes behind the root of its memories.
func (d *distances) position(pos diag.Pos, p *Pointer) kernel.Expr {
	unit := Offset(p.Unit())
	if m := p.Targets[0].Mem; m.rowsOf != nil {
		row := d.mem.out.Stable(pos, m.rowAt(p))
		first := cexpr.Convert(rowNumber(d.mem, m, row), kernel.I64)
		within := cexpr.Binary(kernel.Sub, p.Off, cexpr.Binary(kernel.Mul, row, Offset(m.stride())))
		if m.step() < m.Bytes { // the pointer may lead to anywhere
			return AddOffset(first, cexpr.Binary(kernel.Mul, within, unit))
		}
		return cexpr.Binary(kernel.Mul, AddOffset(cexpr.Binary(kernel.Div, first, unit), within), unit)
	}
	var start kernel.Expr
	for i := len(p.Targets) - 1; i >= 0; i-- {
		t := p.Targets[i]
		at := d.behind(t.Mem)
		if start == nil {
			start = at
			continue
		}
		is := cexpr.Binary(kernel.Eq, p.TagOf(), kernel.NewConst(kernel.I32, t.ID))
		start = kernel.FoldNode(&kernel.Cond{C: is, X: at, Y: start})
	}
	return AddOffset(start, cexpr.Binary(kernel.Mul, p.Off, unit))
}
