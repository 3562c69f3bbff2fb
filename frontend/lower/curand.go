package lower

import (
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
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
var curandTypes = map[string]*ctype.Type{}

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

func curandType(size int64) *ctype.Type {
	r := &ctype.Record{Name: "curandState", Fields: []ctype.Field{{Name: "state", Type: ctype.Scalars["uint64_t"]}}}
	r.LayOut(8)
	r.Size = size
	return &ctype.Type{Form: ctype.RecordForm, Name: r.Name, Rec: r}
}

func mtgpType() *ctype.Type {
	r := &ctype.Record{Name: "curandStateMtgp32_t", Fields: []ctype.Field{{Name: "s", Type: ctype.ArrayOf(ctype.Uint, 1024)}}}
	r.LayOut(8)
	r.Size = mtgpN
	return &ctype.Type{Form: ctype.RecordForm, Name: r.Name, Rec: r}
}

func isGenerator(t *ctype.Type) bool {
	return t.IsRecord() && t.Rec.Decl == nil && strings.HasPrefix(t.Rec.Name, "curandState")
}

// curandResult is the type of a generator function's result: void for those that
// only set the state, nil if name is none.
func curandResult(name string) *ctype.Type {
	switch name {
	case "curand", "curand_poisson", "curand_discrete":
		return ctype.Uint
	case "curand4", "curand_poisson4", "curand_discrete4", "curand_Philox4x32_10":
		return ctype.Vectors["uint4"]
	case "curand_init", "skipahead", "skipahead_sequence", "skipahead_subsequence":
		return ctype.Void
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
			return ctype.Scalars[base]
		}
		return ctype.Vectors[base+n]
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
		if t == ctype.Void && !strings.HasPrefix(fun.Name, "curand") {
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
		l.write(l.field(obj, 0), scalarValue(ctype.Scalars["uint64_t"], l.arbitrary(e.Pos, kernel.U64, "a generator's state")))
	}
	if t == ctype.Void {
		return &voidPlace
	}
	return valuePlace(e, l.arbitraryValue(e.Pos, t, "a random number"))
}

func isMtgp(t *ctype.Type) bool { return t.IsRecord() && t.Rec == mtgpState.Rec }

// generator is the pointer among args that leads to a state.
func (l *lowerer) generator(args []callArg) *pointer {
	for _, a := range args {
		if t := a.t(); t.IsPointer() && isGenerator(t.Elem) || t.IsArray() && isGenerator(t.Elem) {
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
	word := l.shift(words.ptr.with(ctype.Uint, words.ptr.off), rank, false)
	l.load(pos, word, kernel.U32, false)
	l.store(pos, word, l.arbitrary(pos, kernel.U32, "a generator's state"), false)
	for range 2 {
		l.Emit(&kernel.Barrier{Src: l.at(pos), Kind: kernel.Sync, ID: cexpr.I32(0), Aligned: true})
	}
}

// arbitraryValue is an unknown value of type t, field by field.
func (l *lowerer) arbitraryValue(pos diag.Pos, t *ctype.Type, why string) value {
	if t.IsScalar() {
		return scalarValue(t, l.arbitrary(pos, t.Scalar, why))
	}
	v := value{t: t}
	for _, f := range t.Rec.Fields {
		v.fields = append(v.fields, l.arbitraryValue(pos, f.Type, why))
	}
	return v
}
