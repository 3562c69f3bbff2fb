package object

import (
	"gv2/frontend/diag"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// Addressing is the builder of an asm statement without branches: it follows addresses through the registers.
type Addressing struct {
	Out *Output
	Mem *Model
	// inside counts the blocks of statements around, which some threads may skip.
	inside int
}

var _ emit.Addresses = (*Addressing)(nil)

func (b *Addressing) Src() kernel.Src                { return b.Out.Src() }
func (b *Addressing) Temp(t kernel.Type) *kernel.Var { return b.Out.Temp(t) }
func (b *Addressing) Assume(text string)             { b.Out.Assume(text) }
func (b *Addressing) Launch() kernel.Launch          { return b.Out.Launch() }
func (b *Addressing) Unique(name string) string      { return b.Out.Unique(name) }

func (b *Addressing) Unsupported(pos diag.Pos, format string, args ...any) {
	b.Out.Unsupported(pos, format, args...)
}

func (b *Addressing) Errorf(pos diag.Pos, format string, args ...any) {
	b.Out.Errorf(pos, format, args...)
}

// Block collects statements, which not all threads may execute.
func (b *Addressing) Block(f func()) []kernel.Stmt {
	b.inside++
	defer func() { b.inside-- }()
	return b.Out.Block(f)
}

// Emit emits s, and notes the address that it puts into a temporary.
func (b *Addressing) Emit(s kernel.Stmt) {
	b.Out.Emit(s)
	v := kernel.Assigned(s)
	if v == nil || !v.Temp {
		return
	}
	known := b.Mem.addresses[v] != nil
	delete(b.Mem.addresses, v)
	a, is := s.(*kernel.Assign)
	if !is || known && b.inside > 0 {
		return
	}
	if p := b.Mem.PointerFrom(a.X); p != nil {
		b.Mem.addresses[v] = p.With(p.Elem, b.Out.snapshot(p.Off))
	}
}

// AddressIn implements emit.Addresses.
func (b *Addressing) AddressIn(x kernel.Expr) (emit.Argument, bool) {
	p := b.Mem.PointerFrom(x)
	if p == nil {
		return emit.Argument{}, false
	}
	out := emit.Argument{Pos: b.Out.Pos}
	b.Mem.PointerArgument(&out, p)
	return out, true
}

// KeepOutput notes the address that an asm statement has put into a variable of the program, unless something else is
// put there, too: then an output of it is no address.
func (b *Addressing) KeepOutput(pl *Place) {
	c := pl.Cell
	if c == nil || c.Var == nil || b.Mem.an.Mutable[c.Slot] || b.Mem.written[c.Var] != 1 {
		return
	}
	for i := len(b.Out.Cur) - 1; i >= 0; i-- {
		if a, is := b.Out.Cur[i].(*kernel.Assign); is && a.Dst == c.Var {
			if p := b.Mem.PointerFrom(a.X); p != nil {
				b.Mem.addresses[c.Var] = p.With(p.Elem, b.Out.snapshot(p.Off))
			}
			return
		}
	}
}
