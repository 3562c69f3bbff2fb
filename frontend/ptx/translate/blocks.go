package translate

import (
	"gv2/frontend/diag"
	"gv2/frontend/ptx"
)

type diagPos = diag.Pos

// block is a list of instructions that are executed one after the other.
type block struct {
	insts []inst
	succs []int
	// test is the condition of the first of two successors.
	test test
	end  *inst // the branch, nil where the block runs into the next one
}

// test is a predicate, or the comparison of an index with a number.
type test struct {
	guard *ptx.Operand
	index *ptx.Operand
	value int64
}

// split cuts a program into blocks. It panics with a fault.
func split(p *program) []*block {
	s := &splitter{p: p, labels: map[string]int{}}
	s.start()
	for i := range p.insts {
		s.at = i
		s.add(&p.insts[i])
	}
	if s.open {
		s.cur().succs = []int{s.exit()}
	}
	for _, j := range s.jumps {
		to, ok := s.labels[j.label]
		if !ok {
			failf(j.at, "no label %s", j.label)
		}
		s.blocks[j.block].succs[j.succ] = to
	}
	return s.blocks
}

type splitter struct {
	p      *program
	blocks []*block
	open   bool // instructions may follow in the last block
	last   int
	at     int // of the instruction that is added
	labels map[string]int
	jumps  []jump
	exits  int // the empty block without successors, 0 if there is none
}

// jump is a successor that is known by its label.
type jump struct {
	block, succ int
	label       string
	at          int
}

func (s *splitter) start() {
	s.blocks = append(s.blocks, &block{})
	s.last, s.open = len(s.blocks)-1, true
}

func (s *splitter) cur() *block { return s.blocks[s.last] }

// extend adds an instruction to the last block. Those of a block stand one behind the other.
func (s *splitter) extend() {
	b := s.cur()
	b.insts = s.p.insts[s.at-len(b.insts) : s.at+1]
}

// exit is a block that ends the thread.
func (s *splitter) exit() int {
	if s.exits == 0 {
		s.blocks = append(s.blocks, &block{})
		s.exits = len(s.blocks) - 1
	}
	return s.exits
}

// next begins another block, which the last one runs into.
func (s *splitter) next() {
	from, ran := s.last, s.open
	s.start()
	if ran {
		s.blocks[from].succs = []int{s.last}
	}
}

func (s *splitter) add(x *inst) {
	if x.Kind == ptx.Label {
		if _, twice := s.labels[x.Op]; twice {
			failf(x.at, "the label %s stands there twice", x.Op)
		}
		if !s.open || len(s.cur().insts) > 0 || s.last == 0 {
			s.next()
		}
		s.labels[x.Op] = s.last
		return
	}
	if !s.open {
		s.next() // never reached, unless a label follows
	}
	switch x.Op {
	case "bra":
		if len(x.Args) != 1 || x.Args[0].Form != ptx.Name {
			failf(x.at, "a branch needs a label")
		}
		s.branch(x, x.Args[0].Text)
	case "brx":
		s.table(x)
	case "ret", "exit":
		s.finish(x)
	case "trap":
		s.extend()
		if x.Guard == nil {
			s.cur().succs, s.open = []int{s.exit()}, false
		}
	default:
		s.extend()
	}
}

// branch ends a block with a jump, under a condition or not.
func (s *splitter) branch(x *inst, label string) {
	b := s.cur()
	b.end = x
	if x.Guard == nil {
		b.succs, s.open = []int{-1}, false
		s.jumps = append(s.jumps, jump{s.last, 0, label, x.at})
		return
	}
	from := s.last
	b.test = test{guard: x.Guard}
	s.start()
	b.succs = []int{-1, s.last}
	s.jumps = append(s.jumps, jump{from, 0, label, x.at})
}

// finish ends a block with ret or exit.
func (s *splitter) finish(x *inst) {
	b := s.cur()
	b.end = x
	if x.Guard == nil {
		b.succs, s.open = nil, false
		return
	}
	b.test = test{guard: x.Guard}
	exit := s.exit()
	s.start()
	b.succs = []int{exit, s.last}
}

// table is brx.idx: a chain of comparisons. An index beyond the table is undefined.
func (s *splitter) table(x *inst) {
	var labels []string
	if len(x.Args) == 2 {
		labels = s.p.targets[x.Args[1].Text]
	}
	if len(labels) == 0 || x.Guard != nil {
		failf(x.at, "%s without a table of labels", x.Opcode())
	}
	for i, label := range labels[:len(labels)-1] {
		b, from := s.cur(), s.last
		b.end = x
		b.test = test{index: &x.Args[0], value: int64(i)}
		s.start()
		b.succs = []int{-1, s.last}
		s.jumps = append(s.jumps, jump{from, 0, label, x.at})
	}
	b := s.cur()
	b.end = x
	b.succs, s.open = []int{-1}, false
	s.jumps = append(s.jumps, jump{s.last, 0, labels[len(labels)-1], x.at})
}
