package object

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Blocks of memory that are set or copied: the accesses, in pieces as large as the
// arrays' units and the length allow. Which accesses race is therefore told to the
// byte.

// maxPieces bounds the pieces that are written out; more become a loop.
const maxPieces = 64

// inBlock prepares a pointer for access by pieces: variables move into memory. It
// reports whether there is something to access in this pass.
func (mem *Model) inBlock(pos diag.Pos, p *Pointer) bool {
	switch {
	case p.OnlyNull():
		mem.nullAccess(pos)
		return false
	case p.HasLocal():
		mem.an.SettleLocal(p)
		return false
	case p.NoMemory() || len(p.Targets) == 0:
		mem.out.Unsupported(pos, "memory behind a pointer that leads to no array")
		return false
	}
	return true
}

// piece is the type that n bytes are accessed as: the unit of all the arrays, if
// it is one and divides n, else an unsigned number of a size that does.
func piece(n int64, pointers ...*Pointer) kernel.Type {
	size := int64(coarsest)
	size = ctype.GCD(size, n)
	var unit kernel.Type
	same := true
	for _, p := range pointers {
		for _, t := range p.Targets {
			if t.Mem == nil {
				continue
			}
			size = ctype.GCD(size, t.Mem.Bytes)
			same = same && (unit == kernel.Type{} || unit == t.Mem.Unit)
			unit = t.Mem.Unit
		}
	}
	if same && int64(unit.Bytes()) == size {
		return unit
	}
	return ctype.UnsignedOf(size)
}

// pieces runs access for the index of each piece, a number or a loop's variable.
func (mem *Model) pieces(pos diag.Pos, count int64, access func(i kernel.Expr)) {
	if count <= maxPieces {
		for i := range count {
			access(Offset(i))
		}
		return
	}
	i := mem.out.Temp(kernel.I64)
	at := &kernel.VarRef{Var: i}
	mem.out.Emit(&kernel.Assign{Src: mem.out.At(pos), Dst: i, X: Offset(0)})
	loop := &kernel.Loop{Src: mem.out.At(pos), Cond: cexpr.Binary(kernel.Lt, at, Offset(count))}
	loop.Body = mem.out.Block(func() { access(at) })
	loop.Post = []kernel.Stmt{&kernel.Assign{Src: mem.out.At(pos), Dst: i, X: AddOffset(at, Offset(1))}}
	mem.out.Emit(loop)
}

// at is piece i of what p points to.
func (mem *Model) pieceAt(p *Pointer, t kernel.Type, i kernel.Expr) *Pointer {
	return mem.Shift(p.With(ctype.Of(t), p.Off), i, false)
}

// SetBlock writes value to n bytes.
func (mem *Model) SetBlock(pos diag.Pos, dst *Pointer, value byte, n int64) {
	if n == 0 || !mem.inBlock(pos, dst) {
		return
	}
	t := piece(n, dst)
	x := blockValue(t, value)
	mem.pieces(pos, n/int64(t.Bytes()), func(i kernel.Expr) { mem.putPiece(pos, mem.pieceAt(dst, t, i), x) })
}

// putPiece writes a piece. Nothing says what these functions store on the way to
// the final value, so that two of them that write the same value race all the
// same.
func (mem *Model) putPiece(pos diag.Pos, p *Pointer, x kernel.Expr) {
	if !p.ThreadOnly() {
		mem.Store(pos, p, mem.out.Arbitrary(pos, x.Type(), "on the way to the final value"), false)
	}
	mem.Store(pos, p, x, false)
}

// ThreadOnly reports whether p leads to memory of one thread alone.
func (p *Pointer) ThreadOnly() bool {
	for _, t := range p.Targets {
		if t.Mem != nil && t.Mem.Space != kernel.Local {
			return false
		}
	}
	return true
}

// blockValue is a number all of whose bytes are b.
func blockValue(t kernel.Type, b byte) kernel.Expr {
	bits := int64(0)
	for range t.Bytes() {
		bits = bits<<8 | int64(b)
	}
	switch {
	case t.Kind == kernel.Float && b == 0:
		return &kernel.FloatConst{T: t, Text: "0.0"}
	case t.Kind == kernel.Float:
		return cexpr.Reinterpret(kernel.NewConst(ctype.UnsignedOf(int64(t.Bytes())), bits), t)
	}
	return kernel.NewConst(t, bits)
}

// CopyBlock copies piece by piece; where the blocks may overlap, everything is
// read before anything is written.
func (mem *Model) CopyBlock(pos diag.Pos, dst, src *Pointer, n int64, overlap bool) {
	if n == 0 {
		return
	}
	okSrc, okDst := mem.inBlock(pos, src), mem.inBlock(pos, dst)
	if !okSrc || !okDst {
		return
	}
	t := piece(n, dst, src)
	count := n / int64(t.Bytes())
	read := func(i kernel.Expr) kernel.Expr { return mem.Load(pos, mem.pieceAt(src, t, i), t, false) }
	write := func(i, x kernel.Expr) { mem.putPiece(pos, mem.pieceAt(dst, t, i), x) }
	if !overlap {
		mem.pieces(pos, count, func(i kernel.Expr) { write(i, read(i)) })
		return
	}
	if count > maxPieces {
		mem.out.Unsupported(pos, "memmove of more than %d pieces; copy through an array", maxPieces)
		return
	}
	var values []kernel.Expr
	for i := range count {
		values = append(values, read(Offset(i)))
	}
	for i, x := range values {
		write(Offset(int64(i)), x)
	}
}

// SomeAccesses is any number of accesses to anywhere in what p leads to.
func (mem *Model) SomeAccesses(pos diag.Pos, p *Pointer, write bool) {
	if p.OnlyNull() || p.NoMemory() {
		return // there is nothing to access
	}
	loop := &kernel.Loop{Src: mem.out.At(pos)}
	loop.Head = mem.out.Block(func() { loop.Cond = mem.out.Arbitrary(pos, kernel.BoolType, "how many accesses there are") })
	loop.Body = mem.out.Block(func() {
		mem.split(pos, p, func(m *Memory) { mem.someAccess(pos, m, write) })
	})
	mem.out.Emit(loop)
}

func (mem *Model) someAccess(pos diag.Pos, m *Memory, write bool) {
	a := mem.Array(m)
	at := kernel.Access{Array: a, Index: mem.out.Arbitrary(pos, kernel.I64, "where the access is"), Width: 1}
	switch {
	case !write:
		mem.out.Emit(&kernel.Load{Src: mem.out.At(pos), Dst: mem.out.Temp(a.Elem), Acc: at})
	case m.ReadOnly:
		mem.wroteReadOnly(pos, m)
	default:
		mem.Wrote(m)
		mem.out.Emit(&kernel.Store{Src: mem.out.At(pos), Acc: at, X: mem.out.Arbitrary(pos, a.Elem, "what is written")})
	}
}
