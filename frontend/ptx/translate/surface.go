package translate

import (
	"slices"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
	"gv2/frontend/ptx"
)

// Surfaces are read and written by coordinates (PTX ISA, "Surface Instructions"). Each is an array of
// bytes, an element of it at x + 2^24 y + 2^48 z with x in bytes, so that accesses overlap where the
// coordinates say. What is read is arbitrary. Accesses outside do nothing or stop the kernel, unless
// clamped.

const (
	surfacePrefix = "surface "
	surfaceRow    = 1 << 24
	surfacePlane  = 1 << 48
)

// onSurface translates suld, sust and sured; false for other instructions, and where the surface is
// neither a parameter nor a variable of the module.
func (p *pass) onSurface(it *ptx.Item) bool {
	at := 0
	switch it.Op {
	case "suld":
		at = 1
	case "sust", "sured":
	default:
		return false
	}
	if len(it.Args) != 2 || it.Args[at].Form != ptx.Address || len(it.Args[at].Parts) != 3 {
		failf(p.x.at, "this form of %s", it.Opcode())
	}
	place := it.Args[at].Parts
	key := p.surfaceKey(&place[0])
	if key == "" || len(it.Mods) < 2 || it.Mods[0] != "b" {
		if it.Op == "suld" {
			return false // reads something
		}
		failf(p.x.at, "%s of a surface that is neither a parameter of the kernel nor a variable of the module, or not in bytes (.b)", it.Opcode())
	}
	if slices.Contains(it.Mods, "clamp") {
		failf(p.x.at, "%s, which clamps coordinates; use .trap or .zero", it.Opcode())
	}
	bytes, op := int64(0), ""
	var axes []int64
	for _, m := range it.Mods[1:] {
		t, is := ptx.TypeNamed(m)
		switch {
		case m == "1d":
			axes = []int64{1}
		case m == "2d":
			axes = []int64{1, surfaceRow}
		case m == "3d":
			axes = []int64{1, surfaceRow, surfacePlane}
		case m == "a1d":
			axes = []int64{surfaceRow, 1}
		case m == "a2d":
			axes = []int64{surfacePlane, 1, surfaceRow}
		case m == "v2":
			bytes = max(bytes, 1) * 2
		case m == "v4":
			bytes = max(bytes, 1) * 4
		case is:
			bytes = max(bytes, 1) * int64(t.Bytes())
		case m == "add" || m == "min" || m == "max" || m == "and" || m == "or":
			op = m
		}
	}
	coordinates := []ptx.Operand{place[2]}
	if place[2].Form == ptx.Vector {
		coordinates = place[2].Parts
	}
	if len(coordinates) < len(axes) || len(axes) == 0 || bytes == 0 || (op == "") != (it.Op != "sured") {
		failf(p.x.at, "this form of %s", it.Opcode())
	}
	index, inside := kernel.Expr(kernel.NewConst(kernel.I64, 0)), kernel.Expr(kernel.BoolConst(true))
	for i, by := range axes {
		x := cexpr.Convert(p.code.Value(it, &coordinates[i], kernel.I32), kernel.I64)
		index = cexpr.Fold(kernel.Add, index, cexpr.Fold(kernel.Mul, x, kernel.NewConst(kernel.I64, by)))
		limit := int64(surfaceRow)
		if by == surfacePlane {
			limit = 1 << 15
		}
		inside = cexpr.Fold(kernel.LAnd, inside, cexpr.Fold(kernel.LAnd, cexpr.Fold(kernel.Ge, x, kernel.NewConst(kernel.I64, 0)), cexpr.Fold(kernel.Lt, x, kernel.NewConst(kernel.I64, limit))))
	}
	s := p.symbolOf(key)
	p.known.access(key, kernel.U8)
	if !p.learning {
		acc := kernel.Access{Array: p.array(s), Index: index, Width: int(bytes)}
		p.out.Emit(&kernel.If{Src: p.out.src, Cond: inside, Then: p.out.Block(func() { p.touchSurface(it, op, acc) })})
		p.out.Assume("surfaces do not overlap other memory")
	}
	if it.Op == "suld" {
		for _, d := range append([]ptx.Operand{it.Args[0]}, it.Args[0].Parts...) {
			if d.Form == ptx.Name && d.N != 0 {
				p.write(d.N, value{num: p.computed(p.prog.registers[d.N].t, "what a surface holds")})
			}
		}
	}
	return true
}

// touchSurface emits the access to the bytes of an element.
func (p *pass) touchSurface(it *ptx.Item, op string, acc kernel.Access) {
	switch {
	case it.Op == "suld":
		p.out.Emit(&kernel.Load{Src: p.out.src, Dst: p.out.Temp(kernel.U8), Acc: acc})
	case op != "":
		p.out.Emit(&kernel.Atomic{Src: p.out.src, Op: "exch", Dst: p.out.Temp(kernel.U8), Acc: acc,
			Args: []kernel.Expr{p.computed(kernel.U8, "what a surface holds")}, Scope: kernel.DeviceScope})
	default:
		p.out.Emit(&kernel.Store{Src: p.out.src, Acc: acc, X: emit.Arbitrary(p.out, kernel.U8, "what is written to a surface")})
	}
}

// surfaceKey is the key of the surface that an operand names: a parameter, or a variable; empty if it
// is neither.
func (p *pass) surfaceKey(o *ptx.Operand) string {
	if v := p.operand(o); v.ptr != nil && len(v.ptr.off.Terms) == 0 && v.ptr.off.Const == 0 {
		return surfacePrefix + v.ptr.sym.key
	}
	for _, v := range p.prog.f.Module().Variables {
		if v.Name == o.Text && o.N == 0 {
			return surfacePrefix + v.Name
		}
	}
	return ""
}

// surfaceSymbol is the symbol of a surface.
func (p *pass) surfaceSymbol(key string) *symbol {
	of := strings.TrimPrefix(key, surfacePrefix)
	s := &symbol{key: key, label: "surface " + LabelOf(of), space: kernel.Global, bytes: -1, pos: p.out.k.Pos}
	if strings.HasPrefix(of, "param ") {
		s.label = "surface " + p.symbolOf(of).label
	}
	return s
}
