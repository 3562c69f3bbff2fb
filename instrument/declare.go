package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/key"
	"gv2/predicate/fact"
)

// threads declares the ids of both threads and their ranges.
func (b *builder) threads() []boogie.Decl {
	l := b.kernel.Launch
	ids := &idDecls{}
	e := b.encoder(fact.OtherBlock, nil)
	for d := 0; d < 3; d++ {
		b.openDimension(ids, e, key.BlockDimName(d), kernel.BlockDim, d, l.BlockDim[d])
		b.openDimension(ids, e, key.GridDimName(d), kernel.GridDim, d, l.GridDim[d])
	}
	for d := 0; d < 3; d++ {
		if l.BlockDim[d] != 1 {
			b.index(ids, e, kernel.ThreadIdx, d, l.Size(kernel.BlockDim, d), 1, 2)
		}
		if l.GridDim[d] != 1 {
			b.blockIndex(ids, d, l.Size(kernel.GridDim, d))
		}
	}
	out := append([]boogie.Decl{&boogie.Section{Title: "The two threads"}}, ids.consts...)
	return append(out, ids.axioms...)
}

// blockIndex declares blockIdx as the procedures for each pair name it.
func (b *builder) blockIndex(ids *idDecls, d int, limit kernel.Expr) {
	declared := map[fact.Pair]bool{}
	for _, p := range b.out.Procedures {
		if declared[p.Pair] {
			continue
		}
		declared[p.Pair] = true
		threads := []int{1, 2}
		if p.Pair == fact.SameBlock {
			threads = []int{0}
		}
		b.index(ids, b.encoder(p.Pair, nil), kernel.BlockIdx, d, limit, threads...)
	}
}

// idDecls are constants and what holds of them.
type idDecls struct{ consts, axioms []boogie.Decl }

func (i *idDecls) add(name string, t boogie.Type, fact boogie.Expr) {
	i.consts = append(i.consts, &boogie.ConstDecl{Name: name, T: t})
	i.axioms = append(i.axioms, &boogie.AxiomDecl{E: fact})
}

// openDimension declares a size of the launch that is not fixed.
func (b *builder) openDimension(ids *idDecls, e *arith.Encoder, name string, kind kernel.BuiltinKind, dim, n int) {
	if n != 0 {
		return
	}
	size := &kernel.Builtin{Kind: kind, Dim: dim}
	limit := b.ranges.Of(size)
	ids.add(name, e.Type(kernel.U32),
		boogie.And(e.Expr(kernel.Bin(kernel.Le, kernel.Unsigned(1), size), 0), e.Expr(kernel.Bin(kernel.Le, size, kernel.Unsigned(limit.Hi)), 0)))
}

// index declares an id of the given threads, below its limit.
func (b *builder) index(ids *idDecls, e *arith.Encoder, kind kernel.BuiltinKind, dim int, limit kernel.Expr, threads ...int) {
	x := &kernel.Builtin{Kind: kind, Dim: dim}
	for _, t := range threads {
		name := e.Builtin(x, t).(*boogie.Id).Name
		inside := e.Expr(kernel.Bin(kernel.Lt, x, limit), t)
		if e.Mathematical() {
			inside = boogie.And(boogie.Op("<=", boogie.I(0), boogie.V(name)), inside)
		}
		ids.add(name, e.Type(kernel.U32), inside)
	}
}

// params declares the scalar parameters, the same for all threads.
func (b *builder) params() []boogie.Decl {
	if len(b.kernel.Params) == 0 {
		return nil
	}
	e := b.encoder(fact.SameBlock, nil)
	out := []boogie.Decl{&boogie.Section{Title: "Parameters, the same for all threads"}}
	var axioms []boogie.Decl
	for _, p := range b.kernel.Params {
		name := b.names.Of(p)
		out = append(out, &boogie.ConstDecl{Name: name, T: e.Type(p.T)})
		if p.T.Kind == kernel.Int {
			if r := b.arith.InRange(e, boogie.V(name), p.T); r != boogie.True {
				axioms = append(axioms, &boogie.AxiomDecl{E: r})
			}
		}
	}
	return append(out, axioms...)
}
