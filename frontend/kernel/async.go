package kernel

import (
	"fmt"
	"slices"
	"strings"
)

// Agent is who makes an access, or completes something at a barrier, in place of the thread that
// started it: the hardware copies memory, or reads the operands of a matrix product, while the
// thread goes on. (PTX ISA, "Asynchronous operations".)
//
//	store.async.copies tile[t]
//
// It acts after the statement that starts it, and nothing else of the thread's program order holds
// for it: the thread's later accesses are not ordered after it, nor is another operation that the
// thread starts. It has come to its end where a thread waits for what Ends names: then the thread that
// waited knows, and others from then on as of that thread's own accesses.
//
// What an operation reads and writes are a Load without destination and a Store of an arbitrary value, one
// after the other, with equal agents; an access of many elements has that Width, or is in a loop.
type Agent struct {
	Ends Completion
	// Proxy is by which way to memory it goes.
	Proxy Proxy
	// At is the place of the barrier whose open phase its end is a part of, for OnPhase.
	At *Access
	// Until is the number of the barrier whose generation is complete only when the agent is done, in place of At: the
	// generation that the thread registers on next. Only kernels whose phases are numbered barriers have it.
	Until Expr
	// Collective is set where all threads of the block execute the statement together, and nobody
	// knows which of them starts which part of it: each stands for the whole, as if they were one
	// operation that begins after all of them have started it and whose end each of them waits for.
	Collective bool
	// Reduces is set for a reduction (cp.reduce.async): how many bytes each element has that it reads, changes and writes in one step. What
	// it writes is a Store of its own kind: it races with all accesses but those of other reductions of elements of this size.
	Reduces int
	// Box is set for a copy whose size the instruction does not say: accesses have 16 bytes until package tensor knows it.
	Box *Box
}

// Reduces is how many bytes the elements have that s, the write of a reduction by an agent, changes; 0 for other statements.
func Reduces(s Stmt) int {
	if st, is := s.(*Store); is && st.Agent != nil {
		return st.Agent.Reduces
	}
	return 0
}

// MixedReduction is a reduction by an agent of an array that reductions of another size or atomics change as well, with what the others
// are; nil if there is none.
func MixedReduction(k *Kernel) (Stmt, string) {
	sizes, atomics := map[*Array]int{}, map[*Array]bool{}
	Walk(k.Body, func(s Stmt) bool {
		if a, is := s.(*Atomic); is {
			atomics[a.Acc.Array] = true
		}
		return true
	})
	var found Stmt
	var others string
	Walk(k.Body, func(s Stmt) bool {
		size := Reduces(s)
		if size == 0 || found != nil {
			return true
		}
		a := Touched(s).Array
		switch before, known := sizes[a]; {
		case atomics[a]:
			found, others = s, "atomics"
		case known && before != size:
			found, others = s, fmt.Sprintf("reductions of elements of %d bytes", before)
		}
		sizes[a] = size
		return true
	})
	return found, others
}

// Box is one instruction that copies a box of a tensor.
type Box struct {
	Src
	Store bool // to the tensor, from shared memory
	// Map is the place of the tensor's map, which tells the size: the same for all copies by it; empty if it is not known.
	Map string
	// Name is what the user gives the size of the map's boxes by, empty if there is no such name: see BoxName.
	Name string
}

// BoxName is the name for the size of the boxes of a tensor map so many bytes behind the beginning of the object of that name:
// box_maps_128.
func BoxName(object string, offset int64) string {
	if offset == 0 {
		return "box_" + object
	}
	return fmt.Sprintf("box_%s_%d", object, offset)
}

// BoxSize is the size of the boxes of a tensor map so many bytes behind the beginning of the object of that name, as conditions
// on a kernel speak of it.
func BoxSize(object string, offset int64) Expr {
	return Ref(&Var{Name: BoxName(object, offset), T: U64, Param: true, Temp: true})
}

// IsBoxSize reports whether v stands for such a size: parameters of programs are no temporaries.
func IsBoxSize(v *Var) bool { return v.Param && v.Temp && strings.HasPrefix(v.Name, "box_") }

// Boxes are the copies of boxes of tensors, in the order of the text.
func Boxes(body []Stmt) []*Box {
	var out []*Box
	Walk(body, func(s Stmt) bool {
		if a := AgentOf(s); a != nil && a.Box != nil && !slices.Contains(out, a.Box) {
			out = append(out, a.Box)
		}
		return true
	})
	return out
}

// Completion is how a thread can tell that an asynchronous operation is over.
type Completion int

const (
	// CopyGroup: cp.async. Operations since the last commit of the thread are one group; groups end
	// in order, and the thread waits until all but the latest n are over. An arrive of the
	// agent (cp.async.mbarrier.arrive) is over after all that the thread started before.
	CopyGroup   Completion = iota
	BulkGroup              // cp.async.bulk with .bulk_group: the same, with groups of its own
	MatrixGroup            // wgmma: the same, with groups of its own
	// OnPhase: the operation takes its bytes off what the open phase of a barrier expects
	// (Phase with PhaseComplete and the same agent), and is over when that phase is complete.
	OnPhase
)

// String is the word for operations of that kind in the text of programs.
func (c Completion) String() string {
	return [...]string{"copies", "bulk", "matrix", "phase"}[c]
}

// Proxy is a way to memory. Accesses by different ones are ordered only where a proxy fence
// lies between them (PTX ISA, "Proxies").
type Proxy int

const (
	GenericProxy Proxy = iota // ld, st, atom, cp.async
	AsyncProxy                // cp.async.bulk, wgmma
)

// AsyncOp is the operation of an Async.
type AsyncOp int

const (
	AsyncCommit AsyncOp = iota
	AsyncWait
	AsyncFence
)

// Async is what a thread does about asynchronous operations that it started or will start.
//
//	cp.async.commit_group         AsyncCommit: those of kind Of since the last commit are a group
//	cp.async.wait_group 1         AsyncWait, with Pending 1: all but the latest groups are over
//	cp.async.bulk.wait_group.read AsyncWait with Reads: what they read may be written again
//	fence.proxy.async             AsyncFence: orders generic accesses before it and accesses of the
//	                              async proxy behind it
//
// It concerns the thread alone; others learn of it as of its accesses.
type Async struct {
	Src
	Op AsyncOp
	Of Completion // of AsyncCommit and AsyncWait; never OnPhase
	// Pending is the number of latest groups that may still be under way, i32.
	Pending Expr
	Reads   bool
}

func (*Async) isStmt() {}

// AgentOf is the agent that makes the access of s, or executes it, in place of the thread; nil if the
// thread does.
func AgentOf(s Stmt) *Agent {
	switch s := s.(type) {
	case *Load:
		return s.Agent
	case *Store:
		return s.Agent
	case *Phase:
		return s.Agent
	default:
		// Threads execute all others.
		return nil
	}
}

// checkAgent checks the agent of s, and what only it may do.
func (c *checker) checkAgent(s Stmt) {
	a := AgentOf(s)
	if WarpAccess(s) != "" && (a != nil || Assigned(s) != nil || stores(s)) {
		c.fault("an access of a warp with a value, or by an agent")
	}
	if a == nil {
		return
	}
	if (a.At != nil || a.Until != nil) != (a.Ends == OnPhase) || a.At != nil && a.Until != nil {
		c.fault("an agent that ends with %s, and barrier %v", a.Ends, a.At != nil)
	}
	if a.At != nil {
		c.access(a.At)
	}
	if a.Until != nil {
		c.integer("number of a barrier", a.Until)
	}
	switch s := s.(type) {
	case *Load:
		if s.Dst != nil || s.Ghost || s.OfBarrier {
			c.fault("an agent loads into a variable")
		}
	case *Store:
		if s.X != nil || s.OfBarrier {
			c.fault("an agent stores a known value")
		}
	case *Phase:
		if s.Op == PhaseComplete != (a.Ends == OnPhase) || s.Op == PhaseArrive != (a.Ends == CopyGroup) {
			c.fault("an agent of %s does %s", a.Ends, s.Op)
		}
	default:
		// AgentOf knows the others.
	}
}

// stores reports whether s is a store of a known value.
func stores(s Stmt) bool {
	st, is := s.(*Store)
	return is && st.X != nil
}

func (c *checker) async(s *Async) {
	if s.Of == OnPhase || (s.Op == AsyncWait) != (s.Pending != nil) || s.Reads && (s.Op != AsyncWait || s.Of != BulkGroup) {
		c.fault("operands of another operation on asynchronous accesses")
		return
	}
	if s.Pending != nil {
		c.typed("number of groups", s.Pending, I32)
	}
}

// agentText is .async.copies behind the name of what an agent does.
func agentText(a *Agent) string {
	if a == nil {
		return ""
	}
	text := "async." + a.Ends.String()
	if a.Proxy == AsyncProxy {
		text += ".proxy"
	}
	if a.Collective {
		text += ".collective"
	}
	if a.Reduces > 0 {
		text += fmt.Sprintf(".reduces%d", a.Reduces)
	}
	if a.At != nil {
		text += "(" + accessText(*a.At) + ")"
	}
	if a.Until != nil {
		text += "(" + ExprString(a.Until) + ")"
	}
	return text + " "
}

func asyncText(s *Async) string {
	switch {
	case s.Op == AsyncFence:
		return "fence.proxy.async;"
	case s.Op == AsyncCommit:
		return "async.commit." + s.Of.String() + ";"
	case s.Reads:
		return "async.wait.read." + s.Of.String() + "(" + ExprString(s.Pending) + ");"
	}
	return "async.wait." + s.Of.String() + "(" + ExprString(s.Pending) + ");"
}

// agent maps the place, or the number, of an agent's barrier.
func (m *exprMapper) agent(a **Agent) {
	if *a == nil || (*a).At == nil && (*a).Until == nil {
		return
	}
	c := **a
	before := m.changed
	m.changed = false
	if c.At != nil {
		at := *c.At
		m.access(&at)
		c.At = &at
	}
	m.expr(&c.Until)
	if m.changed {
		*a = &c
	}
	m.changed = m.changed || before
}

// SharesOut reports whether warps of k make accesses together: see WarpAccess.
func SharesOut(k *Kernel) bool {
	return Any(k.Body, func(s Stmt) bool { return WarpAccess(s) != "" })
}

// UsesAgents reports whether k has anything to do with asynchronous operations: accesses of agents, or
// operations of threads about them.
func UsesAgents(k *Kernel) bool {
	return Any(k.Body, func(s Stmt) bool {
		_, is := s.(*Async)
		return is || AgentOf(s) != nil
	})
}
