package memory

// Step is a part of a chain of events: From is before To, in a relation of the model.
type Step struct {
	From, To int
	By       Relation
}

// Relation is one of the relations of the model, for people.
type Relation string

const (
	ProgramOrder    Relation = "program order"
	Synchronizes    Relation = "synchronizes with"
	ObservedBy      Relation = "is observed by"
	Overwritten     Relation = "reads what is overwritten by"
	CoherentBefore  Relation = "takes effect before"
	DependsOn       Relation = "decides"
	HalfOfAnAtomic  Relation = "is of the same atomic as"
	FenceOrder      Relation = "is ordered before"
	CausalityBefore Relation = "is in causality order before"
)

// Witness is a chain of events that shows why an axiom forbids the execution: each step
// begins where the one before it ends, and the last one ends where the first begins.
func (x *Execution) Witness(a Axiom) []Step {
	rf, co, fr := x.communication()
	all := []labelled{{rf, ObservedBy}, {fr, Overwritten}, {co, CoherentBefore}}
	switch a {
	case NoThinAir:
		return x.cycle([]labelled{{rf, ObservedBy}, {x.dependency, DependsOn}})
	case FenceSC:
		return x.closes([]labelled{{x.fenceSC, FenceOrder}})
	case Causality:
		if e := x.beforeItself(); e >= 0 {
			return x.causes(e, e)
		}
		return x.closes(all[:2])
	case Coherence:
		return x.cycle([]labelled{{x.causality.filter(x.writes), CausalityBefore}, {co, CoherentBefore}})
	case Atomicity:
		for r := range x.Events {
			for _, step := range x.torn(r, co, fr) {
				return step
			}
		}
	case SCPerLocation:
		return x.cycle([]labelled{{rf.and(x.strong), ObservedBy}, {fr.and(x.strong), Overwritten}, {co.and(x.strong), CoherentBefore},
			{x.program.and(x.samePlace), ProgramOrder}})
	case Consistent:
	}
	return nil
}

// writes reports whether two events are writes to one place.
func (x *Execution) writes(a, b int) bool {
	return x.Events[a].Kind == Write && x.Events[b].Kind == Write && x.samePlace.has(a, b)
}

// torn are the writes between the halves of the atomic whose read is r.
func (x *Execution) torn(r int, co, fr *relation) [][]Step {
	var found [][]Step
	x.atomic.each(r, func(own int) {
		fr.each(r, func(w int) {
			if w != own && co.has(w, own) && x.strong.has(r, w) && x.strong.has(w, own) {
				found = append(found, []Step{{r, w, Overwritten}, {w, own, CoherentBefore}, {own, r, HalfOfAnAtomic}})
			}
		})
	})
	return found
}

// labelled is a relation with its name.
type labelled struct {
	of   *relation
	name Relation
}

// cycle is a shortest cycle through the relations.
func (x *Execution) cycle(parts []labelled) []Step {
	whole := newRelation(len(x.Events))
	for _, p := range parts {
		whole.addAll(p.of)
	}
	return steps(whole.cycle(), parts)
}

// steps names the relation of each event of a cycle to the next one.
func steps(events []int, parts []labelled) []Step {
	var out []Step
	for i, a := range events {
		b := events[(i+1)%len(events)]
		for _, p := range parts {
			if p.of.has(a, b) {
				out = append(out, Step{a, b, p.name})
				break
			}
		}
	}
	return out
}

// closes is a shortest chain of one step of the relations and a way back in causality order.
func (x *Execution) closes(parts []labelled) []Step {
	var best []Step
	for _, p := range parts {
		for a := range x.Events {
			p.of.each(a, func(b int) {
				if !x.causality.has(b, a) {
					return
				}
				if chain := append([]Step{{a, b, p.name}}, x.causes(b, a)...); best == nil || len(chain) < len(best) {
					best = chain
				}
			})
		}
	}
	return best
}

// causes is a shortest chain from a to b that puts a before b in causality order.
func (x *Execution) causes(a, b int) []Step {
	var best []Step
	if x.base.has(a, b) {
		best = x.along(a, b)
	}
	x.observation.each(a, func(r int) {
		if !x.base.has(r, b) {
			return
		}
		if chain := append([]Step{{a, r, ObservedBy}}, x.along(r, b)...); best == nil || len(chain) < len(best) {
			best = chain
		}
	})
	return best
}

// along is a shortest chain of program order and synchronization from a to b, where steps
// in program order are joined.
func (x *Execution) along(a, b int) []Step {
	events := append(union(x.program, x.sync).path(a, b), b)
	var out []Step
	for i := 0; i+1 < len(events); i++ {
		step := Step{events[i], events[i+1], Synchronizes}
		if x.program.has(step.From, step.To) {
			step.By = ProgramOrder
		}
		out = append(out, step)
	}
	return out
}
