package inflight

import (
	"fmt"
	"slices"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/folded"
)

// Missing is why a kernel is not taken apart.
type Missing struct {
	At   diag.Pos
	Text string
}

// When says at which end of the time between two of its synchronising operations a thread repeats
// the access of a copy that is under way. For threads it is the same; a proof has what was
// accessed at the head of a loop, or has not, depending on where the loop's barrier stands.
type When int

const (
	Early When = iota // behind each operation
	Late              // before each operation, and where the copy is over
)

// Order is which of the two to try first: where the threads meet at the end of a loop in which they
// start copies, nothing is logged at its head if accesses are repeated late.
func Order(k *kernel.Kernel) []When {
	late := false
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if l, ok := s.(*kernel.Loop); ok && meetsAtEnd(l.Body) {
			late = late || slices.ContainsFunc(kinds, func(kind kernel.Completion) bool { return fact.MovesGroups(l.Body, kind) })
		}
		return true
	})
	if late {
		return []When{Late, Early}
	}
	return []When{Early, Late}
}

// meetsAtEnd reports whether no access comes after the last statement at which threads meet.
func meetsAtEnd(body []kernel.Stmt) bool {
	for _, s := range slices.Backward(body) {
		if kernel.Meets(s) {
			return true
		}
		if fact.Seen([]kernel.Stmt{s}) {
			return false
		}
	}
	return false
}

// Plain is k without agents, nil if k has none; or why that is not modelled.
func Plain(k *kernel.Kernel, when When) (*kernel.Kernel, *Missing) {
	if !fact.Asynchronous(k) {
		return nil, nil
	}
	if m := unknown(k); m != nil {
		return nil, m
	}
	if at, to := fact.Unfenced(k); at != nil {
		return nil, &Missing{at.Source().Pos, fact.UnfencedText(at, to)}
	}
	if s := scattered(k); s != nil {
		return nil, &Missing{s.Source().Pos, scatteredText}
	}
	simple := *k
	simple.Body = folded.Wide(folded.Constants(k.Body))
	k, together, m := alone(&simple)
	if m != nil {
		return nil, m
	}
	p := newPass(k, when)
	p.together = together
	return p.run()
}

func newPass(k *kernel.Kernel, when When) *pass {
	return &pass{k: k, when: when, names: kernel.NewNames(k), groups: map[kernel.Completion]*kernel.Var{}, plain: fact.OnlyOfBlock(k), asserts: map[kernel.Stmt]bool{}}
}

// run takes the kernel apart.
func (p *pass) run() (*kernel.Kernel, *Missing) {
	k := p.k
	p.findLoops(k.Body)
	p.findSites()
	p.findUnderWay()
	if n := p.claims(); n > mostClaims {
		return nil, &Missing{p.sites[0].src.Pos, fmt.Sprintf("%d pairs of an access and a copy that may be under way then; gv2 follows copies where there are at most %d", n, mostClaims)}
	}
	out := *k
	start := []kernel.Stmt{}
	for _, kind := range kinds {
		if c := p.groups[kind]; c != nil {
			start = append(start, &kernel.Assign{Src: kernel.Src{Pos: k.Pos}, Dst: c, X: kernel.NewConst(kernel.I64, 0)})
		}
	}
	for _, s := range p.sites {
		if s.leads() {
			start = append(start, &kernel.Assign{Src: s.src, Dst: s.follows, X: kernel.BoolConst(false)})
		}
	}
	out.Body = append(append(start, p.block(k.Body)...), p.repeated(Late, p.atEnd)...)
	out.Body = append(out.Body, p.landed(kernel.Src{Pos: k.Pos}, p.atEnd)...)
	out.Vars = append(slices.Clone(k.Vars), p.vars...)
	return &out, nil
}

// mostClaims is how many claims about pairs of an access and a copy a program may have: with more, as where
// a compiler has written all loops out, writing the program takes longer than anybody waits for a proof.
const mostClaims = 10_000

// claims is how many leftAlone makes.
func (p *pass) claims() int {
	n := 0
	kernel.Walk(p.k.Body, func(s kernel.Stmt) bool {
		if acc := kernel.Touched(s); acc != nil && !ghost(s) {
			for _, at := range p.sites {
				if p.minds(at, s, acc) {
					n++
				}
			}
		}
		return true
	})
	return n
}

// kinds are the completions that are groups.
var kinds = []kernel.Completion{kernel.CopyGroup, kernel.BulkGroup, kernel.MatrixGroup}

// unknown is the first thing that agents do here and this package does not model.
func unknown(k *kernel.Kernel) *Missing {
	var found *Missing
	say := func(s kernel.Stmt, text string) { found = &Missing{s.Source().Pos, text} }
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if found != nil {
			return false
		}
		a := kernel.AgentOf(s)
		_, phase := s.(*kernel.Phase)
		switch {
		case phase:
			say(s, "phases of barriers in memory are proved for static control only")
		case a != nil && a.Ends == kernel.OnPhase:
			say(s, "copies that end with a phase are proved for static control only")
		}
		return true
	})
	return found
}

// pass is one call of Plain.
type pass struct {
	k    *kernel.Kernel
	when When
	// left is set if copies that end with groups stay as they are, because barriers in memory tell when they end; then claims
	// go into a kernel of their own.
	left   bool
	beside bool // barriers in memory stay
	// short are statements whose accesses are not followed.
	short   map[kernel.Stmt]bool
	asserts map[kernel.Stmt]bool
	names   *kernel.Names
	plain   bool // only barriers of the whole block
	groups  map[kernel.Completion]*kernel.Var
	sites   []*site
	at      map[kernel.Stmt]*site
	set     map[*kernel.Var][]kernel.Stmt
	loops   []loop
	waits   map[kernel.Completion][]int64 // the constants of waits
	// before is what may be under way before each statement, atEnd at the end.
	before map[kernel.Stmt]under
	atEnd  under
	// together are the copies that all threads of the block start together.
	together sharing
	vars     []*kernel.Var
}

// site is a statement that starts an access by an agent.
type site struct {
	number int
	// short is set if no copy is under way at an operation that orders accesses.
	short bool
	src   kernel.Src
	stmt  kernel.Stmt
	acc   kernel.Access
	write bool
	ends  kernel.Completion
	// lead is the first of the sites that are followed together, which has the variables of them all; of a lead, last is the last one.
	lead, last *site
	// follows is true while the thread follows a copy of this statement that is under way, and
	// group is the number of its group.
	follows, group *kernel.Var
	// kept are the variables over which the index is written, with what they were at the start;
	// index is the index over the latter.
	kept  []kept
	index kernel.Expr
	// guard tells whether the thread starts the copy, nil if it always does.
	guard kernel.Expr
}

// kept is a variable and its value when the followed copy was started.
type kept struct{ of, as *kernel.Var }

func (p *pass) variable(name string, t kernel.Type) *kernel.Var {
	v := &kernel.Var{Name: p.names.Unused(name), T: t, Temp: true, Pos: p.k.Pos}
	p.vars = append(p.vars, v)
	return v
}

// findSites makes the variables of each statement that starts a copy. A copy only reads what no
// thread writes: nothing conflicts with it.
func (p *pass) findSites() {
	written := map[*kernel.Array]bool{}
	p.at, p.waits = map[kernel.Stmt]*site{}, map[kernel.Completion][]int64{}
	kernel.Walk(p.k.Body, func(s kernel.Stmt) bool {
		switch s := s.(type) {
		case *kernel.Store:
			written[s.Acc.Array] = true
		case *kernel.Atomic:
			written[s.Acc.Array] = true
		case *kernel.Async:
			if s.Op == kernel.AsyncFence || !p.takes(s.Of) {
				return true
			}
			if p.groups[s.Of] == nil {
				p.groups[s.Of] = p.variable("groups_of_"+s.Of.String(), kernel.I64)
			}
			if n, ok := s.Pending.(*kernel.Const); ok && s.Op == kernel.AsyncWait && !slices.Contains(p.waits[s.Of], n.Val) {
				p.waits[s.Of] = append(p.waits[s.Of], n.Val)
			}
		default:
			// Others write nothing and end nothing.
		}
		return true
	})
	p.gather(p.k.Body, written)
	for kind := range p.groups {
		if !slices.ContainsFunc(p.sites, func(s *site) bool { return s.ends == kind }) {
			delete(p.groups, kind)
		}
	}
}

// takes reports whether accesses that end so are taken apart.
func (p *pass) takes(ends kernel.Completion) bool {
	return ends != kernel.OnPhase && !(p.left && ends == kernel.CopyGroup)
}

// gather makes the sites of a list and of what is in its statements.
func (p *pass) gather(list []kernel.Stmt, written map[*kernel.Array]bool) {
	var b batch
	for i, s := range list {
		if a := kernel.AgentOf(s); a != nil && p.takes(a.Ends) && !p.short[s] {
			if acc := kernel.Touched(s); acc != nil && written[acc.Array] {
				at := p.site(s, a, *acc, p.joined(b, list, i, written))
				b = batch{last: i, lead: at.lead}
			}
		}
		for _, inner := range kernel.Blocks(s) {
			p.gather(inner, written)
		}
	}
}

// site makes a site, with variables of its own if it is not followed together with lead.
func (p *pass) site(s kernel.Stmt, a *kernel.Agent, acc kernel.Access, lead *site) *site {
	if p.groups[a.Ends] == nil {
		p.groups[a.Ends] = p.variable("groups_of_"+a.Ends.String(), kernel.I64)
	}
	out := &site{number: len(p.sites), src: s.Source(), stmt: s, acc: acc, write: writes(s), ends: a.Ends}
	if lead == nil {
		name := fmt.Sprintf("%s_%d", acc.Array.Name, s.Source().Pos.Line)
		lead = out
		lead.follows, lead.group = p.variable("copies_"+name, kernel.BoolType), p.variable("group_of_"+name, kernel.I64)
	}
	out.lead, lead.last = lead, out
	p.keep(lead, acc.Index)
	if out.guard = p.together.guards[s]; out.guard != nil {
		p.keep(lead, out.guard)
	}
	out.index = lead.then(acc.Index)
	p.sites = append(p.sites, out)
	p.at[s] = out
	return out
}

func writes(s kernel.Stmt) bool {
	_, store := s.(*kernel.Store)
	return store
}

// keep makes variables for the values that e is written over and the kernel changes, and for those
// over which these are.
func (p *pass) keep(at *site, e kernel.Expr) {
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		r, ok := e.(*kernel.VarRef)
		if !ok || p.steady(r.Var) || at.keeps(r.Var) {
			return true
		}
		as := p.variable(fmt.Sprintf("%s_of_%s", r.Var.Name, at.follows.Name), r.Var.T)
		at.kept = append(at.kept, kept{r.Var, as})
		if def := p.definition(r.Var); def != nil {
			p.keep(at, def)
		}
		return true
	})
}

// as is the variable that keeps the value of v.
func (s *site) as(v *kernel.Var) *kernel.Var {
	return s.kept[slices.IndexFunc(s.kept, func(k kept) bool { return k.of == v })].as
}

func (s *site) keeps(v *kernel.Var) bool {
	return slices.ContainsFunc(s.kept, func(k kept) bool { return k.of == v })
}

// then is e with the values of when the followed copy was started.
func (s *site) then(e kernel.Expr) kernel.Expr {
	by := map[*kernel.Var]kernel.Expr{}
	for _, k := range s.kept {
		by[k.of] = kernel.Ref(k.as)
	}
	return fact.Replaced(e, by)
}

// block takes the statements of a list apart.
func (p *pass) block(list []kernel.Stmt) []kernel.Stmt {
	var out []kernel.Stmt
	for _, s := range list {
		if l, ok := s.(*kernel.Loop); ok {
			inner := kernel.MapBlocks(l, p.block).(*kernel.Loop)
			inner.Invariants = append(inner.Invariants, p.guesses(l)...)
			out = append(out, inner)
			continue
		}
		if inner := kernel.MapBlocks(s, p.block); inner != s {
			out = append(out, inner)
			continue
		}
		out = append(out, p.simple(s)...)
	}
	return out
}

func (p *pass) simple(s kernel.Stmt) []kernel.Stmt {
	if a, ok := s.(*kernel.Async); ok {
		return p.async(a)
	}
	var out []kernel.Stmt
	now := p.before[s]
	if _, ok := s.(*kernel.Return); ok {
		return append(append(p.repeated(Late, now), p.landed(s.Source(), now)...), s)
	}
	if acc := kernel.Touched(s); acc != nil && !ghost(s) {
		out = append(out, p.leftAlone(s, acc)...)
	}
	if a := kernel.AgentOf(s); a != nil && kernel.Touched(s) != nil && p.takes(a.Ends) {
		out = append(out, byThread(s, kernel.Touched(s).Index))
		if at := p.at[s]; at != nil && at.lead.last == at {
			out = append(out, p.follow(at.lead)...)
		}
		return out
	}
	if !orders(s) {
		return append(out, s)
	}
	return append(append(append(out, p.repeated(Late, now)...), s), p.repeated(Early, now)...)
}

// repeated makes the accesses of the followed copies again, if that is when they are made.
func (p *pass) repeated(when When, now under) []kernel.Stmt {
	var out []kernel.Stmt
	for _, at := range p.sites {
		if when == p.when && now.has(at) {
			out = append(out, at.again())
		}
	}
	return out
}

// again is the access of the followed copy, if there is one.
func (s *site) again() kernel.Stmt {
	return &kernel.If{Src: s.src, Cond: kernel.Ref(s.lead.follows), Then: []kernel.Stmt{byThread(s.stmt, s.index)}}
}

// ghost reports whether s reads for an annotation only.
func ghost(s kernel.Stmt) bool {
	l, ok := s.(*kernel.Load)
	return ok && l.Ghost
}

// byThread is the access of an agent at an index, made by the thread; of a reduction, an atomic: kernels have no other
// atomics on its array.
func byThread(s kernel.Stmt, index kernel.Expr) kernel.Stmt {
	if kernel.Reduces(s) > 0 {
		acc := *kernel.Touched(s)
		acc.Index = index
		return &kernel.Atomic{Src: s.Source(), Op: "exch", Acc: acc}
	}
	switch s := s.(type) {
	case *kernel.Load:
		c := *s
		c.Agent, c.Acc.Index = nil, index
		return &c
	case *kernel.Store:
		c := *s
		c.Agent, c.Acc.Index = nil, index
		return &c
	default:
		// Of what agents do, unknown has refused all else.
		panic("inflight: an agent that neither loads nor stores")
	}
}

// follow decides whether this copy is the one that the thread follows.
func (p *pass) follow(at *site) []kernel.Stmt {
	chosen := p.variable("chosen_"+at.follows.Name, kernel.BoolType)
	then := []kernel.Stmt{
		&kernel.Assign{Src: at.src, Dst: at.follows, X: kernel.BoolConst(true)},
		&kernel.Assign{Src: at.src, Dst: at.group, X: kernel.Ref(p.groups[at.ends])},
	}
	for _, k := range at.kept {
		then = append(then, &kernel.Assign{Src: at.src, Dst: k.as, X: kernel.Ref(k.of)})
	}
	return []kernel.Stmt{
		&kernel.Havoc{Src: at.src, Dst: chosen, Why: "which copy is followed"},
		&kernel.If{Src: at.src, Cond: kernel.Ref(chosen), Then: then},
	}
}

// async is what an operation on groups does to the variables.
func (p *pass) async(s *kernel.Async) []kernel.Stmt {
	if s.Op == kernel.AsyncFence || !p.takes(s.Of) {
		if p.beside {
			return []kernel.Stmt{s}
		}
		return nil
	}
	c := p.groups[s.Of]
	if c == nil { // nothing to follow
		return nil
	}
	if s.Op == kernel.AsyncCommit {
		return []kernel.Stmt{&kernel.Assign{Src: s.Src, Dst: c, X: kernel.Bin(kernel.Add, kernel.Ref(c), kernel.NewConst(kernel.I64, 1))}}
	}
	var out, ends []kernel.Stmt
	for _, at := range p.sites {
		if at.ends != s.Of || s.Reads && at.write || !p.before[s].has(at) {
			continue
		}
		if p.when == Late && !at.short {
			ends = append(ends, byThread(at.stmt, at.index))
		}
		if at.lead.last != at {
			continue
		}
		over := kernel.Bin(kernel.Lt, kernel.Ref(at.lead.group), kernel.Bin(kernel.Sub, kernel.Ref(c), kernel.Widened(s.Pending)))
		ends = append(ends, &kernel.Assign{Src: s.Src, Dst: at.lead.follows, X: kernel.BoolConst(false)})
		out = append(out, &kernel.If{Src: s.Src, Cond: kernel.AllOf(kernel.Ref(at.lead.follows), over), Then: ends})
		ends = nil
	}
	return out
}

// leftAlone claims that an access of the thread, or the start of one by its agent, is not to what
// the followed copies read or write.
func (p *pass) leftAlone(s kernel.Stmt, acc *kernel.Access) []kernel.Stmt {
	var out []kernel.Stmt
	for _, at := range p.sites {
		if !p.minds(at, s, acc) {
			continue
		}
		width := func(n int) kernel.Expr { return kernel.NewConst(kernel.I64, int64(max(n, 1))) }
		claim := func(index kernel.Expr, unless ...kernel.Expr) {
			apart := kernel.Op(kernel.LOr,
				kernel.Op(kernel.Le, kernel.Op(kernel.Add, acc.Index, width(acc.Width)), index),
				kernel.Op(kernel.Le, kernel.Op(kernel.Add, index, width(at.acc.Width)), acc.Index))
			for _, e := range unless {
				apart = kernel.Op(kernel.LOr, e, apart)
			}
			out = append(out, p.claim(&kernel.Assert{Src: s.Source(), Cond: apart,
				Text: fmt.Sprintf("the thread leaves alone what its copy of line %d is under way to", at.src.Pos.Line)}))
		}
		claim(at.index, kernel.Negated(kernel.Ref(at.lead.follows)))
		if p.at[s].joins(at) { // just started, and not followed yet
			claim(at.acc.Index)
		}
	}
	return out
}

// minds reports whether the access of s may be to what the copy reads or writes, while it is under way.
func (p *pass) minds(at *site, s kernel.Stmt, acc *kernel.Access) bool {
	_, read := s.(*kernel.Load)
	both := kernel.Reduces(at.stmt) > 0 && kernel.Reduces(s) > 0
	return at.acc.Array == acc.Array && (at.write || !read) && !both && p.before[s].has(at)
}

func (p *pass) claim(s *kernel.Assert) kernel.Stmt {
	p.asserts[s] = true
	return s
}

// landed claims that no copy is under way that matters behind the end of the thread: with barriers for a part of the block none, else
// none that accesses shared memory by the async proxy, as the block must not end before.
func (p *pass) landed(src kernel.Src, now under) []kernel.Stmt {
	var out []kernel.Stmt
	for _, at := range p.sites {
		if !now.has(at) || p.plain && !kernel.IsBulk(at.stmt) {
			continue
		}
		out = append(out, p.claim(&kernel.Assert{Src: src, Cond: kernel.Negated(kernel.Ref(at.lead.follows)),
			Text: fmt.Sprintf("the copy of line %d is over when the thread ends", at.src.Pos.Line)}))
	}
	return out
}
