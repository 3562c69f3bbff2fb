package phases

import (
	"fmt"
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/folded"
)

// Barriers that share an array with data, or with each other in strides: members of a struct, parts of dynamic shared memory. They get
// arrays of their own, in which barrier e is the element that lies e strides behind the first one. That the data of the array lies
// elsewhere is claimed of each access, in a kernel of one thread; accesses that belong to operations on barriers are left out.
//
// An index that is no element of those that are initialised stays none: whoever operates on it takes part in a barrier that
// expects nobody, of which nothing is proved.

// Apart is k with such barriers in arrays of their own, and the claims that have to hold for it: a kernel of one thread, nil if
// there are none. It returns nils where there are no such barriers, or why they are not told apart.
func Apart(k *kernel.Kernel) (apart, claims *kernel.Kernel, m *Missing) {
	shared := mixed(k)
	if len(shared) == 0 {
		return nil, nil, nil
	}
	simple := tidy(k)
	known, _, m := start(simple)
	if m != nil {
		return nil, nil, m
	}
	p := &parting{k: simple, names: kernel.NewNames(simple), of: map[*kernel.Array]*mixture{}}
	for _, a := range shared {
		x := &mixture{array: a}
		p.strides(simple.Body, x)
		for e, n := range known.counts {
			if e.array == a {
				x.all = append(x.all, initialised{e.index, n})
			}
		}
		if m := p.group(x); m != nil {
			return nil, nil, m
		}
		p.of[a] = x
	}
	out := *simple
	out.Body = p.block(simple.Body)
	if p.fault != nil {
		return nil, nil, p.fault
	}
	out.Arrays = slices.Clone(k.Arrays)
	for _, a := range shared {
		for _, g := range p.of[a].groups {
			out.Arrays = append(out.Arrays, g.array)
		}
	}
	return &out, p.claims(&out), nil
}

// mixed lists the shared arrays in which barriers are not simply the elements.
func mixed(k *kernel.Kernel) []*kernel.Array {
	barriers, other := map[*kernel.Array]bool{}, map[*kernel.Array]bool{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if p, ok := s.(*kernel.Phase); ok {
			barriers[p.At.Array] = true
			if p.At.Width > 1 || p.At.Member != nil {
				other[p.At.Array] = true
			}
		}
		if acc := kernel.Touched(s); acc != nil && !fact.OfBarrier(s) {
			other[acc.Array] = true
		}
		return true
	})
	x := map[*kernel.Array]*mixture{}
	(&parting{}).everyStride(k.Body, barriers, x)
	var out []*kernel.Array
	for _, a := range k.Arrays {
		if barriers[a] && a.Space == kernel.Shared && a.Part == 0 && (other[a] || x[a] != nil && x[a].stride > 1) {
			out = append(out, a)
		}
	}
	return out
}

// mixture is an array with barriers and other things.
type mixture struct {
	array *kernel.Array
	// stride divides the distances of barriers in indices that are not constant, 0 if all are; width is that of a barrier.
	stride, width int64
	all           []initialised
	groups        []*group
}

type initialised struct{ index, expects int64 }

// group is a run of barriers with equal distances that expect the same.
type group struct {
	array       *kernel.Array
	first, last int64
	expects     int64
}

type parting struct {
	k     *kernel.Kernel
	names *kernel.Names
	of    map[*kernel.Array]*mixture
	fault *Missing
}

// everyStride finds the strides of barriers.
func (p *parting) everyStride(list []kernel.Stmt, barriers map[*kernel.Array]bool, out map[*kernel.Array]*mixture) {
	for a := range barriers {
		out[a] = &mixture{array: a}
		p.strides(list, out[a])
	}
}

func (p *parting) strides(list []kernel.Stmt, x *mixture) {
	for i, s := range list {
		for _, inner := range kernel.Blocks(s) {
			p.strides(inner, x)
		}
		for _, at := range places(s) {
			if at.Array != x.array {
				continue
			}
			x.width = max(x.width, int64(at.Width), 1)
			for _, t := range sumOf(folded.Resolve(list, i, at.Index)).terms {
				x.stride = gcd(x.stride, t.by)
			}
		}
	}
}

// places are the barriers in memory that a statement names.
func places(s kernel.Stmt) []kernel.Access {
	var out []kernel.Access
	if p, ok := s.(*kernel.Phase); ok {
		out = append(out, p.At)
	}
	if a := kernel.AgentOf(s); a != nil && a.At != nil {
		out = append(out, *a.At)
	}
	return out
}

// group sorts the barriers of an array into runs, and makes an array for each.
func (p *parting) group(x *mixture) *Missing {
	slices.SortFunc(x.all, func(a, b initialised) int { return int(a.index - b.index) })
	for i := range x.all {
		if i > 0 && x.all[i].index < x.all[i-1].index+x.width {
			return &Missing{x.array.Pos, "barriers in memory that overlap"}
		}
	}
	step := x.stride
	if step == 0 {
		step = x.width
	}
	if step < x.width {
		return &Missing{x.array.Pos, "barriers in memory whose distances are less than their size"}
	}
	x.stride = step
	for _, e := range x.all {
		var to *group
		for _, g := range x.groups {
			if e.index == g.last+step && e.expects == g.expects {
				to = g
			}
		}
		if to == nil {
			n := len(x.groups) + 1
			to = &group{first: e.index, expects: e.expects, array: &kernel.Array{Name: p.names.Unused(fmt.Sprintf("%s_barriers_%d", x.array.Name, n)),
				Label: x.array.Label, Space: kernel.Shared, Elem: kernel.U64, Scale: 1, Pos: x.array.Pos}}
			x.groups = append(x.groups, to)
		}
		to.last = e.index
		to.array.Len = (to.last-to.first)/step + 1
	}
	return nil
}

// block puts the barriers of a list into their arrays, and notes what is claimed of data.
func (p *parting) block(list []kernel.Stmt) []kernel.Stmt {
	var out []kernel.Stmt
	for i, s := range list {
		if acc := kernel.Touched(s); acc != nil && p.of[acc.Array] != nil && fact.OfBarrier(s) {
			if v := kernel.Assigned(s); v != nil {
				out = append(out, &kernel.Havoc{Src: s.Source(), Dst: v, Why: "the state of a barrier"})
			}
			continue
		}
		move := func(at *kernel.Access) {
			if x := p.of[at.Array]; x != nil {
				*at = p.moved(s, x, folded.Resolve(list, i, at.Index))
			}
		}
		if a := kernel.AgentOf(s); a != nil && a.At != nil && p.of[a.At.Array] != nil {
			agent, at := *a, *a.At
			agent.At = &at
			move(&at)
			s = withAgent(s, &agent)
		}
		if ph, ok := s.(*kernel.Phase); ok {
			c := *ph
			move(&c.At)
			s = &c
		}
		out = append(out, kernel.MapBlocks(s, p.block))
	}
	return out
}

// withAgent is s with another agent.
func withAgent(s kernel.Stmt, a *kernel.Agent) kernel.Stmt {
	switch s := s.(type) {
	case *kernel.Load:
		c := *s
		c.Agent = a
		return &c
	case *kernel.Store:
		c := *s
		c.Agent = a
		return &c
	case *kernel.Phase:
		c := *s
		c.Agent = a
		return &c
	default:
		// AgentOf knows no others.
		return s
	}
}

// moved is the element of a group that an index of the array is.
func (p *parting) moved(s kernel.Stmt, x *mixture, index kernel.Expr) kernel.Access {
	e := sumOf(index)
	for _, g := range x.groups {
		if (e.base-g.first)%x.stride != 0 || e.base < g.first || e.base > g.last {
			continue
		}
		var at kernel.Expr
		if n := (e.base - g.first) / x.stride; n != 0 || len(e.terms) == 0 {
			at = kernel.NewConst(kernel.I64, n)
		}
		for _, t := range e.terms {
			term := t.of
			if by := t.by / x.stride; by != 1 {
				term = kernel.Op(kernel.Mul, term, kernel.NewConst(kernel.I64, by))
			}
			if at == nil {
				at = term
			} else {
				at = kernel.Op(kernel.Add, at, term)
			}
		}
		return kernel.Access{Array: g.array, Index: at, Width: 1}
	}
	if p.fault == nil {
		p.fault = missing(s, "it is not known which of the barriers in memory this is")
	}
	return kernel.Access{Array: x.array, Index: index, Width: 1}
}

// claims is a kernel of one thread that claims of each access to data that it is to no barrier.
func (p *parting) claims(k *kernel.Kernel) *kernel.Kernel {
	claims := map[kernel.Stmt]bool{}
	body := kernel.Rewrite(k.Body, func(s, inner kernel.Stmt) []kernel.Stmt {
		acc := kernel.Touched(s)
		if acc == nil || p.of[acc.Array] == nil {
			return []kernel.Stmt{inner}
		}
		x := p.of[acc.Array]
		var out []kernel.Stmt
		for _, r := range x.ranges() {
			behind := kernel.Op(kernel.Add, acc.Index, kernel.NewConst(kernel.I64, int64(max(acc.Width, 1))))
			a := &kernel.Assert{Src: s.Source(), Text: "this access is to no barrier in memory",
				Cond: kernel.Op(kernel.LOr, kernel.Op(kernel.Le, behind, kernel.NewConst(kernel.I64, r[0])), kernel.Op(kernel.Le, kernel.NewConst(kernel.I64, r[1]), acc.Index))}
			claims[a] = true
			out = append(out, a)
		}
		return append(out, inner)
	})
	if len(claims) == 0 {
		return nil
	}
	out := *k
	out.Body = folded.OneThread(body, claims)
	return &out
}

// ranges are the parts of the array that barriers take: from, and the first element behind.
func (x *mixture) ranges() [][2]int64 {
	var out [][2]int64
	for _, e := range x.all {
		if n := len(out); n > 0 && out[n-1][1] == e.index {
			out[n-1][1] = e.index + x.width
			continue
		}
		out = append(out, [2]int64{e.index, e.index + x.width})
	}
	return out
}

// sum is base plus terms, in 64 bits.
type sum struct {
	base  int64
	terms []term
}

type term struct {
	of kernel.Expr
	by int64
}

func sumOf(e kernel.Expr) sum {
	var out sum
	out.add(e, 1)
	return out
}

func (s *sum) add(e kernel.Expr, by int64) {
	if c, ok := e.(*kernel.Const); ok {
		s.base += by * c.Val
		return
	}
	if b, ok := e.(*kernel.Binary); ok && e.Type() == kernel.I64 {
		c, constant := b.Y.(*kernel.Const)
		switch {
		case b.Op == kernel.Add:
			s.add(b.X, by)
			s.add(b.Y, by)
			return
		case b.Op == kernel.Sub && constant:
			s.add(b.X, by)
			s.base -= by * c.Val
			return
		case b.Op == kernel.Mul && constant && -mostFactor < c.Val && c.Val < mostFactor && -mostFactor < by && by < mostFactor:
			s.add(b.X, by*c.Val)
			return
		}
	}
	s.terms = append(s.terms, term{e, by})
}

// mostFactor keeps products of factors within 64 bits.
const mostFactor = 1 << 30

func gcd(a, b int64) int64 {
	if b < 0 {
		b = -b
	}
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
