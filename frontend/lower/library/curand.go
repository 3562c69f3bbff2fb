package library

import (
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/emit"
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

// mtgpSize is the size of a state of MTGP32: 1024 words, two counters, a pointer.
const mtgpSize = 4112

var mtgpState = state("curandStateMtgp32_t", "s", ctype.ArrayOf(ctype.Uint, 1024), mtgpSize)

// The states by name. Only a part of each is modelled, which every call touches;
// their sizes and alignments are those of the library.
func init() {
	for layout, names := range map[[2]int64]string{
		{48, 8}:  "curandState curandState_t curandStateXORWOW curandStateXORWOW_t",
		{72, 8}:  "curandStateMRG32k3a curandStateMRG32k3a_t",
		{64, 16}: "curandStatePhilox4_32_10 curandStatePhilox4_32_10_t",
		{140, 4}: "curandStateSobol32 curandStateSobol32_t curandStateScrambledSobol32 curandStateScrambledSobol32_t",
		{536, 8}: "curandStateSobol64 curandStateSobol64_t curandStateScrambledSobol64 curandStateScrambledSobol64_t",
	} {
		t := state("curandState", "state", ctype.Scalars["uint64_t"], layout[0])
		t.Rec.Align = layout[1]
		defineState(t, names)
	}
	defineState(mtgpState, "curandStateMtgp32 curandStateMtgp32_t")
	defineRandom()
}

// state is a generator's state of that size, with one field.
func state(name, field string, t *ctype.Type, size int64) *ctype.Type {
	r := &ctype.Record{Name: name, Fields: []ctype.Field{{Name: field, Type: t}}}
	r.LayOut(ctype.Rules{Align: 8})
	r.Size = size
	return r.Type()
}

func defineState(t *ctype.Type, names string) {
	for _, name := range strings.Fields(names) {
		types[name] = func(TypeName) *ctype.Type { return t }
	}
}

func isGenerator(t *ctype.Type) bool {
	return t.IsRecord() && t.Rec.Decl == nil && strings.HasPrefix(t.Rec.Name, "curandState")
}

// defineRandom defines the functions by the types of their results: void for those
// that only set the state.
func defineRandom() {
	define(random(ctype.Uint), "curand", "curand_poisson", "curand_discrete")
	define(random(ctype.Vectors["uint4"]), "curand4", "curand_poisson4", "curand_discrete4", "curand_Philox4x32_10")
	define(random(ctype.Void), "curand_init")
	define(ifState(random(ctype.Void)), "skipahead", "skipahead_sequence", "skipahead_subsequence")
	for _, kind := range []string{"curand_uniform", "curand_normal", "curand_log_normal"} {
		for suffix, base := range map[string]string{"": "float", "_double": "double"} {
			define(random(ctype.Scalars[base]), kind+suffix)
			define(random(ctype.Vectors[base+"2"]), kind+"2"+suffix)
			define(random(ctype.Vectors[base+"4"]), kind+"4"+suffix)
		}
	}
}

// ifState leaves calls without a state alone: a program may have a function of that
// name.
func ifState(f Function) Function {
	return func(c Call) (Value, bool) {
		if generator(c) < 0 {
			return bad, false
		}
		return f(c)
	}
}

// random is a call that changes a generator's state and returns a t.
func random(t *ctype.Type) Function {
	return func(c Call) (Value, bool) {
		var p Pointer
		if i := generator(c); i >= 0 {
			p = c.Arg(i).Pointer
		}
		if p == nil {
			c.Unsupported(c.Pos(), "%s without a pointer to one of cuRAND's states", c.Name())
			return bad, true
		}
		changeState(c, c.Deref(p))
		if t == ctype.Void {
			return void, true
		}
		return arbitrary(c, t, "a random number"), true
	}
}

func changeState(c Call, obj Object) {
	set := c.Name() == "curand_init"
	if t := obj.Type(); t.IsRecord() && t.Rec == mtgpState.Rec && !set {
		shareState(c, obj)
		return
	}
	word := c.Field(obj, 0)
	if !set {
		c.Read(word)
		word = c.Field(obj, 0)
	}
	c.Write(word, Value{Type: ctype.Scalars["uint64_t"], Expr: emit.Arbitrary(c, kernel.U64, "a generator's state")})
}

// generator is the number of the argument that leads to a state, -1 if none does.
func generator(c Call) int {
	for i := range c.Len() {
		if t := c.ArgType(i); (t.IsPointer() || t.IsArray()) && isGenerator(t.Elem) {
			return i
		}
	}
	return -1
}

// shareState is what a call of MTGP32 does: the thread's own word, then the
// counters between two barriers.
func shareState(c Call, obj Object) {
	own := cexpr.Binary(kernel.And, rank(c), kernel.NewConst(kernel.U32, mtgpThreads-1))
	word, ok := c.Element(c.Field(obj, 0), ctype.Uint, own)
	if !ok {
		c.Unsupported(c.Pos(), "a state of MTGP32 that is not in memory")
		return
	}
	c.Load(word, kernel.U32)
	c.Store(word, emit.Arbitrary(c, kernel.U32, "a generator's state"))
	for range 2 {
		c.Emit(&kernel.Barrier{Src: c.Src(), Kind: kernel.Sync, ID: cexpr.I32(0), Aligned: true})
	}
}
