package thread

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"gv2/frontend/kernel"
	"gv2/runtime/eval"
	"gv2/runtime/flat"
	"gv2/runtime/memory"
)

// origin is what a value depends on: the reads of the thread, by their position in its path,
// and in the last bits whether a sample value is among them, or one that is made up, since the
// package does not compute what the program does.
type origin uint64

const (
	sampled  origin = 1 << 63
	invented origin = 1<<62 | sampled
)

// maxEvents is the number of events whose positions an origin can name.
const maxEvents = 62

// maxSteps bounds the instructions of a thread.
const maxSteps = 20_000

// machine executes one thread.
type machine struct {
	*Launched
	at     Position
	values []int64
	regs   []int64
	from   []origin
	pc     int
	path   memory.Path
	final  *Final
	// branches are those that decide whether the current instruction is executed.
	branches []branch
	// private is the memory of the thread alone.
	private map[private]content
	seen    map[string]int // the number of events at each state
	effects int            // writes and barriers, and changes of private memory
}

type branch struct {
	join int
	from origin
}

type private struct {
	array int32
	index int64
}

type content struct {
	value int64
	from  origin
}

// errAsk stops a thread at a read without a value.
var errAsk = fmt.Errorf("a read has no value yet")

// run is memory.Thread.Run.
func (l *Launched) run(at Position, values []int64) (memory.Path, error) {
	m := &machine{Launched: l, at: at, values: values, regs: slices.Clone(l.code.First), from: make([]origin, len(l.code.First)),
		final: &Final{}, private: map[private]content{}, seen: map[string]int{}}
	l.code.Place(m.regs, l.Kernel.Launch.ThreadAt(at.Thread), l.Kernel.Launch.BlockAt(at.Block))
	for i, p := range l.Kernel.Params {
		r := l.code.Register[p]
		if v, ok := l.params[p.Name]; ok {
			m.regs[r] = v
		} else {
			m.regs[r], m.from[r] = sample(p.T, i+1), l.parameters
		}
	}
	err := m.execute()
	if err == errAsk {
		err = nil
	}
	m.path.Final = m.final
	return m.path, err
}

func (m *machine) execute() error {
	if m.heads[0] {
		m.idle(0)
	}
	for step := 0; ; step++ {
		if step > maxSteps || len(m.path.Events) > maxEvents {
			return fmt.Errorf("%w: a thread takes over %d steps or has over %d events", memory.ErrTooLarge, maxSteps, maxEvents)
		}
		for len(m.branches) > 0 && m.branches[len(m.branches)-1].join == m.pc {
			m.branches = m.branches[:len(m.branches)-1]
		}
		in := &m.code.Instrs[m.pc]
		m.pc++
		m.compute(in)
		switch in.Op {
		case flat.Exit:
			return nil
		case flat.Jump:
			if m.idle(in.To) { // a loop whose test is at its end is entered by a jump as well
				return nil
			}
			m.pc = in.To
		case flat.Branch:
			m.decides(m.from[in.Cond])
			m.branches = append(m.branches, branch{m.join[m.pc-1], m.from[in.Cond]})
			if m.regs[in.Cond] == 0 {
				m.pc = in.To
			}
			if m.idle(m.pc) {
				return nil
			}
		default:
			stop, err := m.simple(in)
			if err != nil || stop || m.heads[m.pc] && m.idle(m.pc) {
				return err
			}
		}
	}
}

// decides notes that a value decides what happens.
func (m *machine) decides(from origin) {
	m.Sampled = m.Sampled || from&sampled != 0
	m.Invented = m.Invented || from&invented == invented
	m.final.decides |= from &^ invented
	m.eachFree(from, func(s *kernel.Load) { m.bound[s] = true })
}

// eachFree calls f for the loads that a value comes from and that are free.
func (m *machine) eachFree(from origin, f func(*kernel.Load)) {
	for set := uint64(from &^ invented); set != 0; set &= set - 1 {
		if e := &m.path.Events[bits.TrailingZeros64(set)]; e.Free {
			f(e.Origin.(*kernel.Load))
		}
	}
}

// idle reports whether the thread has been at an instruction before in the same state and
// has only read since: an iteration that waits. A path without it does the same.
func (m *machine) idle(at int) bool {
	state := fmt.Sprint(at, " ", m.effects)
	for r, live := range m.live[at] {
		if live {
			state += fmt.Sprint(" ", m.regs[r])
		}
	}
	state += m.locals()
	if at, was := m.seen[state]; was {
		m.path.Round = at
		m.path.Waits = true
		return true
	}
	m.seen[state] = len(m.path.Events)
	return false
}

// mostPrivate is of how many elements of local memory the state of a thread tells.
const mostPrivate = 32

// locals is what local memory holds, as part of the state: an attempt by compare_exchange writes what it has found there.
func (m *machine) locals() string {
	if len(m.private) == 0 || len(m.private) > mostPrivate {
		return ""
	}
	var out []string
	for at, c := range m.private {
		out = append(out, fmt.Sprint(" ", at.array, " ", at.index, " ", c.value))
	}
	slices.Sort(out)
	return strings.Join(out, "")
}

// compute executes the code of an instruction.
func (m *machine) compute(in *flat.Instr) {
	for i := range in.Code {
		x := &in.Code[i]
		var from origin
		for _, r := range reads(x) {
			if r != flat.None {
				from |= m.from[r]
			}
		}
		if x.Op == eval.OpChoose {
			// Only the side that is taken counts.
			from = m.from[x.A] | m.from[x.C]
			if m.regs[x.A] != 0 {
				from = m.from[x.A] | m.from[x.B]
			}
		}
		v, sure := m.result(x)
		if !sure {
			from |= invented
		}
		m.regs[x.Dst], m.from[x.Dst] = v, from
	}
}

// result is the result of x, and whether every execution computes it.
func (m *machine) result(x *eval.Instr) (int64, bool) {
	if x.Op != eval.OpCall {
		v, why := flat.Result(x, m.regs, true)
		return v, why == "" && (!x.T.Float() && !x.Result.Float() || flat.Certain(x, m.regs))
	}
	args := make([]int64, len(x.Call.Args))
	for i, r := range x.Call.Args {
		args[i] = m.regs[r]
	}
	if x.Call.Compute != nil {
		if v, ok := x.Call.Compute(args); ok {
			return v, x.Call.Exact
		}
	}
	return 1, false
}

// simple executes a statement without parts. It reports whether the thread stops there.
func (m *machine) simple(in *flat.Instr) (stop bool, err error) {
	if in.Array != flat.None {
		if m.outside(in) {
			m.decides(m.from[in.Index])
			m.final.Outside = in.Stmt
			return true, nil
		}
	}
	switch s := in.Stmt.(type) {
	case *kernel.Assign:
		m.set(in, m.regs[in.Args[0]], m.from[in.Args[0]])
	case *kernel.Havoc:
		m.set(in, sample(s.Dst.T, 1), invented)
	case *kernel.Load:
		return false, m.load(in, s)
	case *kernel.Store:
		return false, m.store(in, s)
	case *kernel.Atomic:
		return false, m.atomic(in, s)
	case *kernel.Fence:
		m.event(memory.Event{Kind: memory.Fence, Order: orderOf(s.Order()), Scope: scopeOf(s.Scope), Origin: s}, 0)
	case *kernel.Barrier:
		if m.Partial {
			m.path.Waits = true
			return true, nil
		}
		use := memory.BarrierUse{Group: m.at.Block, Waits: true, Count: m.Kernel.Launch.Threads()}
		if s.Grid {
			use.Group, use.Count = -1, len(m.Program.Threads)
		}
		m.event(memory.Event{Kind: memory.Barrier, Barrier: use, Origin: s}, 0)
	case *kernel.WarpSync:
		if m.Partial {
			m.path.Waits = true
			return true, nil
		}
		m.warpSync(in, s)
	case *kernel.Assert:
		if in.Goes {
			return false, nil // an invariant is not the program's
		}
		m.decides(m.from[in.Args[0]])
		if m.regs[in.Args[0]] == 0 {
			m.final.Failed = s
			return true, nil
		}
	case *kernel.Assume:
		m.decides(m.from[in.Args[0]])
		if m.regs[in.Args[0]] == 0 {
			m.path.Drop = true
			return true, nil
		}
	default:
		// Launch has refused the others, and jumps have instructions of their own.
		return false, fmt.Errorf("%w: a statement at %s", ErrUnsupported, in.Stmt.Source().Pos)
	}
	return false, nil
}

func (m *machine) set(in *flat.Instr, v int64, from origin) {
	if in.Dst == flat.None {
		return
	}
	if dst := kernel.Assigned(in.Stmt); dst.T.Kind != kernel.Float {
		v = dst.T.Wrap(v)
	}
	m.regs[in.Dst], m.from[in.Dst] = v, from
}

// event appends an event that depends on from.
func (m *machine) event(e memory.Event, from origin) int {
	for _, b := range m.branches {
		from |= b.from
	}
	for set := uint64(from &^ invented); set != 0; set &= set - 1 {
		e.Depends = append(e.Depends, bits.TrailingZeros64(set))
	}
	m.path.Events = append(m.path.Events, e)
	// A fence in an iteration that waits orders nothing that the iteration which does not wait needs.
	if e.Kind != memory.Read && e.Kind != memory.Fence && !m.unchanged(&e) {
		m.effects++
	}
	return len(m.path.Events) - 1
}

// unchanged reports whether a write leaves what its atomic has read: a loop of those waits as
// one of loads does. (Where scopes do not reach all threads, others may see a difference.)
func (m *machine) unchanged(e *memory.Event) bool {
	read := len(m.path.Events) - 2
	return e.Kind == memory.Write && e.Atomic && e.Order != memory.Release && read >= 0 && m.path.Events[read].Value == e.Value &&
		(e.Scope != memory.CTA || m.Kernel.Launch.Blocks() == 1)
}

// warpSync is a barrier of the lanes in a mask that exist.
func (m *machine) warpSync(in *flat.Instr, s *kernel.WarpSync) {
	m.decides(m.from[in.Args[0]])
	warp := m.at.Thread / kernel.WarpSize
	lanes := min(kernel.WarpSize, m.Kernel.Launch.Threads()-warp*kernel.WarpSize)
	mask := uint32(m.regs[in.Args[0]]) & uint32(1<<lanes-1)
	use := memory.BarrierUse{Group: -2 - (m.at.Block*kernel.WarpSize + warp), ID: int(mask), Waits: true, Count: bits.OnesCount32(mask)}
	m.event(memory.Event{Kind: memory.Barrier, Barrier: use, Origin: s}, 0)
}

// where is the place of an access. Private memory has none: the second result is false.
func (m *machine) where(in *flat.Instr) (p memory.Place, from origin, shared bool) {
	acc := kernel.Touched(in.Stmt)
	from = m.from[in.Index]
	m.decides(from)
	if acc.Array.Space == kernel.Local {
		return p, from, false
	}
	return m.place(in.Array, m.at.Block, m.regs[in.Index], acc.Width), from, true
}

// outside reports whether an access leaves its array: nothing after it is defined.
func (m *machine) outside(in *flat.Instr) bool {
	acc := kernel.Touched(in.Stmt)
	i, n := m.regs[in.Index], acc.Array.Len
	return i < 0 || n >= 0 && i+int64(max(acc.Width, 1)) > n
}

// read is what an event of a read returns.
func (m *machine) read(e memory.Event, from origin) (content, error) {
	if s, ok := e.Origin.(*kernel.Load); ok && m.free[s] && !m.bound[s] && e.Order == memory.Weak {
		e.Kind, e.Value, e.Free = memory.Read, m.initial(e.Place), true
		return content{e.Value, 1 << m.event(e, from)}, nil
	}
	m.asked[e.Place] = true
	if len(m.values) == 0 {
		m.path.Ask = &e.Place
		return content{}, errAsk
	}
	e.Kind, e.Value = memory.Read, m.values[0]
	m.values = m.values[1:]
	i := m.event(e, from)
	c := content{e.Value, 1 << i}
	if a, _, _ := m.Array(e.Place); a.Fixed && e.Value == m.initial(e.Place) {
		c.from |= invented
	}
	return c, nil
}

// write notes which writes store samples.
func (m *machine) write(e memory.Event, from origin) {
	e.Kind = memory.Write
	i := m.event(e, from)
	if from&sampled != 0 {
		m.final.samples = append(m.final.samples, i)
		m.InventedStored = m.InventedStored || from&invented == invented
	}
	m.eachFree(from, func(s *kernel.Load) {
		if !slices.Contains(m.stores[e.Place], s) {
			m.stores[e.Place] = append(m.stores[e.Place], s)
		}
	})
}

func (m *machine) load(in *flat.Instr, s *kernel.Load) error {
	place, from, shared := m.where(in)
	var c content
	switch {
	case !shared:
		var ok bool
		if c, ok = m.private[private{in.Array, m.regs[in.Index]}]; !ok {
			c = content{0, invented}
		}
		if s.Acc.Width > 1 {
			c = content{0, invented}
		}
		c.from |= from
	case s.Ghost || !m.written[in.Array]:
		c = content{m.initial(place), from}
		// What the kernel only reads, the host may have written.
		if s.Acc.Array.Fixed {
			c.from |= invented
		} else if s.Acc.Array.Init == nil {
			c = content{sample(s.Acc.Array.Elem, int(m.regs[in.Index]%61)+1), from | sampled}
		}
	default:
		e := memory.Event{Place: place, Origin: s}
		if s.Volatile {
			e.Order, e.Scope = memory.Relaxed, memory.System
		}
		var err error
		if c, err = m.read(e, from); err != nil {
			return err
		}
	}
	m.set(in, c.value, c.from)
	return nil
}

func (m *machine) store(in *flat.Instr, s *kernel.Store) error {
	place, from, shared := m.where(in)
	c := content{0, invented}
	if len(in.Args) > 0 {
		c = content{m.regs[in.Args[0]], m.from[in.Args[0]]}
	}
	if !shared {
		for part := range int64(max(s.Acc.Width, 1)) {
			if s.Acc.Width > 1 {
				c = content{0, invented}
			}
			at := private{in.Array, m.regs[in.Index] + part}
			if s.Acc.Width > 1 || len(m.private) >= mostPrivate && m.private[at] != c {
				m.effects++ // what it holds is no part of the state
			}
			m.private[at] = c
		}
		return nil
	}
	e := memory.Event{Place: place, Value: c.value, Origin: s}
	if s.Volatile {
		e.Order, e.Scope = memory.Relaxed, memory.System
	}
	m.write(e, c.from|from)
	return nil
}

func (m *machine) atomic(in *flat.Instr, s *kernel.Atomic) error {
	place, from, shared := m.where(in)
	if !shared {
		return fmt.Errorf("%w: an atomic on local memory at %s", ErrUnsupported, s.Pos)
	}
	var args [2]int64
	argFrom := origin(0)
	for i, r := range in.Args {
		args[i] = m.regs[r]
		argFrom |= m.from[r]
	}
	e := memory.Event{Place: place, Order: memory.Relaxed, Scope: scopeOf(s.Scope), Origin: s}
	read, write := e, e
	if s.Order == kernel.Acquire || s.Order == kernel.AcquireRelease {
		read.Order = memory.Acquire
	}
	if s.Order == kernel.Release || s.Order == kernel.AcquireRelease {
		write.Order = memory.Release
	}
	if s.Op == "store" {
		write.Value = args[0]
		m.write(write, argFrom|from)
		return nil
	}
	// A comparison that fails writes nothing; both halves carry the mark only where both are.
	if s.Op != "load" {
		read.Atomic, write.Atomic = true, true
	}
	at := len(m.path.Events)
	old, err := m.read(read, from)
	if err != nil {
		return err
	}
	switch {
	case s.Op == "load":
	case s.Op == "cas" && old.value != args[0]:
		m.decides(old.from | argFrom)
		m.path.Events[at].Atomic = false
	default:
		if s.Op == "cas" {
			m.decides(old.from | argFrom)
		}
		write.Value = eval.AtomicOf(s).Updated(eval.TypeOf(s.Acc.Array.Elem), old.value, args[0], args[1])
		dep := argFrom | from
		if s.Op != "exch" {
			dep |= old.from
		}
		if len(in.Args) == 0 || s.Acc.Width > 1 {
			dep |= invented
		}
		m.write(write, dep)
	}
	m.set(in, old.value, old.from)
	return nil
}

func orderOf(o kernel.MemoryOrder) memory.Order {
	if o == kernel.SequentiallyConsistent {
		return memory.SC
	}
	return memory.AcqRel
}

func scopeOf(s kernel.Scope) memory.Scope {
	switch s {
	case kernel.DeviceScope:
		return memory.GPU
	case kernel.SystemScope:
		return memory.System
	case kernel.BlockScope, kernel.WarpScope:
		return memory.CTA
	}
	panic("thread: no such scope")
}
