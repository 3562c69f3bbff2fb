package lower

import (
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// Random numbers on the device: the cuRAND library, "Device API". A generator's
// state is memory that a call reads and writes, so that two threads with one
// state race; numbers are arbitrary. The generator MTGP32 has one state for a
// block: its threads call together, each changes a word of its own, up to 256,
// and they wait for each other.

// mtgpThreads is how many threads may share a state of MTGP32.
const mtgpThreads = 256

// curandTypes are the states by name. Only a part of each is modelled, which
// every call touches; their sizes are those of the library.
var curandTypes = map[string]*ctype{}

var mtgpState = mtgpType()

func init() {
	for size, names := range map[int64]string{
		48:    "curandState curandState_t curandStateXORWOW curandStateXORWOW_t",
		72:    "curandStateMRG32k3a curandStateMRG32k3a_t",
		64:    "curandStatePhilox4_32_10 curandStatePhilox4_32_10_t",
		136:   "curandStateSobol32 curandStateSobol32_t curandStateScrambledSobol32 curandStateScrambledSobol32_t",
		528:   "curandStateSobol64 curandStateSobol64_t curandStateScrambledSobol64 curandStateScrambledSobol64_t",
		mtgpN: "curandStateMtgp32 curandStateMtgp32_t",
	} {
		t := curandType(size)
		if size == mtgpN {
			t = mtgpState
		}
		for _, name := range strings.Fields(names) {
			curandTypes[name] = t
		}
	}
}

// mtgpN is the size of a state of MTGP32: 1024 words, two counters, a pointer.
const mtgpN = 4112

func curandType(size int64) *ctype {
	r := &record{name: "curandState", fields: []field{{name: "state", t: scalarNames["uint64_t"]}}}
	r.layOut(8)
	r.size = size
	return &ctype{form: recordForm, name: r.name, rec: r}
}

func mtgpType() *ctype {
	r := &record{name: "curandStateMtgp32_t", fields: []field{{name: "s", t: arrayOf(uintType, 1024)}}}
	r.layOut(8)
	r.size = mtgpN
	return &ctype{form: recordForm, name: r.name, rec: r}
}

func isGenerator(t *ctype) bool {
	return t.isRecord() && t.rec.decl == nil && strings.HasPrefix(t.rec.name, "curandState")
}

// curandResult is the type of a generator function's result: void for those that
// only set the state, nil if name is none.
func curandResult(name string) *ctype {
	switch name {
	case "curand", "curand_poisson", "curand_discrete":
		return uintType
	case "curand4", "curand_poisson4", "curand_discrete4", "curand_Philox4x32_10":
		return vectorTypes["uint4"]
	case "curand_init", "skipahead", "skipahead_sequence", "skipahead_subsequence":
		return voidType
	}
	rest, double := strings.CutSuffix(name, "_double")
	for _, kind := range []string{"curand_uniform", "curand_normal", "curand_log_normal"} {
		n, ok := strings.CutPrefix(rest, kind)
		if !ok || n != "" && n != "2" && n != "4" {
			continue
		}
		base := "float"
		if double {
			base = "double"
		}
		if n == "" {
			return scalarNames[base]
		}
		return vectorTypes[base+n]
	}
	return nil
}

// randomFunction is a call of one of cuRAND's functions; nil if fun is none.
func (l *lowerer) randomFunction(e *cuda.CallExpr, fun *cuda.Ident, args []callArg) *place {
	t := curandResult(fun.Name)
	if t == nil || len(fun.Path) > 0 {
		return nil
	}
	state := l.generator(args)
	if state == nil {
		if t == voidType && !strings.HasPrefix(fun.Name, "curand") {
			return nil
		}
		l.Unsupported(e.Pos, "%s without a pointer to one of cuRAND's states", fun.Name)
		return &badPlace
	}
	l.pos = e.Pos
	obj := l.deref(e.Pos, state)
	switch {
	case isMtgp(obj.t) && fun.Name != "curand_init":
		l.shareState(e.Pos, obj)
	default:
		if fun.Name != "curand_init" {
			l.read(l.field(obj, 0))
		}
		l.write(l.field(obj, 0), scalarValue(scalarNames["uint64_t"], l.arbitrary(e.Pos, kernel.U64, "a generator's state")))
	}
	if t == voidType {
		return &voidPlace
	}
	return valuePlace(e, l.arbitraryValue(e.Pos, t, "a random number"))
}

func isMtgp(t *ctype) bool { return t.isRecord() && t.rec == mtgpState.rec }

// generator is the pointer among args that leads to a state.
func (l *lowerer) generator(args []callArg) *pointer {
	for _, a := range args {
		if t := a.t(); t.isPointer() && isGenerator(t.elem) || t.isArray() && isGenerator(t.elem) {
			return l.argValue(a).p
		}
	}
	return nil
}

// shareState is what a call of MTGP32 does: the thread's own word, then the
// counters between two barriers.
func (l *lowerer) shareState(pos diag.Pos, obj *place) {
	words := l.field(obj, 0)
	if words.ptr == nil {
		l.Unsupported(pos, "a state of MTGP32 that is not in memory")
		return
	}
	rank := cexpr.Binary(kernel.And, l.linearRank(), kernel.NewConst(kernel.U32, mtgpThreads-1))
	word := l.shift(words.ptr.with(uintType, words.ptr.off), rank, false)
	l.load(pos, word, kernel.U32, false)
	l.store(pos, word, l.arbitrary(pos, kernel.U32, "a generator's state"), false)
	for range 2 {
		l.Emit(&kernel.Barrier{Src: l.at(pos), Kind: kernel.Sync, ID: cexpr.I32(0), Aligned: true})
	}
}

// arbitraryValue is an unknown value of type t, field by field.
func (l *lowerer) arbitraryValue(pos diag.Pos, t *ctype, why string) value {
	if t.isScalar() {
		return scalarValue(t, l.arbitrary(pos, t.scalar, why))
	}
	v := value{t: t}
	for _, f := range t.rec.fields {
		v.fields = append(v.fields, l.arbitraryValue(pos, f.t, why))
	}
	return v
}
