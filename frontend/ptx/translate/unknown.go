package translate

import (
	"slices"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
	"gv2/frontend/ptx"
)

// An address of which the array is not known, such as one that the kernel reads from memory, may
// lead to any array of its space, and to memory that the kernel does not access otherwise. So an
// access there is one to any of them, at any place: a choice that the program makes and gv2 does
// not know. Nothing is refuted by such a choice, and proved is what holds for all of them.

// unknownPrefix begins the keys of the symbols for memory that nothing else leads to.
const unknownPrefix = "unknown "

// unknownSymbol is the symbol for memory of a space that nothing else leads to.
func unknownSymbol(key string) *symbol {
	space := spaces[strings.TrimPrefix(key, unknownPrefix)]
	return &symbol{key: key, label: "memory at unknown addresses", space: space, bytes: -1, unknown: true}
}

// spacesOf are the spaces that an instruction may access.
func spacesOf(it *ptx.Item) []string {
	if it.Op == "cp" && slices.Contains(it.Mods, "tensor") {
		return []string{"shared"} // where a tensor is in global memory its map says
	}
	for _, m := range it.Mods {
		m, _, _ = strings.Cut(m, "::")
		if _, ok := spaces[m]; ok {
			return []string{m}
		}
	}
	return []string{"global", "shared", "local"}
}

// generic reports whether an instruction takes generic or global addresses, among which 0 leads
// nowhere.
func generic(it *ptx.Item) bool { return spacesOf(it)[0] == "global" }

// unknownMemory is what an instruction accesses at an address of which the array is not known.
func (p *pass) unknownMemory(it *ptx.Item) *emit.Argument { return memoryOf(p, spacesOf(it)) }

// memoryOf is memory of some spaces at an address of which the array is not known.
func memoryOf(p *pass, names []string) *emit.Argument {
	return &emit.Argument{IsPointer: true, Deref: func(t kernel.Type, use func(kernel.Access)) {
		var all []*symbol
		for _, key := range p.accessed() {
			s := p.symbolOf(key)
			if !s.unknown && !strings.HasPrefix(key, surfacePrefix) && slices.Contains(names, spaceName(s.space)) {
				all = append(all, s)
			}
		}
		for _, name := range names {
			all = append(all, p.symbolOf(unknownPrefix+name))
		}
		array := p.computed(kernel.I32, "array")
		place := p.computed(kernel.I64, "place")
		p.anyOf(all, array, place, t, use)
	}}
}

// computed is a value that the program computes and gv2 does not know.
func (p *pass) computed(t kernel.Type, what string) kernel.Expr {
	v := p.out.Temp(t)
	p.out.Emit(&kernel.Havoc{Src: p.out.src, Dst: v, Why: what + " of an address that gv2 cannot follow", Computed: true})
	return kernel.Ref(v)
}

// anyOf accesses one of some arrays, by number, at a place within it.
func (p *pass) anyOf(all []*symbol, number, place kernel.Expr, t kernel.Type, use func(kernel.Access)) {
	s := all[0]
	p.known.access(s.key, t)
	p.known.symbol(s.key).askew = true
	a := p.array(s)
	width := max(1, t.Bytes()/a.Elem.Bytes())
	here := func() { use(kernel.Access{Array: a, Index: place, Width: width}) }
	if len(all) == 1 {
		here()
		return
	}
	cond := cexpr.Fold(kernel.Eq, number, kernel.NewConst(kernel.I32, int64(len(all))))
	if a.Len >= 0 {
		inside := cexpr.Fold(kernel.LAnd, cexpr.Fold(kernel.Ge, place, kernel.NewConst(kernel.I64, 0)),
			cexpr.Fold(kernel.Le, place, kernel.NewConst(kernel.I64, a.Len-int64(width))))
		cond = cexpr.Fold(kernel.LAnd, cond, inside)
	}
	then := p.out.Block(here)
	other := p.out.Block(func() { p.anyOf(all[1:], number, place, t, use) })
	p.out.Emit(&kernel.If{Src: p.out.src, Cond: cond, Then: then, Else: other})
}

// accessed are the arrays that earlier passes have found accesses to, sorted.
func (p *pass) accessed() (keys []string) {
	for key, s := range p.known.symbols {
		if s.unit > 0 {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

func spaceName(s kernel.Space) string {
	for name, space := range spaces {
		if space == s {
			return name
		}
	}
	return ""
}
