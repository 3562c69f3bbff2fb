// Package layout reads how a kernel lays out arrays: the strides of an index, and how many
// steps of each stride there are.
//
// In: a kernel, and arrays of it. Out: for each access its axes. The index i0 * s0 + i1 * s1 with
// i0 < n0 has the axes s0, with the extent n0, and s1. Such axes do not overlap if each
// stride is at least the extent of the axis within it times that one's stride.
//
// All of it is a guess: it goes by the text of the kernel as if nothing overflowed. Who uses it to
// say something about a kernel proves that.
package layout

import (
	"cmp"
	"slices"
	"strconv"

	"gv2/frontend/kernel"
)

// Axis is one direction of an array.
type Axis struct {
	// Stride is the distance of neighbours, a polynomial in parameters and sizes of the
	// launch, or a constant.
	Stride Polynomial
	// Extents are how many steps there may be, by different bounds; empty if none is known.
	Extents []Extent
	// Shift is how many steps are added for all threads: 0 for the first half of a row, n / 2 for the second.
	Shift Polynomial
}

// Extent is a number of steps.
type Extent struct {
	Below Polynomial
	// Whole is set where that holds only if Below is a multiple of it: vectors of so many
	// elements end at the end of a row. 0 for none.
	Whole int64
}

// Access is an access with its axes; the constant ones, if there are any, are first, as one.
type Access struct {
	Array *kernel.Array
	Axes  []Axis
	// Width is how many elements each access takes.
	Width int64
	// Shift is what is added to the index of all threads, where that is one parameter. Beyond is the part of what is
	// added that is a number of steps of no axis.
	Shift  *kernel.Var
	Beyond Polynomial
	// Divisors are the parameters that the index, or what bounds it, divides by.
	Divisors []Polynomial
}

// Of lists the accesses to the arrays, those of the same axes once.
func Of(k *kernel.Kernel, arrays func(*kernel.Array) bool) []Access {
	out, _ := accesses(k, arrays, false)
	return out
}

// Factored is Of with strides that are sums: (n + 1) * i + j has the axes n + 1 and 1, where Of sees n with i and 1 with i + j. It is nil
// where no stride is one.
func Factored(k *kernel.Kernel, arrays func(*kernel.Array) bool) []Access {
	if out, sums := accesses(k, arrays, true); sums {
		return out
	}
	return nil
}

func accesses(k *kernel.Kernel, arrays func(*kernel.Array) bool, factored bool) (out []Access, sums bool) {
	seen := map[string]bool{}
	s := newSurvey(k, func(s *survey, acc *kernel.Access) {
		if !arrays(acc.Array) {
			return
		}
		a := s.access(acc)
		text := acc.Array.Name + " " + strconv.FormatInt(a.Width, 10) + " " + a.Beyond.Text()
		for _, x := range a.Axes {
			text += "; " + x.Stride.Text() + " " + x.Shift.Text()
			for _, e := range x.Extents {
				text += ", " + e.Below.Text()
			}
		}
		if !seen[text] {
			seen[text] = true
			out = append(out, a)
		}
	})
	s.factored = factored
	s.walk(k.Body)
	return out, s.sums
}

// survey walks a kernel with what is known of its variables there.
type survey struct {
	k *kernel.Kernel
	// values are those of variables, as far as they are known.
	values map[*kernel.Var]Polynomial
	// flags are the bounds that a variable states where it is not 0.
	flags map[*kernel.Var][]bound
	// parts are the quotients and remainders among the atoms, by their texts; remainders are
	// the atoms that are x - x / m * m, with m.
	parts      map[string]part
	remainders map[string]Polynomial
	// bounding are the atoms of which a bound is being looked for: a variable that a loop halves has
	// itself in its value.
	bounding map[string]bool
	bounds   []bound
	loops    int
	visit    func(*kernel.Access)
	// factored: strides may be sums; sums is set where one is.
	factored, sums bool
}

// part is x / y or x % y.
type part struct {
	x, y Polynomial
	op   kernel.BinaryOp
}

func newSurvey(k *kernel.Kernel, visit func(s *survey, acc *kernel.Access)) *survey {
	s := &survey{
		k: k, values: map[*kernel.Var]Polynomial{}, flags: map[*kernel.Var][]bound{},
		parts: map[string]part{}, remainders: map[string]Polynomial{}, bounding: map[string]bool{},
	}
	s.visit = func(acc *kernel.Access) { visit(s, acc) }
	return s
}

// part is the atom of a division. Divisions of equal values are one atom.
func (s *survey) part(b *kernel.Binary) Polynomial {
	x, y := s.of(b.X), s.of(b.Y)
	name := x.Text() + " " + b.Op.String() + " " + y.Text()
	if p, constant := y.Const(); constant && p > 0 && b.Op == kernel.Div {
		if q, ok := x.dividedBy(&Product{Times: p}); ok {
			return q // 4 * x / 4
		}
	}
	a := kernel.Expr(&kernel.VarRef{Var: &kernel.Var{Name: name, T: kernel.I64}})
	if uniform(x) && uniform(y) {
		a = &kernel.Binary{Op: b.Op, X: asParameter(x, b.X), Y: asParameter(y, b.Y)}
	}
	s.parts[kernel.ExprString(a)] = part{x, y, b.Op}
	return atom(a)
}

// asParameter is an operand as the parameter that it is a copy of: functions that are called have copies.
func asParameter(p Polynomial, operand kernel.Expr) kernel.Expr {
	m := p.single()
	if m == nil || m.Times != 1 || len(m.Atoms) != 1 {
		return operand
	}
	v, is := m.Atoms[0].(*kernel.VarRef)
	switch {
	case !is || !v.Var.Param:
		return operand
	case v.Var.T == operand.Type():
		return v
	}
	return &kernel.Convert{T: operand.Type(), X: v}
}

// uniform reports whether a polynomial is the same for all threads.
func uniform(p Polynomial) bool {
	for _, x := range p.terms {
		if varies(x) {
			return false
		}
	}
	return true
}

// remainder reads a polynomial as x - x / m * m, and returns m.
func (s *survey) remainder(p Polynomial) (by Polynomial, is bool) {
	for _, x := range p.Products() {
		for i, a := range x.Atoms {
			q, ok := s.parts[kernel.ExprString(a)]
			if !ok || q.op != kernel.Div {
				continue
			}
			rest := product(-x.Times, slices.Delete(slices.Clone(x.Atoms), i, i+1))
			if m := q.y.single(); m != nil && m.Times == rest.Times && rest.key() == m.key() && q.x.Equals(p.plus(polynomialOf(x), -1)) {
				return q.y, true
			}
		}
	}
	return by, false
}

func polynomialOf(x *Product) Polynomial {
	out := Polynomial{map[string]*Product{}}
	out.add(x)
	return out
}

// walk visits the accesses of statements.
func (s *survey) walk(list []kernel.Stmt) {
	guards := len(s.bounds)
	for _, st := range list {
		if acc := kernel.Touched(st); acc != nil {
			s.visit(acc)
		}
		switch st := st.(type) {
		case *kernel.Assign:
			s.assign(st)
		case *kernel.If:
			s.branch(st)
		case *kernel.Loop:
			s.loop(st)
		default:
			// Others change a variable in unknown ways, or have blocks in which execution goes on.
			if v := kernel.Assigned(st); v != nil {
				s.forget(v)
			}
			for _, b := range kernel.Blocks(st) {
				s.walk(b)
			}
		}
	}
	s.bounds = s.bounds[:guards]
}

func (s *survey) forget(v *kernel.Var) {
	delete(s.values, v)
	delete(s.flags, v)
}

func (s *survey) assign(st *kernel.Assign) {
	v := st.Dst
	bounds := s.stated(st.X, true)
	var value Polynomial
	known := v.T.Kind == kernel.Int && st.X.Type().Kind == kernel.Int
	if known {
		value = s.of(st.X)
		if by, is := s.remainder(value); is {
			// What division leaves is a coordinate of its own.
			a := &kernel.VarRef{Var: &kernel.Var{Name: "rest of " + value.Text(), T: kernel.I64}}
			s.remainders[kernel.ExprString(a)] = by
			value = atom(a)
		}
		known = len(value.terms) > 0 || st.X.Type().Kind == kernel.Int
	}
	s.forget(v)
	if known {
		s.values[v] = value
	}
	if len(bounds) > 0 {
		s.flags[v] = bounds
	}
}

// branch walks both sides. What one side leaves by a jump is as the other side leaves it.
func (s *survey) branch(st *kernel.If) {
	yes, no := s.stated(st.Cond, true), s.stated(st.Cond, false)
	guards := len(s.bounds)
	s.bounds = append(s.bounds, yes...)
	s.walk(st.Then)
	s.bounds = append(s.bounds[:guards], no...)
	s.walk(st.Else)
	s.bounds = s.bounds[:guards]
	switch {
	case jumps(st.Then):
		s.bounds = append(s.bounds, no...)
	case jumps(st.Else):
		s.bounds = append(s.bounds, yes...)
	}
	for _, v := range assignedIn(st.Then, st.Else) {
		s.forget(v)
	}
}

// loop walks a loop for any iteration: a variable that each iteration moves by as much is where it
// was at first and so often that much.
func (s *survey) loop(st *kernel.Loop) {
	assigned := assignedIn(st.Head, st.Body, st.Post)
	changes := map[*kernel.Var]bool{}
	for _, v := range assigned {
		changes[v] = true
	}
	s.loops++
	turn := atom(&kernel.VarRef{Var: &kernel.Var{Name: "iteration " + strconv.Itoa(s.loops), T: kernel.I64}})
	moved := map[*kernel.Var]Polynomial{}
	for _, v := range assigned {
		if start, known := s.values[v]; known {
			if step, ok := s.step(st, v, changes); ok {
				moved[v] = start.plus(step.times(turn), 1)
			}
		}
	}
	for _, v := range assigned {
		s.forget(v)
	}
	for v, value := range moved {
		s.values[v] = value
	}
	s.walk(st.Head)
	guards := len(s.bounds)
	if !st.DoWhile {
		s.bounds = append(s.bounds, s.stated(st.Cond, true)...)
	}
	s.walk(st.Body)
	s.bounds = s.bounds[:guards]
	s.walk(st.Post)
	for _, v := range assigned {
		s.forget(v)
	}
}

// step is what each iteration adds to a variable.
func (s *survey) step(l *kernel.Loop, v *kernel.Var, changes map[*kernel.Var]bool) (Polynomial, bool) {
	times := 0
	var by kernel.Expr
	kernel.Walk(append(append(slices.Clip(l.Head), l.Body...), l.Post...), func(st kernel.Stmt) bool {
		if kernel.Assigned(st) == v {
			times++
		}
		return true
	})
	for _, st := range append(slices.Clip(l.Body), l.Post...) {
		if a, is := st.(*kernel.Assign); is && a.Dst == v {
			by = a.X
		}
	}
	if times != 1 || by == nil {
		return Polynomial{}, false
	}
	old := s.values[v]
	s.values[v] = atom(kernel.Ref(v))
	step := s.of(by).plus(atom(kernel.Ref(v)), -1)
	s.values[v] = old
	for _, x := range step.Products() {
		for _, a := range x.Atoms {
			r, is := a.(*kernel.VarRef)
			if !is || !r.Var.Param || changes[r.Var] {
				return step, false
			}
		}
	}
	return step, true
}

func assignedIn(lists ...[]kernel.Stmt) []*kernel.Var {
	var out []*kernel.Var
	seen := map[*kernel.Var]bool{}
	for _, list := range lists {
		kernel.Walk(list, func(st kernel.Stmt) bool {
			if v := kernel.Assigned(st); v != nil && !seen[v] {
				seen[v] = true
				out = append(out, v)
			}
			return true
		})
	}
	return out
}

// jumps reports whether statements end in a jump.
func jumps(list []kernel.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch list[len(list)-1].(type) {
	case *kernel.Return, *kernel.Leave, *kernel.Break, *kernel.Continue:
		return true
	default:
		// Others go on.
	}
	return false
}

// access sorts the products of an index by their strides.
func (s *survey) access(acc *kernel.Access) Access {
	out := Access{Array: acc.Array, Width: int64(max(acc.Width, 1))}
	index, row := s.of(acc.Index), rowOf(acc.Array)
	type group struct {
		stride Polynomial
		along  Polynomial
	}
	var groups []*group
	var shifts []*Product
	by, taken := map[string]*group{}, map[string]bool{}
	for _, x := range index.Products() {
		var uniform, varying []kernel.Expr
		for _, a := range x.Atoms {
			if Uniform(a) {
				uniform = append(uniform, a)
			} else {
				varying = append(varying, a)
			}
		}
		if len(varying) == 0 {
			if len(uniform) > 0 {
				if r, is := uniform[0].(*kernel.VarRef); is && len(uniform) == 1 && x.Times == 1 {
					out.Shift = r.Var
				} else if len(uniform) > 0 && x.Times > 0 {
					shifts = append(shifts, x)
				}
				continue // the same for all threads
			}
			varying, uniform = nil, nil
		}
		stride, steps := polynomialOf(&Product{1, uniform}), x.Times
		if row > 1 && len(uniform) == 0 && len(varying) > 0 && x.Times%row == 0 {
			stride, steps = Number(row), x.Times/row
		}
		if of := (&Product{1, varying}).key(); len(varying) > 0 {
			sum, times, is := index.factor(of)
			if is && (s.factored || !sum.adds()) {
				if s.sums = s.sums || s.factored; taken[of] {
					continue
				}
				taken[of], stride, steps = true, sum, times
			}
		}
		g := by[stride.Text()]
		if g == nil {
			g = &group{stride, Number(0)}
			by[stride.Text()] = g
			groups = append(groups, g)
		}
		g.along = g.along.plus(polynomialOf(&Product{steps, varying}), 1)
	}
	// The constant stride comes first: its text does.
	slices.SortStableFunc(groups, func(a, b *group) int {
		m, x := a.stride.Const()
		n, y := b.stride.Const()
		switch {
		case x && !y:
			return -1
		case y && !x:
			return 1
		}
		return cmp.Compare(m, n)
	})
	backward := map[string]bool{}
	for _, g := range groups {
		if along, is := g.along.reversed(); is {
			g.along, backward[g.stride.Text()] = along, true
		}
		if n, constant := g.stride.Const(); constant && n == 1 {
			g.along = g.along.plus(Number(out.Width-1), 1)
		}
		out.Axes = append(out.Axes, Axis{Stride: g.stride, Extents: s.extents(g.along, s.bounds)})
	}
	out.Beyond = Number(0)
	for _, x := range shifts {
		out.shift(x)
	}
	for i := range out.Axes {
		if x := &out.Axes[i]; backward[x.Stride.Text()] {
			x.Shift = Number(0) // from the last step down to the first
		}
	}
	out.Divisors = s.divisors(index)
	return out
}

// rowOf is the length of a row of an array in shared memory of which the kernel declares it, 1 for others.
func rowOf(a *kernel.Array) int64 {
	row := int64(1)
	if a.Space == kernel.Shared && len(a.Dims) > 1 {
		for _, n := range a.Dims[1:] {
			row *= n
		}
	}
	return row
}

// shift adds a product to the index for all threads: as steps of the axis of the longest stride that divides it.
func (a *Access) shift(x *Product) {
	along, steps, longest := (*Axis)(nil), Polynomial{}, -1
	for i := range a.Axes {
		stride := a.Axes[i].Stride.single()
		if stride == nil || len(stride.Atoms) <= longest {
			continue
		}
		if n, ok := polynomialOf(x).dividedBy(stride); ok {
			along, steps, longest = &a.Axes[i], n, len(stride.Atoms)
		}
	}
	if along == nil {
		a.Beyond = a.Beyond.plus(polynomialOf(x), 1)
		return
	}
	along.Shift = along.Shift.plus(steps, 1)
}

// Uniform reports whether an expression is made of parameters and sizes of the launch.
func Uniform(x kernel.Expr) bool {
	ok := true
	kernel.WalkExpr(x, func(x kernel.Expr) bool {
		switch x := x.(type) {
		case *kernel.VarRef:
			ok = ok && x.Var.Param
		case *kernel.Builtin:
			ok = ok && (x.Kind == kernel.BlockDim || x.Kind == kernel.GridDim)
		default:
			// Others are as their operands are.
		}
		return ok
	})
	return ok
}

// divisors are what the coordinates in a polynomial are divided by.
func (s *survey) divisors(p Polynomial) []Polynomial {
	var out []Polynomial
	seen := map[string]bool{}
	var visit func(p Polynomial, depth int)
	visit = func(p Polynomial, depth int) {
		for _, x := range p.Products() {
			for _, a := range x.Atoms {
				text := kernel.ExprString(a)
				if by, is := s.remainders[text]; is && !seen[by.Text()] {
					seen[by.Text()] = true
					out = append(out, by)
				}
				q, is := s.parts[text]
				if !is || depth == 0 {
					continue
				}
				if q.y.single() != nil && !seen[q.y.Text()] {
					seen[q.y.Text()] = true
					out = append(out, q.y)
				}
				visit(q.x, depth-1)
			}
		}
	}
	visit(p, mostNested)
	return out
}

// mostNested bounds how deep divisions are followed.
const mostNested = 6
