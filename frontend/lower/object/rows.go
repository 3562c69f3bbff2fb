package object

import (
	"strconv"

	"gv2/frontend/cexpr"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Pointers that the host has put into memory, as in float **rows, a struct behind a pointer or a
// __device__ variable. What they lead to is one array with a row for each place where such a
// pointer lies: the number of the place times the length of a row, which is more than any index.
// So two of these pointers lead to separate arrays, which the report says, as it says that
// parameters do not alias; the same pointer always leads to the same row. That is right only as
// long as nobody changes the pointers while the kernel runs: memory that it writes is refused.

// rowLength is how many elements apart two rows are.
const rowLength = 1 << 40

// rowsOf is what the pointers in m lead to; elem is the type behind the one at hand.
func (mem *Model) rowsOf(m *Memory, elem *ctype.Type) *Memory {
	s := m.Slot
	s.Path += "*rows"
	rows := mem.an.NewMemory(s, m.name+"_rows", elem, kernel.Global)
	rows.Param, rows.Count, rows.rowsOf, rows.ReadOnly = true, -1, m, false
	rows.Label = m.Label
	if !m.T.IsPointer() {
		rows.Label = "*" + m.Label
	}
	return rows
}

// stride is how many units apart two rows of m are.
func (m *Memory) stride() int64 { return rowLength * max(1, m.T.Size()/m.Bytes) }

// loadRow reads the pointer at pl, which lies in memory that the host has filled.
func (mem *Model) loadRow(pl *Place) Value {
	const pass = "; pass it as a parameter of the kernel"
	if len(pl.Ptr.Targets) != 1 || pl.Ptr.Targets[0].Mem == nil {
		mem.out.Unsupported(pl.Pos, "a pointer that is read from one of several arrays"+pass)
		return Bad
	}
	m := pl.Ptr.Targets[0].Mem
	switch {
	case m.Space != kernel.Global && m.Space != kernel.Constant || !m.T.HasPointers():
		mem.out.Unsupported(pl.Pos, "a pointer that is read from memory"+pass)
		return Bad
	case m.rowsOf != nil && m.rowsOf.Count != 1: // the numbers of rows of rows would be too large
		mem.out.Unsupported(pl.Pos, "a pointer that is read through another one that was read from memory"+pass)
		return Bad
	case m.T.IsRecord() && pl.T.Elem.IsRecord() && pl.T.Elem.Rec == m.T.Rec: // it may lead back into m, as in a list
		mem.out.Unsupported(pl.Pos, "a pointer that is read from memory, out of a %s to another one"+pass, m.T.Plain())
		return Bad
	case m.Written:
		mem.out.Unsupported(pl.Pos, "a pointer that is read from memory to which the kernel writes"+pass)
		return Bad
	}
	mem.asPointers(func() { mem.Load(pl.Pos, pl.Ptr, kernel.U64, pl.T.Volatile) })
	row := pl.Ptr.Off
	switch bytes := m.Bytes; {
	case bytes > 8:
		row = cexpr.Binary(kernel.Mul, row, Offset(bytes/8))
	case bytes < 8:
		if exact, ok := divideExact(row, 8/bytes); ok {
			row = exact
		} else {
			row = cexpr.Binary(kernel.Div, row, Offset(8/bytes))
		}
	}
	rows := mem.rowsOf(m, pl.T.Elem)
	row = mem.out.Stable(pl.Pos, row)
	assumeFew(mem, pl.Pos, m, row, 1<<62/rows.stride())
	off := cexpr.Binary(kernel.Mul, row, Offset(rows.stride()))
	return Value{T: pl.T, Ptr: &Pointer{Elem: pl.T.Elem, Targets: []*Target{rows.target}, Off: off}}
}

// assumeFew states that m, which holds pointers, has fewer rows than would make the offsets of rows wrap around:
// two rows would be one. Of an array whose length is known that follows from accesses that stay within it.
func assumeFew(mem *Model, pos diag.Pos, m *Memory, row kernel.Expr, most int64) {
	if _, known := row.(*kernel.Const); known {
		return
	}
	if m.Count < 0 || m.Count > most {
		mem.out.Assume("every index into " + m.Label + " is below " + strconv.FormatInt(most, 10))
	}
	few := cexpr.Binary(kernel.LAnd, cexpr.Binary(kernel.Le, Offset(-most), row), cexpr.Binary(kernel.Lt, row, Offset(most)))
	mem.out.Emit(&kernel.Assume{Src: mem.out.At(pos), Cond: few, Listed: true})
}

// rowAt is the number of the row that p leads to, the nearest one where it leads in front of or behind a row.
func (m *Memory) rowAt(p *Pointer) kernel.Expr {
	if row, ok := divideExact(p.Off, m.stride()); ok {
		return row
	}
	return cexpr.Binary(kernel.Div, AddOffset(p.Off, Offset(m.stride()/2)), Offset(m.stride()))
}

// nullRow is whether the pointer of which p leads to the row is null: it reads the number again.
func (mem *Model) nullRow(rows *Memory, p *Pointer) kernel.Expr {
	return cexpr.Binary(kernel.Eq, rowNumber(mem, rows, rows.rowAt(p)), kernel.NewConst(kernel.U64, 0))
}

// rowNumber reads the pointer that leads to a row as a number.
func rowNumber(mem *Model, rows *Memory, row kernel.Expr) kernel.Expr {
	m := rows.rowsOf
	off := row
	switch bytes := m.Bytes; {
	case bytes < 8:
		off = cexpr.Binary(kernel.Mul, row, Offset(8/bytes))
	case bytes > 8:
		off = cexpr.Binary(kernel.Div, row, Offset(bytes/8))
	}
	at := &Pointer{Elem: ctype.Size, Targets: []*Target{m.target}, Off: off}
	var number kernel.Expr
	mem.asPointers(func() { number = mem.Load(mem.out.Pos, at, kernel.U64, false) })
	return number
}

// asPointers runs f, which reads or writes pointers in memory as numbers.
func (mem *Model) asPointers(f func()) {
	outer := mem.handingOn
	mem.handingOn = true
	f()
	mem.handingOn = outer
}

// assumeRows states that pointers in memory lead to separate arrays.
func (mem *Model) assumeRows(rows []string) {
	if len(rows) > 0 {
		mem.out.Assume("the pointers in " + diag.Names(rows) + " lead to separate arrays, apart from all others, and stay the same while the kernel runs")
	}
}
