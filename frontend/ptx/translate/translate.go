// Package translate makes the kernel IR of a function of a PTX module.
//
// The kernel and the functions that it calls become one list of instructions (flatten.go),
// that becomes a graph of blocks (blocks.go), and package cfg makes it structured code. A
// register has one value at each place: where several values meet, at joins, loop headers and
// exits of loops, they become a variable that the edges assign (live.go). All other values are
// written as expressions of these variables where they are used, which is right at every place
// that the definition dominates: the variables still have the values that they had there.
//
// An address is kept as an array and a number of bytes (pointer.go, package address). What
// joins and accesses need to know of each other, such as the array that a loop moves an address
// through, or the least width of the accesses to an array, is learnt by translating the kernel
// repeatedly until nothing new is learnt.
//
// What instructions do is in package ptx. What it does not know, and an address of which the
// array is not known, makes the kernel unsupported, with the place.
package translate

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/spin"
	"gv2/frontend/lower/tidy"
	"gv2/frontend/ptx"
	"gv2/frontend/ptx/address"
	"gv2/frontend/ptx/cfg"
	"gv2/frontend/ptx/loops"
	"gv2/frontend/ptx/module"
)

// Options are what the command line says about one kernel.
type Options struct {
	// Name is the kernel's name for people.
	Name   string
	Launch kernel.Launch
	// Params fixes scalar parameters: name to C literal.
	Params map[string]string
	// SharedBytes is the size of dynamic shared memory, -1 if it is not known.
	SharedBytes int64
	// UnknownConstants forgets the initial contents of .const variables, which the host may
	// have written.
	UnknownConstants bool
}

// Limits on learning. Signs of variables are only for the looks of expressions, and are no
// longer learnt after a few passes.
const (
	maxPasses  = 40
	signPasses = 6
	// largeProgram is the number of instructions from which on only one pass learns signs.
	largeProgram = 4000
)

// Kernel translates an entry of a module. The kernel is nil if a diagnostic is worse than a
// warning. When ctx is done it stops soon, and returns no kernel.
func Kernel(ctx context.Context, f *module.Function, opts Options) (*kernel.Kernel, diag.List) {
	body, diags := f.Body()
	if body == nil || diags.HasErrors() {
		return nil, diags
	}
	defer f.Module().Release()
	k, more, err := translated(ctx, f, body, opts)
	var bad *faultError
	if errors.As(err, &bad) {
		diags.Unsupportedf(f.Module().PosAt(bad.at), "%s", bad.why)
		return nil, diags
	}
	diags.Merge(more)
	if diags.HasErrors() || err != nil {
		return nil, diags
	}
	return k, diags
}

// run translates all blocks, and returns what is not modelled. What was learnt until there
// may change that.
func (p *pass) run(ctx context.Context) (bad *fault) {
	defer func() {
		if r := recover(); r != nil {
			f, ok := r.(fault)
			if !ok {
				panic(r)
			}
			bad = &f
		}
	}()
	p.block(ctx, 0)
	return nil
}

// faultError is a fault as an error.
type faultError struct{ fault }

func (e *faultError) Error() string { return e.why }

// translated turns the panics of package translate into errors.
func translated(ctx context.Context, f *module.Function, body *module.Body, opts Options) (k *kernel.Kernel, diags diag.List, err error) {
	defer func() {
		if r := recover(); r != nil {
			bad, ok := r.(fault)
			if !ok {
				panic(r)
			}
			err = &faultError{bad}
		}
	}()
	prog := flatten(f, body)
	granted := promote(prog)
	for i := range prog.insts {
		prog.insts[i].teaches = teaches(prog, &prog.insts[i].Item)
		prog.flushes.See(&prog.insts[i].Item)
	}
	blocks := split(prog)
	succs := make([][]int, len(blocks))
	for i, b := range blocks {
		succs[i] = b.succs
	}
	g, irreducible := cfg.New(succs)
	if irreducible != nil {
		b := blocks[irreducible.Block]
		at := f.At
		if len(b.insts) > 0 {
			at = b.insts[0].at
		}
		failf(at, "a loop with so many entries; gv2 would have to copy too much of it")
	}
	flow := flowOf(prog, blocks, g)
	known := newKnowledge()
	signs := signPasses
	if len(prog.insts) > largeProgram {
		signs = 1
	}
	whole := false // the instructions that teach nothing are translated as well
	for n := range maxPasses {
		p := newPass(prog, blocks, flow, known, opts)
		p.learning = !whole
		bad := p.run(ctx)
		known.undo = p.undo
		if ctx.Err() != nil {
			return nil, diags, ctx.Err()
		}
		if bad == nil {
			known.learnSigns(p, n < signs)
			p.checkMeets()
			p.counters()
		}
		if !known.settled() {
			continue
		}
		if !whole {
			whole = true
			continue
		}
		if bad != nil {
			return nil, diags, &faultError{*bad}
		}
		p.finish()
		if granted {
			p.out.Assume("no address of a place in local memory is moved below that place")
		}
		return p.out.k, p.out.diags, nil
	}
	failf(f.At, "the addresses of this kernel need more than %d passes to follow", maxPasses)
	return nil, diags, nil
}

// teaches reports whether passes learn from an instruction: those on floating-point registers
// alone compute neither addresses nor what these are counted by, and read no variable as a number
// with a sign.
func teaches(prog *program, it *ptx.Item) bool {
	if len(it.Args) == 0 || !ptx.OnlyComputes(it) {
		return true
	}
	number := false
	for i := range it.Args {
		o := &it.Args[i]
		if o.Form != ptx.Name {
			number = number || o.Form != ptx.Float && o.Form != ptx.Integer
			continue
		}
		t, ok := prog.typeOf(o)
		number = number || !ok || t.Kind == kernel.Int
	}
	return number
}

// knowledge is what earlier passes have learnt.
type knowledge struct {
	changed bool
	symbols map[string]*symbolFacts
	meets   map[meetKey]*meetFacts
	// unsigned has the variables that are mostly read as unsigned numbers, by their names.
	unsigned map[string]bool
	// counted has the variables that count to a bound which is compared as a number with a sign.
	counted map[string]bool
	// loads are the registers that hold an address which an instruction loaded; rowsOf are the
	// constant distances at which they are loaded out of parameters at computed places.
	loads  map[loadKey]bool
	rowsOf map[int][]int64
	// env and undo are memory of one pass that the next one uses again.
	env  []value
	undo []undone
}

// environment is an empty value for each of n registers.
func (k *knowledge) environment(n int) []value {
	if k.env == nil {
		k.env = make([]value, n)
	}
	clear(k.env)
	return k.env
}

// symbolFacts is what is known of an array before it is translated.
type symbolFacts struct {
	unit   int         // the least width of an access, in bytes; 0 if there was none
	elem   kernel.Type // of an access of that width
	mixed  bool        // accesses of that width have several types
	strong bool        // a parameter is an address
	// signFixed is set if an atomic needs elements of elem's sign.
	signFixed bool
	// written is set if the kernel changes the memory; wild if it is not known where, or who else does.
	written, wild bool
	// askew is set if an access may be no multiple of unit away from the beginning.
	askew  bool
	stores map[storeNote]bool // to a local array
}

func newKnowledge() *knowledge {
	return &knowledge{symbols: map[string]*symbolFacts{}, meets: map[meetKey]*meetFacts{}, unsigned: map[string]bool{}, counted: map[string]bool{}, loads: map[loadKey]bool{}, rowsOf: map[int][]int64{}}
}

// settled reports whether the last pass learnt nothing, and begins the next one.
func (k *knowledge) settled() bool {
	was := k.changed
	k.changed = false
	return !was
}

func (k *knowledge) symbol(key string) *symbolFacts {
	s := k.symbols[key]
	if s == nil {
		s = &symbolFacts{}
		k.symbols[key] = s
	}
	return s
}

func (k *knowledge) meet(key meetKey) *meetFacts {
	m := k.meets[key]
	if m == nil {
		m = &meetFacts{}
		k.meets[key] = m
	}
	return m
}

// access notes an access to an array.
func (k *knowledge) access(key string, t kernel.Type) {
	s, bytes := k.symbol(key), t.Bytes()
	switch {
	case s.unit == 0 || bytes < s.unit:
		s.unit, s.elem, s.mixed = bytes, t, false
		k.changed = true
	case bytes == s.unit && t.IsInt() && s.elem.IsInt() && t.Signed != k.element(key).Signed && !s.signFixed:
		// Accesses that do not depend on the sign have that of the elements.
		s.signFixed, s.elem = true, t
		k.changed = true
	case bytes == s.unit && t.Kind != s.elem.Kind && !s.mixed:
		s.mixed, s.elem = true, kernel.Type{Kind: kernel.Int, Bits: bytes * 8}
		k.changed = true
	}
}

// element is the type of an array's elements: signed, unless an atomic wants it otherwise.
func (k *knowledge) element(key string) kernel.Type {
	s := k.symbol(key)
	t := s.elem
	if t.Bits == 0 {
		return kernel.I32
	}
	if t.IsInt() && t.Bits >= 32 && !s.signFixed {
		t.Signed = true
	}
	return t
}

func (k *knowledge) strengthen(key string) {
	if s := k.symbol(key); !s.strong {
		s.strong, k.changed = true, true
	}
}

// learnSigns takes over how the pass read its variables.
func (k *knowledge) learnSigns(p *pass, learning bool) {
	if !learning {
		return
	}
	for key, votes := range p.votes {
		if unsigned := votes < 0; k.unsigned[key] != unsigned {
			k.unsigned[key], k.changed = unsigned, true
		}
	}
}

// finish makes the kernel of the last pass.
func (p *pass) finish() {
	k := p.out.k
	if p.out.diags.HasErrors() {
		return
	}
	code := cfg.Structure(p.g, p.computesOnly)
	k.Body = loops.Restored(spin.Waits(tidy.TrimReturn(p.nodes(code))), k.Launch)
	for _, key := range p.order {
		if s := p.symbols[key]; s.array != nil {
			k.Arrays = append(k.Arrays, s.array)
		}
	}
	used := map[*kernel.Var]bool{}
	note := func(e kernel.Expr) {
		kernel.WalkExpr(e, func(e kernel.Expr) bool {
			if r, ok := e.(*kernel.VarRef); ok {
				used[r.Var] = true
			}
			return true
		})
	}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool { kernel.Exprs(s, note); return true })
	k.Params = slices.DeleteFunc(k.Params, func(v *kernel.Var) bool { return !used[v] })
	ignored(k.Body, used)
	tidy.DropUnused(k)
	addresses(p, used)
	p.aliasing()
	p.tables()
	p.unknownParams()
}

// ignored takes the results away of atomics that change memory where nobody uses them: compilers write atom with a register
// that nobody reads where the source ignores what was there, and a word that is exchanged so is published, not taken.
func ignored(body []kernel.Stmt, used map[*kernel.Var]bool) {
	kernel.Walk(body, func(s kernel.Stmt) bool {
		if a, ok := s.(*kernel.Atomic); ok && a.Op != "load" && a.Dst != nil && !used[a.Dst] {
			a.Dst = nil
		}
		return true
	})
}

// tables takes the contents of .global tables for granted where nothing here stores to
// them; elsewhere they are what memory holds at first.
func (p *pass) tables() {
	written := map[*kernel.Array]bool{}
	kernel.Walk(p.out.k.Body, func(s kernel.Stmt) bool {
		if acc := kernel.Touched(s); acc != nil {
			if _, load := s.(*kernel.Load); !load {
				written[acc.Array] = true
			}
		}
		return true
	})
	variables := map[*kernel.Array]*module.Variable{}
	for _, key := range p.order {
		variables[p.symbols[key].array] = p.variable(key)
	}
	for _, a := range p.out.k.Arrays {
		if v := variables[a]; v != nil && a.Space == kernel.Global && (written[a] || a.Init == nil && !a.ReadOnly) {
			first(p.prog.f.Module(), a, v)
		}
		if a.Space == kernel.Constant && a.Init != nil {
			p.out.Assume("the host leaves the initial contents of " + a.Label + " unchanged")
		}
		if a.Space != kernel.Global || a.Init == nil && !a.ReadOnly {
			continue
		}
		if written[a] {
			a.Init, a.ReadOnly = nil, false
			continue
		}
		p.out.Assume("nothing has changed the contents that the module gives " + a.Label)
	}
}

// first gives the array of a variable what the module says that it holds before the program writes
// it: zeros where it says nothing.
func first(m *module.Module, a *kernel.Array, v *module.Variable) {
	switch {
	case v.Extern || v.Weak: // another module may say what it holds
	case !v.Initialised:
		a.First = []kernel.Const{}
	default:
		contents, ok := m.Initial(v)
		if a.First = constants(a.Elem, contents); !ok {
			a.First, a.Fixed = nil, true
		}
	}
}

// aliasing states that parameters do not point to the same memory, where that matters.
func (p *pass) aliasing() {
	var params, globals []string
	unknown := map[*kernel.Array]bool{}
	var rows []string
	for _, key := range p.order {
		s := p.symbols[key]
		unknown[s.array] = s.unknown || s.rows != nil
		if s.rows != nil && s.array != nil {
			rows = append(rows, s.rows.label)
		}
	}
	if len(rows) > 0 {
		p.out.Assume("the addresses in " + listed(rows) + " lead to separate arrays, apart from all others, and stay the same while the kernel runs")
	}
	written := map[*kernel.Array]bool{}
	kernel.Walk(p.out.k.Body, func(s kernel.Stmt) bool {
		switch s := s.(type) {
		case *kernel.Store:
			written[s.Acc.Array] = true
		case *kernel.Atomic:
			written[s.Acc.Array] = true
		default:
			// Others change no memory.
		}
		return true
	})
	any := false
	for _, a := range p.out.k.Arrays {
		if a.Space != kernel.Global {
			continue
		}
		any = any || written[a]
		if unknown[a] {
			continue
		}
		if a.Param {
			params = append(params, a.Label)
		} else {
			globals = append(globals, a.Label)
		}
	}
	if !any {
		return
	}
	if len(params) > 1 {
		p.out.Assume("pointer parameters " + listed(params) + " do not alias")
	}
	if len(params) > 0 && len(globals) > 0 {
		p.out.Assume("pointer parameters do not point into the .global variables " + listed(globals))
	}
}

func listed(all []string) string {
	n := len(all) - 1
	if n == 0 {
		return all[0]
	}
	return strings.Join(all[:n], ", ") + " and " + all[n]
}

// unknownParams warns of values for parameters that the kernel does not read.
func (p *pass) unknownParams() {
	names := slices.Sorted(maps.Keys(p.opts.Params))
	for _, name := range names {
		if p.paramSeen[name] {
			continue
		}
		all := make([]string, 0, len(p.prog.f.Params))
		for i := range p.prog.f.Params {
			all = append(all, paramName(i))
		}
		has := "it has no parameters"
		if len(all) > 0 {
			has = "PTX has no names of parameters, which are " + strings.Join(all, ", ")
		}
		p.out.diags.Warnf(p.out.k.Pos, "kernel %s does not read a parameter %s; %s", p.opts.Name, name, has)
	}
}

// newPass begins a translation.
func newPass(prog *program, blocks []*block, flow *flow, known *knowledge, opts Options) *pass {
	name := strings.TrimRight(emit.Identifier(opts.Name), "_")
	if name == "" {
		name = "kernel"
	}
	k := &kernel.Kernel{Name: name, Pos: prog.f.Pos(), Launch: opts.Launch, ZeroDivides: true}
	p := &pass{prog: prog, blocks: blocks, g: flow.g, flow: flow, known: known, opts: opts, out: newOut(k),
		env: known.environment(len(flow.registers)), undo: known.undo[:0], symbols: map[string]*symbol{}, votes: map[string]int{}, varKeys: map[*kernel.Var]string{},
		numbers: map[*kernel.Var]meetKey{}, kepts: map[*kernel.Var]kernel.Expr{}, wanting: map[*kernel.Var]bool{}, loads: map[*kernel.Var]loadKey{}, places: map[string]map[int64]value{},
		paramSeen: map[string]bool{}, paramVars: map[paramKey]kernel.Expr{}, edges: map[[2]int][]value{}, after: map[[2]int][]copied{},
		ranges: address.Known{Launch: opts.Launch, Vars: map[*kernel.Var]address.Interval{}}}
	n := len(flow.g.Succs)
	p.stmts, p.conds, p.ends, p.meets = make([][]kernel.Stmt, n), make([]kernel.Expr, n), make([]kernel.Src, n), make([][]*meet, n)
	p.code = newCode(p)
	p.code.Reserve(len(prog.registers))
	return p
}
