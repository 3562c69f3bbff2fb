package inflight

import (
	"fmt"
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// Copies that all threads of a block start together (kernel.Agent, Collective). Nobody knows which of them copies what, so an unknown function
// of which copy it is names the one thread that makes all of it. That is enough although several share one copy: a race is of two
// threads at one element, and some function names the thread that copies this element, in each copy. Copies are
// told apart by a number, the same for all threads since all start the same ones.

// alone is k with such copies made by one thread each.
func alone(k *kernel.Kernel) (*kernel.Kernel, sharing, *Missing) {
	all := map[kernel.Stmt]bool{}
	var first kernel.Stmt
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if a := kernel.AgentOf(s); a != nil && a.Collective {
			all[s] = true
			if first == nil {
				first = s
			}
		}
		return true
	})
	if first == nil {
		return k, sharing{}, nil
	}
	out := *k
	number := &kernel.Var{Name: kernel.NewNames(k).Unused("copies_together"), T: kernel.I64, Temp: true, Pos: k.Pos}
	start := &kernel.Assign{Src: kernel.Src{Pos: k.Pos}, Dst: number, X: kernel.NewConst(kernel.I64, 0)}
	a := sharing{launch: k.Launch, number: number, all: all, guards: map[kernel.Stmt]kernel.Expr{}}
	out.Body = append([]kernel.Stmt{start}, a.block(k.Body)...)
	out.Vars = append(slices.Clone(k.Vars), number)
	if !fact.Uniform(&out, fact.SameBlock).Var(number) {
		return nil, sharing{}, &Missing{first.Source().Pos, "whether all threads of the block start the same copies together depends on more than the block"}
	}
	return &out, a, nil
}

// sharing gives each copy to one thread.
type sharing struct {
	launch kernel.Launch
	number *kernel.Var
	all    map[kernel.Stmt]bool
	// guards tell, for each access that is left, whether the thread makes it.
	guards map[kernel.Stmt]kernel.Expr
}

func (a *sharing) block(list []kernel.Stmt) []kernel.Stmt {
	var out []kernel.Stmt
	for _, s := range list {
		access := s
		if l, ok := s.(*kernel.Loop); ok {
			access = elementwise(l)
		}
		if !a.all[access] {
			out = append(out, kernel.MapBlocks(s, a.block))
			continue
		}
		if _, writes := access.(*kernel.Store); writes {
			out = append(out, &kernel.Assign{Src: s.Source(), Dst: a.number, X: kernel.Op(kernel.Add, kernel.Ref(a.number), number(1))})
		}
		who := &kernel.Call{T: kernel.U32, Fn: fmt.Sprintf("copier_%d", len(a.guards)+1), Args: []kernel.Expr{kernel.Ref(a.number)}}
		guard := kernel.Op(kernel.Eq, who, a.launch.LinearID())
		whole := kernel.Rewrite([]kernel.Stmt{s}, func(s, inner kernel.Stmt) []kernel.Stmt {
			if kernel.AgentOf(s) != nil {
				inner = ofOne(s)
				a.guards[inner] = guard
			}
			return []kernel.Stmt{inner}
		})
		out = append(out, &kernel.If{Src: s.Source(), Cond: guard, Then: whole})
	}
	return out
}

// elementwise is the access of a loop that accesses other elements in each iteration, in ascending order and nothing else; nil for other loops.
func elementwise(l *kernel.Loop) kernel.Stmt {
	if len(l.Head) > 0 || len(l.Body) != 1 || len(l.Post) != 1 {
		return nil
	}
	acc, step := kernel.Touched(l.Body[0]), fact.StrideOf(l.Post[0], nil)
	if acc == nil || step == nil || step.Step < 1 || step.Var.T.Bits < 64 {
		return nil
	}
	if f := factor(acc.Index, step.Var); f < int64(max(acc.Width, 1)) {
		return nil
	}
	return l.Body[0]
}

// factor is c if e is v * c plus what does not read v, 0 for other shapes.
func factor(e kernel.Expr, v *kernel.Var) int64 {
	b, ok := e.(*kernel.Binary)
	switch {
	case kernel.IsRef(e, v):
		return 1
	case !ok:
	case b.Op == kernel.Add && !reads(b.X, v):
		return factor(b.Y, v)
	case b.Op == kernel.Add && !reads(b.Y, v):
		return factor(b.X, v)
	case b.Op == kernel.Mul && kernel.IsRef(b.X, v):
		if c, constant := b.Y.(*kernel.Const); constant {
			return c.Val
		}
	}
	return 0
}

// ofOne is an access of a collective agent as that of an agent of the thread.
func ofOne(s kernel.Stmt) kernel.Stmt {
	agent := *kernel.AgentOf(s)
	agent.Collective = false
	switch s := s.(type) {
	case *kernel.Load:
		c := *s
		c.Agent = &agent
		return &c
	case *kernel.Store:
		c := *s
		c.Agent = &agent
		return &c
	default:
		// Collective agents copy.
		return s
	}
}
