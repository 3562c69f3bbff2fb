package emulate

import (
	"fmt"

	"gv2/frontend/kernel"
)

// oneThread turns a kernel with annotations into one that threads can execute
// one by one. The reads of annotations are not accesses, so their values are
// unknown if some statement may change them; unknown are also conditions about
// two threads, or about accesses made. The error is *NotStatic if that is not
// enough: an assumption about two threads excludes executions, and at a barrier
// of the grid threads wait for other blocks, which do not run.
func oneThread(k *kernel.Kernel) (*kernel.Kernel, error) {
	t := &alone{written: writtenArrays(k.Body)}
	c := *k
	c.Body = t.block(k.Body)
	if t.err != nil {
		return nil, t.err
	}
	if !t.changed {
		return k, nil
	}
	c.Vars = append(k.Vars[:len(k.Vars):len(k.Vars)], t.vars...)
	return &c, nil
}

type alone struct {
	written map[*kernel.Array]bool
	vars    []*kernel.Var
	changed bool
	err     error
}

// writtenArrays are the arrays that some statement changes and other threads can see.
func writtenArrays(body []kernel.Stmt) map[*kernel.Array]bool {
	out := map[*kernel.Array]bool{}
	kernel.Walk(body, func(s kernel.Stmt) bool {
		switch s := s.(type) {
		case *kernel.Store:
			out[s.Acc.Array] = s.Acc.Array.Space != kernel.Local
		case *kernel.Atomic:
			out[s.Acc.Array] = s.Acc.Array.Space != kernel.Local
		default:
			// Others change no memory.
		}
		return true
	})
	return out
}

func (t *alone) block(stmts []kernel.Stmt) []kernel.Stmt {
	out := make([]kernel.Stmt, 0, len(stmts))
	for _, s := range stmts {
		out = append(out, t.stmt(s)...)
	}
	return out
}

func (t *alone) stmt(s kernel.Stmt) []kernel.Stmt {
	switch s := s.(type) {
	case *kernel.If, *kernel.Region, *kernel.Loop:
		if inner := kernel.MapBlocks(s, t.block); t.changed {
			return []kernel.Stmt{inner}
		}
	case *kernel.Load:
		if s.Ghost && t.written[s.Acc.Array] {
			t.changed = true
			return []kernel.Stmt{&kernel.Havoc{Src: s.Src, Dst: s.Dst, Why: "what an annotation reads"}}
		}
	case *kernel.Assert:
		if s.Global || kernel.OfPairs(s.Cond) {
			return t.unknown(s)
		}
	case *kernel.Assume:
		if kernel.OfPairs(s.Cond) {
			t.refuse(s.Src, "what is assumed about two threads or their accesses", "other threads")
		}
	default:
		// Others stay as they are, unless other blocks take part in them.
		if op, ok := kernel.SyncOf(s); ok && op.Who == kernel.GridThreads {
			at := s.Source()
			t.refuse(at, fmt.Sprintf("what follows the barrier of the grid at line %d", at.Pos.Line), "other blocks")
		}
	}
	return []kernel.Stmt{s}
}

// unknown is an assertion that may or may not hold.
func (t *alone) unknown(s *kernel.Assert) []kernel.Stmt {
	t.changed = true
	v := &kernel.Var{Name: fmt.Sprintf("stated~%d", len(t.vars)), T: kernel.BoolType, Temp: true, Pos: s.Pos}
	t.vars = append(t.vars, v)
	c := *s
	c.Cond, c.Global = &kernel.VarRef{Var: v}, false
	return []kernel.Stmt{&kernel.Havoc{Src: s.Src, Dst: v, Why: "what an annotation states about two threads"}, &c}
}

func (t *alone) refuse(src kernel.Src, what, cause string) {
	if t.err == nil {
		t.err = &NotStatic{Src: src, What: what, Cause: cause}
	}
}
