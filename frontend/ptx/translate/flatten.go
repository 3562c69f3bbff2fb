package translate

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"gv2/frontend/kernel"
	"gv2/frontend/ptx"
	"gv2/frontend/ptx/module"
)

// Limits on what inlining makes of a kernel.
const (
	maxDepth        = 32
	maxInstructions = 300_000
)

// inst is an instruction of the kernel with all that it calls, or a label. Registers have
// names that are unique in the kernel.
type inst struct {
	ptx.Item
	src kernel.Src
	at  int // in bytes of the text
	// teaches is set if passes learn from it.
	teaches bool
}

// program is a kernel as one list of instructions.
type program struct {
	f     *module.Function
	insts []inst
	// registers are those of the kernel with all that it calls; ptx.Operand.N is the number of one
	// of them, 0 for what is no register. The first one is the carry flag.
	registers []register
	// families are the ranges of registers that braces declare, by the names that they begin with.
	families map[string]*family
	room     int // that families take
	spare    []ptx.Operand
	// taken are the other names of registers, with their numbers.
	taken map[string]int
	// repeats are the last numbers that were put behind names, for others to be unique.
	repeats map[string]int
	// targets are the labels of tables of jumps.
	targets map[string][]string
	// variables are those that the functions declare, by their unique names.
	variables map[string]*module.Variable
	// params are the parameters of the kernel, by name.
	params  map[string]int
	flushes ptx.FlushesSome
}

// register is a register by its unique name.
type register struct {
	name string
	t    kernel.Type
}

// family is a range of registers of one type: name0 to name(count-1).
type family struct {
	name  string
	t     kernel.Type
	count int
	// plain is set if the names are unique as they are.
	plain bool
	// numbers are those of the registers that something has used, 0 for others; sparse has them
	// where there is no room for so many.
	numbers []int
	sparse  map[int]int
}

// mostFamilies bounds the registers of all families for which there is room.
const mostFamilies = 1 << 22

// number is the number of register n of a family, 0 if nothing has used it yet.
func (f *family) number(n int) int {
	if f.sparse != nil {
		return f.sparse[n]
	}
	return f.numbers[n]
}

// carryFlag is the number of the carry flag; register 0 is none.
const carryFlag = 1

// register makes a register.
func (p *program) register(name string, t kernel.Type) int {
	p.registers = append(p.registers, register{name, t})
	return len(p.registers) - 1
}

// typeOf is the type of the register that an operand names; ok is false if it names none.
func (p *program) typeOf(o *ptx.Operand) (t kernel.Type, ok bool) {
	if o.Form != ptx.Name || o.N == 0 {
		return t, false
	}
	return p.registers[o.N].t, true
}

// cell is the register that stands for a place in memory.
func (p *program) cell(name string, t kernel.Type) int {
	n, known := p.taken[name]
	if !known {
		n = p.register(name, t)
		p.taken[name] = n
	}
	p.registers[n].t = t
	return n
}

// list is a list of n operands: a part of a long one, which saves an allocation each.
func (p *program) list(n int) []ptx.Operand {
	if len(p.spare) < n {
		p.spare = make([]ptx.Operand, max(n, 1024))
	}
	l := p.spare[:n:n]
	p.spare = p.spare[n:]
	return l
}

// fault is what the kernel has that gv2 does not model.
type fault struct {
	at  int
	why string
}

func failf(at int, format string, args ...any) { panic(fault{at, fmt.Sprintf(format, args...)}) }

// flatten makes one list of a kernel and the functions that it calls. It panics with a
// fault.
func flatten(f *module.Function, body *module.Body) *program {
	p := &program{f: f, registers: make([]register, 1), families: map[string]*family{}, taken: map[string]int{}, repeats: map[string]int{}, targets: map[string][]string{}, variables: map[string]*module.Variable{}, params: map[string]int{}}
	for i, v := range f.Params {
		p.params[v.Name] = i
	}
	p.register(ptx.CarryFlag, kernel.BoolType)
	p.insts = make([]inst, 0, len(body.Statements)+1)
	p.registers = append(make([]register, 0, len(body.Statements)), p.registers...)
	in := &instance{p: p, f: f, body: body, scopes: []*scope{newScope()}}
	in.copy()
	return p
}

// instance is one use of a function: the kernel, or a call that is inlined.
type instance struct {
	p      *program
	f      *module.Function
	body   *module.Body
	prefix string // of names
	caller *instance
	site   kernel.Src // of the call
	scopes []*scope   // of braces, innermost last
	end    string     // the label that ret jumps to, empty in the kernel
	depth  int
	// labels are those that stand in several braces, each by the statement that opens its braces.
	labels map[placedLabel]bool
}

// placedLabel is a label of the braces that a statement opens, -1 for those of the function.
type placedLabel struct {
	name  string
	scope int
}

// scope has the registers and variables that braces declare.
type scope struct {
	opens    int // the statement that opens the braces, -1 for the function
	names    map[string]named
	families map[string]*family
}

// named is what a name stands for: a unique name, and the number of the register if it is one.
type named struct {
	full     string
	register int
}

func newScope() *scope { return &scope{-1, map[string]named{}, map[string]*family{}} }

// unique is a name that nothing in the kernel has.
func (in *instance) unique(name string) string {
	first := in.prefix + name
	full := first
	for in.p.has(full) {
		in.p.repeats[first]++
		full = first + "#" + strconv.Itoa(in.p.repeats[first])
	}
	return full
}

// has reports whether a register or variable has a name.
func (p *program) has(full string) bool {
	_, register := p.taken[full]
	_, variable := p.variables[full]
	if register || variable {
		return true
	}
	base, n := numbered(full)
	f := p.families[base]
	return f != nil && n >= 0 && n < f.count && f.number(n) != 0
}

// numbered splits %r12 into %r and 12; n is negative if no number ends the name.
func numbered(name string) (base string, n int) {
	at := len(name)
	for at > 0 && name[at-1] >= '0' && name[at-1] <= '9' {
		at--
	}
	n, err := strconv.Atoi(name[at:])
	if err != nil {
		return name, -1
	}
	return name[:at], n
}

// resolve is the unique name of what a name stands for, and the number of the register that it
// is; the name itself for what the module declares, special registers and so on.
func (in *instance) resolve(name string) (full string, register int) {
	base, n := numbered(name)
	for i := len(in.scopes) - 1; i >= 0; i-- {
		s := in.scopes[i]
		if n >= 0 {
			if f := s.families[base]; f != nil && n < f.count {
				return in.member(f, name, n)
			}
		}
		if x, ok := s.names[name]; ok {
			return x.full, x.register
		}
	}
	return name, 0
}

// member is register number n of a family.
func (in *instance) member(f *family, name string, n int) (full string, register int) {
	if at := f.number(n); at != 0 {
		return in.p.registers[at].name, at
	}
	if full = in.prefix + name; !f.plain || in.p.has(full) {
		full = in.unique(name)
		register = in.p.register(full, f.t)
		in.p.taken[full] = register
	} else {
		register = in.p.register(full, f.t)
	}
	if f.sparse != nil {
		f.sparse[n] = register
	} else {
		f.numbers[n] = register
	}
	return full, register
}

// declare makes a range of registers. The names of the first one of a name are unique.
func (in *instance) declare(r *module.Registers, t kernel.Type) *family {
	f := &family{name: in.prefix + r.Name, t: t, count: r.Count}
	if in.p.room += r.Count; r.Count > mostFamilies || in.p.room > mostFamilies {
		in.p.room -= r.Count
		f.sparse = map[int]int{}
	} else {
		f.numbers = make([]int, r.Count)
	}
	if in.p.families[f.name] == nil {
		in.p.families[f.name], f.plain = f, true
	}
	return f
}

// copy appends the instructions of the function.
func (in *instance) copy() {
	in.placeLabels()
	for i := range in.body.Statements {
		st := &in.body.Statements[i]
		if len(in.p.insts) > maxInstructions {
			failf(st.At, "inlining makes more than %d instructions", maxInstructions)
		}
		if in.statement(st); st.Kind == ptx.Open {
			in.scopes[len(in.scopes)-1].opens = i
		}
	}
}

// placeLabels finds the labels that stand in several braces, as inlined assembly has them.
func (in *instance) placeLabels() {
	seen := map[string]int{}
	for i := range in.body.Statements {
		if st := &in.body.Statements[i]; st.Kind == ptx.Label {
			seen[st.Op]++
		}
	}
	if len(seen) == 0 {
		return
	}
	open := []int{-1}
	for i := range in.body.Statements {
		switch st := &in.body.Statements[i]; {
		case st.Kind == ptx.Open:
			open = append(open, i)
		case st.Kind == ptx.Close && len(open) > 1:
			open = open[:len(open)-1]
		case st.Kind == ptx.Label && seen[st.Op] > 1:
			if in.labels == nil {
				in.labels = map[placedLabel]bool{}
			}
			at := placedLabel{st.Op, open[len(open)-1]}
			if in.labels[at] {
				failf(st.At, "the label %s stands there twice", st.Op)
			}
			in.labels[at] = true
		}
	}
}

// label is the unique name of a label: that of the innermost braces that have it.
func (in *instance) label(name string) string {
	for i := len(in.scopes) - 1; i >= 0 && in.labels != nil; i-- {
		if opens := in.scopes[i].opens; in.labels[placedLabel{name, opens}] {
			return in.prefix + name + "#" + strconv.Itoa(opens)
		}
	}
	return in.prefix + name
}

func (in *instance) statement(st *module.Statement) {
	top := in.scopes[len(in.scopes)-1]
	switch {
	case st.Kind == ptx.Open:
		in.scopes = append(in.scopes, newScope())
	case st.Kind == ptx.Close:
		if len(in.scopes) > 1 {
			in.scopes = in.scopes[:len(in.scopes)-1]
		}
	case st.Registers != nil:
		r := st.Registers
		t, ok := ptx.TypeNamed(r.Type)
		if !ok {
			failf(st.At, "registers of type .%s", r.Type)
		}
		if r.Count >= 0 {
			top.families[r.Name] = in.declare(r, t)
			return
		}
		full := in.unique(r.Name)
		in.p.taken[full] = in.p.register(full, t)
		top.names[r.Name] = named{full, in.p.taken[full]}
	case st.Variable != nil:
		full := in.unique(st.Variable.Name)
		switch v := st.Variable; {
		case v.Extern:
			full = v.Name
		case v.Space == "shared" || v.Space == "global" || v.Space == "const":
			// One for all calls of the function, in whatever scope.
			full = fmt.Sprintf("%s.%d.%s", in.f.Name, v.At, v.Name)
		}
		top.names[st.Variable.Name] = named{full: full}
		in.p.variables[full] = st.Variable
	case st.Kind == ptx.Label:
		name := in.label(st.Op)
		if t := in.body.Targets[st.Op]; t != nil {
			for _, label := range t {
				in.p.targets[name] = append(in.p.targets[name], in.label(label))
			}
			return
		}
		in.p.insts = append(in.p.insts, inst{Item: ptx.Item{Kind: ptx.Label, Op: name}, at: st.At})
	case st.Op == "": // a lone semicolon
	default:
		in.instruction(st)
	}
}

// instruction appends one instruction with its names made unique.
func (in *instance) instruction(st *module.Statement) {
	it := st.Item
	it.Args = in.operands(it.Args)
	if it.Guard != nil {
		guard := in.operand(*it.Guard)
		it.Guard = &guard
	}
	x := inst{Item: it, src: in.src(st), at: st.At}
	switch it.Op {
	case "call":
		in.call(st, x)
		return
	case "ret":
		if in.end != "" {
			x.Op, x.Mods, x.Args = "bra", nil, []ptx.Operand{{Form: ptx.Name, Text: in.end}}
		}
	case "bra":
		if len(x.Args) == 1 && x.Args[0].Form == ptx.Name {
			x.Args[0].Text, x.Args[0].N = in.label(st.Args[0].Text), 0
		}
	case "brx":
		if len(x.Args) == 2 && x.Args[1].Form == ptx.Name {
			x.Args[1].Text, x.Args[1].N = in.label(st.Args[1].Text), 0
		}
	case "ld", "st":
		if in.passing(x) {
			return
		}
	}
	in.p.insts = append(in.p.insts, x)
}

// src is where a statement is from: the source if the module tells, else the module.
func (in *instance) src(st *module.Statement) kernel.Src {
	at, calls := in.f.Chain(st.Loc)
	compiled := in.f.Module().PosAt(st.At)
	if !at.Valid() {
		at, calls, compiled = compiled, nil, diagPos{}
	}
	if in.caller != nil {
		outer := append(append([]diagPos{}, in.site.Calls...), in.site.Pos)
		calls = append(outer, calls...)
	}
	for n := len(calls); n > 0 && toolkit.MatchString(at.File); n-- {
		at, calls = calls[n-1], calls[:n-1]
	}
	return kernel.Src{Pos: at, Calls: calls, Compiled: compiled}
}

// toolkit are headers of the CUDA toolkit. What is in them is said of the call that leads there: users know pipe.consumer_wait(), and
// not the loop in which the library waits.
var toolkit = regexp.MustCompile(`/libcxx/include/|/include/(crt|cuda|cooperative_groups|cub|thrust|nv|cccl)/|/include/(mma|cooperative_groups|(cuda|device|sm|math|texture|surface)_\w+)\.hp?p?$`)

func (in *instance) operands(all []ptx.Operand) []ptx.Operand {
	out := in.p.list(len(all))
	for i := range all {
		out[i] = in.operand(all[i])
	}
	return out
}

func (in *instance) operand(o ptx.Operand) ptx.Operand {
	if o.Form == ptx.Name {
		o.Text, o.N = in.resolve(o.Text)
	}
	if o.Parts != nil {
		o.Parts = in.operands(o.Parts)
	}
	return o
}

// passing handles ld.param and st.param of the parameters of calls, which are registers of
// their own. It returns false for the parameters of the kernel and other spaces.
func (in *instance) passing(x inst) bool {
	if len(x.Mods) < 2 || !strings.HasPrefix(x.Mods[0], "param") {
		return false
	}
	if len(x.Args) != 2 {
		failf(x.at, "%s with %d operands", x.Opcode(), len(x.Args))
	}
	address, value := x.Args[1], x.Args[0]
	if x.Op == "st" {
		address, value = value, address
	}
	if address.Form != ptx.Address || address.Parts[0].Form != ptx.Name {
		failf(x.at, "%s at an address that is not a parameter", x.Opcode())
	}
	name := address.Parts[0].Text
	if _, kernels := in.p.params[name]; kernels {
		if x.Op == "st" {
			failf(x.at, "%s to a parameter of the kernel", x.Opcode())
		}
		return false
	}
	if address.Parts[0].N != 0 && x.Op == "ld" {
		return false
	}
	if address.Parts[0].N != 0 {
		failf(x.at, "%s at an address that is computed", x.Opcode())
	}
	t, ok := ptx.TypeNamed(x.Mods[len(x.Mods)-1])
	if !ok {
		failf(x.at, "instruction %s", x.Opcode())
	}
	values := []ptx.Operand{value}
	if value.Form == ptx.Vector {
		values = value.Parts
	}
	for i, v := range values {
		cell := fmt.Sprintf("%s+%d:%d", name, address.Parts[1].Val+int64(i*t.Bytes()), t.Bytes())
		place := ptx.Operand{Form: ptx.Name, Text: cell, N: in.p.cell(cell, kernel.Type{Kind: kernel.Int, Bits: t.Bytes() * 8})}
		y := x
		y.Op, y.Mods, y.Args = "mov", []string{x.Mods[len(x.Mods)-1]}, []ptx.Operand{v, place}
		if x.Op == "st" {
			y.Args = []ptx.Operand{place, v}
		}
		in.p.insts = append(in.p.insts, y)
	}
	return true
}

// call inlines a call: call (r), f, (a, b).
func (in *instance) call(st *module.Statement, x inst) {
	args := x.Args
	var returns, params []ptx.Operand
	if len(args) > 0 && args[0].Form == ptx.Tuple {
		returns, args = args[0].Parts, args[1:]
	}
	if len(args) == 0 || args[0].Form != ptx.Name || len(args) > 2 {
		failf(x.at, "a call of a function that only the program knows")
	}
	name := args[0].Text
	if len(args) == 2 {
		if args[1].Form != ptx.Tuple {
			failf(x.at, "a call of a function that only the program knows")
		}
		params = args[1].Parts
	}
	if args[0].N != 0 {
		failf(x.at, "a call of a function that only the program knows")
	}
	f := in.f.Module().Function(name)
	if f == nil || !f.HasBody {
		in.known(x, name, returns)
		return
	}
	for c := in; c != nil; c = c.caller {
		if c.f == f {
			failf(x.at, "a recursive call of %s", name)
		}
	}
	body, diags := f.Body()
	if body == nil {
		failf(x.at, "a call of %s, which cannot be read: %s", name, strings.TrimSpace(diags.String()))
	}
	if in.depth >= maxDepth || len(params) != len(f.Params) || len(returns) != len(f.Returns) {
		failf(x.at, "this call of %s", name)
	}
	n := strconv.Itoa(len(in.p.insts))
	callee := &instance{p: in.p, f: f, body: body, prefix: n + ".", caller: in, site: x.src,
		scopes: []*scope{newScope()}, end: n + ".end", depth: in.depth + 1}
	for i, formal := range f.Params {
		in.bind(callee, formal, params[i], x)
	}
	for i, formal := range f.Returns {
		in.bind(callee, formal, returns[i], x)
	}
	if x.Guard != nil { // around the call
		not := *x.Guard
		not.Not = !not.Not
		in.p.insts = append(in.p.insts, inst{Item: ptx.Item{Guard: &not, Op: "bra", Args: []ptx.Operand{{Form: ptx.Name, Text: callee.end}}, At: st.At}, src: x.src, at: x.at})
	}
	callee.copy()
	in.p.insts = append(in.p.insts, inst{Item: ptx.Item{Kind: ptx.Label, Op: callee.end}, at: x.at})
}

// bind makes a formal parameter of a function stand for what is passed.
func (in *instance) bind(callee *instance, formal *module.Variable, actual ptx.Operand, x inst) {
	if actual.Form != ptx.Name || formal.Space != "param" {
		failf(x.at, "a call that passes something else than parameters")
	}
	callee.scopes[0].names[formal.Name] = named{actual.Text, actual.N}
}

// known is a call of a function of the run-time system.
func (in *instance) known(x inst, name string, returns []ptx.Operand) {
	y := x
	switch name {
	case "vprintf", "malloc", "free", "cudaGetParameterBufferV2":
		// What they return is arbitrary: the registers of their results have no value.
		return
	case "__assertfail":
		y.Op, y.Mods, y.Args = "assertfail", nil, nil
		in.p.insts = append(in.p.insts, y)
		return
	}
	failf(x.at, "a call of %s, which has no body here", name)
}
