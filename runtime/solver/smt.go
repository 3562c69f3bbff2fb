package solver

import (
	"strconv"
	"strings"
	"sync"
)

// SMT asks a solver of SMT-LIB directly, about conditions that package vc makes. Its
// processes stay for further questions until Close.
type SMT struct {
	Tool    string   // z3 or cvc5
	Path    string   // of the executable; found on PATH if empty
	Options []string // of SMT-LIB, set before each program; nil for those of the tool

	mu   sync.Mutex
	idle map[string][]*smtProcess // by the arguments they were started with
}

// z3Options are Boogie's, except those that concern its way of asking, and without the
// search for solutions of polynomials: it counts no effort, and once it has begun no limit
// but that of time ends it. Measured on 107 processes with programs of testdata: the same answers
// without it, in the same time.
var z3Options = []string{
	"(set-option :print-success false)",
	"(set-option :produce-models true)",
	"(set-option :auto_config false)",
	"(set-option :smt.phase_selection 0)",
	"(set-option :smt.restart_strategy 0)",
	"(set-option :smt.restart_factor 1.5)",
	"(set-option :smt.arith.random_initial_value true)",
	"(set-option :smt.case_split 3)",
	"(set-option :smt.delay_units true)",
	"(set-option :nnf.sk_hack true)",
	"(set-option :smt.mbqi false)",
	"(set-option :smt.qi.eager_threshold 100)",
	"(set-option :smt.bv.reflect true)",
	"(set-option :smt.arith.nl.nra false)",
	"(set-option :type_check true)",
}

var cvc5Options = []string{
	"(set-option :print-success false)",
	"(set-option :produce-models true)",
	"(set-logic ALL)",
}

// cvc5Units are the units of Z3 that take about as long as one of cvc5's: 20,000 of these take
// 0.4 s on products of bit-vectors, a million of Z3's 0.3 s.
const cvc5Units = 50

// Close ends the processes that wait for questions.
func (z *SMT) Close() {
	z.mu.Lock()
	defer z.mu.Unlock()
	for _, ps := range z.idle {
		for _, p := range ps {
			p.close()
		}
	}
	z.idle = nil
}

// argv is the command line of the solver.
func (z *SMT) argv(o Options) ([]string, error) {
	path := z.Path
	if path == "" {
		path = z.Tool
	}
	found, err := lookPath(z.Tool, path)
	if err != nil {
		return nil, err
	}
	if z.Tool == "cvc5" {
		args := []string{found, "--incremental", "--lang=smt2", "--quiet"}
		if o.Resources > 0 {
			// It takes no other limit once it has begun.
			args = append(args, "--rlimit-per="+strconv.FormatInt(max(1, o.Resources/cvc5Units), 10))
		}
		return args, nil
	}
	args := []string{found, "-in", "-smt2"}
	if o.MemoryMB > 0 {
		args = append(args, "memory_max_size="+strconv.Itoa(o.MemoryMB))
	}
	return args, nil
}

func (z *SMT) take(argv []string) (*smtProcess, error) {
	key := strings.Join(argv, "\x00")
	z.mu.Lock()
	if ps := z.idle[key]; len(ps) > 0 {
		p := ps[len(ps)-1]
		z.idle[key] = ps[:len(ps)-1]
		z.mu.Unlock()
		return p, nil
	}
	z.mu.Unlock()
	return startSMT(argv)
}

func (z *SMT) give(argv []string, p *smtProcess) {
	if p.spent {
		return
	}
	key := strings.Join(argv, "\x00")
	z.mu.Lock()
	defer z.mu.Unlock()
	if z.idle == nil {
		z.idle = map[string][]*smtProcess{}
	}
	z.idle[key] = append(z.idle[key], p)
}
