package rewrite

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// SplitVars gives a variable that is reused for unrelated values one variable
// for each of them: an i that counts in two loops becomes i and i_2. Uniformity
// and relevance do not follow variables through the text, so one use of i would
// spoil the other, and "int i;" alone, an arbitrary value, would spoil all.
//
// All assignments that can reach a common use share a variable, and so do those of a
// statement that occurs in two places. A variable that may be read before any
// assignment gets an arbitrary value at the start of the kernel: each thread finds a
// value of its own there. Statements after a jump, which no thread reaches, are
// dropped.
//
// A statement that relates threads may read a variable of a thread that is elsewhere
// at that time: its variables are not split.
func SplitVars(k *kernel.Kernel, notes *fact.Notes) *kernel.Kernel {
	w := newWebs(k, notes)
	c := *k
	c.Body = w.block(k.Body)
	c.Vars = nil
	var unknown []kernel.Stmt
	for _, v := range k.Vars {
		c.Vars = append(c.Vars, w.vars[v]...)
		if n, ok := w.defs.Entries[v]; ok && w.defs.Nodes[n].Used {
			unknown = append(unknown, &kernel.Havoc{Src: kernel.Src{Pos: k.Pos}, Dst: w.variable(v, n), Why: v.Name + " is not initialised"})
		}
	}
	c.Body = append(unknown, c.Body...)
	return &c
}

// webs are the classes of definitions that share a variable.
type webs struct {
	notes  *fact.Notes
	defs   *fact.Definitions
	parent []int
	of     map[int]*kernel.Var
	vars   map[*kernel.Var][]*kernel.Var
}

// newWebs joins definitions by union-find: those that reach a common use, those of one statement in two
// places, and all definitions of a variable that relates threads. Unused definitions of a variable share one
// web, since nothing tells them apart.
func newWebs(k *kernel.Kernel, notes *fact.Notes) *webs {
	w := &webs{notes: notes, defs: fact.ReachingDefinitions(k), of: map[int]*kernel.Var{}, vars: map[*kernel.Var][]*kernel.Var{}}
	nodes := w.defs.Nodes
	w.parent = make([]int, len(nodes))
	for n := range nodes {
		w.parent[n] = n
	}
	unused := map[*kernel.Var]int{}
	for n, node := range nodes {
		if !node.Used {
			if first, ok := unused[node.Var]; ok {
				w.union(first, n)
			} else {
				unused[node.Var] = n
			}
			continue
		}
		for _, from := range node.From {
			w.union(n, from)
		}
	}
	for _, pair := range w.defs.Same {
		w.union(pair[0], pair[1])
	}
	related, first := relatedVars(k), map[*kernel.Var]int{}
	for n, node := range nodes {
		if !related[node.Var] {
			continue
		}
		if one, seen := first[node.Var]; seen {
			w.union(one, n)
		} else {
			first[node.Var] = n
		}
	}
	w.name(k)
	return w
}

// relatedVars are the variables read by statements that relate threads.
func relatedVars(k *kernel.Kernel) map[*kernel.Var]bool {
	out := map[*kernel.Var]bool{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if l, ok := s.(*kernel.Loop); ok {
			for i := range l.Invariants {
				if inv := &l.Invariants[i]; inv.RelatesThreads() {
					readsOf(inv.Cond, out)
					for _, h := range inv.Head {
						kernel.Exprs(h, func(e kernel.Expr) { readsOf(e, out) })
					}
				}
			}
		} else if kernel.RelatesThreads(s) {
			kernel.Exprs(s, func(e kernel.Expr) { readsOf(e, out) })
		}
		return true
	})
	return out
}

func readsOf(e kernel.Expr, into map[*kernel.Var]bool) {
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		if r, ok := e.(*kernel.VarRef); ok {
			into[r.Var] = true
		}
		return true
	})
}

func (w *webs) find(n int) int {
	for w.parent[n] != n {
		w.parent[n] = w.parent[w.parent[n]]
		n = w.parent[n]
	}
	return n
}

func (w *webs) union(a, b int) { w.parent[w.find(a)] = w.find(b) }

// name gives each web a variable. The first used one keeps the old variable, so
// that reports name what the user wrote.
func (w *webs) name(k *kernel.Kernel) {
	names := kernel.NewNames(k)
	own := map[*kernel.Var]bool{}
	for _, used := range []bool{true, false} {
		for n, node := range w.defs.Nodes {
			root := w.find(n)
			if node.Used != used || w.of[root] != nil || !used && !node.Real {
				continue
			}
			v := node.Var
			if own[v] {
				c := *v
				c.Name = names.Unused(v.Name)
				w.notes.CopiedVar(v, &c)
				v = &c
			}
			own[node.Var] = true
			w.of[root] = v
			w.vars[node.Var] = append(w.vars[node.Var], v)
		}
	}
}

// variable returns the variable for v at its definition n.
func (w *webs) variable(v *kernel.Var, n int) *kernel.Var {
	if n < 0 {
		return v
	}
	return w.of[w.find(n)]
}

func (w *webs) block(stmts []kernel.Stmt) []kernel.Stmt {
	var out []kernel.Stmt
	for _, s := range stmts {
		if o := w.defs.At[s]; o != nil {
			out = append(out, w.stmt(s, o))
		}
	}
	return out
}

func (w *webs) expr(e kernel.Expr, reads map[*kernel.Var]int) kernel.Expr {
	return kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		r, ok := e.(*kernel.VarRef)
		if !ok {
			return e
		}
		n, ok := reads[r.Var]
		if !ok {
			return e
		}
		if v := w.variable(r.Var, n); v != r.Var {
			return kernel.Ref(v)
		}
		return e
	})
}

func (w *webs) stmt(s kernel.Stmt, o *fact.Occurrence) kernel.Stmt {
	switch s := s.(type) {
	case *kernel.If:
		return &kernel.If{Src: s.Src, Cond: w.expr(s.Cond, o.Reads), Then: w.block(s.Then), Else: w.block(s.Else)}
	case *kernel.Region:
		c := *s
		c.Body = w.block(s.Body)
		return &c
	case *kernel.Loop:
		return w.loop(s, o)
	default:
		// Others have no statements inside.
	}
	split := kernel.MapExprs(s, func(e kernel.Expr) kernel.Expr { return w.expr(e, o.Reads) })
	if o.Dst >= 0 {
		split = kernel.WithAssigned(split, w.variable(w.defs.Nodes[o.Dst].Var, o.Dst))
	}
	w.notes.Copied(s, split)
	return split
}

func (w *webs) loop(l *kernel.Loop, o *fact.Occurrence) kernel.Stmt {
	c := *l
	c.Cond = w.expr(l.Cond, o.Reads)
	c.Head, c.Body, c.Post = w.block(l.Head), w.block(l.Body), w.block(l.Post)
	c.Invariants = nil
	for i, inv := range l.Invariants {
		inv.Cond = w.expr(inv.Cond, o.Invariants[i])
		inv.Head = w.block(inv.Head)
		c.Invariants = append(c.Invariants, inv)
	}
	return &c
}
