package weft

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
)

// The explorer executes programs of a few threads with barriers in memory and asynchronous copies in
// all interleavings, by what the ISA says of mbarrier objects and of cp.async: each copy happens at any
// time after it is started, and each test of a barrier may be made at any time. It knows neither
// clocks nor generations, and is the oracle of the exact engine. Proxies are not its business.

// asyncOp is an operation of a thread.
type asyncOp struct {
	kind string
	x    int // the word, the barrier, the parity or the number of groups
	m    int // the barrier of bulk and parity
}

func (o asyncOp) String() string { return fmt.Sprintf("%s %d %d", o.kind, o.x, o.m) }

// reads reports whether an access only reads.
func (o asyncOp) reads() bool { return o.kind == "read" || o.kind == "row-read" }

// row reports whether all lanes of a warp make the access.
func (o asyncOp) row() bool { return o.kind == "row-read" || o.kind == "row-write" }

const (
	asyncThreads  = 3
	asyncBarriers = 2
	asyncMost     = 6 // operations of a thread
)

// asyncProgram is what the threads do, and how many arrivals each barrier expects.
type asyncProgram struct {
	ops    [][]asyncOp
	counts [asyncBarriers]int
}

// event is an operation of a thread, or what it started: an index into ops.
type asyncEvent struct{ thread, index int }

// asyncState is where everything is. pending copies and arrivals are those that were started and have not
// happened.
type asyncState struct {
	pc      [asyncThreads]int8
	started [asyncThreads]uint8 // by index of the operation: its asynchronous part is to come
	written [asyncThreads]uint8 // of bulk copies: the data are there, the bytes are not counted
	bar     [asyncBarriers]struct{ pending, tx, done int8 }
	touched [asyncThreads][2]uint8 // accesses that have happened: of the thread, of its agents
}

type asyncExplorer struct {
	p     asyncProgram
	seen  map[asyncState]bool
	bad   string
	on    map[asyncEvent]map[int8]bool // phases that operations took effect on
	order map[[2]asyncAccess]bool
}

// asyncAccess is an access: of a thread, or of an agent.
type asyncAccess struct {
	asyncEvent
	agent bool
}

func exploreAsync(p asyncProgram) *asyncExplorer {
	e := &asyncExplorer{p: p, seen: map[asyncState]bool{}, on: map[asyncEvent]map[int8]bool{}, order: map[[2]asyncAccess]bool{}}
	var s asyncState
	for m := range s.bar {
		s.bar[m].pending = int8(p.counts[m])
	}
	e.visit(s)
	return e
}

func (e *asyncExplorer) fault(why string) {
	if e.bad == "" {
		e.bad = why
	}
}

func (e *asyncExplorer) visit(s asyncState) {
	if e.seen[s] {
		return
	}
	e.seen[s] = true
	moved, over := false, true
	for t := range e.p.ops {
		for i := range e.p.ops[t] {
			if s.started[t]>>i&1 != 0 {
				if next, can := e.agent(s, t, i); can {
					moved = true
					e.visit(next)
				}
			}
		}
		if int(s.pc[t]) == len(e.p.ops[t]) {
			continue
		}
		over = false
		if next, can := e.step(s, t); can {
			moved = true
			e.visit(next)
		}
	}
	if !moved && !over {
		e.fault("deadlock")
	}
}

// access notes an access, after all those that have happened.
func (e *asyncExplorer) access(s *asyncState, a asyncAccess) {
	for t := range e.p.ops {
		for i := range e.p.ops[t] {
			for k := range 2 {
				if s.touched[t][k]>>i&1 != 0 {
					e.order[[2]asyncAccess{{asyncEvent{t, i}, k == 1}, a}] = true
				}
			}
		}
	}
	k := 0
	if a.agent {
		k = 1
	}
	s.touched[a.thread][k] |= 1 << a.index
}

func (e *asyncExplorer) phase(s *asyncState, t, i, m int) {
	at := asyncEvent{t, i}
	if e.on[at] == nil {
		e.on[at] = map[int8]bool{}
	}
	e.on[at][s.bar[m].done] = true
}

// turn completes the phase of a barrier if nothing is left.
func (e *asyncExplorer) turn(s *asyncState, m int) {
	b := &s.bar[m]
	if b.pending < 0 {
		e.fault("too many arrivals")
		b.pending = 0
	}
	if b.pending == 0 && b.tx == 0 {
		b.done++
		b.pending = int8(e.p.counts[m])
	}
}

// copiesLeft are the copies of a thread among its first n operations that have not happened.
func (e *asyncExplorer) copiesLeft(s *asyncState, t, n int) bool {
	for i := range n {
		if e.p.ops[t][i].kind == "copy" && s.started[t]>>i&1 != 0 {
			return true
		}
	}
	return false
}

// agent is the next step of what an operation started.
func (e *asyncExplorer) agent(s asyncState, t, i int) (asyncState, bool) {
	op := e.p.ops[t][i]
	switch op.kind {
	case "copy":
		e.access(&s, asyncAccess{asyncEvent{t, i}, true})
	case "bulk":
		if s.written[t]>>i&1 == 0 {
			e.access(&s, asyncAccess{asyncEvent{t, i}, true})
			s.written[t] |= 1 << i
			return s, true
		}
		e.phase(&s, t, i, op.m)
		s.bar[op.m].tx--
		s.started[t] &^= 1 << i
		e.turn(&s, op.m)
		return s, true
	case "copies-arrive":
		if e.copiesLeft(&s, t, i) {
			return s, false
		}
		e.phase(&s, t, i, op.m)
		s.bar[op.m].pending--
		s.started[t] &^= 1 << i
		e.turn(&s, op.m)
		return s, true
	}
	s.started[t] &^= 1 << i
	return s, true
}

func (e *asyncExplorer) step(s asyncState, t int) (asyncState, bool) {
	i := int(s.pc[t])
	op := e.p.ops[t][i]
	switch op.kind {
	case "read", "write", "row-read", "row-write":
		e.access(&s, asyncAccess{asyncEvent{t, i}, false})
	case "copy", "bulk", "copies-arrive":
		s.started[t] |= 1 << i
	case "commit":
	case "wait":
		// All copies before the commit that has op.x commits behind it are over.
		end, commits := 0, 0
		for k := i - 1; k >= 0; k-- {
			if e.p.ops[t][k].kind == "commit" {
				if commits++; commits > op.x {
					end = k
					break
				}
			}
		}
		if e.copiesLeft(&s, t, end) {
			return s, false
		}
	case "arrive", "arrive-expect":
		e.phase(&s, t, i, op.m)
		if op.kind == "arrive-expect" {
			s.bar[op.m].tx++
		}
		s.bar[op.m].pending--
		e.turn(&s, op.m)
	case "expect":
		e.phase(&s, t, i, op.m)
		s.bar[op.m].tx++
		if s.bar[op.m].pending == 0 {
			e.turn(&s, op.m)
		}
	case "parity":
		if int(s.bar[op.m].done)%2 == op.x {
			return s, false
		}
		e.phase(&s, t, i, op.m)
	}
	s.pc[t]++
	return s, true
}

// alike reports whether all executions end, and each operation takes effect on one phase.
func (e *asyncExplorer) alike() bool {
	for _, on := range e.on {
		if len(on) > 1 {
			return false
		}
	}
	return e.bad == ""
}

// races reports whether two conflicting accesses come in both orders.
func (e *asyncExplorer) races() bool {
	for pair := range e.order {
		x, y := pair[0], pair[1]
		a, b := e.p.ops[x.thread][x.index], e.p.ops[y.thread][y.index]
		if a.x == b.x && !(a.reads() && b.reads()) && e.order[[2]asyncAccess{y, x}] {
			return true
		}
	}
	return false
}

// kernel is the program in the IR: thread i of the program is thread i of the block, or lane 0 of warp i. Word x is then an element
// of row x, which all lanes of a warp access in row-read and row-write, between two __syncwarp(), and a bulk copy as a whole.
func (p asyncProgram) kernel(stride int) *kernel.Kernel {
	line := 1
	src := func() kernel.Src {
		line++
		return kernel.Src{Pos: diag.Pos{File: "k.cu", Line: line, Col: 1}}
	}
	row := int64(1)
	if stride == kernel.WarpSize {
		row = kernel.WarpSize
	}
	word := &kernel.Array{Name: "s", Label: "s", Space: kernel.Shared, Elem: kernel.I32, Len: 4 * row, Scale: 1}
	bars := &kernel.Array{Name: "bar", Label: "bar", Space: kernel.Shared, Elem: kernel.U64, Len: asyncBarriers, Scale: 1}
	v := &kernel.Var{Name: "v", T: kernel.I32}
	k := &kernel.Kernel{Name: "k", Pos: diag.Pos{File: "k.cu", Line: 1, Col: 1}, Vars: []*kernel.Var{v}, Arrays: []*kernel.Array{word, bars},
		Launch: kernel.Launch{BlockDim: [3]int{stride * len(p.ops), 1, 1}, GridDim: [3]int{1, 1, 1}}}
	at := func(a *kernel.Array, i int) kernel.Access {
		return kernel.Access{Array: a, Index: kernel.NewConst(kernel.I64, int64(i)), Width: 1}
	}
	is := func(t int) kernel.Expr {
		return kernel.Bin(kernel.Eq, &kernel.Builtin{Kind: kernel.ThreadIdx}, kernel.NewConst(kernel.U32, int64(t*stride)))
	}
	one := kernel.NewConst(kernel.U32, 1)
	element := func(x int) kernel.Access {
		return kernel.Access{Array: word, Index: kernel.NewConst(kernel.I64, int64(x)*row+row*5/32), Width: 1}
	}
	lane := kernel.Bin(kernel.Rem, &kernel.Builtin{Kind: kernel.ThreadIdx}, kernel.NewConst(kernel.U32, kernel.WarpSize))
	lanes := func(x int) kernel.Access {
		return kernel.Access{Array: word, Index: kernel.Bin(kernel.Add, kernel.NewConst(kernel.I64, int64(x)*row), &kernel.Convert{T: kernel.I64, X: lane}), Width: 1}
	}
	var init []kernel.Stmt
	for m, n := range p.counts {
		init = append(init, &kernel.Phase{Src: src(), Op: kernel.PhaseInit, At: at(bars, m), Count: kernel.NewConst(kernel.I32, int64(n))})
	}
	k.Body = []kernel.Stmt{&kernel.If{Src: src(), Cond: is(0), Then: init}, &kernel.Barrier{Src: src(), ID: kernel.NewConst(kernel.I32, 0), Aligned: true}}
	for t, ops := range p.ops {
		var body, whole []kernel.Stmt // of lane 0, and of its warp
		own := func() {
			if len(body) > 0 {
				whole = append(whole, &kernel.If{Src: src(), Cond: is(t), Then: body})
			}
			body = nil
		}
		together := func(s kernel.Stmt) {
			own()
			sync := func() kernel.Stmt { return &kernel.WarpSync{Src: src(), Mask: kernel.NewConst(kernel.U32, -1)} }
			whole = append(whole, sync(), s, sync())
		}
		for _, op := range ops {
			if op.row() && stride == kernel.WarpSize {
				if op.reads() {
					together(&kernel.Load{Src: src(), Dst: v, Acc: lanes(op.x)})
				} else {
					together(&kernel.Store{Src: src(), Acc: lanes(op.x), X: kernel.NewConst(kernel.I32, int64(line))})
				}
				continue
			}
			here, s := src(), kernel.Stmt(nil)
			copies := &kernel.Agent{}
			barrier := at(bars, op.m)
			switch op.kind {
			case "read", "row-read":
				s = &kernel.Load{Src: here, Dst: v, Acc: element(op.x)}
			case "write", "row-write":
				s = &kernel.Store{Src: here, Acc: element(op.x), X: kernel.NewConst(kernel.I32, int64(line))}
			case "copy":
				s = &kernel.Store{Src: here, Acc: element(op.x), Agent: copies}
			case "commit":
				s = &kernel.Async{Src: here, Op: kernel.AsyncCommit}
			case "wait":
				s = &kernel.Async{Src: here, Op: kernel.AsyncWait, Pending: kernel.NewConst(kernel.I32, int64(op.x))}
			case "copies-arrive":
				s = &kernel.Phase{Src: here, Op: kernel.PhaseArrive, At: barrier, Agent: copies}
			case "arrive":
				s = &kernel.Phase{Src: here, Op: kernel.PhaseArrive, At: barrier}
			case "arrive-expect":
				s = &kernel.Phase{Src: here, Op: kernel.PhaseArrive, At: barrier, Bytes: one}
			case "expect":
				s = &kernel.Phase{Src: here, Op: kernel.PhaseExpect, At: barrier, Bytes: one}
			case "parity":
				s = &kernel.Phase{Src: here, Op: kernel.PhaseWait, At: barrier, Parity: kernel.NewConst(kernel.U32, int64(op.x))}
			case "bulk":
				agent := &kernel.Agent{Ends: kernel.OnPhase, At: &barrier}
				all := at(word, op.x*int(row))
				all.Width = int(row)
				body = append(body, &kernel.Store{Src: here, Acc: all, Agent: agent})
				s = &kernel.Phase{Src: here, Op: kernel.PhaseComplete, At: barrier, Bytes: one, Agent: agent}
			}
			body = append(body, s)
		}
		if own(); stride == kernel.WarpSize {
			warp := kernel.Bin(kernel.Eq, kernel.Bin(kernel.Div, &kernel.Builtin{Kind: kernel.ThreadIdx}, kernel.NewConst(kernel.U32, kernel.WarpSize)),
				kernel.NewConst(kernel.U32, int64(t)))
			whole = []kernel.Stmt{&kernel.If{Src: src(), Cond: warp, Then: whole}}
		}
		k.Body = append(k.Body, whole...)
	}
	return k
}

// asyncChooser writes random programs: pieces that make sense together, and now and then one too many.
type asyncChooser struct{ *rand.Rand }

func (r asyncChooser) program() asyncProgram {
	var p asyncProgram
	threads := 2 + r.Intn(asyncThreads-1)
	parity := make([][asyncBarriers]int, threads)
	p.ops = make([][]asyncOp, threads)
	add := func(t int, op asyncOp) {
		if len(p.ops[t]) < asyncMost {
			p.ops[t] = append(p.ops[t], op)
		}
	}
	for m := range p.counts {
		p.counts[m] = 1 + r.Intn(2)
	}
	for range 3 + r.Intn(3) {
		t, m, x := r.Intn(threads), r.Intn(asyncBarriers), r.Intn(2)
		switch r.Intn(10) {
		case 9:
			add(t, asyncOp{kind: []string{"row-read", "row-write"}[r.Intn(2)], x: x})
		case 0:
			add(t, asyncOp{kind: "read", x: x})
		case 1:
			add(t, asyncOp{kind: "write", x: x})
		case 2:
			add(t, asyncOp{kind: "copy", x: x})
			add(t, asyncOp{kind: "commit"})
		case 3:
			add(t, asyncOp{kind: "wait", x: r.Intn(2)})
		case 4:
			add(t, asyncOp{kind: "copy", x: x})
			add(t, asyncOp{kind: "copies-arrive", m: m})
		case 5:
			add(t, asyncOp{kind: "arrive-expect", m: m})
			add(t, asyncOp{kind: "bulk", x: x, m: m})
		case 6: // a round: all arrive and wait, as far as the count goes
			arrived := 0
			for u := range threads {
				if arrived < p.counts[m] {
					add(u, asyncOp{kind: "arrive", m: m})
					arrived++
				}
			}
			for u := range threads {
				if r.Intn(4) > 0 {
					add(u, asyncOp{kind: "parity", x: parity[u][m], m: m})
				}
				parity[u][m] ^= 1
			}
		case 7:
			add(t, asyncOp{kind: "arrive", m: m})
		case 8:
			add(t, asyncOp{kind: "parity", x: parity[t][m], m: m})
			parity[t][m] ^= 1
			if r.Intn(6) == 0 {
				add(t, asyncOp{kind: "expect", m: m})
			}
		}
	}
	return p
}

// releases reports whether a thread lets its agents arrive behind an access of its own: that orders
// nothing of its own by the ISA, though every interleaving has it earlier.
func (p asyncProgram) releases() bool {
	for _, ops := range p.ops {
		own := false
		for _, op := range ops {
			own = own || op.kind == "read" || op.kind == "write" || op.row()
			if op.kind == "copies-arrive" && own {
				return true
			}
		}
	}
	return false
}

// rows reports whether whole warps make some of the accesses.
func (p asyncProgram) rows() bool {
	return slices.ContainsFunc(p.ops, func(ops []asyncOp) bool { return slices.ContainsFunc(ops, asyncOp.row) })
}

func TestAsyncAgreesWithAllInterleavings(t *testing.T) {
	programs := 4000
	if testing.Short() {
		programs = 1500
	}
	seed := int64(7)
	if s := os.Getenv("ASYNC_SEED"); s != "" {
		n, err := strconv.ParseInt(s, 10, 64)
		require.NoError(t, err)
		seed = n
	}
	r := asyncChooser{rand.New(rand.NewSource(seed))}
	tally := map[string]int{}
	for n := range programs {
		p := r.program()
		oracle := exploreAsync(p)
		stride := 1
		if n%2 == 1 {
			stride = kernel.WarpSize
		}
		k := p.kernel(stride)
		require.NoError(t, kernel.Check(k))
		report, err := Check(context.Background(), k, Options{})
		require.NoError(t, err)
		text := fmt.Sprintf("counts %v\n%s\noracle: alike %v (%s)\n%v", p.counts, strings.ReplaceAll(fmt.Sprint(p.ops), "] [", "]\n["), oracle.alike(), oracle.bad, report.Faults)
		alike := true
		for _, property := range []kernel.Property{kernel.Deadlock, kernel.Recycling, kernel.Count} {
			alike = alike && report.Verdicts[property].Status == claim.Proved
		}
		require.Equal(t, oracle.alike(), alike, text)
		if !alike {
			tally["barriers "+oracle.bad]++
			continue
		}
		if p.releases() {
			continue
		}
		require.Equal(t, oracle.races(), report.Verdicts[kernel.DataRace].Status != claim.Proved, text)
		tally[fmt.Sprint("races ", oracle.races())]++
		if stride == kernel.WarpSize && p.rows() {
			tally[fmt.Sprint("rows, races ", oracle.races())]++
		}
	}
	t.Log(tally)
	for _, kind := range []string{"races true", "races false", "barriers deadlock", "rows, races true", "rows, races false"} {
		require.Greater(t, tally[kind], programs/200, kind)
	}
}

// A thread that completes a phase alone knows that it is complete, also if it waits for the next one when that is over.
func TestOwnArrivalsAreKnown(t *testing.T) {
	op := func(kind string, x, m int) asyncOp { return asyncOp{kind: kind, x: x, m: m} }
	for parity, ends := range []bool{false, true} { // by the other parity the wait may be for either phase
		p := asyncProgram{counts: [asyncBarriers]int{1, 2}, ops: [][]asyncOp{
			{op("parity", 0, 1), op("arrive", 0, 1), op("arrive", 0, 1)},
			{op("arrive", 0, 1), op("arrive", 0, 1), op("parity", parity, 1)},
		}}
		require.Equal(t, ends, exploreAsync(p).alike())
		for _, stride := range []int{1, kernel.WarpSize} {
			report, err := Check(context.Background(), p.kernel(stride), Options{})
			require.NoError(t, err)
			alike := report.Verdicts[kernel.Deadlock].Status == claim.Proved && report.Verdicts[kernel.Recycling].Status == claim.Proved
			require.Equal(t, ends, alike, "%v", report.Faults)
		}
	}
}
