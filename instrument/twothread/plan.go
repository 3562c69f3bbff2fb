package twothread

import (
	"cmp"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/ask"
	"gv2/instrument/key"
	"gv2/predicate/fact"
)

// content says how the values in an array are modelled.
type content int

const (
	arbitrary content = iota // every read gives any value
	constant                 // a map that nobody changes, the same for both threads
	Tracked                  // a map per thread, arbitrary again after each barrier
	private                  // a map per thread that only the thread itself changes
)

// ArrayPlan says how one array is encoded.
type ArrayPlan struct {
	Array   *kernel.Array
	Name    string // of the map, where there is one
	reads   bool
	writes  bool
	atomics bool
	// blockScope is set where an atomic of the _block forms touches the array.
	blockScope bool
	// mixed is set where atomics of different widths touch the array: those that overlap
	// are not atomic to each other.
	mixed    bool
	Wide     bool        // some access covers several elements
	Index    kernel.Type // of logged offsets
	values   bool        // the written value is logged, to tell benign races
	relevant bool        // contents decide control, an address or an assertion
	// distinct: atomics on an element return values that do not repeat until the
	// element is written otherwise.
	distinct bool
	// ascends: atomics on an element never count down, so that results are the starts of ranges that
	// no two threads share.
	ascends   bool
	unchecked bool // data races were not asked for: nothing is logged for them
	// asked are the kinds of access that an annotation asks about.
	asked map[key.AccessKind]bool
	// lockStep is set where other threads of the warp write between any two
	// statements, without a race.
	lockStep bool
	// Reserved is set where threads of different blocks have places that their blocks reserved.
	Reserved bool
	// Orderless is set where named barriers order accesses within a block: what a
	// thread reads may come from any of them.
	Orderless bool
	// barriersOrder is set where other writes are apart from atomics by barriers alone, or race with them.
	barriersOrder bool
	// slots are the tokens of its accesses: where there are any, what a thread reads may be
	// what another one has just written.
	slots []slot
}

// Logs reports which kinds of access are logged: those that something else on
// the array can conflict with.
func (p *ArrayPlan) Logs(k key.AccessKind) bool {
	switch k {
	case key.Read:
		return p.reads && (p.writes || p.atomics || p.asked[key.Read])
	case key.Write:
		return p.writes
	default:
		return p.atomics && (p.reads || p.writes || p.blockScope || p.mixed)
	}
}

// Racy reports whether two threads can conflict on the array at all.
func (p *ArrayPlan) Racy(pair fact.Pair) bool {
	if p.unchecked {
		return false
	}
	switch p.Array.Space {
	case kernel.Global:
		return (p.Logs(key.Write) || p.Logs(key.AtomicAccess)) && !(pair == fact.OtherBlock && p.Reserved)
	case kernel.Shared:
		return pair == fact.SameBlock && (p.Logs(key.Write) || p.Logs(key.AtomicAccess))
	default:
		return false
	}
}

// logged reports whether accesses to the array are logged: for races, or for
// annotations.
func (p *ArrayPlan) logged(pair fact.Pair) bool {
	return p.Racy(pair) || len(p.asked) > 0 && (pair == fact.SameBlock || p.Array.Space != kernel.Shared)
}

// Content decides how values are modelled. intra says that other blocks may
// write global arrays unseen.
func (p *ArrayPlan) Content(pair fact.Pair, intra bool) content {
	written := p.writes || p.atomics
	switch {
	case !p.relevant:
		return arbitrary
	case p.Array.Space == kernel.Local:
		return private
	case written && (p.lockStep || len(p.slots) > 0):
		return arbitrary
	case p.Array.Space == kernel.Shared && !written && pair == fact.OtherBlock:
		return arbitrary
	case !written:
		return constant
	case p.Array.Space == kernel.Global && intra, p.Orderless && pair == fact.SameBlock:
		return arbitrary
	default:
		return Tracked
	}
}

// Plan is the treatment of all arrays of a kernel.
type Plan struct {
	Arrays []*ArrayPlan
	of     map[*kernel.Array]*ArrayPlan
	Intra  bool
}

// NewPlan decides how the arrays of k are encoded, of which rel says what matters.
func NewPlan(k *kernel.Kernel, rel *fact.Relevance, names *arith.Names, opts ask.Request, arith key.Arith) *Plan {
	p := &Plan{of: map[*kernel.Array]*ArrayPlan{}, Intra: opts.IntraGroup && k.Launch.Blocks() != 1}
	for _, a := range k.Arrays {
		ap := &ArrayPlan{Array: a, Name: names.Arrays[a], Index: kernel.I64, relevant: rel.Arrays[a]}
		ap.values = opts.AllowSameValue && rel.Values[a]
		ap.unchecked = !opts.Checks(kernel.DataRace)
		ap.lockStep = opts.LockStep
		ap.asked = map[key.AccessKind]bool{}
		p.Arrays, p.of[a] = append(p.Arrays, ap), ap
	}
	for a := range kernel.AskedAccesses(k) {
		p.of[a.Array].asked[key.AccessKind(a.Kind)] = true
	}
	for a := range kernel.MixedAtomics(k) {
		p.of[a].mixed = true
	}
	widths := map[*kernel.Array]*narrowIndex{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		acc, kind, ok := AccessOf(s)
		if !ok {
			return true
		}
		ap := p.of[acc.Array]
		ap.note(s, kind, acc)
		if widths[acc.Array] == nil {
			widths[acc.Array] = &narrowIndex{}
		}
		widths[acc.Array].note(acc.Index)
		return true
	})
	p.findDistinct(k)
	if arith == key.BVArith {
		for a, w := range widths {
			p.of[a].Index = w.typ()
		}
	}
	return p
}

// RelevantTo is the plan where only the contents of the arrays matter that rel
// says.
func (p *Plan) RelevantTo(rel *fact.Relevance) *Plan {
	out := &Plan{of: map[*kernel.Array]*ArrayPlan{}, Intra: p.Intra}
	for _, ap := range p.Arrays {
		own := *ap
		own.relevant = rel.Arrays[ap.Array]
		out.Arrays, out.of[ap.Array] = append(out.Arrays, &own), &own
	}
	return out
}

func (p *ArrayPlan) note(s kernel.Stmt, kind key.AccessKind, acc kernel.Access) {
	switch kind {
	case key.Read:
		p.reads = p.reads || !s.(*kernel.Load).Ghost
	case key.Write:
		p.writes = true
	default:
		p.atomics = true
		if s.(*kernel.Atomic).Scope == kernel.BlockScope {
			p.blockScope = true
		}
	}
	p.Wide = p.Wide || acc.Width > 1
	p.noteTokens(acc.Tokens)
}

// Values reports whether the log has the written value, to tell benign races. A log of
// accesses to several elements has not.
func (p *ArrayPlan) Values() bool { return p.values && !p.Wide }

// AccessOf returns the memory that a statement touches.
func AccessOf(s kernel.Stmt) (kernel.Access, key.AccessKind, bool) {
	acc, kind, ok := kernel.AccessOf(s)
	return acc, key.AccessKind(kind), ok
}

// Offset is the index of an access in the type of the array's log.
func (p *ArrayPlan) Offset(x kernel.Expr) kernel.Expr {
	if p.Index == kernel.I64 {
		return x
	}
	if c, ok := x.(*kernel.Const); ok {
		return &kernel.Const{T: p.Index, Val: c.Val}
	}
	return x.(*kernel.Convert).X
}

// mapType is the Boogie type of the array's contents.
func (p *ArrayPlan) mapType(e *arith.Encoder) boogie.Type {
	return &boogie.MapType{Keys: []boogie.Type{e.Type(p.Index)}, Value: e.Type(p.Array.Elem)}
}

// OnlyUnordered leaves the other arrays out of the plan's checks. An array that no named
// barrier orders the accesses to needs no generations: LOG and CHECK tell whether two
// threads of a block conflict on it between two barriers of the block. They are asked with
// Query.Arrays, once it is known which arrays these are.
func (p *Plan) OnlyUnordered(arrays map[*kernel.Array]bool, dropped bool) {
	for _, ap := range p.Arrays {
		ap.unchecked = ap.unchecked || !arrays[ap.Array]
		ap.Orderless = dropped
	}
}

// LeaveOut leaves arrays out of the plan's checks, by their names in reports.
func (p *Plan) LeaveOut(settled map[string]bool) {
	for _, ap := range p.Arrays {
		ap.unchecked = ap.unchecked || settled[cmp.Or(ap.Array.Label, ap.Array.Name)]
	}
}

// TakeReserved takes over in which arrays blocks never meet, and reports whether there are any.
func (p *Plan) TakeReserved(notes *fact.Notes) bool {
	some := false
	for _, ap := range p.Arrays {
		ap.Reserved = notes.Apart(ap.Array)
		some = some || ap.Reserved
	}
	return some
}
