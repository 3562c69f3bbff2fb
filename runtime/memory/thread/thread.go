// Package thread turns a kernel into the threads that package memory explores.
//
// In: a kernel with a known launch. Out: a memory.Program whose threads execute the kernel,
// one step after the other, with the values that their reads are given; each access to
// memory that the kernel writes is an event.
//
// Inputs that nothing fixes, such as the contents of arrays, have sample values. Launched
// tells whether anything that counts depended on one: then what is found holds for that
// input alone.
package thread

import (
	"errors"
	"fmt"
	"slices"

	"gv2/frontend/kernel"
	"gv2/runtime/eval"
	"gv2/runtime/flat"
	"gv2/runtime/memory"
)

// ErrUnsupported is the error for kernels with statements that this package does not execute.
var ErrUnsupported = errors.New("not executed under the memory model")

// maxThreads bounds the launch.
const maxThreads = 1024

// Launched is a kernel as a memory.Program.
type Launched struct {
	Program *memory.Program
	Kernel  *kernel.Kernel
	// Positions are where the threads of Program are in the launch. Partial is set if it has others.
	Positions []Position
	Partial   bool
	code      *flat.Program
	params    map[string]int64
	live      liveness
	heads     []bool // the instructions to which others go back
	join      []int
	// written are the arrays that the kernel changes, by their position.
	written []bool
	// objects are the memories that places name: an array, and the block that has it.
	objects map[object]int
	list    []object
	// parameters is where samples of parameters come from: they are made up if the
	// preconditions do not admit them.
	parameters origin
	// free are loads whose value nobody has to know, but for those that are bound since it
	// turned out to matter. stores are those whose value reaches a place, and asked the
	// places of which the contents matter.
	free, bound map[*kernel.Load]bool
	stores      map[memory.Place][]*kernel.Load
	asked       map[memory.Place]bool
	// Sampled is set when a sample value decides where a thread continues, what it accesses,
	// or whether an assertion holds, without having been in memory; SampledIn tells of those
	// that have.
	Sampled bool
	// Invented is set when a value does so that is made up: one that the program computes in
	// a way that is not modelled. InventedStored is set when one is stored.
	Invented, InventedStored bool
}

// object is a memory: an array of the grid, or of one block (block is -1 for the grid).
type object struct {
	array int32
	block int
}

// Final is what a path of a thread leaves besides its events.
type Final struct {
	// Failed is the assertion at which the thread has stopped; nil if there is none.
	Failed *kernel.Assert
	// Outside is the access to somewhere outside of its array before which the thread has
	// stopped; nil if there is none. Nothing is defined then.
	Outside kernel.Stmt
	// decides are the reads that decide what the thread does; samples are the writes, by
	// their position, whose value depends on a sample that was not read from memory.
	decides origin
	samples []int
}

// Launch makes the program of a kernel. Params are the values of scalar parameters by name,
// as bit patterns; the others have sample values. The error is ErrUnsupported, with the
// reason, or memory.ErrTooLarge.
func Launch(k *kernel.Kernel, params map[string]int64) (*Launched, error) {
	threads, blocks := k.Launch.Threads(), k.Launch.Blocks()
	if threads < 1 || blocks < 1 || threads*blocks > maxThreads {
		return nil, fmt.Errorf("%w: a grid of %d blocks of %d threads", memory.ErrTooLarge, blocks, threads)
	}
	var all []Position
	for b := range blocks {
		for t := range threads {
			all = append(all, Position{Block: b, Thread: t})
		}
	}
	return launched(k, params, all)
}

// Some is Launch for some threads of a launch of any size. The others do nothing yet, and
// where these wait for others at a barrier they wait for ever. What happens in an execution of
// these alone happens in one of all: the others may be that late.
func Some(k *kernel.Kernel, params map[string]int64, threads []Position) (*Launched, error) {
	l, err := launched(k, params, threads)
	if err == nil {
		l.Partial = true
	}
	return l, err
}

func launched(k *kernel.Kernel, params map[string]int64, threads []Position) (*Launched, error) {
	code, err := flat.Compile(k)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	l := &Launched{Kernel: k, code: code, params: params, written: make([]bool, len(k.Arrays)), objects: map[object]int{},
		free: map[*kernel.Load]bool{}, bound: map[*kernel.Load]bool{}, stores: map[memory.Place][]*kernel.Load{}, asked: map[memory.Place]bool{}}
	for i := range code.Instrs {
		in := &code.Instrs[i]
		if why := refused(in.Stmt); why != "" {
			return nil, fmt.Errorf("%w: %s at %s", ErrUnsupported, why, in.Stmt.Source().Pos)
		}
		switch s := in.Stmt.(type) {
		case *kernel.Store:
			l.written[in.Array] = true
		case *kernel.Atomic:
			l.written[in.Array] = l.written[in.Array] || s.Op != "load"
		default:
			// Others change no memory.
		}
	}
	l.parameters = sampled
	if !admits(l) {
		l.parameters = invented
	}
	l.live = findLive(code)
	l.join, l.heads = joins(code), heads(code)
	l.Program = &memory.Program{Initial: l.initial}
	for _, at := range threads {
		l.Positions = append(l.Positions, at)
		l.Program.Threads = append(l.Program.Threads, memory.Thread{
			Name: fmt.Sprintf("thread %d of block %d", at.Thread, at.Block), CTA: at.Block, Cluster: at.Block,
			Run: func(values []int64) (memory.Path, error) { return l.run(at, values) },
		})
	}
	return l, nil
}

// admits reports whether the samples of parameters meet the preconditions.
func admits(l *Launched) bool {
	m := &machine{Launched: l, regs: slices.Clone(l.code.First), from: make([]origin, len(l.code.First)), final: &Final{}}
	for i, p := range l.Kernel.Params {
		r := l.code.Register[p]
		if m.regs[r] = sample(p.T, i+1); l.params != nil {
			if v, ok := l.params[p.Name]; ok {
				m.regs[r] = v
			}
		}
	}
	for i := range l.code.Requires {
		r := &l.code.Requires[i]
		if m.compute(r); m.regs[r.Cond] == 0 || m.from[r.Cond]&invented == invented {
			return false
		}
	}
	return true
}

// Position is where a thread is in its launch.
type Position struct{ Block, Thread int }

// refused is what about a statement cannot be executed, empty if nothing is.
func refused(s kernel.Stmt) string {
	if kernel.AgentOf(s) != nil {
		return "an asynchronous access"
	}
	switch s := s.(type) {
	case *kernel.Async:
		return "an operation on asynchronous accesses"
	case *kernel.Shuffle:
		return "an exchange between lanes"
	case *kernel.Vote:
		return "a vote of lanes"
	case *kernel.Phase:
		return "a barrier in memory"
	case *kernel.Barrier:
		if op, _ := kernel.SyncOf(s); !op.Waits || op.Count != nil || op.Reduce != kernel.NoReduction || s.Named() {
			return "a barrier for a part of the block"
		}
	case *kernel.Fence:
		if s.Weaker == kernel.Acquire || s.Weaker == kernel.Release || s.Scope == kernel.WarpScope {
			return "a fence for one direction, or for a warp"
		}
	default:
		// Others are executed.
	}
	return ""
}

// objectOf is the number of the memory of an array for a thread of a block.
func objectOf(l *Launched, array int32, block int) int {
	o := object{array, block}
	if l.Kernel.Arrays[array].Space != kernel.Shared {
		o.block = -1
	}
	n, ok := l.objects[o]
	if !ok {
		n = len(l.list)
		l.objects[o] = n
		l.list = append(l.list, o)
	}
	return n
}

// place is width elements of an array from index on.
func (l *Launched) place(array int32, block int, index int64, width int) memory.Place {
	size := int64(l.Kernel.Arrays[array].Elem.Bytes())
	return memory.Place{Object: objectOf(l, array, block), Offset: index * size, Size: int64(max(width, 1)) * size}
}

// Array is the array that a place lies in, the block that has it (-1 for all), and the
// index of its first element.
func (l *Launched) Array(p memory.Place) (a *kernel.Array, block int, index int64) {
	o := l.list[p.Object]
	a = l.Kernel.Arrays[o.array]
	return a, o.block, p.Offset / int64(a.Elem.Bytes())
}

// Element is the place of an element of an array in global memory.
func (l *Launched) Element(a *kernel.Array, index int64) memory.Place {
	for i := range l.Kernel.Arrays {
		if l.Kernel.Arrays[i] == a {
			return l.place(int32(i), 0, index, 1)
		}
	}
	panic("thread: an array of another kernel")
}

// initial is what memory holds at the start: what the program's variables are declared with.
// What pointers lead to is arbitrary, and so is what shared memory holds; the samples are 0,
// where locks and counters start, and a number that programs do not write themselves.
func (l *Launched) initial(p memory.Place) int64 {
	a, _, i := l.Array(p)
	values := a.Init
	if values == nil {
		values = a.First
	}
	switch {
	case a.Space == kernel.Shared:
		return sample(a.Elem, 77)
	case p.Size == int64(a.Elem.Bytes()) && i >= 0 && i < int64(len(values)):
		return values[i].Val
	}
	return 0
}

// arbitrary reports whether nothing fixes the initial contents of an array.
func arbitrary(a *kernel.Array) bool {
	return a.Init == nil && a.First == nil || a.Space == kernel.Shared || a.Space == kernel.Local
}

// sample is the value of an input that nothing fixes.
func sample(t kernel.Type, n int) int64 {
	if t.Kind == kernel.Float {
		return eval.Encode(eval.TypeOf(t), float64(n))
	}
	return t.Wrap(int64(n))
}

// Arbitrary reports whether a place keeps contents that nothing fixes, since no thread writes
// it in an execution.
func (l *Launched) Arbitrary(x *memory.Execution, p memory.Place) bool {
	a, _, _ := l.Array(p)
	for i := range x.Events {
		if x.Thread[i] >= 0 && x.Events[i].Kind == memory.Write && x.Events[i].Place == p {
			return false
		}
	}
	return arbitrary(a)
}

// Free leaves open what weak loads return whose values decide nothing: not where threads
// continue, not what they access, not whether an assertion holds. It is for those who do not
// ask for final contents. The error is that of an exploration.
func (l *Launched) Free(lim memory.Limits) error {
	for i := range l.code.Instrs {
		if s, ok := l.code.Instrs[i].Stmt.(*kernel.Load); ok {
			l.free[s] = true
		}
	}
	return l.Settle(lim)
}

// Settle binds loads until nothing depends on one that is free. It is to be called after Bind,
// before another exploration.
func (l *Launched) Settle(lim memory.Limits) error {
	for before := -1; before != len(l.bound); {
		before = len(l.bound)
		// Paths are found before the first visit.
		once := memory.Explorer{Program: l.Program, Limits: lim}
		if err := once.Paths(); err != nil {
			return err
		}
		for p, list := range l.stores {
			if !l.asked[p] {
				continue
			}
			for _, s := range list {
				l.bound[s] = true
			}
		}
	}
	return nil
}

// Bind has the loads that a write's value comes from return what they may, where Free has left
// that open. It reports whether there were any.
func (l *Launched) Bind(x *memory.Execution, write int) bool {
	any := false
	for _, d := range x.Events[write].Depends {
		if e := &x.Paths[x.Thread[write]].Events[d]; e.Free {
			l.bound[e.Origin.(*kernel.Load)], any = true, true
		}
	}
	return any
}

// SampledIn reports whether samples that threads read from memory decide what happens in an
// execution, and at which places samples are stored.
func (l *Launched) SampledIn(x *memory.Execution) (decides bool, stored map[memory.Place]bool) {
	sampled := make([]bool, len(x.Events))
	for t, path := range x.Paths {
		for _, i := range path.Final.(*Final).samples {
			if at := x.First(t) + i; at >= 0 && at < len(x.Events) && x.Thread[at] == t {
				sampled[at] = true
			}
		}
	}
	for i := range x.Events {
		if x.Thread[i] < 0 {
			a, _, _ := l.Array(x.Events[i].Place)
			sampled[i] = arbitrary(a)
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range x.Events {
			now := sampled[i] || x.ReadsFrom[i] >= 0 && sampled[x.ReadsFrom[i]]
			if x.Thread[i] >= 0 && x.Events[i].Kind == memory.Write {
				for _, d := range x.Events[i].Depends {
					now = now || sampled[x.First(x.Thread[i])+d]
				}
			}
			changed = changed || now != sampled[i]
			sampled[i] = now
		}
	}
	stored = map[memory.Place]bool{}
	for i := range x.Events {
		if x.Thread[i] < 0 || !sampled[i] {
			continue
		}
		decides = decides || x.Paths[x.Thread[i]].Final.(*Final).decides>>(i-x.First(x.Thread[i]))&1 != 0
		if x.Events[i].Kind == memory.Write {
			stored[x.Events[i].Place] = true
		}
	}
	return decides, stored
}
