// Package tensor finds out how many bytes tensor copies move: their instructions do not say it, the map of the tensor does, which the
// host makes.
//
// In: a kernel with accesses of agents that have a kernel.Box, for 16 bytes each. Out: the kernel with accesses as wide as the
// boxes are, and sentences that say so. The size of a box is what the barrier of the copy expects, less what other copies of the
// same list of statements bring, if no list brings what another expects; where several tensor copies share an expectation, and
// for stores, it is the extent of the shared array, or of its last dimensions. Several extents have to make up what is expected.
// Copies to several blocks of a cluster bring what they bring to each barrier as often as blocks execute them, if all do (ranks.go).
// All copies by one map are of one size: it follows for some from others, and the user may say it (given.go). What does not tell
// is a fault.
package tensor

import (
	"fmt"
	"slices"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// placeholder is how many bytes accesses of tensor copies have that are not sized.
const placeholder = 16

// Sized is k with the sizes of its tensor copies. Of params, values that the user gives by name, it takes those of boxes.
func Sized(k *kernel.Kernel, params map[string]string) (*kernel.Kernel, *diag.Diagnostic) {
	s := &sizes{bytes: map[*kernel.Box]int64{}, extents: map[*kernel.Box]int64{}, most: map[*kernel.Box]int64{}, how: map[*kernel.Box]string{}, scattered: map[*kernel.Array]bool{}}
	k, fault := s.user(k, params)
	if fault != nil {
		return nil, fault
	}
	s.collect(k.Body)
	if len(s.boxes) == 0 {
		return k, nil
	}
	s.scatter(k.Body)
	s.ranks = varying(k.Body)
	s.list(k.Body, false)
	s.byMaps()
	s.byExtents(k.Body)
	for _, b := range s.boxes {
		if s.bytes[b] == 0 && b.Store && s.extents[b] > 0 {
			s.bytes[b], s.how[b] = s.extents[b], "the extent of what it reads"
		}
		if s.bytes[b] <= 0 || s.bytes[b]%placeholder != 0 || s.most[b] > 0 && s.bytes[b] > s.most[b] {
			return nil, &diag.Diagnostic{Pos: b.Src.Pos, Severity: diag.Unsupported,
				Message: "a tensor copy whose size is not known: neither what its barrier expects in the same block of statements nor the extents of the shared arrays tell it; expect its bytes right beside it" + hint(b)}
		}
	}
	out := *k
	out.Body = kernel.MapStmts(k.Body, s.sized)
	out.Assumptions = slices.Clone(k.Assumptions)
	for _, b := range s.boxes {
		out.Assumptions = append(out.Assumptions, fmt.Sprintf("the tensor copy at line %d moves %d bytes, %s", b.Src.Pos.Line, s.bytes[b], s.how[b]))
	}
	out.Assumptions = append(out.Assumptions, "what tensor copies read of global memory nobody writes meanwhile, and what they write there nobody else accesses")
	return &out, nil
}

// hint is what says the size of a box where nothing in the kernel does.
func hint(b *kernel.Box) string {
	if b.Name == "" {
		return ""
	}
	return fmt.Sprintf(", or say how many it has with --param %s=N", b.Name)
}

type sizes struct {
	boxes          []*kernel.Box // in the order of the text
	bytes, extents map[*kernel.Box]int64
	// most is how many bytes the array has.
	most map[*kernel.Box]int64
	how  map[*kernel.Box]string
	// scattered are arrays of barriers for which bytes are expected in one list of statements, and copies brought by another.
	scattered map[*kernel.Array]bool
	// sums are the copies that together make up what is expected.
	sums []sum
	// given are the sizes that the user gives, by the names of boxes.
	given map[string]int64
	// ranks are the variables that may differ between blocks.
	ranks map[*kernel.Var]bool
}

// sum says that some copies move so many bytes together.
type sum struct {
	boxes []*kernel.Box
	bytes int64
}

// byMaps gives the copies by one map one size: what the user says, what is known of one of them, or what sums leave for those
// by one map.
func (s *sizes) byMaps() {
	maps, why := map[string]int64{}, map[string]string{}
	for _, b := range s.boxes {
		if n := s.given[b.Name]; b.Map != "" && n > 0 {
			maps[b.Map], why[b.Map] = n, "as given"
		}
	}
	learn := func(b *kernel.Box, n int64, how string) {
		if b.Map != "" && maps[b.Map] == 0 {
			maps[b.Map], why[b.Map] = n, how
		}
	}
	for changed := true; changed; {
		before := len(maps)
		for _, b := range s.boxes {
			if n := s.bytes[b]; n > 0 {
				learn(b, n, s.how[b])
			}
		}
		for _, of := range s.sums {
			left, n := of.bytes, int64(0)
			var open *kernel.Box
			same := true
			for _, b := range of.boxes {
				switch known := maps[b.Map]; {
				case b.Map != "" && known > 0:
					left -= known
				case open != nil && open != b && (b.Map == "" || b.Map != open.Map):
					same = false
				default:
					open = b
					n++
				}
			}
			if open != nil && same && left > 0 && left%n == 0 {
				learn(open, left/n, "what its barrier expects, less what other copies bring")
			}
		}
		changed = len(maps) > before
	}
	for _, b := range s.boxes {
		if n := maps[b.Map]; b.Map != "" && n > 0 {
			s.bytes[b], s.how[b] = n, why[b.Map]
		}
	}
}

// collect enters the boxes with the extents of what they access in shared memory.
func (s *sizes) collect(body []kernel.Stmt) {
	kernel.Walk(body, func(st kernel.Stmt) bool {
		a, acc := kernel.AgentOf(st), kernel.Touched(st)
		if a == nil || a.Box == nil || acc == nil || acc.Array.Space != kernel.Shared {
			return true
		}
		if _, is := st.(*kernel.Phase); is {
			return true
		}
		if !slices.Contains(s.boxes, a.Box) {
			s.boxes = append(s.boxes, a.Box)
		}
		s.extents[a.Box] = extent(acc)
		if acc.Array.Len < 0 {
			return true
		}
		if total := acc.Array.Len * int64(acc.Array.Elem.Bytes()); s.most[a.Box] == 0 || total < s.most[a.Box] {
			s.most[a.Box] = total
		}
		return true
	})
}

// extent is how many bytes an array has whose declaration says its length, from its start, or a row of several; 0 for others.
func extent(acc *kernel.Access) int64 {
	a := acc.Array
	start, constant := kernel.Fold(acc.Index).(*kernel.Const)
	if len(a.Dims) == 0 || len(a.Dims) == 1 && (!constant || start.Val != 0) {
		return 0
	}
	n := int64(a.Elem.Bytes()) * int64(max(a.Scale, 1))
	for i, d := range a.Dims {
		if i > 0 || len(a.Dims) == 1 {
			n *= d
		}
	}
	return n
}

// place is that of a barrier in memory.
type place struct {
	array *kernel.Array
	index string
}

func placeOf(p *kernel.Phase) place {
	index, _ := own(p.At.Index)
	return place{p.At.Array, kernel.ExprString(index)}
}

// scatter finds the arrays of barriers whose bytes one list expects, and another brings: what is left of an expectation says
// nothing of a copy there.
func (s *sizes) scatter(list []kernel.Stmt) {
	expects, brings := map[place]bool{}, map[place]bool{}
	for _, st := range list {
		if p, is := st.(*kernel.Phase); is {
			switch {
			case p.Op == kernel.PhaseComplete:
				// What a map brings elsewhere is of the size of its other copies.
				brings[placeOf(p)] = brings[placeOf(p)] || p.Agent == nil || p.Agent.Box == nil || p.Agent.Box.Map == ""
			case p.Bytes != nil:
				expects[placeOf(p)] = true
			}
		}
		for _, inner := range kernel.Blocks(st) {
			s.scatter(inner)
		}
	}
	for at, fixed := range brings {
		if fixed && !expects[at] {
			s.scattered[at.array] = true
		}
	}
	for at := range expects {
		if _, some := brings[at]; !some {
			s.scattered[at.array] = true
		}
	}
}

// list sizes the copies of a list of statements by what is expected in it, and those of the lists inside. In some it is set where not
// all blocks may execute the list.
func (s *sizes) list(list []kernel.Stmt, some bool) {
	expected, fixed, open := map[place]int64{}, map[place]int64{}, map[place][]*kernel.Box{}
	unclear := map[*kernel.Array]bool{}
	var order []place
	for _, st := range list {
		p, is := st.(*kernel.Phase)
		switch {
		case !is:
		case p.Op == kernel.PhaseComplete && p.Agent != nil && p.Agent.Box != nil:
			if _, far := own(p.At.Index); far && some {
				unclear[p.At.Array] = true
			}
			if at := placeOf(p); open[at] == nil {
				order = append(order, at)
			}
			open[placeOf(p)] = append(open[placeOf(p)], p.Agent.Box)
		case p.Op == kernel.PhaseComplete || p.Bytes != nil:
			n, constant := p.Bytes.(*kernel.Const)
			unclear[p.At.Array] = unclear[p.At.Array] || !constant
			if constant && p.Op == kernel.PhaseComplete {
				fixed[placeOf(p)] += n.Val
			} else if constant {
				expected[placeOf(p)] += n.Val
			}
		}
		for _, inner := range kernel.Blocks(st) {
			s.list(inner, some || varies(st, s.ranks))
			kernel.Walk(inner, func(st kernel.Stmt) bool { // what comes there, too, is not counted
				if p, is := st.(*kernel.Phase); is && (p.Op == kernel.PhaseComplete || p.Bytes != nil) {
					unclear[p.At.Array] = true
				}
				return true
			})
		}
	}
	for _, at := range order {
		boxes, left := open[at], expected[at]-fixed[at]
		if expected[at] == 0 || unclear[at.array] || s.scattered[at.array] || left <= 0 {
			continue
		}
		s.sums = append(s.sums, sum{boxes, left})
		sum := int64(0)
		for _, b := range boxes {
			sum += s.extents[b]
		}
		for _, b := range boxes {
			switch {
			case boxes[0] == boxes[len(boxes)-1] && left%int64(len(boxes)) == 0:
				s.bytes[b], s.how[b] = left/int64(len(boxes)), "what its barrier expects"
			case sum == left:
				s.bytes[b], s.how[b] = s.extents[b], "the extent of what it writes"
			}
		}
	}
}

// sized is a statement with the size of its copy.
func (s *sizes) sized(st kernel.Stmt) kernel.Stmt {
	a := kernel.AgentOf(st)
	if a == nil || a.Box == nil {
		return st
	}
	agent, bytes := *a, s.bytes[a.Box]
	agent.Box = nil
	wide := func(acc kernel.Access) kernel.Access {
		acc.Width = int(int64(acc.Width) * bytes / placeholder)
		return acc
	}
	switch st := st.(type) {
	case *kernel.Store:
		c := *st
		c.Acc, c.Agent = wide(st.Acc), &agent
		return &c
	case *kernel.Load:
		c := *st
		c.Acc, c.Agent = wide(st.Acc), &agent
		return &c
	case *kernel.Phase:
		c := *st
		c.Bytes, c.Agent = kernel.Unsigned(bytes), &agent
		return &c
	default:
		// Others have no agent.
		return st
	}
}

// byExtents sizes the copies to barriers of which every expectation is a constant: as large as the array or row that each of them
// fills, if one of those makes up what is expected each time.
func (s *sizes) byExtents(body []kernel.Stmt) {
	expected, open, failed := map[*kernel.Array]int64{}, map[*kernel.Array][]*kernel.Box{}, map[*kernel.Array]bool{}
	kernel.Walk(body, func(st kernel.Stmt) bool {
		p, is := st.(*kernel.Phase)
		if !is {
			return true
		}
		at := p.At.Array
		switch n, constant := p.Bytes.(*kernel.Const); {
		case p.Op == kernel.PhaseComplete && p.Agent != nil && p.Agent.Box != nil:
			open[at] = append(open[at], p.Agent.Box)
		case p.Op == kernel.PhaseComplete:
			failed[at] = true
		case p.Bytes == nil:
		case !constant || expected[at] != 0 && expected[at] != n.Val:
			failed[at] = true
		default:
			expected[at] = n.Val
		}
		return true
	})
	for at, boxes := range open {
		fits := !failed[at] && expected[at] > 0
		for _, b := range boxes {
			fits = fits && s.extents[b] == expected[at] && (s.bytes[b] == 0 || s.bytes[b] == expected[at])
		}
		for _, b := range boxes {
			if fits && s.bytes[b] == 0 {
				s.bytes[b], s.how[b] = s.extents[b], "the extent of what it writes, and what its barrier expects"
			}
		}
	}
}
